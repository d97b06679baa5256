"""What people call the measures of a corpus, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.means import Rate
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import in_sentence_case, tr, tr_n
from inspector.present.axis_names import AXIS_TITLES, policy_value, rounded, written
from inspector.present.shares import counted_requests, share_text
from inspector.stages.corpus.corpora import GridPoint

RECORDED = tr("as recorded")
"""What the policy is called that receipts were decided under."""
MEASURE_TITLES = {
    Rate.RECALL: tr("Recall@budget"),
    Rate.UTILISATION: tr("Utilisation"),
    Rate.SUPPRESSION: tr("Suppression"),
    Rate.CARDS_STARVED: tr("Requests with no card"),
    Rate.FILES_STARVED: tr("Requests with no file"),
}
MEASURE_HELP = {
    Rate.RECALL: tr("Part of must_include that is in, the mean over requests that ask for any."),
    Rate.UTILISATION: tr("Tokens used of the tokens allowed."),
    Rate.SUPPRESSION: tr("Part of the cards kept out because their file is in full text."),
    Rate.CARDS_STARVED: tr("Part of the requests in which no card is in although there are some."),
    Rate.FILES_STARVED: tr("Part of the requests in which no file is in although there are some."),
}


def part(value: float, places: int = 1) -> str:
    """Write a part of 1 as a percentage."""
    return share_text(value, places)


def parts_apart(one: float, other: float) -> tuple[str, str]:
    """Write two parts of 1 with as many decimals, of four, as it takes to tell them apart."""
    written_as = [(part(one, places), part(other, places)) for places in range(1, 5)]
    return next((both for both in written_as if both[0] != both[1]), written_as[0])


def cause_word(cause: LossCause) -> str:
    """Return a cause as a word of the data: what filters and files hold."""
    return cause.value.replace("_", " ")


def headline(study: CorpusStudy) -> str:
    """Say in one line what was worked out."""
    count, span = len(study.jobs), study.load.range
    requests = counted_requests(count)
    variants = len(study.load.variants)
    grid = "" if variants == 1 else tr(" × {variants} policies", variants=variants)
    return tr(
        "{requests}{grid} · {axis_titles} from {axis} to {axis_2} · {runs}",
        requests=requests,
        grid=grid,
        axis_titles=AXIS_TITLES[span.axis],
        axis=written(span.axis, span.low),
        axis_2=written(span.axis, span.high),
        runs=tr_n(
            "1 run, evaluated exactly",
            "{runs:,} runs, all evaluated exactly",
            study.runs,
            runs=study.runs,
        ),
    )


def current_value(study: CorpusStudy) -> str:
    """Write where the policy as it is stands on the axis."""
    return policy_value(study.load.range.axis, study.current, study.load.overrides)


def grid_name(point: GridPoint) -> str:
    """Return what a policy of a grid is called: its values."""
    return ", ".join(f"{AXIS_TITLES[axis]} {written(axis, value)}" for axis, value in point)


def asking(count: int) -> str:
    """Say how many requests ask for something."""
    return tr_n("1 request that asks", "{count:,} requests that ask", count, count=count)


def looked_at(studies: Iterable[CorpusStudy]) -> str:
    """Name axes, with how far each was looked at where it would go on."""
    return ", ".join(map(_axis_of, studies))


def _axis_of(study: CorpusStudy) -> str:
    swept = study.load.range
    title = in_sentence_case(AXIS_TITLES[swept.axis])
    if not swept.axis.whole or swept.axis.limits_candidates:
        return title
    return tr("{axis} up to {last}", axis=title, last=rounded(swept.axis, swept.high))
