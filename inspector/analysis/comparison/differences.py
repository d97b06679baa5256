"""What differs between the inputs of two runs, one named difference for each thing to change.

A difference can be taken over alone: ``take(target, source)`` gives the target session with this
one thing as the source has it. Taking all of them over, in order, gives the source's result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from inspector.analysis.steps_before import has_steps, parts_of_steps
from inspector.core.candidates.candidate_set import CandidateSet, file_reference
from inspector.core.candidates.card import Storage, fields_held_as
from inspector.core.candidates.columns import CardColumns
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import FIELDS, Overrides
from inspector.session.audit_stage import STEPS
from inspector.session.edits import force, set_policy_field
from inspector.session.session import Session
from inspector.stage import stage_named

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


def differences(a: Session, b: Session) -> tuple[Difference, ...]:
    """Return everything that differs between two sessions and can change a result."""
    return (
        *_of_policy(a, b),
        *_of_request(a, b),
        *_of_settings(a, b),
        *_of_candidates(a.candidates, b.candidates),
        *_of_overrides(a, b),
        *_of_limits(a, b),
        *_of_steps(a, b),
        *_of_facts(a, b),
    )


def taking(target: Session, source: Session, some: tuple[Difference, ...]) -> Session:
    """Return the target with some differences as the source has them."""
    for one in some:
        target = one.take(target, source)
    return target


def _of_policy(a: Session, b: Session) -> Iterator[Difference]:
    for name, field in type(a.policy).model_fields.items():
        before, after = getattr(a.policy, name), getattr(b.policy, name)
        if before != after:
            yield Difference(
                f"policy.{name}", field.title or name, f"{before:,}", f"{after:,}", _policy(name)
            )


def _policy(name: str) -> Take:
    return lambda target, source: set_policy_field(name, getattr(source.policy, name))(target)


def _of_request(a: Session, b: Session) -> Iterator[Difference]:
    if a.request is None or b.request is None:
        return
    one, two = a.request, b.request
    if one.model.encoding != two.model.encoding:
        yield Difference(
            "request.encoding",
            "Tokenizer",
            one.model.encoding,
            two.model.encoding,
            _model("encoding"),
        )
    if one.model.context_window != two.model.context_window:
        yield Difference(
            "request.context_window",
            "Model's window",
            f"{one.model.context_window:,}",
            f"{two.model.context_window:,}",
            _model("context_window"),
        )
    for name, label, told in (
        ("tokens_used_before", "Tokens used before", _before),
        ("direct_target_refs", "Direct targets", _targets),
        ("relevance", "Scores of the request", _scores),
        ("candidates", "Candidates of the request", _own_candidates),
    ):
        if getattr(one, name) != getattr(two, name):
            yield Difference(
                f"request.{name}",
                label,
                told(one),
                told(two),
                _request(name),
                _own_score if name == "relevance" else None,
            )


def _request(name: str) -> Take:
    def take(target: Session, source: Session) -> Session:
        return _changed_request(target, **{name: getattr(source.request, name)})

    return take


def _model(name: str) -> Take:
    def take(target: Session, source: Session) -> Session:
        if target.request is None or source.request is None:
            return target
        value = getattr(source.request.model, name)
        return _changed_request(target, model=target.request.model.model_copy(update={name: value}))

    return take


def _changed_request(target: Session, **changes: Any) -> Session:
    if target.request is None:
        return target
    return replace(target, request=target.request.model_copy(update=changes))


def _own_score(target: Session, source: Session, subject: str) -> Session:
    """Take over the score that the request gives one card or file, or that it gives none."""
    if target.request is None or source.request is None:
        return target
    mine, theirs = target.request.relevance, source.request.relevance
    scores = {}
    for kind in ("cards", "files"):
        held = dict(getattr(mine, kind))
        held.pop(subject, None)
        given = getattr(theirs, kind)
        scores[kind] = held | ({subject: given[subject]} if subject in given else {})
    return _changed_request(target, relevance=mine.model_copy(update=scores))


def _before(request: Request) -> str:
    given = request.tokens_used_before
    return f"{given:,}" if isinstance(given, int) else f"{len(given):,} texts"


def _targets(request: Request) -> str:
    return ", ".join(request.direct_target_refs) or "none"


def _own_candidates(request: Request) -> str:
    own = request.candidates
    if own is None:
        return "those of the set"
    if own.only is not None:
        return f"{len(own.only):,} of the set"
    return f"{len(own.knowledge_cards):,} cards, {len(own.buckets):,} buckets of its own"


def _scores(request: Request) -> str:
    scores = request.relevance
    return f"{len(scores.cards):,} cards, {len(scores.files):,} files"


def _of_settings(a: Session, b: Session) -> Iterator[Difference]:
    if a.strategy is not b.strategy:
        yield Difference(
            "strategy",
            "Strategy",
            a.strategy.value,
            b.strategy.value,
            lambda target, source: replace(target, strategy=source.strategy),
        )
    for name, field in type(a.settings).model_fields.items():
        before, after = getattr(a.settings, name), getattr(b.settings, name)
        if before != after:
            label = "Tier weights" if name == "tier_weights" else field.title or name
            yield Difference(f"settings.{name}", label, str(before), str(after), _setting(name))


def _setting(name: str) -> Take:
    def take(target: Session, source: Session) -> Session:
        changed = {name: getattr(source.settings, name)}
        return replace(target, settings=target.settings.model_copy(update=changed))

    return take


def _of_overrides(a: Session, b: Session) -> Iterator[Difference]:
    """Return a difference for each subject on which not the same is forced."""
    subjects = {
        subject: None
        for overrides in (a.overrides, b.overrides)
        for field in FIELDS.values()
        for subject in getattr(overrides, field)
    }
    for subject in subjects:
        before, after = a.overrides.of(subject), b.overrides.of(subject)
        if before is not after:
            yield Difference(
                f"overrides.{subject}",
                f"What-if on {subject}",
                before.value if before else "nothing forced",
                after.value if after else "nothing forced",
                _override(subject),
            )


def _of_limits(a: Session, b: Session) -> Iterator[Difference]:
    """Return a difference for each limit of what competes, such as a top-k."""
    for name in LIMITS:
        before, after = getattr(a.overrides, name), getattr(b.overrides, name)
        if before != after:
            yield Difference(
                f"overrides.{name}",
                _LIMIT_TITLES.get(name, name),
                "off" if before is None else f"{before:,}",
                "off" if after is None else f"{after:,}",
                _limit(name),
            )


LIMITS = tuple(
    name for name in Overrides.model_fields if name not in ("schema_version", *FIELDS.values())
)
"""The fields of overrides that are about no subject."""
_LIMIT_TITLES = {"relevance_floor": "Relevance floor", "top_k": "Top-k"}


def _limit(name: str) -> Take:
    def take(target: Session, source: Session) -> Session:
        changed = {name: getattr(source.overrides, name)}
        return replace(target, overrides=target.overrides.model_copy(update=changed))

    return take


def _of_steps(a: Session, b: Session) -> Iterator[Difference]:
    """Return a difference for each part that decides what is used before the injection."""
    before, after = parts_of_steps(a), parts_of_steps(b)
    for name in STEPS:
        if before.get(name) != after.get(name):
            yield Difference(
                f"parts.{name}",
                f"Steps before: {stage_named(name).title}",
                "as in A" if name in before else "none",
                "as in B" if name in after else "none",
                _part(name),
            )


_FACTS = ("mode", "signals", "classification", "returning_from_silence")


def _of_facts(a: Session, b: Session) -> Iterator[Difference]:
    """Return a difference for each fact by which relevance decides what the steps before take."""
    if a.request is None or b.request is None or not (has_steps(a) or has_steps(b)):
        return
    for name in _FACTS:
        if getattr(a.request, name) != getattr(b.request, name):
            label = f"Fact of the request: {name.replace('_', ' ')}"
            yield Difference(f"request.{name}", label, "as in A", "as in B", _request(name))


def _part(name: str) -> Take:
    def take(target: Session, source: Session) -> Session:
        parts = {key: part for key, part in target.parts.items() if key != name}
        return replace(
            target, parts=parts | ({name: source.parts[name]} if name in source.parts else {})
        )

    return take


def _override(subject: str) -> Take:
    return lambda target, source: force([subject], source.overrides.of(subject))(target)


def _of_candidates(a: CandidateSet, b: CandidateSet) -> Iterator[Difference]:
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
            "Which cards there are",
            f"{gone:,} only here" if gone else "none only here",
            f"{come:,} only here" if come else "none only here",
            _candidates(with_cards),
        )
    scores = int(np.count_nonzero(mine.relevance[rows] != theirs.relevance[other]))
    if scores:
        yield _aspect("cards.scores", "Scores of the set", SCORES, scores)
    texts = sum(_other_texts(mine, theirs, rows, other))
    if texts:
        yield _aspect("cards.texts", "Texts and sizes of cards", TEXTS, texts)
    facts = _other_facts(mine, theirs, rows, other)
    if facts:
        yield _aspect("cards.facts", "Kind, matter or origin of cards", FACTS, facts)


def _aspect(name: str, label: str, aspect: str, count: int) -> Difference:
    def take(target: Session, source: Session) -> Session:
        return _with(target, with_aspect(target.candidates, source.candidates, aspect))

    def only(target: Session, source: Session, subject: str) -> Session:
        return _with(target, with_aspect(target.candidates, source.candidates, aspect, subject))

    many = "1 card" if count == 1 else f"{count:,} cards"
    return Difference(name, label, f"{many} as in A", f"{many} as in B", take, only)


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


def _of_buckets(a: CandidateSet, b: CandidateSet) -> Iterator[Difference]:
    mine, theirs = _files(a), _files(b)
    order = [bucket.bucket_id for bucket in a.buckets]
    if list(mine) != list(theirs) or order != [bucket.bucket_id for bucket in b.buckets]:
        yield Difference(
            "files.members",
            "Which files there are, and their order",
            f"{len(a.buckets):,} buckets, {len(mine):,} files",
            f"{len(b.buckets):,} buckets, {len(theirs):,} files",
            _candidates(with_buckets),
        )
    both = [(mine[name], theirs[name]) for name in mine if name in theirs]
    for name, label, fields in (
        ("files.scores", "Scores of files", FILE_SCORES),
        ("files.texts", "Texts and sizes of files", FILE_TEXTS),
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
            "Titles, matters and backgrounds of buckets",
            f"{count:,} as in A",
            f"{count:,} as in B",
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

    many = "1 file" if count == 1 else f"{count:,} files"
    return Difference(name, label, f"{many} as in A", f"{many} as in B", take, only)


def _files(candidates: CandidateSet) -> dict[str, Any]:
    return {
        file_reference(bucket.bucket_id, file.file_id): file
        for bucket in candidates.buckets
        for file in bucket.files
    }


def _differ(one: Any, two: Any, fields: tuple[str, ...]) -> bool:
    return any(getattr(one, name) != getattr(two, name) for name in fields)
