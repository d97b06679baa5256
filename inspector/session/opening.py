"""Where the values of opened files go in a session: one place for window and command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import is_
from typing import TYPE_CHECKING, Any, TypeGuard

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request, default_request, naming
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import DEFAULT_POLICY, UnifiedContextBudgetPolicy
from inspector.session.audit_edits import brings_another, freeze_inputs
from inspector.session.audit_stage import AuditStage
from inspector.session.edits import (
    open_candidates,
    open_overrides,
    open_part,
    open_policy,
    open_requests,
)
from inspector.session.session import Session
from inspector.stage import Part, stage_of_type

if TYPE_CHECKING:
    from inspector.session.store import Edit


@dataclass(frozen=True, slots=True)
class Together:
    """What one file of another program holds for several parts of a session."""

    parts: tuple[Any, ...]


def _as_inputs(open_part: Callable[[Any, str | None], Edit]) -> Callable[[Any, str | None], Edit]:
    """Return an edit that opens inputs, also for the manifest that is under audit."""
    return lambda value, source: all_of([open_part(value, source), freeze_inputs()])


_OF_INPUTS: dict[type, Callable[[Any, str | None], Edit]] = {
    UnifiedContextBudgetPolicy: _as_inputs(open_policy),
    Overrides: open_overrides,
    CandidateSet: _as_inputs(open_candidates),
}


def _of_part(value: object) -> Callable[[Any, str | None], Edit] | None:
    """Return what opens a stage's part of a session; None for what is no such part."""
    stage = stage_of_type("part", type(value))
    if stage is None:
        return None
    if not stage.opened:
        return partial(open_part, stage.id)
    # By name: most sessions come from a file as a whole.
    opened: Callable[[Any, str | None], Edit] = stage.load(stage.opened)
    return opened


def opening(value: object, source: str | None) -> Edit | None:
    """Return the edit that takes what was read from ``source`` into a session.

    None for a whole session, and for what is no part of one.
    """
    if isinstance(value, Together):
        edits = [opening(part, source) for part in value.parts]
        return all_of([edit for edit in edits if edit is not None])
    requests = (value,) if isinstance(value, Request) else value
    if isinstance(requests, tuple) and all(isinstance(one, Request) for one in requests):
        return _as_inputs(open_requests)(requests, source)
    open_part = _OF_INPUTS.get(type(value)) or _of_part(value)
    return None if open_part is None else open_part(value, source)


def joined(values: Sequence[object]) -> list[object]:
    """Return what was opened together, with all candidate sets as one in the place of the first.

    The others' places keep what else was there. Candidates of two sets that clash are called by
    their sets; requests that ask the same are one, in the place of the first. Where nothing
    belongs together, nothing changes.
    """
    parts = [list(one.parts) if isinstance(one, Together) else [one] for one in values]
    sets = [one for each in parts for one in each if isinstance(one, CandidateSet)]
    if len(sets) > 1:
        # Most runs have one set, which loads nothing of this.
        from inspector.core.candidates.joining import joined_sets, names_apart, renamed

        names = names_apart(sets)
        whole = joined_sets(*map(renamed, sets, names))
        for each in parts:
            own = next(
                (at for at, one in enumerate(sets) if any(one is part for part in each)), None
            )
            if own is not None:
                each[:] = [_renamed(part, whole if own == 0 else None, names[own]) for part in each]
    _join_requests(parts, brought=len(sets) > 1)
    left: list[object] = []
    for value, each in zip(values, parts, strict=True):
        before = value.parts if isinstance(value, Together) else (value,)
        is_same = len(each) == len(before) and all(map(is_, each, before))
        kept = tuple(one for one in each if one is not None)
        left.append(value if is_same else Together(kept))
    return left


def _renamed(part: object, whole: CandidateSet | None, names: Mapping[str, str]) -> object:
    """Return a part of what was opened as it is beside other sets; a set is the whole, or gone."""
    if isinstance(part, CandidateSet):
        return whole
    if not names:
        return part
    if isinstance(part, Request):
        return naming(part, names)
    return tuple(naming(one, names) for one in part) if _are_requests(part) else part


def _are_requests(part: object) -> TypeGuard[tuple[Request, ...]]:
    return isinstance(part, tuple) and all(isinstance(one, Request) for one in part)


def _join_requests(parts: list[list[object]], *, brought: bool) -> None:
    """Put requests that ask the same together, in the place of the first.

    Requests that were ``brought`` by candidate sets stay all.
    """
    first: tuple[list[object], int] | None = None
    for each in parts:
        for at, part in enumerate(each):
            asked = _requests_in(part)
            if not asked:
                continue
            if first is None:
                first = each, at
                continue
            from inspector.core.candidates.joining import joined_requests

            before = _requests_in(first[0][first[1]])
            together = joined_requests(before, asked)
            if together is None and brought and len(each) > 1:
                together = (*before, *asked)
            if together is None:
                first = each, at
                continue
            first[0][first[1]] = together if len(together) > 1 else together[0]
            each[at] = None


def holds_candidates(value: object) -> bool:
    """Whether candidates are among what was opened."""
    parts = value.parts if isinstance(value, Together) else (value,)
    return any(isinstance(one, CandidateSet) for one in parts)


def can_be_added(value: object, session: Session, source: str | None) -> Part | None:
    """Return beside what a session holds ``value``, read from ``source``, can stand.

    Candidates can beside candidates, manifests beside those under audit, and requests beside those
    that ask the same. Those of the same file would come again.
    """
    parts = value.parts if isinstance(value, Together) else (value,)
    given = session.candidates
    if holds_candidates(value):
        held = bool(given.knowledge_cards or given.buckets)
        is_new = source is None or source != session.source(Part.CANDIDATES)
        return Part.CANDIDATES if held and is_new else None
    if isinstance(value, AuditStage):
        is_new = brings_another(session, value, source)
        return Part.AUDIT if session.audit.manifest is not None and is_new else None
    from inspector.core.candidates.joining import joined_requests

    asked = [one for part in parts for one in _requests_in(part)]
    is_new = source is None or source != session.source(Part.REQUEST)
    return (
        Part.REQUEST if is_new and joined_requests(_asked_in(session), asked) is not None else None
    )


def kept_by_adding(part: Part) -> tuple[Part, ...]:
    """Return what of a session stays where something is put beside its ``part`` (``added_to``).

    Requests that come with candidates or with requests stand beside those that are asked.
    """
    return (part,) if part is Part.AUDIT else (Part.CANDIDATES, Part.REQUEST)


def replaced_by(value: object, session: Session, source: str | None) -> tuple[Part, ...]:
    """Return what of a session would go if ``value``, read from ``source``, were opened."""
    edit = opening(value, source)
    return () if edit is None else parts_gone(edit, session, source)


def parts_gone(edit: Edit, session: Session, source: str | None) -> tuple[Part, ...]:
    """Return what of a session would go by an edit that takes something from ``source``.

    Those of the same file would come again, so none of them go; a manifest stands beside others.
    """
    after = edit(session)
    return tuple(
        part
        for part in Part
        if part is not Part.AUDIT
        and (source is None or source != session.source(part))
        and _goes(part, session, after)
    )


def _goes(part: Part, before: Session, after: Session) -> bool:
    """Whether something that somebody gave is in one session and not in another."""
    if part is Part.POLICY:
        return before.policy not in (DEFAULT_POLICY, after.policy)
    if part is Part.CANDIDATES:
        given = before.candidates
        return given is not after.candidates and bool(given.knowledge_cards or given.buckets)
    if part is Part.REQUEST:
        was, now = ((one.request, one.requests) for one in (before, after))
        return before.request not in (None, default_request()) and was != now
    if part is Part.OVERRIDES:
        return bool(before.overrides) and before.overrides != after.overrides
    held = before.parts.get(part)
    return held is not None and any(
        kept != field.get_default(call_default_factory=True)
        and kept != getattr(after.parts.get(part), name, None)
        for name, field in type(held).model_fields.items()
        if (kept := getattr(held, name)) is not None
    )


def _requests_in(part: object) -> tuple[Request, ...]:
    if isinstance(part, Request):
        return (part,)
    return part if _are_requests(part) else ()


def _asked_in(session: Session) -> tuple[Request, ...]:
    """Return what a session asks, the default request left aside."""
    asked = session.requests or ((session.request,) if session.request is not None else ())
    return () if asked == (default_request(),) else asked


def added_to(session: Session, value: object) -> Together:
    """Return what was read with its candidates and requests put beside those of a session."""
    asked = _asked_in(session)
    held = Together((session.candidates, *((asked,) if asked else ())))
    return Together(tuple(joined([held, value])))


def taken_into(session: Session, value: object, source: str | None) -> Session | None:
    """Return a session with what was read from ``source``; None where that is no part of one.

    A whole session takes the other's place.
    """
    if isinstance(value, Session):
        return value
    edit = opening(value, source)
    return None if edit is None else edit(session)


def session_of(value: object, source: str | None) -> Session | None:
    """Return a new session with what was read from ``source``; None as ``taken_into``."""
    return taken_into(Session(), value, source)


def all_of(edits: Sequence[Edit]) -> Edit:
    """Return one edit that makes several, in order."""

    def edit(session: Session) -> Session:
        for one in edits:
            session = one(session)
        return session

    return edit


def becoming(session: Session) -> Edit:
    """Return the edit that replaces the whole session."""
    return lambda _: session
