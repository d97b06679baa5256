"""What an import dialog says of an offer: its account line by line, and how it begins."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from inspector.core.candidates.card import Tier
from inspector.core.candidates.columns import CardColumns
from inspector.files.findings import Parsed
from inspector.files.importers.imported import Imported
from inspector.files.importers.mapping import ColumnMapping
from inspector.files.importers.tables import marks_evidence
from inspector.files.importers.values import finite
from inspector.files.opening import Offer
from inspector.language import localized, tr, tr_n
from inspector.present.table.cells import without_formula

_ROWS, _LETTERS, _NAMED = 5, 120, 18
_MOST_LOOKED_AT = 20_000
"""Rows among which those that were left out are looked for."""
MOST_READ_AGAIN = 5_000
"""Records of a table that are read again at every choice; more would make the window wait."""
TITLES = {
    "text": tr("Text"),
    "id": tr("Id"),
    "name": tr("Name"),
    "score": tr("Score or distance"),
    "request": tr("Question"),
    "evidence": tr("Evidence"),
    "source": tr("Source"),
}
_BECOMES = {
    "candidates": tr("candidates"),
    "request": tr("a request"),
    "requests": tr("requests"),
    "corpus": tr("a corpus"),
    "chunks": tr("chunks of a window"),
}
_COUNTS = {
    "cards": tr("cards"),
    "files": tr("files"),
    "requests": tr("requests"),
    "evidence": tr("pieces of evidence"),
    "payloads": tr("requests to a model"),
    "chunks": tr("chunks"),
}
_ONE = {
    "cards": tr("card"),
    "files": tr("file"),
    "requests": tr("request"),
    "evidence": tr("piece of evidence"),
    "payloads": tr("request to a model"),
    "chunks": tr("chunk"),
}


class PreviewRows(NamedTuple):
    """Titles of columns and the cells below them; the last ``left`` rows are not taken."""

    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    left: int = 0


def intake_rows(imported: Imported) -> PreviewRows:
    """Return the account of an import line by line: the sum, what was taken, what was left out."""
    account = imported.account
    lines = [[localized(account.records), tr("records in the file"), ""]]
    lines += [
        [localized(count), tr("taken: {kind}", kind=kind), ""]
        for kind, count in account.taken.items()
    ]
    lines += [
        [
            localized(one.count),
            tr("left out: {reason}", reason=one.reason),
            _first_of(_short(one.place), one.count),
        ]
        for one in account.left_out
    ]
    if account.balances:
        sum_told = tr(
            "Adds up: {taken} + {left} = {records}",
            taken=localized(account.taken_in_all),
            left=localized(account.left_out_in_all),
            records=localized(account.records),
        )
        lines.append(["✓", sum_told, ""])
    return PreviewRows((tr("Records"), tr("What became of them"), tr("First place")), lines)


def _first_of(place: str, count: int) -> str:
    if count == 1 or not place:
        return place
    return tr("{place} and {n:,} more", place=place, n=count - 1)


def _short(place: str) -> str:
    """Return a place by its line and pointer: the dialog is about one file."""
    match = _LINE.search(place)
    return place if match is None else tr("line {n} {way}", n=match[1], way=match[2] or "").strip()


_LINE = re.compile(r":(\d+)(?::\d+)?(?: (/.*))?$")


def _line_of(row: Parsed) -> str:
    match = _LINE.search(str(row.place()))
    return "" if match is None else match[1]


def _left_rows(offer: Offer) -> list[tuple[Parsed, str]]:
    """Return rows of a table that are left out, with the reason; of a long one the first of each.

    That is known without reading it once more.
    """
    account = offer.imported.account
    if not account.left_out or offer.mapping is None:
        return []
    if account.records <= MOST_READ_AGAIN:
        return list(offer.left_out())
    reasons = {one.place: one.reason for one in account.left_out}
    placed = (
        (row, reasons.get(str(row.place()))) for row in islice(offer.records(), _MOST_LOOKED_AT)
    )
    return [(row, why) for row, why in placed if why is not None]


def left_out_csv(offer: Offer) -> str:
    """Return every row of a table that is left out as CSV: its line, the reason, its cells.

    A text that a spreadsheet would run as a formula gets an apostrophe in front.
    """
    rows = [(row, why) for row, why in offer.left_out() if isinstance(row.value, Mapping)]
    columns = list(dict.fromkeys(chain.from_iterable(row.value for row, _ in rows)))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([tr("line"), tr("left out"), *map(without_formula, columns)])
    writer.writerows(
        [_line_of(row), why, *(_written(row.value.get(column)) for column in columns)]
        for row, why in rows
    )
    return out.getvalue()


def _written(cell: object) -> str:
    if cell is None:
        return ""
    text = cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
    return text if finite(text) is not None else without_formula(text)


def column_facts(offer: Offer) -> dict[str, str]:
    """Return for each role of a column what is in the one that has it; "" for one without.

    That is what a choice is judged by: how many records have a text, how many ids and questions
    there are, which way the numbers go. What only reading tells is "" where it was not read.
    """
    mapping, facts = offer.mapping, dict.fromkeys(TITLES, "")
    if mapping is None:
        return facts
    every = islice(offer.records(), _MOST_LOOKED_AT)
    rows = [one.value for one in every if isinstance(one.value, Mapping)]
    is_part = offer.imported.account.records > _MOST_LOOKED_AT
    counts = offer.imported.counts
    for name, column in mapping.columns.items():
        filled = [cell for row in rows if (cell := _begin(row.get(column)))]
        kinds = len(set(filled))
        match name:
            case "score" | "distance":
                facts["score"] = _way(offer.imported, column)
            case "evidence" if counts:
                facts[name] = _counted("evidence", counts.get(name, 0))
            case "request" if counts:
                facts[name] = _asked(None if is_part else kinds, counts.get("requests", 0))
            case "text":
                facts[name] = _filled(len(filled), len(rows), is_part=is_part)
            case "name" if filled:
                begin = filled[0][:_NAMED].rstrip()
                facts[name] = tr(
                    "such as “{name}”", name=filled[0] if len(filled[0]) <= _NAMED else f"{begin}…"
                )
            case "id" | "source" if not is_part:
                facts[name] = _FACTS[name](kinds)
    return facts


_FACTS: Mapping[str, Callable[[int], str]] = {
    "id": lambda count: tr_n("1 different", "{count:,} different", count, count=count),
    "source": lambda count: tr_n("1 source", "{count:,} sources", count, count=count),
}


def _filled(count: int, records: int, *, is_part: bool) -> str:
    told = {"n": localized(count), "m": localized(records)}
    if is_part:
        return tr("in {n} of the first {m} records", **told)
    return tr("in {n} of {m} records", **told)


def _asked(kinds: int | None, requests: int) -> str:
    """Say how many requests come of how many questions; None where these were not all counted."""
    if kinds == requests:
        return tr_n(
            "1 question: one request", "{count:,} questions, one request each", kinds, count=kinds
        )
    made = _counted("requests", requests)
    if kinds is None:
        return made
    return f"{tr_n('1 question', '{count:,} questions', kinds, count=kinds)}, {made}"


def _way(imported: Imported, column: str) -> str:
    """Return which way the numbers of a column go, and by how many lists that was told."""
    said = next((one.how for one in imported.account.readings if one.what == column), "")
    way, _, why = said.partition(":")
    agree = re.search(r"\d[\d,]* of \d[\d,]*", why)
    return f"{way} ({agree[0]})" if agree else way


def first_rows(offer: Offer) -> PreviewRows:
    """Return how an offer begins: a table as its columns will be read, else what it becomes.

    The rows of a table are followed by the first that is left out for each reason.
    """
    imported = offer.imported
    if offer.mapping is not None:
        return _first_of_table(offer, offer.mapping)
    if imported.candidates is not None:
        cards = imported.candidates.knowledge_cards
        found = [
            [_begin(node), _begin(cards.names[row]), _begin(_text_of(cards, row))]
            for row, node in enumerate(islice(cards.node_ids, _ROWS))
        ]
        files = (one for bucket in imported.candidates.buckets for one in bucket.files)
        found += [
            [_begin(one.file_id), _begin(one.title), _begin(one.text or one.summary or one.title)]
            for one in islice(files, _ROWS - len(found))
        ]
        return PreviewRows((tr("Id"), tr("Name"), tr("Text")), found)
    if len(imported.payloads) == 1:
        chunks = islice(imported.payloads[0].chunks, _ROWS)
        told = [[_begin(one.id), _begin(one.content)] for one in chunks]
        return PreviewRows((tr("Chunk"), tr("Text")), told)
    payloads = islice(imported.payloads, _ROWS)
    told = [[_begin(one.name), _begin(one.model), localized(len(one.chunks))] for one in payloads]
    return PreviewRows((tr("Name"), tr("Model"), tr("Chunks")), told)


def _first_of_table(offer: Offer, mapping: ColumnMapping) -> PreviewRows:
    """Return the first rows that are taken, then the first that is left out for each reason."""
    left = _left_rows(offer)
    places = {str(row.place()) for row, _ in left}
    taken = (row for row in offer.records() if str(row.place()) not in places)
    rows = [row for row in islice(taken, _ROWS) if isinstance(row.value, Mapping)]
    # Rows are read by their ranks: the first is the one that the account names.
    first_places = {one.reason: one.place for one in offer.imported.account.left_out}
    first_left = {
        why: row
        for row, why in left
        if isinstance(row.value, Mapping) and str(row.place()) == first_places.get(why)
    }
    named = mapping.columns
    titles = TITLES | {"score": tr("Score"), "distance": tr("Distance")}
    order = ("request", "id", "name", "score", "distance", "text", "evidence", "source")
    columns = list(dict.fromkeys(named[name] for name in order if name in named))
    heads = {
        column: ", ".join(titles[name] for name in order if named.get(name) == column)
        for column in columns
    }

    def shown(row: Parsed, column: str) -> str:
        cell = row.value.get(column)
        marked = marks_evidence(cell) if column == mapping.evidence else None
        # As the ledger says it; ids of what is needed stand as they are.
        return (tr("evidence") if marked else "") if isinstance(marked, bool) else _begin(cell)

    told = [[_line_of(row), *(shown(row, column) for column in columns)] for row in rows]
    told += [
        [
            _line_of(row),
            *(
                tr("left out: {reason}", reason=why)
                if column == (mapping.text or mapping.request)
                else shown(row, column)
                for column in columns
            ),
        ]
        for why, row in first_left.items()
    ]
    return PreviewRows(
        [tr("line"), *(f"{heads[one]}\n{one}" for one in columns)], told, len(first_left)
    )


def _text_of(cards: CardColumns, row: int) -> str:
    """Return the fullest text of a card, its name where it has none."""
    texts = (cards.texts.get(row, tier) for tier in reversed(range(len(Tier))))
    return next(filter(None, texts), cards.names[row])


def told_becomes(imported: Imported) -> str:
    """Say what an import becomes, with how many of each, and how many records were taken."""
    account = imported.account
    if not imported.becomes:
        return tr(
            "{records} records, read by these columns when they are opened",
            records=localized(account.records),
        )
    if account.records:
        return tr(
            "{taken} of {records} records: {counts}",
            taken=localized(account.taken_in_all),
            records=localized(account.records),
            counts=counted(imported),
        )
    becomes = ", ".join(_BECOMES[one] for one in imported.becomes)
    return tr("Becomes {becomes}: {counts}", becomes=becomes, counts=counted(imported))


def told_format(offer: Offer) -> str:
    """Say what a file is, and from what that was told."""
    if offer.mapping is None:
        return tr("Recognised as: {format}", format=offer.imported.format)
    named = ", ".join(dict.fromkeys(offer.mapping.columns.values()))
    return tr("It is a table, read by its columns {columns}.", columns=named)


def counted(imported: Imported, most: int | None = None) -> str:
    """Return how many there are of each kind that an import becomes."""
    counts = islice(imported.counts.items(), most)
    return ", ".join(_counted(name, count) for name, count in counts)


def _counted(name: str, count: int) -> str:
    return f"{localized(count)} {_ONE[name] if count == 1 else _COUNTS[name]}"


def _begin(cell: object) -> str:
    return "" if cell is None else " ".join(str(cell)[: 2 * _LETTERS].split())[:_LETTERS]
