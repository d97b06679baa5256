"""Where the evidence went, in sentences: the two limits, the greatest loss, what brings it back.

The tables of lost evidence: by cause, and piece by piece.

Several corpora under one policy: what each gives up beside a value of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from statistics import median
from typing import Any

from inspector.analysis.corpus.causes import NEVER_CANDIDATES, LossCause
from inspector.analysis.corpus.facts import OVERRIDE, Retrieval
from inspector.analysis.corpus.losses import Loss, Losses, Regret
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis
from inspector.core.arrays import Int64
from inspector.language import in_sentence_case, tr, tr_n
from inspector.present.axis_names import AXIS_TITLES, rounded, written
from inspector.present.table import Column, Elide, Kind, TableData, decimals, percent
from inspector.present.table.spec import table_of
from inspector.stages.corpus.names import cause_word, part

Of = Callable[[Any], Any]

CAUSE_TITLES = {
    LossCause.NOT_IN_SET: tr("Not in the candidate set"),
    LossCause.NOT_OWN: tr("Not among the request's own candidates"),
    LossCause.NOT_RETRIEVED: tr("Not retrieved: no score above 0"),
    LossCause.BELOW_FLOOR: tr("Below the relevance floor"),
    LossCause.BEYOND_TOP_K: tr("Beyond the top k"),
    LossCause.NO_RENDERING: tr("No rendering"),
    LossCause.EXCLUDED: tr("Excluded by hand"),
    LossCause.LARGER: tr("Larger than the budget"),
    LossCause.CEILING: tr("Under a ceiling"),
    LossCause.OUTRANKED: tr("Outranked"),
    LossCause.LISTED: tr("Title only"),
    LossCause.SUPPRESSED: tr("Suppressed"),
}
_NAMED = 5


def limit_lines(study: CorpusStudy, variant: int = 0) -> Iterator[str]:
    """Yield where the evidence went, the sentence to act on first."""
    found = study.losses[variant] if study.losses else None
    if found is None:
        return
    yield loss_sentence(found)
    yield tr(
        "Recall {recall} · best possible under this budget {best} · ceiling {ceiling} ({of});"
        " {found:,} of {pieces:,} pieces are in.",
        recall=part(found.recall),
        best=part(found.best_possible),
        ceiling=part(found.ceiling),
        of=ceiling_text(found),
        found=found.found,
        pieces=found.pieces,
    )
    if found.inexact:
        yield tr(
            "For {count:,} requests the best possible was too much to work out; it counts as the"
            " ceiling.",
            count=found.inexact,
        )


def ceiling_text(found: Losses) -> str:
    """Say what the ceiling counts: what a floor or a top-k keeps out is no candidate either."""
    if any(one.cause in (LossCause.BELOW_FLOOR, LossCause.BEYOND_TOP_K) for one in found.causes):
        return tr("among the candidates that the what-if leaves")
    return tr("among the candidates")


def loss_sentence(found: Losses) -> str:
    """Say where most of what is missing was lost: before the budget, under it, or to order."""
    missing = 1 - found.recall
    if not found.causes:
        return tr("No evidence is lost: every piece is in.")
    lost = {
        tr("before the budget: not retrieved, or kept out by a what-if"): found.before_budget,
        tr("under this budget: no order of the candidates brings all of it in"): (
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
    low, high = _points(loss.recall_interval.low), _points(loss.recall_interval.high)
    alone = len(study.jobs) == 1  # nothing to draw an interval from
    return (
        tr(
            "{cause}: {pieces} of {requests}, {points} points{between}; {back}",
            cause=CAUSE_TITLES[loss.cause],
            pieces=pieces,
            requests=requests,
            points=_points(loss.recall),
            between="" if alone else tr(" (95 %: {low} to {high})", low=low, high=high),
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
        back = tr_n("1 comes back", "{count:,} come back", len(changes), count=len(changes))
        return tr("{back} without it.", back=back)
    return tr_n(
        "1 comes back with another policy, within {tokens:,.0f} tokens.",
        "{count:,} come back with another policy, half of them within {tokens:,.0f} tokens.",
        len(changes),
        count=len(changes),
        tokens=median(moved),
    )


def _points(number: float) -> str:
    return f"{number * 100:.1f}"


def counts(
    column_id: str, title: str, help_text: str, of: Of, width: int = 6, *, visible: bool = True
) -> Column:
    """Return a column of whole numbers."""
    return Column(column_id, title, help_text, Kind.INTEGER, width=width, visible=visible, of=of)


def shares(
    column_id: str, title: str, help_text: str, of: Of | None = None, *, visible: bool = True
) -> Column:
    """Return a column of parts of 1, written in percent."""
    return Column(
        column_id, title, help_text, Kind.NUMBER, width=7, write=percent(1), visible=visible, of=of
    )


def _causes(study: CorpusStudy, variant: int) -> tuple[Loss, ...]:
    found = study.losses[variant] if study.losses else None
    return found.causes if found else ()


_CAUSE = "Lost to", "Where the evidence was lost."
LOSS_COLUMNS = (
    Column("cause", *_CAUSE, Kind.TEXT, width=20, of=lambda one: cause_word(one.cause)),
    counts("pieces", "Pieces", "Entries of must_include that are not in.", attrgetter("pieces")),
    counts("requests", "Requests", "Requests that lost one.", lambda one: len(one.places)),
    shares("recall", "Recall lost", "Its part of the mean recall.", attrgetter("recall")),
    shares("low", "95 % from", "The lower end of its interval.", attrgetter("recall_interval.low")),
    shares("high", "95 % to", "The upper end of its interval.", attrgetter("recall_interval.high")),
    counts("back", "Come back", "Pieces that a change of the policy brings back.",
           lambda one: sum(piece.lost.change is not None for piece in one.lost)),
)  # fmt: skip


def loss_table(study: CorpusStudy, variant: int = 0) -> TableData:
    """Return a row for each cause, the greatest loss first."""
    causes = _causes(study, variant)
    return table_of(LOSS_COLUMNS, [f"loss:{one.cause}" for one in causes], causes)


def lost_table(study: CorpusStudy, variant: int = 0) -> TableData:
    """Return a row for each lost piece: its request, where it was lost, what brings it back."""
    rows = [one for each in _causes(study, variant) for one in each.lost]
    curves = study.curves[variant]
    columns = (
        Column("request", "Request", "The request's trace_id.", Kind.TEXT, width=24,
               elide=Elide.MIDDLE, of=lambda one: curves[one.place].trace_id),
        Column("corpus", "Corpus", "Where the request is from.", Kind.TEXT, width=10,
               of=lambda one: study.names[study.jobs[one.place].corpus]),
        counts("piece", "Piece", "Its place in must_include, from 1.",
               lambda one: one.lost.piece + 1),
        Column("cause", *_CAUSE, Kind.TEXT, width=20, of=lambda one: cause_word(one.lost.cause)),
        Column("subject", "Came furthest", "Which of its ids came furthest.", Kind.TEXT, width=24,
               elide=Elide.MIDDLE, of=attrgetter("lost.subject")),
        Column("back", "Comes back at", "The smallest change that brings it back.", Kind.TEXT,
               width=26, of=lambda one: change_text(one.lost.change)),
        Column("moved", "Tokens moved", "Tokens that the change moves or adds.", Kind.NUMBER,
               width=8, write=decimals(0),
               of=lambda one: one.lost.change.tokens if one.lost.change else None),
    )  # fmt: skip
    return table_of(columns, [f"lost:{one.place}:{one.lost.piece}" for one in rows], rows)


def change_text(change: Retrieval | None) -> str:
    """Say what brings a piece back; "" for nothing."""
    if change is None:
        return ""
    if change.what == OVERRIDE:
        return tr("without the override")
    values = {Axis(change.what): change.value}
    if change.window_part:
        values[Axis.WINDOW_PART] = change.window_part
    return ", ".join(
        f"{in_sentence_case(AXIS_TITLES[axis])} {written(axis, value)}"
        for axis, value in values.items()
    )


OUTCOMES = (
    "lost by the change",
    "gained by the change",
    "lost under the budget",
    "lost in retrieval",
    "all evidence found",
    "no ground truth",
)
"""The groups of requests, those that lost something first."""


def outcome_codes(study: CorpusStudy, met_now: Int64, met_then: Int64) -> list[int]:
    """Return the group of each request, by its place in ``OUTCOMES``."""
    found = []
    for place, curve in enumerate(study.curves[0]):
        causes = {one.cause for one in curve.evidence.lost}
        if not curve.asked:
            found.append(5)
        elif met_then[place] != met_now[place]:
            found.append(0 if met_then[place] < met_now[place] else 1)
        elif not causes:
            found.append(4)
        else:
            found.append(3 if causes <= NEVER_CANDIDATES else 2)
    return found


def regret_table(study: CorpusStudy) -> TableData:
    """Return a row for each corpus, in order; for one corpus there is nothing to weigh."""
    axis, found = study.load.range.axis, study.regrets
    alone = {study.names[one.jobs[0].corpus]: one for one in study.by_corpus}
    common = None if study.recommendation is None else study.recommendation.value

    def value(column_id: str, title: str, help_text: str, of: Of) -> Column:
        return Column(column_id, title, help_text, Kind.NUMBER, width=8, of=of,
                      write=lambda one: rounded(axis, one))  # fmt: skip

    def cheapest(one: Regret) -> float | None:
        advised = alone[one.name].recommendation
        return None if advised is None else advised.cheapest.value

    def limit(name: str) -> Of:
        return lambda one: getattr(alone[one.name].losses[0], name, None)

    columns = (
        Column("corpus", "Corpus", "Requests of one candidate set.", Kind.TEXT, width=20,
               elide=Elide.MIDDLE, of=attrgetter("name")),
        counts("asking", "Requests", "Requests with ground truth.", attrgetter("asking"), width=7),
        shares("recall_now", "Recall now", "Its mean recall under the policy as it is.",
              limit("recall")),
        shares("best_possible", "Best possible", "No order of its candidates has more.",
              limit("best_possible")),
        shares("ceiling", "Ceiling", "Part of its evidence that was among the candidates.",
              limit("ceiling")),
        value("common", "Common value", "The best value for all corpora together.",
              lambda _one: common),
        shares("recall_common", "Recall there", "Its mean recall at the common value.",
              attrgetter("recall_common")),
        value("value", "Own best", "The best value for this corpus alone.", attrgetter("value")),
        shares("recall", "Own recall", "Its mean recall at its own best value.",
              attrgetter("recall")),
        value("cheapest", "Cheapest", "The value of fewest tokens that is good enough for it.",
              cheapest),
        shares("regret", "Regret", "Recall that it gives up at the common value.",
              attrgetter("regret")),
        shares("held_out", "Held out", "Its own gain on requests that did not choose the value.",
              attrgetter("held_out")),
    )  # fmt: skip
    return table_of(columns, [f"corpus:{place}" for place in range(len(found))], found)
