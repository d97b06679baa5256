"""Collecting the cards of a candidate set into columns, whichever way each was read.

Renderings that stay in the bytes of the file they came from.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from inspector.core.arrays import Int64
from inspector.core.candidates.card import Card
from inspector.core.candidates.columns import CardColumns, ColumnsBuilder, EncodedTexts, Three
from inspector.files.card_reading import (
    FastCard,
    FastCards,
    FastCounts,
    FastRenderings,
    are_single,
    by_field,
    read_beside_unknown,
    read_fast,
    read_loose,
)
from inspector.files.documents import check, count_unknown, report_unknown
from inspector.files.findings import Findings, Parsed, Parts, Progress, report_progress
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.json_scan import Seam, fast_elements, walk_list
from inspector.files.source import Source


class _Renderings(msgspec.Struct, gc=False, frozen=True):
    compact: str | None = None
    standard: str | None = None
    full: str | None = None


class _Record(msgspec.Struct, gc=False):
    renderings: _Renderings = _Renderings()


_RECORD = msgspec.json.Decoder(_Record)
_RUN = 256  # cards that stay in the processor's cache between one step and the next
_SOME_TEXT, _NO_TEXT = msgspec.Raw(b'"."'), msgspec.Raw()

NumberedSpan = tuple[int, int, int]
"""The number of a record in its file, and the byte offsets where it starts and ends."""


class CardCollector:
    """Takes records; a bad one is reported, counted and left out.

    ``prefix`` is the way to the list of cards in a document; None where each record is a document
    of its own (JSONL).
    """

    def __init__(self, source: Source, found: Findings, prefix: Parts | None) -> None:
        self.skipped = 0
        self._source = source
        self._found = found
        self._prefix = prefix
        self._batch: list[Any] = []
        self._waiting: FastCards | None = None
        self._starts = array("Q")
        self._ends = array("Q")
        self._numbers = array("Q")
        self._held: dict[int, Three] = {}
        self._parsed: dict[int, Parsed] = {}

    def add_list(self, spans: Iterable[NumberedSpan], progress: Progress | None) -> None:
        """Take the records of one JSON list."""
        data = self._source.data
        for run in _runs(spans):
            self._add_run(run, data[run[0][1] : run[-1][2]])
            report_progress(progress, run[-1][2], len(data))

    def add_even_list(self, start: int, progress: Progress | None) -> int | None:
        """Take the records of the JSON list that starts at an offset; return where it ends.

        None where that cannot be told piece by piece. What was taken until then is worth nothing.
        """
        data, number = self._source.data, 0

        def take(piece: bytes, first: int, seam: Seam | None) -> bool:
            nonlocal number
            taken = self._add_piece(piece, first, number, seam)
            number += taken or 0
            report_progress(progress, first + len(piece), len(data))
            return taken is not None

        return walk_list(data, start, take)

    def _add_piece(self, piece: bytes, start: int, number: int, seam: Seam | None) -> int | None:
        """Take the records of a piece of a list, whatever they are, and return how many.

        None where it is no list of JSON values.
        """
        if seam is not None:
            starts = seam.starts(piece)
            cards = self._read(piece, len(starts))
            if cards is not None:
                ends = np.append(starts[1:] - len(seam.between), len(piece))
                numbers = np.arange(number, number + len(starts))
                self._take(cards, numbers, starts + start, ends + start)
                return len(starts)
        spans = fast_elements(b"[%b]" % piece, 0, len(piece) + len("[]"))
        if spans is None:
            return None
        base = start - len("[")
        numbered = [
            (place, base + first, base + end)
            for place, (first, end) in enumerate(spans, start=number)
        ]
        self.add_list(numbered, None)
        return len(numbered)

    def add_lines(self, spans: Iterable[NumberedSpan], progress: Progress | None) -> None:
        """Take records that are JSON documents, each on a line: a broken one reaches no other."""
        data = self._source.data
        for run in _runs(spans):
            lines = [data[start:end] for _, start, end in run]
            if are_single(lines):
                self._add_run(run, b",".join(lines))
            else:
                for span, line in zip(run, lines, strict=True):
                    self._add_run([span], line)
            report_progress(progress, run[-1][2], len(data))

    def _add_run(self, run: list[NumberedSpan], records: bytes) -> None:
        cards = self._read(records, len(run))
        if cards is not None:
            self._take(cards, *np.array(run, dtype=np.int64).T)
        elif len(run) > 1:
            for span in run:
                self._add_run([span], self._source.data[span[1] : span[2]])
        elif self._add_slowly(records, self._span(*run[0])):
            self._note(*run[0])
        else:
            self.skipped += 1

    def _read(self, records: bytes, count: int) -> FastCards | None:
        """Return records as cards, counting unknown fields that were told often enough.

        None where they have to be looked at one by one.
        """
        cards = read_fast(records, count)
        if cards is None and count > 1:
            beside = read_beside_unknown(records, count)
            if beside is not None and count_unknown(Card, beside[1], self._found):
                return beside[0]
        return cards

    def _take(self, cards: FastCards, numbers: Int64, starts: Int64, ends: Int64) -> None:
        """Take cards, with where they stand."""
        self._flush()
        self._hand_over(cards)
        for kept, values in (
            (self._numbers, numbers),
            (self._starts, starts),
            (self._ends, ends),
        ):
            kept.frombytes(values.astype(np.uint64).tobytes())

    def _note(self, number: int, start: int, end: int) -> None:
        self._numbers.append(number)
        self._starts.append(start)
        self._ends.append(end)

    def add_parsed(self, records: Iterable[Parsed]) -> None:
        """Take records that were parsed already."""
        for number, parsed in enumerate(records):
            if not self._append_checked(parsed):
                self.skipped += 1
                continue
            self._parsed[len(self._numbers)] = parsed
            self._note(number, 0, 0)

    def columns(self) -> CardColumns:
        """Return the cards that were taken."""
        # A set without cards has no reason to hold its file.
        data = self._source.data if self._starts else b""
        self._flush()
        self._hand_over(None)
        texts = EncodedTexts(_RECORD.decode, data, self._starts, self._ends, self._held)
        return self._builder.build(texts)

    @cached_property
    def _builder(self) -> ColumnsBuilder:
        return ColumnsBuilder()

    def origin(self, row: int) -> Parsed:
        """Return the record that a row was read from, for its places."""
        known = self._parsed.get(row)
        if known is not None:
            return known
        return Parsed(None, self._span(self._numbers[row], self._starts[row], self._ends[row]))

    def _span(self, number: int, start: int, end: int) -> JsonSpan:
        prefix = () if self._prefix is None else (*self._prefix, number)
        return JsonSpan(self._source, start, end, prefix)

    def _add_slowly(self, record: bytes, span: JsonSpan) -> bool:
        """Take a record that the fast way could not vouch for, reporting what is odd about it."""
        parsed = parse_json(span, self._found)
        if parsed is None:
            return False
        loose = None if parsed.spoiled else read_loose(record)
        if loose is None:
            return self._append_checked(parsed)
        report_unknown(Card, parsed, self._found)
        self._keep(loose)
        return True

    def _append_checked(self, parsed: Parsed) -> bool:
        card = check(Card, parsed, self._found, what="card")
        if card is None:
            return False
        texts, counts = card.renderings, card.token_counts
        held = (texts.compact, texts.standard, texts.full)
        self._held[len(self._numbers)] = held
        values = {name: getattr(card, name) for name in Card.model_fields}
        # The texts are held; here it is only looked at which there are.
        values["renderings"] = FastRenderings(*(_SOME_TEXT if text else _NO_TEXT for text in held))
        if counts is not None:
            values["token_counts"] = FastCounts(counts.compact, counts.standard, counts.full)
        self._keep(FastCard(**values))
        return True

    def _keep(self, card: Any) -> None:
        self._batch.append(card)
        if len(self._batch) >= _RUN:
            self._flush()

    def _flush(self) -> None:
        """Move cards that were read one by one into the columns."""
        if self._batch:
            cards = by_field(self._batch)
            assert cards is not None, "which texts are right was looked at"
            self._hand_over(cards)
            self._batch.clear()

    def _hand_over(self, following: FastCards | None) -> None:
        """Move what was read before into the columns; what follows waits for what comes next."""
        cards, self._waiting = self._waiting, following
        if cards is None:
            return
        self._builder.extend(cards.columns, has_text=cards.has_text, declared=cards.declared)


def _runs(spans: Iterable[NumberedSpan]) -> Iterator[list[NumberedSpan]]:
    waiting = iter(spans)
    while run := list(islice(waiting, _RUN)):
        yield run
