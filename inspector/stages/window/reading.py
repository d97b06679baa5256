"""Reading what a session holds for the window, and what of its chunks may hold a secret."""

from __future__ import annotations

import json
from collections.abc import Iterator

from inspector.analysis.secret_lint import HeldText, Subject
from inspector.core.problems import Severity
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.core.window.config import is_configuration
from inspector.files.checking import check
from inspector.files.findings import Findings, Parsed, add_lint
from inspector.files.importers import is_foreign, read_foreign, window_stage
from inspector.files.source import Source
from inspector.files.stage_reading import has_only
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.session.window_edits import (
    record_subject,
    remove_chunk,
    remove_request_chunk,
    subject_in_request,
)
from inspector.session.window_stage import UnusableRecord, WindowStage


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


def texts(session: Session) -> Iterator[Subject]:
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
