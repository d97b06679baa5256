"""What a session is about: the stage that its contents are for."""

from __future__ import annotations

from inspector.session.session import Session


def stages_with_input(session: Session) -> tuple[str, ...]:
    """Return the ids of the lenses that a session holds something for, what it is about first.

    A session with pieces of a prompt is about the assembly, which shows all other stages as well;
    one with cards or buckets about their injection; one with a manifest under audit about that.
    """
    candidates, request = session.candidates, session.request
    own = request is not None and request.candidates is not None
    contents = (
        ("audit", session.audit.manifest),
        ("assembly", session.assembly.items),
        ("injection", len(candidates.knowledge_cards) or candidates.buckets or own),
        ("window", session.window.chunks),
        ("builder", session.builder.root),
        ("discipline", session.discipline.model_fields_set),
        ("relevance", session.relevance.model_fields_set),
    )
    return tuple(lens for lens, held in contents if held)


def subject_of(session: Session) -> str | None:
    """Return the id of the lens that a session is best looked at through; None for an empty one."""
    return next(iter(stages_with_input(session)), None)
