"""What people call the measures of a corpus, and how they are written."""

from __future__ import annotations

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.study import CorpusStudy
from inspector.present.tuning.names import AXIS_TITLES, written

MEASURE_TITLES = {
    Measure.RECALL: "Evidence recall",
    Measure.UTILISATION: "Utilisation",
    Measure.SUPPRESSION: "Suppression",
    Measure.CARDS_STARVED: "Cards starved",
    Measure.FILES_STARVED: "Files starved",
}
MEASURE_HELP = {
    Measure.RECALL: "Part of must_include that is in, the mean over requests that ask for any.",
    Measure.UTILISATION: "Tokens used of the tokens allowed.",
    Measure.SUPPRESSION: "Part of the cards kept out because their file is inlined.",
    Measure.CARDS_STARVED: "Part of the requests in which no card is in although there are some.",
    Measure.FILES_STARVED: "Part of the requests in which no file is in although there are some.",
}


def part(value: float, places: int = 1) -> str:
    """Write a part of 1 as a percentage."""
    return f"{value * 100:.{places}f} %"


def headline(study: CorpusStudy) -> str:
    """Say in one line what was worked out."""
    count, span = len(study.jobs), study.load.range
    requests = "1 request" if count == 1 else f"{count:,} requests"
    variants = len(study.load.variants)
    grid = "" if variants == 1 else f" × {variants} policies"
    return (
        f"{requests}{grid} · {AXIS_TITLES[span.axis]} from {written(span.axis, span.low)} to"
        f" {written(span.axis, span.high)} · {study.runs:,} runs, every budget decided"
    )


def asking(count: int) -> str:
    """Say how many requests ask for something."""
    return "1 request that asks" if count == 1 else f"{count:,} requests that ask"
