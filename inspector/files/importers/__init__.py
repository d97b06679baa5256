"""Files of other programs: which importer a file is for, and what it becomes.

The importers here are one list; a package may add its own by the entry point
``context_budget_inspector.importers``, the only plug-in that there is. A format is told by content,
never by a file's name.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.problems import Place, Problem, Severity
from inspector.files.findings import Findings, Progress, report_progress
from inspector.files.importers.forms import foreign_of, head_of, head_of_rows, open_foreign
from inspector.files.importers.imported import (
    ANYBODYS,
    Foreign,
    Head,
    Imported,
    Importer,
    Payload,
    nothing_in,
    within_bounds,
)
from inspector.files.source import PathLike, Source, shown

if TYPE_CHECKING:
    from inspector.files.importers.mapping import ColumnMapping
    from inspector.files.importers.values import Better
    from inspector.session.window_stage import WindowStage

__all__ = [
    "TABLE",
    "Foreign",
    "Head",
    "Imported",
    "Importer",
    "Payload",
    "candidates_in",
    "foreign_of",
    "head_of_rows",
    "importers",
    "is_foreign",
    "is_foreign_folder",
    "is_session_folder",
    "is_usual_table",
    "open_foreign",
    "read_as",
    "read_foreign",
    "recognised",
    "unrecognised",
    "window_stage",
    "without",
]

GROUP = "context_budget_inspector.importers"
TABLE = "table"
SURE = 0.6
"""From here on a file is taken for what an importer reads."""


@cache
def importers() -> tuple[Importer, ...]:
    """Return all importers: those of the program, then those that packages add, by name."""
    from inspector.files.importers import (
        benchmark,
        chats,
        coding_sessions,
        documents,
        exports,
        labelled,
        openhands,
        runs,
        spans,
        trajectories,
    )

    ours = (
        *coding_sessions.IMPORTERS,
        *exports.IMPORTERS,
        *trajectories.IMPORTERS,
        *openhands.IMPORTERS,
        *runs.MESSAGES,
        *spans.IMPORTERS,
        *runs.IMPORTERS,
        *labelled.IMPORTERS,
        *benchmark.IMPORTERS,
        *documents.IMPORTERS,
        *chats.IMPORTERS,
    )
    added = sorted(entry_points(group=GROUP), key=lambda one: one.name)
    return (*ours, *(point.load() for point in added))


def read_foreign(
    path: PathLike,
    found: Findings,
    progress: Progress | None = None,
    *,
    source: Source | None = None,
    kind: str | None = None,
    mapping: ColumnMapping | None = None,
    better: Better | None = None,
) -> Imported | None:
    """Return what a file of another program becomes; nothing, reported, of one that is unknown.

    None where it cannot be read at all. ``kind`` names an importer instead of asking all of them;
    ``mapping`` reads a table; ``better`` says how its scores are read. A folder is opened by the
    corpus, or by all sessions in it.
    """
    report_progress(progress, 0, 1)
    if source is None and is_session_folder(path):
        from inspector.files.importers.coding_sessions import read_sessions

        return read_sessions(path, found, read_foreign)
    foreign = foreign_of(path, found, source, better, progress)
    report_progress(progress, 0, 1)
    return None if foreign is None else read_as(foreign, kind, mapping)


def read_as(
    foreign: Foreign, kind: str | None = None, mapping: ColumnMapping | None = None
) -> Imported:
    """Return what records become, as ``read_foreign`` does for a file, with the closed account.

    Where no format is recognised, or nothing of one could be taken, that is reported, and what is
    given becomes nothing: all records are left out.
    """
    title, imported = within_bounds(lambda: _read_as(foreign, kind, mapping), foreign) or ("", None)
    if imported is None or not imported.becomes:
        if not foreign.found.has_errors:
            foreign.found.add(nothing_in(title, foreign.path))
        if records := list(foreign.records()):
            foreign.account.withdraw(len(records), records[0].place())
        imported = Imported(title)
    return replace(imported, account=foreign.account.closed())


def _read_as(
    foreign: Foreign, kind: str | None, mapping: ColumnMapping | None
) -> tuple[str, Imported | None]:
    """Return what the records are recognised as, and what they become; None for nothing."""
    from inspector.files.importers.mapping import columns_of_records, proposed_mapping
    from inspector.files.importers.tables import read_table

    usual = proposed_mapping(columns_of_records(foreign.head))
    if mapping is not None or kind == TABLE:
        chosen = mapping or usual
        return (TABLE, read_table(foreign, chosen)) if chosen is not None else _none(foreign)
    importer = recognised(foreign.head, kind)
    if importer is not None:
        return importer.title, importer.read(foreign)
    if usual is not None and is_usual_table(foreign.head):
        foreign.note(
            "mapped",
            f"No format was recognised; the columns were taken as {usual}.",
            "Name them with --map where another reading is meant.",
        )
        return TABLE, read_table(foreign, usual)
    return _none(foreign)


def _none(foreign: Foreign) -> tuple[str, None]:
    """Report a file that is of no known format, with all of its records left out."""
    records = list(foreign.records())
    if records or not foreign.found.has_errors:  # which say why there are none
        foreign.found.add(unrecognised(foreign.head, foreign.path))
    foreign.account.met(len(records))
    if records:
        foreign.account.left("of no known format", records[0].place(), len(records))
    return "", None


def is_foreign(source: Source, path: PathLike) -> bool:
    """Whether a text file is one that an importer, or a mapping by the usual names, can read."""
    head = head_of(source, path)
    return recognised(head) is not None or is_usual_table(head)


def candidates_in(
    imported: Imported | None, path: PathLike, found: Findings
) -> CandidateSet | None:
    """Return the candidates of a file of another program; None, reported, where it has none."""
    if imported is None or not imported.becomes:
        return None
    if imported.candidates is None:
        found.add(without("candidates", path, imported))
    return imported.candidates


def without(what: str, path: PathLike, imported: Imported | None) -> Problem:
    """Return the problem of a file that was recognised but holds nothing of what is wanted."""
    held = (
        f" It is a {imported.format} with {', '.join(imported.becomes)}."
        if imported and imported.becomes
        else ""
    )
    return Problem(
        Severity.ERROR,
        f"import.no-{what}",
        f"The file holds no {what}.{held}",
        "Choose a file that does.",
        Place(shown(path)),
    )


def window_stage(imported: Imported) -> WindowStage:
    """Return the requests to a model as a stage; the last one is in front, as the largest is."""
    from inspector.session.window_stage import WindowRequest, WindowStage

    requests = tuple(
        WindowRequest(name=one.name, model=one.model, window=one.window, chunks=one.chunks)
        for one in imported.payloads
    )
    fields = requests[-1].of_stage
    return WindowStage(**fields, requests=requests) if requests[1:] else WindowStage(**fields)


def is_foreign_folder(path: PathLike) -> bool:
    """Whether a folder is a corpus or holds sessions of another program, and no texts."""
    from inspector.files.importers.benchmark import is_benchmark

    return is_benchmark(path) or is_session_folder(path)


def is_session_folder(path: PathLike) -> bool:
    """Whether a folder holds nothing but data, and sessions of an agent among it."""
    from inspector.files.importers.benchmark import is_benchmark
    from inspector.files.importers.coding_sessions import is_folder_of_sessions

    if not os.path.isdir(path) or is_benchmark(path):  # noqa: PTH112  # accepts any text
        return False
    return is_folder_of_sessions(path, _is_session)


def _is_session(path: Path) -> bool:
    from inspector.files.importers.coding_sessions import IMPORTERS, beginning_of

    source = beginning_of(path)
    known = source and recognised(head_of(source, path))
    return known in IMPORTERS


def recognised(head: Head, kind: str | None = None) -> Importer | None:
    """Return the importer that is surest of a file, or the one of this name."""
    if kind is not None:
        return next((one for one in importers() if one.name == kind), None)
    best = max(importers(), key=lambda one: one.sniff(head))
    return best if best.sniff(head) >= SURE else None


def unrecognised(head: Head, path: PathLike) -> Problem:
    """Return the problem of a file that is none of the known formats: the nearest, what lacks."""
    from inspector.files.importers.mapping import columns_of_records

    near = _nearest(head)
    columns = columns_of_records(head)
    if near is not None:
        title, ways = near
        lacking = [way for way in ways if not head.has(way)]
        message = f"It looks like {title}; missing: {', '.join(lacking) or 'a usable record'}."
    elif columns and head.is_list and not all(isinstance(one, Mapping) for one in head.records):
        message = "It is a list in which not every record is an object, as the rows of a table are."
    elif columns and head.is_list:
        message = f"It is a table with the columns {', '.join(columns[:8])}; none is known as text."
    elif columns:
        message = f"It has the members {', '.join(columns[:8])}, by which no format is told."
    else:
        message = "It is none of the formats that can be opened."
    return Problem(
        Severity.ERROR,
        "file.unknown-kind",
        message,
        "Name the columns (--map text=…,id=…,score=…), or the format (--as).",
        Place(shown(path)),
    )


def _nearest(head: Head) -> tuple[str, tuple[str, ...]] | None:
    """Return the title and the marks of the only format of which a file has what it alone has.

    A member that several formats have, or that anything may have, is no evidence.
    """
    owners: dict[str, set[str]] = {}
    for one in importers():
        for way in {way for ways in one.marks for way in ways}:
            owners.setdefault(way, set()).add(one.name)
    own = {way for way, names in owners.items() if len(names) == 1 and way not in ANYBODYS}
    found = {
        one.name: (one.title, max(one.marks, key=lambda ways: sum(map(head.has, ways))))
        for one in importers()
        if any(head.has(way) for ways in one.marks for way in ways if way in own)
    }
    return next(iter(found.values())) if len(found) == 1 else None


def is_usual_table(head: Head) -> bool:
    """Whether a file is a list of rows, one of whose columns is called as a text usually is."""
    from inspector.files.importers.mapping import columns_of_records, proposed_mapping

    rows = [one for one in head.records if isinstance(one, Mapping)]
    whole = head.is_list and bool(rows) and len(rows) == len(head.records)
    return whole and proposed_mapping(columns_of_records(head)) is not None
