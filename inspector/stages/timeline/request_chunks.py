"""What a request of a timeline sent, as the chunks of a window."""

from __future__ import annotations

from inspector.core.timeline.log import BlockKind
from inspector.core.timeline.report import TimelineReport
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.session.window_stage import WindowStage

_TYPES = {
    BlockKind.SYSTEM: ChunkType.SYSTEM_PROMPT,
    BlockKind.USER: ChunkType.CHAT_HISTORY_USER,
    BlockKind.INJECTED: ChunkType.CHAT_HISTORY_USER,
    BlockKind.SUMMARY: ChunkType.CHAT_HISTORY_USER,
    BlockKind.IMAGE: ChunkType.CHAT_HISTORY_USER,
    BlockKind.ASSISTANT: ChunkType.CHAT_HISTORY_ASSISTANT,
    BlockKind.THINKING: ChunkType.CHAT_HISTORY_ASSISTANT,
    BlockKind.CALL: ChunkType.TOOL_INPUT,
    BlockKind.RESULT: ChunkType.TOOL_OUTPUT,
}


def window_of_request(report: TimelineReport, number: int) -> WindowStage:
    """Return a request, from 0, as a stage: its rows add up to what was sent.

    What the log does not have is a chunk without a text. Calls and results carry the id that makes
    them a pair (W9).
    """
    row = report.requests[number]
    chunks = []
    for place, part in enumerate(report.parts(number)):
        if part.block < 0:
            if part.tokens > 0:
                chunks.append(Chunk(id=part.name, type=ChunkType.SYSTEM_PROMPT, tokens=part.tokens))
            continue
        block = report.log.blocks[part.block]
        facts = {"call_id": block.call, "tool_name": block.tool, "kind": block.kind.value}
        chunks.append(
            Chunk(
                id=f"{place:04d} {block.name}",
                type=_TYPES[block.kind],
                content=block.text or None,
                tokens=part.tokens,
                metadata={name: value for name, value in facts.items() if value},
                timestamp_ms=row.log.time_ms,
            )
        )
    return WindowStage(
        chunks=tuple(chunks),
        model=row.log.model or None,
        available_tokens=row.window.tokens,
        max_system_prompt=0,
    )
