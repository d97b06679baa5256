"""The index of the net: one line for each artefact, and how two nets differ."""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

KEPT = Path(__file__).parent / "artefacts.txt"
_DIGITS = 20  # of a SHA-256 in hexadecimal

_OF_FOLDERS = re.compile(rb'("configuration_fingerprint": ")[0-9a-f]{64}')

Index = Mapping[str, str]
"""The size and hash of each artefact by its name."""


@dataclass(frozen=True)
class Difference:
    """An artefact that is not what it was. ``detail`` says where, if both are there to look at."""

    name: str
    what: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.what:8} {self.name}" + (f"\n         {self.detail}" if self.detail else "")


def index_of(folder: Path) -> Index:
    """Return the index of a folder of artefacts."""
    return {name: _fact(path) for name, path in _files(folder)}


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path


def _fact(path: Path) -> str:
    data = path.read_bytes()
    return f"{len(data)} {hashlib.sha256(data).hexdigest()[:_DIGITS]}"


def text_of(index: Index) -> str:
    """Return an index as its file has it: sorted, a line for each artefact."""
    return "".join(f"{fact}  {name}\n" for name, fact in sorted(index.items(), key=lambda one: one))


def index_from(text: str) -> Index:
    """Return an index from what ``text_of`` made."""
    return {name: fact for fact, _, name in (line.partition("  ") for line in text.splitlines())}


def differences(old: Index, new: Index) -> list[Difference]:
    """Return what was changed, is missing and is new, by name."""
    found = []
    for name in sorted({*old, *new}):
        if name not in new:
            found.append(Difference(name, "missing"))
        elif name not in old:
            found.append(Difference(name, "new"))
        elif old[name] != new[name]:
            found.append(Difference(name, "changed"))
    return found


def looked_at(found: Iterable[Difference], old: Path, new: Path) -> Iterator[Difference]:
    """Give the differences with the first place at which two files are not the same."""
    for one in found:
        where = _first(old / one.name, new / one.name) if one.what == "changed" else ""
        yield Difference(one.name, one.what, where)


def _first(old: Path, new: Path) -> str:
    before, after = old.read_bytes(), new.read_bytes()
    try:
        lines = [data.decode("utf-8").splitlines() for data in (before, after)]
    except UnicodeDecodeError:
        pairs = enumerate(zip_longest(before, after))
        place = next(number for number, (one, other) in pairs if one != other)
        return f"byte {place:,} of {len(before):,}, now of {len(after):,}"
    for number, (line, other) in enumerate(zip_longest(*lines), 1):
        if line != other:
            return f"line {number}: {_short(line, other)}\n         now: {_short(other, line)}"
    return "only line ends differ"


def _short(line: str | None, other: str | None, width: int = 100) -> str:
    """Return what is around the first character that differs."""
    if line is None:
        return "(no such line)"
    pairs = zip(line, other or "", strict=False)
    same = next((at for at, (one, its) in enumerate(pairs) if one != its), 0)
    start = max(0, same - width // 3)
    return repr(line[start : start + width])


def unpack_bundles(folder: Path) -> None:
    """Put the members of each bundle beside it, so that a difference in one is named."""
    for _, path in list(_files(folder)):
        if path.suffix == ".zip" and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as bundle:
                for name in bundle.namelist():
                    member = path.with_name(f"{path.name}.members") / name
                    member.parent.mkdir(parents=True, exist_ok=True)
                    member.write_bytes(bundle.read(name))


def count_pages(folder: Path) -> None:
    """Keep of a PDF how many pages it has.

    Two of one document differ in date, id and how Qt packs fonts; what it says is there as HTML.
    """
    for _, path in _files(folder):
        data = path.read_bytes()
        if data.startswith(b"%PDF"):
            pages = len(re.findall(rb"/Type\s*/Page\b", data))
            path.write_text(f"a PDF of {pages} pages\n", encoding="ascii")


def replace_places(folder: Path, places: Iterable[Path]) -> None:
    """Write the same words for folders that are elsewhere each time, in all texts."""
    known = [str(place).encode() for place in places]
    for path in folder.glob("**/history/*"):
        # It is of a configuration that names such a folder.
        path.write_bytes(_OF_FOLDERS.sub(rb"\1FINGERPRINT", path.read_bytes()))
    for _, path in _files(folder):
        data = path.read_bytes()
        if path.suffix not in (".png", ".zip") and any(place in data for place in known):
            for place in known:
                data = data.replace(place, b"SOMEWHERE")
            path.write_bytes(data)
