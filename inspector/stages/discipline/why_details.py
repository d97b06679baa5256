"""Why a turn is worth a warning and an output is no change, and what would help a broken limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.audit.finding import Working
from inspector.core.discipline import (
    BudgetViolation,
    DiffCheck,
    DisciplineAction,
    DisciplineLimits,
    DisciplineReport,
    PromptMetrics,
    RegressionKind,
    TurnThreshold,
    discipline,
)
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.core.text import in_groups
from inspector.language import capitalized, localized, tr
from inspector.present.why import Passage, SizelessWhy, Why, numbered, passage
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.words import (
    KIND_TITLES,
    SIZE_TITLES,
    amount,
    diff_headline,
    diff_signs,
    finding_line,
    series_summary,
)

_HELP = {
    RegressionKind.CROSSED: tr(
        "The first turn of the session whose size is over the threshold while"
        " that of the turn before was not."
    ),
    RegressionKind.GROWING: tr(
        "Three or more rises in a row that make up a tenth of the limit. The"
        " turns that are left follow from their mean."
    ),
    RegressionKind.TRUNCATED: tr(
        "Three or more turns in a row whose hot state did not fit as it was."
    ),
    RegressionKind.BUDGET: tr("The turn broke a limit, or its hot state was rejected."),
}
_NEAR = tr(
    "A size is worth a warning before its limit is reached: over 80 % of the hot state's tokens,"
    " over 75 % of the index entries, over 75 % of the prompt's tokens."
)


def why_series(result: DisciplineResult) -> Why:
    """Explain a series as a whole."""
    turns = result.session.discipline.turns
    return SizelessWhy(
        key="series:turns",
        name=tr("The series of turns"),
        kind="series",
        reason=tr("regressions"),
        rule="Discipline C6",
        sentence=f"{series_summary(turns, result.regressions)}.",
        help=_NEAR,
        tokens=turns[-1].hot_state_tokens,
        steps=(
            Working(tr("Last turn"), turns[-1].timestamp, ""),
            *_sizes(turns[-1], result.thresholds),
        ),
    )


def why_turn(result: DisciplineResult, key: str, subject: str) -> Why | None:
    """Explain one turn by its place in the series."""
    turns = result.session.discipline.turns
    turn = numbered(turns, subject)
    if turn is None:
        return None
    place = int(subject)
    warnings = [
        in_groups(one.message, localized) for one in result.regressions if one.turn == place
    ]
    return Why(
        key=key,
        name=tr("Turn {turn:,}", turn=place + 1),
        kind="turn",
        verdict=None if turn.budget_passed else Verdict.REFUSED,
        reason=turn.session_id,
        rule=turn.timestamp,
        sentence=". ".join(warnings) + "." if warnings else tr("Nothing to warn of."),
        help=_NEAR,
        tokens=turn.hot_state_tokens,
        steps=(
            *_sizes(turn, result.thresholds),
            *_change(turns, place),
            Working(tr("Warnings"), tr("that end at this turn"), localized(len(warnings))),
        ),
        passages=(passage(tr("Its line in the log"), turn.log_line()),),
    )


def why_warning(result: DisciplineResult, key: str, subject: str) -> Why | None:
    """Explain one warning by its place in the list."""
    one = numbered(result.regressions, subject)
    if one is None:
        return None
    turns = result.session.discipline.turns
    thresholds = tuple(found for found in result.thresholds if found.field == one.field)
    return SizelessWhy(
        key=key,
        name=tr("Warning: {kind}", kind=tr(KIND_TITLES[one.kind])),
        kind="warning",
        reason=one.kind.value,
        rule="Discipline C6",
        sentence=in_groups(f"{one.message}.", localized),
        help=_HELP.get(one.kind, _NEAR),
        tokens=turns[one.turn].hot_state_tokens,
        steps=tuple(_sizes(turns[one.turn], thresholds or result.thresholds)),
    )


def _sizes(turn: PromptMetrics, thresholds: tuple[TurnThreshold, ...]) -> Iterator[Working]:
    for one in thresholds:
        value = getattr(turn, one.field)
        if one.limit is None or one.value is None:
            working = tr("its limit is not a number")
        else:
            share = tr("{value:.0%} of ", value=value / one.limit) if one.limit > 0 else "of "
            working = tr(
                "{share}{amount}, warning over {amount_2}",
                share=share,
                amount=amount(one.limit),
                amount_2=amount(one.value),
            )
        yield Working(SIZE_TITLES[one.field], working, localized(value))


def _change(turns: tuple[PromptMetrics, ...], place: int) -> Iterator[Working]:
    """Give how the hot state changed since the turn before of the same session."""
    for before in range(place - 1, -1, -1):
        if turns[before].session_id == turns[place].session_id:
            change = turns[place].hot_state_tokens - turns[before].hot_state_tokens
            yield Working(
                tr("Hot state, change"),
                tr("since turn {before:,}", before=before + 1),
                localized(change, "+,"),
            )
            return


_AROUND = 3  # lines shown before and after the one that is wrong
_WHY_CHANGES_HELP = tr(
    "A task that changes files is answered by a unified diff whose hunks have exactly the lines"
    " they promise, or by a valid JSON patch. Where it cannot be told what the task is, a few words"
    " without code will do as well. A question may be answered by anything but a whole file."
)


def why_diff(check: DiffCheck, key: str) -> Why:
    """Explain the outcome of a check."""
    headline = diff_headline(check)
    answers = {True: tr("yes"), False: tr("no"), None: tr("not known")}
    return SizelessWhy(
        key=key,
        name=headline.title,
        kind="output",
        verdict=headline.verdict,
        reason=check.reason_kind or check.format or "",
        rule="Discipline C5",
        sentence=_sentence(check) or f"{headline.title}.",
        help=_WHY_CHANGES_HELP,
        steps=(
            Working(tr("Mode"), check.mode, ""),
            *(Working(sign.title, "", answers[sign.present]) for sign in diff_signs(check)),
            Working(tr("Files it changes"), ", ".join(check.paths), localized(len(check.paths))),
        ),
        remedies=() if check.suggestion is None else (check.suggestion,),
    )


def _sentence(check: DiffCheck) -> str:
    """Return why an output is refused, with the first thing that is wrong, "" where it is not."""
    reason = check.reason or ""
    if not check.problems:
        return reason
    return (
        f"{reason.removesuffix(str(check.problems[0]))}{finding_line(check.problems[0], fix=False)}"
    )


def why_finding(check: DiffCheck, output: str, key: str, subject: str) -> Why | None:
    """Explain one thing that is wrong with an output, with the lines around it."""
    problem = numbered(check.problems, subject)
    if problem is None:
        return None
    where = (
        tr("Line {line:,}", line=problem.place.line)
        if problem.place.line
        else problem.place.pointer
    )
    passages: tuple[Passage, ...] = ()
    if problem.place.line:
        lines = output.split("\n")
        first = max(problem.place.line - 1 - _AROUND, 0)
        shown = lines[first : problem.place.line + _AROUND]
        told = "\n".join(f"{first + n:>4}  {line}" for n, line in enumerate(shown, 1))
        passages = (passage(tr("The lines around it"), told),)
    return SizelessWhy(
        key=key,
        name=where or tr("The output"),
        kind="finding",
        verdict=Verdict.REFUSED,
        reason=problem.code,
        rule="Discipline C5",
        sentence=f"{capitalized(problem.message)}.",
        help=_WHY_CHANGES_HELP,
        passages=passages,
        remedies=(problem.fix,) if problem.fix else (),
    )


LIMIT_FIELDS = {
    "hot_state_tokens": "max_hot_state_tokens",
    "artifact_index_entries": "max_artifact_index_entries",
    "total_prompt_tokens": "max_prompt_tokens",
    "rag_chunks": "max_rag_chunks",
}


def remedies(
    result: DisciplineResult, report: DisciplineReport, entry: LedgerEntry
) -> Iterator[str]:
    """Say what would keep a field that is not returned as it was given."""
    if entry.verdict is Verdict.INCLUDED or not report.steps:
        return
    yield from remedies_of(report.steps[0].violations)
    if entry.reason is Reason.FIELD_REFUSED:
        yield from _switches(result)


def _switches(result: DisciplineResult) -> Iterator[str]:
    """Say which steps would bring a rejected state through; each was tried."""
    stage = result.session.discipline
    tries: list[tuple[str, bool, bool]] = []
    if not stage.enable_compression:
        kept = stage.enable_reference_extraction
        tries.append((tr("Compression is switched on."), True, kept))
        if not kept:
            said = tr("Compression and reference extraction are switched on.")
            tries.append((said, True, True))
    elif not stage.enable_reference_extraction:
        tries.append((tr("Reference extraction is switched on."), True, True))
    for said, compression, reference in tries:
        tried = discipline(
            stage.hot_state,
            limits=stage.limits,
            enable_compression=compression,
            enable_reference_extraction=reference,
        )
        if tried.type is not DisciplineAction.REJECT:
            yield said
            break
    if stage.reject_on_persistent_overflow:
        yield tr("Rejection is switched off: then the minimal state is returned.")


def remedies_of(violations: Sequence[BudgetViolation]) -> tuple[str, ...]:
    """Return what would keep each broken limit, the same thing once."""
    return tuple(dict.fromkeys(map(_remedy, violations)))


def _remedy(violation: BudgetViolation) -> str:
    limit = LIMIT_FIELDS.get(violation.field, "its limit")
    if violation.ambiguous:
        if violation.field in DisciplineLimits.model_fields:
            return tr("The limit is a number.")
        if violation.field == "artifact_registry":
            return tr("The registry can write, or artifacts are kept in memory.")
        return tr("The state is one that validates; Problems says where it does not.")
    over = violation.actual - violation.limit
    if violation.field.startswith("inline_artifact"):
        return tr(
            "The artifact is given as a reference, or is {amount} characters shorter.",
            amount=amount(over),
        )
    said = {"amount": amount(over), "limit": limit, "actual": amount(violation.actual)}
    if violation.field == "artifact_index_entries":
        return tr("{amount} entries less, or {limit} is {actual} or more.", **said)
    if violation.field == "rag_chunks":
        return tr("{amount} chunks less, or {limit} is {actual} or more.", **said)
    return tr("{amount} tokens less, or {limit} is {actual} or more.", **said)
