"""Where everything of the bands lies, in pixels: numbers a view paints and asks what is hit.

The window's strip is on top, with its limits. Below it every step has a row; rows share a scale
that gives the prompt the whole width, so that each step begins where the one before ends. A row
that is opened has a strip of its own below it, in which its pieces fill the width.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from inspector.core.assembly import Step
from inspector.language import localized, tr
from inspector.present.drawing import LINE, Hit, Measure
from inspector.stages.assembly.bands import BandBlock, BandLine, Bands

_GUTTER = 196  # pixels left of the strips, at least: the steps' titles and tokens
_BETWEEN = 20  # pixels between the two, at least
MARGIN = 8
ARROW = 16  # width of what opens a row

_WINDOW, _ZOOM, _ROW, _ROW_GAP, _OPEN = 20, 16, 18, 4, 28
_APART = 14  # pixels between the words of two limits
_NARROW = 3.0  # pixels; neighbours narrower than this are drawn as one stretch


@dataclass(frozen=True, slots=True)
class Tile:
    """A stretch to paint. ``blocks`` are what it stands for: one, or narrow neighbours."""

    left: float
    right: float
    top: float
    height: float
    blocks: tuple[BandBlock, ...]
    captioned: bool = False
    room: tuple[float, float] = (0.0, 0.0)  # from where to where words may stand

    @property
    def block(self) -> BandBlock:
        """What it looks like: its first block."""
        return self.blocks[0]

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is in the pixels that it is painted on."""
        left, right = round(self.left), round(self.right)
        return left <= x < max(right, left + 1) and self.top <= y < self.top + self.height


@dataclass(frozen=True, slots=True)
class BandRow:
    """The row of a step: its title, tokens, and what is to be said behind its strip."""

    line: BandLine
    top: float
    bottom: float
    open: bool
    note: str
    note_x: float
    note_right: bool  # the note ends at ``note_x``


@dataclass(frozen=True, slots=True)
class LimitMark:
    """A limit drawn across the window's strip; its words end at ``text_x``."""

    name: str
    x: float
    text: str
    text_x: float


@dataclass(frozen=True, slots=True)
class BandHit:
    """What is at a point: a subject's key, and the step whose arrow it is."""

    key: str
    text: str
    arrow: Step | None = None


@dataclass(frozen=True)
class BandsGeometry:
    """The whole chart in pixels."""

    bands: Bands
    width: float
    height: float
    left: float
    window_top: float
    tiles: tuple[Tile, ...]
    rows: tuple[BandRow, ...]
    limits: tuple[LimitMark, ...]
    zoom: tuple[tuple[float, float], ...]

    @property
    def window_bottom(self) -> float:
        """Where the window's strip ends."""
        return self.window_top + _WINDOW

    def parts(self) -> Iterator[Hit]:
        """Yield the window's strip, then each step with the pieces in its row."""
        found = [
            Hit(
                "",
                f"{row.line.name.title}, {localized(row.line.tokens)}",
                0,
                row.top,
                self.width,
                row.bottom - row.top,
            )
            for row in self.rows
        ]
        for tile in self.tiles:
            wide = (tile.right - tile.left) / len(tile.blocks)
            for place, block in enumerate(tile.blocks):
                left = tile.left + place * wide
                found.append(Hit("", block.text, left, tile.top, wide, tile.height))
        yield from sorted(found, key=lambda part: (part.y, part.x))

    def hit(self, x: float, y: float) -> BandHit | None:
        """Return what is at a point; a row is hit beside its pieces, too."""
        for tile in reversed(self.tiles):  # where two are, the one painted last
            if tile.contains(x, y):
                share = (x - tile.left) / max(tile.right - tile.left, 1e-9)
                block = tile.blocks[min(int(share * len(tile.blocks)), len(tile.blocks) - 1)]
                return BandHit(block.key, block.text)
        for row in self.rows:
            if row.top <= y < row.bottom:
                arrow = row.line.step if x < MARGIN + ARROW else None
                return BandHit(row.line.key, row.line.name.help, arrow)
        return None

    def boxes_of(self, key: str) -> Iterator[tuple[float, float, float, float]]:
        """Yield left, top, right and bottom of every place where a subject is drawn."""
        for tile in self.tiles:
            count = len(tile.blocks)
            for place, block in enumerate(tile.blocks):
                if block.key == key:
                    wide = (tile.right - tile.left) / count
                    left = tile.left + place * wide
                    yield left, tile.top, left + max(wide, 2.0), tile.top + tile.height


def row_title(line: BandLine) -> str:
    """Return what a step's row is called."""
    return f"{line.name.number}  {line.name.title}"


def bands_geometry(
    bands: Bands, width: float, measure: Measure, opened: Collection[Step] = ()
) -> BandsGeometry:
    """Lay the chart out in so many pixels. ``measure`` returns the width of a text."""
    heads = (measure(row_title(one)) + measure(localized(one.tokens)) for one in bands.lines)
    wanted = MARGIN + ARROW + _BETWEEN + max(heads, default=0.0)
    left = min(max(_GUTTER, wanted), width / 2) + MARGIN
    inner = max(width - left - MARGIN, 50.0)
    window_top = float(MARGIN + LINE)
    scale = inner / max(bands.total, 1)
    limits = _limits(bands, left, scale, inner, measure)
    marks = [mark.x for mark in limits]
    tiles = [
        replace(tile, captioned=True, room=_widest_gap(tile, marks))
        for tile in _tiles(bands.overview, left, scale, 0, window_top, _WINDOW)
    ]
    top = window_top + _WINDOW + _ZOOM
    first_row = top
    row_scale = inner / max(bands.used, 1)
    rows = []
    for line in bands.lines:
        row_tiles = _tiles(line.blocks, left, row_scale, 0, top + 1, _ROW)
        tiles += row_tiles
        is_open = line.step in opened and bool(line.blocks)
        end = top + _ROW + 2
        rows.append(_row(line, top, end, left, row_scale, inner, measure, is_open=is_open))
        if is_open:
            own = inner / max(line.tokens, 1)
            tiles += _tiles(line.blocks, left, own, line.start, end + 2, _OPEN, captioned=True)
            end += _OPEN + 4
        top = end + _ROW_GAP
    zoom: tuple[tuple[float, float], ...] = ()
    if bands.used:
        bottom = window_top + _WINDOW
        zoom = (
            (left, bottom), (left, first_row), (left + inner, first_row),
            (left + bands.used * scale, bottom),
        )  # fmt: skip
    return BandsGeometry(
        bands=bands,
        width=width,
        height=top + MARGIN - _ROW_GAP,
        left=left,
        window_top=window_top,
        tiles=tuple(tiles),
        rows=tuple(rows),
        limits=tuple(limits),
        zoom=zoom,
    )


def _tiles(
    blocks: tuple[BandBlock, ...],
    left: float,
    scale: float,
    origin: int,
    top: float,
    height: float,
    *,
    captioned: bool = False,
) -> list[Tile]:
    """Return a tile for each wide block, and one for neighbours too narrow to be told apart."""
    tiles: list[Tile] = []
    narrow: list[BandBlock] = []

    def close() -> None:
        if narrow:
            begin = left + (narrow[0].start - origin) * scale
            end = left + (narrow[-1].end - origin) * scale
            tiles.append(Tile(begin, max(end, begin + 1.5), top, height, tuple(narrow)))
            narrow.clear()

    for block in blocks:
        if block.tokens * scale >= _NARROW:
            close()
            begin = left + (block.start - origin) * scale
            end = begin + block.tokens * scale
            tiles.append(Tile(begin, end, top, height, (block,), captioned, (begin, end)))
        else:
            if narrow and narrow[-1].part != block.part:
                close()
            narrow.append(block)
    close()
    return tiles


def _row(
    line: BandLine,
    top: float,
    bottom: float,
    left: float,
    scale: float,
    inner: float,
    measure: Measure,
    *,
    is_open: bool,
) -> BandRow:
    """Return a step's row; what is left out is said right of its strip, or left of it."""
    note = ""
    if line.out:
        note = (
            tr("{out} left out", out=len(line.out))
            if len(line.out) > 1
            else tr("left out: {out}", out=line.out[0])
        )
    elif not line.tokens:
        note = line.empty
    begin, end = left + line.start * scale, left + line.end * scale
    right = end + 8 + measure(note) > left + inner
    x = begin - 8 if right else end + 8
    return BandRow(line, top, bottom, is_open, note, x, right)


def _widest_gap(tile: Tile, marks: list[float]) -> tuple[float, float]:
    """Return the widest part of a tile that no limit is drawn across."""
    edges = [tile.left, *(x for x in sorted(marks) if tile.left < x < tile.right), tile.right]
    return max(pairwise(edges), key=lambda gap: gap[1] - gap[0])


def _limits(
    bands: Bands, left: float, scale: float, inner: float, measure: Measure
) -> list[LimitMark]:
    """Return the limits; their words end at their lines where that leaves room for the others."""
    named = [
        ("soft", tr("soft limit"), tr("soft"), bands.soft),
        ("hard", tr("hard limit"), tr("hard"), bands.hard),
    ]
    if bands.over:
        named.append(("window", tr("window"), tr("window"), bands.window))
    texts = [f"{name} {localized(tokens)}" for _, name, _, tokens in named]
    if sum(measure(text) + _APART for text in texts) > inner:
        texts = [f"{short} {localized(tokens)}" for _, _, short, tokens in named]
    if sum(measure(text) + _APART for text in texts) > inner:
        texts = [localized(tokens) for *_, tokens in named]
    lines = [left + tokens * scale for *_, tokens in named]
    ends = list(lines)
    for place in reversed(range(len(ends) - 1)):
        ends[place] = min(ends[place], ends[place + 1] - measure(texts[place + 1]) - _APART)
    start = left
    for place, text in enumerate(texts):
        ends[place] = max(ends[place], start + measure(text))
        start = ends[place] + _APART
    return [
        LimitMark(name, x, text, end)
        for (name, *_), x, text, end in zip(named, lines, texts, ends, strict=True)
    ]
