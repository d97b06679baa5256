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
from inspector.session.audit_stage import Signature, SignatureState, SignOff
from inspector.session.session import Session


def headline(audit: Audit) -> str:
    """Return the verdict with the count that led to it."""
    rows = audit.rows
    if audit.outcome is Outcome.FAILED:
        kinds = Counter(one.kind for one in audit.errors)
        told = ", ".join(_kinds(kind, count) for kind, count in kinds.items())
        return tr("Failed: {told}.", told=told)
    if audit.outcome is Outcome.NOT_COMPARABLE:
        differ = sum(one.kind is Kind.INPUT for one in audit.findings)
        return tr_n(
            "Not comparable (inputs differ): {differ:,} of {rows:,} rows comes from other inputs.",
            "Not comparable (inputs differ): {differ:,} of {rows:,} rows come from other inputs.",
            differ,
            differ=differ,
            rows=rows,
        )
    if audit.replay is not None:
        return tr("Verified: all {rows:,} rows equal the replay.", rows=rows)
    return tr("Verified: {rows:,} rows without an inconsistency; not replayed.", rows=rows)


def _kinds(kind: Kind, count: int) -> str:
    match kind:
        case Kind.SCHEMA:
            return tr_n("{count:,} format error", "{count:,} format errors", count, count=count)
        case Kind.CONTRADICTION:
            return tr_n("{count:,} inconsistency", "{count:,} inconsistencies", count, count=count)
        case Kind.CHANGED:
            return tr_n("{count:,} changed bundle", "{count:,} changed bundles", count, count=count)
        case _:
            return tr_n(
                "{count:,} mismatch with replay",
                "{count:,} mismatches with replay",
                count,
                count=count,
            )


def counts_line(findings: Sequence[Finding]) -> str:
    """Return how many findings there are of each severity."""
    counts = Counter(one.severity for one in findings)
    return ", ".join(counted_severity(severity, counts[severity]) for severity in Severity)


def sign_off_line(
    word: SignOff | None, current: str | None = None, signature: Signature | None = None
) -> str | None:
    """Return the reviewer's word, or remark where it is not signed.

    ``current`` is the fingerprint of what is there now, ``signature`` the checked one of the word.
    """
    if word is None:
        return None
    said = {
        "verdict": tr(capitalized(word.verdict)),
        "name": word.name,
        "time": word.time,
    }
    if word.signature is None:
        line = tr("Remark (not signed): {verdict} by {name}, {time}.", **said)
    else:
        line = tr("{verdict} by {name}, {time}.", **said)
        line += f" {_signature_words(signature)}"
    line += f" “{word.remark}”" if word.remark else ""
    if current is not None and current != word.fingerprint:
        line += f" {STALE}"
    return line


STALE = tr("Stale: inputs changed since sign-off.")


def _signature_words(signature: Signature | None) -> str:
    if signature is None or signature.state is SignatureState.UNCHECKED:
        return tr("Signature not checked: ssh-keygen is missing.")
    if signature.state is SignatureState.BROKEN:
        return tr("The signature does not match: changed after signing.")
    return tr("Signed with key {key}.", key=signature.key)


def audit_lines(
    audit: Audit,
    findings: Sequence[Finding],
    session: Session,
    fingerprint: str | None = None,
    signature: Signature | None = None,
) -> Iterator[str]:
    """Yield the verdict, every finding with its place, and what could not be checked.

    ``fingerprint`` is that of everything a sign-off is given for, ``signature`` its checked one.
    """
    yield headline(audit)
    if audit.replay is not None:
        yield (
            tr(
                "Replayed {rows:,} rows with strategy {strategy}, tokens by {counter_name}.",
                rows=audit.replay.rows,
                strategy=audit.replay.session.strategy.value,
                counter_name=audit.replay.counter,
            )
        )
    word = sign_off_line(session.audit.sign_off, fingerprint, signature)
    if word:
        yield word
    if session.audit.bundle is not None:
        yield tr("Bundle SHA-256: {fingerprint}", fingerprint=session.audit.bundle.fingerprint)
    if fingerprint is not None:
        yield tr("Sign-off covers SHA-256: {fingerprint}", fingerprint=fingerprint)
    yield tr("Findings: {counts_line}.", counts_line=counts_line(findings))
    for one in findings:
        yield f"{one.problem}"
    if audit.replay is None:
        yield tr("Not checked without inputs:")
        yield from (f"  - {tr(one)}" for one in UNSEEN_ALONE)


def folder_lines(rows: Sequence[tuple[str, Audit]], unread: int) -> Iterator[str]:
    """Yield one line for each manifest of a folder, its name first, and a sum.

    ``unread`` is the number of files that could not be read.
    """
    width = max((len(name) for name, _ in rows), default=0)
    for name, audit in rows:
        yield f"{name:<{width}}  {headline(audit)}"
    counts = Counter(audit.outcome for _, audit in rows)
    yield tr(
        "{count:,} manifests: {verified:,} verified, {failed:,} failed, {other:,} not comparable,"
        " {unread:,} not read.",
        count=len(rows) + unread,
        verified=counts[Outcome.VERIFIED],
        failed=counts[Outcome.FAILED],
        other=counts[Outcome.NOT_COMPARABLE],
        unread=unread,
    )
