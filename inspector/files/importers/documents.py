"""Documents and memories as frameworks, vector stores and search engines write them.

A hit is a record with a text, an id, and a score or a distance, under names that differ; the names
are one table, and the formats differ in where their hits stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.files.account import EVERYTHING, names_beside, unused_names
from inspector.files.findings import Parsed
from inspector.files.importers.drafts import SetDraft
from inspector.files.importers.hits import METRICS, is_hit, is_number, read_document
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    by_marks,
    listed,
    member,
    text_at,
)
from inspector.files.importers.values import HitScore

# Where hits stand in what a search answers, in the order in which they are looked for.
_HITS = (
    "result/points",
    "result/hits",
    "result",
    "points",
    "matches",
    "hits/hits",
    "hits",
    "response/docs",
    "retrievalResults",
    "root/children",
    "ResultItems",
    "search_results",
    "web/results",
    "organic",
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
    "rows",
    "docs",
)
_STORED = "docstore/data"  # a name, no way
_CLASSES = "data/Get"
_ASKED = (
    "query",
    "question",
    "input",
    "search_query",
    "query_text",
    "q",
    "responseHeader/params/q",
    "request_params/q",
    "searchParameters/q",
    "retrievalQuery/text",
    "query/text",
    "query/original",
)


def _hits(parsed: Parsed) -> tuple[str, list[Parsed]]:
    """Return the hits of an answer and the way to them; of a record that is a hit, itself."""
    answer = parsed.value
    classes = member(answer, _CLASSES)
    if isinstance(classes, Mapping):
        return _CLASSES, [
            parsed.child(*_CLASSES.split("/"), name, place)
            for name, found in classes.items()
            for place in range(len(found) if isinstance(found, list) else 0)
        ]
    stored = answer.get(_STORED) if isinstance(answer, Mapping) else None
    if isinstance(stored, Mapping):
        return _STORED, [
            parsed.child(
                _STORED,
                key,
                *(("__data__",) if isinstance(member(node, "__data__"), Mapping) else ()),
            )
            for key, node in stored.items()
        ]
    known = next((way for way in _HITS if _is_filled(member(answer, way))), None)
    way = known or _way_to_hits(answer)
    if way is None:
        return "", [parsed]
    inside = parsed.child(*way.split("/"))
    found: list[Parsed] = []
    for place, hit in enumerate(inside.value):
        if isinstance(hit, list) and hit and isinstance(hit[0], Mapping) and not _is_pair(hit):
            found += (inside.child(place, inner) for inner in range(len(hit)))  # one for a query
        else:
            found.append(inside.child(place))
    return way, found


def _ways_of_hits(answer: Any, way: str) -> tuple[str, ...]:
    """Return the ways to lists of hits, with all that is below them."""
    if way != _CLASSES:
        return (way, f"{way}{EVERYTHING}")
    classes = member(answer, way)
    return tuple(f"{way}/{name}{EVERYTHING}" for name in classes if listed(classes, name))


def _is_filled(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _is_pair(value: list[Any]) -> bool:
    return len(value) == 2 and not isinstance(value[1], Mapping) and is_number(value[1])


_DEEPEST = 3


def _way_to_hits(answer: Any, way: str = "") -> str | None:
    """Return the way to the only list in an answer whose items have a text and a score."""
    if not isinstance(answer, Mapping) or way.count("/") >= _DEEPEST:
        return None
    found = []
    for name, value in answer.items():
        inner = f"{way}/{name}" if way else str(name)
        if "/" in str(name):
            continue
        if isinstance(value, Mapping):
            found.append(_way_to_hits(value, inner))
        elif _is_filled(value) and isinstance(value[0], Mapping) and is_hit(value[0]):
            found.append(inner)
    named = [one for one in found if one is not None]
    return named[0] if len(named) == 1 else None


def _read_hits(title: str, foreign: Foreign, card: str | None = None) -> Imported | None:
    draft = SetDraft(foreign, title, ranked=False)
    read_hits_into(draft, foreign, card)
    return draft.imported()


def read_hits_into(draft: SetDraft, foreign: Foreign, card: str | None = None) -> None:
    """Add the hits of all answers of a file to a draft."""
    for parsed in foreign.records():
        answer = parsed.value
        way, hits = _hits(parsed)
        asked, asked_at = _asked(answer)
        request = None if asked is None else draft.request(member(answer, "id"), asked)
        metric = None
        if way:
            draft.begin_list()
            metric = _declared(answer)
            used = (*_ways_of_hits(answer, way), asked_at, f"{asked_at}/*")
            names = names_beside if way == _STORED else unused_names
            draft.unused(names(answer, (*used, *(("id",) if request else ()))))
        for node in answer[_STORED].values() if way == _STORED else ():
            if isinstance(member(node, "__data__"), Mapping):
                draft.unused(names_beside(node, ("__data__", "__type__")))
        if not hits:
            draft.met()
            draft.skip(parsed, "This answer holds no hits", reason="an answer without hits")
        for hit in hits:
            read_document(draft, hit, hit.value, request, card=card, metric=metric)


def _asked(answer: Any) -> tuple[str | None, str]:
    """Return the question of an answer, and the way to it."""
    for way in _ASKED:
        found = member(answer, way)
        if isinstance(found, list) and found and all(isinstance(one, str) for one in found):
            found = " ".join(found)
        if isinstance(found, str):
            return found, way
    return None, ""


def _declared(answer: Any) -> str | None:
    ways = [f"{holder}{name}" for holder in _METRIC_HOLDERS for name in METRICS]
    return text_at(answer, *ways)


_METRIC_HOLDERS = ("", "params/", "search_params/", "searchParams/", "extra_info/", "meta/")


def _read_memories(foreign: Foreign) -> Imported | None:
    return _read_hits("memories", foreign, card="memory")


def _read_blocks(foreign: Foreign) -> Imported | None:
    """Read an agent's memory blocks, and the blocks of an exported agent."""
    draft = SetDraft(foreign, "memory blocks")
    for parsed in foreign.records():
        ways = ("blocks", "core_memory", "memory/blocks")
        way = next((one for one in ways if isinstance(member(parsed.value, one), list)), None)
        blocks = None if way is None else parsed.child(*way.split("/"))
        places = [parsed]
        if blocks is not None:
            draft.unused(unused_names(parsed.value, (f"{way}{EVERYTHING}",)))
            places = [blocks.child(place) for place in range(len(blocks.value))]
        for block in places:
            draft.met()
            label = member(block.value, "label")
            draft.unused(unused_names(block.value, ("id", "label", "value")))
            draft.card(
                block,
                member(block.value, "value"),
                identity=member(block.value, "id") or label,
                name=label,
                kind="memory",
            )
    return draft.imported()


def _read_columns(foreign: Foreign) -> Imported | None:
    """Read an answer in columns: ids, documents, distances and metadatas side by side."""
    draft = SetDraft(foreign, "answer of a vector store, in columns")
    for parsed in foreign.records():
        answer = parsed.value
        lists = {name: listed(answer, name) for name in (*_SIDE_BY_SIDE, "metadatas")}
        metric = _declared(answer)
        several = bool(lists["ids"]) and isinstance(lists["ids"][0], list)
        deep = "/*/*" if several else "/*"
        asked_at = "query_texts" if listed(answer, "query_texts") else "queries"
        used = (*(f"{name}{deep}" for name in _SIDE_BY_SIDE), f"metadatas{deep}{EVERYTHING}")
        draft.unused(unused_names(answer, (*used, f"{asked_at}/*")))
        asked = listed(answer, asked_at)
        for number in range(max(map(len, lists.values())) if several else 1):
            columns = {
                name: _listed_at(found, number) if several else found
                for name, found in lists.items()
            }
            query = _at(asked, number)
            request = draft.request(None, query) if isinstance(query, str) else None
            if request is None and several and len(lists["ids"]) > 1:
                request = draft.request(f"query-{number + 1}", "")
            draft.begin_list()
            for place in range(max(map(len, columns.values()))):
                draft.met()
                metadata = _at(columns["metadatas"], place)
                titled = next((one for one in ("title", "source") if text_at(metadata, one)), "")
                if isinstance(_at(columns["distances"], place), str):
                    draft.unused(("distances",))
                draft.unused(unused_names(metadata, (titled,), "metadatas/"))
                score, distance = (_at(columns[one], place) for one in ("scores", "distances"))
                named = ("distance", distance) if score is None else ("score", score)
                draft.passage(
                    parsed,
                    _at(columns["documents"], place),
                    identity=_at(columns["ids"], place),
                    title=text_at(metadata, titled),
                    measure=HitScore(*named, metric),
                    request=request,
                )
    return draft.imported()


_SIDE_BY_SIDE = ("ids", "documents", "distances", "scores")


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
    if any(head.has(way) for way in inside) or _STORED in head.first:
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
    ("object", "search_query", "data/0/file_id"),
    ("retrievalResults/0/content",),
    ("response/docs", "responseHeader"),
    ("hits/0/document", "found"),
    ("root/children/0/fields",),
    ("results/0/url", "results/0/content"),
    ("results/0/url", "results/0/snippet"),
    ("results/0/url", "results/0/text"),
    ("result/hits/0/_id",),
    ("search_results/0/text",),
    ("ResultItems/0",),
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


def _sniff_answer(head: Head) -> float:
    known = by_marks(*_ANSWERS, sure=0.85)(head)
    if known or head.is_list:
        return known
    return 0.65 if _way_to_hits(head.first) is not None else 0.0


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
        _sniff_answer,
        _read_answer,
    ),
)
