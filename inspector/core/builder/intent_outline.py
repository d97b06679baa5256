"""What the words of an intent reach, for a plan that looks for its targets: signatures only."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.core.builder.drafts import Draft
from inspector.core.builder.forms import outline_of
from inspector.core.builder.outputs import BlockMeta, BlockSource, BlockType, Priority
from inspector.core.builder.request import BuildRequest, Purpose
from inspector.core.builder.signals import SignalKind, orders_of
from inspector.core.builder.targets import Target
from inspector.project.index import ProjectIndex
from inspector.project.paths import shown_path

MOST_FILES = 12
"""Files in the outline: the best by the words of intent and step (BM25)."""

_MOST_LINES = 40  # of one file


def intent_outline(
    request: BuildRequest, index: ProjectIndex, targets: Sequence[Target]
) -> Draft | None:
    """The signatures in the files that the intent's words reach, None for no plan or no such file.

    Priority P2, after every file that a relation reaches: it says where to look on.
    """
    if request.purpose is not Purpose.PLAN or not request.intent:
        return None
    reached = orders_of(index, targets, request, None)[SignalKind.WORDS]
    parts = []
    for path in reached[:MOST_FILES]:
        lines = outline_of(index.files[path].symbols).split("\n")
        more = [f"... {len(lines) - _MOST_LINES:,} more"] if len(lines) > _MOST_LINES else []
        told = (f"    {line}" for line in (*lines[:_MOST_LINES], *more) if line)
        parts.append("\n".join((f"{shown_path(path)}:", *told)))
    return (
        Draft(
            BlockType.PROJECT_META,
            Priority.P2,
            "What the intent's words reach",
            "\n".join(parts),
            BlockMeta(source=BlockSource.INDEX),
        )
        if parts
        else None
    )
