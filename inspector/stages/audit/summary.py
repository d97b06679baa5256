"""What an audit comes to, in few words, and what is under audit."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.finding import Finding
from inspector.language import tr
from inspector.present.finding_lines import counts_line, headline, sign_off_line
from inspector.session.audit_stage import Signature
from inspector.session.session import Part, Session


@dataclass(frozen=True, slots=True)
class Banner:
    """The outcome with its lines of text."""

    outcome: Outcome
    headline: str
    detail: str
    signed: str


def banner_of(
    audit: Audit,
    findings: Sequence[Finding],
    session: Session,
    fingerprint: str | None,
    signature: Signature | None = None,
) -> Banner:
    """Return what stands above an audit."""
    detail = f"{counts_line(findings)}."
    done = audit.replay
    if done is not None:
        detail = tr(
            "{rows:,} rows replayed with strategy {strategy}, tokens by {counter_name}. {detail}",
            rows=done.rows,
            strategy=done.session.strategy.value,
            counter_name=done.counter,
            detail=detail,
        )
    elif audit.input_problems:
        detail = tr(
            "The inputs cannot be run: {message} {detail}",
            message=audit.input_problems[0].message,
            detail=detail,
        )
    signed = sign_off_line(session.audit.sign_off, fingerprint, signature) or ""
    return Banner(audit.outcome, headline(audit), detail, signed)


def manifest_lines(audit: Audit | None, session: Session) -> tuple[tuple[str, str], ...]:
    """Return what is under audit: where it came from and what it says of itself."""
    text = session.audit.manifest
    if text is None or audit is None:
        return ()
    value = audit.value if isinstance(audit.value, dict) else {}
    source, bundle = session.source(Part.AUDIT), session.audit.bundle
    where = PurePath(source).name if source else tr("this session")
    cards, buckets = len(audit.contents.readable_cards), len(audit.contents.readable_buckets)
    lines = [
        (tr("From"), where),
        (tr("Request"), str(value.get("trace_id", "?"))),
        (tr("Time"), str(value.get("timestamp", "?"))),
        (tr("Rows"), tr("{cards:,} cards, {buckets:,} buckets", cards=cards, buckets=buckets)),
        ("SHA-256", hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16] + "…"),
    ]
    foreign = [one for one in audit.findings if one.kind.value == "foreign"]
    if foreign:
        lines.append((tr("Producer"), tr("Unknown producer (extra fields)")))
    if bundle is not None:
        lines.append(
            (
                tr("Bundle"),
                tr(
                    "{fingerprint}…, version {core_version}",
                    fingerprint=bundle.fingerprint[:16],
                    core_version=bundle.core_version,
                ),
            )
        )
        if bundle.left_out:
            lines.append((tr("Left out"), tr("{left_out:,} texts", left_out=bundle.left_out)))
    return tuple(lines)


def input_lines(session: Session) -> tuple[tuple[str, str], ...]:
    """Return the inputs that are there to replay."""

    def named(part: Part, otherwise: str) -> str:
        source = session.source(part)
        return PurePath(source).name if source else otherwise

    if session.request is None:
        return ()
    candidates = session.candidates
    cards, buckets = len(candidates.knowledge_cards), len(candidates.buckets)
    return (
        (tr("Policy"), named(Part.POLICY, tr("in the session"))),
        (
            tr("Candidates"),
            tr(
                "{named}: {cards:,} cards, {buckets:,} buckets",
                named=named(Part.CANDIDATES, "in the session"),
                cards=cards,
                buckets=buckets,
            ),
        ),
        (tr("Request"), session.request.trace_id),
        (tr("Strategy"), session.strategy.value),
        (tr("Tokens by"), session.request.model.encoding),
    )


def status_line(audit: Audit, findings: Sequence[Finding]) -> str:
    """Return the line below everything."""
    return f"{headline(audit)} · {counts_line(findings)}"
