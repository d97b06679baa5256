"""Opening any file: telling what it is, then loading it as that."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeVar

from inspector.core.arguments import require
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity
from inspector.files.account import AccountDraft
from inspector.files.audit_bundle.container import is_bundle
from inspector.files.candidates import read_any_candidates, read_candidates
from inspector.files.documents import is_parquet, parse_document
from inspector.files.findings import Findings, Loaded, Parsed, Progress, gathered, report_progress
from inspector.files.importers import (
    Head,
    Imported,
    foreign_of,
    is_foreign_folder,
    is_session_folder,
    read_as,
    read_foreign,
    recognised,
    window_stage,
)
from inspector.files.kinds import FileKind, detect_kind, kind_of
from inspector.files.requests import check_overrides, check_policy, read_requests
from inspector.files.sessions import read_session
from inspector.files.source import PathLike, Source, read_source, shown
from inspector.files.stage_reading import check_stage, folder_of
from inspector.plurals import count_of
from inspector.session.opening import Together
from inspector.session.session import Session
from inspector.stage import stage_of_kind

if TYPE_CHECKING:
    from inspector.files.importers.mapping import ColumnMapping
    from inspector.files.importers.values import Better
    from inspector.session.window_stage import WindowStage

_SESSION = ".inspector.json"
_CANDIDATES = "candidates.json"
_PARTS = (_CANDIDATES, "policy.json", "overrides.json", "request.json", "requests.jsonl")
"""What the parts of a session are called; without the first there is nothing to choose from."""
_DATA = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".lhar", ".traj")
_ABOUT = ("README", "LICENSE")
_MOST_SHOWN = 4
_MANIFESTS = (".json", ".yaml", ".yml", ".zip")
_INSIDE = "manifests"  # a folder of them, beside what they were made of
_MOST_MANIFESTS = 2_000  # of one folder that are opened as an inbox
_MOST_FILES = 16  # of data that are opened together; more are the records of one set

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Opened = (
    UnifiedContextBudgetPolicy
    | Overrides
    | CandidateSet
    | Request
    | tuple[Request, ...]
    | Session
    | Document
    | Together
)
"""What a file can be opened as; relevance configurations and hot states become stages, files of
other programs what they hold of these."""


@dataclass(frozen=True)
class Offer:
    """A file of another program before anybody has agreed to open it.

    ``mapping`` says which columns hold what where it is a table of no known format, else None.
    """

    head: Head
    imported: Imported
    mapping: ColumnMapping | None = None
    log: str = ""
    """The path of a session's log, which is opened as a timeline, too; "" for anything else."""
    again: Callable[[ColumnMapping, AccountDraft], Imported | None] | None = field(
        default=None, compare=False
    )
    """Reads the records once more by other columns; None where nobody may choose any."""
    path: str = ""
    """Where the file is; "" for what is in none."""
    records: Callable[[], Iterator[Parsed]] = field(default=lambda: iter(()), compare=False)
    """The records of the file, given anew with every call."""

    @cached_property
    def value(self) -> Opened:
        """What the file is opened as, made once: whoever reads a file in a worker asks there."""
        value = _parts_of(self.imported)
        if not self.log:
            return value
        from inspector.session.timeline_stage import TimelineStage

        parts = value.parts if isinstance(value, Together) else (value,)
        return Together((*parts, TimelineStage(log=self.log, session="")))

    def left_out(self) -> Iterator[tuple[Parsed, str]]:
        """Give every row of a table that is left out, with the reason."""
        left: dict[str, str] = {}
        if self.mapping is not None and self.again is not None:
            self.again(self.mapping, AccountDraft(left))
        for row in self.records() if left else ():
            if (reason := left.get(str(row.place()))) is not None:
                yield row, reason

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns among which the mapping chooses."""
        from inspector.files.importers.mapping import columns_of_records

        return columns_of_records(self.head)

    @property
    def reads_itself(self) -> bool:
        """Whether the file says the same to whoever reads it, without being told the columns."""
        from inspector.files.importers.mapping import proposed_mapping

        return self.mapping is None or self.mapping == proposed_mapping(self.columns)


class _Foreign(Protocol[T_co]):
    """Reads a file of another program; ``unknown`` says that it may be none."""

    def __call__(self, source: Source | None, *, unknown: bool) -> T_co | None: ...


def files_of_folder(path: PathLike) -> tuple[str, ...]:
    """Return the files as which a folder is opened; () where it is opened as a whole.

    A session goes before all else. Otherwise it is every part that is called as its kind is
    (``policy.json`` or ``NAME.policy.json``), with candidates among them, and the manifests beside
    them. With either go the manifests in a folder ``manifests``. Otherwise it is all
    files, where all are data (a retriever's answers, logs, tables) and there are few. A folder with
    two sessions, or two policies beside candidates, is not opened: which is meant, nobody has said.
    """
    if not os.path.isdir(path) or is_foreign_folder(path):  # noqa: PTH112  # accepts any text
        return ()
    names = _names_in(path)
    own = _own(names)
    if _several(own):
        return ()
    found = [name for same in own.values() for name in same]
    # What lies beside a session may be what was written from it.
    beside = [] if _SESSION in own else [name for name in names if name not in found]
    if found and _INSIDE in names:
        inside = _names_in(os.path.join(path, _INSIDE))  # noqa: PTH118
        beside += [os.path.join(_INSIDE, name) for name in inside]  # noqa: PTH118
    found += _manifests_among(path, beside)
    if not found:
        found = [name for name in names if not name.startswith((".", *_ABOUT))]
        if len(found) > _MOST_FILES or not all(name.lower().endswith(_DATA) for name in found):
            return ()
    return tuple(os.path.join(path, name) for name in found)  # noqa: PTH118


def manifests_beside(session: PathLike, most: int = _MOST_MANIFESTS) -> tuple[str, ...]:
    """Return the manifests among the first files of the folder ``manifests`` beside a session."""
    folder = os.path.join(os.path.dirname(session), _INSIDE)  # noqa: PTH118, PTH120
    found = _manifests_among(folder, _names_in(folder)[:most])
    return tuple(os.path.join(folder, name) for name in found)  # noqa: PTH118


def _manifests_among(path: PathLike, names: Sequence[str]) -> list[str]:
    """Return the names of manifests and audit bundles, told by their contents."""
    found = []
    for name in names[:_MOST_MANIFESTS]:
        if name.startswith(".") or not name.lower().endswith(_MANIFESTS):
            continue
        file = os.path.join(path, name)  # noqa: PTH118
        if is_bundle(file) or detect_kind(file).value is FileKind.MANIFEST:
            found.append(name)
    return found


def _names_in(path: PathLike) -> list[str]:
    with contextlib.suppress(OSError):
        return sorted(os.fspath(name) for name in os.listdir(path))  # noqa: PTH208  # names only
    return []


def _own(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the files by which a folder of this program's files is opened, by their kind."""
    sessions = [name for name in names if name.endswith(_SESSION)]
    if sessions:
        return {_SESSION: sessions}
    parts = {
        kind: [name for name in names if name == kind or name.endswith(f".{kind}")]
        for kind in _PARTS
    }
    return parts if parts[_CANDIDATES] else {}


def _several(own: Mapping[str, Sequence[str]]) -> list[str]:
    """Return files of one kind of which one has to be chosen; [] for none."""
    return next(
        (list(same) for kind, same in own.items() if kind != _CANDIDATES and len(same) > 1), []
    )


def load_any(
    path: PathLike, progress: Progress | None = None, *, better: Better | None = None
) -> Loaded[Opened]:
    """Return what a file or a folder holds, whatever it is (``-`` is standard input).

    ``better`` says how the scores of a file of another program are read.
    """
    require(str | os.PathLike, path=path)

    def work(found: Findings) -> Opened | None:
        def foreign(source: Source | None, *, unknown: bool) -> Opened | None:
            if unknown:
                return None
            imported = read_foreign(path, found, progress, source=source, better=better)
            return _parts_of(imported) if imported and imported.becomes else None

        return _load(path, found, progress, foreign)

    return gathered(work)


def load_offer(
    path: PathLike,
    progress: Progress | None = None,
    *,
    mappings: Mapping[tuple[str, ...], ColumnMapping] = MappingProxyType({}),
    text: str | None = None,
) -> Loaded[Opened | Offer]:
    """Return what a file holds as ``load_any`` does, but a file of another program as an offer.

    A table of no known format is read by the mapping of its columns, else by a likely one. With
    ``text`` no file is read; ``path`` is then only what the text is called.
    """
    require(str | os.PathLike, path=path)

    def work(found: Findings) -> Opened | Offer | None:
        def foreign(source: Source | None, *, unknown: bool) -> Offer | None:
            if source is None and is_session_folder(path):
                sessions = read_foreign(path, found, progress)
                head = Head(os.path.basename(path), (), is_list=False)  # noqa: PTH119  # accepts any text
                place = os.path.abspath(path)  # noqa: PTH100  # accepts any text
                return None if sessions is None else Offer(head, sessions, log=place, path=place)
            read = foreign_of(path, Findings() if unknown else found, source, progress=progress)
            if read is None:
                return None
            mapping = None
            if recognised(read.head) is None:
                from inspector.files.importers.mapping import columns_of_records, likely_mapping

                columns = columns_of_records(read.head)
                mapping = mappings.get(columns) or likely_mapping(read.head)
            if unknown and mapping is None:
                return None
            imported = read_as(read, mapping=mapping)
            if not imported.becomes:
                return None
            is_log = text is None and imported.is_session
            log = os.path.abspath(path) if is_log else ""  # noqa: PTH100  # accepts any text

            def again(chosen: ColumnMapping, account: AccountDraft) -> Imported | None:
                fresh = replace(read, found=Findings(), account=account)
                return read_as(fresh, mapping=chosen)

            place = "" if text is not None else os.path.abspath(path)  # noqa: PTH100  # accepts any text
            return Offer(
                read.head, imported, mapping, log, again if mapping else None, place, read.records
            )

        if text is not None:
            source = Source(shown(path), text.lstrip("\ufeff").encode("utf-8", "replace"))
            return _opened(source, path, found, progress, foreign)
        return _load(path, found, progress, foreign)

    return gathered(work)


def _load(
    path: PathLike, found: Findings, progress: Progress | None, foreign: _Foreign[T]
) -> Opened | T | None:
    if os.path.isdir(path):  # noqa: PTH112  # accepts what is no valid Path, too
        if is_foreign_folder(path):
            return foreign(None, unknown=False)
        several = _several(_own(_names_in(path)))
        if several:
            found.add(_one_of(path, several))
            return None
        return read_any_candidates(path, found, progress)
    if is_parquet(path):
        return foreign(None, unknown=False)
    if is_bundle(path):
        from inspector.files.audit_bundle.reading import read_bundle

        return read_bundle(path, found, progress)
    source = read_source(path, found, progress)
    return _opened(source, path, found, progress, foreign) if source else None


def _one_of(path: PathLike, names: Sequence[str]) -> Problem:
    shown_names = ", ".join(names[:_MOST_SHOWN]) + (", …" if len(names) > _MOST_SHOWN else "")
    return Problem(
        Severity.ERROR,
        "folder.several",
        f"The folder holds {count_of(len(names), 'file')} of one kind: {shown_names}",
        "Open one of them, with the other files that belong to it.",
        Place(shown(path)),
    )


def _opened(
    source: Source,
    path: PathLike,
    found: Findings,
    progress: Progress | None,
    foreign: _Foreign[T],
) -> Opened | T | None:
    asked = Findings()
    kind = kind_of(source, path, asked)
    report_progress(progress, 0, len(source.data))
    if kind is FileKind.FOREIGN:
        return foreign(source, unknown=False)
    match kind:
        case FileKind.CANDIDATES:
            return read_candidates(source, path, found, progress)
        case FileKind.REQUEST | FileKind.REQUESTS:
            corpus = read_requests(source, path, found, progress)
            several = tuple(request for request, _ in corpus)
            return (several or None) if kind is FileKind.REQUESTS else next(iter(several), None)
        case FileKind.SESSION:
            return read_session(source, path, found, progress)
        case FileKind.METRICS:
            from inspector.files.metrics import read_metrics
            from inspector.session.discipline_stage import DisciplineStage

            turns = read_metrics(source, path, found, progress)
            return DisciplineStage(turns=turns) if turns else None
        case FileKind.RECEIPTS:
            from inspector.files.receipts import read_receipts

            return read_receipts(source, shown(path), found)
        case FileKind.MANIFEST:
            from inspector.files.manifests import read_audit

            return read_audit(source, path, found)
        case None | FileKind.FOLDER:
            offered = foreign(source, unknown=True)
            for problem in asked.problems() if offered is None else ():
                found.add(problem)
            return offered
        case _:
            parsed = parse_document(source, path, found, progress)
            return _part_of(kind, parsed, found, path) if parsed else None


def _part_of(kind: FileKind, parsed: Parsed, found: Findings, path: PathLike) -> Opened | None:
    """Return the part of a session that a file of a kind is, as its one value."""
    if kind is FileKind.POLICY:
        return check_policy(parsed, found)
    if kind is FileKind.OVERRIDES:
        return check_overrides(parsed, found)
    stage = stage_of_kind(kind.value)
    return check_stage(stage.id, parsed, found, folder_of(path)) if stage else None


def _parts_of(imported: Imported) -> Opened:
    """Return what a file of another program is opened as: the one part that it holds, or all."""
    requests = imported.requests
    parts: list[CandidateSet | Request | tuple[Request, ...] | WindowStage] = []
    if imported.candidates is not None:
        parts.append(imported.candidates)
    if requests:
        parts.append(requests if len(requests) > 1 else requests[0])
    if imported.payloads:
        parts.append(window_stage(imported))
    return parts[0] if len(parts) == 1 else Together(tuple(parts))
