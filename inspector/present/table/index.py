"""What searching and sorting need beyond the values, computed once and kept beside them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.present.table.columns import Kind
from inspector.present.table.data import Codes, Flags, Mask, Numbers, TableData, Texts
from inspector.present.table.text_search import TextSearch


class TableIndex:
    """A cache of folded texts, owned by whoever shows a table.

    It outlives one ``TableData``: a column whose texts a later table shares is not read again.
    Nothing here changes an answer, only its speed.
    """

    def __init__(self) -> None:
        self._searches: dict[str, tuple[Sequence[str], TextSearch]] = {}

    def prepare(self, data: TableData, column_ids: Collection[str] | None = None) -> None:
        """Compute what finds and sorts in these text columns need; None means all of them.

        A million texts take about half a second a column, so a worker may do it beforehand.
        """
        for column in data.columns:
            if column.kind is Kind.TEXT and (column_ids is None or column.id in column_ids):
                _ = self._search(data, column.id)[0].ranks

    def texts_containing(self, data: TableData, column_id: str, text: str) -> Mask:
        """Return the rows whose text or label contains ``text``."""
        search, codes = self._search(data, column_id)
        mask = search.containing(text)
        return mask if codes is None else mask[codes]

    def texts_starting_with(self, data: TableData, column_id: str, text: str) -> Mask:
        """Return the rows whose text or label begins with ``text``."""
        search, codes = self._search(data, column_id)
        mask = search.starting_with(text)
        return mask if codes is None else mask[codes]

    def texts_equal_to(self, data: TableData, column_id: str, text: str) -> Mask:
        """Return the rows whose text or label is ``text``, but for case."""
        search, codes = self._search(data, column_id)
        mask = search.equal_to(text)
        return mask if codes is None else mask[codes]

    def known(self, data: TableData, column_id: str) -> Mask | None:
        """Return the rows that have a value, or None where all have. A flag not set is none."""
        values = data.whole(column_id)
        match values:
            case Numbers():
                return values.known()
            case Flags():
                return values.values
            case Codes():
                if "" not in values.labels:
                    return None
                labelled: Mask = np.array([label != "" for label in values.labels], np.bool_)
                return np.take(labelled, values.codes)
            case Texts():
                return ~self._search(data, column_id)[0].empty

    def order(self, data: TableData, column_id: str) -> NDArray[Any]:
        """Return numbers that sort as the column does, larger for later rows.

        Texts sort by their folded text, enumerations in the order of their labels.
        """
        values = data.whole(column_id)
        if isinstance(values, Numbers | Flags):
            return values.values
        if isinstance(values, Codes) and data.column(column_id).kind is Kind.ENUM:
            return values.codes
        search, codes = self._search(data, column_id)
        return search.ranks if codes is None else search.ranks[codes]

    def _search(
        self, data: TableData, column_id: str
    ) -> tuple[TextSearch, NDArray[np.integer[Any]] | None]:
        values = data.whole(column_id)
        if isinstance(values, Codes):
            return self._search_of(column_id, values.labels), values.codes
        if isinstance(values, Texts):
            return self._search_of(column_id, values.values), None
        raise TypeError(f"{column_id} holds no texts")

    def _search_of(self, column_id: str, texts: Sequence[str]) -> TextSearch:
        known = self._searches.get(column_id)
        if known is None or known[0] is not texts:
            known = (texts, TextSearch(texts))
            self._searches[column_id] = known
        return known[1]
