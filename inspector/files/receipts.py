"""Files of receipts: their lines, what is cut or too much, and their receipts under audit."""

from __future__ import annotations

import json
from collections.abc import Iterator

from inspector.core.problems import Place, Problem, Severity
from inspector.files.findings import Findings
from inspector.files.source import Source
from inspector.language import tr, tr_n
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
