"""What a user can change about the window, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.core.window.chunk import Chunk
from inspector.session.edits import with_source
from inspector.session.session import Part, Session
from inspector.session.store import Edit
from inspector.session.window_stage import WindowRequest, WindowStage


def open_window(stage: WindowStage, source: str | None) -> Edit:
    """Use what was read from ``source``. What it does not say, such as the budget, stays.

    Chunks that came without a time of the request are looked at from the newest of their own
    times: an import must not depend on the clock.
    """
    changes = {name: getattr(stage, name) for name in stage.model_fields_set}
    if "chunks" in changes:
        changes.setdefault("model", None)  # that of other chunks counts these wrongly
    changes = _newest(stage.chunks) | changes
    return lambda session: with_source(_with_stage(session, **changes), Part.WINDOW, source)


def subject_in_request(request: WindowRequest, chunk: Chunk) -> str:
    """Name a chunk of one of several requests; its id alone may be that of others', too."""
    return f"{request.name}: {chunk.id}"


def remove_request_chunk(subject: str) -> Edit:
    """Take a chunk out of the request that it is named after; those shown stay as they are."""

    def without(request: WindowRequest) -> WindowRequest:
        kept = tuple(one for one in request.chunks if subject_in_request(request, one) != subject)
        return request.model_copy(update={"chunks": kept})

    return lambda session: _with_stage(
        session, requests=tuple(without(one) for one in session.window.requests)
    )


def choose_window_request(request: WindowRequest) -> Edit:
    """Take the chunks of one of several requests, with what is known of its model's window."""
    changes = (
        {"max_system_prompt": None, "model": None} | request.of_stage | _newest(request.chunks)
    )
    return lambda session: _with_stage(session, **changes)


def remove_chunk(chunk_id: str) -> Edit:
    """Take a chunk out; the others keep their order."""

    def edit(session: Session) -> Session:
        chunks = session.window.chunks
        kept = tuple(chunk for chunk in chunks if chunk.id != chunk_id)
        return session if len(kept) == len(chunks) else _with_stage(session, chunks=kept)

    return edit


def _newest(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """Return the newest time of chunks as that of the request, nothing where they have none."""
    times = [chunk.timestamp_ms for chunk in chunks if chunk.timestamp_ms is not None]
    return {"now_ms": max(times)} if times else {}


def _with_stage(session: Session, **changes: Any) -> Session:
    """Return the session with some fields of the stage changed; a part of a file stays that."""
    stage = WindowStage.model_validate(dict(session.window) | changes)
    return session.having(window=stage)
