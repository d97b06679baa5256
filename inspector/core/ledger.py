"""The closed ledger: one row for every candidate, and rows that make the sum close.

Tokens of all rows together are the budget. That is checked here, in the core, and shown wherever
a result is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from inspector.core.reasons import Reason, Verdict
from inspector.core.text import in_markup
from inspector.lazy import LazySequence
from inspector.plurals import count_of, of_one

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
    return f"<div>{bar}<div>{' · '.join(said)} · of {count_of(total, 'token')}</div></div>"


def html_table(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as an HTML table for notebooks; every cell is escaped, and none can act."""
    lines = ("".join(f"<td>{in_markup(str(cell))}</td>" for cell in row) for row in rows)
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


Number = int | float | str
ROW_FIELDS = (
    *("subject", "kind", "name", "account", "verdict", "reason", "rule", "tokens", "needed"),
    *("left", "cap", "sentence", "bucket", "file"),
)
"""What a row says of itself where it is written."""
_LEFT = (Reason.UNUSED, Reason.RELEASED, Reason.UNALLOCATED)
_ACCOUNTS: Mapping[str, str] = MappingProxyType({"bucket": "file"})
"""What a sentence calls an account of another name."""

_NO_DETAIL: Mapping[str, Number] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One row: a subject, its verdict, the rule and the numbers that decided it.

    ``tokens`` is what the row takes from the budget (0 for what is out). ``needed`` is what the
    subject asked for, ``left`` what was left under ``cap`` when it was its turn, all in tokens;
    None where the rule does not compare.
    """

    subject: str
    kind: str  # card, file, background, node, field, chunk, block, balance
    name: str
    account: str  # the part of the budget it belongs to, such as knowledge or bucket
    reason: Reason
    tokens: int
    needed: int | None = None
    left: int | None = None
    cap: str | None = None
    detail: Mapping[str, Number] = field(default_factory=lambda: _NO_DETAIL)
    what_if: str | None = None  # what an override makes of the subject: pinned, excluded, …
    bucket: str | None = None  # of a file or a background: the id of its bucket
    file: str | None = None  # of a file: its id in that bucket

    @property
    def verdict(self) -> Verdict:
        """What became of the subject."""
        return self.reason.verdict

    @property
    def rule(self) -> str:
        """The rule of the specification that decided, such as ``Injection §3.3``."""
        return self.reason.rule

    @property
    def sentence(self) -> str:
        """Say in plain words why, with this run's numbers."""
        said = self.filled(self.reason.template)
        return f"What-if ({self.what_if}). {said}" if self.what_if else said

    def to_json(self) -> dict[str, Number | None]:
        """Return the row as a result writes it."""
        given = {name: getattr(self, name) for name in ROW_FIELDS}
        return given | {"verdict": self.verdict.value, "reason": self.reason.code}

    @property
    def cap_title(self) -> str:
        """What a sentence calls ``cap``, such as "knowledge budget"."""
        return (self.cap or "").replace("_", " ")

    def filled(
        self, template: str, write: Callable[[str], str] = str, cap: str | None = None
    ) -> str:
        """Return a text with places for this row's numbers, such as the template of its reason.

        ``write`` gives what stands for a number as English writes it, ``cap`` is the cap's title
        in another language.
        """
        values: dict[str, Number] = {
            name: write(f"{value:,}" if isinstance(value, int) else value)
            if isinstance(value, int | str)
            else value
            for name, value in self.detail.items()
        }
        values |= {
            "name": self.name,
            "account": _ACCOUNTS.get(self.account, self.account),
            "tokens": write(f"{self.tokens:,}"),
            "needed": "?" if self.needed is None else write(f"{self.needed:,}"),
            "left": "?" if self.left is None else write(f"{self.left:,}"),
            "cap": self.cap_title if cap is None else cap,
        }
        return of_one(template, values).format(**values)


class Rows(Protocol):
    """A sequence of entries that knows its sum without making the entries."""

    @property
    def total_tokens(self) -> int:
        """Tokens of all rows together."""
        ...

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> LedgerEntry: ...
    def __iter__(self) -> Iterator[LedgerEntry]: ...


@dataclass(frozen=True, slots=True)
class EntryRows:
    """Rows that exist already."""

    entries: tuple[LedgerEntry, ...]

    @property
    def total_tokens(self) -> int:
        """Tokens of all rows together."""
        return sum(entry.tokens for entry in self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, index: int, /) -> LedgerEntry:
        return self.entries[index]

    def __iter__(self) -> Iterator[LedgerEntry]:
        return iter(self.entries)


class Entries(LazySequence[LedgerEntry]):
    """All rows of a ledger, one part after another."""

    def __init__(self, parts: Sequence[Rows]) -> None:
        self._parts = tuple(parts)

    def __len__(self) -> int:
        return sum(len(part) for part in self._parts)

    def made(self, place: int) -> LedgerEntry:
        """Make the row at a place."""
        for part in self._parts:
            if place < len(part):
                return part[place]
            place -= len(part)
        raise IndexError

    def __iter__(self) -> Iterator[LedgerEntry]:
        for part in self._parts:
            yield from part


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every candidate once, and the rows that close the sum to ``budget`` tokens."""

    budget: int
    parts: tuple[Rows, ...]

    @property
    def entries(self) -> Entries:
        """All rows, in the order in which the stage decided."""
        return Entries(self.parts)

    @property
    def rows(self) -> tuple[LedgerEntry, ...]:
        """All rows, made at once."""
        return tuple(self.entries)

    def to_json(self) -> dict[str, Any]:
        """Return the ledger as JSON values: the budget, whether it closes, and all rows."""
        rows = [row.to_json() for row in self.entries]
        return {"budget": self.budget, "balances": self.balances, "rows": rows}

    def _repr_html_(self) -> str:
        """Return what takes the budget and what is out, by verdict and reason, for notebooks."""
        accounts: Counter[str] = Counter()
        groups: dict[tuple[int, str], list[LedgerEntry]] = {}
        for row in self.entries:
            accounts["unused" if row.reason in _LEFT else row.account] += row.tokens
            if row.kind != "balance":
                place = tuple(Verdict).index(row.verdict)
                groups.setdefault((place, row.reason.code), []).append(row)
        table: list[tuple[object, ...]] = [("verdict", "reason", "rows", "tokens", "rule")]
        for _, rows in sorted(groups.items()):
            tokens = sum(row.tokens for row in rows)
            verdict, rule = rows[0].verdict.value, rows[0].rule
            table.append((verdict, rows[0].reason.code, len(rows), tokens, rule))
        parts = sorted(accounts.items(), key=lambda one: one[0] == "unused")
        return bar_html(parts, self.budget) + html_table(table)

    @property
    def total_tokens(self) -> int:
        """Tokens of all rows together."""
        return sum(part.total_tokens for part in self.parts)

    @property
    def balances(self) -> bool:
        """Whether rows, overhead and unused tokens add up to the budget exactly."""
        return self.total_tokens == self.budget
