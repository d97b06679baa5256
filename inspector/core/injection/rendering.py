"""The injected text itself, and how its count differs from the sum of its parts.

The ledger counts parts and layout one by one, so that it closes. Joined, the same text may take a
few tokens more or less, because tokens do not stop at the seams.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.injection.counting import (
    BACKGROUND_SEPARATOR,
    CARD_SEPARATOR,
    KNOWLEDGE_HEADING,
    LINE_SEPARATOR,
    TEXT_SEPARATOR,
    bucket_heading,
    file_heading,
    manifest_line,
)
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.core.tokens.counter import TokenCounter


@dataclass(frozen=True, slots=True)
class JoinedCount:
    """The tokens of one half counted as one text, beside the sum of its parts."""

    account: str
    parts: int
    joined: int

    @property
    def difference(self) -> int:
        """Tokens by which the joined text differs from its parts."""
        return self.joined - self.parts


def render_knowledge(report: InjectionReport) -> str | None:
    """Return the text of all injected cards; None when a text was left out of the set."""
    cards = report.prepared.cards
    pieces = [KNOWLEDGE_HEADING] if len(report.tiers.ranks) else []
    for rank, tier in zip(report.tiers.ranks.tolist(), report.tiers.tiers.tolist(), strict=True):
        text = cards.columns.texts.get(int(cards.order[rank]), tier)
        if text is None:
            return None
        pieces += [text, CARD_SEPARATOR]
    return "".join(pieces)


def render_buckets(report: InjectionReport) -> str | None:
    """Return the text of all bucket content; None when a text was left out of the set."""
    pieces: list[str] = []
    backgrounds = {
        choice.bucket_index for choice in report.backgrounds if choice.verdict is Verdict.INCLUDED
    }
    for index, entry in enumerate(report.prepared.counted.buckets):
        inlined = report.files_of(index, Mode.INLINED)
        listed = report.files_of(index, Mode.LISTED)
        if not (inlined or listed or index in backgrounds):
            continue
        pieces.append(bucket_heading(entry.bucket))
        if index in backgrounds:
            pieces += [entry.bucket.background or "", BACKGROUND_SEPARATOR]
        for choice in inlined:
            file = choice.file.counted.file
            if file.text is None:
                return None
            pieces += [file_heading(file), file.text, TEXT_SEPARATOR]
        for choice in listed:
            pieces += [
                manifest_line(choice.file.counted.file),
                LINE_SEPARATOR,
            ]
    return "".join(pieces)


def joined_counts(report: InjectionReport, tokens: TokenCounter) -> tuple[JoinedCount, ...]:
    """Count each half as one text. A half whose texts were left out of the set is left out."""
    halves = (
        ("knowledge", render_knowledge(report), report.knowledge_used),
        ("bucket", render_buckets(report), report.bucket_used),
    )
    return tuple(
        JoinedCount(account, parts, tokens.count(text) if text else 0)
        for account, text, parts in halves
        if text is not None
    )
