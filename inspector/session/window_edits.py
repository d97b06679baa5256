"""What a user can change about the window, as named functions from one session to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.core.window.config import PlacementOptions, WindowConfig
from inspector.session.edits import with_source
from inspector.session.session import Part, Session
from inspector.session.stages import WindowStage
from inspector.session.store import Edit


def open_window(stage: WindowStage, source: str | None) -> Edit:
    """Use what was read from ``source``. What it does not say, such as the budget, stays.

    Chunks that came without a time of the request are looked at from the newest of their own
    times: an import must not depend on the clock.
    """
    changes = {name: getattr(stage, name) for name in stage.model_fields_set}
    times = [chunk.timestamp_ms for chunk in stage.chunks if chunk.timestamp_ms is not None]
    if times and "now_ms" not in changes:
        changes["now_ms"] = max(times)
    return lambda session: with_source(_with_stage(session, **changes), Part.WINDOW, source)


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


def _with_stage(session: Session, **changes: Any) -> Session:
    """Return the session with some fields of the stage changed; a part of a file stays that."""
    stage = WindowStage.model_validate(dict(session.window) | changes)
    return replace(session, window=stage)
