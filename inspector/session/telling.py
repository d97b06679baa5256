"""Telling a session's story: what it looks like at one step, and what is selected then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.core.candidates.candidate_set import file_reference, reference_of_subject
from inspector.core.candidates.request import Request
from inspector.session.edits import set_policy_fields
from inspector.session.session import Session, StoryStep, stages_with_input
from inspector.session.store import Edit
from inspector.stage import Door, Stage, stage_named


def as_told(told: Session, step: StoryStep) -> Edit:
    """Give a session the policy and the request that ``told`` has at a step of its story.

    A step changes ``told``'s own policy and request, never what the step before left.
    """
    return lambda session: replace(
        session,
        policy=set_policy_fields(dict(step.policy_change))(told).policy,
        request=_request_at(told, step, session),
    )


def as_before(told: Session) -> Edit:
    """Give a session the policy and the request back that it had before its story was told."""
    return lambda session: replace(
        session, policy=told.policy, request=_request_at(told, None, session)
    )


def _request_at(told: Session, step: StoryStep | None, session: Session) -> Request | None:
    """Return the request that a session has at a step, or before all of them.

    That is its own where no step of the story has another one.
    """
    if all(one.request is None for one in told.story):
        return session.request
    named = None if step is None else step.request
    return next((one for one in told.requests if one.trace_id == named), told.request)


def made_story(session: Session, front: str = "") -> tuple[StoryStep, ...]:
    """Return a story of a session that has none, each step looked at in the stage that tells it.

    That is the one in ``front`` where it can, else what the session is about; "" is none of them.
    """
    for stage in _tellers(session, front):
        steps = stage.load(stage.telling)(session)
        if steps:
            return tuple(replace(step, stage=stage.id) for step in steps)
    return ()


def has_teller(session: Session, front: str = "") -> bool:
    """Whether a stage can make a story of a session, that in ``front`` among them."""
    return any(_tellers(session, front))


def _tellers(session: Session, front: str) -> Iterator[Stage]:
    """Yield what can tell a session: the stage in front, if any, then what it is about."""
    first = next(_pictured(session), None)
    looked_at = (one for one in _pictured(session) if one.id == front)
    return (one for one in (*looked_at, first) if one is not None and one.telling)


def told_through(session: Session) -> Stage | None:
    """Return the stage whose picture shows a step that names none, of those that make a prompt."""
    return next((one for one in _pictured(session) if one.door is Door.INSPECT), None)


def _pictured(session: Session) -> Iterator[Stage]:
    """Yield the stages with a picture that a session holds something for, its subject first."""
    return (one for one in map(stage_named, stages_with_input(session)) if one.picture)


def selected_at(session: Session, step: StoryStep) -> tuple[str, str]:
    """Return the lens that a step is looked at through, and the subject (``kind:id``) in it.

    A story names cards, files, buckets (for their backgrounds), chunks, nodes and files of a
    project as the input does; what has a kind written before it is taken as it is. The subject is
    "" where a step selects nothing.
    """
    stage = (
        stage_named(step.stage) if step.stage else told_through(session) or stage_named("injection")
    )
    lens, named = stage.id, step.select
    if not named:
        return lens, ""
    if kind := stage.subject:
        return lens, f"{kind}:{named}"
    candidates = session.candidates
    if named in candidates.knowledge_cards.row_of:
        return lens, f"card:{named}"
    for bucket in candidates.buckets:
        if named == bucket.bucket_id:
            return lens, f"background:{named}"
        reference = reference_of_subject(named)
        if any(reference == file_reference(bucket.bucket_id, one.file_id) for one in bucket.files):
            return lens, f"file:{named}"
    return lens, named
