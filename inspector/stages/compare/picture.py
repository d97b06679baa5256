"""The chart of a comparison: mirrored bars of tokens, and the matrix of verdicts.

The mirrored bars: tokens of each group on side A to the left, on side B to the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.analysis.comparison import Comparison
from inspector.language import localized, tr
from inspector.present.drawing import Box, Drawing, Hit, Item, Mark, Measure, Rule, Words, fitted
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT, Pattern
from inspector.stages.compare.words import NOWHERE, Cell, Matrix, transition_matrix, verdict_text


@dataclass(frozen=True, slots=True)
class MirroredBar:
    """One pair of bars, in tokens. ``kept`` is what the same subjects take on both sides.

    ``part`` names the look, as in the palette's parts.
    """

    group: str
    title: str
    part: str
    before: int
    after: int
    gained: int
    lost: int

    @property
    def kept(self) -> int:
        """Tokens that are the same on both sides."""
        return self.before - self.lost


@dataclass(frozen=True, slots=True)
class MirroredBars:
    """All pairs on one scale, knowledge first; ``longest`` is the tokens of the longest bar."""

    bars: tuple[MirroredBar, ...]
    longest: int
    used: tuple[int, int]
    budgets: tuple[int, int]


_PARTS = {
    "entity": "entity",
    "procedure": "procedure",
    "interaction_policy": "interaction_policy",
    "file": "inlined",
    "background": "background",
    "bucket": "inlined",
}


_TITLES = {"file": tr("Files"), "background": tr("Bucket summaries"), "bucket": tr("Buckets")}


def mirrored_bars(comparison: Comparison) -> MirroredBars:
    """Return the bars of a comparison, those that changed most first within each half."""
    groups = sorted(
        comparison.groups,
        key=lambda one: (one.account != "knowledge", -(one.gained + one.lost), one.group),
    )
    bars = tuple(
        MirroredBar(
            one.group,
            _TITLES.get(one.group, one.group.replace("_", " ").capitalize()),
            _PARTS.get(one.group, "other"),
            one.before,
            one.after,
            one.gained,
            one.lost,
        )
        for one in groups
    )
    before, after = comparison.totals
    return MirroredBars(
        bars,
        max((max(bar.before, bar.after) for bar in bars), default=0),
        (before.used, after.used),
        (before.total_budget, after.total_budget),
    )


_MARGIN, _TOP, _ROW, _BAR = 14.0, 4.0, 24.0, 14.0  # pixels
_SVG_WIDTH = 1200.0
_HINT = tr("Choose a cell to see its rows below.")
_BESIDE = 760.0  # from this width on the matrix stands beside the bars
_GAP = 28.0
_CELL, _HEAD = 26.0, 92.0
_BASE = 5.0  # of a text below the middle of its row
_LEAST = 1.5  # so that a bar of few tokens is seen


@dataclass(frozen=True, slots=True)
class ComparePicture:
    """What both parts show, worked out once for any width."""

    bars: MirroredBars
    matrix: Matrix

    def drawing(self, width: float, measure: Measure, selected: str) -> Drawing:
        """Return the picture in a width; ``selected`` is the key of a group or a cell."""
        inner = width - 2 * _MARGIN
        cells = len(self.matrix.verdicts)
        beside = width >= _BESIDE
        wide = _HEAD + cells * _cell_width(inner, cells, beside=beside)
        bars = inner - wide - _GAP if beside else inner
        bars_height = (len(self.bars.bars) + 1) * _ROW
        left, top = (_MARGIN + bars + _GAP, _TOP) if beside else (_MARGIN, bars_height + 20)
        parts = (
            _bars(self.bars, _MARGIN, bars, measure, selected),
            _matrix(self.matrix, left, top, wide, measure, selected),
        )
        items: list[Item] = []
        hits: list[Hit] = []
        for some, hit in (one for part in parts for one in part):
            items += some
            hits += [hit] if hit else []
        bottom = top + (cells + 2) * _CELL
        height = max(bars_height, bottom)
        before, after = self.bars.used
        title = tr(
            "A uses {before:,} tokens, B {after:,}; most subjects that moved to one verdict:",
            before=before,
            after=after,
        )
        return Drawing(
            width,
            height + 6,
            f"{title} {localized(self.matrix.most_moved)}.",
            tuple(items),
            tuple(hits),
        )


def compare_picture(comparison: Comparison) -> ComparePicture:
    """Return the picture of a comparison."""
    return ComparePicture(mirrored_bars(comparison), transition_matrix(comparison))


def compare_svg(comparison: Comparison) -> str:
    """Return the picture of a comparison as an SVG file, without what is said of choosing in it."""
    picture = compare_picture(comparison).drawing(_SVG_WIDTH, measured, "")
    still = (one for one in picture.items if not (isinstance(one, Words) and one.text == _HINT))
    return drawing_svg(replace(picture, items=tuple(still)))


def group_key(group: str) -> str:
    """Return the key of a group's bars."""
    return f"group:{group}"


def cell_key(cell: Cell) -> str:
    """Return the key of a cell of the matrix."""
    return f"cell:{verdict_text(cell.before)}:{verdict_text(cell.after)}"


def filter_of(picture: ComparePicture, key: str) -> str:
    """Return the filter of the table of changes that a group or a cell stands for."""
    kind, _, rest = key.partition(":")
    if kind == "group":
        return f'kind:"{rest}"'
    cells = (cell for row in picture.matrix.cells for cell in row)
    return next((cell.filter for cell in cells if cell_key(cell) == key), "")


_Part = tuple[list[Item], Hit | None]


def _bars(
    bars: MirroredBars, left: float, width: float, measure: Measure, selected: str
) -> Iterator[_Part]:
    titles = max((measure(bar.title) for bar in bars.bars), default=0.0)
    middle = min(max(titles + 20, 96.0), width * 0.36)
    numbers = measure("00,000") + 8
    room = max((width - middle) / 2 - numbers, 10.0)
    scale = room / bars.longest if bars.longest else 0.0
    centre = left + width / 2
    base = _TOP + _ROW / 2 + _BASE
    sides = (
        tr("A  {used:,} of {budgets:,}", used=bars.used[0], budgets=bars.budgets[0]),
        tr("{used:,} of {budgets:,}  B", used=bars.used[1], budgets=bars.budgets[1]),
    )
    if 1.2 * sum(map(measure, sides)) > width:  # they are bold
        sides = (f"A  {localized(bars.used[0])}", f"{localized(bars.used[1])}  B")
    words: list[Item] = [
        Words(left, base, sides[0], strong=True),
        Words(left + width, base, sides[1], anchor="end", strong=True),
    ]
    yield words, None
    for place, bar in enumerate(bars.bars):
        y = _TOP + (place + 1) * _ROW
        yield (
            list(_bar(bar, y, centre, middle, scale, measure, selected)),
            Hit(group_key(bar.group), _tip(bar), left, y, width, _ROW),
        )


def _bar(
    bar: MirroredBar,
    y: float,
    centre: float,
    middle: float,
    scale: float,
    measure: Measure,
    selected: str,
) -> Iterator[Item]:
    base, top = y + _ROW / 2 + _BASE, y + (_ROW - _BAR) / 2
    strong = selected == group_key(bar.group)
    title = fitted(bar.title, middle - 12, measure)
    yield Words(centre, base, title, anchor="middle", strong=strong)
    fill = f"part:{bar.part}-fill"
    for sign, whole, moved in ((-1, bar.before, bar.lost), (1, bar.after, bar.gained)):
        near = centre + sign * middle / 2
        kept = (whole - moved) * scale
        change = max(moved * scale, _LEAST) if moved else 0.0
        start = near if sign > 0 else near - kept
        if kept:
            yield Box(start, top, kept, _BAR, fill)
        if change:
            begin = near + kept if sign > 0 else near - kept - change
            yield Box(begin, top, change, _BAR, fill, Pattern.BACK_DIAGONAL)
        x = near + sign * (kept + change + 6)
        yield Words(x, base, localized(whole), "muted", "start" if sign > 0 else "end")


def _tip(bar: MirroredBar) -> str:
    return tr(
        "{title}\nA {before:,} tokens, B {after:,}\n{gained:,} gained, {lost:,} lost (hatched)",
        title=bar.title,
        before=bar.before,
        after=bar.after,
        gained=bar.gained,
        lost=bar.lost,
    )


def _cell_width(inner: float, cells: int, *, beside: bool) -> float:
    room = inner * 0.55 if beside else inner
    return max(40.0, min(86.0, (room - _HEAD) / max(cells, 1)))


def _matrix(
    matrix: Matrix, left: float, top: float, width: float, measure: Measure, selected: str
) -> Iterator[_Part]:
    cells = len(matrix.verdicts)
    each = (width - _HEAD) / max(cells, 1)
    base = _CELL / 2 + _BASE
    heads: list[Item] = [Words(left, top + base, "A ↓  B →", "muted")]
    for place, verdict in enumerate(matrix.verdicts):
        name = verdict_text(verdict)
        x, y = left + _HEAD + (place + 0.5) * each, top + (place + 1) * _CELL
        short = name if each > 70 else _SHORT.get(name, name)
        heads.append(Words(x, top + base, short, "muted", "middle"))
        if name != NOWHERE:
            look = LIGHT.verdicts[name]
            heads.append(Mark(left + 5, y + _CELL / 2, look.shape, f"verdict:{name}", 9))
        heads.append(Words(left + 16, y + base, name))
    yield heads, None
    for row, line in enumerate(matrix.cells):
        for column, cell in enumerate(line):
            x, y = left + _HEAD + column * each, top + (row + 1) * _CELL
            yield list(_cell(cell, x, y, each, matrix.most_moved, selected)), _hit(cell, x, y, each)
    if cells:
        bottom = top + (cells + 1) * _CELL + base
        hint = fitted(_HINT, width, measure)
        yield [Words(left, bottom, hint, "muted")], None


def _cell(cell: Cell, x: float, y: float, width: float, most: int, selected: str) -> Iterator[Item]:
    chosen = selected == cell_key(cell)
    yield Box(
        x + 1,
        y + 1,
        width - 2,
        _CELL - 2,
        "selected" if chosen else "chrome" if cell.stayed else "raised",
        outline="accent" if chosen else "",
    )
    if not cell.count:
        return
    if not cell.stayed:
        name = verdict_text(cell.after)
        share = cell.count / most if most else 0.0
        bar = max(3.0, (width - 8) * share)
        if name != NOWHERE:
            yield Box(x + 4, y + _CELL - 6, bar, 3, f"verdict:{name}-fill")
        else:
            yield Rule(x + 4, y + _CELL - 4.5, x + 4 + bar, y + _CELL - 4.5, "muted", 3)
    yield Words(
        x + width / 2,
        y + _CELL / 2 + _BASE - 1,
        localized(cell.count),
        "muted" if cell.stayed else "text",
        "middle",
        strong=not cell.stayed,
    )


def _hit(cell: Cell, x: float, y: float, width: float) -> Hit | None:
    if not cell.count:
        return None
    before, after = verdict_text(cell.before), verdict_text(cell.after)
    told = (
        tr("stayed {before}", before=before)
        if cell.stayed
        else tr("went from {before} to {after}", before=before, after=after)
    )
    return Hit(cell_key(cell), f"{localized(cell.count)} {told}", x, y, width, _CELL)


_SHORT = {
    "included": "incl.",
    "reduced": "red.",
    "suppressed": "supp.",
    "dropped": "drop.",
    "excluded": "excl.",
    NOWHERE: "none",
}
