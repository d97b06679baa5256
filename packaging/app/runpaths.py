"""Takes folders of the machine that freezes out of the interpreter's binaries.

An interpreter that was built for a folder of its own names it in its binaries as a place to look
for libraries. Elsewhere that folder is not there, or it is somebody else's, who could put libraries
into it that the program would load. PyInstaller finds libraries without it.
"""

from __future__ import annotations

import struct

_ELF64_LITTLE = b"\x7fELF\x02\x01"
_DYNAMIC, _LOAD = 2, 1
_NULL, _STRTAB, _RPATH, _RUNPATH = 0, 5, 15, 29
_SEGMENT = struct.Struct("<IIQQQQQQ")
_ENTRY = struct.Struct("<qQ")


def without_run_path(binary: bytes) -> bytes:
    """Return a shared object without absolute folders to look for libraries in.

    What is relative to the object itself (``$ORIGIN``) stays, and so does any file that is no
    64-bit ELF object.
    """
    if not binary.startswith(_ELF64_LITTLE):
        return binary
    start, size, count = (
        *struct.unpack_from("<Q", binary, 32),
        *struct.unpack_from("<HH", binary, 54),
    )
    segments = [_SEGMENT.unpack_from(binary, start + size * number) for number in range(count)]
    found = next((one for one in segments if one[0] == _DYNAMIC), None)
    if found is None:
        return binary
    _, _, place, _, _, length, *_ = found
    entries = [_ENTRY.unpack_from(binary, at) for at in range(place, place + length, _ENTRY.size)]
    table = _in_file(next(value for tag, value in entries if tag == _STRTAB), segments)
    changed = bytearray(binary)
    kept = []
    for tag, value in entries:
        text = b""
        if tag in (_RPATH, _RUNPATH):
            text = binary[table + value : binary.index(b"\0", table + value)]
        if text.startswith(b"/"):
            # Up to its last slash: a name after it might be part of another text.
            changed[table + value : table + value + text.rindex(b"/") + 1] = bytes(
                text.rindex(b"/") + 1
            )
        else:
            kept.append((tag, value))
    kept += [(_NULL, 0)] * (len(entries) - len(kept))
    changed[place : place + length] = b"".join(_ENTRY.pack(*entry) for entry in kept)
    return bytes(changed)


def _in_file(address: int, segments: list[tuple[int, ...]]) -> int:
    """Return where in the file an address of the loaded object is."""
    for kind, _, place, start, _, length, *_ in segments:
        if kind == _LOAD and start <= address < start + length:
            return address - start + place
    raise ValueError("The object's table of texts is in none of its segments.")
