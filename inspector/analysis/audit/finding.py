"""What an audit finds: a check that failed, at a place, with the numbers that say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from inspector.core.problems import NOWHERE, Place, Problem, Severity


class Kind(StrEnum):
    """What sort of thing is wrong, or not known."""

    SCHEMA = "schema"  # breaks the format
    CONTRADICTION = "contradiction"  # the manifest says two things that cannot both be
    CHANGED = "changed"  # it is not as it was written
    DIFFERENCE = "difference"  # its inputs lead to something else
    INPUT = "input"  # it was made from other inputs than those that are open
    UNUSUAL = "unusual"  # possible, but not what this core writes
    FOREIGN = "foreign"  # a field of another producer; it is left alone
    UNCHECKED = "unchecked"  # cannot be told from what is there

    @property
    def severity(self) -> Severity:
        """How much it weighs: a manifest with an error is not right."""
        return _SEVERITIES[self]


_SEVERITIES = {
    Kind.SCHEMA: Severity.ERROR,
    Kind.CONTRADICTION: Severity.ERROR,
    Kind.CHANGED: Severity.ERROR,
    Kind.DIFFERENCE: Severity.ERROR,
    Kind.INPUT: Severity.WARNING,
    Kind.UNUSUAL: Severity.WARNING,
    Kind.FOREIGN: Severity.NOTE,
    Kind.UNCHECKED: Severity.NOTE,
}


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a finding's arithmetic: what it is, how it came about, and the number."""

    label: str
    working: str
    number: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an audit found.

    ``code`` is stable and kebab-case; ``message`` quotes no contents of cards or files; ``rule``
    is what it is measured against; ``subject`` is the id of the card or the bucket it is about,
    None for the manifest as a whole; ``place`` is where it stands in the manifest.
    """

    code: str
    kind: Kind
    rule: str
    message: str
    fix: str
    place: Place = field(default=NOWHERE)
    subject: str | None = None
    terms: tuple[Term, ...] = ()

    @property
    def severity(self) -> Severity:
        """How much it weighs."""
        return self.kind.severity

    @property
    def problem(self) -> Problem:
        """The finding as a problem with a place, for lists that hold problems of every kind."""
        return Problem(self.severity, f"audit.{self.code}", self.message, self.fix, self.place)


def errors_of(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings that make a manifest wrong."""
    return tuple(one for one in findings if one.severity is Severity.ERROR)


def by_severity(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings with errors first, each severity in the order given."""
    order = list(Severity)
    return tuple(sorted(findings, key=lambda one: order.index(one.severity)))


def term(label: str, number: int | None, working: str = "") -> Term:
    """Return a line of arithmetic in tokens; None is a number that is not known."""
    return Term(label, working, "?" if number is None else f"{number:,}")
