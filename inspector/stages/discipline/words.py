"""What people call the parts of context discipline, and what came of it in a line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inspector.core.discipline import (
    DiffCheck,
    DiffFormat,
    DiffReason,
    DisciplineAction,
    DisciplineLimits,
    DisciplineReport,
    PromptMetrics,
    Regression,
    RegressionKind,
    StepName,
)
from inspector.core.discipline.limits import finite_number
from inspector.core.problems import Problem
from inspector.core.reasons import Verdict
from inspector.language import localized, tr, tr_n
from inspector.stage import flow
from inspector.stages.discipline.runs import DisciplineResult

ACTION_TITLES = {
    DisciplineAction.PASS: tr("Passes as it is"),
    DisciplineAction.COMPRESS: tr("Compressed"),
    DisciplineAction.REFERENCE: tr("Compressed and referenced"),
    DisciplineAction.REJECT: tr("Rejected"),
}

STEP_TITLES = {
    StepName.CHECK: "Check",
    StepName.COMPRESS: "Compress",
    StepName.REFERENCE: "Reference",
    StepName.MINIMAL: "Minimal",
}

STEP_HELP = {
    StepName.CHECK: tr("A state within its limits is returned as it is."),
    StepName.COMPRESS: tr(
        "Keeps what identifies the state and its task. Everything else becomes an artifact each."
    ),
    StepName.REFERENCE: tr(
        "The artifact index of the compressed state, where it has more than five entries or more"
        " than allowed, becomes one artifact, and one entry leads to it."
    ),
    StepName.MINIMAL: tr("Tried only with rejection off: what identifies the state, and its risk."),
}

KIND_TITLES = {
    RegressionKind.HOT_STATE: "hot state",
    RegressionKind.ARTIFACT_INDEX: "index",
    RegressionKind.PROMPT: "prompt",
    RegressionKind.BUDGET: "budget",
    RegressionKind.LIMIT: "limit",
    RegressionKind.CROSSED: "crossed",
    RegressionKind.GROWING: "growing",
    RegressionKind.TRUNCATED: "truncated",
}

SIZE_TITLES = {
    "hot_state_tokens": tr("Hot state, tokens"),
    "artifact_index_count": tr("Artifact index, entries"),
    "estimated_prompt_tokens": tr("Prompt, tokens"),
}

FORMAT_TITLES = {
    DiffFormat.UNIFIED_DIFF: tr("A unified diff"),
    DiffFormat.JSON_PATCH: tr("A JSON patch"),
    DiffFormat.PROSE: tr("A short answer in words"),
    DiffFormat.EMPTY: tr("Nothing was answered"),
    DiffFormat.UNCHECKED: tr("Not checked: the task asks for no change"),
}

REASON_TITLES = {
    DiffReason.FULL_FILE_REWRITE: tr("Whole content instead of a change"),
    DiffReason.BROKEN_DIFF: tr("The diff does not parse"),
    DiffReason.BROKEN_JSON_PATCH: tr("The JSON patch is not valid"),
    DiffReason.NOT_A_DIFF: tr("Neither a diff nor a short answer"),
    DiffReason.TOO_MUCH_BESIDE: tr("More than a few words beside the diff"),
    DiffReason.NOTHING_CHANGED: tr("Nothing was changed"),
}

_LIMIT_TITLES = {
    "hot_state_tokens": tr("hot state, tokens"),
    "artifact_index_entries": tr("artifact index, entries"),
    "total_prompt_tokens": tr("prompt, tokens"),
    "rag_chunks": tr("retrieved chunks"),
    "artifact_registry": tr("artifact registry"),
}

_BALANCE_TITLES = {"overhead": tr("Overhead"), "unused": tr("Unused"), "over": tr("Over the limit")}


def limit_title(field: str) -> str:
    """Return what people call the thing that a violation is about."""
    if field.startswith("inline_artifact["):
        return tr("inline artifact {field}", field=field[16:-1])
    return _LIMIT_TITLES.get(field, field)


def row_title(name: str) -> str:
    """Return what people call a row of the ledger; a field is called by its name."""
    return _BALANCE_TITLES.get(name, name)


def short_id(artifact_id: str) -> str:
    """Return the beginning of an artifact's id, enough to tell it from its neighbours."""
    return artifact_id if len(artifact_id) <= 14 else f"{artifact_id[:12]}…"


def amount(number: float) -> str:
    """Return a number with thousands marked, without decimals that say nothing."""
    if isinstance(number, int) or number.is_integer():
        return localized(number, ",.0f")
    return localized(number, ",.2f")


def state_summary(report: DisciplineReport, limits: DisciplineLimits) -> str:
    """Say what was done to a state, with its tokens before and after."""
    title = ACTION_TITLES[report.type]
    if report.over_limit:
        title = tr("Let through over its limit")
    if report.original_tokens is None:
        return tr("{title}: it does not validate", title=title)
    allowed = tr("{limit} allowed", limit=limit_text(limits.max_hot_state_tokens))
    if report.type is DisciplineAction.PASS or report.tokens is None:
        return tr(
            "{title}: {original_tokens:,} tokens, {allowed}",
            title=title,
            original_tokens=report.original_tokens,
            allowed=allowed,
        )
    moved = len(report.moved)
    return tr_n(
        "{title}: {original_tokens:,} → {tokens:,} tokens, {allowed};"
        " {moved:,} value kept as an artifact",
        "{title}: {original_tokens:,} → {tokens:,} tokens, {allowed};"
        " {moved:,} values kept as artifacts",
        moved,
        title=title,
        original_tokens=report.original_tokens,
        tokens=report.tokens,
        allowed=allowed,
        moved=moved,
    )


def headline(result: DisciplineResult) -> tuple[str, str]:
    """Return what is said over the chart: what was done, and why it was rejected or the prompt."""
    report = result.report
    if report is None:
        return "", ""
    title = state_summary(report, result.session.discipline.limits)
    return title, report.reason or prompt_summary(result) or ""


def prompt_summary(result: DisciplineResult) -> str | None:
    """Say whether the prompt keeps its limits; None without a hot state."""
    if result.prompt is None:
        return None
    size = "?" if result.prompt_tokens is None else localized(result.prompt_tokens)
    limit = limit_text(result.session.discipline.limits.max_prompt_tokens)
    broken = len(result.prompt.violations)
    state = (
        tr_n("{broken:,} limit broken", "{broken:,} limits broken", broken, broken=broken)
        if broken
        else tr("kept")
    )
    return tr(
        "Prompt: {size} of {limit} tokens, estimated; {state}", size=size, limit=limit, state=state
    )


def series_summary(turns: Sequence[PromptMetrics], regressions: Sequence[Regression]) -> str:
    """Say how many turns there are and how many warnings of which kind."""
    sessions = len({turn.session_id for turn in turns})
    of_sessions = tr_n(
        "of {sessions:,} session", "of {sessions:,} sessions", sessions, sessions=sessions
    )
    head = tr_n(
        "{turns:,} turn {of_sessions}",
        "{turns:,} turns {of_sessions}",
        len(turns),
        turns=len(turns),
        of_sessions=of_sessions,
    )
    if not regressions:
        return tr("{head}; no warnings", head=head)
    kinds = Counter(one.kind for one in regressions)
    parts = ", ".join(
        f"{kinds[kind]:,} {tr(KIND_TITLES[kind])}" for kind in KIND_TITLES if kinds[kind]
    )
    return tr_n(
        "{head}; {count:,} warning: {parts}",
        "{head}; {count:,} warnings: {parts}",
        len(regressions),
        head=head,
        count=len(regressions),
        parts=parts,
    )


def status_line(result: DisciplineResult) -> str:
    """Return the line below the lens."""
    parts = []
    report = result.report
    if report is not None:
        parts.append(state_summary(report, result.session.discipline.limits))
        parts.append(tr("reconciled") if report.ledger.balances else tr("BALANCE DOES NOT CLOSE"))
        if report.counted_tokens is not None:
            parts.append(
                tr(
                    "{counted_tokens:,} by {counter}",
                    counted_tokens=report.counted_tokens,
                    counter=report.counter,
                )
            )
    if result.check is not None:
        parts.append(tr("output accepted") if result.check.valid else tr("output refused"))
    turns = result.session.discipline.turns
    if turns:
        warnings = len(result.regressions)
        parts.append(
            ", ".join(
                (
                    tr_n("1 turn", "{turns:,} turns", len(turns), turns=len(turns)),
                    tr_n("1 warning", "{warnings:,} warnings", warnings, warnings=warnings),
                )
            )
        )
    return " · ".join(parts) or tr("no hot state yet")


def limit_text(limit: object) -> str:
    """Return a limit as text, "?" for one that is no number."""
    number = finite_number(limit)
    return "?" if number is None else amount(number)


def token_flow(result: Any) -> str:
    """Say how many tokens the state had, and how many it has now."""
    report = result.result.report
    if report is None or report.original_tokens is None:
        return ""
    if report.tokens is None:
        return tr("{before:,} tokens, rejected", before=report.original_tokens)
    return flow(report.original_tokens, report.tokens)


@dataclass(frozen=True, slots=True)
class DiffHeadline:
    """What is said first. ``verdict`` gives its look; ``detail`` may be empty."""

    title: str
    detail: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CheckSign:
    """One thing that was looked at, and whether the output or the task has it (None: unknown)."""

    title: str
    present: bool | None


def diff_headline(check: DiffCheck) -> DiffHeadline:
    """Say in a few words what came of a check."""
    if check.reason_kind is not None:
        title = REASON_TITLES[check.reason_kind]
        return DiffHeadline(title, check.suggestion or "", Verdict.REFUSED)
    title = tr("A change") if check.format is None else FORMAT_TITLES[check.format]
    return DiffHeadline(title, changed_files(check), Verdict.INCLUDED)


def finding_line(problem: Problem, *, fix: bool = True) -> str:
    """Return one thing that is wrong as a line of text: where, what, and what would help."""
    where = tr("Line {line}: ", line=problem.place.line) if problem.place.line else ""
    if not where and problem.place.pointer:
        where = f"{problem.place.pointer}: "
    tail = f" {problem.fix}" if fix and problem.fix else ""
    return f"{where}{problem.message}.{tail}"


def changed_files(check: DiffCheck) -> str:
    """Return which files the diff changes, "" for none."""
    if not check.paths:
        return ""
    return tr("Changes {paths:,}: {names}", paths=len(check.paths), names=", ".join(check.paths))


def diff_signs(check: DiffCheck) -> tuple[CheckSign, ...]:
    """Return every sign that was looked at."""
    return (
        CheckSign(tr("Taken for a task that changes files"), check.is_code_modification_task),
        CheckSign(tr("Looks like a unified diff"), check.looks_like_unified_diff),
        CheckSign(tr("Looks like a JSON patch"), check.looks_like_json_patch),
        CheckSign(tr("Looks like a whole file"), check.looks_like_full_file_rewrite),
    )
