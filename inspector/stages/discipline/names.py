"""What people call the parts of context discipline."""

from __future__ import annotations

from inspector.core.discipline import (
    DiffFormat,
    DiffReason,
    DisciplineAction,
    RegressionKind,
    StepName,
)
from inspector.language import localized, tr

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
