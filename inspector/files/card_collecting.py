"""Collecting the cards of a candidate set into columns, whichever way each was read.

Renderings that stay in the bytes of the file they came from.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import UNSET

from inspector.core.candidates.card import COLUMNS, Attribution, Card, CardField, Tier
from inspector.core.candidates.columns import CardColumns, ColumnsBuilder, EncodedTexts, Three
from inspector.core.candidates.interned import ABSENT
from inspector.files.card_reading import (
    FastCard,
    FastCounts,
    FastRenderings,
    are_single,
    read_fast,
    read_loose,
)
from inspector.files.checking import check, report_unknown
from inspector.files.findings import Findings, Parsed, Parts, Progress, report_progress
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import Source


class _Renderings(msgspec.Struct, gc=False, frozen=True):
    compact: str | None = None
    standard: str | None = None
    full: str | None = None


class _Record(msgspec.Struct, gc=False):
    renderings: _Renderings = _Renderings()


_RECORD = msgspec.json.Decoder(_Record)
_RUN = 256  # cards that stay in the processor's cache between one step and the next
_NO_TEXTS = FastRenderings()
_NO_COUNTS = FastCounts()
_TIERS = tuple(attrgetter(tier.label) for tier in Tier)
_ATTRIBUTION = attrgetter(*Attribution.model_fields)
_UNATTRIBUTED = (UNSET,) * len(Attribution.model_fields)

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
        self._starts = array("Q")
        self._ends = array("Q")
        self._numbers = array("Q")
        self._held: dict[int, Three] = {}
        self._attributions: dict[tuple[Any, ...], Attribution] = {}
        self._parsed: dict[int, Parsed] = {}

    def add_list(self, spans: Iterable[NumberedSpan], progress: Progress | None) -> None:
        """Take the records of one JSON list."""
        data = self._source.data
        for run in _runs(spans):
            self._add_run(run, data[run[0][1] : run[-1][2]])
            report_progress(progress, run[-1][2], len(data))

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
        cards = read_fast(records, len(run))
        if cards is None and len(run) > 1:
            for span in run:
                self._add_run([span], self._source.data[span[1] : span[2]])
            return
        if cards is None and not self._add_slowly(records, self._span(*run[0])):
            self.skipped += 1
            return
        self._batch += cards or ()
        for kept, values in zip(
            (self._numbers, self._starts, self._ends), zip(*run, strict=True), strict=True
        ):
            kept.extend(values)
        if len(self._batch) >= _RUN:
            self._flush()

    def add_parsed(self, records: Iterable[Parsed]) -> None:
        """Take records that were parsed already."""
        for number, parsed in enumerate(records):
            if not self._append_checked(parsed):
                self.skipped += 1
                continue
            self._parsed[len(self._numbers)] = parsed
            self._numbers.append(number)
            self._starts.append(0)
            self._ends.append(0)

    def columns(self) -> CardColumns:
        """Return the cards that were taken."""
        # A set without cards has no reason to hold its file.
        data = self._source.data if self._starts else b""
        self._flush()
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
        self._batch.append(loose)
        return True

    def _append_checked(self, parsed: Parsed) -> bool:
        card = check(Card, parsed, self._found, what="card")
        if card is None:
            return False
        texts, counts = card.renderings, card.token_counts
        held = self._held[len(self._numbers)] = (
            texts.compact,
            texts.standard,
            texts.full,
        )
        values = {name: getattr(card, name) for name in Card.model_fields}
        values["renderings"] = FastRenderings(*held)
        if counts is not None:
            values["token_counts"] = FastCounts(counts.compact, counts.standard, counts.full)
        self._batch.append(FastCard(**values))
        return True

    def _flush(self) -> None:
        """Move the batch into the columns, one column at a time."""
        cards = self._batch
        texts = [card.renderings or _NO_TEXTS for card in cards]
        counts = [card.token_counts or _NO_COUNTS for card in cards]
        has_text, declared = bytearray(3 * len(cards)), [ABSENT] * (3 * len(cards))
        for tier, of_tier in enumerate(_TIERS):
            has_text[tier::3] = bytes(map(bool, map(of_tier, texts)))
            declared[tier::3] = [
                ABSENT if count is None or count is UNSET else count
                for count in map(of_tier, counts)
            ]
        attributions = {
            place: self._attributions.get(values) or self._attribution(values)
            for place, values in enumerate(map(_ATTRIBUTION, cards))
            if values != _UNATTRIBUTED
        }
        columns = {field.name: _values(field, cards) for field in COLUMNS}
        self._builder.extend(
            columns,
            has_text=has_text,
            declared=declared,
            attributions=attributions,
        )
        cards.clear()

    def _attribution(self, values: tuple[Any, ...]) -> Attribution:
        """Make the attribution of these values, the one for all cards that have them."""
        given = {
            name: value
            for name, value in zip(Attribution.model_fields, values, strict=True)
            if value is not UNSET
        }
        made = self._attributions[values] = Attribution(**given)
        return made


def _runs(spans: Iterable[NumberedSpan]) -> Iterator[list[NumberedSpan]]:
    waiting = iter(spans)
    while run := list(islice(waiting, _RUN)):
        yield run


def _values(field: CardField, cards: list[Any]) -> list[Any]:
    """Return the values of a field; unset is its default."""
    values = list(map(attrgetter(field.name), cards))
    return values if field.required else [field.default if v is UNSET else v for v in values]
