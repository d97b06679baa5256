"""What a session is about: the stage that its contents are for."""

from __future__ import annotations

from inspector.session.session import Session
from inspector.stage import Stage, stages


def stages_with_input(session: Session) -> tuple[str, ...]:
    """Return the ids of the stages that a session holds something for, what it is about first.

    A session with pieces of a prompt is about the assembly, which shows all other stages as well;
    one with cards or buckets about their injection; one with a manifest under audit about that.
    """
    held = [one for one in stages() if has_input(session, one)]
    return tuple(one.id for one in sorted(held, key=lambda one: one.about, reverse=True))


def has_input(session: Session, stage: Stage) -> bool:
    """Whether a session holds something for a stage."""
    if stage.part and stage.id not in session.parts:
        return False  # as it is at first, and not made just to look
    held = session.part(stage.id) if stage.part else session
    return bool(stage.holds and getattr(held, stage.holds))


def subject_of(session: Session) -> str | None:
    """Return the id of the stage to look at a session through first; None for an empty one."""
    return next(iter(stages_with_input(session)), None)
