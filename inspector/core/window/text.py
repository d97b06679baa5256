"""The text of a window: what was placed, in original order, as one text (Window, 0x3250–0x3252)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from inspector.core.arguments import require
from inspector.core.window.facts import BUSINESS
from inspector.core.window.outcome import Outcome
from inspector.core.window.report import WindowReport

SEPARATOR = "\n\n"
"""Between two chunks; its tokens are no chunk's and are not counted."""


class TextOf(StrEnum):
    """Which of the placed chunks a text is made of."""

    LLM = "llm"  # all: the whole window
    BUSINESS = "business"  # of business content, or with facts of the business
    RAG = "rag"  # retrieved: every type that speaks of retrieval


def window_text(report: WindowReport, of: TextOf = TextOf.LLM) -> str:
    """Return the texts of the placed chunks in original order, a blank line between two.

    A chunk that came with its tokens alone has no text and adds none.
    """
    require(WindowReport, report=report)
    chunks = report.outcome.chunks
    return SEPARATOR.join(chunks[row].content or "" for row in _rows(report.outcome, TextOf(of)))


def placed_without_text(report: WindowReport) -> int:
    """Return how many placed chunks came with their tokens alone."""
    chunks = report.outcome.chunks
    return sum(chunks[row].content is None for row in report.outcome.selection.placed)


def _rows(outcome: Outcome, of: TextOf) -> Iterator[int]:
    for row in sorted(outcome.selection.placed):
        chunk, facts = outcome.chunks[row], outcome.facts[row]
        if chunk.content is None:
            continue
        if of is TextOf.RAG and "rag_" not in chunk.type:
            continue
        if of is TextOf.BUSINESS and not (facts.content_type == BUSINESS or facts.is_business):
            continue
        yield row
