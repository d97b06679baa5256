"""What is the same in the ledgers of all runs on one input: keys of rows, and columns to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from inspector.core.candidates.interned import Interned
from inspector.core.injection.prepare import Prepared, ScoredFile
from inspector.core.ledger import LedgerEntry
from inspector.lazy import LazySequence
from inspector.present.table import Codes, Lazy, Numbers, Rows, Texts, Values

OfEntry = Callable[[LedgerEntry], str]
OfFile = Callable[[ScoredFile], str]


def _no_text(_row: object) -> str:
    return ""


class InputRows:
    """The rows of every run on one input, to take kept columns of: cards by rank, and others."""

    def __init__(self, prepared: Prepared, entries: list[LedgerEntry]) -> None:
        """Take the prepared input, and rows of all that is neither card nor file."""
        self.cards, self.files, self.entries = prepared.cards, prepared.files, entries
        self.columns = prepared.cards.columns
        self._order = prepared.cards.order

    @property
    def others(self) -> int:
        """How many rows are no cards."""
        return len(self.files) + len(self.entries)

    def codes(self, card: str, file: str, other: OfEntry, labels: tuple[str, ...]) -> Codes:
        """Return the label that all cards have, that of all files, then those of other rows."""
        codes = [labels.index(card)] * len(self._order) + [labels.index(file)] * len(self.files)
        codes += [labels.index(other(entry)) for entry in self.entries]
        return Codes(np.array(codes, dtype=np.uint8), labels)

    def numbers(self, cards: npt.NDArray[Any], files: Sequence[float] = ()) -> Numbers:
        """Return numbers of cards by rank, then those of files, if any; other rows have none."""
        known = np.concatenate([cards, np.array(files, dtype=cards.dtype)])
        rows = np.arange(len(self._order) + self.others)
        return Numbers(np.pad(known, (0, len(rows) - len(known))), rows < len(known))

    def texts(
        self,
        column: Sequence[str | None] | Interned,
        of_file: OfFile = _no_text,
        other: OfEntry = _no_text,
    ) -> Lazy:
        """Return a column of texts by rank, then those of files and of other rows."""
        order = self._order

        @cache
        def others() -> list[str]:
            return [*map(of_file, self.files), *map(other, self.entries)]

        @cache
        def whole() -> Texts:
            return Texts([*(column[row] or "" for row in order.tolist()), *others()])

        def some(rows: Rows) -> Texts:
            return Texts(
                [
                    column[order[row]] or "" if row < len(order) else others()[row - len(order)]
                    for row in rows.tolist()
                ]
            )

        return Lazy(whole, some)

    def interned(self, column: Interned, file: str = "", other: OfEntry = _no_text) -> Lazy:
        """Return an interned column by rank, then labels of other rows; missing ones are empty."""
        return Lazy(
            lambda: self._interned(
                column, [file] * len(self.files) + [other(entry) for entry in self.entries]
            )
        )

    def _interned(self, column: Interned, others: list[str]) -> Codes:
        labels = tuple(dict.fromkeys(("", *column.vocabulary, *others)))
        places = np.array([labels.index(word) for word in ("", *column.vocabulary)], dtype=np.int32)
        rest = np.array([labels.index(label) for label in others], dtype=np.int32)
        return Codes(np.concatenate([places[column.codes[self._order] + 1], rest]), labels)


@dataclass(frozen=True, slots=True)
class OfInput:
    """The values of a column that are the same for every run on one input, and are kept."""

    make: Callable[[InputRows], Values | Lazy]

    def __call__(self, rows: InputRows) -> Values | Lazy:
        """Return the column of some rows."""
        return self.make(rows)


class LedgerKeys(LazySequence[str]):
    """The keys of all rows: a million are known by their ids."""

    def __init__(self, rows: InputRows) -> None:
        """Take the rows whose keys these are."""
        self._cards = rows.cards
        self._others = [f"file:{one.counted.subject}" for one in rows.files]
        self._others += [f"{one.kind}:{one.subject}" for one in rows.entries]

    def __len__(self) -> int:
        return len(self._cards.order) + len(self._others)

    def made(self, place: int) -> str:
        """Make the key of a row."""
        if place < len(self._cards.order):
            return f"card:{self._cards.columns.node_ids[self._cards.order[place]]}"
        return self._others[place - len(self._cards.order)]

    def __iter__(self) -> Iterator[str]:
        ids = self._cards.columns.node_ids
        yield from (f"card:{ids[row]}" for row in self._cards.order.tolist())
        yield from self._others

    def index(self, key: str, *_between: int) -> int:
        """Return the row of a key. Raises ``ValueError`` where there is none."""
        kind, _, node_id = key.partition(":")
        if kind != "card":
            return len(self._cards.order) + self._others.index(key)
        row = self._cards.columns.row_of.get(node_id)
        if row is None:
            raise ValueError(key)
        return int(self._cards.rank_of_row[row])
