"""Lists of chunks: transcripts of typed pieces (``chunks/1``), and chunks as they are."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.reading import ReadChunks, read_chunks

SCHEMA = "chunks/1"

# What a transcript calls the fields of a chunk.
_NAMES = {"chunk_id": "id", "type": "type", "text": "content", "tokens": "tokens"}
_FACTS = ("turn", "tool_name", "call_id")


def is_transcript(value: Mapping[str, object]) -> bool:
    """Say whether a document holds chunks."""
    return isinstance(value.get("chunks"), list)


def read_list(records: list[object]) -> ReadChunks:
    """Return the chunks of a bare list."""
    read = read_transcript({"chunks": records})
    problems = (
        problem.at(Place(pointer=(problem.place.pointer or "").removeprefix("/chunks")))
        for problem in read.problems
    )
    return ReadChunks(read.chunks, read.indices, tuple(problems))


def read_transcript(value: Mapping[str, object]) -> ReadChunks:
    """Return the chunks of a document, each with its turn and its tool in the metadata.

    A record with a ``chunk_id`` is a transcript's; any other is a chunk with the fields of
    ``Chunk``. Problems name the fields as the document does.
    """
    schema = value.get("schema", SCHEMA)
    if schema != SCHEMA:
        problem = Problem(
            Severity.ERROR,
            "chat.schema-unknown",
            "The transcript is of an unknown version; nothing of it is used.",
            f"Export it as {SCHEMA}.",
            Place(pointer=pointer("schema")),
        )
        return ReadChunks((), (), (problem,))
    records = value["chunks"]
    if not isinstance(records, list):
        return ReadChunks((), (), ())
    read = read_chunks(_chunk_record(record) for record in records)
    problems = tuple(_in_its_words(problem, records) for problem in read.problems)
    return ReadChunks(read.chunks, read.indices, problems)


def _chunk_record(record: object) -> object:
    """Return a transcript's record with the field names of a chunk; another as it is."""
    if not isinstance(record, Mapping) or "chunk_id" not in record:
        return record
    meta = record.get("meta")
    facts = {name: record[name] for name in _FACTS if record.get(name) is not None}
    named = {_NAMES.get(key, key): value for key, value in record.items()}
    for name in (*_FACTS, "meta"):
        named.pop(name, None)
    if meta is None or isinstance(meta, Mapping):
        return named | {"metadata": {**(meta or {}), **facts}}
    return named | {"metadata": meta}


def _in_its_words(problem: Problem, records: list[object]) -> Problem:
    """Return a problem with the place that it has in the document."""
    _, chunks, index, *rest = (problem.place.pointer or "").split("/")
    record = records[int(index)]
    if rest and isinstance(record, Mapping) and "chunk_id" in record:
        ours = {theirs: name for name, theirs in _NAMES.items()} | {"metadata": "meta"}
        rest[0] = ours.get(rest[0], rest[0])
    return problem.at(Place(pointer="/".join(["", chunks, index, *rest])))
