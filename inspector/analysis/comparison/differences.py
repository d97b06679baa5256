"""What differs between the inputs of two runs, one named difference for each thing to change.

A difference can be taken over alone: ``take(target, source)`` gives the target session with this
one thing as the source has it. Taking all of them over, in order, gives the source's result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inspector.analysis.comparison.candidate_differences import (
    Difference,
    Take,
    candidate_differences,
    phrase,
)
from inspector.analysis.quantities import part_text
from inspector.analysis.steps_before import has_steps, parts_of_steps
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import FIELDS, Overrides
from inspector.session.audit_stage import STEPS
from inspector.session.edits import force, set_at
from inspector.session.session import Session
from inspector.stage import stage_named


def differences(a: Session, b: Session) -> tuple[Difference, ...]:
    """Return everything that differs between two sessions and can change a result."""
    return (
        *_of_policy(a, b),
        *_of_request(a, b),
        *_of_settings(a, b),
        *candidate_differences(a.candidates, b.candidates),
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
            write = part_text if isinstance(before, float) else "{:,}".format
            title = field.title or name
            yield Difference(f"policy.{name}", title, write(before), write(after), _policy(name))


def _policy(name: str) -> Take:
    return lambda target, source: set_at("policy", name, getattr(source.policy, name))(target)


def _of_request(a: Session, b: Session) -> Iterator[Difference]:
    if a.request is None or b.request is None:
        return
    one, two = a.request, b.request
    if one.model.encoding != two.model.encoding:
        yield Difference(
            "request.encoding",
            phrase("Tokenizer"),
            one.model.encoding,
            two.model.encoding,
            _model("encoding"),
        )
    if one.model.context_window != two.model.context_window:
        yield Difference(
            "request.context_window",
            phrase("Model's window"),
            f"{one.model.context_window:,}",
            f"{two.model.context_window:,}",
            _model("context_window"),
        )
    for name, label, told in (
        ("tokens_used_before", phrase("Already in context, as the request states"), _before),
        ("direct_target_refs", phrase("Direct targets"), _targets),
        ("relevance", phrase("Scores of the request"), _scores),
        ("candidates", phrase("Candidates of the request"), _own_candidates),
    ):
        # Where both have the steps before, these say what is in context already.
        decides = name != "tokens_used_before" or not (has_steps(a) and has_steps(b))
        if decides and getattr(one, name) != getattr(two, name):
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
    return f"{given:,}" if isinstance(given, int) else phrase("{count:,} texts", count=len(given))


def _targets(request: Request) -> str:
    return ", ".join(request.direct_target_refs) or phrase("none")


def _own_candidates(request: Request) -> str:
    own = request.candidates
    if own is None:
        return phrase("those of the set")
    if own.only is not None:
        return phrase("{count:,} of the set", count=len(own.only))
    cards, buckets = len(own.knowledge_cards), len(own.buckets)
    return phrase("{cards:,} cards, {buckets:,} buckets of its own", cards=cards, buckets=buckets)


def _scores(request: Request) -> str:
    scores = request.relevance
    cards, files = len(scores.cards), len(scores.files)
    return phrase("{cards:,} cards, {files:,} files", cards=cards, files=files)


def _of_settings(a: Session, b: Session) -> Iterator[Difference]:
    if a.strategy is not b.strategy:
        yield Difference(
            "strategy",
            phrase("Strategy"),
            a.strategy.value,
            b.strategy.value,
            lambda target, source: replace(target, strategy=source.strategy),
        )
    for name, field in type(a.settings).model_fields.items():
        before, after = getattr(a.settings, name), getattr(b.settings, name)
        if before != after:
            label = phrase("Tier weights") if name == "tier_weights" else field.title or name
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
                phrase("What-if on {subject}", subject=subject),
                before.value if before else phrase("nothing forced"),
                after.value if after else phrase("nothing forced"),
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
                phrase("off") if before is None else f"{before:,}",
                phrase("off") if after is None else f"{after:,}",
                _limit(name),
            )


LIMITS = tuple(
    name for name in Overrides.model_fields if name not in ("schema_version", *FIELDS.values())
)
"""The fields of overrides that are about no subject."""
_LIMIT_TITLES = {"relevance_floor": phrase("Relevance floor"), "top_k": phrase("Top-k")}


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
                phrase("Steps before: {title}", title=stage_named(name).title),
                phrase("as in A") if name in before else phrase("none"),
                phrase("as in B") if name in after else phrase("none"),
                _part(name),
            )


_FACTS = ("mode", "signals", "classification", "returning_from_silence")


def _of_facts(a: Session, b: Session) -> Iterator[Difference]:
    """Return a difference for each fact by which relevance decides what the steps before take."""
    if a.request is None or b.request is None or not (has_steps(a) or has_steps(b)):
        return
    for name in _FACTS:
        if getattr(a.request, name) != getattr(b.request, name):
            label = phrase("Fact of the request: {title}", title=name.replace("_", " "))
            yield Difference(
                f"request.{name}", label, phrase("as in A"), phrase("as in B"), _request(name)
            )


def _part(name: str) -> Take:
    def take(target: Session, source: Session) -> Session:
        parts = {key: part for key, part in target.parts.items() if key != name}
        return replace(
            target, parts=parts | ({name: source.parts[name]} if name in source.parts else {})
        )

    return take


def _override(subject: str) -> Take:
    return lambda target, source: force([subject], source.overrides.of(subject))(target)
