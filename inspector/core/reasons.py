"""The reason codes: why a subject got its verdict, in one list for all systems.

Each reason names the rule it carries out, the verdict it leads to, a sentence with places for this
run's numbers, and a help text. A reason is written in ``reason_texts``, once. The rules page of the
documentation is generated from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from inspector.core.reason_texts import Verdict, Wording
from inspector.core.reason_texts.builder import BuilderReasons
from inspector.core.reason_texts.discipline import DisciplineReasons
from inspector.core.reason_texts.injection import AssemblyReasons, InjectionReasons
from inspector.core.reason_texts.relevance import RelevanceReasons
from inspector.core.reason_texts.window import WindowReasons

__all__ = ["REASONS_BY_CODE", "Reason", "Verdict"]


class _Members(type):
    """Lets a class be gone through, reason by reason."""

    by_code: dict[str, Reason]

    def __iter__(cls) -> Iterator[Reason]:
        return iter(cls.by_code.values())


class Reason(
    InjectionReasons,
    RelevanceReasons,
    DisciplineReasons,
    WindowReasons,
    AssemblyReasons,
    BuilderReasons,
    metaclass=_Members,
):
    """A reason code with its words; there is one object of each."""

    by_code: ClassVar[dict[str, Reason]] = {}

    def __init__(self, name: str, wording: Wording) -> None:
        """Take the words that say what it is."""
        self.name = name
        self.code = wording.code
        self.verdict = wording.verdict
        self.rule = wording.rule
        self.template = wording.template
        self.help = wording.help

    def __repr__(self) -> str:
        return f"<Reason.{self.name}>"

    def __copy__(self) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _reason, (self.code,)


def _reason(code: str) -> Reason:
    return Reason.by_code[code]


Reason.by_code.update(
    (wording.code, Reason(name, wording))
    for system in Reason.__bases__
    for name, wording in vars(system).items()
    if isinstance(wording, Wording)
)
REASONS_BY_CODE = Reason.by_code
