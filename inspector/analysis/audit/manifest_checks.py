"""Everything that can be told from a manifest alone.

Buckets: ids, mode against files, tokens against contents, backgrounds against cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from inspector.analysis.audit.card_checks import budget_checks, card_checks
from inspector.analysis.audit.contents import (
    BUCKETS,
    Contents,
    ManifestRow,
    contents_of,
    state_checks,
)
from inspector.analysis.audit.finding import Check, Finding, FindingKind, Working, by_severity, term
from inspector.core.injection.manifest import ManifestBucket
from inspector.core.injection.materialization import COVERING_CARDS
from inspector.core.problems import Problem, Severity
from inspector.plurals import count_of


def bucket_checks(contents: Contents) -> Iterator[Finding]:
    """Check what the manifest says of its buckets (Injection §3.4, §4.6b, §5)."""
    seen: dict[str, int] = {}
    for row in contents.readable_buckets:
        first = seen.setdefault(row.entry.bucket_id, row.index)
        if first != row.index:
            message = f"The bucket is listed before, as number {first + 1:,} of the buckets."
            yield _at(Check.REPEATED_BUCKET, row, message, "bucket_id")
        yield from _mode(row)
        yield from _tokens(row)
        yield from _background(row, contents)


def _at(
    check: Check,
    row: ManifestRow[ManifestBucket],
    message: str,
    field: str,
    terms: tuple[Working, ...] = (),
) -> Finding:
    where = (BUCKETS, row.index, field)
    return check.found(message, *where, subject=row.entry.bucket_id, terms=terms)


def _mode(row: ManifestRow[ManifestBucket]) -> Iterator[Finding]:
    bucket = row.entry
    if not bucket.bucket_id:
        yield _at(Check.NO_ID, row, "The bucket's id is empty.", "bucket_id")
    if (bucket.mode == "inline") is not (bucket.files_inlined > 0):
        message = (
            f"The mode is {bucket.mode}; in full text: {count_of(bucket.files_inlined, 'file')}."
        )
        yield _at(Check.MODE, row, message, "mode")


def _tokens(row: ManifestRow[ManifestBucket]) -> Iterator[Finding]:
    bucket = row.entry
    pieces = bucket.files_inlined + bucket.files_manifested + bucket.background_included
    terms = (
        term("files inlined", bucket.files_inlined),
        term("files listed", bucket.files_manifested),
        term("background", int(bucket.background_included)),
        term("tokens of the bucket", bucket.token_count),
    )
    if pieces == 0 and bucket.token_count > 0:
        message = (
            f"Nothing of the bucket is in, and it takes {count_of(bucket.token_count, 'token')}."
        )
        yield _at(Check.BUCKET_OF_NOTHING, row, message, "token_count", terms)
    elif 0 <= bucket.token_count < pieces:
        takes = count_of(bucket.token_count, "token")
        message = f"{count_of(pieces, 'part')} of the bucket are in, for {takes}."
        yield _at(Check.BUCKET_TOO_SMALL, row, message, "token_count", terms)


def _background(row: ManifestRow[ManifestBucket], contents: Contents) -> Iterator[Finding]:
    if not row.entry.background_suppressed_by_overlap:
        return
    where = "background_suppressed_by_overlap"
    if row.entry.background_included:
        message = "The background is said to be in, and to be suppressed."
        yield _at(Check.BACKGROUND_BOTH, row, message, where)
    if contents.cards is not None and contents.entities < COVERING_CARDS:
        message = (
            f"The background is suppressed as covered by {COVERING_CARDS} entity cards or more;"
            f" {count_of(contents.entities, 'entity card')} in."
        )
        terms = (
            term("entity cards that are in", contents.entities, "of any matter"),
            term("entity cards that cover a background", COVERING_CARDS, "of its matter"),
        )
        yield _at(Check.BACKGROUND_UNCOVERED, row, message, where, terms)


MOST_OF_A_KIND = 1_000  # findings of one check that are told one by one

UNSEEN_ALONE = (
    "whether the total is what the policy allows of what remained of the model's window",
    "whether the budgets follow from the policy's shares, floors and a direct target",
    "whether every candidate is listed, under its own name, kind, relevance and attribution",
    "whether each token count is that of the rendering, and each rendering the one that fits",
    "whether a card suppressed by overlap comes from a file that is in full text",
    "whether the entity cards that cover a background are of its matter",
    "whether cards of a kind with a ceiling were measured against the right one",
    "whether the state is partial because input was left out",
)
"""What no check of a manifest alone can see; a replay with its inputs does."""


def check_manifest(value: Any, problems: Iterable[Problem] = ()) -> tuple[Finding, ...]:
    """Return what is wrong with a manifest, judged by itself: errors first, then by place.

    ``value`` is its JSON value, whatever that is; ``problems`` are those of reading it against
    the format (Injection §5). Never raises for a value that is JSON.
    """
    return check_contents(contents_of(value), problems)


def check_contents(contents: Contents, problems: Iterable[Problem]) -> tuple[Finding, ...]:
    """Return what is wrong with what can be read of a manifest, as ``check_manifest``."""
    found = [
        *(_of_reading(one, contents) for one in problems),
        *_limited(budget_checks(contents)),
        *_limited(card_checks(contents)),
        *_limited(bucket_checks(contents)),
        *_limited(state_checks(contents)),
    ]
    return by_severity(found)


_SORTS = {
    "field.unknown": (FindingKind.FOREIGN, "It is left alone; nothing is wrong with it."),
    # Whoever reads the first of two members reads another manifest than who reads the last.
    "file.repeated-key": (FindingKind.CONTRADICTION, "Keep one of them."),
}
_BY_SEVERITY = {
    Severity.ERROR: FindingKind.SCHEMA,
    Severity.WARNING: FindingKind.UNUSUAL,
    Severity.NOTE: FindingKind.UNCHECKED,
}


def _of_reading(problem: Problem, contents: Contents) -> Finding:
    kind, fix = _SORTS.get(problem.code, (_BY_SEVERITY[problem.severity], problem.fix))
    if problem.code == "field.invalid" and problem.place.pointer in contents.between_counts:
        kind = FindingKind.UNUSUAL  # a consumer that counts code points accepts it
    message = problem.message.removesuffix("; it has no effect.").removesuffix(".") + "."
    code = problem.code.replace("field.", "field-").replace("file.", "file-")
    return Finding(code, kind, "Injection §5", message, fix, problem.place)


def _limited(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Give findings while there are few of a check; then say how many more there are."""
    counts: Counter[str] = Counter()
    last: dict[str, Finding] = {}
    for finding in findings:
        counts[finding.code] += 1
        if counts[finding.code] <= MOST_OF_A_KIND:
            yield finding
            last[finding.code] = finding
    for code, count in counts.items():
        if count > MOST_OF_A_KIND:
            one = last[code]
            message = f"{count_of(count - MOST_OF_A_KIND, 'more finding')} of this kind."
            yield Finding(one.code, one.kind, one.rule, message, one.fix, one.place)
