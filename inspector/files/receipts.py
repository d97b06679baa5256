"""Files of receipts: their lines, what is cut or too much, and following them while they grow."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from inspector.core.problems import Place, Problem, Severity
from inspector.core.receipts.receipt import Receipt, prepared_of
from inspector.files.documents import said_first
from inspector.files.findings import Findings
from inspector.files.source import Source
from inspector.language import tr, tr_n
from inspector.locks import open_regular
from inspector.session.audit_stage import AuditStage, InboxManifest

MOST_RECEIPTS, _MOST_BYTES = 2_000, 64_000_000
"""Of one file so much is opened as an inbox; all of it is verified on the command line."""


def receipt_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file of receipts with their numbers, from 1; empty ones are none."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield number, line


def cut_line(data: bytes, file: str) -> Problem | None:
    """Return a warning where the last line has no end and is no JSON: somebody writes it still."""
    rest = data.rpartition(b"\n")[2]
    if not rest.strip():
        return None
    try:
        json.loads(rest)
    except ValueError:
        pass
    else:
        return None
    return Problem(
        Severity.WARNING,
        "receipts.cut",
        tr("The last line is cut; it is left out."),
        tr("Open the file again when its program has written it."),
        Place(file, line=data.count(b"\n") + 1),
    )


def read_receipts(source: Source, file: str, found: Findings) -> AuditStage | None:
    """Return the receipts of a file as an inbox, the first shown; None where there is none.

    What is cut, was not written, or is beyond the bound is reported.
    """
    data, cut = source.data, cut_line(source.data, file)
    if cut is not None:
        found.add(cut)
        data = data.rpartition(b"\n")[0]
    inbox: list[InboxManifest] = []
    taken = left = dropped = 0
    for number, line in receipt_lines(data):
        if (lost := _not_written(line)) is not None:
            dropped += lost
        elif len(inbox) < MOST_RECEIPTS and taken + len(line) <= _MOST_BYTES:
            taken += len(line)
            inbox.append(InboxManifest(manifest=line.decode(), receipt_line=number))
        else:
            left += 1
    for problem in _told(file, left, dropped):
        found.add(problem)
    if not inbox:
        found.add(
            Problem(
                Severity.ERROR,
                "receipts.none",
                tr("There is no receipt in the file."),
                tr("Record decisions into it; inspector watch follows it meanwhile."),
                Place(file),
            )
        )
        return None
    first, *others = inbox
    return AuditStage(
        manifest=first.manifest, receipt_line=first.receipt_line, others=tuple(others)
    )


def _not_written(line: bytes) -> int | None:
    """Return how many receipts a line says were not written; None for any other line."""
    if b'"cards"' in line or b'"dropped"' not in line:
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    count = value.get("dropped") if isinstance(value, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) else None


def _told(file: str, left: int, dropped: int) -> Iterator[Problem]:
    if left:
        yield Problem(
            Severity.WARNING,
            "receipts.too-many",
            tr_n(
                "{count:,} receipt more is not in the inbox, which takes {most:,} of a file.",
                "{count:,} receipts more are not in the inbox, which takes {most:,} of a file.",
                left,
                count=left,
                most=MOST_RECEIPTS,
            ),
            tr("Verify all of them with inspector verify, or open a part of the file."),
            Place(file),
        )
    if dropped:
        yield Problem(
            Severity.WARNING,
            "receipts.not-written",
            tr_n(
                "The recorder did not write {count:,} more.",
                "The recorder did not write {count:,} more.",
                dropped,
                count=dropped,
            ),
            tr("Let more wait for the disk (waiting=…), or make the disk faster."),
            Place(file),
        )


_HELD = {
    "cards": "id, kind, score, tokens, source, group, form, reason",
    "buckets": "id, matter, heading, background, form, reason",
    "files": "place of the bucket, id, score, [line, text], heading, form, reason",
}
"""What a row of each list of a receipt holds."""


def unusable_receipt(line: bytes, error: Exception, place: Place) -> Problem:
    """Say which field or row keeps a receipt from being used, and what would mend it.

    ``error`` is what reading it, or making it ready, raised; ``place`` is that of its line.
    """
    pointer, fix = "", tr("Correct it where it is recorded.")
    if isinstance(error, ValidationError):
        way = ".".join(map(str, error.errors(include_url=False)[0]["loc"]))
        told = f"{way or tr('The receipt')} {said_first(error)}."
        pointer = f"/{way.replace('.', '/')}" if way else ""
    else:
        told = tr("A row is not as its columns say.")
        for name, number in _wrong_rows(Receipt.model_validate_json(line)):
            told = tr("Row {number:,} of {name} is none.", number=number + 1, name=name)
            pointer, fix = f"/{name}/{number}", tr("It holds {names}.", names=_HELD[name])
            break
    message = tr("The receipt is left out: {told}", told=told)
    return Problem(
        Severity.WARNING, "receipts.unusable", message, fix, replace(place, pointer=pointer or None)
    )


def _wrong_rows(receipt: Receipt) -> Iterator[tuple[str, int]]:
    """Yield the rows of a receipt that cannot be read, by their lists and places in them."""
    for name in _HELD:
        alone = {"cards": (), "files": ()} | ({"buckets": ()} if name != "files" else {})
        for number, row in enumerate(getattr(receipt, name)):
            try:
                prepared_of(receipt.model_copy(update=alone | {name: (row,)}))
            except (ValueError, TypeError, LookupError):
                yield name, number


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
