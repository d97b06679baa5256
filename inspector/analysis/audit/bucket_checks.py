"""Buckets: ids, mode against files, tokens against contents, backgrounds against cards."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.audit.check import Check
from inspector.analysis.audit.contents import BUCKETS, Contents, Row
from inspector.analysis.audit.finding import Finding, Term, term
from inspector.core.injection.manifest import ManifestBucket
from inspector.core.injection.materialization import COVERING_CARDS
from inspector.core.problems import pointer


def bucket_checks(contents: Contents) -> Iterator[Finding]:
    """Check what the manifest says of its buckets (Injection §3.4, §4.6b, §5)."""
    seen: dict[str, int] = {}
    for row in contents.readable_buckets:
        first = seen.setdefault(row.entry.bucket_id, row.index)
        if first != row.index:
            message = f"The bucket is listed before, at {pointer(BUCKETS, first)}."
            yield _at(Check.REPEATED_BUCKET, row, message, "bucket_id")
        yield from _mode(row)
        yield from _tokens(row)
        yield from _background(row, contents)


def _at(
    check: Check,
    row: Row[ManifestBucket],
    message: str,
    field: str,
    terms: tuple[Term, ...] = (),
) -> Finding:
    where = (BUCKETS, row.index, field)
    return check.found(message, *where, subject=row.entry.bucket_id, terms=terms)


def _mode(row: Row[ManifestBucket]) -> Iterator[Finding]:
    bucket = row.entry
    if not bucket.bucket_id:
        yield _at(Check.NO_ID, row, "The bucket's id is empty.", "bucket_id")
    if (bucket.mode == "inline") is not (bucket.files_inlined > 0):
        message = f"The mode is {bucket.mode}, and {bucket.files_inlined:,} files are inlined."
        yield _at(Check.MODE, row, message, "mode")


def _tokens(row: Row[ManifestBucket]) -> Iterator[Finding]:
    bucket = row.entry
    pieces = bucket.files_inlined + bucket.files_manifested + bucket.background_included
    terms = (
        term("files inlined", bucket.files_inlined),
        term("files listed", bucket.files_manifested),
        term("background", int(bucket.background_included)),
        term("tokens of the bucket", bucket.token_count),
    )
    if pieces == 0 and bucket.token_count > 0:
        message = f"Nothing of the bucket is in, and it takes {bucket.token_count:,} tokens."
        yield _at(Check.BUCKET_OF_NOTHING, row, message, "token_count", terms)
    elif 0 <= bucket.token_count < pieces:
        message = f"{pieces:,} parts of the bucket are in, for {bucket.token_count:,} tokens."
        yield _at(Check.BUCKET_TOO_SMALL, row, message, "token_count", terms)


def _background(row: Row[ManifestBucket], contents: Contents) -> Iterator[Finding]:
    if not row.entry.background_suppressed_by_overlap:
        return
    where = "background_suppressed_by_overlap"
    if row.entry.background_included:
        message = "The background is said to be in, and to be suppressed."
        yield _at(Check.BACKGROUND_BOTH, row, message, where)
    if contents.cards is not None and contents.entities < COVERING_CARDS:
        message = (
            f"The background is suppressed as covered by {COVERING_CARDS} entity cards or more;"
            f" {contents.entities:,} are in."
        )
        terms = (
            term("entity cards that are in", contents.entities, "of any matter"),
            term("entity cards that cover a background", COVERING_CARDS, "of its matter"),
        )
        yield _at(Check.BACKGROUND_UNCOVERED, row, message, where, terms)
