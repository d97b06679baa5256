"""What a user can change about the window, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.core.window.chunk import Chunk
from inspector.session.edits import with_source
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.session.window_stage import UnusableRecord, WindowRequest, WindowStage
from inspector.stage import Part


def open_window(stage: WindowStage, source: str | None) -> Edit:
    """Use what was read from ``source``. What it does not say, such as the budget, stays.

    Chunks that came without a time of the request are looked at from the newest of their own
    times: an import must not depend on the clock.
    """
    changes = {name: getattr(stage, name) for name in stage.model_fields_set}
    if "chunks" in changes:
        # What belonged to other chunks says nothing of these.
        changes = {"model": None, "unusable": (), "business_context": None, "pxyz": None} | changes
    changes = _newest(stage.chunks) | changes
    return lambda session: with_source(_with_stage(session, **changes), Part.WINDOW, source)


def configure_window(stage: WindowStage) -> Edit:
    """Use what a file says of the placement, and none of its chunks; what it does not say stays."""
    said = ("available_tokens", "max_system_prompt", "options", "config")
    changes = {name: getattr(stage, name) for name in said if name in stage.model_fields_set}
    if "available_tokens" in changes:
        changes["assumed_window"] = False

    def edit(session: Session) -> Session:
        options = changes.get("options")
        if options is None:
            return _with_stage(session, **changes)
        kept = session.window.options.model_dump(exclude_unset=True)
        merged = kept | options.model_dump(exclude_unset=True)
        return _with_stage(session, **changes | {"options": merged})

    return edit


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
        {"max_system_prompt": None, "model": None, "unusable": ()}
        | request.of_stage
        | _newest(request.chunks)
    )
    return lambda session: _with_stage(session, **changes)


def remove_chunk(subject: str) -> Edit:
    """Take a chunk out by its id, or a record that is none by ``record:PLACE``; others stay."""

    def edit(session: Session) -> Session:
        stage = session.window
        chunks: list[Chunk] = []
        unusable: list[UnusableRecord] = []
        bad = {one.at: one for one in stage.unusable}
        for at, record in enumerate(stage.records):
            place = len(chunks) + len(unusable)
            if at in bad:
                if subject != record_subject(at):
                    unusable.append(bad[at].model_copy(update={"at": place}))
            elif record.id != subject:
                chunks.append(record)
        if len(chunks) + len(unusable) == len(stage.records):
            return session
        return _with_stage(session, chunks=tuple(chunks), unusable=tuple(unusable))

    return edit


def record_subject(at: int) -> str:
    """Name a record that is no chunk; it may have no id, or one that is not its own."""
    return f"record:{at}"


def _newest(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """Return the newest time of chunks as that of the request, nothing where they have none."""
    times = [chunk.timestamp_ms for chunk in chunks if chunk.timestamp_ms is not None]
    return {"now_ms": max(times)} if times else {}


def _with_stage(session: Session, **changes: Any) -> Session:
    """Return the session with some fields of the stage changed; what was not set stays so."""
    old = session.window
    given = {name: getattr(old, name) for name in old.model_fields_set}
    stage = WindowStage.model_validate(given | changes)
    return session.having(window=stage)
