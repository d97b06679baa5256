"""Why a file is inlined, listed or left out, and what became of a bucket's background."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.injection.materialization import COVERING_CARDS, FileChoice, Mode
from inspector.core.injection.overrides import Forced
from inspector.core.injection.report import BackgroundChoice, InjectionReport
from inspector.core.reasons import Verdict
from inspector.present.injection.why import (
    CLEAR_OVERRIDE,
    Passage,
    Step,
    Why,
    explanation,
    minus,
    passage,
)

_FILES_OF = {
    Mode.INLINED: "Files inlined",
    Mode.LISTED: "Files listed",
    Mode.OMITTED: "Files left out",
}


def why_file(report: InjectionReport, key: str, reference: str) -> Why | None:
    """Explain a file; None when the set has no such file."""
    choices = report.materialization.files
    places = (i for i, one in enumerate(choices) if one.file.counted.reference == reference)
    place = next(places, None)
    if place is None:
        return None
    choice = choices[place]
    counted = choice.file.counted
    text = counted.file.text if choice.mode is Mode.INLINED else counted.file.summary
    passages: tuple[Passage, ...] = ()
    if text:
        note = "inlined whole" if choice.mode is Mode.INLINED else "its summary"
        passages = (passage(counted.file.title, text, note),)
    return explanation(
        key,
        report.ledger.parts[1][place],
        tuple(_file_steps(report, choice, place)),
        passages,
        tuple(_file_remedies(report, choice)),
    )


def _file_steps(report: InjectionReport, choice: FileChoice, place: int) -> Iterator[Step]:
    counted, files = choice.file.counted, report.materialization
    target = "direct target, " if choice.file.direct_target else ""
    yield Step(
        "Turn",
        f"{target}relevance {choice.file.relevance:.4g}",
        f"{place + 1:,} of {len(files.files):,}",
    )
    yield Step("Bucket budget", "", f"{files.budget:,}")
    set_aside = sum(one.tokens + one.overhead for one in files.backgrounds if one.reserved)
    if set_aside:
        yield Step("Set aside", "for backgrounds", minus(set_aside))
    taken = sum(one.tokens + one.overhead for one in files.files[:place])
    yield Step("Taken before its turn", _counted(place), minus(taken))
    yield Step("Left", "", f"{choice.left:,}")
    if counted.text is not None:
        least = choice.mode is Mode.OMITTED or _forced(report, choice) is Forced.LISTED
        whole = counted.text + counted.heading if least else choice.needed
        overhead = whole - counted.text
        yield Step("Whole text", f"{counted.text:,} + {overhead:,} headings", f"{whole:,}")
        if choice.mode is not Mode.INLINED and whole > choice.left:
            yield Step("Short by", f"{whole:,} − {choice.left:,}", f"{whole - choice.left:,}")
    if counted.line is not None and choice.mode is not Mode.INLINED:
        separator = report.prepared.counted.separators.line
        yield Step(
            "As a line",
            f"{counted.line:,} + {separator} separator",
            f"{counted.line + separator:,}",
        )
    if choice.mode is Mode.INLINED:
        covered = covered_cards(report, counted.reference)
        yield Step("Makes redundant", "cards extracted from it", f"{covered:,}")


def _forced(report: InjectionReport, choice: FileChoice) -> Forced | None:
    return report.what_if.of(choice.file.counted.reference) if report.what_if else None


def _counted(files: int) -> str:
    return "1 file" if files == 1 else f"{files:,} files"


def covered_cards(report: InjectionReport, reference: str) -> int:
    """Return how many cards are suppressed because they were extracted from a file."""
    sources = report.prepared.cards.source_file[report.suppressed].tolist()
    return sum(report.prepared.files[place].counted.reference == reference for place in sources)


def _file_remedies(report: InjectionReport, choice: FileChoice) -> Iterator[str]:
    counted = choice.file.counted
    if choice.mode is Mode.INLINED:
        return
    if _forced(report, choice) in (Forced.EXCLUDED, Forced.LISTED):
        yield CLEAR_OVERRIDE
        return
    if counted.text is None:
        yield "It has a text, and may be inlined."
        return
    short = max(counted.text + counted.heading - choice.left, 0)
    yield f"{short:,} more tokens of the bucket budget are left at its turn."
    yield "Its relevance is higher, or the request asks about it directly."


def why_background(report: InjectionReport, key: str, bucket_id: str) -> Why | None:
    """Explain a bucket's background, or a bucket that has none; None for an unknown bucket."""
    buckets = report.prepared.counted.buckets
    index = next((i for i, one in enumerate(buckets) if one.bucket.bucket_id == bucket_id), None)
    if index is None:
        return None
    bucket = buckets[index].bucket
    for place, choice in enumerate(report.backgrounds):
        if choice.bucket_index == index:
            return explanation(
                key,
                report.ledger.parts[2][place],
                tuple(_background_steps(report, choice)),
                (passage("Background", bucket.background),),
                tuple(_background_remedies(choice)),
            )
    return Why(
        key=key,
        name=bucket.bucket_title,
        kind="bucket",
        verdict=None,
        reason="",
        rule="",
        sentence="The bucket has no background; each of its files is decided about by itself.",
        help="",
        tokens=sum(
            one.tokens + one.overhead
            for one in report.materialization.files
            if one.file.counted.bucket_index == index
        ),
        steps=tuple(_bucket_steps(report, index)),
        passages=(),
        remedies=(),
    )


def _bucket_steps(report: InjectionReport, index: int) -> Iterator[Step]:
    for mode, label in _FILES_OF.items():
        yield Step(label, "", f"{len(report.files_of(index, mode)):,}")


def _background_steps(report: InjectionReport, choice: BackgroundChoice) -> Iterator[Step]:
    bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
    part, budget = report.settings.background_part, report.budget.bucket_budget
    yield Step("Matter", bucket.matter_id or "none", "")
    yield Step(
        "Entity cards in", f"of its matter; {COVERING_CARDS} cover it", f"{choice.entities:,}"
    )
    yield Step("For backgrounds", f"at most {budget:,} × {part:g}", f"{budget * part:,.0f}")
    if choice.verdict is Verdict.SUPPRESSED:
        yield Step("Its text", "", f"{choice.needed:,}")
        yield Step("Released", "of what was set aside", f"{choice.released:,}")
    else:
        yield Step("Needed", "with separator and heading", f"{choice.needed:,}")
    if choice.verdict is Verdict.DROPPED:
        yield Step("Left by the files", "", f"{choice.left:,}")
        short = choice.needed - choice.left
        yield Step("Short by", f"{choice.needed:,} − {choice.left:,}", f"{short:,}")
    yield from _bucket_steps(report, choice.bucket_index)


def _background_remedies(choice: BackgroundChoice) -> Iterator[str]:
    if choice.verdict is Verdict.EXCLUDED:
        yield CLEAR_OVERRIDE
    elif choice.verdict is Verdict.SUPPRESSED:
        yield f"Fewer than {COVERING_CARDS} entity cards of its matter are injected."
    elif choice.verdict is Verdict.DROPPED:
        yield f"The files leave {choice.needed - choice.left:,} more tokens."
