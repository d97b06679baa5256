"""The tables of an audit: findings, rows beside the replay, cards, buckets, totals, notes.

The history of runs as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any

from inspector.analysis.audit.audit import Audit, AuditRow, RowState
from inspector.analysis.audit.finding import Finding, FindingKind
from inspector.analysis.audit.replay import FieldDifference
from inspector.analysis.audit.replay_findings import why_differs
from inspector.core.injection.manifest import ManifestBucket, ManifestCard
from inspector.core.ledger import Number
from inspector.core.problems import Severity
from inspector.language import localized, tr
from inspector.present.finding_lines import finding_title, follows, message_words
from inspector.present.recorded_words import (
    background_words,
    card_words,
    given_words,
    replayed_words,
    value_words,
)
from inspector.present.table import Column, Elide, Kind, TableData
from inspector.present.table.spec import KIND_WORDS, Table, table_of
from inspector.session.session import Note
from inspector.stages.injection.provenance import ATTRIBUTION_COLUMNS, attribution_text

WEIGHTS = tuple(severity.value for severity in Severity)
_STATES = tuple(state.value for state in RowState)
_KINDS = tuple(kind.value for kind in FindingKind)
_TYPES = ("manifest", "card", "bucket")
_RENDERINGS = ("compact", "standard", "full")


@dataclass(frozen=True, slots=True)
class Audited:
    """What the tables are made of: an audit, its findings with their lines, and the notes."""

    audit: Audit
    findings: tuple[Finding, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding by its place; ``cause`` counts from 1, ``follows`` from it or is it."""

    place: int
    finding: Finding
    title: str
    row: AuditRow | None
    cause: int
    follows: bool


def finding_lines(source: Audited) -> Iterator[FindingLine]:
    """Yield the findings as causes, each before what only follows from it."""
    audit = source.audit
    for cause, group in enumerate(audit.groups, start=1):
        for place in (group.cause, *group.follows):
            one, later = source.findings[place], place != group.cause
            title = finding_title(audit, audit.findings[place])
            told = follows(title) if later and not group.inputs else title
            yield FindingLine(place, one, told, audit.row_of(one), cause, later)


def _row_line(
    line: FindingLine, words: Callable[[AuditRow], str], much: Callable[[FieldDifference], Any]
) -> str:
    if line.row is None:
        return ""
    differs = line.row.difference.fields if line.row.difference is not None else ()
    if len(differs) == 1 and differs[0].field == "token_count":
        return tr("{tokens} tokens", tokens=value_words(much(differs[0])))
    return words(line.row)


FINDINGS = Table(
    "findings", tr("Findings"),
    (
        Column("weight", "Severity", "How severe it is.", Kind.ENUM, ("severity",), width=8,
               of=lambda line: line.finding.severity.value, labels=WEIGHTS),
        Column("cause", "Cause", "What follows from a cause has its number.", Kind.INTEGER,
               visible=False, width=5, of=attrgetter("cause")),
        Column("finding", "Finding", "What was found, by the name of what it is about.", Kind.TEXT,
               width=54, of=attrgetter("title")),
        Column("actual", "Manifest", "What the manifest says.", Kind.TEXT, width=17,
               of=lambda line: _row_line(line, given_words, attrgetter("actual"))),
        Column("expected", "Replay", "What the inputs lead to.", Kind.TEXT, width=17,
               of=lambda line: _row_line(line, replayed_words, attrgetter("expected"))),
        Column("line", "Line", "Its line in the manifest's file.", Kind.INTEGER, width=6,
               of=lambda line: line.finding.place.line),
        Column("kind", "Kind", "What sort of thing is wrong.", Kind.ENUM, visible=False, width=13,
               of=lambda line: line.finding.kind.value, labels=_KINDS),
        Column("message", "In full", "What was found, with its numbers.", Kind.TEXT, visible=False,
               width=62, of=lambda line: message_words(line.finding)),
        Column("subject", "About", "The id of what it is about.", Kind.TEXT, ("id",),
               visible=False, width=20, elide=Elide.MIDDLE,
               of=lambda line: line.finding.subject),
        Column("place", "Place", "Its place as a JSON pointer.", Kind.TEXT, visible=False,
               width=30, elide=Elide.MIDDLE, of=lambda line: line.finding.place.pointer),
        Column("rule", "Rule", "What it is measured against.", Kind.TEXT, visible=False, width=16,
               of=lambda line: line.finding.rule),
        Column("code", "Check", "The check that found it.", Kind.TEXT, visible=False, width=20,
               of=lambda line: line.finding.code),
    ),
    finding_lines, lambda _place, line: f"finding:{line.place}",
    empty=tr("Nothing was found."), tab="audit-findings", file="audit-findings",
    help=tr("Every finding, its cause first."),
)  # fmt: skip


def _tokens(row: Any) -> int | None:
    value = row.get("token_count") if isinstance(row, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _cause(row: tuple[AuditRow, Audit]) -> str:
    one, audit = row
    if one.difference is None:
        return ""
    return why_differs(one.difference.key, audit.explanation).removeprefix("Explained by: ")


ROWS = Table(
    "rows", tr("Rows"),
    (
        Column("state", "Replay", "Whether the inputs lead to this row.", Kind.ENUM, width=11,
               of=lambda row: row[0].state.value, labels=_STATES),
        Column("name", "Name", "What people call it.", Kind.TEXT, width=26,
               of=lambda row: row[0].name),
        Column("actual", "In the manifest", "What the manifest says.", Kind.TEXT, width=26,
               of=lambda row: given_words(row[0])),
        Column("tokens", "Tokens", "Tokens in the manifest.", Kind.INTEGER, width=7,
               of=lambda row: _tokens(row[0].given)),
        Column("expected", "In the replay", "What the inputs lead to.", Kind.TEXT, width=26,
               of=lambda row: replayed_words(row[0])),
        Column("replayed", "Tokens", "Tokens of the replay.", Kind.INTEGER, width=7,
               of=lambda row: _tokens(row[0].replayed)),
        Column("cause", "Cause", "The changed input that explains it.", Kind.TEXT,
               visible=False, width=30, of=_cause),
        Column("type", "Type", "A field of the head, a card or a bucket.", Kind.ENUM,
               visible=False, width=9, of=lambda row: row[0].kind, labels=_TYPES),
        Column("id", "Id", "Its id.", Kind.TEXT, visible=False, width=20, elide=Elide.MIDDLE,
               of=lambda row: row[0].subject),
    ),
    lambda source: ((row, source.audit) for row in source.audit.compared),
    lambda _place, row: row[0].key,
    empty=tr("The manifest has no rows that can be read."), tab="audit-rows", file="audit-rows",
    help=tr("Every row of the manifest beside the replay."),
)  # fmt: skip


def _entry(field: str) -> Callable[[AuditRow], Any]:
    return attrgetter(f"entry.{field}")


def _attribution(field: str, row: AuditRow) -> str:
    return attribution_text(row.entry, field)


def _cards(source: Audited) -> Iterator[AuditRow]:
    return (row for row in source.audit.compared if isinstance(row.entry, ManifestCard))


def _buckets(source: Audited) -> Iterator[AuditRow]:
    return (row for row in source.audit.compared if isinstance(row.entry, ManifestBucket))


_STATE = Column("state", "Replay", "Whether the inputs lead to this row.", Kind.ENUM, width=11,
                of=lambda row: row.state.value, labels=_STATES)  # fmt: skip

CARDS = Table(
    "cards", tr("Cards"),
    (
        Column("name", "Name", "What people call it.", Kind.TEXT, width=26,
               of=_entry("canonical_name")),
        Column("verdict", "Verdict", "What the manifest says of it.", Kind.TEXT, width=26,
               of=lambda row: card_words(row.entry)),
        Column("tokens", "Tokens", "Tokens of its rendering.", Kind.INTEGER, width=7,
               of=_entry("token_count")),
        Column("relevance", "Relevance", "What decided its place in the order.", Kind.NUMBER,
               width=9, of=_entry("relevance_score")),
        *(
            Column(one.id, one.title, one.help, Kind.TEXT, one.aliases, width=one.width,
                   elide=one.elide, of=partial(_attribution, one.id))
            for one in ATTRIBUTION_COLUMNS
        ),
        _STATE,
        Column("kind", "Kind", "What it is about.", Kind.TEXT, width=16, words=KIND_WORDS,
               of=_entry("node_kind")),
        Column("rendering", "Rendering", "The rendering that is in, or would be at least.",
               Kind.ENUM, visible=False, width=10, of=_entry("rendering_tier"),
               labels=_RENDERINGS),
        Column("reason", "Reason", "The code of its reason.", Kind.TEXT, visible=False, width=20,
               of=lambda row: row.entry.suppression_reason or ""),
        Column("id", "Id", "Its id.", Kind.TEXT, visible=False, width=20, elide=Elide.MIDDLE,
               of=attrgetter("subject")),
    ),
    _cards, lambda _place, row: row.key,
    empty=tr("The manifest lists no cards."), tab="audit-cards", file="audit-cards",
    help=tr("Every card of the manifest, with where it came from."),
)  # fmt: skip

BUCKETS = Table(
    "buckets", tr("Buckets"),
    (
        Column("name", "Bucket", "What people call it.", Kind.TEXT, width=28,
               of=_entry("bucket_title")),
        Column("mode", "Mode", "Inline where a file is in full text, else manifest.", Kind.TEXT,
               width=10, of=_entry("mode")),
        Column("inlined", "Full text", "Files in full text.", Kind.INTEGER, width=9,
               of=_entry("files_inlined")),
        Column("listed", "Title only", "Files by title only.", Kind.INTEGER, width=9,
               of=_entry("files_manifested")),
        Column("tokens", "Tokens", "Tokens of all that is in, overhead included.", Kind.INTEGER,
               width=8, of=_entry("token_count")),
        Column("background", "Summary", "What became of the bucket's summary.", Kind.TEXT,
               width=20, of=lambda row: background_words(row.entry) or tr("none included")),
        _STATE,
        Column("id", "Id", "Its id.", Kind.TEXT, visible=False, width=20, elide=Elide.MIDDLE,
               of=attrgetter("subject")),
    ),
    _buckets, lambda _place, row: row.key,
    empty=tr("The manifest lists no buckets."), tab="audit-buckets", file="audit-buckets",
    help=tr("Every bucket of the manifest."),
)  # fmt: skip

TOTALS = Table(
    "totals", tr("Totals"),
    (
        Column("name", "Field", "What it is.", Kind.TEXT, width=36, of=attrgetter("name")),
        Column("actual", "In the manifest", "What the manifest says.", Kind.TEXT, width=26,
               of=lambda row: value_words(row.given)),
        Column("expected", "In the replay", "What the inputs lead to.", Kind.TEXT, width=26,
               of=replayed_words),
        _STATE,
    ),
    lambda source: (row for row in source.audit.compared if row.kind == "manifest"),
    lambda _place, row: row.key,
    tab="audit-totals", file="audit-totals", help=tr("The fields of the manifest's head."),
)  # fmt: skip

NOTES = Table(
    "notes", tr("Notes"),
    (
        Column("subject", "On", "The card, file or bucket.", Kind.TEXT, ("id",), width=28,
               elide=Elide.MIDDLE, of=attrgetter("subject")),
        Column("text", "Note", "What somebody wrote.", Kind.TEXT, ("note",), width=80,
               of=lambda note: " ".join(note.text.split())),
    ),
    attrgetter("notes"), lambda _place, note: f"note:{note.subject}",
    empty=tr("No notes yet. Select a row and write one on the right."), tab="audit-notes",
)  # fmt: skip


def cards_data(source: Audited) -> TableData:
    """Return the table of cards; a column of attribution that is empty throughout is hidden."""
    cards = [row.entry for row in _cards(source)]
    empty = {
        one.id for one in ATTRIBUTION_COLUMNS if not any(getattr(card, one.id) for card in cards)
    }
    columns = (replace(one, visible=False) if one.id in empty else one for one in CARDS.columns)
    return replace(CARDS, columns=tuple(columns)).data(source)


TABLES = (FINDINGS, ROWS, CARDS, BUCKETS, TOTALS, NOTES)


_STAGES = ("injection", "relevance", "discipline", "window", "assembly", "builder", "corpus", "")

_SHOWN_DIGITS = 8


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run of the history."""

    number: int
    seen: str
    stage: str
    title: str
    times: int
    series: str
    version: str
    inputs: Mapping[str, str]
    metrics: Mapping[str, Number]
    verdicts: Mapping[str, int]
    result: str


def _beginning(part: str) -> Callable[[RunLine], str]:
    return lambda run: run.inputs.get(part, "")[:_SHOWN_DIGITS]


def _used(run: RunLine) -> int | None:
    used = run.metrics.get("used", run.metrics.get("total_tokens_used"))
    return used if isinstance(used, int) else None


RUN_COLUMNS = (
    Column("seen", "Last seen", "When the run was seen last, UTC.", Kind.TEXT, ("time",), width=18,
           of=lambda run: run.seen[:16].replace("T", " ")),
    Column("stage", "Stage", "What was run.", Kind.ENUM, width=9, labels=_STAGES,
           of=lambda run: run.stage if run.stage in _STAGES else ""),
    Column("title", "Title", "The session, or the file.", Kind.TEXT, width=24,
           of=lambda run: " ".join(run.title.split())),
    Column("used", "Used", "Tokens that were used.", Kind.INTEGER, width=7, of=_used),
    Column("verdicts", "Verdicts", "How many subjects got each verdict.", Kind.TEXT, ("verdict",),
           width=24, of=lambda run: ", ".join(
               f"{localized(count)} {verdict}" for verdict, count in run.verdicts.items())),
    Column("policy", "Policy", "Beginning of the policy's SHA-256.", Kind.TEXT, width=10,
           of=_beginning("policy")),
    Column("result", "Result", "Beginning of the result's SHA-256.", Kind.TEXT,
           ("fingerprint",), visible=False, width=10, of=lambda run: run.result[:_SHOWN_DIGITS]),
    Column("request", "Request", "Beginning of the request's SHA-256.", Kind.TEXT, visible=False,
           width=10, of=_beginning("request")),
    Column("candidates", "Candidates", "Beginning of the set's SHA-256.", Kind.TEXT, visible=False,
           width=10, of=_beginning("candidates")),
    Column("times", "Times", "How often it was seen in a row.", Kind.INTEGER, visible=False,
           width=7, of=attrgetter("times")),
    Column("series", "Series", "The corpus it belongs to.", Kind.TEXT, visible=False, width=20,
           elide=Elide.MIDDLE, of=attrgetter("series")),
    Column("version", "Version", "The program that ran it.", Kind.TEXT, visible=False, width=9,
           of=attrgetter("version")),
    Column("number", "Run", "The run's number.", Kind.INTEGER, visible=False, width=6,
           of=attrgetter("number")),
)  # fmt: skip


def history_table(runs: Sequence[RunLine]) -> TableData:
    """Return runs as they are given; keys are ``run:`` and the number."""
    return table_of(RUN_COLUMNS, [f"run:{run.number}" for run in runs], runs)
