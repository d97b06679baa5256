"""The injected text itself, and how its count differs from the sum of its parts.

The ledger counts parts and layout one by one, so that it closes. Joined, the same text may take a
few tokens more or less, because tokens do not stop at the seams.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from inspector.core.arguments import require
from inspector.core.candidates.counting import (
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
from inspector.core.tokens import counter_by_name
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


@dataclass(frozen=True, slots=True)
class RenderedTokens:
    """The tokens of what is sent: each half as one text, the whole, and the manifest's total.

    ``difference`` is by how much the whole differs from that total, since tokens do not stop at the
    seams of its parts.
    """

    knowledge: int
    files: int
    text: int
    manifest: int

    @property
    def difference(self) -> int:
        """Tokens by which the joined text differs from the manifest's total."""
        return self.text - self.manifest


@dataclass(frozen=True, slots=True)
class Rendered:
    """What is sent of a decision: the cards, the bucket content, and both as one text."""

    knowledge: str
    files: str
    tokens: RenderedTokens

    @property
    def text(self) -> str:
        """The whole: what Budget shows as the prompt."""
        return self.knowledge + self.files


@dataclass(frozen=True, slots=True)
class RenderedPassage:
    """A stretch of the injected text: what it is of, its text, and the layout around it.

    ``kind`` is ``heading``, ``card``, ``background`` or ``file``, ``subject`` an id or a file's
    reference. ``text`` is None where it was left out of the set.
    """

    kind: str
    subject: str
    text: str | None
    before: str = ""
    after: str = ""


def knowledge_passages(report: InjectionReport) -> Iterator[RenderedPassage]:
    """Yield the text of all injected cards under their heading, in order."""
    cards = report.prepared.cards
    if len(report.tiers.ranks):
        yield RenderedPassage("heading", "knowledge.heading", KNOWLEDGE_HEADING)
    for rank, tier in zip(report.tiers.ranks.tolist(), report.tiers.tiers.tolist(), strict=True):
        row = int(cards.order[rank])
        text = cards.columns.texts.get(row, tier)
        yield RenderedPassage("card", cards.columns.node_ids[row], text, after=CARD_SEPARATOR)


def bucket_passages(report: InjectionReport) -> Iterator[RenderedPassage]:
    """Yield the text of all bucket content, bucket by bucket: heading, background, files, lines."""
    backgrounds = {
        choice.bucket_index for choice in report.backgrounds if choice.verdict is Verdict.INCLUDED
    }
    for index, entry in enumerate(report.prepared.counted.buckets):
        inlined = report.files_of(index, Mode.INLINED)
        listed = report.files_of(index, Mode.LISTED)
        if not (inlined or listed or index in backgrounds):
            continue
        bucket = entry.bucket
        yield RenderedPassage("heading", f"{bucket.bucket_id}.heading", bucket_heading(bucket))
        if index in backgrounds:
            yield RenderedPassage(
                "background",
                bucket.bucket_id,
                bucket.background or "",
                after=BACKGROUND_SEPARATOR,
            )
        for choice in inlined:
            file, subject = choice.file.counted.file, choice.file.counted.reference
            heading = file_heading(file)
            yield RenderedPassage("file", subject, file.text, heading, TEXT_SEPARATOR)
        for choice in listed:
            file, subject = choice.file.counted.file, choice.file.counted.reference
            line = manifest_line(file)
            yield RenderedPassage("file", subject, line, after=LINE_SEPARATOR)


def render_knowledge(report: InjectionReport) -> str | None:
    """Return the text of all injected cards; None when a text was left out of the set."""
    return _joined(knowledge_passages(report))


def render_buckets(report: InjectionReport) -> str | None:
    """Return the text of all bucket content; None when a text was left out of the set."""
    return _joined(bucket_passages(report))


def render(report: InjectionReport, tokens: TokenCounter | None = None) -> Rendered:
    """Return what is sent of a decision, and what it counts.

    Without a counter it is the one that decided. Raises ``ValueError`` where a text that is in was
    left out of the set, and where no counter has the name of the one that decided.
    """
    require(InjectionReport, report=report)
    require(TokenCounter | None, tokens=tokens)
    counter = tokens or counter_by_name(report.prepared.counted.counter_name)
    knowledge, files = render_knowledge(report), render_buckets(report)
    if knowledge is None or files is None:
        raise ValueError("a text that is in was left out of the candidate set")
    cards, content, whole = counter.count_many([knowledge, files, knowledge + files])
    tokens_of = RenderedTokens(cards, content, whole, report.total_tokens_used)
    return Rendered(knowledge, files, tokens_of)


def _joined(passages: Iterable[RenderedPassage]) -> str | None:
    pieces: list[str] = []
    for one in passages:
        if one.text is None:
            return None
        pieces += [one.before, one.text, one.after]
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
