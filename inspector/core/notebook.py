"""What a ledger, a report and a manifest show at the end of a notebook's cell: a bar, and groups.

Every text is escaped, nothing acts, and no style sheet is needed.
"""

from __future__ import annotations

from collections.abc import Iterable

from inspector.core.text import in_markup

# Colours that those who do not see red or green tell apart; the text says the same.
_COLOURS = ("#56b4e9", "#e69f00", "#cc79a7", "#009e73")
_UNUSED = "unused", "#bdbdbd"


def bar_html(parts: Iterable[tuple[str, int]], total: int) -> str:
    """Return a bar of parts (a name and its tokens) of a total, and what they are."""
    shown = [(name, tokens) for name, tokens in parts if tokens > 0]
    cells, said = [], []
    colours = dict([_UNUSED])
    for name, tokens in shown:
        colour = colours.setdefault(name, _COLOURS[(len(colours) - 1) % len(_COLOURS)])
        # However thin a part is, it is seen.
        style = f"flex:{tokens} 1 0;min-width:3px;height:14px;background:{colour}"
        cells.append(f'<span style="{style}" title="{in_markup(name)} {tokens:,}"></span>')
        said.append(f'<span style="color:{colour}">■</span> {in_markup(name)} {tokens:,}')
    space = total - sum(tokens for _, tokens in shown)
    cells += [f'<span style="flex:{space} 1 0"></span>'] if space > 0 else []
    bar = f'<div style="display:flex;width:100%;max-width:720px">{"".join(cells)}</div>'
    return f"<div>{bar}<div>{' · '.join(said)} · of {total:,} tokens</div></div>"


def html_table(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as an HTML table for notebooks; every cell is escaped, and none can act."""
    lines = ("".join(f"<td>{in_markup(str(cell))}</td>" for cell in row) for row in rows)
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"
