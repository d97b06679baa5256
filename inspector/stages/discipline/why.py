"""Why: what became of a field, what a step did, what a limit means, what a turn shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.analysis.audit.finding import Working
from inspector.core.discipline import (
    DisciplineAction,
    DisciplineLimits,
    DisciplineReport,
    DisciplineStep,
    MovedField,
    StepName,
)
from inspector.core.discipline.limits import finite_number
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.core.text import in_groups, utf16_length
from inspector.files.findings import parts_of
from inspector.language import capitalized, localized, tr
from inspector.present.why import SizelessWhy, Why, explanation, numbered, passage
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.tables import moved_fields, step_outcome, violations_of
from inspector.stages.discipline.why_details import (
    LIMIT_FIELDS,
    remedies,
    remedies_of,
    why_diff,
    why_finding,
    why_series,
    why_turn,
    why_warning,
)
from inspector.stages.discipline.words import (
    ACTION_TITLES,
    STEP_HELP,
    STEP_TITLES,
    amount,
    headline,
    limit_text,
    limit_title,
    row_title,
    short_id,
)


def explained(shown: tuple[DisciplineResult, str], subject: str) -> tuple[Why, str] | None:
    """Explain a subject of a result, else the page that is shown of it; nothing leads on."""
    found = (why_discipline(shown[0], subject) if subject else None) or why_page(*shown)
    return None if found is None else (found, "")


def why_discipline(result: DisciplineResult, key: str) -> Why | None:
    """Explain the subject of any row; None where the result has no such subject."""
    kind, _, subject = key.partition(":")
    report = result.report
    if kind == "turn":
        return why_turn(result, key, subject)
    if kind == "warning":
        return why_warning(result, key, subject)
    if kind == "diff" and result.check is not None:
        return why_diff(result.check, key)
    if kind == "finding" and result.check is not None:
        return why_finding(result.check, result.session.discipline.output.text, key, subject)
    if report is None:
        return None
    if kind == "part":  # a part of a field is explained with its field
        kind, subject = "field", parts_of(subject)[0] if "/" in subject else subject
    if kind == "moved":
        return _why_moved(report, key, subject)
    if kind == "step":
        return _why_step(result, key, subject)
    if kind == "violation":
        return _why_violation(result, key, subject)
    entry = next(
        (one for one in report.ledger.entries if one.kind == kind and one.subject == subject), None
    )
    return None if entry is None else _why_entry(result, report, key, entry)


def why_page(result: DisciplineResult, page: str) -> Why | None:
    """Explain a page of the lens as a whole (``state``, ``check`` or ``turns``)."""
    if page == "check":
        return None if result.check is None else why_diff(result.check, "diff:output")
    if page == "turns":
        return why_series(result) if result.session.discipline.turns else None
    return None if result.report is None else _why_state(result, result.report)


def _why_state(result: DisciplineResult, report: DisciplineReport) -> Why:
    said = headline(result)
    verdict = {
        DisciplineAction.PASS: Verdict.INCLUDED,
        DisciplineAction.REJECT: Verdict.REFUSED,
    }.get(report.type, Verdict.REDUCED)
    limits = result.session.discipline.limits
    steps = [*_budget_steps(report, limits)]
    if report.counted_tokens is not None:
        steps.append(
            Working(
                tr("Counted"),
                tr("by {counter}", counter=report.counter),
                localized(report.counted_tokens),
            )
        )
    if result.prompt_tokens is not None:
        allowed = {"limit": limit_text(limits.max_prompt_tokens)}
        rejected = report.type is DisciplineAction.REJECT
        working = (
            tr("with the given state, estimated, of {limit}", **allowed)
            if rejected
            else tr("estimated, of {limit}", **allowed)
        )
        steps.append(Working(tr("Prompt"), working, localized(result.prompt_tokens)))
    tried = " ".join(
        _step_sentence(step, step_outcome(step)) for step in report.steps if step.tried
    )
    broken = () if result.prompt is None else remedies_of(result.prompt.violations)
    return Why(
        key="state:hot state",
        name=ACTION_TITLES[report.type],
        kind="state",
        verdict=verdict,
        reason=report.type.value,
        rule="Discipline C6",
        sentence=report.reason or tried or said[0],
        help=tr(
            "Check, compress, reference: the first state that keeps the limits is returned. Where"
            " none does, the state is rejected or, with rejection off, the minimal one is returned."
            " Whatever a returned state lost was stored as an artifact before."
        ),
        tokens=report.tokens or 0,
        needed=report.original_tokens,
        steps=tuple(steps),
        remedies=broken,
    )


def _why_entry(
    result: DisciplineResult, report: DisciplineReport, key: str, entry: LedgerEntry
) -> Why:
    moved = next((one for one in report.moved if one.field == entry.subject), None)
    state = result.session.discipline.hot_state or {}
    passages = []
    if moved is not None:
        note = tr(
            "artifact {short_id}, {size_bytes:,} bytes",
            short_id=short_id(moved.artifact_id),
            size_bytes=moved.size_bytes,
        )
        passages.append(
            passage(tr("{field}, as it is stored", field=moved.field), moved.content, note)
        )
    elif entry.kind == "field" and report.hot_state is not None:
        content = report.hot_state.field_json().get(entry.subject)
        if content is not None:
            passages.append(passage(tr("{subject}, as it is sent", subject=entry.subject), content))
    steps = tuple(_entry_steps(report, result.session.discipline.limits, entry, moved))
    helps = tuple(remedies(result, report, entry)) if entry.subject in state else ()
    why = explanation(f"{entry.kind}:{entry.subject}", entry, steps, passages, helps)
    sentence = why.sentence
    if moved is not None:  # 64 digits in a row leave no room for words
        sentence = sentence.replace(moved.artifact_id, short_id(moved.artifact_id))
    return replace(why, key=key, name=row_title(entry.name), sentence=sentence)


def _entry_steps(
    report: DisciplineReport, limits: DisciplineLimits, entry: LedgerEntry, moved: MovedField | None
) -> Iterator[Working]:
    if entry.kind == "balance":
        yield from _budget_steps(report, limits)
        return
    if entry.needed is not None and moved is not None:
        units = utf16_length(f'"{moved.field}":{moved.content}')
        yield Working(
            tr("In the given state"),
            tr("⌊{units:,} UTF-16 units ÷ 4⌋", units=units),
            localized(entry.needed),
        )
    elif entry.needed is not None:
        yield Working(
            tr("In the given state"),
            tr("its JSON with its key, UTF-16 units ÷ 4"),
            localized(entry.needed),
        )
    for step in report.steps:
        if step.name is StepName.CHECK or not step.tried:
            continue
        took = next((one for one in step.moved if one.field == entry.subject), None)
        if took is not None:
            kept = report.type is not DisciplineAction.REJECT and moved is not None
            said = tr("moved into an artifact") if kept else tr("would move it into an artifact")
            yield Working(
                tr(STEP_TITLES[step.name]), said, tr("out") if not took.entry else tr("reference")
            )
    returned = tr("nothing is returned") if report.hot_state is None else ""
    yield Working(tr("In the returned state"), returned, localized(entry.tokens))


def _budget_steps(report: DisciplineReport, limits: DisciplineLimits) -> Iterator[Working]:
    limit = limits.max_hot_state_tokens
    unusable = "" if finite_number(limit) is not None else tr(", which is not a number: none")
    yield Working(tr("Limit"), f"max_hot_state_tokens{unusable}", localized(report.ledger.budget))
    fields = [one for one in report.ledger.entries if one.kind == "field"]
    yield Working(
        tr("Fields"),
        tr("nothing is returned")
        if report.hot_state is None
        else tr("{fields:,} in the returned state", fields=sum(1 for f in fields if f.tokens)),
        localized(sum(f.tokens for f in fields)),
    )
    for entry in report.ledger.entries:
        if entry.kind == "balance":
            yield Working(row_title(entry.name), "", localized(entry.tokens))
    working = tr("closes") if report.ledger.balances else tr("does not close")
    yield Working(tr("Sum of all rows"), working, localized(report.ledger.total_tokens))


def _why_moved(report: DisciplineReport, key: str, subject: str) -> Why | None:
    name, _, field = subject.partition(":")
    for moved, stored in moved_fields(report):
        if (moved.step.value, moved.field) == (name, field):
            entry = next((e for e in report.ledger.entries if e.subject == field), None)
            return Why(
                key=key,
                name=field,
                kind="moved value",
                verdict=Verdict.REDUCED if stored else Verdict.REFUSED,
                reason=f"{name}",
                rule="Discipline C4, C6",
                sentence=(
                    tr("Stored in the artifact registry before it was taken out; nothing is lost.")
                    if stored
                    else tr(
                        "The step would have moved it. The state was rejected or went on, so it is"
                        " not stored."
                    )
                ),
                help=STEP_HELP[moved.step],
                tokens=0 if entry is None else entry.tokens,
                needed=None if entry is None else entry.needed,
                steps=(
                    Working(tr("Bytes"), tr("compact JSON in UTF-8"), localized(moved.size_bytes)),
                    Working(
                        tr("In the index"),
                        tr("an entry leads to it"),
                        tr("yes") if moved.entry else tr("no"),
                    ),
                ),
                passages=(
                    passage(tr("Its id, the SHA-256 of its bytes"), moved.artifact_id),
                    passage(moved.label, moved.content),
                ),
            )
    return None


def _why_step(result: DisciplineResult, key: str, subject: str) -> Why | None:
    report = result.report
    step = (
        next((one for one in report.steps if one.name.value == subject), None) if report else None
    )
    if step is None:
        return None
    outcome = step_outcome(step)
    return Why(
        key=key,
        name=tr(STEP_TITLES[step.name]),
        kind="step",
        verdict=Verdict.INCLUDED if step.passed else None,
        reason=step.name.value,
        rule="Discipline C6",
        sentence=_step_sentence(step, outcome),
        help=STEP_HELP[step.name],
        tokens=step.tokens_after,
        steps=tuple(_step_arithmetic(step)),
        remedies=remedies_of(step.violations) if step.tried else (),
    )


def _step_sentence(step: DisciplineStep, outcome: str) -> str:
    outcome = tr(outcome)
    if step.skipped:
        return tr("Skipped: {skipped}.", skipped=step.skipped)
    change = tr(
        "{tokens_before:,} → {tokens_after:,} tokens, {outcome}.",
        tokens_before=step.tokens_before,
        tokens_after=step.tokens_after,
        outcome=outcome,
    )
    if step.name is StepName.CHECK:
        change = tr(
            "{tokens_after:,} tokens, {outcome}.", tokens_after=step.tokens_after, outcome=outcome
        )
    broken = in_groups("; ".join(one.message for one in step.violations), localized)
    return f"{change} {broken}." if broken else change


def _step_arithmetic(step: DisciplineStep) -> Iterator[Working]:
    yield Working(tr("Before"), tr("UTF-16 units ÷ 4, rounded up"), localized(step.tokens_before))
    rest = step.tokens_after - step.tokens_before
    for moved in step.moved:
        tokens = utf16_length(f'"{moved.field}":{moved.content}') // 4
        rest += tokens
        where = tr("to artifact {short_id}", short_id=short_id(moved.artifact_id))
        yield Working(
            moved.field,
            tr("{where}, by reference", where=where) if moved.entry else where,
            f"−{localized(tokens)}",
        )
    if rest:
        said = tr("entries that lead to artifacts, commas, rounding")
        yield Working(tr("Around them"), said, localized(rest, "+,").replace("-", "−"))
    yield Working(tr("After"), "", localized(step.tokens_after))


def _why_violation(result: DisciplineResult, key: str, subject: str) -> Why | None:
    found = numbered(list(violations_of(result)), subject)
    if found is None:
        return None
    whose, one = found
    of = {
        "given": tr("the given state"),
        "returned": tr("the returned state"),
        "prompt": tr("the prompt"),
    }
    steps = (
        ()
        if one.ambiguous
        else (
            Working(tr("Actual"), tr("of {of}", of=of[whose]), amount(one.actual)),
            Working(
                tr("Limit"),
                LIMIT_FIELDS.get(one.field, "max_inline_artifact_chars"),
                amount(one.limit),
            ),
            Working(tr("Over by"), "", amount(one.actual - one.limit)),
        )
    )
    return SizelessWhy(
        key=key,
        name=capitalized(limit_title(one.field)),
        kind="limit",
        verdict=Verdict.REFUSED,
        reason=tr("could not be checked") if one.ambiguous else tr("over the limit"),
        rule="Discipline C6",
        sentence=in_groups(f"{one.message}.", localized),
        help=tr(
            "Exactly at a limit is allowed. A check that cannot be made fails, so that nothing"
            " too large gets through by accident."
        ),
        tokens=0 if one.ambiguous else int(one.actual),
        steps=steps,
        remedies=remedies_of((one,)),
    )
