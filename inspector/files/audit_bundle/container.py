"""A zip file that is the same bytes for the same parts, and reading one that may be anything.

Nothing is compressed, all times are the same, and members stand in one order. So a bundle can be
written again from its parts and compared byte by byte: a change outside of the parts shows, too.
Nothing is ever unpacked to disk, and no more is read than the file itself is long.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping

from inspector.core.problems import Place, Problem, Severity
from inspector.files.source import PathLike
from inspector.plurals import count_of

SIGNATURE = b"PK\x03\x04"
_TIME = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644 << 16
_UNIX = 3
_MOST_MEMBERS = 32


def is_bundle(path: PathLike) -> bool:
    """Whether a file begins as a bundle does. A file that cannot be read is none."""
    try:
        if not os.path.isfile(path):  # noqa: PTH113  # accepts what is no valid Path, too
            return False
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(len(SIGNATURE)) == SIGNATURE
    except (OSError, ValueError):
        return False


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return a zip file of the members, in their order."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, _TIME)
            member.create_system = _UNIX
            member.external_attr = _MODE
            archive.writestr(member, data)
    return target.getvalue()


def unpacked(data: bytes, name: str) -> tuple[dict[str, bytes], tuple[Problem, ...]]:
    """Return the members of a zip file by name, and what is wrong with it.

    Members that are compressed, encrypted, repeated, or too many are not read; each is named.
    ``name`` is the file's, for places.
    """
    found: dict[str, bytes] = {}
    problems: list[Problem] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > _MOST_MEMBERS:
                return {}, (_damaged(name, f"It has {count_of(len(members), 'member')}."),)
            for member in members:
                refused = _refusal(member, found)
                if refused:
                    problems.append(_damaged(f"{name}#{_shown(member.filename)}", refused))
                    continue
                try:
                    found[member.filename] = archive.read(member)
                except (zipfile.BadZipFile, OSError, ValueError, EOFError, RuntimeError):
                    # The checksum or the length is wrong: the hash will name it again.
                    found[member.filename] = b""
                    told = "Its bytes are not those that were written."
                    problems.append(_damaged(f"{name}#{_shown(member.filename)}", told))
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError):
        return {}, (_damaged(name, "It cannot be read as a zip file."),)
    return found, tuple(problems)


def _refusal(member: zipfile.ZipInfo, found: Mapping[str, bytes]) -> str | None:
    if member.compress_type != zipfile.ZIP_STORED:
        return "It is compressed; a bundle's parts are not."
    if member.flag_bits & 0x1:
        return "It is encrypted; a bundle's parts are not."
    if member.file_size != member.compress_size:
        return "It says two different things of its size."
    if member.filename in found:
        return "It is there twice; the first one is read."
    return None


def first_difference(one: bytes, other: bytes) -> int | None:
    """Return the offset of the first byte that differs, None where none does."""
    if one == other:
        return None
    low, high = 0, min(len(one), len(other))
    if one[:high] == other[:high]:
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def _shown(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)[:100]


def _damaged(where: str, what: str) -> Problem:
    return Problem(
        Severity.ERROR,
        "bundle.damaged",
        f"The bundle was changed or damaged. {what}",
        "Ask for the bundle again, from whoever wrote it.",
        Place(where),
    )
