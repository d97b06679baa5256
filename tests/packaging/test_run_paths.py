"""No binary of the frozen app looks for libraries in a folder of the machine that froze it."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared.file_modules import ROOT, module_at

NULL, NEEDED, STRTAB, RPATH, RUNPATH = 0, 1, 5, 15, 29
BASE = 0x10000

runpaths = module_at(ROOT / "packaging" / "app" / "runpaths.py")


def _object(*tagged: tuple[int, bytes]) -> bytes:
    """An ELF object with nothing but a dynamic section with these texts."""
    texts, entries = b"\0", []
    for tag, text in tagged:
        entries.append((tag, len(texts)))
        texts += text + b"\0"
    head, size = 64 + 2 * 56, 16 * (len(entries) + 2)
    entries += [(STRTAB, BASE + head + size), (NULL, 0)]
    length = head + size + len(texts)
    elf = b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
    elf += struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, 2, 0, 0, 0)
    elf += struct.pack("<IIQQQQQQ", 1, 4, 0, BASE, BASE, length, length, 4096)
    elf += struct.pack("<IIQQQQQQ", 2, 4, head, BASE + head, BASE + head, size, size, 8)
    return elf + b"".join(struct.pack("<qQ", *entry) for entry in entries) + texts


def _read(elf: bytes) -> list[tuple[int, bytes]]:
    place, _, _, size = struct.unpack_from("<QQQQ", elf, 64 + 56 + 8)
    entries = [struct.unpack_from("<qQ", elf, at) for at in range(place, place + size, 16)]
    table = next(value for tag, value in entries if tag == STRTAB) - BASE
    found = []
    for tag, value in entries:
        if tag == NULL:
            break
        if tag != STRTAB:
            found.append((tag, elf[table + value : elf.index(b"\0", table + value)]))
    return found


@pytest.mark.parametrize("tag", [RPATH, RUNPATH])
def test_an_absolute_folder_is_taken_out_and_its_name_with_it(tag: int) -> None:
    elf = _object((NEEDED, b"libm.so.6"), (tag, b"/home/somebody/python/lib"), (NEEDED, b"libc.so"))
    made = runpaths.without_run_path(elf)
    assert _read(made) == [(NEEDED, b"libm.so.6"), (NEEDED, b"libc.so")]
    assert b"somebody" not in made
    assert len(made) == len(elf)


def test_a_folder_relative_to_the_object_stays() -> None:
    elf = _object((RUNPATH, b"$ORIGIN/../lib"), (NEEDED, b"libm.so.6"))
    assert runpaths.without_run_path(elf) == elf


@given(st.binary(max_size=80))
def test_what_is_no_such_object_is_never_changed(data: bytes) -> None:
    assert runpaths.without_run_path(b"#!" + data) == b"#!" + data


NAMES = st.binary(min_size=1, max_size=12).map(lambda text: text.replace(b"\0", b"x"))


@given(st.lists(st.tuples(st.sampled_from([NEEDED, RPATH, RUNPATH]), NAMES), max_size=6))
def test_all_else_is_always_as_it_was(tagged: list[tuple[int, bytes]]) -> None:
    made = runpaths.without_run_path(_object(*tagged))
    kept = [one for one in tagged if one[0] == NEEDED or not one[1].startswith(b"/")]
    assert _read(made) == kept
    assert runpaths.without_run_path(made) == made
