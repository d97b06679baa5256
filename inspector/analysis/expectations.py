"""Checking what a request expects of its result: ids in, ids out, limits on numbers."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from inspector.analysis import quantities as q
from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.card import ENTITY, INTERACTION_POLICY, PROCEDURE
from inspector.core.candidates.interned import NO_CODE
from inspector.core.candidates.request import Expectations
from inspector.core.injection.prepare import Prepared
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Place, Problem, Severity, pointer

_LIMIT = re.compile(
    r"\s*(?P<subject>[a-z_]+(?:\.[a-z_]+)?)\s*(?P<sign><=|>=|<|>|==|=)\s*"
    r"(?P<number>\d+(?:\.\d+)?)\s*(?P<percent>%?)\s*",
    re.ASCII,
)
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    "==": operator.eq,
}

_KINDS = {
    "procedures": PROCEDURE,
    "interaction_policies": INTERACTION_POLICY,
    "entities": ENTITY,
}


@dataclass(frozen=True, slots=True)
class ExpectationOutcome:
    """One expectation and whether the result meets it. ``place`` is a JSON pointer."""

    place: str
    expectation: str
    met: bool
    found: str


@dataclass(frozen=True, slots=True)
class CheckedRun:
    """What one run was held against: what its request expects, and the closing of its ledger.

    ``problems`` are expectations that cannot be read; ``name`` is the request's id.
    """

    name: str
    outcomes: tuple[ExpectationOutcome, ...]
    problems: tuple[Problem, ...]
    balances: bool

    @property
    def passed(self) -> bool:
        """Whether everything that was expected is so."""
        return self.balances and not self.problems and all(outcome.met for outcome in self.outcomes)


def checked(report: InjectionReport) -> CheckedRun:
    """Hold a run against what its request expects and against its own balance."""
    outcomes, problems = check_expectations(report)
    name = report.prepared.request.trace_id
    return CheckedRun(name, outcomes, problems, report.ledger.balances)


def check_expectations(
    report: InjectionReport,
) -> tuple[tuple[ExpectationOutcome, ...], tuple[Problem, ...]]:
    """Check what the request expects; return the outcomes and what cannot be checked.

    An id counts as in when its card is injected or its file is inlined.
    """
    expect = report.prepared.request.expect
    if expect is None:
        return (), ()
    present = included_ids(report)
    outcomes = _ids(expect, present)
    problems = []
    for place, text in enumerate(expect.limits):
        where = pointer("expect", "limits", place)
        try:
            outcomes.append(_limit(report, text, where))
        except ValueError as error:
            problems.append(
                Problem(
                    Severity.ERROR,
                    "request.unreadable-limit",
                    str(error),
                    "Write a limit such as procedures <= 20% or knowledge.unused < 300.",
                    Place(pointer=where),
                )
            )
    return tuple(outcomes), tuple(problems)


def included_ids(report: InjectionReport) -> set[str]:
    """Return the ids of injected cards and the references of inlined files."""
    cards = report.prepared.cards
    ids = {cards.columns.node_ids[row] for row in cards.order[report.tiers.ranks].tolist()}
    return ids | report.materialization.inlined_references


def retrieved_evidence(prepared: Prepared) -> tuple[tuple[str, ...], ...]:
    """Return for each entry of ``must_include`` the ids that count: those that were retrieved.

    One of them is enough. A candidate that is scored 0 for a request that scores others was not
    retrieved for it, also where there is room for everything and it is in the context.
    """
    expect = prepared.request.expect
    pieces = () if expect is None else tuple(map(either, expect.must_include))
    if not pieces or not scores_any(prepared):
        return pieces
    wanted, cards = {one for ids in pieces for one in ids}, prepared.cards
    found = {
        one
        for one in wanted & cards.columns.row_of.keys()
        if cards.relevance[cards.rank_of_row[cards.columns.row_of[one]]] > 0
    }
    found |= {
        file.counted.reference
        for file in prepared.files
        if file.counted.reference in wanted and (file.relevance > 0 or file.direct_target)
    }
    return tuple(tuple(one for one in ids if one in found) for ids in pieces)


def scores_any(prepared: Prepared) -> bool:
    """Whether a request scores any candidate: else a score of 0 says nothing of what was found."""
    files = any(file.relevance > 0 for file in prepared.files)
    return files or bool((prepared.cards.relevance > 0).any())


def evidence_recall(report: InjectionReport) -> float | None:
    """Return the share of ``must_include`` that was retrieved and is in; None for no evidence."""
    pieces = retrieved_evidence(report.prepared)
    if not pieces:
        return None
    present = included_ids(report)
    return sum(not present.isdisjoint(ids) for ids in pieces) / len(pieces)


def either(entry: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of an entry of ``must_include``: one of them has to be in."""
    return (entry,) if isinstance(entry, str) else entry


def _ids(expect: Expectations, present: set[str]) -> list[ExpectationOutcome]:
    outcomes = []
    for place, entry in enumerate(expect.must_include):
        ids = (entry,) if isinstance(entry, str) else entry
        there = list(filter(present.__contains__, ids))
        where, what = f"/expect/must_include/{place}", f"in: {' or '.join(ids)}"
        said = ", ".join(there) or "none of it is in"
        outcomes.append(ExpectationOutcome(where, what, bool(there), said))
    for place, one in enumerate(expect.must_exclude):
        where, inside = f"/expect/must_exclude/{place}", one in present
        said = "it is in" if inside else "it is out"
        outcomes.append(ExpectationOutcome(where, f"out: {one}", not inside, said))
    return outcomes


@dataclass(frozen=True, slots=True)
class NumberLimit:
    """A limit on one number of a result: ``subject``, how it is compared, and with what."""

    subject: str
    sign: str
    number: float
    percent: bool

    @classmethod
    def read(cls, text: str) -> NumberLimit:
        """Read a limit such as ``procedures <= 20%``. Raises ``ValueError`` for another text."""
        match = _LIMIT.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a limit")
        return cls(match["subject"], match["sign"], float(match["number"]), bool(match["percent"]))

    def met(self, numbers: Int64, wholes: Int64) -> Bools:
        """Return which of several numbers keep the limit, as parts of ``wholes`` if need be."""
        whole = np.asarray(wholes, dtype=np.float64)
        number = np.asarray(numbers, dtype=np.float64)
        if self.percent:
            number = np.divide(100 * number, whole, out=np.zeros_like(number), where=whole != 0)
        return np.asarray(_SIGNS[self.sign](number, self.number), dtype=np.bool_)


def _limit(report: InjectionReport, text: str, where: str) -> ExpectationOutcome:
    """Check one limit. Raises ``ValueError`` for a text that is none."""
    limit = NumberLimit.read(text)
    number, whole = measure(report, limit.subject)
    met = bool(limit.met(np.array([number]), np.array([whole]))[0])
    share = 100 * number / whole if whole else 0.0
    found = f"{share:.1f} %" if limit.percent else f"{number:,}"
    return ExpectationOutcome(where, text.strip(), met, found)


def measure(report: InjectionReport, subject: str) -> tuple[int, int]:
    """Return a number of the result and what it is a percentage of.

    Numbers are the run's quantities. Subjects are tokens of ``knowledge``, ``bucket`` or ``total``
    (``.used``, ``.unused``; for the two budgets ``.overhead``), tokens of ``procedures``,
    ``interaction_policies`` or ``entities`` (of the knowledge budget), and counts:
    ``cards.injected``, ``cards.suppressed``, ``files.inlined``, ``files.listed``. Raises
    ``ValueError`` for any other.
    """
    knowledge, bucket = q.KNOWLEDGE_BUDGET.of(report), q.FILE_BUDGET.of(report)
    if subject in _KINDS:
        return _tokens_of_kind(report, _KINDS[subject]), knowledge
    total, cards, files = (one.of(report) for one in (q.TOTAL_BUDGET, q.CARDS, q.FILES))
    numbers = {
        "knowledge.used": (q.KNOWLEDGE_USED.of(report), knowledge),
        "knowledge.unused": (report.knowledge_unused, knowledge),
        "knowledge.overhead": (report.knowledge_overhead, knowledge),
        "bucket.used": (q.FILE_BUDGET_USED.of(report), bucket),
        "bucket.unused": (report.bucket_unused, bucket),
        "bucket.overhead": (report.bucket_overhead, bucket),
        "total.used": (q.TOKENS_USED.of(report), total),
        "total.unused": (q.UNUSED.of(report), total),
        "cards.injected": (q.CARDS_INJECTED.of(report), cards),
        "cards.suppressed": (q.CARDS_SUPPRESSED.of(report), cards),
        "files.inlined": (q.FILES_INLINED.of(report), files),
        "files.listed": (q.FILES_LISTED.of(report), files),
    }
    if subject not in numbers:
        names = ", ".join((*_KINDS, *numbers))
        raise ValueError(f"there is no number {subject!r} to limit; there are {names}")
    return numbers[subject]


def _tokens_of_kind(report: InjectionReport, kind: str) -> int:
    cards = report.prepared.cards
    ranks, tiers = report.tiers.ranks, report.tiers.tiers
    kinds = cards.columns.kinds
    mine = kinds.codes[cards.order[ranks]] == kinds.code_of.get(kind, NO_CODE)
    return int(np.sum(cards.costs[ranks, tiers][mine]))
