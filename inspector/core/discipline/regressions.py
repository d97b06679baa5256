"""Seeing that prompts get bloated: in one turn, and over a series of turns (Discipline C6).

Metrics read back from the log: the short names of a line become the fields of a turn.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pydantic import ConfigDict

from inspector.core.arguments import require, require_each
from inspector.core.discipline.artifact_store import number_text
from inspector.core.discipline.limits import LimitsInput, ReadLimits, read_limits
from inspector.core.discipline.metrics import LOG_NAMES, PromptMetrics
from inspector.plurals import count_of

RISES = 3  # rises from turn to turn, or truncated turns, that make a trend when in a row
RISE_PERCENT = 10  # what they must add up to, in percent of the limit, to be worth a warning


class RegressionKind(StrEnum):
    """What a warning is about."""

    HOT_STATE = "hot_state"  # near its limit of tokens
    ARTIFACT_INDEX = "artifact_index"  # near its limit of entries
    PROMPT = "prompt"  # near its limit of tokens
    BUDGET = "budget"  # a limit was broken
    LIMIT = "limit"  # a limit that is not a number
    CROSSED = "crossed"  # the first turn over a threshold
    GROWING = "growing"  # several rises in a row
    TRUNCATED = "truncated"  # several turns in a row that did not fit as they were


@dataclass(frozen=True, slots=True)
class Regression:
    """A warning. ``turn`` is the place of its (last) turn in the series, counted from 0.

    ``field`` is the field of the metrics that it is about, None where it is about no size.
    """

    kind: RegressionKind
    message: str
    turn: int = 0
    field: str | None = None


@dataclass(frozen=True, slots=True)
class TurnThreshold:
    """Above which size a turn is worth a warning: ``percent`` of the limit of that name.

    ``limit`` and ``value`` are None for a limit that is not a number.
    """

    kind: RegressionKind
    field: str
    limit_name: str
    percent: int
    limit: int | float | None
    value: float | None


@dataclass(frozen=True, slots=True)
class _Measure:
    """A size that has a limit, and the percentage of it above which it is worth a warning."""

    kind: RegressionKind
    field: str
    limit: str
    percent: int
    message: str

    def value(self, turn: PromptMetrics) -> int:
        return int(getattr(turn, self.field))

    def high(self, turn: PromptMetrics, limit: float) -> bool:
        return self.value(turn) * 100 > self.percent * limit


_MEASURES = (
    _Measure(
        RegressionKind.HOT_STATE,
        "hot_state_tokens",
        "max_hot_state_tokens",
        80,
        "Hot state approaching token limit: {value}/{limit} tokens",
    ),
    _Measure(
        RegressionKind.ARTIFACT_INDEX,
        "artifact_index_count",
        "max_artifact_index_entries",
        75,
        "High artifact index count: {value} entries",
    ),
    _Measure(
        RegressionKind.PROMPT,
        "estimated_prompt_tokens",
        "max_prompt_tokens",
        75,
        "High estimated prompt tokens: {value}",
    ),
)


def metric_thresholds(limits: LimitsInput | None = None) -> tuple[TurnThreshold, ...]:
    """Return the thresholds under some limits, in the order in which turns are checked."""
    known = read_limits(limits)
    return tuple(
        TurnThreshold(
            one.kind,
            one.field,
            one.limit,
            one.percent,
            limit := known.get(one.limit),
            None if limit is None else limit * one.percent / 100,
        )
        for one in _MEASURES
    )


def detect_prompt_regressions(
    metrics: PromptMetrics, limits: LimitsInput | None = None
) -> list[str]:
    """Return the warnings about one turn: more than 80 % of the hot state's tokens, more than
    75 % of the index entries or of the prompt's tokens, or a broken budget.

    Raises TypeError for what are no metrics.
    """
    require(PromptMetrics, metrics=metrics)
    return [found.message for found in _of_turn(metrics, read_limits(limits), 0)]


def detect_series_regressions(
    turns: Sequence[PromptMetrics], limits: LimitsInput | None = None
) -> list[Regression]:
    """Return what the turns show together, by session, in the order of their last turns.

    Every warning about a single turn; the first turn of a session over a threshold; three or more
    rises in a row that make up a tenth of the limit, with the turns left at that pace; three or
    more turns in a row whose hot state had to be truncated.

    Raises TypeError for turns that are no metrics.
    """
    require_each(PromptMetrics, turns=turns)
    known = read_limits(limits)
    found = [one for place, turn in enumerate(turns) for one in _of_turn(turn, known, place)]
    sessions: dict[str, list[int]] = {}
    for place, turn in enumerate(turns):
        sessions.setdefault(turn.session_id, []).append(place)
    for places in sessions.values():
        for measure in _MEASURES:
            limit = known.get(measure.limit)
            if limit is not None:
                found += _crossings(turns, places, measure, limit)
                found += _growth(turns, places, measure, limit)
        found += _truncations(turns, places)
    return sorted(found, key=lambda one: one.turn)  # stable: turns keep the order made above


def _of_turn(turn: PromptMetrics, limits: ReadLimits, place: int) -> Iterator[Regression]:
    for measure in _MEASURES:
        limit = limits.get(measure.limit)
        if limit is None:
            message = f"Limit {measure.limit} is not a number"
            yield Regression(RegressionKind.LIMIT, message, place, measure.field)
        elif measure.high(turn, limit):
            message = measure.message.format(value=measure.value(turn), limit=number_text(limit))
            yield Regression(measure.kind, message, place, measure.field)
    if not turn.budget_passed:
        message = f"Context budget violated ({turn.budget_violation_count} violations)"
        yield Regression(RegressionKind.BUDGET, message, place)


def _crossings(
    turns: Sequence[PromptMetrics], places: Sequence[int], measure: _Measure, limit: float
) -> Iterator[Regression]:
    for before, place in itertools.pairwise(places):
        if measure.high(turns[place], limit) and not measure.high(turns[before], limit):
            message = (
                f"{measure.field} rose over {measure.percent} % of its limit: "
                f"{measure.value(turns[before])} -> {measure.value(turns[place])}"
            )
            yield Regression(RegressionKind.CROSSED, message, place, measure.field)
            return


def _growth(
    turns: Sequence[PromptMetrics], places: Sequence[int], measure: _Measure, limit: float
) -> Iterator[Regression]:
    values = [measure.value(turns[place]) for place in places]
    start = 0
    for end, value in enumerate(values):
        if values[end + 1 : end + 2] > [value]:  # it rises once more
            continue
        rises, risen = end - start, value - values[start]
        if rises >= RISES and risen * 100 >= RISE_PERCENT * limit:
            message = f"{measure.field} rose {rises} times in a row: {values[start]} -> {value}"
            if value <= limit:
                left = math.floor((limit - value) * rises / risen) + 1
                message += f"; over its limit in {count_of(left, 'turn')} at this pace"
            yield Regression(RegressionKind.GROWING, message, places[end], measure.field)
        start = end + 1


def _truncations(turns: Sequence[PromptMetrics], places: Sequence[int]) -> Iterator[Regression]:
    for truncated, group in itertools.groupby(places, lambda at: turns[at].hot_state_truncated):
        run = list(group)
        if truncated and len(run) >= RISES:
            message = f"Hot state truncated {len(run)} times in a row"
            yield Regression(RegressionKind.TRUNCATED, message, run[-1])


_SHORT_NAMES = {name: short for short, name in LOG_NAMES}


def _short_name(field: str) -> str:
    return _SHORT_NAMES.get(field, field)


class LoggedMetrics(PromptMetrics):
    """One line of the log. What else a logger wrote into it is ignored."""

    model_config = ConfigDict(alias_generator=_short_name, extra="ignore")

    type: Literal["prompt_metrics"]
    """Tells a line of metrics from the other lines of a log."""

    def metrics(self) -> PromptMetrics:
        """Return the turn that the line is about."""
        return PromptMetrics.model_validate(self.model_dump(exclude={"type"}, exclude_unset=True))
