"""Why a file is inlined, listed or left out, and what became of a bucket's background."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis import quantities as q
from inspector.core.injection.materialization import (
    COVERING_CARDS,
    BackgroundChoice,
    FileChoice,
    Mode,
)
from inspector.core.injection.overrides import Forced
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import localized, tr, tr_n
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
    Mode.INLINED: tr("Files inlined"),
    Mode.LISTED: tr("Files listed"),
    Mode.OMITTED: tr("Files left out"),
}


def why_file(report: InjectionReport, key: str, subject: str) -> Why | None:
    """Explain a file; None when the set has no such file."""
    choices = report.materialization.files
    places = (i for i, one in enumerate(choices) if one.file.counted.subject == subject)
    place = next(places, None)
    if place is None:
        return None
    choice = choices[place]
    counted = choice.file.counted
    text = counted.file.text if choice.mode is Mode.INLINED else counted.file.summary
    passages: tuple[Passage, ...] = ()
    if text:
        note = tr("inlined whole") if choice.mode is Mode.INLINED else tr("its summary")
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
    target = tr("direct target, ") if choice.file.direct_target else ""
    yield Step(
        tr("Turn"),
        tr("{target}relevance {relevance:.4g}", target=target, relevance=choice.file.relevance),
        tr("{place:,} of {files:,}", place=place + 1, files=len(files.files)),
    )
    yield Step(tr(q.FILE_BUDGET.title), "", localized(files.budget))
    set_aside = sum(one.tokens + one.overhead for one in files.backgrounds if one.reserved)
    if set_aside:
        yield Step(tr("Set aside"), tr("for backgrounds"), minus(set_aside))
    taken = sum(one.tokens + one.overhead for one in files.files[:place])
    yield Step(tr("Taken before its turn"), _counted(place), minus(taken))
    yield Step(tr("Headroom"), "", localized(choice.left))
    if counted.text is not None:
        least = choice.mode is Mode.OMITTED or _forced(report, choice) is Forced.LISTED
        whole = counted.text + counted.heading if least else choice.needed
        overhead = whole - counted.text
        yield Step(
            tr("Whole text"),
            tr("{counted:,} + {overhead:,} headings", counted=counted.text, overhead=overhead),
            localized(whole),
        )
        if choice.mode is not Mode.INLINED and whole > choice.left:
            yield Step(
                tr("Over by"),
                f"{localized(whole)} − {localized(choice.left)}",
                localized(whole - choice.left),
            )
    if counted.line is not None and choice.mode is not Mode.INLINED:
        separator = report.prepared.counted.separators.line
        yield Step(
            tr("As a line"),
            tr("{line:,} + {separator} separator", line=counted.line, separator=separator),
            localized(counted.line + separator),
        )
    if choice.mode is Mode.INLINED:
        covered = covered_cards(report, counted.reference)
        yield Step(tr("Makes redundant"), tr("cards extracted from it"), localized(covered))


def _forced(report: InjectionReport, choice: FileChoice) -> Forced | None:
    return report.what_if.of(choice.file.counted.reference) if report.what_if else None


def _counted(files: int) -> str:
    return tr_n("1 file", "{files:,} files", files, files=files)


def covered_cards(report: InjectionReport, reference: str) -> int:
    """Return how many cards are suppressed because they were extracted from a file."""
    sources = report.prepared.cards.source_file[report.suppressed].tolist()
    return sum(report.prepared.files[place].counted.reference == reference for place in sources)


def _file_remedies(report: InjectionReport, choice: FileChoice) -> Iterator[str]:
    counted = choice.file.counted
    if choice.mode is Mode.INLINED:
        return
    if choice.barred is not None or _forced(report, choice) is Forced.LISTED:
        yield CLEAR_OVERRIDE
        return
    if counted.text is None:
        yield tr("It has a text, and may be inlined.")
        return
    short = max(counted.text + counted.heading - choice.left, 0)
    yield tr("{short:,} more tokens of the bucket budget are left at its turn.", short=short)
    yield tr("Its relevance is higher, or the request asks about it directly.")


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
                (passage(tr("Background"), bucket.background),),
                tuple(_background_remedies(choice)),
            )
    return Why(
        key=key,
        name=bucket.bucket_title,
        kind="bucket",
        verdict=None,
        reason="",
        rule="",
        sentence=tr("The bucket has no background; each of its files is decided about by itself."),
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
        yield Step(label, "", localized(len(report.files_of(index, mode))))


def _background_steps(report: InjectionReport, choice: BackgroundChoice) -> Iterator[Step]:
    bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
    part, budget = report.settings.background_part, report.budget.bucket_budget
    yield Step(tr("Matter"), bucket.matter_id or "none", "")
    yield Step(
        tr("Entity cards in"),
        tr("of its matter; {covering_cards} cover it", covering_cards=COVERING_CARDS),
        localized(choice.entities),
    )
    yield Step(
        tr("For backgrounds"),
        tr("at most {budget:,} × {part:g}", budget=budget, part=part),
        localized(budget * part, ",.0f"),
    )
    if choice.verdict is Verdict.SUPPRESSED:
        yield Step(tr("Its text"), "", localized(choice.needed))
        yield Step(
            tr(q.FREED_NOT_REUSED.title), tr("of what was set aside"), localized(choice.released)
        )
    else:
        yield Step(tr("Needed"), tr("with separator and heading"), localized(choice.needed))
    if choice.verdict is Verdict.DROPPED:
        yield Step(tr("Left by the files"), "", localized(choice.left))
        short = choice.needed - choice.left
        yield Step(
            tr("Over by"),
            f"{localized(choice.needed)} − {localized(choice.left)}",
            localized(short),
        )
    yield from _bucket_steps(report, choice.bucket_index)


def _background_remedies(choice: BackgroundChoice) -> Iterator[str]:
    if choice.verdict is Verdict.EXCLUDED:
        yield CLEAR_OVERRIDE
    elif choice.verdict is Verdict.SUPPRESSED:
        yield tr(
            "Fewer than {covering_cards} entity cards of its matter are injected.",
            covering_cards=COVERING_CARDS,
        )
    elif choice.verdict is Verdict.DROPPED:
        yield tr("The files leave {needed:,} more tokens.", needed=choice.needed - choice.left)
