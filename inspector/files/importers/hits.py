"""One hit: a record with a text, an id, and a score or a distance, under names that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.files.account import unused_names
from inspector.files.findings import Parsed
from inspector.files.importers.drafts import SetDraft
from inspector.files.importers.imported import Record, member, text_of, ways_of_text
from inspector.files.importers.request_draft import RequestDraft
from inspector.files.importers.values import HitScore, finite, is_not_finite

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
    "contents",
    "raw_content",
    "snippet",
    "DocumentExcerpt",
    "description",
)
_IDS = (
    "metadata/source_id",
    "id",
    "id_",
    "_id",
    "uuid",
    "doc_id",
    "document_id",
    "node_id",
    "pk",
    "file_id",
    "chunk_id",
    "passage_id",
    "docid",
    "DocumentId",
)
_SOURCES = (
    "metadata/source",
    "metadata/file_path",
    "metadata/file_name",
    "source",
    "url",
    "link",
    "location/s3Location/uri",
    "location/webLocation/url",
    "location/confluenceLocation/url",
    "location/sharePointLocation/url",
    "location/salesforceLocation/url",
)
_TITLES = (
    "title",
    "metadata/title",
    "name",
    "metadata/file_name",
    "filename",
    "metadata/source",
    "DocumentTitle",
)
_SCORES = (
    "score",
    "_score",
    "$score",
    "relevance_score",
    "similarity",
    "certainty",
    "metadata/score",
    "metadata/relevance_score",
    "rank_score",
    "rerank_score",
    "@search.rerankerScore",
    "@search.score",
    "relevance",
    "text_match",
    "_rankingScore",
    "hybrid_score",
)
_DISTANCES = (
    "distance",
    "_distance",
    "$dist",
    "vector_distance",
    "cosine_distance",
    "metadata/distance",
    "metadata/_distance",
)
METRICS = ("metric_type", "metricType", "metric", "distance_metric", "distance_type", "space")

# What a record keeps its text in, beside its id and its score.
_HOLDERS = (
    "document",
    "node",
    "payload",
    "_source",
    "entity",
    "fields",
    "properties",
    "kwargs",
    "metadata",
    "attributes",
)
_PAIR = "number of the pair"


def read_document(
    draft: SetDraft,
    parsed: Parsed,
    record: Any,
    request: RequestDraft | None = None,
    *,
    card: str | None = None,
    metric: str | None = None,
) -> str | None:
    """Add one hit to a draft; return its reference, None, reported, where it has no text.

    ``card`` makes a knowledge card of this kind of it, which a memory is; else it is a passage.
    ``metric`` is what the answer declares its numbers to be.
    """
    draft.met()
    measure: HitScore | None = None
    if isinstance(record, list) and len(record) == 2 and is_number(record[1]):
        record, measure = record[0], HitScore(_PAIR, record[1], metric)
    if isinstance(record, str):
        record = {"text": record}
    if not isinstance(record, Mapping):
        draft.skip(parsed, "This is no document", reason="no document")
        return None
    hit = _Hit(record)
    text = hit.text(_TEXTS)
    if measure is None:
        measure = hit.measure(metric)
    identity = hit.first(_IDS, (str, int)) or hit.first(_SOURCES, str)
    names = ("label", "name") if card is not None else _TITLES
    name = hit.text(names)
    draft.unused(unused_names(record, hit.used))
    if card is not None:
        return draft.card(
            parsed, text, identity=identity, name=name, kind=card, measure=measure, request=request
        )
    return draft.passage(
        parsed, text, identity=identity, title=name, measure=measure, request=request
    )


def is_number(value: object) -> bool:
    """Whether a value may be the score of a pair: a number, or None for one that is missing."""
    return value is None or finite(value) is not None


class _Hit:
    """A record with its parts that may hold text, id or score, and the ways that were used."""

    def __init__(self, record: Record) -> None:
        self.used: list[str] = []
        self._layers = list(_layers(record))

    def text(self, ways: tuple[str, ...]) -> str | None:
        """Return the first text at one of several ways; parts and lists of texts are joined."""
        for prefix, layer in self._layers:
            for way in ways:
                found = text_of(member(layer, way))
                if found:
                    self.used += ways_of_text(f"{prefix}{way}")
                    return found
        return None

    def first(self, ways: tuple[str, ...], kind: type | tuple[type, ...]) -> Any:
        """Return the first value of a kind at one of several ways."""
        named = self._named(ways, kind)
        return None if named is None else named[0]

    def measure(self, metric: str | None) -> HitScore | None:
        """Return the number that says how near the hit is."""
        found = self._named(_SCORES, (int, float, str)) or self._named(_DISTANCES, (int, float))
        if found is None:
            return None
        if finite(found[0]) is None and not is_not_finite(found[0]):
            self.used.pop()  # a word where a number should be
        own = self.first(METRICS, str)
        return HitScore(found[1], found[0], own or metric)

    def _named(
        self, ways: tuple[str, ...], kind: type | tuple[type, ...]
    ) -> tuple[Any, str] | None:
        for prefix, layer in self._layers:
            for way in ways:
                found = member(layer, way)
                if isinstance(found, kind) and not isinstance(found, bool) and found != "":
                    self.used.append(f"{prefix}{way}")
                    return found, way.rpartition("/")[2].lstrip("_$")
        return None


def _layers(record: Record) -> Iterator[tuple[str, Record]]:
    """Give the parts of a record that may hold its text, its id or its score, outermost first."""
    yield "", record
    additional = member(record, "_additional")
    if isinstance(additional, Mapping):
        yield "_additional/", additional
    for name in _HOLDERS:
        inner = record.get(name)
        if isinstance(inner, Mapping):
            yield f"{name}/", inner
            for deeper in ("document", "metadata", "_node_content", "kwargs"):
                if isinstance(inner.get(deeper), Mapping):
                    yield f"{name}/{deeper}/", inner[deeper]


def is_hit(record: Record) -> bool:
    """Whether a record has a text and a number that says how near it is."""
    hit = _Hit(record)
    if hit.text(_TEXTS) is None:
        return False
    layers = [layer for _, layer in _layers(record)]
    ways = (*_SCORES, *_DISTANCES)
    return any(isinstance(member(one, way), int | float) for one in layers for way in ways)
