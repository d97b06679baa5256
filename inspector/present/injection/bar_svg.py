"""The budget bar as an SVG picture: for the report, for export, for a page of text.

Drawn from the same numbers as the window's chart. Colours and patterns are those of the light
theme; every colour has a pattern or a label beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.text import in_markup
from inspector.language import tr
from inspector.present.injection.bar import BudgetBar
from inspector.present.injection.bar_strip import GROUPS, Strip
from inspector.present.palette import LIGHT, Colors, Look, Pattern

WIDTH, MARGIN = 1040, 8
_STRIP_HEIGHT, _ROW = 30, 54
_GHOST_HEIGHT, _GHOST_LEFT = 18, 340
_TITLES = {
    "used_before": tr("already in context"),
    "injection_budget": tr("injection budget"),
    "rest_of_window": tr("free context"),
    "knowledge": tr("knowledge budget"),
    "bucket": tr("file budget"),
    "unallocated": tr("unallocated (rounding)"),
    "entity": tr("entity cards"),
    "procedure": tr("procedures"),
    "interaction_policy": tr("interaction policies"),
    "other": tr("other cards"),
    "background": tr("bucket summaries"),
    "inlined": tr("files in full text"),
    "listed": tr("files by title only"),
    "overhead": tr("overhead (headings, separators)"),
    "released": tr("freed by overlap, not reused"),
    "unused": tr("unused"),
    "suppressed": tr("suppressed"),
    "dropped": tr("dropped"),
}


def group_title(group: str) -> str:
    """Return what people call a group of segments."""
    return _TITLES[group]


def bar_svg(bar: BudgetBar, colors: Colors = LIGHT, width: int = WIDTH) -> str:
    """Return the picture of a budget bar, ``width`` units wide."""
    inner = width - 2 * MARGIN
    body = list(_drawing(bar, colors, inner))
    top = 3 * _ROW + 24 + 2 * (_GHOST_HEIGHT + 12)
    legend, bottom = _legend(bar, colors, inner, top)
    height = bottom + 4
    title = tr(
        "{used:,} of {total:,} tokens used · {suppressed} · {dropped}",
        used=bar.used,
        total=bar.total,
        suppressed=bar.suppressed_caption,
        dropped=bar.dropped_caption,
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="Inter, Segoe UI, sans-serif" font-size="11">'
        f"<title>{in_markup(title)}</title>"
        f"<defs>{''.join(_patterns(colors))}</defs>"
        f'<rect width="{width}" height="{height}" fill="{colors.base}"/>'
        f'<g transform="translate({MARGIN} 0)">{"".join(body)}{"".join(legend)}</g></svg>\n'
    )


def _drawing(bar: BudgetBar, colors: Colors, inner: int) -> Iterator[str]:
    window_end = max(bar.window.total, 1)
    yield _caption(0, tr("model window: {total:,} tokens", total=int(bar.window.total)), colors)
    yield from _strip(bar.window, 18, _STRIP_HEIGHT, inner / window_end, colors)
    yield _zoom(bar, inner / window_end, inner, colors)
    scale = inner / max(bar.total, 1)
    yield _caption(_ROW + 12, tr("injection budget: {total:,} tokens", total=bar.total), colors)
    yield from _strip(bar.budget, _ROW + 30, _STRIP_HEIGHT, scale, colors)
    yield _caption(2 * _ROW + 12, tr("filled: {used:,} tokens", used=bar.used), colors)
    yield from _strip(bar.filled, 2 * _ROW + 30, _STRIP_HEIGHT, scale, colors)
    top = 3 * _ROW + 16
    for strip, text in (
        (bar.suppressed, bar.suppressed_caption),
        (bar.dropped, bar.dropped_caption),
    ):
        yield (
            f'<text x="0" y="{top + 13}" fill="{colors.muted}">{in_markup(text)}</text>'
            f'<g transform="translate({_GHOST_LEFT} 0)">'
        )
        yield from _strip(strip, top, _GHOST_HEIGHT, scale, colors, limit=inner - _GHOST_LEFT)
        yield "</g>"
        top += _GHOST_HEIGHT + 12


def _caption(y: float, text: str, colors: Colors) -> str:
    return f'<text x="0" y="{y + 12}" fill="{colors.muted}">{in_markup(text)}</text>'


def _zoom(bar: BudgetBar, window_scale: float, inner: int, colors: Colors) -> str:
    """Connect the budget's place in the window with the strip that shows it at full width."""
    places = [i for i, code in enumerate(bar.window.groups) if GROUPS[code] == "injection_budget"]
    if not places:
        return ""
    start = bar.window.starts[places[0]] * window_scale
    end = start + bar.window.sizes[places[0]] * window_scale
    top, bottom = 18 + _STRIP_HEIGHT, _ROW + 30
    return (
        f'<path d="M{start:.2f} {top} L0 {bottom} L{inner} {bottom} L{end:.2f} {top} Z"'
        f' fill="{colors.parts["injection_budget"].fill}" fill-opacity="0.08"/>'
    )


def _strip(
    strip: Strip,
    y: float,
    height: float,
    scale: float,
    colors: Colors,
    limit: float | None = None,
) -> Iterator[str]:
    """Draw the segments of a strip; beyond ``limit`` an arrow says that there is more."""
    places = zip(strip.starts.tolist(), strip.sizes.tolist(), strip.groups.tolist(), strict=True)
    for place, (start, size, code) in enumerate(places):
        group = GROUPS[code]
        left, wide = start * scale, size * scale
        if limit is not None and left + wide > limit:
            yield f'<text x="{limit - 8}" y="{y + height - 5}" fill="{colors.text}">→</text>'
            return
        look = colors.parts[group]
        outline = look.ink if look.pattern is Pattern.EMPTY else colors.base
        yield (
            f'<rect x="{left:.2f}" y="{y}" width="{max(wide, 0.25):.2f}" height="{height}"'
            f' fill="{_paint(group, look)}" stroke="{outline}" stroke-width="0.5">'
            f"<title>{in_markup(strip.segment(place).text)}</title></rect>"
        )
        if group in ("knowledge", "bucket", "injection_budget", "used_before") and wide > 90:
            text = f"{group_title(group)} {size:,.0f}"
            yield (
                f'<text x="{left + wide / 2:.2f}" y="{y + height / 2 + 4}" text-anchor="middle"'
                f' fill="#12181f">{in_markup(text)}</text>'
            )


def _legend(bar: BudgetBar, colors: Colors, inner: int, top: float) -> tuple[list[str], float]:
    """Name every group that is drawn; return the pieces and where they end."""
    strips = (bar.filled, bar.suppressed, bar.dropped)
    present = sorted({int(code) for strip in strips for code in strip.groups})
    pieces = []
    x, y = 0.0, top
    for code in present:
        group = GROUPS[code]
        title, paint = group_title(group), _paint(group, colors.parts[group])
        wide = 30 + 6.4 * len(title)
        if x + wide > inner:
            x, y = 0.0, y + 20
        pieces.append(
            f'<rect x="{x:.1f}" y="{y}" width="14" height="12" fill="{paint}"'
            f' stroke="{colors.edge}" stroke-width="0.5"/>'
            f'<text x="{x + 20:.1f}" y="{y + 10}" fill="{colors.text}">{in_markup(title)}</text>'
        )
        x += wide
    return pieces, y + 16


def _paint(group: str, look: Look) -> str:
    return look.fill if look.pattern is Pattern.SOLID else f"url(#{group})"


_STROKES = {
    Pattern.DIAGONAL: "M0 8 L8 0",
    Pattern.BACK_DIAGONAL: "M0 0 L8 8",
    Pattern.CROSSED: "M0 0 L8 8 M0 8 L8 0",
    Pattern.HORIZONTAL: "M0 4 L8 4",
    Pattern.VERTICAL: "M4 0 L4 8",
    Pattern.DOTS: "M2 2 h1 M6 6 h1",
    Pattern.EMPTY: "",
}


def _patterns(colors: Colors) -> Iterator[str]:
    """Define a pattern for every part of a budget that is not filled solidly."""
    for group, look in colors.parts.items():
        if look.pattern is Pattern.SOLID:
            continue
        ground = colors.raised if look.pattern is Pattern.EMPTY else look.fill
        yield (
            f'<pattern id="{group}" width="8" height="8" patternUnits="userSpaceOnUse">'
            f'<rect width="8" height="8" fill="{ground}"/>'
            f'<path d="{_STROKES[look.pattern]}" stroke="{look.ink}" stroke-width="1.2"/></pattern>'
        )
