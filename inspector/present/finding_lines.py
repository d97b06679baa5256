"""An audit as lines of text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from inspector.analysis.audit.audit import Audit, AuditRow, Outcome, RowState
from inspector.analysis.audit.contents import BUCKETS, CARDS
from inspector.analysis.audit.finding import Check, Finding, FindingKind
from inspector.analysis.audit.replay_findings import ELSEWHERE, FindingGroup
from inspector.core.injection.manifest import ManifestBucket, ManifestCard, UnifiedInjectionManifest
from inspector.core.problems import Severity
from inspector.core.reasons import Reason
from inspector.language import capitalized, tr, tr_n
from inspector.present.problem_list import counted_severity
from inspector.present.recorded_words import field_words, reason_words, value_words
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
        other = [one for one in audit.findings if one.kind is FindingKind.INPUT]
        differ = sum(one.code != Check.ROW_ORDER.code for one in other)
        if other and not differ:
            return tr("Not comparable (inputs differ): the order of the cards comes from them.")
        return tr_n(
            "Not comparable (inputs differ): {differ:,} of {rows:,} rows comes from other inputs.",
            "Not comparable (inputs differ): {differ:,} of {rows:,} rows come from other inputs.",
            differ,
            differ=differ,
            rows=rows,
        )
    if audit.outcome is Outcome.NOT_REPLAYED:
        return tr(
            "Not replayed ({why}): {rows:,} rows without an inconsistency.",
            why=_why_not(audit),
            rows=rows,
        )
    return tr_n(
        "Verified: the one row equals the replay.",
        "Verified: all {rows:,} rows equal the replay.",
        rows,
        rows=rows,
    )


def decision(audit: Audit) -> str:
    """Return the verdict with what led to it by its name: the first cause, and how many more."""
    if audit.outcome is not Outcome.FAILED:
        return headline(audit)
    causes = _errors(audit)
    first = finding_title(audit, audit.findings[causes[0].cause]).rstrip(".")
    if len(causes) == 1:
        return tr("Failed: {told}.", told=first)
    return tr_n(
        "Failed: {told}; {more:,} more cause.",
        "Failed: {told}; {more:,} more causes.",
        len(causes) - 1,
        told=first,
        more=len(causes) - 1,
    )


def short_decision(audit: Audit) -> str:
    """Return the verdict in a few words, for a list of manifests."""
    match audit.outcome:
        case Outcome.VERIFIED:
            return tr("Verified")
        case Outcome.NOT_REPLAYED:
            return tr("Not replayed: {why}", why=_why_not(audit))
        case Outcome.NOT_COMPARABLE:
            return tr("Not comparable: inputs differ")
    first = audit.findings[cause_of(audit)]
    row = _row_of(audit, first)
    told = finding_title(audit, first) if row is None else _phrase(row)
    return tr("Failed: {told}", told=told.rstrip("."))


def cause_of(audit: Audit) -> int:
    """Return the place of the finding that made an audit fail; of several the first by name."""
    return _errors(audit)[0].cause


def _errors(audit: Audit) -> list[FindingGroup]:
    """Return the causes that make a manifest wrong, those about a card or bucket first."""
    wrong = [one for one in audit.groups if audit.findings[one.cause].severity is Severity.ERROR]
    return sorted(wrong, key=lambda one: audit.findings[one.cause].subject is None)


def _why_not(audit: Audit) -> str:
    if audit.input_problems:
        return tr("inputs cannot be run")
    return tr(audit.not_replayed)


def cause_lines(audit: Audit) -> Iterator[str]:
    """Yield each cause by its name, with what only follows from it."""
    for group in audit.groups:
        if audit.findings[group.cause].severity is Severity.NOTE:
            continue
        titles = [finding_title(audit, audit.findings[at]) for at in (group.cause, *group.follows)]
        if group.inputs:  # none of them follows from another: all do from what else is open
            yield tr("Cause: {told}", told=_other_inputs(group))
            yield from (f"  {title}" for title in titles)
        else:
            yield tr("Cause: {told}", told=titles[0])
            yield from (f"  {follows(title)}" for title in titles[1:])


def _other_inputs(group: FindingGroup) -> str:
    if group.inputs == ELSEWHERE:
        return tr("another request or other candidates than those that are open")
    return tr("other inputs than those that are open")


def follows(title: str) -> str:
    """Return the title of a finding that only follows from another."""
    return tr("↳ follows: {title}", title=title)


def finding_title(audit: Audit, one: Finding) -> str:
    """Return what was found with the name of the card, bucket or field that it is about."""
    row = _row_of(audit, one)
    if row is not None:
        told = _phrase(row)
        return f"{row.name} · {told}" if row.kind != "manifest" else told
    if one.subject is None:
        return " · ".join(filter(None, (row_words(audit, one), capitalized(message_words(one)))))
    kind = "bucket" if (one.place.pointer or "").startswith("/bucket_cards") else "card"
    return f"{audit.names.get((kind, one.subject), one.subject)} · {message_words(one)}"


def row_words(audit: Audit, one: Finding) -> str:
    """Return what people call the row that breaks the format, "" for what is of no row.

    A row that cannot be read may still have its name; else it is called by its number, from 1.
    """
    rows, _, rest = (one.place.pointer or "").strip("/").partition("/")
    number = rest.partition("/")[0]
    field, told = _NAMES.get(rows, ("", ""))
    if not field or not number.isdecimal():
        return ""
    entries = audit.value.get(rows) if isinstance(audit.value, dict) else None
    at = int(number)
    entry = entries[at] if isinstance(entries, list) and at < len(entries) else None
    name = entry.get(field) if isinstance(entry, dict) else None
    return name if isinstance(name, str) and name else tr(told, number=at + 1)


_NAMES = {
    CARDS: ("canonical_name", tr("Card {number:,}")),
    BUCKETS: ("bucket_title", tr("Bucket {number:,}")),
}
_OF_REPLAY = {
    check.code
    for check in (Check.FIELD_DIFFERS, Check.ROW_DIFFERS, Check.ROW_MISSING, Check.ROW_EXTRA)
}


def _row_of(audit: Audit, one: Finding) -> AuditRow | None:
    """Return the row that a finding of the replay is about."""
    if one.code == Check.RECEIPT_DIFFERS.code:  # a receipt has more than a manifest's rows say
        row = audit.row_of(one)
        return None if row is None or row.difference is None else row
    return audit.row_of(one) if one.code in _OF_REPLAY else None


def _phrase(row: AuditRow) -> str:
    """Return how a row differs from its replay, in a few words."""
    if row.state is RowState.MISSING:
        return tr("not in the manifest")
    if row.state is RowState.EXTRA:
        return tr("not among the inputs, or listed before")
    if row.kind == "manifest":
        return tr(
            "{name}: {given}, the replay has {replayed}",
            name=capitalized(row.name),
            given=value_words(row.given),
            replayed=value_words(row.replayed),
        )
    fields = () if row.difference is None else row.difference.fields
    if isinstance(row.entry, ManifestCard) and isinstance(row.replayed, dict):
        out, due = row.entry.suppressed, bool(row.replayed.get("suppressed"))
        if due and not out:
            overlap = row.replayed.get("suppression_reason") == Reason.BUCKET_FILE_OVERLAP.code
            return (
                tr("let in although its text is already included")
                if overlap
                else tr("let in although the replay leaves it out")
            )
        if out and not due:
            return tr("kept out although the replay includes it")
        if out and any(field.field == "suppression_reason" for field in fields):
            return tr("kept out for another reason than in the replay")
        if not out and row.entry.rendering_tier != row.replayed.get("rendering_tier"):
            return tr(
                "included as {given}, the replay has {replayed}",
                given=row.entry.rendering_tier,
                replayed=row.replayed.get("rendering_tier"),
            )
    if len(fields) == 1 and fields[0].field == "token_count":
        return tr(
            "{given} tokens, the replay has {replayed}",
            given=value_words(fields[0].actual),
            replayed=value_words(fields[0].expected),
        )
    names = ", ".join(field_words(field.field) for field in fields)
    return tr("{names}: not what the inputs lead to", names=names)


def message_words(one: Finding) -> str:
    """Return what was found with fields and reasons in words; the command line has their names."""
    return _CODES.sub(
        lambda code: field_words(code[0]) if code[0] in _FIELDS else reason_words(code[0]),
        _ENTRY.sub(tr("The entry"), one.message),
    )


_ENTRY = re.compile(rf"^(?:{CARDS}|{BUCKETS})\.\d+(?= )")
_CODES = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_FIELDS = frozenset(
    field
    for model in (UnifiedInjectionManifest, ManifestCard, ManifestBucket)
    for field in model.model_fields
)


def _kinds(kind: FindingKind, count: int) -> str:
    match kind:
        case FindingKind.SCHEMA:
            return tr_n("{count:,} format error", "{count:,} format errors", count, count=count)
        case FindingKind.CONTRADICTION:
            return tr_n("{count:,} inconsistency", "{count:,} inconsistencies", count, count=count)
        case FindingKind.CHANGED:
            return tr_n(
                "{count:,} change after writing",
                "{count:,} changes after writing",
                count,
                count=count,
            )
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
                rows=audit.rows,
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
    yield from cause_lines(audit)
    for one in findings:
        yield f"{one.problem}"
    if audit.unseen:
        yield tr("Not checked without inputs:")
        yield from (f"  - {tr(one)}" for one in audit.unseen)


def folder_lines(rows: Sequence[tuple[str, Audit]], unread: int) -> Iterator[str]:
    """Yield one line for each manifest of a folder, its name first, and a sum.

    ``unread`` is the number of files that could not be read.
    """
    width = max((len(name) for name, _ in rows), default=0)
    for name, audit in rows:
        yield f"{name:<{width}}  {decision(audit)}"
    counts = Counter(audit.outcome for _, audit in rows)
    yield tr(
        "{count:,} manifests: {verified:,} verified, {failed:,} failed, {other:,} not comparable,"
        " {missing:,} not replayed, {unread:,} not read.",
        count=len(rows) + unread,
        verified=counts[Outcome.VERIFIED],
        failed=counts[Outcome.FAILED],
        other=counts[Outcome.NOT_COMPARABLE],
        missing=counts[Outcome.NOT_REPLAYED],
        unread=unread,
    )
