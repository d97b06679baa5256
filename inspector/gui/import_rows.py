"""What an import dialog says of an offer: its account line by line, and how it begins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from inspector.core.candidates.card import Tier
from inspector.core.candidates.columns import CardColumns
from inspector.files.importers.imported import Imported
from inspector.files.opening import Offer
from inspector.language import localized, tr, tr_n

_ROWS, _LETTERS, _NAMED = 6, 120, 32
_MOST_LOOKED_AT = 20_000
"""Rows among which those that were left out are looked for."""
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

Rows = tuple[Sequence[str], Sequence[Sequence[str]]]


def intake_rows(imported: Imported) -> Rows:
    """Return the account of an import line by line: the sum, what was taken, what was left out."""
    account = imported.account
    lines = [[localized(account.records), tr("records in the file"), ""]]
    lines += [
        [localized(count), tr("taken: {kind}", kind=kind), ""]
        for kind, count in account.taken.items()
    ]
    lines += [
        [localized(one.count), tr("left out: {reason}", reason=one.reason), _short(one.place)]
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
    return (tr("Records"), tr("What became of them"), tr("First place")), lines


def _short(place: str) -> str:
    """Return a place by its line and pointer: the dialog is about one file."""
    match = _LINE.search(place)
    return place if match is None else tr("line {n} {way}", n=match[1], way=match[2] or "").strip()


_LINE = re.compile(r":(\d+)(?::\d+)?(?: (/.*))?$")


def left_rows(offer: Offer) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the first row of a table that was left out for each reason, with the reason."""
    reasons = {one.place: one.reason for one in offer.imported.account.left_out}
    rows = islice(offer.records(), _MOST_LOOKED_AT) if reasons and offer.mapping else ()
    placed = ((reasons.get(str(row.place())), row.value) for row in rows)
    return [(why, row) for why, row in placed if why is not None and isinstance(row, Mapping)]


def column_facts(offer: Offer) -> dict[str, str]:
    """Return for each role of a column what is in the one that has it; "" for one without.

    That is what a choice is judged by: how many records have a text, how many ids and questions
    there are, which way the numbers go.
    """
    mapping, facts = offer.mapping, dict.fromkeys(TITLES, "")
    if mapping is None:
        return facts
    rows = [
        one.value
        for one in islice(offer.records(), _MOST_LOOKED_AT)
        if isinstance(one.value, Mapping)
    ]
    for name, column in mapping.columns.items():
        cells = [_begin(row.get(column)) for row in rows]
        filled = [cell for cell in cells if cell]
        kinds = len(set(filled))
        role = "score" if name == "distance" else name
        if role == "score":
            facts[role] = _way(offer.imported, column)
        elif role in facts:
            facts[role] = _fact(role, kinds, len(filled), len(cells), next(iter(filled), ""))
    marked = offer.imported.counts.get("evidence", 0)
    if mapping.evidence:
        facts["evidence"] = tr("{n} pieces of evidence", n=localized(marked))
    return facts


def _fact(role: str, kinds: int, filled: int, records: int, first: str) -> str:
    match role:
        case "text":
            return tr("in {n} of {m} records", n=localized(filled), m=localized(records))
        case "id":
            return tr_n("1 different", "{count:,} different", kinds, count=kinds)
        case "name":
            return tr(
                "such as “{name}”",
                name=first if len(first) <= _NAMED else f"{first[:_NAMED].rstrip()}…",
            )
        case "request":
            return tr_n(
                "1 question: one request",
                "{count:,} questions, one request each",
                kinds,
                count=kinds,
            )
        case _:
            return tr_n(
                "1 source", "{count:,} sources, for the overlap of cards", kinds, count=kinds
            )


def _way(imported: Imported, column: str) -> str:
    """Return which way the numbers of a column go, and by how many lists that was told."""
    said = next((one.how for one in imported.account.readings if one.what == column), "")
    way, _, why = said.partition(":")
    agree = re.search(r"\d[\d,]* of \d[\d,]*", why)
    return f"{way} ({agree[0]})" if agree else way


def first_rows(offer: Offer) -> Rows:
    """Return how an offer begins: a table as its columns will be read, else what it becomes.

    The rows of a table are followed by the first that is left out for each reason.
    """
    imported = offer.imported
    if offer.mapping is not None:
        rows = [one for one in offer.head.records if isinstance(one, dict)]
        left = left_rows(offer)
        rows = [one for one in rows if all(one is not other for _, other in left)][:_ROWS]
        named = {column: name for name, column in offer.mapping.columns.items()}
        titles = TITLES | {"score": tr("Score"), "distance": tr("Distance")}
        first = [
            one
            for name in ("request", "id", "name", "score", "distance", "text", "evidence")
            for one, held in named.items()
            if held == name
        ]
        columns = [*first, *(one for one in named if one not in first)]
        heads = [f"{titles[named[one]]}\n{one}" for one in columns]
        told = [[_begin(row.get(column)) for column in columns] for row in rows]
        told += [
            [
                tr("left out: {reason}", reason=why)
                if column == (offer.mapping.text or offer.mapping.request)
                else _begin(row.get(column))
                for column in columns
            ]
            for why, row in left
        ]
        return heads, told
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
        return (tr("Id"), tr("Name"), tr("Text")), found
    if len(imported.payloads) == 1:
        chunks = islice(imported.payloads[0].chunks, _ROWS)
        return (tr("Chunk"), tr("Text")), [[_begin(one.id), _begin(one.content)] for one in chunks]
    payloads = islice(imported.payloads, _ROWS)
    return (tr("Name"), tr("Model"), tr("Chunks")), [
        [_begin(one.name), _begin(one.model), localized(len(one.chunks))] for one in payloads
    ]


def _text_of(cards: CardColumns, row: int) -> str:
    """Return the fullest text of a card, its name where it has none."""
    texts = (cards.texts.get(row, tier) for tier in reversed(range(len(Tier))))
    return next(filter(None, texts), cards.names[row])


def told_becomes(imported: Imported) -> str:
    """Say what an import becomes, with how many of each, and how many records were taken."""
    account = imported.account
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
    named = ", ".join(offer.mapping.columns.values())
    return tr("It is a table, read by its columns {columns}.", columns=named)


def counted(imported: Imported, most: int | None = None) -> str:
    """Return how many there are of each kind that an import becomes."""
    counts = islice(imported.counts.items(), most)
    return ", ".join(
        f"{localized(count)} {_ONE[name] if count == 1 else _COUNTS[name]}"
        for name, count in counts
    )


def _begin(cell: object) -> str:
    """Return how a text begins, in one line."""
    return "" if cell is None else " ".join(str(cell)[: 2 * _LETTERS].split())[:_LETTERS]
