"""The eight steps of an assembly, in their order (Injection §4)."""

from __future__ import annotations

from enum import IntEnum


class Step(IntEnum):
    """A step of the assembly. The value is its place in the prompt."""

    SYSTEM = 1
    SESSION = 2
    MEMORY = 3
    FRESHNESS = 4
    MODEL_SWITCH = 5
    INJECTION = 6
    TASK = 7
    MESSAGE = 8

    @property
    def title(self) -> str:
        """What people call the step."""
        return _TITLES[self]

    @property
    def help(self) -> str:
        """What the step brings into the prompt."""
        return _HELP[self]

    @property
    def account(self) -> str:
        """The account of the ledger that rows of the step belong to."""
        return f"step {int(self)}"

    @property
    def before_injection(self) -> bool:
        """Whether its tokens are used before the injection is given its budget."""
        return self < Step.INJECTION


_TITLES = {
    Step.SYSTEM: "System and safety",
    Step.SESSION: "Session context",
    Step.MEMORY: "Memory",
    Step.FRESHNESS: "Freshness",
    Step.MODEL_SWITCH: "Model switch",
    Step.INJECTION: "Injection",
    Step.TASK: "Task overlays",
    Step.MESSAGE: "User message",
}
_HELP = {
    Step.SYSTEM: "What the model is and what it must never do: the baseline of every prompt.",
    Step.SESSION: "What this session is about; the hot state, under discipline, is part of it.",
    Step.MEMORY: "What is remembered of the person and of earlier work.",
    Step.FRESHNESS: "What has changed since: the time, the state of the world, news.",
    Step.MODEL_SWITCH: "What a model needs to know that takes over from another one.",
    Step.INJECTION: "Knowledge cards and bucket content under one budget.",
    Step.TASK: "What the current task, panel or forum adds.",
    Step.MESSAGE: "What the user asked.",
}
