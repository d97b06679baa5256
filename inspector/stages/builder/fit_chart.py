"""Fitting as a picture: the estimate after each step, against the soft and the hard limit."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.core.builder.report import FitAction, FitStep
from inspector.language import localized, tr
from inspector.present.drawing import (
    DASHES,
    Box,
    Drawing,
    Hit,
    Item,
    Mark,
    Measure,
    Path,
    Rule,
    Words,
    fitted,
)
from inspector.present.palette import Shape
from inspector.stages.builder.names import FIT_WORDS
from inspector.stages.builder.shown import step_key

_LEFT, _RIGHT, _TOP, _BELOW = 92, 20, 24, 42
_LEAST_LABEL = 56  # pixels between two steps, where each has its name
_LOOKS = {
    FitAction.ESTIMATE: (Shape.DIAMOND, "accent"),
    FitAction.REMOVE_OPTIONAL: (Shape.RING, "verdict:dropped"),
    FitAction.REMOVE_SECONDARY: (Shape.RING, "verdict:dropped"),
    FitAction.REMOVE_RELATED: (Shape.RING, "verdict:dropped"),
    FitAction.SLICE_RELATED: (Shape.HALF, "verdict:reduced"),
    FitAction.SUMMARISE_RELATED: (Shape.HALF, "verdict:reduced"),
    FitAction.MAKE_ROOM: (Shape.HALF, "verdict:reduced"),
    FitAction.BRING_BACK: (Shape.DIAMOND, "verdict:included"),
    FitAction.NAME_LEFT_OUT: (Shape.DIAMOND, "muted"),
    FitAction.SLICE_TARGET: (Shape.HALF, "verdict:reduced"),
    FitAction.KEEP_RELATED: (Shape.EQUAL, "muted"),
    FitAction.KEEP_TARGET: (Shape.EQUAL, "muted"),
    FitAction.REFUSE: (Shape.STOP, "verdict:refused"),
}


def fit_drawing(
    steps: Sequence[FitStep], width: float, height: float, measure: Measure, selected: str = ""
) -> Drawing:
    """Return the picture of all steps, in the size that is asked for."""
    if not steps:
        return Drawing(width, height, tr("Nothing was fitted."), ())
    soft, hard = steps[0].soft_limit, steps[0].hard_limit
    most = max([step.tokens_after for step in steps] + [hard, 1]) * 1.06
    bottom = max(height - _BELOW, _TOP + 40)
    gap = max(width - _LEFT - _RIGHT, 40) / max(len(steps), 1)

    def x_of(place: int) -> float:
        return _LEFT + gap * (place + 0.5)

    def y_of(tokens: float) -> float:
        return bottom - (bottom - _TOP) * tokens / most

    items: list[Item] = [
        Rule(_LEFT, bottom, width - _RIGHT, bottom, "edge"),
        Words(_LEFT - 8, bottom + 4, "0", "muted", "end"),
    ]
    chosen = next((at for at, one in enumerate(steps) if step_key(one.number) == selected), None)
    if chosen is not None:
        items.append(Box(x_of(chosen) - gap / 2, _TOP - 8, gap, bottom - _TOP + 8, "selected"))
    items += _limits(soft, hard, width, y_of(soft), y_of(hard))
    hits = []
    points: list[tuple[float, float]] = []
    for place, step in enumerate(steps):
        y = y_of(step.tokens_after)
        if points:
            points.append((x_of(place), points[-1][1]))
        points.append((x_of(place), y))
        key = step_key(step.number)
        tip = tr(
            "{number:,}. {fit_words}\n{sentence}\n{tokens_before:,} → {tokens_after:,} tokens",
            number=step.number,
            fit_words=FIT_WORDS[step.action],
            sentence=step.sentence,
            tokens_before=step.tokens_before,
            tokens_after=step.tokens_after,
        )
        hits.append(Hit(key, tip, x_of(place) - gap / 2, 0, gap, height))
    items.append(Path(tuple(points), "accent"))
    for place, step in enumerate(steps):
        shape, color = _LOOKS[step.action]
        x, y = x_of(place), y_of(step.tokens_after)
        items.append(Mark(x, y, shape, color, 9))
        if gap >= _LEAST_LABEL:
            items += _labels(step, x, y, bottom, gap, measure)
    first, last = steps[0].tokens_after, steps[-1].tokens_after
    title = tr(
        "{steps:,} steps of fitting, from {first:,} to {last:,} tokens; soft limit"
        " {soft:,}, hard limit {hard:,}",
        steps=len(steps) - 1,
        first=first,
        last=last,
        soft=soft,
        hard=hard,
    )
    return Drawing(width, max(height, bottom + _BELOW), title, tuple(items), tuple(hits))


def _limits(soft: int, hard: int, width: float, soft_y: float, hard_y: float) -> list[Item]:
    items: list[Item] = []
    near = abs(soft_y - hard_y) < 14
    for y, name, tokens, color, dots in (
        (soft_y, "soft", soft, "warning", DASHES),
        (hard_y, "hard", hard, "error", None),
    ):
        items.append(Rule(_LEFT, y, width - _RIGHT, y, color, 1.5, dots))
        base = y + (12 if name == "soft" and near else 0 if near else 4)
        items.append(
            Words(_LEFT - 8, base, f"{name} {localized(tokens)}", color, "end", strong=True)
        )
    return items


def _labels(
    step: FitStep, x: float, y: float, bottom: float, gap: float, measure: Measure
) -> list[Item]:
    name = step.path.rpartition("/")[2] or ("everything" if step.number == 0 else "")
    items: list[Item] = [
        Words(x + 7, y - 7, fitted(localized(step.tokens_after), gap - 8, measure), "text"),
        Words(x, bottom + 16, fitted(name, gap - 8, measure), "text", "middle"),
    ]
    if step.saved:
        items.append(Words(x, bottom + 32, f"−{localized(step.saved)}", "muted", "middle"))
    return items
