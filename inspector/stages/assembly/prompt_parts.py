"""The prompt as it is sent, part by part, and what overlap suppressed beside what covers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from inspector.core.assembly import Assembly, PieceKind, Step
from inspector.core.assembly.pieces import SEPARATOR
from inspector.core.candidates.card import Tier
from inspector.core.injection.rendering import Passage, bucket_passages, knowledge_passages
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.why import SHOWN_CHARACTERS, most_similar
from inspector.stages.assembly.bands import bands_of, span_key

GHOST = "ghost"
_PARTS = {"card": "entity", "background": "background", "heading": "overhead", "file": "inlined"}
_COMPARED = 100  # suppressed cards of one file that are put beside their paragraph


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A stretch of text. ``key`` is its subject's, ``part`` the step or the part of the budget.

    A ``GHOST`` is not sent: it stands behind the passage that makes it redundant. ``note`` says
    what the part is.
    """

    text: str
    key: str
    part: str
    note: str = ""

    @property
    def sent(self) -> bool:
        """Whether the model gets it."""
        return self.part != GHOST


def prompt_parts(assembly: Assembly) -> tuple[PromptPart, ...]:
    """Return the text of all eight steps, and the ghosts of what overlap suppressed.

    What is sent, joined, is ``prompt_text``; a text that was left out of the inputs is empty here.
    """
    return tuple(part for part in _parts(assembly) if part.text)


def _parts(assembly: Assembly) -> Iterator[PromptPart]:
    notes = {block.key: block.text for line in bands_of(assembly).lines for block in line.blocks}
    for band in assembly.bands:
        if band.step is Step.INJECTION:
            yield from _injected(assembly.injection, notes)
        for span in band.spans:
            piece, key = span.piece, span_key(span)
            if piece.text:
                text = piece.text + (SEPARATOR if piece.overhead else "")
                yield PromptPart(text, key, f"step-{int(band.step)}", notes.get(key, ""))


def _injected(report: InjectionReport, notes: dict[str, str]) -> Iterator[PromptPart]:
    suppressed = _suppressed_by_file(report)
    for one in (*knowledge_passages(report), *bucket_passages(report)):
        key = f"{one.kind}:{one.subject}"
        note = notes.get(key, "")
        ghosts = suppressed.get(one.subject, ()) if one.kind == PieceKind.FILE else ()
        for text, after in _with_ghosts(one, ghosts):
            yield PromptPart(text, key, _part(one), note)
            yield from after
        if one.kind == PieceKind.HEADING:
            yield from _covered_background(report, one.subject.removesuffix(".heading"))


def _part(passage: Passage) -> str:
    """Return the part of the budget that a passage takes."""
    listed = passage.kind == PieceKind.FILE and not passage.before
    return "listed" if listed else _PARTS[passage.kind]


def _with_ghosts(
    passage: Passage, ghosts: Iterable[PromptPart]
) -> Iterator[tuple[str, list[PromptPart]]]:
    """Yield a passage in stretches, each with the ghosts that stand behind it."""
    text = passage.text or ""
    at: dict[int, list[PromptPart]] = {}
    for number, ghost in enumerate(ghosts):
        match = most_similar(ghost.text, text) if number < _COMPARED else None
        at.setdefault(len(text) if match is None else match.end, []).append(ghost)
    begin, before = 0, passage.before
    for end in sorted({*at, len(text)}):
        after = passage.after if end == len(text) else ""
        yield before + text[begin:end] + after, at.get(end, [])
        begin, before = end, ""


def _suppressed_by_file(report: InjectionReport) -> dict[str, list[PromptPart]]:
    """Return the suppressed cards by the reference of the file whose text covers them."""
    found: dict[str, list[PromptPart]] = {}
    cards = report.prepared.cards
    for rank in np.flatnonzero(report.suppressed).tolist():
        row, file = int(cards.order[rank]), report.covering_file(rank)
        tier = next((tier for tier in Tier if cards.tier_exists[rank, tier]), Tier.COMPACT)
        name = cards.columns.names[row]
        text = (cards.columns.texts.get(row, tier) or name)[:SHOWN_CHARACTERS]
        note = tr("{name}\nsuppressed: text already included", name=name)
        ghost = PromptPart(text, f"card:{cards.columns.node_ids[row]}", GHOST, note)
        found.setdefault(file.reference, []).append(ghost)
    return found


def _covered_background(report: InjectionReport, bucket_id: str) -> Iterator[PromptPart]:
    for choice in report.backgrounds:
        bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
        if bucket.bucket_id == bucket_id and choice.verdict is Verdict.SUPPRESSED:
            note = tr("{name}\nsuppressed: covered by its cards", name=bucket.bucket_title)
            text = (bucket.background or "")[:SHOWN_CHARACTERS]
            yield PromptPart(text, f"background:{bucket_id}", GHOST, note)
