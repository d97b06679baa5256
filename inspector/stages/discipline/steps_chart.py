"""The steps of one hot state as bars: what it holds after each, against its limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.discipline import DisciplineReport, DisciplineStep, StepName
from inspector.core.discipline.limits import finite_number
from inspector.language import localized, tr
from inspector.present.drawing import Box, Drawing, Hit, Item, Mark, Measure, Rule, Words, fitted
from inspector.present.palette import Pattern, Shape
from inspector.stages.discipline.names import STEP_TITLES
from inspector.stages.discipline.runs import DisciplineResult

_LABELS, _NUMBERS = 96, 148  # room left of the bars and right of them
_TOP, _ROW, _BAR = 26, 34, 22
_PADDING = 5
_LEAST_WORDS = 30
_TITLES = {**{name: tr(title) for name, title in STEP_TITLES.items()}, StepName.CHECK: tr("Given")}


@dataclass(frozen=True, slots=True)
class StepPart:
    """One field in a bar, in tokens. ``leaves`` says that the next step tried takes it out."""

    field: str
    tokens: int
    leaves: bool


@dataclass(frozen=True, slots=True)
class StepBar:
    """The state after one step; ``parts`` add up to ``tokens``. A skipped step has none."""

    name: StepName
    title: str
    tokens: int
    passed: bool
    note: str
    parts: tuple[StepPart, ...]


@dataclass(frozen=True, slots=True)
class StepsChart:
    """All bars, and the limit of tokens; None for one that is not a number."""

    bars: tuple[StepBar, ...]
    limit: float | None

    @property
    def title(self) -> str:
        """Say what the chart shows."""
        bars = ", ".join(f"{bar.title} {localized(bar.tokens)}" for bar in self.bars if bar.parts)
        allowed = "" if self.limit is None else tr(", {limit:,g} allowed", limit=self.limit)
        return tr("Tokens of the hot state: {bars}{allowed}", bars=bars, allowed=allowed)


def steps_chart(report: DisciplineReport, limit: float | None) -> StepsChart:
    """Return the bars of a report; none for a state that does not validate."""
    before = {found.field: found.before for found in report.field_tokens}
    tried = [step for step in report.steps if step.tried]
    bars = []
    for step in report.steps:
        if not step.tried:
            skipped = step.skipped or ""
            bars.append(StepBar(step.name, _TITLES[step.name], 0, step.passed, skipped, ()))
            continue
        later = tried[tried.index(step) + 1 :]
        parts = tuple(_parts(step, tried, later[:1], before))
        note = "" if step.passed else "; ".join(one.message for one in step.violations)
        title = _TITLES[step.name]
        bars.append(StepBar(step.name, title, step.tokens_after, step.passed, note, parts))
    return StepsChart(tuple(bars), limit)


def steps_chart_of(result: DisciplineResult) -> StepsChart | None:
    """Return the bars of a result; None without a report."""
    limit = finite_number(result.session.discipline.limits.max_hot_state_tokens)
    return None if result.report is None else steps_chart(result.report, limit)


def _parts(
    step: DisciplineStep,
    tried: list[DisciplineStep],
    following: list[DisciplineStep],
    before: dict[str, int],
) -> Iterator[StepPart]:
    """Give what the state holds after a step; what the rounding leaves is the overhead."""
    done = tried[: tried.index(step) + 1]
    # The minimal state is made of the given one, so it says itself everything that it lost.
    done = [step] if step.name is StepName.MINIMAL else done
    out = {moved.field: moved for one in done for moved in one.moved}
    kept = {name: tokens for name, tokens in before.items() if name not in out}
    entries = [name for name, moved in out.items() if moved.entry]
    rest = step.tokens_after - sum(kept.values())
    going = {moved.field for one in following for moved in one.moved}
    for name, tokens in kept.items():
        yield StepPart(name, tokens, name in going)
    for name in entries:
        yield StepPart(name, rest, leaves=False)
        rest = 0
    if rest:
        yield StepPart("", rest, leaves=False)


def steps_drawing(chart: StepsChart, width: float, measure: Measure, selected: str = "") -> Drawing:
    """Return the picture of a chart, as wide as asked for and as high as it has to be."""
    room = max(width - _LABELS - _NUMBERS, 40)
    most = max([bar.tokens for bar in chart.bars] + [chart.limit or 0, 1])
    scale = room / (most * 1.02)
    items: list[Item] = []
    hits: list[Hit] = []
    for place, bar in enumerate(chart.bars):
        top = _TOP + place * _ROW
        key = f"step:{bar.name.value}"
        if key == selected:
            items.append(Box(0, top - 4, width, _BAR + 8, "selected"))
        hits.append(Hit(key, bar.note or tr("Keeps the limits."), 0, top - 4, width, _BAR + 8))
        strong = key == selected
        items.append(Words(4, top + 15, bar.title, "text", strong=strong))
        if not bar.parts:
            items.append(Words(_LABELS, top + 15, tr("skipped: {note}", note=bar.note), "muted"))
            continue
        items += _bar(bar, top, scale, measure, selected, hits)
        at = _LABELS + bar.tokens * scale + 12
        color = "verdict:included" if bar.passed else "verdict:refused"
        shape = Shape.DISC if bar.passed else Shape.STOP
        items.append(Mark(at, top + 11, shape, color, 8))
        items.append(Words(at + 9, top + 15, localized(bar.tokens), color, strong=True))
        over = 0 if chart.limit is None else bar.tokens - chart.limit
        said = (
            tr("fits")
            if bar.passed
            else (tr("{over:,g} over", over=over) if over > 0 else tr("index too long"))
        )
        left = at + 9 + measure(localized(bar.tokens)) + 10
        items.append(Words(left, top + 15, fitted(said, width - left, measure), "muted"))
    height = _TOP + len(chart.bars) * _ROW + 2
    if chart.limit is not None:
        x = _LABELS + max(chart.limit, 0) * scale
        items.append(Rule(x, _TOP - 6, x, height - 4, "error", 1.5))
        text = tr("limit {limit:,g}", limit=chart.limit)
        half = measure(text) / 2
        middle = min(max(x, _LABELS + half), width - half)
        items.append(Words(middle, _TOP - 11, text, "error", "middle"))
    return Drawing(width, height, chart.title, tuple(items), tuple(hits))


def _bar(
    bar: StepBar, top: float, scale: float, measure: Measure, selected: str, hits: list[Hit]
) -> Iterator[Item]:
    x = float(_LABELS)
    for part in bar.parts:
        wide = part.tokens * scale
        key = f"field:{part.field}" if part.field else "balance:overhead"
        if part.leaves:
            fill, pattern = "verdict:reduced-fill", Pattern.DIAGONAL
        elif part.field:
            fill, pattern = "verdict:included-fill", Pattern.SOLID
        else:
            fill, pattern = "part:overhead-fill", Pattern.VERTICAL
        yield Box(x, top, max(wide - 1, 0.5), _BAR, fill, pattern)
        if key == selected:
            yield Box(x + 0.5, top + 0.5, max(wide - 2, 1), _BAR - 1, "", Pattern.EMPTY, "text")
        name = part.field or "overhead"
        caption = fitted(name, wide - 2 * _PADDING, measure) if wide > _LEAST_WORDS else ""
        if caption:
            if part.leaves:  # a pattern would run through the letters
                back = Box(x + 2, top + 4, measure(caption) + 6, _BAR - 8, fill)
                yield back
            yield Words(x + _PADDING, top + 15, caption, "on_fill")
        if wide >= 1:
            fate = tr(" The next step moves it into an artifact.") if part.leaves else ""
            tip = tr("{name}: {tokens:,} tokens.{fate}", name=name, tokens=part.tokens, fate=fate)
            hits.append(Hit(key, tip, x, top, wide, _BAR))
        x += wide
