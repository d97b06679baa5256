"""What searching and sorting need beyond the values, computed once and kept beside them.

Texts made ready for search and sorting: one block of folded bytes, looked at as an array.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.present.table.data import Codes, Flags, Kind, Mask, Numbers, TableData, Texts

_GAP = "\0"  # between two texts; UTF-8 uses its byte for nothing else
_WORD = 4  # bytes compared at once
_SAMPLED = 65_536  # bytes that tell which is rare


def folded(text: str) -> bytes:
    """Return a text as it is compared: case folded (so STRASSE finds Straße), in UTF-8."""
    return text.replace(_GAP, " ").casefold().encode("utf-8", "surrogatepass")


class TextSearch:
    """Many texts, folded once, so that a find over all of them is a few array operations.

    Answers are masks over the texts in the order given. The order of ``ranks`` is that of the
    folded texts' code points and the same everywhere; no locale takes part.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = len(texts)
        joined = _GAP.join(texts)
        if self._count and joined.count(_GAP) != self._count - 1:
            joined = _GAP.join(text.replace(_GAP, " ") for text in texts)
        block = (joined + _GAP).casefold().encode("utf-8", "surrogatepass")
        self._bytes: NDArray[np.uint8] = np.frombuffer(block, np.uint8)
        if not self._count:
            self._bytes = self._bytes[:0]
        self._ends = np.flatnonzero(self._bytes == 0)
        self._starts = np.concatenate(([0], self._ends[:-1] + 1)).astype(np.intp)[: self._count]

    @cached_property
    def _frequency(self) -> NDArray[np.intp]:
        # Of some bytes in even steps: it tells only where to look first.
        return np.bincount(self._bytes[:: len(self._bytes) // _SAMPLED + 1], minlength=256)

    @cached_property
    def empty(self) -> Mask:
        """Which texts are empty."""
        return np.equal(self._ends, self._starts)

    def containing(self, text: str) -> Mask:
        """Return which texts contain ``text`` anywhere."""
        needle = folded(text)
        if not needle:
            return np.ones(self._count, np.bool_)
        found = np.searchsorted(self._starts, self._places(needle), side="right") - 1
        return self._mask(found)

    def starting_with(self, text: str) -> Mask:
        """Return which texts begin with ``text``."""
        return self._mask(self._beginning(folded(text)))

    def equal_to(self, text: str) -> Mask:
        """Return which texts are ``text``, but for case."""
        needle = folded(text)
        mask = self._mask(self._beginning(needle))
        mask &= self._ends - self._starts == len(needle)
        return mask

    def _mask(self, places: NDArray[np.intp]) -> Mask:
        mask = np.zeros(self._count, np.bool_)
        mask[places] = True
        return mask

    def _places(self, needle: bytes) -> NDArray[np.intp]:
        """Return where the needle begins, sorted. A needle without gaps never crosses one."""
        length = len(needle)
        if length > len(self._bytes):
            return np.zeros(0, np.intp)
        rarest = min(range(length), key=lambda at: int(self._frequency[needle[at]]))
        last = len(self._bytes) - length
        places = np.flatnonzero(self._bytes[rarest : last + rarest + 1] == needle[rarest])
        for at, byte in enumerate(needle):
            if at != rarest and len(places):
                places = places[self._bytes[places + at] == byte]
        return places

    def _beginning(self, needle: bytes) -> NDArray[np.intp]:
        """Return the texts that begin with the needle."""
        texts = np.flatnonzero(self._ends - self._starts >= len(needle))
        for at, byte in enumerate(needle):
            texts = texts[self._bytes[self._starts[texts] + at] == byte]
        return texts

    @cached_property
    def ranks(self) -> NDArray[np.uint32]:
        """The place of each text in sorted order; equal texts share one, empty texts come last.

        Sorts by four bytes at a time, and only those again that are still tied.
        """
        ranks = np.zeros(self._count, np.uint64)
        tied = np.arange(self._count)
        offset = 0
        while len(tied):
            keys = (ranks[tied] << np.uint64(32)) | self._words(tied, offset)
            order = np.argsort(keys)
            tied, keys = tied[order], keys[order]
            groups, words = keys >> np.uint64(32), keys
            new_group = np.concatenate(([True], groups[1:] != groups[:-1]))
            new_word = np.concatenate(([True], words[1:] != words[:-1]))
            positions = np.arange(len(tied), dtype=np.uint64)
            group_start = np.maximum.accumulate(np.where(new_group, positions, 0))
            word_start = np.maximum.accumulate(np.where(new_word, positions, 0))
            ranks[tied] = groups + word_start - group_start
            offset += _WORD
            unfinished = self._starts[tied] + offset < self._ends[tied]
            # A group stays together while one of it goes on, so that its ended texts rank first.
            goes_on = np.logical_or.reduceat(unfinished, np.flatnonzero(new_word))
            alone = new_word & np.concatenate((new_word[1:], [True]))
            tied = tied[goes_on[np.cumsum(new_word) - 1] & ~alone]
        ranks[self.empty] = self._count
        return ranks.astype(np.uint32)

    def _words(self, texts: NDArray[np.intp], offset: int) -> NDArray[np.uint64]:
        """Return four bytes of each text from ``offset`` as one number, zeros after its end."""
        starts = self._starts[texts] + offset
        missing = np.clip(_WORD - (self._ends[texts] - starts), 0, _WORD).astype(
            np.uint64
        ) * np.uint64(8)
        words = self._sliding[np.minimum(starts, len(self._sliding) - 1)].astype(np.uint64)
        words >>= missing
        words <<= missing
        return words

    @cached_property
    def _sliding(self) -> NDArray[np.uint32]:
        padded = np.concatenate((self._bytes, np.zeros(_WORD, np.uint8)))
        return np.ndarray((len(self._bytes) + 1,), ">u4", padded, strides=(1,))


class TableIndex:
    """A cache of folded texts, owned by whoever shows a table.

    It outlives one ``TableData``: a column whose texts a later table shares is not read again.
    Nothing here changes an answer, only its speed.
    """

    def __init__(self) -> None:
        self._searches: dict[str, tuple[Sequence[str], TextSearch]] = {}

    def read(self, data: TableData) -> Iterator[None]:
        """Make everything ready that words are looked for in, a step at a time."""
        for column in data.columns:
            if column.finds_words:
                data.whole(column.id)
                yield
                self._search(data, column.id)
                yield

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
