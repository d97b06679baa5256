"""A receipt, and what the injection step starts from when it is replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import NoneType
from typing import Any

import numpy as np

from inspector.core.arrays import Int64
from inspector.core.candidates.candidate_set import (
    BUCKET_FILE,
    Bucket,
    BucketFile,
    CandidateSet,
    file_reference,
    file_subject,
)
from inspector.core.candidates.card import ATTRIBUTED, TIERS
from inspector.core.candidates.card import COLUMNS as CARD_COLUMNS
from inspector.core.candidates.columns import CardColumns, ColumnsBuilder, HeldTexts
from inspector.core.candidates.counting import (
    CountedBucket,
    CountedCandidates,
    CountedFile,
    Separators,
)
from inspector.core.candidates.interned import ABSENT
from inspector.core.candidates.request import ModelFacts, Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import (
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)
from inspector.core.injection.prepare import Prepared, prepare
from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural, SafeInteger

UNCOUNTABLE = -1
"""Stands for the tokens of a text that has no count."""


class ReceiptModel(Document):
    """The model that the context was for."""

    name: AnyText | None = None
    """The model's name."""

    context_window: Natural | None = None
    """Size of its window, in tokens."""


class ReceiptBudget(Document):
    """What there was to spend, and what was spent. Tokens."""

    total: SafeInteger | None = None
    """Tokens that might be injected."""

    knowledge: SafeInteger | None = None
    """Of these, tokens for knowledge cards."""

    bucket: SafeInteger | None = None
    """Of these, tokens for bucket content."""

    used: SafeInteger | None = None
    """Tokens that were injected, layout included."""


class Receipt(Document):
    """One decision: what competed, under which policy, and what was chosen."""

    receipt: Natural
    """Version of the format; 1."""

    trace_id: AnyText = ""
    """Identifies the request."""

    timestamp: AnyText = ""
    """When it was decided, in UTC."""

    engine: AnyText = ""
    """What decided."""

    model: ReceiptModel = ReceiptModel()
    """The model that the context was for."""

    tokenizer: AnyText | None = None
    """What counted the tokens."""

    used_before: SafeInteger | None = None
    """Tokens that were taken before."""

    policy: Mapping[str, Any] | None = None
    """The policy that held."""

    strategy: AnyText | None = None
    """How cards were given their renderings."""

    settings: Mapping[str, Any] | None = None
    """What else decided."""

    overrides: Mapping[str, Any] | None = None
    """What a person forced; a decision with any is not the policy's alone."""

    targets: tuple[AnyText, ...] = ()
    """Buckets and files that the user asked about."""

    degraded: AnyText | None = None
    """Whether part of the input could not be used."""

    skipped: Natural = 0
    """Records that could not be used."""

    budget: ReceiptBudget = ReceiptBudget()
    """What there was to spend, and what was spent."""

    overheads: Mapping[str, SafeInteger] = {}
    """Tokens that the layout adds."""

    columns: tuple[AnyText, ...] = ()
    """What a row of ``cards`` holds, in this order."""

    cards: tuple[tuple[Any, ...], ...] = ()
    """What competed beside files, a row each."""

    buckets: tuple[tuple[Any, ...], ...] = ()
    """Buckets: id, matter, heading, background (tokens), the background's form, its reason."""

    files: tuple[tuple[Any, ...], ...] = ()
    """Files: place of the bucket, id, score, tokens of line and text, heading, form, reason."""

    fingerprints: Mapping[str, AnyText] = {}
    """SHA-256 of the policy, and of what competed."""

    texts: Mapping[str, Mapping[str, AnyText]] | None = None
    """Texts by id and form, where they were asked for."""

    dropped: Natural = 0
    """Of a line that is no decision: how many receipts before it were not written."""

    sum: AnyText = ""
    """SHA-256 of all other fields."""


def request_of(receipt: Receipt) -> Request:
    """Return the request of a receipt. Raises ``ValidationError`` where it names none."""
    return Request(
        trace_id=receipt.trace_id,
        timestamp=receipt.timestamp,
        model=ModelFacts(
            name=receipt.model.name or "",
            context_window=receipt.model.context_window or 0,
            encoding=receipt.tokenizer or "",
        ),
        tokens_used_before=receipt.used_before or 0,
        direct_target_refs=receipt.targets,
    )


def policy_of(receipt: Receipt) -> UnifiedContextBudgetPolicy:
    """Return the policy that held. Raises ``ValidationError`` where it is none of ours."""
    return UnifiedContextBudgetPolicy.model_validate(receipt.policy)


def settings_of(receipt: Receipt) -> tuple[Strategy, InjectionSettings, Overrides]:
    """Return what else decided. Raises ``ValidationError`` or ``ValueError`` where it is wrong."""
    return (
        Strategy(receipt.strategy or Strategy.COVERAGE),
        InjectionSettings.model_validate(receipt.settings or {}),
        Overrides.model_validate(receipt.overrides or {}),
    )


def prepared_of(receipt: Receipt) -> Prepared:
    """Return what the injection step starts from, with the recorded tokens, for any policy.

    Of another engine's receipt, forms without one of our names become compact, standard and full by
    their sizes. Raises ``ValidationError``, ``ValueError``, ``TypeError`` or ``LookupError`` for a
    receipt whose rows are none.
    """
    columns, costs, uncountable = _card_columns(receipt.cards)
    buckets = [_counted_bucket(row) for row in receipt.buckets]
    files = list(_counted_files(receipt.files, buckets))
    of_bucket: dict[int, list[BucketFile]] = {}
    for file in files:
        of_bucket.setdefault(file.bucket_index, []).append(file.file)
    whole = [
        one.bucket.model_copy(update={"files": tuple(of_bucket.get(index, ()))})
        for index, one in enumerate(buckets)
    ]
    candidates = CandidateSet.model_construct(
        schema_version=1,
        set_id=receipt.trace_id,
        title="",
        source=None,
        knowledge_cards=columns,
        buckets=tuple(whole),
        skipped_records=receipt.skipped,
    )
    overheads = {name: int(receipt.overheads.get(name, 0)) for name in Separators.__slots__}
    counted = CountedCandidates(
        candidates=candidates,
        id_ranks=columns.id_ranks,
        counter_name=receipt.tokenizer or "",
        card_costs=costs,
        uncountable=uncountable,
        files=tuple(files),
        buckets=tuple(
            CountedBucket(bucket, one.heading, one.background)
            for bucket, one in zip(whole, buckets, strict=True)
        ),
        separators=Separators(**overheads),
        problems=(),
    )
    return prepare(request_of(receipt), counted, receipt.used_before or 0)


def _card_columns(
    rows: Sequence[Sequence[Any]],
) -> tuple[CardColumns, Int64, frozenset[int]]:
    """Return the cards as columns, their tokens by tier, and the rows that have no count."""
    sizes = list(chain.from_iterable([sizes_of(one[3]) for one in rows]))
    # No count and no text are one number in columns; ``uncountable`` tells them apart.
    told = [ABSENT if size is None or size == UNCOUNTABLE else size for size in sizes]
    costs = np.array(told, dtype=np.int64).reshape(len(rows), len(TIERS))
    uncountable = frozenset(
        place // len(TIERS)
        for place in np.flatnonzero(costs == ABSENT).tolist()
        if sizes[place] is not None
    )
    ids = _texts([one[0] for one in rows])
    sources = [one[4] for one in rows]
    if set(map(type, sources)) <= {str, NoneType} and "" not in sources:  # mostly; it is quick
        origins = [None if one is None else BUCKET_FILE for one in sources]
    else:
        origins, sources = map(list, zip(*map(_origin, sources), strict=True))
    known: dict[str, list[Any]] = {
        "node_id": ids,
        "node_kind": _texts([one[1] for one in rows]),
        "canonical_name": ids,
        "relevance_score": [float(one[2] or 0) for one in rows],
        "matter_id": _texts_or_none([one[5] for one in rows]),
        "provenance_source": _texts_or_none(origins),
        "provenance_source_ref": _texts_or_none(sources),
    }
    nothing: list[Any] = [None] * len(rows)
    values = {field.name: known.get(field.name, nothing) for field in CARD_COLUMNS}
    builder = ColumnsBuilder()
    builder.extend(
        values | {one.name: [one.default] * len(rows) for one in ATTRIBUTED},
        has_text=bytes(costs.size),
        declared=costs.ravel(),
    )
    return builder.build(HeldTexts([None] * costs.size)), costs, uncountable


def _origin(source: Any) -> tuple[Any, Any]:
    """Return where a card comes from, and the reference there."""
    origin, reference = source if isinstance(source, list | tuple) else (BUCKET_FILE, source)
    return (origin if reference else None), reference


def sizes_of(tokens: Any) -> Sequence[int | None]:
    """Return tokens by tier, also of an engine that calls its forms by other names.

    Raises ``ValueError`` for what is neither.
    """
    if type(tokens) is list and len(tokens) == len(TIERS):  # ours; quick, as there are many
        return tokens
    if not isinstance(tokens, Mapping):
        raise ValueError("tokens of a card are three")
    if tokens.keys() <= set(TIERS):
        return [tokens.get(tier) for tier in TIERS]
    sizes = sorted(tokens.values())
    chosen = sizes if len(sizes) <= len(TIERS) else [sizes[0], sizes[len(sizes) // 2], sizes[-1]]
    return [*([None] * (len(TIERS) - len(chosen))), *chosen]


def _counted_bucket(row: Sequence[Any]) -> CountedBucket:
    bucket_id, matter, heading, background, *_ = row
    bucket = Bucket(
        bucket_id=_text(bucket_id),
        bucket_title=_text(bucket_id)[:80],
        matter_id=matter,
        background=None if background is None else "…",
    )
    tokens = None if background in (None, UNCOUNTABLE) else int(background)
    return CountedBucket(bucket, int(heading), tokens)


def _counted_files(
    rows: Sequence[Sequence[Any]], buckets: Sequence[CountedBucket]
) -> Iterator[CountedFile]:
    spelled: Counter[str] = Counter()
    for place, file_id, score, (line, text), heading, *_ in rows:
        reference = file_reference(buckets[place].bucket.bucket_id, _text(file_id))
        subject = file_subject(reference, spelled[reference])
        spelled[reference] += 1
        yield CountedFile(
            bucket_index=place,
            file=BucketFile(
                file_id=file_id,
                title=file_id,
                relevance_score=float(score or 0),
                inlinable=text is not None,
                token_count=text,
            ),
            reference=reference,
            subject=subject,
            text=text,
            heading=int(heading),
            line=line,
        )


def _texts(values: list[Any]) -> list[str]:
    if set(map(type, values)) - {str}:
        raise TypeError("an id is a text")
    return values


def _texts_or_none(values: list[Any]) -> list[str | None]:
    if set(map(type, values)) - {str, NoneType}:
        raise TypeError("a source or a group is a text")
    return values


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("an id is a text")
    return value
