"""What differs between the candidate sets of two runs: members, scores, texts, facts.

It is said in English words that know what they are made of, so that another language can say them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from inspector.analysis.comparison.mixing import (
    ASPECTS,
    BACKGROUNDS,
    FACTS,
    FILE_SCORES,
    FILE_TEXTS,
    SCORES,
    TEXTS,
    rows_in,
    with_aspect,
    with_backgrounds,
    with_buckets,
    with_cards,
    with_file_fields,
)
from inspector.core.candidates.candidate_set import CandidateSet, file_reference
from inspector.core.candidates.card import Storage, fields_held_as
from inspector.core.candidates.columns import CardColumns
from inspector.plurals import of_one
from inspector.session.session import Session


class Phrase(str):
    """A text in English, with the template and the values that it was made of."""

    template: str
    values: dict[str, Any]


def phrase(template: str, **values: Any) -> Phrase:
    """Return a text of a template and values."""
    made = Phrase(of_one(template, values).format(**values) if values else template)
    made.template, made.values = template, values
    return made


Take = Callable[[Session, Session], Session]
TakeOnly = Callable[[Session, Session, str], Session]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs. ``id`` is stable, such as ``policy.min_bucket_tokens``.

    ``before`` and ``after`` say what it is on each side, in words or numbers, never contents.
    ``take_only`` takes over what concerns one subject (a card's id, a file's reference, a bucket's
    id); None where the thing concerns all alike.
    """

    id: str
    label: str
    before: str
    after: str
    take: Take
    take_only: TakeOnly | None = None


def candidate_differences(a: CandidateSet, b: CandidateSet) -> Iterator[Difference]:
    """Yield everything that differs between two sets and can change a result."""
    if a is b:
        return
    yield from _of_cards(a.knowledge_cards, b.knowledge_cards)
    yield from _of_buckets(a, b)


def _of_cards(mine: CardColumns, theirs: CardColumns) -> Iterator[Difference]:
    if mine is theirs:
        return
    there = rows_in(theirs, mine.node_ids)
    rows = np.flatnonzero(there >= 0)
    other = there[rows]
    gone, come = len(mine) - len(rows), len(theirs) - len(rows)
    if gone or come:
        yield Difference(
            "cards.members",
            phrase("Cards in the set"),
            _only_here(gone),
            _only_here(come),
            _candidates(with_cards),
        )
    scores = int(np.count_nonzero(mine.relevance[rows] != theirs.relevance[other]))
    if scores:
        yield _aspect("cards.scores", phrase("Scores of the set"), SCORES, scores)
    texts = sum(_other_texts(mine, theirs, rows, other))
    if texts:
        yield _aspect("cards.texts", phrase("Texts and sizes of cards"), TEXTS, texts)
    facts = _other_facts(mine, theirs, rows, other)
    if facts:
        yield _aspect("cards.facts", phrase("Kind, matter or origin of cards"), FACTS, facts)


def _aspect(name: str, label: str, aspect: str, count: int) -> Difference:
    def take(target: Session, source: Session) -> Session:
        return _with(target, with_aspect(target.candidates, source.candidates, aspect))

    def only(target: Session, source: Session, subject: str) -> Session:
        return _with(target, with_aspect(target.candidates, source.candidates, aspect, subject))

    before = phrase("{count:,} cards as in A", count=count)
    after = phrase("{count:,} cards as in B", count=count)
    return Difference(name, label, before, after, take, only)


def _only_here(count: int) -> str:
    return phrase("{count:,} only here", count=count) if count else phrase("none only here")


def _candidates(mixed: Callable[[CandidateSet, CandidateSet], CandidateSet]) -> Take:
    return lambda target, source: _with(target, mixed(target.candidates, source.candidates))


def _with(target: Session, candidates: CandidateSet) -> Session:
    return replace(target, candidates=candidates)


def _other_texts(mine: CardColumns, theirs: CardColumns, rows: Any, other: Any) -> Iterator[bool]:
    """Tell, for each card of both, whether its renderings or declared counts are others."""
    sizes = (mine.declared[rows] != theirs.declared[other]).any(axis=1)
    sizes |= (mine.has_text[rows] != theirs.has_text[other]).any(axis=1)
    same_texts = mine.texts is theirs.texts
    texted = mine.has_text[rows].any(axis=1)
    for place, (row, there) in enumerate(zip(rows.tolist(), other.tolist(), strict=True)):
        if sizes[place] or not texted[place] or (same_texts and row == there):
            yield bool(sizes[place])
        else:
            yield any(
                mine.texts.get(row, tier) != theirs.texts.get(there, tier) for tier in range(3)
            )


def _other_facts(mine: CardColumns, theirs: CardColumns, rows: Any, other: Any) -> int:
    """Count the cards of both of which a fact that decides is another one."""
    found = np.zeros(len(rows), dtype=np.bool_)
    for field in fields_held_as(Storage.SCALAR, Storage.INTERNED):
        here: Any = mine.columns[field.name]
        there: Any = theirs.columns[field.name]
        if field.storage is Storage.INTERNED:
            here, there, _ = here.in_one_vocabulary(there)
        if ASPECTS.get(field.name, FACTS) is FACTS:
            found |= here[rows] != there[other]
    return int(np.count_nonzero(found))


def _files_said(candidates: CandidateSet, files: Sized) -> str:
    buckets = len(candidates.buckets)
    return phrase("{buckets:,} buckets, {files:,} files", buckets=buckets, files=len(files))


def _of_buckets(a: CandidateSet, b: CandidateSet) -> Iterator[Difference]:
    mine, theirs = _files(a), _files(b)
    order = [bucket.bucket_id for bucket in a.buckets]
    if list(mine) != list(theirs) or order != [bucket.bucket_id for bucket in b.buckets]:
        yield Difference(
            "files.members",
            phrase("Files and their order"),
            _files_said(a, mine),
            _files_said(b, theirs),
            _candidates(with_buckets),
        )
    both = [(mine[name], theirs[name]) for name in mine if name in theirs]
    for name, label, fields in (
        ("files.scores", phrase("Scores of files"), FILE_SCORES),
        ("files.texts", phrase("Texts and sizes of files"), FILE_TEXTS),
    ):
        count = sum(_differ(one, two, fields) for one, two in both)
        if count:
            yield _file_fields(name, label, fields, count)
    there = {bucket.bucket_id: bucket for bucket in b.buckets}
    count = sum(
        _differ(bucket, there[bucket.bucket_id], BACKGROUNDS)
        for bucket in a.buckets
        if bucket.bucket_id in there
    )
    if count:
        yield Difference(
            "buckets.backgrounds",
            phrase("Titles, matters and backgrounds of buckets"),
            phrase("{count:,} as in A", count=count),
            phrase("{count:,} as in B", count=count),
            _candidates(with_backgrounds),
            lambda target, source, subject: _with(
                target, with_backgrounds(target.candidates, source.candidates, subject)
            ),
        )


def _file_fields(name: str, label: str, fields: tuple[str, ...], count: int) -> Difference:
    def take(target: Session, source: Session) -> Session:
        return _with(target, with_file_fields(target.candidates, source.candidates, fields))

    def only(target: Session, source: Session, subject: str) -> Session:
        mixed = with_file_fields(target.candidates, source.candidates, fields, subject)
        return _with(target, mixed)

    before = phrase("{count:,} files as in A", count=count)
    after = phrase("{count:,} files as in B", count=count)
    return Difference(name, label, before, after, take, only)


def _files(candidates: CandidateSet) -> dict[str, Any]:
    return {
        file_reference(bucket.bucket_id, file.file_id): file
        for bucket in candidates.buckets
        for file in bucket.files
    }


def _differ(one: Any, two: Any, fields: tuple[str, ...]) -> bool:
    return any(getattr(one, name) != getattr(two, name) for name in fields)
