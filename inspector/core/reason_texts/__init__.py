"""What each reason code says, one module for each system; and the vocabulary of verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

Owner = TypeVar("Owner")


class Verdict(StrEnum):
    """What became of a candidate: one vocabulary for all five systems."""

    INCLUDED = "included"  # in, whole
    REDUCED = "reduced"  # in, as less: a lower tier, a manifest line, a slice, a reference
    SUPPRESSED = "suppressed"  # out: a rule found it redundant
    DROPPED = "dropped"  # out: no room
    EXCLUDED = "excluded"  # out: a hard rule (mask, deny rule, binary, secret)
    REFUSED = "refused"  # the whole call failed closed
    BALANCE = "balance"  # not a candidate: a row that makes the sum close


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """A reason code, the verdict it leads to, the rule it carries out, and what it says.

    ``template`` is filled by ``str.format`` with the entry's fields (``name``, ``needed``,
    ``left``, ``cap``, ``tokens``) and the numbers of its ``detail``. As an attribute of the reasons
    it is the reason itself.
    """

    code: str
    verdict: Verdict
    rule: str
    template: str
    help: str

    def __get__(self, _instance: object, owner: type[Owner]) -> Owner:
        """Return the reason of these words."""
        reasons: dict[str, Owner] = getattr(owner, "by_code", {})
        return reasons[self.code]
