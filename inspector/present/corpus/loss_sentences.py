"""Where the evidence went, in sentences: the two limits, the greatest loss, what brings it back."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from inspector.analysis.corpus.causes import Cause
from inspector.analysis.corpus.losses import Loss, Losses
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import tr, tr_n
from inspector.present.corpus.names import part

CAUSE_TITLES = {
    Cause.NOT_IN_SET: tr("Not in the candidate set"),
    Cause.NOT_OWN: tr("Not among the request's own candidates"),
    Cause.BELOW_FLOOR: tr("Below the relevance floor"),
    Cause.BEYOND_TOP_K: tr("Beyond the top k"),
    Cause.NO_RENDERING: tr("No rendering"),
    Cause.EXCLUDED: tr("Excluded by hand"),
    Cause.LARGER: tr("Larger than the budget"),
    Cause.CEILING: tr("Under a ceiling"),
    Cause.OUTRANKED: tr("Outranked"),
    Cause.LISTED: tr("Only listed"),
    Cause.SUPPRESSED: tr("Suppressed"),
}
_NAMED = 5


def limit_lines(study: CorpusStudy, variant: int = 0) -> Iterator[str]:
    """Yield where the evidence went, the sentence to act on first."""
    found = study.losses[variant] if study.losses else None
    if found is None:
        return
    yield loss_sentence(found)
    yield tr(
        "Recall {recall} · best possible under this budget {best} · ceiling {ceiling} (what was"
        " among the candidates); {found:,} of {pieces:,} pieces are in.",
        recall=part(found.recall),
        best=part(found.best_possible),
        ceiling=part(found.ceiling),
        found=found.found,
        pieces=found.pieces,
    )
    if found.inexact:
        yield tr(
            "For {count:,} requests the best possible was too much to work out; it counts as the"
            " ceiling.",
            count=found.inexact,
        )


def loss_sentence(found: Losses) -> str:
    """Say where most of what is missing was lost: before the budget, to its size, or to order."""
    missing = 1 - found.recall
    if not found.causes:
        return tr("No evidence is lost: every piece is in.")
    lost = {
        tr("before the budget: retrieval never offered it"): found.before_budget,
        tr("to the size of the budget: no order of the candidates fits it in"): (
            found.ceiling - found.best_possible
        ),
        tr("within the budget: another order, or another policy, has room for it"): (
            found.best_possible - found.recall
        ),
    }
    where, most = max(lost.items(), key=lambda one: one[1])
    if _points(most) == _points(missing):
        return tr(
            "{missing} points of recall are missing, all lost {where}.",
            missing=_points(missing),
            where=where,
        )
    return tr(
        "{missing} points of recall are missing; {most} of them were lost {where}.",
        missing=_points(missing),
        most=_points(most),
        where=where,
    )


def cause_lines(study: CorpusStudy, variant: int = 0) -> Iterator[str]:
    """Yield a line for each cause: pieces, requests, points with an interval, what brings back."""
    found = study.losses[variant] if study.losses else None
    for one in found.causes if found else ():
        yield cause_sentence(study, one, variant)


def cause_sentence(study: CorpusStudy, loss: Loss, variant: int = 0) -> str:
    """Say what was lost by a cause, by which requests, and what brings it back."""
    count = len(loss.places)
    requests = tr_n("1 request", "{count:,} requests", count, count=count)
    pieces = tr_n("1 piece", "{count:,} pieces", loss.pieces, count=loss.pieces)
    names = [study.curves[variant][place].trace_id for place in loss.places[:_NAMED]]
    more = ", …" if count > _NAMED else ""
    return (
        tr(
            "{cause}: {pieces} of {requests}, {points} points (95 %: {low} to {high}); {back}",
            cause=CAUSE_TITLES[loss.cause],
            pieces=pieces,
            requests=requests,
            points=_points(loss.recall),
            low=_points(loss.recall_interval.low),
            high=_points(loss.recall_interval.high),
            back=_back(loss),
        )
        + f" [{', '.join(names)}{more}]"
    )


def _back(loss: Loss) -> str:
    changes = [one.lost.change for one in loss.lost if one.lost.change is not None]
    if not changes:
        return tr("no value of the policy brings any back.")
    moved = [one.tokens for one in changes if one.tokens]
    if not moved:
        return tr("{count:,} come back without it.", count=len(changes))
    return tr(
        "{count:,} come back with another policy, half of them within {tokens:,.0f} tokens.",
        count=len(changes),
        tokens=median(moved),
    )


def _points(number: float) -> str:
    return f"{number * 100:.1f}"
