"""The window's part of a session: how it is read, what may hold a secret, what can be changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from inspector.analysis.secret_lint import HeldText, SecretHolder
from inspector.core.problems import Severity
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.core.window.config import is_configuration
from inspector.files.documents import check
from inspector.files.findings import Findings, Parsed, add_lint
from inspector.files.importers import is_foreign, read_foreign, window_stage
from inspector.files.source import Source
from inspector.files.stage_reading import has_only
from inspector.session.edits import with_fields, with_source
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.session.window_stage import UnusableRecord, WindowRequest, WindowStage
from inspector.stage import Part


def window_part(parsed: Parsed, found: Findings, _folder: str) -> WindowStage | None:
    """Return the stage of a parsed value, which may also be a configuration or a chat."""
    value = parsed.value
    is_transcript = isinstance(value, dict) and "schema" in value
    if not is_transcript and (has_only(parsed, WindowStage) or is_configuration(value)):
        return _stage(parsed, found)
    from inspector.files.chat import chunks_from_chat, records_of

    read = records_of(value)
    if read is not None:
        add_lint(read.problems, parsed, found)
        records = value if isinstance(value, list) else value["chunks"]
        unusable = [UnusableRecord(at=at, record=records[at]) for at in read.unusable]
        if parsed.spoiled or (read.problems and not (read.chunks or unusable)):
            return None
        return WindowStage(chunks=read.chunks, unusable=tuple(unusable))
    chunks, problems = chunks_from_chat(value)
    add_lint(problems, parsed, found)
    failed = not chunks and any(problem.severity is Severity.ERROR for problem in problems)
    if failed or parsed.spoiled:
        return None
    stage = WindowStage(chunks=tuple(chunks))
    brings_prompt = any(chunk.type is ChunkType.SYSTEM_PROMPT for chunk in chunks)
    return stage.model_copy(update={"max_system_prompt": 0 if brings_prompt else None})


def _stage(parsed: Parsed, found: Findings) -> WindowStage | None:
    """Return a stage whose list of chunks may have records that are none; they keep their place."""
    if not isinstance(parsed.value.get("chunks"), list):
        return check(WindowStage, parsed, found, what="window stage")
    stage = check(WindowStage, parsed.without("chunks"), found, what="window stage")
    chunks, unusable = [], []
    for at, record in enumerate(parsed.value["chunks"]):
        chunk = check(Chunk, parsed.child("chunks", at), found, what="chunk")
        if chunk is None:
            unusable.append(UnusableRecord(at=at, record=record))
        else:
            chunks.append(chunk)
    records = {"chunks": tuple(chunks)} | ({"unusable": tuple(unusable)} if unusable else {})
    return None if stage is None else stage.model_copy(update=records)


def chunks_of_another_program(
    source: Source, path: str, found: Findings
) -> tuple[bool, WindowStage | None]:
    """Return whether a file is one of another program, and the stage it then is, if it is one."""
    if not is_foreign(source, path):
        return False, None
    imported = read_foreign(path, found, source=source)
    return True, window_stage(imported) if imported and imported.payloads else None


CHUNK, OF_REQUEST = "chunk", "chunk of a request"


def texts(session: Session) -> Iterator[SecretHolder]:
    """Yield the chunks that are shown, then those of the other requests of their file."""
    stage = session.window
    bad = {one.at for one in stage.unusable}
    for at, record in enumerate(stage.records):
        if at in bad:
            text = record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)
            yield CHUNK, record_subject(at), (HeldText("text", text, ("chunks", at)),)
            continue
        held = HeldText("text", record.content or "", ("chunks", at, "content"))
        yield CHUNK, record.id, (held,)
    for place, request in enumerate(stage.requests):
        if request.chunks == stage.chunks:
            continue  # they were looked at as those that are shown
        for at, chunk in enumerate(request.chunks):
            where = ("requests", place, "chunks", at, "content")
            held = HeldText("text", chunk.content or "", where)
            yield OF_REQUEST, subject_in_request(request, chunk), (held,)


def exclude(holder: str, subject: str) -> Edit:
    """Return the edit that takes a chunk out of the session."""
    return remove_chunk(subject) if holder == CHUNK else remove_request_chunk(subject)


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
    return lambda session: with_source(
        with_fields(session, Part.WINDOW, **changes), Part.WINDOW, source
    )


def configure_window(stage: WindowStage) -> Edit:
    """Use what a file says of the placement, and none of its chunks; what it does not say stays."""
    said = ("available_tokens", "max_system_prompt", "options", "config")
    changes = {name: getattr(stage, name) for name in said if name in stage.model_fields_set}
    if "available_tokens" in changes:
        changes["assumed_window"] = False

    def edit(session: Session) -> Session:
        options = changes.get("options")
        if options is None:
            return with_fields(session, Part.WINDOW, **changes)
        kept = session.window.options.model_dump(exclude_unset=True)
        merged = kept | options.model_dump(exclude_unset=True)
        return with_fields(session, Part.WINDOW, **changes | {"options": merged})

    return edit


def subject_in_request(request: WindowRequest, chunk: Chunk) -> str:
    """Name a chunk of one of several requests; its id alone may be that of others', too."""
    return f"{request.name}: {chunk.id}"


def remove_request_chunk(subject: str) -> Edit:
    """Take a chunk out of the request that it is named after; those shown stay as they are."""

    def without(request: WindowRequest) -> WindowRequest:
        kept = tuple(one for one in request.chunks if subject_in_request(request, one) != subject)
        return request.model_copy(update={"chunks": kept})

    return lambda session: with_fields(
        session, Part.WINDOW, requests=tuple(without(one) for one in session.window.requests)
    )


def choose_window_request(request: WindowRequest) -> Edit:
    """Take the chunks of one of several requests, with what is known of its model's window."""
    changes = (
        {"max_system_prompt": None, "model": None, "unusable": ()}
        | request.of_stage
        | _newest(request.chunks)
    )
    return lambda session: with_fields(session, Part.WINDOW, **changes)


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
        return with_fields(session, Part.WINDOW, chunks=tuple(chunks), unusable=tuple(unusable))

    return edit


def record_subject(at: int) -> str:
    """Name a record that is no chunk; it may have no id, or one that is not its own."""
    return f"record:{at}"


def _newest(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """Return the newest time of chunks as that of the request, nothing where they have none."""
    times = [chunk.timestamp_ms for chunk in chunks if chunk.timestamp_ms is not None]
    return {"now_ms": max(times)} if times else {}
