"""A folder of text files as a candidate set with one bucket."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.core.candidates.candidate_set import Bucket, BucketFile, CandidateSet
from inspector.core.candidates.linting import lint_candidates
from inspector.core.problems import Place, Problem, Severity
from inspector.core.text import utf16_length
from inspector.files.bounds import is_too_large
from inspector.files.findings import Findings, Progress, add_set_lint, parts_of, report_progress
from inspector.files.source import (
    STANDARD_INPUT,
    PathLike,
    problem_of,
    read_bytes,
    shown,
    without_packing,
)

_LONGEST_ID = 120  # UTF-16 units, as every id of a set
_LONGEST_TITLE = 80

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def set_name(path: PathLike) -> str:
    """Return the id of a set that has none: its file's or folder's name, where that can be one."""
    if os.fspath(path) == STANDARD_INPUT:
        return "standard-input"
    full = Path(os.path.abspath(path))  # noqa: PTH100  # a symbolic link keeps its own name
    name = full.name if full.is_dir() else Path(without_packing(full.name)).stem
    usable = name.isprintable() and 0 < utf16_length(name) <= _LONGEST_TITLE
    return name if usable else "candidates"


def read_folder(path: PathLike, found: Findings, progress: Progress | None) -> CandidateSet | None:
    """Return a set whose one bucket holds the text files of a folder, sorted by path (bytewise).

    A file's id is its path in the folder with ``/``, its title is its name. Hidden files are left
    out with a note, everything else that is no text file with an error. Files that together have
    more bytes than are read at once are refused.
    """
    try:
        os.listdir(path)  # noqa: PTH208  # of a folder that cannot be looked into there is no set
    except OSError as error:
        found.add(problem_of(error, shown(path)))
        return None
    reader = _FolderReader(Path(path), found)
    files = sorted(reader.entries(), key=lambda entry: os.fsencode(entry.identity))
    size, fix = sum(map(_size_of, files)), "Open a folder in it, or move files elsewhere."
    if is_too_large(size, lambda: Place(shown(path)), found, fix):
        return None
    kept: list[BucketFile] = []
    for number, entry in enumerate(files):
        report_progress(progress, number, len(files))
        file = reader.read(entry)
        if file is not None:
            kept.append(file)
    name = set_name(path)
    bucket = Bucket(bucket_id=name, bucket_title=name, files=tuple(kept))
    candidates = CandidateSet(
        set_id=name, title=name, buckets=(bucket,), skipped_records=reader.skipped
    )

    def place(pointer: str) -> Place:
        parts = parts_of(pointer)
        if parts[2:3] != ("files",):
            return Place(shown(path))
        return Place(shown(Path(path) / kept[int(parts[3])].file_id))

    add_set_lint(lint_candidates(candidates), place, found)
    return candidates


@dataclass(frozen=True, slots=True)
class _Entry:
    path: Path
    identity: str


def _size_of(entry: _Entry) -> int:
    """Return the bytes of a file; 0 of what cannot be looked at, which the reader reports."""
    try:
        return entry.path.stat().st_size
    except OSError:
        return 0


class _FolderReader:
    def __init__(self, root: Path, found: Findings) -> None:
        self.skipped = 0
        self._root = root
        self._inside = os.path.realpath(root)
        self._found = found

    def entries(self) -> Iterator[_Entry]:
        """Give every file that may be part of the bucket; report what cannot be."""
        waiting = [self._root]
        while waiting:
            folder = waiting.pop()
            try:
                names = sorted(os.listdir(folder), key=os.fsencode)  # noqa: PTH208  # names only
            except OSError as error:
                self._leave_out(problem_of(error, shown(folder)))
                continue
            for name in names:
                path = folder / name
                if name.startswith("."):
                    self._note(path, "hidden", "Hidden files are left out.")
                elif path.is_symlink() and not self._may_follow(path):
                    continue
                elif path.is_dir():
                    waiting.append(path)
                else:
                    yield _Entry(path, path.relative_to(self._root).as_posix())

    def read(self, entry: _Entry) -> BucketFile | None:
        """Return one file, None where it is no text; the reason is reported."""
        name = shown(entry.path)
        if not _is_unicode(entry.identity):
            self._leave_out(_problem("name-not-utf8", name, "The name is not UTF-8.", "Rename it."))
            return None
        if utf16_length(entry.identity) > _LONGEST_ID:
            message = f"The path in the folder has more than {_LONGEST_ID} UTF-16 units."
            self._leave_out(_problem("name-too-long", name, message, "Shorten the path."))
            return None
        data = read_bytes(entry.path, self._found)
        if data is None:
            self.skipped += 1
            return None
        text = self._decoded(data, name)
        if text is None:
            return None
        return BucketFile(file_id=entry.identity, title=entry.path.name, text=text)

    def _may_follow(self, path: Path) -> bool:
        """Whether a symbolic link is part of the bucket: it leads to a file of the folder."""
        name = shown(path)
        target = os.path.realpath(path)
        if os.path.commonpath((self._inside, target)) != self._inside:
            message = "This symbolic link leaves the folder; it was not followed."
            self._leave_out(_problem("link-leaves-folder", name, message, "Copy the file."))
            return False
        if path.is_dir():
            self._note(path, "link-to-folder", "This links to a folder whose files are read there.")
            return False
        return True

    def _decoded(self, data: bytes, name: str) -> str | None:
        mark, encoding = next((pair for pair in _ENCODINGS if data.startswith(pair[0])), (b"", ""))
        if not encoding and b"\0" in data:
            message = "This is a binary file."
            self._leave_out(_problem("binary", name, message, "Move it elsewhere."))
            return None
        try:
            return data[len(mark) :].decode(encoding or "utf-8")
        except UnicodeDecodeError:
            message = "The file is not UTF-8, and no byte order mark says what it is."
            self._leave_out(_problem("not-utf8", name, message, "Save it as UTF-8."))
            return None

    def _leave_out(self, problem: Problem) -> None:
        self.skipped += 1
        self._found.add_many(problem.code, lambda: problem)

    def _note(self, path: Path, code: str, message: str) -> None:
        note = Problem(Severity.NOTE, f"folder.{code}", message, "", Place(shown(path)))
        self._found.add_many(note.code, lambda: note, collapses=True)


def _problem(code: str, name: str, message: str, fix: str) -> Problem:
    return Problem(Severity.ERROR, f"folder.{code}", message, fix, Place(name))


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
