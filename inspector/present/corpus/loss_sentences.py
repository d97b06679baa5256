"""Where the evidence went, in sentences: the two limits, the greatest loss, what brings it back."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from inspector.analysis.corpus.causes import Cause
from inspector.analysis.corpus.losses import Loss, Losses
from inspector.analysis.corpus.remedies import FLOOR, OVERRIDE, TOP_K, Change
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis
from inspector.language import tr, tr_n
from inspector.present.corpus.names import part
from inspector.present.tuning.names import AXIS_TITLES, rounded

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
CAUSE_HELP = {
    Cause.NOT_IN_SET: tr("No candidate has the id: it was not retrieved, or is spelled otherwise."),
    Cause.NOT_OWN: tr("The set has it, but the request chooses from candidates of its own."),
    Cause.BELOW_FLOOR: tr("A floor of relevance keeps it out."),
    Cause.BEYOND_TOP_K: tr("A top-k keeps it out."),
    Cause.NO_RENDERING: tr("It has no text that could be in whole, or none that can be counted."),
    Cause.EXCLUDED: tr("An override keeps it out, or has the file listed."),
    Cause.LARGER: tr("It would not fit if it came first."),
    Cause.CEILING: tr("The ceiling for procedures or interaction policies was spent."),
    Cause.OUTRANKED: tr("The room was spent before its turn."),
    Cause.LISTED: tr("A line of the file is in; its text came too late to fit."),
    Cause.SUPPRESSED: tr("The text of its file is in; the label names only the card."),
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
        count = len(one.places)
        requests = tr_n("1 request", "{count:,} requests", count, count=count)
        pieces = tr_n("1 piece", "{count:,} pieces", one.pieces, count=one.pieces)
        names = [study.curves[variant][place].trace_id for place in one.places[:_NAMED]]
        more = ", …" if count > _NAMED else ""
        yield (
            tr(
                "{cause}: {pieces} of {requests}, {points} points (95 %: {low} to {high}); {back}",
                cause=CAUSE_TITLES[one.cause],
                pieces=pieces,
                requests=requests,
                points=_points(one.recall),
                low=_points(one.recall_interval.low),
                high=_points(one.recall_interval.high),
                back=_back(one),
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


def change_text(change: Change | None) -> str:
    """Say what brings a piece back, in short; empty where nothing does."""
    if change is None:
        return ""
    if change.what == OVERRIDE:
        return tr("without the override")
    if change.what == FLOOR:
        return tr("relevance floor {value:.4g}", value=change.value)
    if change.what == TOP_K:
        return tr("top k {value:,.0f}", value=change.value)
    axis = Axis(change.what)
    text = f"{AXIS_TITLES[axis]} {rounded(axis, change.value)}"
    if change.window_part:
        return tr("{text}, with {part} of the window", text=text, part=part(change.window_part, 2))
    return text


def _points(number: float) -> str:
    return f"{number * 100:.1f}"
