"""An audit as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.finding import Finding, Kind
from inspector.analysis.audit.manifest_checks import UNSEEN_ALONE
from inspector.core.problems import Severity
from inspector.language import capitalized, tr, tr_n
from inspector.present.problem_list import counted_severity
from inspector.session.session import Session

_HEADLINES = {
    Outcome.REPRODUCES: tr("Reproduces: the inputs lead to exactly this manifest."),
    Outcome.CONSISTENT: tr(
        "Consistent: nothing contradicts anything. Its inputs were not replayed."
    ),
}


def headline(audit: Audit) -> str:
    """Return what the audit comes to, in a sentence."""
    if audit.outcome is not Outcome.WRONG:
        return _HEADLINES[audit.outcome]
    kinds = Counter(one.kind for one in audit.errors)
    told = ", ".join(_kinds(kind, count) for kind, count in kinds.items())
    errors = len(audit.errors)
    return tr_n(
        "Wrong: {errors:,} error ({told}).",
        "Wrong: {errors:,} errors ({told}).",
        errors,
        errors=errors,
        told=told,
    )


def _kinds(kind: Kind, count: int) -> str:
    match kind:
        case Kind.SCHEMA:
            return tr_n("{count:,} format error", "{count:,} format errors", count, count=count)
        case Kind.CONTRADICTION:
            return tr_n("{count:,} contradiction", "{count:,} contradictions", count, count=count)
        case Kind.CHANGED:
            return tr_n("{count:,} changed bundle", "{count:,} changed bundles", count, count=count)
        case _:
            return tr_n("{count:,} difference", "{count:,} differences", count, count=count)


def counts_line(findings: Sequence[Finding]) -> str:
    """Return how many findings there are of each weight."""
    counts = Counter(one.severity for one in findings)
    return ", ".join(counted_severity(severity, counts[severity]) for severity in Severity)


def sign_off_line(session: Session, current: str | None = None) -> str | None:
    """Return the reviewer's word; ``current`` is the fingerprint of what is there now."""
    word = session.audit.sign_off
    if word is None:
        return None
    line = tr(
        "{verdict} by {name}, {time}.",
        verdict=tr(capitalized(word.verdict)),
        name=word.name,
        time=word.time,
    )
    line += f" “{word.remark}”" if word.remark else ""
    if current is not None and current != word.fingerprint:
        line += tr(" It was given for something else than what is here now.")
    return line


def audit_lines(audit: Audit, findings: Sequence[Finding], session: Session) -> Iterator[str]:
    """Yield the outcome, every finding with its place, and what could not be checked."""
    yield headline(audit)
    if audit.replay is not None:
        report = audit.replay.report
        yield (
            tr(
                "Replayed {rows:,} rows with strategy {strategy}, tokens by {counter_name}.",
                rows=audit.replay.rows,
                strategy=report.strategy.value,
                counter_name=report.prepared.counted.counter_name,
            )
        )
    word = sign_off_line(session)
    if word:
        yield word
    yield tr("Findings: {counts_line}.", counts_line=counts_line(findings))
    for one in findings:
        yield f"{one.problem}"
    if audit.replay is None:
        yield tr("Not checked without inputs:")
        yield from (f"  - {tr(one)}" for one in UNSEEN_ALONE)
