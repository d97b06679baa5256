"""Which column of a table holds what: as somebody names it, or as the names of columns suggest."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from inspector.files.importers.imported import Head

# The order in which columns are proposed where a table's own names are the usual ones.
_USUAL = {
    "text": (
        "text",
        "content",
        "passage",
        "chunk",
        "body",
        "document",
        "page_content",
        "context",
        "chunk_text",
        "passage_text",
        "contents",
    ),
    "id": (
        "id",
        "_id",
        "doc_id",
        "docid",
        "document_id",
        "chunk_id",
        "passage_id",
        "uuid",
        "pid",
        "corpus_id",
    ),
    "name": ("title", "name", "heading", "headline", "filename", "file_name"),
    "score": ("score", "relevance", "relevance_score", "similarity", "bm25", "rank_score"),
    "distance": ("distance", "dist", "_distance", "vector_distance", "cosine_distance"),
    "source": ("source", "file", "path", "url", "source_file"),
    "request": (
        "query",
        "question",
        "request",
        "user_message",
        "query_text",
        "prompt",
        "user_input",
        "query_id",
        "question_id",
        "qid",
    ),
    "evidence": (
        "relevant",
        "relevant_ids",
        "relevant_id",
        "relevant_docs",
        "relevant_doc_ids",
        "relevant_chunk_ids",
        "evidence",
        "evidence_ids",
        "gold",
        "gold_ids",
        "gold_id",
        "gold_doc_ids",
        "expected_ids",
        "ground_truth_ids",
        "positive_ids",
        "supporting",
        "has_answer",
    ),
}
_OF_QUESTIONS = ("id", "request", "evidence")
_AS = "as"
_DIRECTION, _NAMED = "direction", "named"
_CARDS, _FILES = "cards", "files"


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Which column of a table holds what; None where none does.

    A ``text`` has to be named, or a ``request``: a table of questions has no candidates.
    ``distance`` is a score of which lower is better. ``evidence`` marks hits that their request
    needs, or lists their ids. ``cards`` says that rows become knowledge cards, not files;
    ``by_names`` that nobody but the columns' names says which is a score or a distance.
    """

    text: str | None = None
    id: str | None = None
    score: str | None = None
    source: str | None = None
    request: str | None = None
    name: str | None = None
    distance: str | None = None
    evidence: str | None = None
    cards: bool = False
    by_names: bool = field(default=False, compare=False)

    @classmethod
    def read(cls, written: str) -> ColumnMapping:
        """Return the mapping of ``id=…,text=…,score=…``. Raises ``ValueError`` for a wrong one."""
        known = set(COLUMNS)
        chosen: dict[str, str] = {}
        cards = False
        for part in filter(None, (one.strip() for one in written.split(","))):
            name, equals, column = part.partition("=")
            name, column = name.strip(), column.strip()
            if name == _AS and column in (_CARDS, _FILES):
                cards = column == _CARDS
                continue
            if not equals or name not in known:
                names = ", ".join((*sorted(known), _AS))
                raise ValueError(f"{part!r} is no mapping; write NAME=COLUMN with one of {names}.")
            chosen[name] = column
        if "text" not in chosen and "request" not in chosen:
            raise ValueError("The mapping has to say which column holds the text: text=COLUMN.")
        if "score" in chosen and "distance" in chosen:
            raise ValueError("The mapping names a score and a distance: only one can rank hits.")
        columns: dict[str, Any] = dict(chosen)
        return cls(**columns, cards=cards)

    @property
    def columns(self) -> dict[str, str]:
        """What is read from what, by its name in the mapping.

        Of rows that only ask something that is their question, its id and what it needs; where no
        column asks anything, nothing is needed.
        """
        read = COLUMNS if self.text is not None else _OF_QUESTIONS
        named = ((name, getattr(self, name)) for name in read)
        return {
            name: column
            for name, column in named
            if column is not None and (name != "evidence" or self.request is not None)
        }

    def reads_as(self, other: ColumnMapping | None) -> bool:
        """Whether a table is read the same by both."""
        return other is not None and (self, self.by_names) == (other, other.by_names)

    def to_plain(self) -> dict[str, str]:
        """Return it as plain values, as preferences keep it."""
        told = {} if self.by_names else {_DIRECTION: _NAMED}
        return self.columns | ({_AS: _CARDS} if self.cards else {}) | told

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any], known: tuple[str, ...]) -> ColumnMapping | None:
        """Return what was kept, of columns that a table has; None where too little is left."""
        chosen: dict[str, Any] = {name: plain[name] for name in COLUMNS if plain.get(name) in known}
        if "text" not in chosen and "request" not in chosen:
            return None
        by_names = plain.get(_DIRECTION) != _NAMED
        return cls(**chosen, cards=plain.get(_AS) == _CARDS, by_names=by_names)

    def __str__(self) -> str:
        named = [f"{name}={column}" for name, column in self.columns.items()]
        return ",".join(named + ([f"{_AS}={_CARDS}"] if self.cards else []))


COLUMNS = tuple(one.name for one in fields(ColumnMapping) if one.default is None)
"""What a column may hold."""


def proposed_mapping(columns: tuple[str, ...]) -> ColumnMapping | None:
    """Return the mapping that the names of columns suggest.

    None where none may be the text, and there are no questions with what they need.
    """
    by_name = {_plain(column): column for column in reversed(columns)}
    chosen: dict[str, str | None] = {}
    for name, usual in _USUAL.items():
        free = (by_name[one] for one in usual if one in by_name)
        chosen[name] = next((one for one in free if one not in chosen.values()), None)
    if chosen["score"] is not None:
        chosen["distance"] = None
    if chosen["text"] is None:
        if chosen["request"] is None or (chosen["evidence"] is None and len(columns) > _FEW):
            return None
        chosen = {name: chosen[name] for name in _OF_QUESTIONS}
    named: dict[str, Any] = dict(chosen)
    return ColumnMapping(**named, by_names=True)


def _plain(column: str) -> str:
    """Return a column's name as the usual names are written: "Is-Gold" is "gold"."""
    return re.sub(r"[\s-]+", "_", column.strip().casefold()).removeprefix("is_")


_FEW = 3  # columns of a table of questions alone: what is asked, its id, perhaps its answer


def likely_mapping(head: Head) -> ColumnMapping | None:
    """Return a mapping to begin with: by the usual names, else the longest texts are the text.

    None where the records are no rows of a table, or no column holds a text.
    """
    rows = [one for one in head.records if isinstance(one, Mapping)]
    if not head.is_list or not rows or len(rows) < len(head.records):
        return None
    columns = columns_of_records(head)
    usual = proposed_mapping(columns)
    if usual is not None:
        return usual
    texts = {
        column: sum(len(cell) for row in rows if isinstance(cell := row.get(column), str))
        for column in columns
    }
    longest = max(columns, key=lambda column: texts[column], default=None)
    if longest is None or not texts[longest]:
        return None
    others = tuple(column for column in columns if column != longest)
    named = proposed_mapping((*others, "text"))
    return None if named is None else replace(named, text=longest)


def columns_of_records(head: Head) -> tuple[str, ...]:
    """Return the columns of a table's first records, in order of first appearance."""
    found: dict[str, None] = {}
    for record in head.records:
        if isinstance(record, Mapping):
            found.update(dict.fromkeys(str(name) for name in record))
    return tuple(found)
