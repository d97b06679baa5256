"""Documents and memories as frameworks, vector stores and search engines write them.

A hit is a record with a text, an id, and a score or a distance, under names that differ; the names
are one table, and the formats differ in where their hits stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.files.findings import Parsed
from inspector.files.importers.drafts import RequestDraft, SetDraft, finite
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    Record,
    by_marks,
    listed,
    member,
)

_TEXTS = (
    "page_content",
    "pageContent",
    "text",
    "content",
    "chunk",
    "chunk_text",
    "passage",
    "body",
    "memory",
    "fact",
    "value",
    "document",
)
_IDS = ("metadata/source_id", "id", "id_", "_id", "uuid", "doc_id", "document_id", "node_id", "pk")
_SOURCES = ("metadata/source", "metadata/file_path", "metadata/file_name", "source", "url")
_TITLES = ("title", "metadata/title", "name", "metadata/file_name", "filename", "metadata/source")
_SCORES = (
    "score",
    "_score",
    "relevance_score",
    "similarity",
    "certainty",
    "metadata/score",
    "metadata/relevance_score",
    "rank_score",
    "rerank_score",
    "@search.score",
)
_DISTANCES = ("distance", "_distance", "metadata/distance", "metadata/_distance")

# What a record keeps its text in, beside its id and its score.
_HOLDERS = ("document", "node", "payload", "_source", "entity", "properties", "kwargs", "metadata")


def read_document(
    draft: SetDraft,
    parsed: Parsed,
    record: Any,
    request: RequestDraft | None = None,
    *,
    card: str | None = None,
) -> str | None:
    """Add one hit to a draft; return its reference, None, reported, where it has no text.

    ``card`` makes a knowledge card of this kind of it, which a memory is; else it is a passage.
    """
    score: object = None
    if isinstance(record, list) and len(record) == 2 and finite(record[1]) is not None:
        record, score = record  # a document and its score
    if isinstance(record, str):
        record = {"text": record}
    if not isinstance(record, Mapping):
        draft.skip(parsed, "This is no document")
        return None
    layers = list(_layers(record))
    text = _first(layers, _TEXTS, str)
    measured = _named(layers, _DISTANCES)
    distance, measure = measured or (None, "score")
    if score is None:
        score = _first(layers, _SCORES, (int, float, str))
    facts: dict[str, Any] = {
        "identity": _first(layers, _IDS, (str, int)) or _first(layers, _SOURCES, str),
        "score": score,
        "distance": distance,
        "measure": measure,
        "request": request,
    }
    if card is not None:
        name = _first(layers, ("label", "name"), str)
        return draft.card(parsed, text, name=name, kind=card, **facts)
    return draft.passage(parsed, text, title=_first(layers, _TITLES, str), **facts)


def _layers(record: Record) -> Iterator[Record]:
    """Give the parts of a record that may hold its text, its id or its score, outermost first."""
    yield record
    additional = member(record, "_additional")
    if isinstance(additional, Mapping):
        yield additional
    for name in _HOLDERS:
        inner = record.get(name)
        if isinstance(inner, Mapping):
            yield inner
            for deeper in ("document", "metadata", "_node_content", "kwargs"):
                if isinstance(inner.get(deeper), Mapping):
                    yield inner[deeper]


def _first(layers: list[Record], ways: tuple[str, ...], kind: type | tuple[type, ...]) -> Any:
    named = _named(layers, ways, kind)
    return None if named is None else named[0]


def _named(
    layers: list[Record], ways: tuple[str, ...], kind: type | tuple[type, ...] = (int, float)
) -> tuple[Any, str] | None:
    for layer in layers:
        for way in ways:
            found = member(layer, way)
            if isinstance(found, kind) and not isinstance(found, bool) and found != "":
                return found, way.rpartition("/")[2].lstrip("_")
    return None


# Where hits stand in what a search answers, in the order in which they are looked for.
_HITS = (
    "result/points",
    "result",
    "points",
    "matches",
    "hits/hits",
    "hits",
    "source_nodes",
    "documents",
    "results",
    "memories",
    "edges",
    "relevant_facts",
    "facts",
    "passages",
    "archival",
    "nodes",
    "value",
    "data",
)
_ASKED = ("query", "question", "input", "search_query", "query_text", "q")


def _hits(parsed: Parsed) -> Iterator[Parsed]:
    """Give the hits of an answer, or the record itself where it is one."""
    answer = parsed.value
    classes = member(answer, "data/Get")
    if isinstance(classes, Mapping):
        for name, found in classes.items():
            for place in range(len(found) if isinstance(found, list) else 0):
                yield parsed.child("data", "Get", name, place)
        return
    stored = answer.get("docstore/data") if isinstance(answer, Mapping) else None
    if isinstance(stored, Mapping):
        for key, node in stored.items():
            holder = "__data__" if isinstance(member(node, "__data__"), Mapping) else None
            yield parsed.child("docstore/data", key, *((holder,) if holder else ()))
        return
    for way in _HITS:
        found = member(answer, way)
        if isinstance(found, list) and found:
            inside = parsed.child(*way.split("/"))
            for place, hit in enumerate(found):
                if isinstance(hit, list) and hit and isinstance(hit[0], Mapping):
                    for inner in range(len(hit)):  # one list of hits for each query
                        yield inside.child(place, inner)
                else:
                    yield inside.child(place)
            return
    yield parsed


def _read_hits(title: str, foreign: Foreign, card: str | None = None) -> Imported | None:
    draft = SetDraft(foreign, title)
    for parsed in foreign.records():
        asked = next(
            (text for way in _ASKED if isinstance(text := member(parsed.value, way), str)), None
        )
        request = None if asked is None else draft.request(member(parsed.value, "id"), asked)
        for hit in _hits(parsed):
            read_document(draft, hit, hit.value, request, card=card)
    draft.score_lexically()
    candidates = draft.candidates()
    return None if candidates is None else Imported(title, candidates, draft.requests())


def _read_memories(foreign: Foreign) -> Imported | None:
    return _read_hits("memories", foreign, card="memory")


def _read_blocks(foreign: Foreign) -> Imported | None:
    """Read an agent's memory blocks, and the blocks of an exported agent."""
    draft = SetDraft(foreign, "memory blocks")
    for parsed in foreign.records():
        blocks = next(
            (
                parsed.child(*way.split("/"))
                for way in ("blocks", "core_memory", "memory/blocks")
                if isinstance(member(parsed.value, way), list)
            ),
            None,
        )
        places = [parsed] if blocks is None else map(blocks.child, range(len(blocks.value)))
        for block in places:
            label = member(block.value, "label")
            draft.card(
                block,
                member(block.value, "value"),
                identity=member(block.value, "id") or label,
                name=label,
                kind="memory",
            )
    candidates = draft.candidates()
    return None if candidates is None else Imported("memory blocks", candidates)


def _read_columns(foreign: Foreign) -> Imported | None:
    """Read an answer in columns: ids, documents, distances and metadatas side by side."""
    draft = SetDraft(foreign, "answer of a vector store, in columns")
    for parsed in foreign.records():
        answer = parsed.value
        lists = {
            name: listed(answer, name)
            for name in ("ids", "documents", "distances", "metadatas", "scores")
        }
        several = bool(lists["ids"]) and isinstance(lists["ids"][0], list)
        asked = listed(answer, "query_texts") or listed(answer, "queries")
        for number in range(len(lists["ids"]) if several else 1):
            columns = {
                name: _listed_at(found, number) if several else found
                for name, found in lists.items()
            }
            query = _at(asked, number)
            request = draft.request(None, query) if isinstance(query, str) else None
            if request is None and several and len(lists["ids"]) > 1:
                request = draft.request(f"query-{number + 1}", "")
            for place, identity in enumerate(columns["ids"]):
                metadata = _at(columns["metadatas"], place)
                draft.passage(
                    parsed,
                    _at(columns["documents"], place),
                    identity=identity,
                    title=member(metadata, "title") or member(metadata, "source"),
                    score=_at(columns["scores"], place),
                    distance=_at(columns["distances"], place),
                    measure="distance",
                    request=request,
                )
    draft.score_lexically()
    candidates = draft.candidates()
    if candidates is None:
        return None
    return Imported("answer of a vector store, in columns", candidates, draft.requests())


def _listed_at(values: list[Any], place: int) -> list[Any]:
    found = _at(values, place)
    return found if isinstance(found, list) else []


def _at(values: Any, place: int) -> Any:
    return values[place] if isinstance(values, list) and place < len(values) else None


def _read_documents(foreign: Foreign) -> Imported | None:
    return _read_hits("documents", foreign)


def _read_answer(foreign: Foreign) -> Imported | None:
    return _read_hits("answer of a vector store or search engine", foreign)


def _sniff_documents(head: Head) -> float:
    pairs = [one[0] for one in head.records if isinstance(one, list) and len(one) == 2]
    records = (*head.records, *pairs)
    for way in ("page_content", "pageContent", "kwargs/page_content", "node/text", "id_"):
        if any(member(one, way) is not None for one in records):
            return 0.9
    inside = (
        "documents/0/page_content",
        "documents/0/content",
        "source_nodes/0",
        "nodes/0/text",
    )
    if any(head.has(way) for way in inside) or "docstore/data" in head.first:
        return 0.9
    return 0.0


def _sniff_memories(head: Head) -> float:
    own = head.has("memory") or head.has("fact", "uuid") or head.has("embedding_config", "text")
    for wrapper in ("results", "memories", "edges", "facts", "relevant_facts", "passages"):
        own = own or head.has(f"{wrapper}/0/memory") or head.has(f"{wrapper}/0/fact")
    return 0.9 if own else 0.0


_COLUMNS = (("ids", "documents"), ("ids", "metadatas"))
_BLOCKS = (
    ("label", "value", "limit"),
    ("blocks/0/label",),
    ("core_memory/0/label",),
    ("memory/blocks/0/label",),
)
_ANSWERS = (
    ("result/points",),
    ("result/0/payload",),
    ("points/0/payload",),
    ("matches/0/id",),
    ("hits/hits",),
    ("data/Get",),
    ("data/0/0/entity",),
    ("data/0/entity",),
    ("results/0/relevance_score", "results/0/document"),
    ("value/0/@search.score",),
    ("payload", "score"),
    ("_source", "_score"),
)

IMPORTERS = (
    Importer(
        "documents",
        "documents (LangChain, LlamaIndex)",
        (("page_content",), ("node", "score"), ("id_", "text")),
        _sniff_documents,
        _read_documents,
    ),
    Importer(
        "memories",
        "memories (mem0, Zep, Letta)",
        (("memory", "id"), ("fact", "uuid")),
        _sniff_memories,
        _read_memories,
    ),
    Importer(
        "memory-blocks",
        "memory blocks (Letta)",
        _BLOCKS,
        by_marks(*_BLOCKS, sure=0.95),
        _read_blocks,
    ),
    Importer(
        "columns",
        "answer of a vector store in columns (Chroma)",
        _COLUMNS,
        by_marks(*_COLUMNS),
        _read_columns,
    ),
    Importer(
        "hits",
        "answer of a vector store or search engine",
        _ANSWERS,
        by_marks(*_ANSWERS, sure=0.85),
        _read_answer,
    ),
)
