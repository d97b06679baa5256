"""The tables of bucket content: files, and the buckets they belong to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.card_rows import (
    REASON_LABELS,
    VERDICT_LABELS,
    reason_code,
    verdict_code,
)
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.present.injection.what_if import (
    columns_of_run,
    forced_codes,
    what_if_values,
)
from inspector.present.table import (
    Codes,
    Column,
    Elide,
    Flags,
    Kind,
    Numbers,
    TableData,
    Texts,
    decimals,
)

FILE_COLUMNS = (
    Column("file", "File", "The file's title.", Kind.TEXT, ("title", "name"), width=36),
    Column("bucket", "Bucket", "The bucket it belongs to.", Kind.TEXT, width=22),
    Column("verdict", "Verdict", "What became of the file.", Kind.ENUM, ("state",), width=11),
    Column("tokens", "Tokens", "Tokens of its text or of its line.", Kind.INTEGER, width=7),
    Column(
        "overhead",
        "Overhead",
        "Tokens of headings and separators around it.",
        Kind.INTEGER,
        visible=False,
        width=8,
    ),
    Column(
        "needed",
        "Needed",
        "Tokens that inlining its text takes, with overhead.",
        Kind.INTEGER,
        width=7,
    ),
    Column(
        "left",
        "Left",
        "Tokens left of the bucket budget at its turn.",
        Kind.INTEGER,
        visible=False,
        width=7,
    ),
    Column(
        "relevance",
        "Relevance",
        "The score that decides its turn.",
        Kind.NUMBER,
        ("rel",),
        width=9,
        write=decimals(3),
    ),
    Column(
        "target",
        "Target",
        "Whether the user asked about it directly.",
        Kind.FLAG,
        visible=False,
        width=7,
    ),
    Column(
        "suppresses",
        "Suppresses",
        "Cards that its inlining made redundant.",
        Kind.INTEGER,
        width=10,
    ),
    Column("reason", "Reason", "The rule that decided.", Kind.ENUM, visible=False, width=18),
    Column(
        "ref",
        "Reference",
        "How cards name it.",
        Kind.TEXT,
        ("id",),
        visible=False,
        width=28,
        elide=Elide.MIDDLE,
    ),
    Column("why", "Why", "The ledger's sentence.", Kind.TEXT, visible=False, width=60),
)

BUCKET_COLUMNS = (
    Column("bucket", "Bucket", "The bucket's title.", Kind.TEXT, ("title", "name"), width=36),
    Column("matter", "Matter", "The matter it belongs to.", Kind.TEXT, visible=False, width=16),
    Column(
        "background",
        "Background",
        "What became of its background text.",
        Kind.ENUM,
        ("verdict", "state"),
        width=13,
    ),
    Column(
        "background_tokens",
        "Background tokens",
        "Tokens of the background text that are in.",
        Kind.INTEGER,
        visible=False,
        width=11,
    ),
    Column("files", "Files", "How many files it has.", Kind.INTEGER, width=6),
    Column("inlined", "Inlined", "Files that are in with their whole text.", Kind.INTEGER, width=7),
    Column("listed", "Listed", "Files listed by title and summary.", Kind.INTEGER, width=7),
    Column("omitted", "Left out", "Files for which there was no room.", Kind.INTEGER, width=8),
    Column("tokens", "Tokens", "Tokens of everything of it that is in.", Kind.INTEGER, width=7),
    Column(
        "entities",
        "Entity cards",
        "Injected entity cards of its matter; three cover its background.",
        Kind.INTEGER,
        width=10,
    ),
    Column("id", "Id", "Its bucket_id.", Kind.TEXT, visible=False, width=20, elide=Elide.MIDDLE),
    Column(
        "why",
        "Why",
        "The ledger's sentence about the background.",
        Kind.TEXT,
        visible=False,
        width=60,
    ),
)


def _verdicts(entries: list[LedgerEntry | None]) -> Codes:
    """Return verdict codes; a row without an entry (no background) has the empty label."""
    codes = [len(VERDICT_LABELS) if e is None else verdict_code(e.verdict) for e in entries]
    return Codes(np.array(codes, dtype=np.uint8), (*VERDICT_LABELS, ""))


def file_table(report: InjectionReport) -> TableData:
    """Return the table of all files, in the order of their turn."""
    choices = report.materialization.files
    entries: list[LedgerEntry | None] = list(report.ledger.parts[1])
    buckets = report.prepared.counted.buckets
    sources = report.prepared.cards.source_file[report.suppressed]
    references = Counter(
        report.prepared.files[place].counted.reference
        for place in sources.tolist()
        if place != ABSENT
    )
    keys = [choice.file.counted.subject for choice in choices]
    suppresses = [
        references[choice.file.counted.reference] if choice.mode is Mode.INLINED else 0
        for choice in choices
    ]
    return TableData(
        columns_of_run(FILE_COLUMNS, report),
        keys,
        what_if_values(report, forced_codes(entries))
        | {
            "file": Texts([choice.file.counted.file.title for choice in choices]),
            "bucket": Texts(
                [buckets[c.file.counted.bucket_index].bucket.bucket_title for c in choices]
            ),
            "verdict": _verdicts(entries),
            "tokens": _integers(choice.tokens for choice in choices),
            "overhead": _integers(choice.overhead for choice in choices),
            "needed": _integers(choice.needed for choice in choices),
            "left": _integers(choice.left for choice in choices),
            "relevance": Numbers(
                np.array([choice.file.relevance for choice in choices], dtype=np.float64)
            ),
            "target": Flags(np.array([c.file.direct_target for c in choices], dtype=np.bool_)),
            "suppresses": _integers(suppresses),
            "reason": Codes(
                np.array([reason_code(e.reason) for e in entries if e], dtype=np.uint8),
                REASON_LABELS,
            ),
            "ref": Texts([choice.file.counted.reference for choice in choices]),
            "why": Texts([entry.sentence for entry in entries if entry]),
        },
    )


def bucket_table(report: InjectionReport) -> TableData:
    """Return the table of all buckets, in the set's order."""
    buckets = report.prepared.counted.buckets
    entries: list[LedgerEntry | None] = [None] * len(buckets)
    entities = [0] * len(buckets)
    tokens = [0] * len(buckets)
    for choice, entry in zip(report.backgrounds, report.ledger.parts[2], strict=True):
        entries[choice.bucket_index] = entry
        entities[choice.bucket_index] = choice.entities
        tokens[choice.bucket_index] += choice.tokens + choice.overhead
    modes = Counter(
        (choice.file.counted.bucket_index, choice.mode) for choice in report.materialization.files
    )
    for file in report.materialization.files:
        tokens[file.file.counted.bucket_index] += file.tokens + file.overhead
    keys = [entry.bucket.bucket_id for entry in buckets]
    return TableData(
        columns_of_run(BUCKET_COLUMNS, report),
        keys,
        what_if_values(report, forced_codes(entries))
        | {
            "bucket": Texts([entry.bucket.bucket_title for entry in buckets]),
            "matter": Texts([entry.bucket.matter_id or "" for entry in buckets]),
            "background": _verdicts(entries),
            "background_tokens": _integers(entry.tokens if entry else 0 for entry in entries),
            "files": _integers(len(entry.bucket.files) for entry in buckets),
            "inlined": _integers(modes[index, Mode.INLINED] for index in range(len(buckets))),
            "listed": _integers(modes[index, Mode.LISTED] for index in range(len(buckets))),
            "omitted": _integers(modes[index, Mode.OMITTED] for index in range(len(buckets))),
            "tokens": _integers(tokens),
            "entities": _integers(entities),
            "id": Texts(keys),
            "why": Texts([entry.sentence if entry else "" for entry in entries]),
        },
    )


def _integers(numbers: Iterable[int]) -> Numbers:
    return Numbers(np.array(list(numbers), dtype=np.int64))
