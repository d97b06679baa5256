"""A candidate set: the knowledge cards and the buckets that a request chooses from."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema

from inspector.core.candidates.card import Card
from inspector.core.candidates.columns import CardColumns, columns_of
from inspector.core.model import Document
from inspector.core.scalars import (
    AnyText,
    Flag,
    Natural,
    Number,
    OptionalId,
    SchemaVersion,
    Text80,
    Text120,
)

BUCKET_FILE = "bucket_file"


def file_reference(bucket_id: str, file_id: str) -> str:
    """Return the reference by which a card names the bucket file it was extracted from."""
    return f"{bucket_id}:{file_id}"


_NUMBERED = re.compile(r"\x1f\d+\Z")


def file_subject(reference: str, before: int) -> str:
    """Return what names one file of a run: its reference, where no file of the set spells it.

    ``before`` is how many files before it in the set (by bucket row, then file row) spell the same
    reference; from the second on a number is added, behind a character that ids do not have.
    """
    return f"{reference}\x1f{before + 1}" if before else reference


def reference_of_subject(subject: str) -> str:
    """Return the reference of the file that a subject names; another kind's id stays as it is."""
    return _NUMBERED.sub("", subject)


class BucketFile(Document):
    """A file of a bucket. One without text, or not inlinable, can only be listed."""

    file_id: Text120
    """Identifies the file in its bucket."""

    title: AnyText
    """The file's title, shown when it is listed."""

    summary: AnyText | None = None
    """One or two sentences, shown when the file is listed."""

    text: AnyText | None = None
    """The whole text. It is inlined whole or not at all, never cut."""

    relevance_score: Number = 0.0
    """How relevant the file is; higher is taken first. A request may override it."""

    inlinable: Flag = True
    """Whether the text may be inlined."""

    token_count: Natural | None = None
    """Declared tokens of the text. They are used as given and compared with the counted ones."""


class Bucket(Document):
    """A collection of files with an optional background text."""

    bucket_id: Text120
    """Identifies the bucket in its set."""

    bucket_title: Text80
    """The name people know it by."""

    matter_id: OptionalId = None
    """The matter the bucket belongs to; entity cards of that matter may cover its background."""

    background: AnyText | None = None
    """A short narrative about the bucket's matter."""

    files: tuple[BucketFile, ...] = ()
    """The bucket's files."""

    @property
    def has_background(self) -> bool:
        """Whether there is a background text."""
        return bool(self.background)


class ReadAsList:
    """Lets a field hold columns that are validated from a list of cards and dumped as one."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        def convert(value: Any, validate: core_schema.ValidatorFunctionWrapHandler) -> CardColumns:
            if isinstance(value, CardColumns):
                return value
            return columns_of(validate(list(value) if isinstance(value, tuple) else value))

        return core_schema.no_info_wrap_validator_function(
            convert,
            handler.generate_schema(list[Card]),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda columns: [card.model_dump(exclude_defaults=True) for card in columns]
            ),
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(schema)


NO_CARDS = columns_of(())


class CandidateSet(Document):
    """Everything a request may choose from. ``knowledge_cards`` makes its rows on demand."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    set_id: Text120
    """Identifies the set."""

    title: AnyText = ""
    """What people call the set."""

    source: AnyText | Mapping[str, Any] | None = None
    """Where the set came from: a text, or an object with whatever facts there are."""

    knowledge_cards: Annotated[CardColumns, ReadAsList()] = Field(default_factory=lambda: NO_CARDS)
    """The candidate cards. Their ids are unique."""

    buckets: tuple[Bucket, ...] = ()
    """The buckets, in the order that decides between equally relevant files."""

    skipped_records: Natural = 0
    """Records of the source that could not be used; above 0, results are ``partial``."""


FilePlaces = Mapping[str, list[tuple[int, int]]]
"""Index of the bucket and place in it of the files that spell each reference."""


def file_places(candidates: CandidateSet, named: Collection[str] | None = None) -> FilePlaces:
    """Return where the files of a set stand, by reference: all, or those that are named."""
    found: dict[str, list[tuple[int, int]]] = {}
    for index, bucket in enumerate(candidates.buckets):
        before = file_reference(bucket.bucket_id, "")
        ids = (
            None
            if named is None
            else {name[len(before) :] for name in named if name.startswith(before)}
        )
        for place, file in enumerate(bucket.files):
            if ids is None or file.file_id in ids:
                found.setdefault(before + file.file_id, []).append((index, place))
    return found


def references_by_id(
    candidates: CandidateSet, named: Collection[str] | None = None
) -> Mapping[str, str]:
    """Return the reference of every file whose id alone says which candidate it is.

    Labels, runs and judgements that somebody else wrote name a file by its id alone. Where only one
    file of a set has that id, and no card, it is meant. ``named`` are the names that matter; None
    is every id.
    """
    found: dict[str, str | None] = {}
    for bucket in candidates.buckets:
        for file in bucket.files:
            name = file.file_id
            if named is None or name in named:
                reference = file_reference(bucket.bucket_id, name)
                found[name] = None if name in found else reference
    cards = candidates.knowledge_cards.row_of
    references = file_places(candidates, found) if found else {}
    return {
        name: reference
        for name, reference in found.items()
        if reference is not None and name not in cards and name not in references
    }


def without_repeats(candidates: CandidateSet) -> CandidateSet:
    """Return the set with only the first of each repeated card, bucket and file.

    What is left out is counted in ``skipped_records``; ``lint_candidates`` names each.
    """
    cards = candidates.knowledge_cards
    repeats = cards.row_of.repeats
    skipped = len(repeats)
    if repeats:
        cards = cards.take(np.delete(np.arange(len(cards)), repeats).tolist())
    buckets: dict[str, Bucket] = {}
    for bucket in candidates.buckets:
        if bucket.bucket_id in buckets:
            skipped += 1
            continue
        files = {file.file_id: file for file in reversed(bucket.files)}
        repeated = len(bucket.files) - len(files)
        if repeated:
            skipped += repeated
            first = tuple(file for file in bucket.files if files[file.file_id] is file)
            bucket = bucket.model_copy(update={"files": first})  # noqa: PLW2901
        buckets[bucket.bucket_id] = bucket
    if not skipped:
        return candidates
    return candidates.model_copy(
        update={
            "knowledge_cards": cards,
            "buckets": tuple(buckets.values()),
            "skipped_records": candidates.skipped_records + skipped,
        }
    )
