"""Charts of context discipline: a series of turns as lines, the steps of a hot state as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.core.discipline import DisciplineReport, DisciplineStep, StepName, TurnThreshold
from inspector.core.discipline.limits import finite_number
from inspector.core.text import in_groups, in_words
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
from inspector.present.strips import Limit, Segment, Strip, Strips
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.words import SIZE_TITLES, STEP_TITLES, amount

_LEFT, _RIGHT, _TOP, _FOOT = 58, 12, 4, 22
_TITLE = 22  # height of a panel's title
_GAP = 12
_LEAST_PANEL = 60
_MARKS_UP_TO = 160  # turns; more of them are lines only
_LOOKS = (
    ("accent", Shape.DISC),
    ("part:bucket", Shape.DIAMOND),
    ("verdict:suppressed", Shape.RING),
    ("part:injection_budget", Shape.CROSS),
)


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One session in one panel: the places of its turns in the series, and their sizes."""

    session: str
    places: tuple[int, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeriesPanel:
    """One size of all turns. ``warned`` holds the places of turns with a warning about it."""

    title: str
    threshold: TurnThreshold
    lines: tuple[SeriesLine, ...]
    warned: frozenset[int]

    @property
    def top(self) -> float:
        """The value at the upper edge."""
        most = max((value for line in self.lines for value in line.values), default=0)
        return max(most, self.threshold.limit or 0, 1) * 1.06


@dataclass(frozen=True, slots=True)
class SeriesChart:
    """All panels. ``times`` are those of the turns, ``tips`` what is said about each."""

    panels: tuple[SeriesPanel, ...]
    sessions: tuple[str, ...]
    times: tuple[str, ...]
    tips: tuple[str, ...]
    warnings: int

    @property
    def title(self) -> str:
        """Say what the chart shows."""
        return tr(
            "Sizes of {times:,} turns, with limits and {warnings:,} warnings",
            times=len(self.times),
            warnings=self.warnings,
        )


def series_chart(result: DisciplineResult) -> SeriesChart:
    """Return the lines of a series."""
    turns = result.session.discipline.turns
    places: dict[str, list[int]] = {}
    for place, turn in enumerate(turns):
        places.setdefault(turn.session_id, []).append(place)
    panels = tuple(
        SeriesPanel(
            title=SIZE_TITLES[threshold.field],
            threshold=threshold,
            lines=tuple(
                SeriesLine(
                    session,
                    tuple(own),
                    tuple(getattr(turns[place], threshold.field) for place in own),
                )
                for session, own in places.items()
            ),
            warned=frozenset(
                one.turn for one in result.regressions if one.field == threshold.field
            ),
        )
        for threshold in result.thresholds
    )
    said: dict[int, list[str]] = {}
    for one in result.regressions:
        said.setdefault(one.turn, []).append(in_groups(one.message, localized))
    tips = tuple(
        "\n".join((f"Turn {localized(place + 1)}, {turn.timestamp}", *said.get(place, ())))
        for place, turn in enumerate(turns)
    )
    times = tuple(turn.timestamp for turn in turns)
    return SeriesChart(panels, tuple(places), times, tips, len(result.regressions))


def series_drawing(
    chart: SeriesChart, width: float, height: float, measure: Measure, selected: int | None = None
) -> Drawing:
    """Return the picture of a chart. Every turn has a place over the whole height."""
    count = len(chart.times)
    legend = _TITLE if len(chart.sessions) > 1 else 0
    panels = max(len(chart.panels), 1)
    room = (height - _TOP - _FOOT - legend - (panels - 1) * _GAP) / panels
    tall = max(room, _LEAST_PANEL)
    inner = max(width - _LEFT - _RIGHT, 40)
    step = inner / max(count, 1)
    bottom = _TOP + legend + panels * tall + (panels - 1) * _GAP
    items: list[Item] = []
    top = float(_TOP + legend)
    if selected is not None and 0 <= selected < count:
        wide = max(step, 3)
        middle = _LEFT + (selected + 0.5) * step
        items.append(Box(middle - wide / 2, top, wide, bottom - top, "selected"))
    if legend:
        items += _legend(chart.sessions, width, measure)
    for panel in chart.panels:
        items += _panel(panel, top, tall, step, width, measure)
        top += tall + _GAP
    items += _axis(count, step, bottom, measure)
    hits = tuple(_hits(chart, step, inner, bottom))
    return Drawing(width, bottom + _FOOT, chart.title, tuple(items), hits)


def _hits(chart: SeriesChart, step: float, inner: float, bottom: float) -> Iterator[Hit]:
    """Give a place to every turn, or to one turn a pixel where there are more turns than that."""
    if step >= 1:
        for place, tip in enumerate(chart.tips):
            yield Hit(f"turn:{place}", tip, _LEFT + place * step, 0, step, bottom)
        return
    for pixel in range(int(inner)):
        place = min(int(pixel / step), len(chart.tips) - 1)
        yield Hit(f"turn:{place}", chart.tips[place], _LEFT + pixel, 0, 1, bottom)


def _panel(
    panel: SeriesPanel, top: float, tall: float, step: float, width: float, measure: Measure
) -> Iterator[Item]:
    threshold, right = panel.threshold, width - _RIGHT
    floor, high = top + tall, tall - _TITLE
    scale = high / panel.top

    def y(value: float) -> float:
        return floor - value * scale

    yield Words(4, top + 14, panel.title, "text", strong=True)
    said = _said(threshold)
    left = 4 + measure(panel.title) * 1.08 + 16
    yield Words(right, top + 14, fitted(said, right - left, measure), "muted", "end")
    yield Rule(_LEFT, floor, right, floor, "edge")
    yield Words(_LEFT - 6, floor, "0", "muted", "end")
    if threshold.limit is not None and threshold.value is not None:
        yield Box(_LEFT, y(threshold.limit), right - _LEFT,
                  (threshold.limit - threshold.value) * scale, "line")  # fmt: skip
        yield Rule(_LEFT, y(threshold.limit), right, y(threshold.limit), "error", 1.5)
        yield Rule(_LEFT, y(threshold.value), right, y(threshold.value), "warning", dots=DASHES)
        yield Words(_LEFT - 6, y(threshold.limit) + 4, amount(threshold.limit), "error", "end")
        if (threshold.limit - threshold.value) * scale > 13:
            text = amount(threshold.value)
            yield Words(_LEFT - 6, y(threshold.value) + 4, text, "warning", "end")
    for number, line in enumerate(panel.lines):
        color, shape = _LOOKS[number % len(_LOOKS)]
        points = [
            (_LEFT + (place + 0.5) * step, y(value))
            for place, value in zip(line.places, line.values, strict=True)
        ]
        yield Path(tuple(_thinned(points)), color)
        if len(points) <= _MARKS_UP_TO:
            yield from (Mark(px, py, shape, color, 6) for px, py in points)
        warned = zip(line.places, points, strict=True)
        for _, (px, py) in ((at, spot) for at, spot in warned if at in panel.warned):
            yield Mark(px, max(py - 10, top + _TITLE - 2), Shape.TRIANGLE, "warning", 8)


def _said(threshold: TurnThreshold) -> str:
    if threshold.limit is None or threshold.value is None:
        return tr("its limit is not a number")
    return tr(
        "limit {amount}, warning over {percent} %",
        amount=amount(threshold.limit),
        percent=threshold.percent,
    )


def _thinned(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Give no more than the first, lowest, highest and last point of each column of pixels."""
    column: list[tuple[float, float]] = []
    for point in points:
        if column and int(point[0]) != int(column[0][0]):
            yield from _ends(column)
            column = []
        column.append(point)
    if column:
        yield from _ends(column)


def _ends(column: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    if len(column) <= 4:
        yield from column
        return
    yield column[0]
    yield min(column, key=lambda point: point[1])
    yield max(column, key=lambda point: point[1])
    yield column[-1]


def _legend(sessions: Sequence[str], width: float, measure: Measure) -> Iterator[Item]:
    x = float(_LEFT)
    for number, session in enumerate(sessions):
        text = fitted(session, 160, measure)
        wide = measure(text) + 32
        if x + wide > width - 60 and number < len(sessions) - 1:
            yield Words(
                x, _TOP + 12, tr("and {sessions:,} more", sessions=len(sessions) - number), "muted"
            )
            return
        color, shape = _LOOKS[number % len(_LOOKS)]
        yield Mark(x + 5, _TOP + 8, shape, color, 8)
        yield Words(x + 14, _TOP + 12, text, "text")
        x += wide


def _axis(count: int, step: float, bottom: float, measure: Measure) -> Iterator[Item]:
    """Give the numbers of the turns below the lines, as many as there is room for."""
    least = (measure(localized(count)) + 14) / step if count else 1
    every = next(n * 10**power for power in range(16) for n in (1, 2, 5) if n * 10**power >= least)
    for number in dict.fromkeys((1, *range(every, count + 1, every))) if count else ():
        x = _LEFT + (number - 0.5) * step
        yield Words(x, bottom + 16, localized(number), "muted", "middle")


_TITLES = {**{name: tr(title) for name, title in STEP_TITLES.items()}, StepName.CHECK: tr("Given")}


def steps_svg(result: DisciplineResult) -> str | None:
    """Return the bars of the steps as an SVG file."""
    chart = steps_chart_of(result)
    return None if chart is None else strips_svg(chart, 1040)


def steps_chart_of(result: DisciplineResult) -> Strips | None:
    """Return the bars of a result; None without a report."""
    limit = finite_number(result.session.discipline.limits.max_hot_state_tokens)
    return None if result.report is None else steps_chart(result.report, limit)


def steps_chart(report: DisciplineReport, limit: float | None) -> Strips:
    """Return the bars of a report; none for a state that does not validate."""
    before = {found.field: found.before for found in report.field_tokens}
    tried = [step for step in report.steps if step.tried]
    strips = tuple(_strip(step, tried, before, limit) for step in report.steps)
    bars = ", ".join(f"{_TITLES[one.name]} {localized(one.tokens_after)}" for one in tried)
    allowed = "" if limit is None else tr(", {limit:,g} allowed", limit=limit)
    title = tr("Tokens of the hot state: {bars}{allowed}", bars=bars, allowed=allowed)
    limits = () if limit is None else (Limit(limit, tr("limit {limit:,g}", limit=limit)),)
    return Strips(title, strips, limits)


def _strip(
    step: DisciplineStep, tried: list[DisciplineStep], before: dict[str, int], limit: float | None
) -> Strip:
    title, key = _TITLES[step.name], f"step:{step.name.value}"
    if not step.tried:
        note = step.skipped or ""
        said = ((tr("skipped: {note}", note=note), "muted"),)
        return Strip(title, key=key, tip=note or tr("Keeps the limits."), captions=said)
    note = in_groups("; ".join(one.message for one in step.violations), localized)
    color = "verdict:included" if step.passed else "verdict:refused"
    over = 0 if limit is None else step.tokens_after - limit
    words = tr("{over:,g} over", over=over) if over > 0 else tr("index too long")
    return Strip(
        title,
        tuple(_segments(step, tried, before)),
        key=key,
        tip=(not step.passed and note) or tr("Keeps the limits."),
        captions=(
            (localized(step.tokens_after), color),
            (tr("fits") if step.passed else words, "muted"),
        ),
        mark=(Shape.DISC if step.passed else Shape.STOP, color),
    )


def _segments(
    step: DisciplineStep, tried: list[DisciplineStep], before: dict[str, int]
) -> Iterator[Segment]:
    """Give what the state holds after a step; what the rounding leaves is the overhead."""
    place = tried.index(step)
    # The minimal state is made of the given one, so it says itself everything that it lost.
    done = [step] if step.name is StepName.MINIMAL else tried[: place + 1]
    out = {moved.field: moved for one in done for moved in one.moved}
    going = {moved.field for one in tried[place + 1 : place + 2] for moved in one.moved}
    kept = {name: tokens for name, tokens in before.items() if name not in out}
    rest = step.tokens_after - sum(kept.values())
    for name in (name for name, moved in out.items() if moved.entry):
        kept[name], rest = rest, 0
    for name, tokens in (kept | ({"": rest} if rest else {})).items():
        fate = tr(" The next step moves it into an artifact.") if name in going else ""
        look = ("part:overhead-fill", Pattern.VERTICAL)
        if name:
            look = ("verdict:included-fill", Pattern.SOLID)
        if name in going:
            look = ("verdict:reduced-fill", Pattern.DIAGONAL)
        told = in_words(name) or "overhead"
        tip = tr("{name}: {tokens:,} tokens.{fate}", name=told, tokens=tokens, fate=fate)
        yield Segment(f"field:{name}" if name else "balance:overhead", tokens, tip, *look, (told,))
