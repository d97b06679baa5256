"""Reading what a session holds for the model's window: chunks, a chat, or the whole stage."""

from __future__ import annotations

from inspector.core.problems import Severity
from inspector.core.window.chunk import Chunk, ChunkType, is_chunk
from inspector.core.window.config import WRAPPER, WindowConfigFile
from inspector.files.checking import check
from inspector.files.findings import Findings, Parsed, add_lint
from inspector.files.importers import is_foreign, read_foreign, window_stage
from inspector.files.source import Source
from inspector.files.stage_reading import has_only, with_items
from inspector.session.window_stage import WindowStage


def window_part(parsed: Parsed, found: Findings, _folder: str) -> WindowStage | None:
    """Return the stage of a parsed value, which may also be a configuration or a chat."""
    if isinstance(parsed.value, dict) and WRAPPER in parsed.value:
        file = check(WindowConfigFile, parsed, found, what="window configuration")
        return None if file is None else WindowStage(config=file.context_window)
    if has_only(parsed, WindowStage) and "schema" not in parsed.value:
        return with_items(WindowStage, "chunks", Chunk, parsed, found, "window stage")
    from inspector.files.chat import chunks_from_chat

    chunks, problems = chunks_from_chat(parsed.value)
    add_lint(problems, parsed, found)
    failed = not chunks and any(problem.severity is Severity.ERROR for problem in problems)
    if failed or parsed.spoiled:
        return None
    stage = WindowStage(chunks=tuple(chunks))
    if not _is_chat(parsed.value):
        return stage
    brings_prompt = any(chunk.type is ChunkType.SYSTEM_PROMPT for chunk in chunks)
    return stage.model_copy(update={"max_system_prompt": 0 if brings_prompt else None})


def _is_chat(value: object) -> bool:
    """Say whether a value was imported from a request, rather than written as chunks."""
    return not is_chunk(value[0]) if isinstance(value, list) and value else True


def chunks_of_another_program(
    source: Source, path: str, found: Findings
) -> tuple[bool, WindowStage | None]:
    """Return whether a file is one of another program, and the stage it then is, if it is one."""
    if not is_foreign(source, path):
        return False, None
    imported = read_foreign(path, found, source=source)
    return True, window_stage(imported) if imported and imported.payloads else None
