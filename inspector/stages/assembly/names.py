"""What people call the parts of an assembly, and which lens decided about each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from inspector.core.assembly import Assembly, Decision, PieceKind, Step
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.language import tr
from inspector.present.reason_text import reason_help

KIND_TITLES: Mapping[str, str] = MappingProxyType(
    {
        PieceKind.ITEM.value: "item",
        PieceKind.HOT_STATE.value: "hot state",
        PieceKind.MESSAGE.value: "message",
        PieceKind.HEADING.value: "heading",
        PieceKind.CARD.value: "card",
        PieceKind.BACKGROUND.value: "background",
        PieceKind.FILE.value: "file",
        "left_out": "left out",
        "balance": "balance",
    }
)

DECISION_TITLES: Mapping[Decision, str] = MappingProxyType(
    {
        Decision.OK: tr("fits"),
        Decision.WARN_SOFT_LIMIT: tr("over the soft limit"),
        Decision.REFUSE_HARD_LIMIT: tr("refused: over the hard limit"),
        Decision.REFUSE_HOT_STATE: tr("refused: hot state refused"),
        Decision.REFUSE_UNCOUNTED: tr("refused: not measurable"),
    }
)

DECISIONS_IN_SHORT: Mapping[Decision, str] = MappingProxyType(
    {
        Decision.OK: tr("fits"),
        Decision.WARN_SOFT_LIMIT: tr("over the soft limit"),
        Decision.REFUSE_HARD_LIMIT: tr("over the hard limit"),
        Decision.REFUSE_HOT_STATE: tr("hot state refused"),
        Decision.REFUSE_UNCOUNTED: tr("not measurable"),
    }
)
"""The same for places where it is said already, or plain to see, that a call was refused."""

LENS_TITLES: Mapping[str, str] = MappingProxyType(
    {"relevance": tr("Relevance"), "discipline": tr("State"), "injection": tr("Budget")}
)
"""The lenses that decide about parts of an assembly, by id."""


def step_key(step: Step) -> str:
    """Return the key of a step: ``step:`` and its number."""
    return f"step:{int(step)}"


class StepWords(NamedTuple):
    """What a step is called in an assembly, and what it brings."""

    number: str
    title: str
    help: str


def step_name(assembly: Assembly, step: Step) -> StepWords:
    """Return what a step is called; the first stands for what a request states of five."""
    if step is Step.SYSTEM and assembly.steps_before_given:
        return StepWords("1–5", tr("As the request states"), reason_help(Reason.TOKENS_GIVEN))
    return StepWords(str(int(step)), tr(step.title), tr(step.help))


def step_of_key(key: str) -> Step | None:
    """Return the step that a key names, None for a key of something else."""
    kind, _, number = key.partition(":")
    return Step(int(number)) if kind == "step" and number in "12345678" and number else None


def entry_key(entry: LedgerEntry) -> str:
    """Return the key of a ledger row: its kind and its subject."""
    return f"{entry.kind}:{entry.subject}"


def deciding_lens(entry: LedgerEntry) -> str:
    """Return the id of the lens that decided about a row, "" where the assembly itself did."""
    if entry.account in ("knowledge", "bucket"):
        return "injection"
    if entry.kind == PieceKind.HOT_STATE:
        return "discipline"
    if entry.rule.startswith("Relevance") or entry.reason is Reason.NODE_UNDECIDED:
        return "relevance"
    return ""
