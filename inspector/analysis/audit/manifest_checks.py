"""Everything that can be told from a manifest alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from inspector.analysis.audit.bucket_checks import bucket_checks
from inspector.analysis.audit.budget_checks import budget_checks
from inspector.analysis.audit.card_checks import card_checks
from inspector.analysis.audit.contents import Contents, contents_of
from inspector.analysis.audit.finding import Finding, Kind, by_severity
from inspector.analysis.audit.state_checks import state_checks
from inspector.core.problems import Problem, Severity

MOST_OF_A_KIND = 1_000  # findings of one check that are told one by one

UNSEEN_ALONE = (
    "whether the total is what the policy allows of what remained of the model's window",
    "whether the halves follow from the policy's shares, floors and a direct target",
    "whether every candidate is listed, under its own name, kind, relevance and attribution",
    "whether each token count is that of the rendering, and each rendering the one that fits",
    "whether a card suppressed by overlap comes from a file that is inlined",
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
    contents = contents_of(value)
    found = [
        *(_of_reading(one, contents) for one in problems),
        *_limited(budget_checks(contents)),
        *_limited(card_checks(contents)),
        *_limited(bucket_checks(contents)),
        *_limited(state_checks(contents)),
    ]
    return by_severity(found)


_SORTS = {
    "field.unknown": (Kind.FOREIGN, "It is left alone; nothing is wrong with it."),
    # Whoever reads the first of two members reads another manifest than who reads the last.
    "file.repeated-key": (Kind.CONTRADICTION, "Keep one of them."),
}
_BY_SEVERITY = {
    Severity.ERROR: Kind.SCHEMA,
    Severity.WARNING: Kind.UNUSUAL,
    Severity.NOTE: Kind.UNCHECKED,
}


def _of_reading(problem: Problem, contents: Contents) -> Finding:
    kind, fix = _SORTS.get(problem.code, (_BY_SEVERITY[problem.severity], problem.fix))
    if problem.code == "field.invalid" and problem.place.pointer in contents.between_counts:
        kind = Kind.UNUSUAL  # a consumer that counts code points accepts it
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
            message = f"{count - MOST_OF_A_KIND:,} more findings of this kind follow."
            yield Finding(one.code, one.kind, one.rule, message, one.fix, one.place)
