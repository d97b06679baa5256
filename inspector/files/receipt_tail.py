"""Following files that grow: what was appended since the last look, whole lines alone, bounded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.locks import open_regular

_MOST_FILES = 1_000  # of one folder that are followed
_MOST_READ = 8_000_000  # bytes of one look; the rest is read at the next one
_SUFFIX = ".jsonl"


@dataclass(slots=True)
class _Place:
    """How far a file is read: of which file, up to which byte and line."""

    file: tuple[int, int]
    offset: int = 0
    line: int = 0


def followed_files(folder: Path) -> list[Path]:
    """Return the files of a folder that are followed. Raises ``OSError`` where there is none."""
    found = (one for one in folder.iterdir() if one.name.endswith(_SUFFIX) and one.is_file())
    return sorted(found)[:_MOST_FILES]


class ReceiptTail:
    """Reads what is new in a file, or in the ``*.jsonl`` files of a folder.

    A file that was begun anew (rotated, or cut) is read from its beginning. A line without its end
    is somebody's who still writes it, and comes with a later look.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[Path, _Place] = {}

    def read(self) -> Iterator[tuple[Path, int, bytes]]:
        """Yield the new lines with their file and number. Raises ``OSError`` for a path not there.

        A file that goes meanwhile is passed over.
        """
        left = _MOST_READ
        for file in self._files():
            try:
                for number, line in self._new_of(file, left):
                    left -= len(line) + 1
                    yield file, number, line
            except FileNotFoundError:
                self._places.pop(file, None)
            if left <= 0:
                return

    def _files(self) -> list[Path]:
        if not self._path.is_dir():
            self._path.stat()
            return [self._path]
        return followed_files(self._path)

    def _new_of(self, file: Path, most: int) -> Iterator[tuple[int, bytes]]:
        with open_regular(file) as opened:
            state = os.fstat(opened.fileno())
            own = (state.st_dev, state.st_ino)
            place = self._places.get(file)
            if place is None or place.file != own or state.st_size < place.offset:
                place = self._places[file] = _Place(own)
            opened.seek(place.offset)
            data = opened.read(most)
            if b"\n" not in data and len(data) == most:  # a line of more than all that is read
                data += opened.readline()
        whole = data[: data.rfind(b"\n") + 1]
        place.offset += len(whole)
        for line in whole.split(b"\n")[:-1]:
            place.line += 1
            yield place.line, line
