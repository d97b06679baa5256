"""Why a finding is one, what the replay has in place of a row, and what the audit comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.finding import Finding, FindingKind, Working
from inspector.analysis.audit.replay_findings import key_of, why_differs
from inspector.core.problems import Severity
from inspector.language import capitalized, localized, tr
from inspector.present.finding_lines import decision, finding_title, message_words, row_words
from inspector.present.recorded_words import (
    bucket_words,
    card_words,
    field_words,
    reason_words,
    value_words,
)
from inspector.present.why import SizelessWhy, Why
from inspector.stages.audit.runs import AuditView

_KINDS = {
    FindingKind.SCHEMA: tr(
        "It breaks the format, so a consumer may refuse the manifest or misread it."
    ),
    FindingKind.CONTRADICTION: tr(
        "The manifest says two things that cannot both be true. No input can lead"
        " to that under the rules."
    ),
    FindingKind.CHANGED: tr(
        "What was opened is not what was written. The problems below say what changed."
    ),
    FindingKind.DIFFERENCE: tr("The inputs that are open lead to something else under the rules."),
    FindingKind.INPUT: tr(
        "The manifest was made from other inputs than those that are open, so it cannot be"
        " compared with them. That is no mistake of the manifest."
    ),
    FindingKind.UNUSUAL: tr(
        "It is possible, but this core does not write it. Another producer may."
    ),
    FindingKind.FOREIGN: tr("Another producer wrote it. Nothing here looks at it."),
    FindingKind.UNCHECKED: tr("It cannot be told from what is open."),
}
_SEVERITIES = {
    Severity.ERROR: tr("Errors"),
    Severity.WARNING: tr("Warnings"),
    Severity.NOTE: tr("Notes"),
}
WHOLE = ""
_KEYS = ("card", "bucket")
MANIFEST = "manifest"  # what notes on the whole are about


SECTION_TITLES = {"remedies": tr("What to look at"), "help": tr("What this means")}


def explained(view: AuditView, subject: str) -> tuple[Why, str] | None:
    """Explain what is selected, else the audit; the link leads to what the replay has of it."""
    if view.audit is None:
        return WHY_NOTHING, ""
    found = why_audit(view.audit, view.findings, subject)
    found = found or why_audit(view.audit, view.findings, WHOLE)
    if found is None:
        return None
    replayed = view.audit.replay is not None and found.key.startswith("card:")
    return found, tr("Show it in Budget") if replayed else ""


def why_audit(audit: Audit, findings: Sequence[Finding], key: str) -> Why | None:
    """Explain a finding, a row of the manifest, or ("") the audit; None for an unknown key."""
    kind, _, subject = key.partition(":")
    if key == WHOLE:
        return _whole(audit, findings)
    if kind == "finding":
        place = int(subject) if subject.isdecimal() else -1
        return _finding(audit, findings[place]) if 0 <= place < len(findings) else None
    if kind == "note":
        return _noted(audit, findings, subject)
    subject = subject.partition("#")[0] if "#" in subject else subject
    return _row(audit, findings, kind, subject)


def _whole(audit: Audit, findings: Sequence[Finding]) -> Why:
    counts = Counter(one.severity for one in findings)
    steps = [Working(_SEVERITIES[one], "", localized(counts[one])) for one in Severity]
    remedies: tuple[str, ...] = ()
    if audit.replay is not None:
        done = audit.replay
        steps += [
            Working(tr("Fields, cards and buckets replayed"), "", localized(audit.rows)),
            Working(
                tr("of these mismatches with the replay"), "", localized(len(done.differences))
            ),
            Working(
                tr("of these explained by other inputs"),
                "",
                localized(sum(one.kind is FindingKind.INPUT for one in audit.findings)),
            ),
            Working(tr("Strategy of the replay"), "", done.session.strategy.value),
            Working(tr("Tokens counted by"), "", done.counter),
        ]
    else:
        remedies = tuple(capitalized(tr(one)) + "." for one in audit.unseen)
    helps = {
        Outcome.VERIFIED: tr("The manifest is right in itself, and the inputs lead to every row."),
        Outcome.NOT_REPLAYED: tr(
            "Nothing contradicts itself, and that is all that can be told. Open the inputs beside"
            " it to replay them: policy, candidates and request, a session, or an audit bundle."
        ),
        Outcome.FAILED: tr("Each finding says where, by which rule, and with which numbers."),
        Outcome.NOT_COMPARABLE: tr(
            "The manifest is right in itself, but was made from other inputs than those that are"
            " open. Open the ones it was made from."
        ),
    }
    if audit.input_problems:
        helps[Outcome.NOT_REPLAYED] = tr(
            "Nothing contradicts itself, and that is all that can be told until the inputs that are"
            " open can be run. The problems say what is wrong with them."
        )
    name = tr("The manifest as a whole")
    if audit.receipt is not None:
        name = tr("The receipt as a whole")
        helps |= {
            Outcome.VERIFIED: tr(
                "The receipt is as it was written, and its replay makes the same decision."
            ),
            Outcome.NOT_REPLAYED: tr(
                "The receipt is as it was written. It does not hold what a replay takes."
            ),
        }
    return SizelessWhy(
        key=f"audit:{MANIFEST}",
        name=name,
        kind="audit",
        sentence=decision(audit),
        help=helps[audit.outcome],
        steps=tuple(steps),
        remedies=remedies,
    )


def _finding(audit: Audit, one: Finding) -> Why:
    name = one.subject or ""
    for kind in ("card", "bucket"):
        name = _said(audit, kind, one.subject or "")[1] or name
    name = name or row_words(audit, one)
    title = finding_title(audit, one).removeprefix(f"{name} · ")
    steps = [
        Working(field_words(term.label), term.working, reason_words(term.result))
        for term in one.terms
    ]
    place = one.place
    field = (place.pointer or "").strip("/")
    name = name or capitalized(
        _said(audit, MANIFEST, field)[1] or field_words(field.rpartition("/")[2])
    )
    if place.line is not None:
        steps.append(
            Working(
                tr("Place"),
                tr("column {column:,}", column=place.column or 1),
                tr("line {line:,}", line=place.line),
            )
        )
    return SizelessWhy(
        key=f"finding:{one.subject or MANIFEST}",
        name=name or tr("The manifest"),
        kind=f"{one.severity.value}, {one.kind.value}",
        sentence=told
        if title.endswith(told := message_words(one))
        else f"{capitalized(title).rstrip('.')}.",
        reason=one.code,
        rule=one.rule,
        help=_KINDS[one.kind],
        steps=tuple(steps),
        remedies=_next_steps(audit, one),
    )


def _next_steps(audit: Audit, one: Finding) -> tuple[str, ...]:
    """Return what the replay decided and what explains a difference; else what would fix it."""
    done = audit.replay if one.kind in (FindingKind.DIFFERENCE, FindingKind.INPUT) else None
    for kind in _KEYS if done else ():
        row = done.by_key.get((kind, one.subject or "")) if done else None
        if row is not None and row.sentence:
            return tr("The replay: {sentence}", sentence=row.sentence), why_differs(
                row.key, audit.explanation
            )
    return (one.fix,) if one.fix else ()


def _noted(audit: Audit, findings: Sequence[Finding], subject: str) -> Why:
    for kind in ("card", "bucket"):
        found = _row(audit, findings, kind, subject)
        if found is not None:
            return found
    return SizelessWhy(
        key=f"note:{subject}",
        name=subject,
        kind="note",
        sentence=tr("A note on something the manifest has no row for."),
    )


def _row(audit: Audit, findings: Sequence[Finding], kind: str, subject: str) -> Why | None:
    words, name, steps = _said(audit, kind, subject)
    done = audit.replay
    one = None if done is None else done.by_key.get((kind, subject))
    if words is None and one is None:
        return None
    about = [found for found in findings if found.subject and key_of(found) == (kind, subject)]
    own = tuple(message_words(found) for found in about)
    if done is None:
        sentence, cause = _unreplayed(audit), ""
    elif one is None:
        sentence, cause = tr("The inputs lead to exactly this row."), ""
    else:
        cause = why_differs(one.key, audit.explanation)
        sentence = {
            "changed": tr("The inputs lead to something else."),
            "missing": tr("The inputs lead to a row that the manifest does not have."),
            "extra": tr("The inputs lead to no such row."),
        }[one.change.value]
        steps += [
            Working(
                field_words(field.field),
                tr("the manifest has {actual}", actual=reason_words(value_words(field.actual))),
                reason_words(value_words(field.expected)),
            )
            for field in one.fields
        ]
    return SizelessWhy(
        key=f"{kind}:{subject}",
        name=name or subject,
        kind=kind,
        sentence=" ".join(filter(None, (sentence, cause))),
        rule=one.rule if one is not None else "",
        steps=tuple(steps),
        remedies=(*own, tr("The replay: {sentence}", sentence=one.sentence))
        if one and one.sentence
        else own,
    )


def _unreplayed(audit: Audit) -> str:
    """Say why nothing was replayed: what is open may be no inputs, or inputs that cannot be run."""
    if audit.input_problems:
        return tr("The inputs cannot be run, so the row was not replayed.")
    if audit.receipt is not None:
        return tr("What a replay takes is not recorded, so the row was not replayed.")
    if audit.missing:
        return tr(
            "The inputs that are open have {missing}, so the row was not replayed.",
            missing=tr(audit.missing),
        )
    return tr("Its inputs are not open, so the row was not replayed.")


def _said(audit: Audit, kind: str, subject: str) -> tuple[str | None, str, list[Working]]:
    """Return what the manifest says of a row, its name, and the same as steps."""
    contents = audit.contents
    if kind == "card":
        for row in contents.readable_cards:
            card = row.entry
            if card.node_id == subject:
                words = card_words(card)
                steps = [
                    Working(tr("In the manifest"), words, localized(card.token_count)),
                    Working(tr("Relevance"), card.node_kind, f"{card.relevance_score:g}"),
                ]
                return words, card.canonical_name, steps
    if kind == "bucket":
        for shelf in contents.readable_buckets:
            bucket = shelf.entry
            if bucket.bucket_id == subject:
                words = bucket_words(bucket)
                return (
                    words,
                    bucket.bucket_title,
                    [Working(tr("In the manifest"), words, localized(bucket.token_count))],
                )
    if kind == "manifest" and isinstance(audit.value, dict) and subject in audit.value:
        value = audit.value[subject]
        if not isinstance(value, list | dict):
            name = subject.replace("_", " ")
            said = value_words(value)
            return said, name, [Working(tr("In the manifest"), "", said)]
    return None, _name_in_replay(audit, kind, subject), []


def _name_in_replay(audit: Audit, kind: str, subject: str) -> str:
    """Return what the inputs call a card that the manifest does not have."""
    if kind != "card" or audit.replay is None:
        return ""
    return audit.replay.card_names.get(subject, "")


WHY_NOTHING = SizelessWhy(
    key=f"audit:{MANIFEST}",
    name=tr("Is a manifest right?"),
    kind="audit",
    sentence=tr(
        "Open one: what is wrong with it is listed with its place, the rule and the numbers."
    ),
    remedies=(
        tr("Alone, a manifest is held against its format and checked for contradictions."),
        tr("With policy, candidates and request it is replayed, row by row."),
        tr("An audit bundle brings its inputs, notes and sign-off along."),
        tr("Lens > Audit this run takes the run of the inputs that are open."),
    ),
)
"""What can be audited, as long as nothing is."""
