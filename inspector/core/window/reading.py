"""From records to chunks: every record is used or listed with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ValidationError

from inspector.core.model import Document, unknown_fields
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import Chunk, ChunkType

_Model = TypeVar("_Model", bound=Document)


@dataclass(frozen=True, slots=True)
class ReadChunks:
    """The usable chunks, the place of each in the input, and what was wrong with the rest.

    ``unusable`` are the places of the rest.
    """

    chunks: tuple[Chunk, ...]
    indices: tuple[int, ...]
    problems: tuple[Problem, ...]
    unusable: tuple[int, ...] = ()

    def in_original_order(self) -> ReadChunks:
        """Return the chunks by the places that their producer gave; others keep their own."""
        rows = sorted(
            range(len(self.chunks)),
            key=lambda row: (
                original_index(self.chunks[row], self.indices[row]),
                self.indices[row],
            ),
        )
        return ReadChunks(
            tuple(self.chunks[row] for row in rows),
            tuple(self.indices[row] for row in rows),
            self.problems,
            self.unusable,
        )


def original_index(chunk: Chunk, index: int) -> int:
    """Return the place of a chunk that its producer gave, or else the one at which it stands."""
    return index if chunk.original_index is None else chunk.original_index


def _describe(error: ValidationError, at: str, consequence: str) -> list[Problem]:
    found = []
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        place = at + pointer(*detail["loc"])
        if detail["loc"] == ("type",) and detail["type"] == "enum":
            code = "chunk-type-unknown"
            message = f"The chunk is of no known type; {consequence}."
            fix = "Use one of: " + ", ".join(ChunkType) + "."
        else:
            code = "value-invalid"
            message = f"{detail['msg']}; {consequence}."
            fix = "Correct the value, or leave the field out where it is optional."
        found.append(Problem(Severity.ERROR, f"window.{code}", message, fix, Place(pointer=place)))
    return found


def _unknown_fields(model: type[Document], record: object, at: str) -> list[Problem]:
    """Name every field, at any depth, that has no effect because the model does not have it."""
    if isinstance(record, Mapping) and not isinstance(record, dict):
        record = dict(record)
    return [
        Problem(
            Severity.WARNING,
            "window.field-unknown",
            "There is no such field; it has no effect.",
            "Correct its name, or remove it.",
            Place(pointer=at + pointer(*way)),
        )
        for way, _ in unknown_fields(model, record)
    ]


def read_document(
    model: type[_Model], value: object, at: str, default: _Model
) -> tuple[_Model, list[Problem]]:
    """Return ``value`` as a ``model``, or ``default``, with the problems and their places."""
    if isinstance(value, model):
        return value, []
    try:
        read = model.model_validate(value)
    except ValidationError as error:
        return default, _describe(error, at, "the default of the whole object is used")
    return read, _unknown_fields(model, value, at)


def read_chunks(records: Iterable[object]) -> ReadChunks:
    """Return the chunks among ``records`` (chunks, or mappings with their fields).

    A record that is no chunk (an unknown type, no id, neither content nor tokens) and a chunk
    whose id was used before are errors with their place, and are left out.
    """
    chunks: list[Chunk] = []
    indices: list[int] = []
    problems: list[Problem] = []
    first_place: dict[str, int] = {}
    unusable: list[int] = []
    for index, record in enumerate(records):
        if isinstance(record, Chunk):
            chunk = record
        else:
            at = pointer("chunks", index)
            try:
                chunk = Chunk.model_validate(record)
            except ValidationError as error:
                problems += _describe(error, at, "it is not used")
                unusable.append(index)
                continue
            problems += _unknown_fields(Chunk, record, at)
        first = first_place.setdefault(chunk.id, index)
        if first != index:
            unusable.append(index)
            problems.append(
                Problem(
                    Severity.ERROR,
                    "window.chunk-id-duplicate",
                    f"The id was used before, at {pointer('chunks', first, 'id')}; the later chunk"
                    " is not used.",
                    "Give every chunk an id of its own.",
                    Place(pointer=pointer("chunks", index, "id")),
                )
            )
            continue
        chunks.append(chunk)
        indices.append(index)
    return ReadChunks(tuple(chunks), tuple(indices), tuple(problems), tuple(unusable))
