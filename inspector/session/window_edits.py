"""What a user can change about the window, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.core.tokens import window_of_model
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.core.window.config import PlacementOptions, WindowConfig
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


def request_fields(request: WindowRequest) -> dict[str, Any]:
    """Return what a request says of the stage: its chunks, and its model's window where known.

    One that brings its own system prompt needs no reserve, which would count it twice.
    """
    fields: dict[str, Any] = {"chunks": request.chunks}
    if request.model is not None:
        fields["model"] = request.model
    if any(chunk.type is ChunkType.SYSTEM_PROMPT for chunk in request.chunks):
        fields["max_system_prompt"] = 0
    size = window_of_model(request.model) if request.model else None
    if size is not None:
        fields["available_tokens"] = size
    return fields


def choose_window_request(request: WindowRequest) -> Edit:
    """Take the chunks of one of several requests, with what is known of its model's window."""
    changes = (
        {"max_system_prompt": None, "model": None}
        | request_fields(request)
        | _newest(request.chunks)
    )
    return lambda session: _with_stage(session, **changes)


def set_available_tokens(tokens: int) -> Edit:
    """Change the tokens that chunks may take together, the reserve included.

    Raises ``ValidationError`` for fewer than none.
    """
    return lambda session: _with_stage(session, available_tokens=tokens)


def set_reserve(tokens: int | None) -> Edit:
    """Change the reserve for the system prompt; None takes the configuration's.

    Raises ``ValidationError`` for fewer tokens than none.
    """
    return lambda session: _with_stage(session, max_system_prompt=tokens)


def set_now(milliseconds: int) -> Edit:
    """Change the time of the request. Raises ``ValidationError`` for one beyond all dates."""
    return lambda session: _with_stage(session, now_ms=milliseconds)


def set_placement_options(options: PlacementOptions) -> Edit:
    """Change the choices of the placement."""
    return lambda session: _with_stage(session, options=options)


def set_window_config(config: WindowConfig) -> Edit:
    """Change limits, priorities, boosts and densities."""
    return lambda session: _with_stage(session, config=config)


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
