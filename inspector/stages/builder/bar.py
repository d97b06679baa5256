"""The budget of a bundle as a picture: the limit, the blocks in it, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from inspector.core.builder.outputs import Priority
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.language import localized, tr
from inspector.present.drawing import DASHES, Box, Drawing, Hit, Item, Measure, Rule, Words, fitted
from inspector.present.palette import Pattern
from inspector.stages.builder.names import PRIORITY_FILLS, PRIORITY_TITLES
from inspector.stages.builder.shown import WHOLE, Shown, entry_key

_LEFT, _RIGHT = 74, 12  # pixels beside the strips
_LIMITS, _STRIP, _ZOOM, _BLOCKS, _GAP = 30, 20, 18, 40, 10
_PADDING, _LEAST_CAPTION = 5, 34
_BELOW = 24


@dataclass(frozen=True, slots=True)
class Tile:
    """A block or a piece that was left out, in tokens. ``cut`` are tokens that slicing saved."""

    key: str
    name: str
    priority: Priority
    tokens: int
    verdict: Verdict
    sentence: str
    cut: int = 0


@dataclass(frozen=True, slots=True)
class BudgetBar:
    """The numbers of the picture, in tokens. ``left_out`` is what fitting removed or cut."""

    limit: int
    reserve: int
    soft: int
    hard: int
    used: int
    between: int
    blocks: tuple[Tile, ...]
    left_out: tuple[Tile, ...]

    @property
    def total(self) -> int:
        """Where the upper strip ends: the input limit, or what exceeds it."""
        return max(self.limit, self.used + self.reserve, 1)

    @property
    def title(self) -> str:
        """Say what the picture shows."""
        parts = ", ".join(f"{name} {localized(tokens)}" for name, tokens in self.by_priority())
        return tr(
            "{used:,} tokens: {parts}. Soft limit {soft:,}, hard limit {hard:,};"
            " {sum:,} tokens left out.",
            used=self.used,
            parts=parts,
            soft=self.soft,
            hard=self.hard,
            sum=sum(tile.tokens for tile in self.left_out),
        )

    def by_priority(self) -> list[tuple[str, int]]:
        """Return the tokens of each priority that has some."""
        groups = groupby(self.blocks, key=lambda tile: tile.priority)
        return [(priority.value, sum(one.tokens for one in tiles)) for priority, tiles in groups]


def budget_bar(shown: Shown) -> BudgetBar:
    """Return the bar of a build."""
    budget, report = shown.report.budget, shown.report
    rows = [entry for entry in report.ledger.entries if entry.verdict is not Verdict.BALANCE]
    blocks = tuple(_tile(entry, entry.tokens) for entry in rows if entry.tokens > 0)
    out = [_tile(one, one.needed or 0) for one in rows if one.reason is Reason.BLOCK_REMOVED]
    out += [
        _tile(one, one.needed - one.tokens, cut=True)
        for one in rows
        if one.tokens and one.needed is not None and one.needed > one.tokens
    ]
    used = budget.estimated_input_tokens
    return BudgetBar(
        limit=budget.max_input_tokens,
        reserve=budget.reserve_output_tokens,
        soft=budget.soft_limit_tokens,
        hard=budget.hard_limit_tokens,
        used=used,
        between=max(0, used - sum(tile.tokens for tile in blocks)),
        blocks=tuple(sorted(blocks, key=lambda tile: tile.priority)),
        left_out=tuple(sorted(out, key=lambda tile: tile.priority)),
    )


def _tile(entry: LedgerEntry, tokens: int, *, cut: bool = False) -> Tile:
    needed = entry.needed or entry.tokens
    kinds = {"file": entry.subject, "symbol": entry.subject.rpartition("#")[2]}
    return Tile(
        entry_key(entry),
        kinds.get(entry.kind, entry.name),
        Priority(entry.account) if entry.account in list(Priority) else Priority.P3,
        tokens,
        entry.verdict,
        entry.sentence,
        cut=tokens if cut else max(0, needed - entry.tokens),
    )


def bar_drawing(bar: BudgetBar, width: float, measure: Measure, selected: str = "") -> Drawing:
    """Return the picture, as wide as asked for and as high as it has to be."""
    items: list[Item] = []
    hits: list[Hit] = []
    room = max(width - _LEFT - _RIGHT, 40)
    _limit_strip(bar, room, measure, items, hits)
    top = _LIMITS + _STRIP + _ZOOM
    scale = room / max(sum(tile.tokens for tile in bar.blocks), 1)
    out = sum(tile.tokens for tile in bar.left_out)
    _zoom(bar, room, scale, top, items)
    items.append(Words(4, top + 24, tr("bundle"), "muted"))
    _tiles(bar.blocks, top, _BLOCKS, scale, measure, items, hits, selected)
    end = top + _BLOCKS
    if bar.left_out:
        end += _GAP
        items.append(Words(4, end + 16, tr("left out"), "muted"))
        _ghosts(bar.left_out, end, min(scale, room / max(out, 1)), measure, items, hits, selected)
        end += _BELOW
    _legend(bar, width, end + 18, measure, items)
    return Drawing(width, end + 28, bar.title, tuple(items), tuple(hits))


def _limit_strip(
    bar: BudgetBar, room: float, measure: Measure, items: list[Item], hits: list[Hit]
) -> None:
    scale = room / bar.total
    items.append(Words(4, _LIMITS + 15, tr("limit"), "muted"))
    x = float(_LEFT)
    for name, tokens in bar.by_priority():
        wide = tokens * scale
        fill = PRIORITY_FILLS[Priority(name)]
        items.append(Box(x, _LIMITS, wide, _STRIP, fill))
        hits.append(
            Hit(
                WHOLE,
                tr("{name}: {tokens:,} tokens", name=name, tokens=tokens),
                x,
                _LIMITS,
                max(wide, 2),
                _STRIP,
            )
        )
        x += wide
    reserve = _LEFT + max(bar.total - bar.reserve, 0) * scale
    unused = max(0, bar.hard - bar.used)
    items.append(Box(x, _LIMITS + 0.5, max(reserve - x, 0), _STRIP - 1, "", Pattern.EMPTY, "line"))
    hits.append(
        Hit(
            WHOLE,
            tr("Unused: {unused:,} tokens", unused=unused),
            x,
            _LIMITS,
            max(reserve - x, 0),
            _STRIP,
        )
    )
    wide = _LEFT + room - reserve
    items.append(Box(reserve, _LIMITS, wide, _STRIP, "part:overhead-fill", Pattern.CROSSED))
    text = tr("Kept free for the response: {reserve:,} tokens", reserve=bar.reserve)
    hits.append(Hit(WHOLE, text, reserve, _LIMITS, wide, _STRIP))
    items += _unused(bar, x, reserve, _LEFT + bar.soft * scale, measure)
    text = tr("reserve {tokens}", tokens=localized(bar.reserve))
    caption = fitted(text, wide - 2 * _PADDING, measure)
    if caption:
        plate = measure(caption) + 6
        middle = reserve + wide / 2
        items.append(Box(middle - plate / 2, _LIMITS + 2, plate, _STRIP - 4, "part:overhead-fill"))
        items.append(Words(middle, _LIMITS + 14, caption, "on_fill", "middle"))
    _limit_marks(bar, scale, room, measure, items)


def _unused(
    bar: BudgetBar, begin: float, end: float, soft: float, measure: Measure
) -> Iterator[Item]:
    """Write what is unused beside the soft limit's line, where that is in the way."""
    if begin < soft < end:
        begin, end = (begin, soft) if soft - begin > end - soft else (soft, end)
    text = tr("unused {max:,}", max=max(0, bar.hard - bar.used))
    if measure(text) <= end - begin - 2 * _PADDING:
        yield Words((begin + end) / 2, _LIMITS + 14, text, "muted", "middle")


def _limit_marks(
    bar: BudgetBar, scale: float, room: float, measure: Measure, items: list[Item]
) -> None:
    """Draw the two limits; where their texts would meet, the soft one's moves to the left."""
    hard_x, soft_x = _LEFT + bar.hard * scale, _LEFT + bar.soft * scale
    hard_text, soft_text = tr("hard {hard:,}", hard=bar.hard), tr("soft {soft:,}", soft=bar.soft)
    hard_wide, soft_wide = measure(hard_text), measure(soft_text)
    hard_at = min(max(hard_x - hard_wide / 2, _LEFT), _LEFT + room - hard_wide)
    soft_at = min(max(soft_x - soft_wide / 2, 0), hard_at - soft_wide - 12)
    for x, at, text, color, dots in (
        (soft_x, soft_at, soft_text, "warning", DASHES),
        (hard_x, hard_at, hard_text, "error", None),
    ):
        items.append(Rule(x, _LIMITS - 7, x, _LIMITS + _STRIP + 5, color, 2, dots))
        items.append(Words(max(at, 0), _LIMITS - 12, text, color, strong=True))


def _zoom(bar: BudgetBar, room: float, scale: float, top: float, items: list[Item]) -> None:
    """Lead from the bundle's place below the limit to the blocks, which are drawn larger."""
    used = sum(tile.tokens for tile in bar.blocks)
    first = _LEFT + used * room / bar.total
    begin = _LIMITS + _STRIP
    items.append(Rule(_LEFT, begin + 2, _LEFT, top - 2, "line"))
    items.append(Rule(first, begin + 2, _LEFT + used * scale, top - 2, "line"))


def _tiles(
    tiles: Sequence[Tile],
    top: float,
    height: float,
    scale: float,
    measure: Measure,
    items: list[Item],
    hits: list[Hit],
    selected: str,
) -> None:
    x = float(_LEFT)
    chosen: Box | None = None
    for tile in tiles:
        wide = tile.tokens * scale
        reduced = tile.verdict is Verdict.REDUCED
        pattern = Pattern.DIAGONAL if reduced else Pattern.SOLID
        refused = tile.verdict is Verdict.REFUSED
        fill = PRIORITY_FILLS[tile.priority]
        pattern = Pattern.CROSSED if refused else pattern
        items.append(Box(x, top, max(wide - 1, 0.5), height, fill, pattern))
        items += _caption(tile, x, top, wide, measure, plate=pattern is not Pattern.SOLID)
        tip = tr(
            "{tile}\n{tokens:,} tokens · {priority}\n{sentence}",
            tile=tile.name,
            tokens=tile.tokens,
            priority=tile.priority,
            sentence=tile.sentence,
        )
        hits.append(Hit(tile.key, tip, x, top, max(wide, 1), height))
        if tile.key == selected:
            chosen = Box(x, top, max(wide - 1, 2), height, "", Pattern.EMPTY, "text")
        x += wide
    if chosen is not None:
        items.append(chosen)


def _caption(
    tile: Tile, x: float, top: float, wide: float, measure: Measure, *, plate: bool
) -> Iterator[Item]:
    """Write name and tokens below each other, on a plate where a pattern would run through."""
    if wide < _LEAST_CAPTION:
        return
    name = fitted(tile.name.rpartition("/")[2], wide - 2 * _PADDING, measure)
    number = fitted(localized(tile.tokens), wide - 2 * _PADDING, measure)
    for text, base in ((name, top + 16), (number, top + 31)):
        if not text:
            continue
        if plate:
            fill = PRIORITY_FILLS[tile.priority]
            yield Box(x + _PADDING - 2, base - 11, measure(text) + 4, 14, fill)
        yield Words(x + _PADDING, base, text, "on_fill")


def _ghosts(
    tiles: Sequence[Tile],
    top: float,
    scale: float,
    measure: Measure,
    items: list[Item],
    hits: list[Hit],
    selected: str,
) -> None:
    x = float(_LEFT)
    for tile in tiles:
        wide = tile.tokens * scale
        color = "text" if tile.key == selected else "verdict:dropped"
        if tile.verdict is Verdict.REDUCED and tile.key != selected:
            color = "verdict:reduced"
        height = _BELOW - 2
        items.append(Box(x + 0.5, top, max(wide - 2.5, 0.5), height, "", Pattern.EMPTY, color))
        what = tr("cut from") if tile.verdict is Verdict.REDUCED else "removed"
        caption = fitted(tile.name.rpartition("/")[2], wide - 2 * _PADDING, measure)
        if caption and wide >= _LEAST_CAPTION:
            items.append(Words(x + _PADDING, top + 15, caption, "muted"))
        tip = tr(
            "{tokens:,} tokens {what} {tile}\n{sentence}",
            tokens=tile.tokens,
            what=what,
            tile=tile.name,
            sentence=tile.sentence,
        )
        hits.append(Hit(tile.key, tip, x, top, max(wide, 1), height))
        x += wide


def _legend(bar: BudgetBar, width: float, base: float, measure: Measure, items: list[Item]) -> None:
    x = float(_LEFT)
    entries = [
        (PRIORITY_TITLES[Priority(name)], PRIORITY_FILLS[Priority(name)], Pattern.SOLID, tokens)
        for name, tokens in bar.by_priority()
    ]
    if any(tile.verdict is Verdict.REDUCED for tile in bar.blocks):
        entries.append((tr("cut or redacted"), "part:overhead-fill", Pattern.DIAGONAL, 0))
    for title, fill, pattern, tokens in entries:
        text = f"{title} {localized(tokens)}" if tokens else title
        if x + 16 + measure(text) > width:
            return
        items.append(Box(x, base - 9, 10, 10, fill, pattern))
        items.append(Words(x + 15, base, text, "muted"))
        x += 15 + measure(text) + 18
