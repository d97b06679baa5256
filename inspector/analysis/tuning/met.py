"""What a request expects, at every state of a sweep at once: as if each were checked by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.analysis.expectations import Limit, either
from inspector.analysis.tuning.modes import INLINED, LISTED
from inspector.analysis.tuning.outcomes import Outcomes
from inspector.analysis.tuning.spans import Spans
from inspector.core.candidates.request import Expectations

Int64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NO_EXPECTATIONS = Expectations()


class MetExpectations:
    """Counts, by state, how many of a request's expectations are met.

    ``expected`` counts those that can be checked, ``evidence_expected`` the entries of
    ``must_include`` among them.
    """

    def __init__(self, outcomes: Outcomes) -> None:
        """Check every state of ``outcomes``."""
        self._outcomes, self._states = outcomes, len(outcomes.states)
        expect = outcomes.report.prepared.request.expect or NO_EXPECTATIONS
        self._inlined = outcomes.files.where(outcomes.files.forms == INLINED)
        self._places: dict[str, list[int]] = {}
        for place, file in enumerate(outcomes.report.prepared.files):
            self._places.setdefault(file.counted.reference, []).append(place)
        evidence = [self._any_in(either(entry)) for entry in expect.must_include]
        others = [~self._any_in((one,)) for one in expect.must_exclude]
        others += self._limits(expect.limits)
        self.evidence_expected = len(evidence)
        self.expected = len(evidence) + len(others)
        self.evidence = self._sum(evidence)
        self.met = self.evidence + self._sum(others)

    def _sum(self, masks: list[Bools]) -> Int64:
        total = np.zeros(self._states, dtype=np.int64)
        for mask in masks:
            total += mask
        return total

    def _any_in(self, ids: tuple[str, ...]) -> Bools:
        """Return where a card of these ids is injected, or a file of these references inlined."""
        cards = self._outcomes.report.prepared.cards
        found = np.zeros(self._states, dtype=np.bool_)
        for one in ids:
            row = cards.columns.row_of.get(one)
            if row is not None and cards.rank_of_row[row] >= 0:
                found |= self._outcomes.cards.mask(int(cards.rank_of_row[row]), self._states)
            for place in self._places.get(one, ()):
                found |= self._inlined.mask(place, self._states)
        return found

    def _limits(self, texts: tuple[str, ...]) -> Iterator[Bools]:
        """Yield where each limit holds; one that cannot be read is not expected."""
        numbers = self.numbers
        for text in texts:
            try:
                limit = Limit.read(text)
            except ValueError:
                continue
            if limit.subject in numbers:
                yield limit.met(*numbers[limit.subject])

    @cached_property
    def numbers(self) -> dict[str, tuple[Int64, Int64]]:
        """Return the numbers that ``measure`` gives of one result, for all of them."""
        found, report = self._outcomes, self._outcomes.report
        tokens, states = found.tokens, found.states
        separators = report.prepared.counted.separators
        total, knowledge, bucket = states.total, states.knowledge, states.bucket
        overhead = found.cards_in * separators.card
        overhead = overhead + (found.cards_in > 0) * separators.knowledge_heading
        kinds = ("entity", "other", "procedure", "interaction_policy")
        knowledge_used = overhead + sum(tokens[kind] for kind in kinds)
        bucket_used = found.used - knowledge_used
        bucket_unused = bucket - bucket_used - found.released
        knowledge_unused = knowledge - knowledge_used
        cards = np.full(self._states, len(report.prepared.cards.order), dtype=np.int64)
        files = np.full(self._states, len(report.materialization.files), dtype=np.int64)
        listed = found.files.where(found.files.forms == LISTED)

        def count(spans: Spans) -> Int64:
            return spans.totals(np.ones(len(spans), dtype=np.int64), self._states)

        return {
            "procedures": (tokens["procedure"], knowledge),
            "interaction_policies": (tokens["interaction_policy"], knowledge),
            "entities": (tokens["entity"], knowledge),
            "knowledge.used": (knowledge_used, knowledge),
            "knowledge.unused": (knowledge_unused, knowledge),
            "knowledge.overhead": (overhead, knowledge),
            "bucket.used": (bucket_used, bucket),
            "bucket.unused": (bucket_unused, bucket),
            "bucket.overhead": (tokens["overhead"] - overhead, bucket),
            "total.used": (found.used, total),
            "total.unused": (knowledge_unused + bucket_unused, total),
            "cards.injected": (found.cards_in, cards),
            "cards.suppressed": (found.suppressed, cards),
            "files.inlined": (count(self._inlined), files),
            "files.listed": (count(listed), files),
        }
