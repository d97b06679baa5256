"""The tables of an audit: its findings, the rows of the manifest beside the replay, the notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit.contents import NUMBERS, Contents
from inspector.analysis.audit.finding import Finding
from inspector.analysis.audit.finding import Kind as FindingKind
from inspector.analysis.audit.replay import Change, Replay, RowDifference
from inspector.analysis.audit.replay_findings import shown, why_differs
from inspector.core.injection.manifest import ManifestBucket, ManifestCard
from inspector.core.problems import Severity
from inspector.core.reasons import REASONS_BY_CODE, Reason
from inspector.language import localized, tr
from inspector.present.table import Codes, Column, Elide, Kind, Numbers, TableData, Texts
from inspector.session.session import Note

WEIGHTS = tuple(severity.value for severity in Severity)
AGREES, DIFFERS, MISSING, EXTRA, UNKNOWN = "agrees", "differs", "missing", "extra", "not replayed"
STATES = (AGREES, DIFFERS, MISSING, EXTRA, UNKNOWN)
_CHANGES = {Change.CHANGED: DIFFERS, Change.MISSING: MISSING, Change.EXTRA: EXTRA}
_KINDS = tuple(kind.value for kind in FindingKind)
_TYPES = ("manifest", "card", "bucket")

FINDING_COLUMNS = (
    Column("weight", "Severity", "How severe it is.", Kind.ENUM, ("severity",), width=10),
    Column("kind", "Kind", "What sort of thing is wrong.", Kind.ENUM, width=13),
    Column("finding", "Finding", "What was found, with its numbers.", Kind.TEXT, width=62),
    Column("subject", "About", "The card or bucket it is about.", Kind.TEXT, ("id",), width=20,
           elide=Elide.MIDDLE),
    Column("line", "Line", "Its line in the manifest's file.", Kind.INTEGER, width=6),
    Column("place", "Place", "Its place as a JSON pointer.", Kind.TEXT, visible=False, width=30,
           elide=Elide.MIDDLE),
    Column("rule", "Rule", "What it is measured against.", Kind.TEXT, visible=False, width=16),
    Column("code", "Check", "The check that found it.", Kind.TEXT, visible=False, width=20),
)  # fmt: skip

ROW_COLUMNS = (
    Column("state", "Replay", "Whether the inputs lead to this row.", Kind.ENUM, width=11),
    Column("name", "Name", "What people call it.", Kind.TEXT, width=24),
    Column("actual", "In the manifest", "What the manifest says.", Kind.TEXT, width=23),
    Column("expected", "Replayed", "What the inputs lead to.", Kind.TEXT, width=23),
    Column("tokens", "Tokens", "Tokens in the manifest.", Kind.INTEGER, width=7),
    Column("replayed", "Replayed tokens", "Tokens of the replay.", Kind.INTEGER, visible=False,
           width=14),
    Column("relevance", "Relevance", "The card's relevance.", Kind.NUMBER, visible=False, width=9),
    Column("cause", "Cause", "The changed input that explains it.", Kind.TEXT, width=30),
    Column("type", "Type", "A field of the head, a card or a bucket.", Kind.ENUM, visible=False,
           width=9),
    Column("id", "Id", "Its id.", Kind.TEXT, visible=False, width=20, elide=Elide.MIDDLE),
)  # fmt: skip

NOTE_COLUMNS = (
    Column("subject", "On", "The card, file or bucket.", Kind.TEXT, ("id",), width=28,
           elide=Elide.MIDDLE),
    Column("text", "Note", "What somebody wrote.", Kind.TEXT, ("note",), width=80),
)  # fmt: skip


def finding_table(findings: Sequence[Finding]) -> TableData:
    """Return the findings; keys are ``finding:`` and the place in the list."""
    return TableData(
        FINDING_COLUMNS,
        [f"finding:{place}" for place in range(len(findings))],
        {
            "weight": _codes((one.severity.value for one in findings), WEIGHTS),
            "kind": _codes((one.kind.value for one in findings), _KINDS),
            "finding": Texts([one.message for one in findings]),
            "subject": Texts([one.subject or "" for one in findings]),
            "line": _numbers([one.place.line for one in findings]),
            "place": Texts([one.place.pointer or "" for one in findings]),
            "rule": Texts([one.rule for one in findings]),
            "code": Texts([one.code for one in findings]),
        },
    )


def row_table(audit: Audit) -> TableData:
    """Return every row of the manifest beside the replay, and those that only the replay has.

    Keys are the row's type and its id, or the name of a field of the manifest.
    """
    contents = audit.contents
    rows = [*_head_rows(contents), *_card_rows(contents), *_bucket_rows(contents)]
    done = audit.replay
    if done is not None:
        known = {row["key"] for row in rows}
        rows += (
            _missing(one, done)
            for one in done.differences
            if f"{one.key[0]}:{one.key[1]}" not in known
        )
    for row in rows:
        _compare(row, audit)
    keys: dict[str, int] = {}
    for row in rows:  # a manifest may list an id twice, a table may not
        count = keys[row["key"]] = keys.get(row["key"], 0) + 1
        row["key"] += f"#{count}" * (count > 1)
    return TableData(
        ROW_COLUMNS,
        [row["key"] for row in rows],
        {
            "state": _codes((row["state"] for row in rows), STATES),
            "type": _codes((row["type"] for row in rows), _TYPES),
            "name": Texts([row["name"] for row in rows]),
            "actual": Texts([row["actual"] for row in rows]),
            "expected": Texts([row["expected"] for row in rows]),
            "tokens": _numbers([row["tokens"] for row in rows]),
            "replayed": _numbers([row["replayed"] for row in rows]),
            "relevance": _floats([row["relevance"] for row in rows]),
            "cause": Texts([row["cause"] for row in rows]),
            "id": Texts([row["id"] for row in rows]),
        },
    )


def note_table(notes: Sequence[Note]) -> TableData:
    """Return the notes; keys are ``note:`` and the subject's id."""
    return TableData(
        NOTE_COLUMNS,
        [f"note:{note.subject}" for note in notes],
        {
            "subject": Texts([note.subject for note in notes]),
            "text": Texts([" ".join(note.text.split()) for note in notes]),
        },
    )


def card_words(card: ManifestCard) -> str:
    """Return what a manifest says of a card: its rendering, or why it is not injected."""
    if not card.suppressed:
        return tr("injected, {tier}", tier=card.rendering_tier)
    reason = REASONS_BY_CODE.get(card.suppression_reason or "")
    if reason is Reason.BUCKET_FILE_OVERLAP:
        return tr("suppressed: text already included")
    if reason is not None:
        told = {"dropped": tr("dropped"), "excluded": tr("excluded")}
        verdict = told.get(reason.verdict.value, tr("not injected"))
        return f"{verdict}: {reason.code.replace('_', ' ')}"
    return tr("not injected: {reason}", reason=card.suppression_reason or tr("no reason given"))


def bucket_words(bucket: ManifestBucket) -> str:
    """Return what a manifest says of a bucket."""
    background = (
        ", background in"
        if bucket.background_included
        else ", background suppressed"
        if bucket.background_suppressed_by_overlap
        else ""
    )
    inlined, listed = localized(bucket.files_inlined), localized(bucket.files_manifested)
    return f"{inlined} inlined, {listed} listed{background}"


def _head_rows(contents: Contents) -> Iterable[dict[str, Any]]:
    for name in NUMBERS:
        number = contents.number(name)
        said = "?" if number is None else localized(number)
        yield _row("manifest", name, name.replace("_", " "), said, None)
    yield _row("manifest", "degraded_state", "degraded state", contents.state or "?", None)


def _card_rows(contents: Contents) -> Iterable[dict[str, Any]]:
    for row in contents.readable_cards:
        card = row.entry
        made = _row("card", card.node_id, card.canonical_name, card_words(card), card.token_count)
        yield made | {"relevance": card.relevance_score}


def _bucket_rows(contents: Contents) -> Iterable[dict[str, Any]]:
    for row in contents.readable_buckets:
        bucket = row.entry
        said = bucket_words(bucket)
        yield _row("bucket", bucket.bucket_id, bucket.bucket_title, said, bucket.token_count)


def _row(kind: str, subject: str, name: str, said: str, tokens: int | None) -> dict[str, Any]:
    return {
        "key": f"{kind}:{subject}",
        "type": kind,
        "id": subject,
        "name": name,
        "actual": said,
        "expected": "",
        "tokens": tokens,
        "replayed": None,
        "relevance": None,
        "cause": "",
        "state": UNKNOWN,
    }


def _missing(one: RowDifference, done: Replay) -> dict[str, Any]:
    kind, subject = one.key
    own = done.card_names.get(subject) if kind == "card" else None
    name = own or subject.replace("_", " ")
    return _row(kind, subject, name, "", None)


def _compare(row: dict[str, Any], audit: Audit) -> None:
    """Add what the replay has in the row's place."""
    done = audit.replay
    if done is None:
        return
    key = (row["type"], row["id"])
    one = done.by_key.get(key)
    row["state"] = AGREES if one is None else _CHANGES[one.change]
    if one is None:
        row["expected"], row["replayed"] = row["actual"], row["tokens"]
        return
    row["cause"] = why_differs(key, audit.explanation).removeprefix("Explained by: ")
    wanted = {field.field: field.expected for field in one.fields}
    row["replayed"] = wanted.get("token_count", row["tokens"])
    if one.change is Change.EXTRA:
        row["replayed"] = None
    elif one.change is Change.MISSING:
        row["expected"] = one.sentence
    elif row["type"] == "manifest":
        row["expected"] = shown(wanted[row["id"]])
    else:
        row["expected"] = ", ".join(
            f"{field.field.replace('_', ' ')} {shown(field.expected)}" for field in one.fields
        )


def _codes(values: Iterable[str], labels: tuple[str, ...]) -> Codes:
    places: Mapping[str, int] = {label: place for place, label in enumerate(labels)}
    return Codes(np.array([places[value] for value in values], dtype=np.uint16), labels)


def _numbers(values: Sequence[int | None]) -> Numbers:
    present = np.array([value is not None for value in values], dtype=np.bool_)
    return Numbers(np.array([value or 0 for value in values], dtype=np.int64), present)


def _floats(values: Sequence[float | None]) -> Numbers:
    present = np.array([value is not None for value in values], dtype=np.bool_)
    return Numbers(np.array([value or 0.0 for value in values], dtype=np.float64), present)


EMPTY_ROWS = TableData(
    ROW_COLUMNS,
    [],
    {
        column.id: _codes((), _TYPES)
        if column.kind is Kind.ENUM
        else _numbers([])
        if column.kind in (Kind.INTEGER, Kind.NUMBER)
        else Texts([])
        for column in ROW_COLUMNS
    },
)
"""The rows of no manifest."""
