"""The charts of a build: what fills its budget, and the estimate after each step of fitting.

And what a step of a story shows of them, with *Why* of what is selected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from inspector.core.builder.outputs import Priority
from inspector.core.builder.report import FitAction, FitStep
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
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
from inspector.present.drawing_svg import strips_svg
from inspector.present.palette import Pattern, Shape
from inspector.present.story import Drawn, Picture
from inspector.present.strips import Limit, Segment, Strip, Strips
from inspector.session.session import Session
from inspector.stages.builder.runs import BuilderRuns
from inspector.stages.builder.shown import WHOLE, Shown, entry_key, file_key, shown_of, step_key
from inspector.stages.builder.why import why_builder
from inspector.stages.builder.words import FIT_WORDS, PRIORITY_FILLS, PRIORITY_TITLES

_PATTERNS = {Verdict.REDUCED: Pattern.DIAGONAL, Verdict.REFUSED: Pattern.CROSSED}


def budget_svg(shown: Shown) -> str:
    """Return the bar of a build as an SVG file."""
    return strips_svg(budget_bar(shown), 1040)


def budget_bar(shown: Shown) -> Strips:
    """Return the bar of a build."""
    budget = shown.report.budget
    rows = [one for one in shown.report.ledger.entries if one.verdict is not Verdict.BALANCE]
    blocks = sorted((one for one in rows if one.tokens > 0), key=_priority)
    out = [(one, one.needed or 0) for one in rows if one.reason is Reason.BLOCK_REMOVED]
    out += [
        (one, (one.needed or 0) - one.tokens) for one in blocks if (one.needed or 0) > one.tokens
    ]
    used, hard = budget.estimated_input_tokens, budget.hard_limit_tokens
    groups = [(p, sum(one.tokens for one in of)) for p, of in groupby(blocks, key=_priority)]
    title = tr(
        "{used:,} tokens: {parts}. Soft limit {soft:,}, hard limit {hard:,};"
        " {sum:,} tokens left out.",
        used=used,
        parts=", ".join(f"{priority.value} {localized(tokens)}" for priority, tokens in groups),
        soft=budget.soft_limit_tokens,
        hard=hard,
        sum=sum(tokens for _, tokens in out),
    )
    strips = [
        Strip(tr("limit"), tuple(_limit_strip(shown, groups)), 20, gap=18),
        Strip(tr("bundle"), tuple(map(_block, blocks)), 40, group="blocks"),
    ]
    if out:
        left_out = tuple(_ghost(*one) for one in sorted(out, key=lambda one: _priority(one[0])))
        strips.append(Strip(tr("left out"), left_out, group="blocks"))
    limits = (
        Limit(hard, tr("hard {hard:,}", hard=hard)),
        Limit(
            budget.soft_limit_tokens,
            tr("soft {soft:,}", soft=budget.soft_limit_tokens),
            "warning",
            DASHES,
        ),
    )
    return Strips(title, tuple(strips), limits, gutter=74)


def _priority(entry: LedgerEntry) -> Priority:
    return Priority(entry.account) if entry.account in list(Priority) else Priority.P3


def _name(entry: LedgerEntry) -> str:
    kinds = {"file": entry.subject, "symbol": entry.subject.rpartition("#")[2]}
    return kinds.get(entry.kind, entry.name)


def _limit_strip(shown: Shown, groups: list[tuple[Priority, int]]) -> Iterator[Segment]:
    budget = shown.report.budget
    for priority, tokens in groups:
        tip = tr("{name}: {tokens:,} tokens", name=priority.value, tokens=tokens)
        legend = f"{PRIORITY_TITLES[priority]} {localized(tokens)}"
        yield Segment(WHOLE, tokens, tip, PRIORITY_FILLS[priority], legend=legend)
    unused = max(0, budget.hard_limit_tokens - budget.estimated_input_tokens)
    reserve = budget.reserve_output_tokens
    free = max(0, budget.max_input_tokens - reserve - sum(tokens for _, tokens in groups))
    tip = tr("Unused: {unused:,} tokens", unused=unused)
    said = (tr("unused {max:,}", max=unused),)
    yield Segment(WHOLE, free, tip, "base", Pattern.EMPTY, said, outline="line")
    tip = tr("Kept free for the response: {reserve:,} tokens", reserve=reserve)
    said = (tr("reserve {tokens}", tokens=localized(reserve)),)
    yield Segment(WHOLE, reserve, tip, "part:overhead-fill", Pattern.CROSSED, said)


def _block(entry: LedgerEntry) -> Segment:
    name, priority = _name(entry), _priority(entry)
    tip = tr(
        "{tile}\n{tokens:,} tokens · {priority}\n{sentence}",
        tile=name, tokens=entry.tokens, priority=priority, sentence=entry.sentence,
    )  # fmt: skip
    pattern = _PATTERNS.get(entry.verdict, Pattern.SOLID)
    return Segment(
        entry_key(entry), entry.tokens, tip, PRIORITY_FILLS[priority], pattern,
        (name.rpartition("/")[2], localized(entry.tokens)),
    )  # fmt: skip


def _ghost(entry: LedgerEntry, tokens: int) -> Segment:
    reduced, name = entry.verdict is Verdict.REDUCED, _name(entry)
    tip = tr(
        "{tokens:,} tokens {what} {tile}\n{sentence}",
        tokens=tokens, what=tr("cut from") if reduced else "removed", tile=name,
        sentence=entry.sentence,
    )  # fmt: skip
    color = "verdict:reduced" if reduced else "verdict:dropped"
    return Segment(
        entry_key(entry), tokens, tip, "", caption=(name.rpartition("/")[2],), outline=color
    )


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


def picture(width: int) -> Picture:
    """Return what draws a budget, ``width`` pixels wide, and explains what is selected."""
    runs = BuilderRuns.with_user_cache()

    def draw(session: Session, key: str) -> Drawn:
        shown = shown_of(runs.run(session))
        if shown is None:
            return Drawn()
        why = why_builder(shown, key) or why_builder(shown, file_key(key)) if key else None
        return Drawn(strips_svg(budget_bar(shown), width, key), why)

    return draw
