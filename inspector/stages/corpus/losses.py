"""Where the evidence went, in sentences: the two limits, the greatest loss, what brings it back.

The tables of lost evidence: by cause, and piece by piece.

Several corpora under one policy: what each gives up beside a value of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.causes import NEVER_CANDIDATES, Cause
from inspector.analysis.corpus.facts import OVERRIDE, Change
from inspector.analysis.corpus.losses import Loss, Losses
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import tr, tr_n
from inspector.present.axis_names import rounded
from inspector.present.table import (
    Column,
    Elide,
    Kind,
    Numbers,
    TableData,
    Texts,
    decimals,
    percent,
)
from inspector.stages.corpus.names import cause_word, part

Int64 = npt.NDArray[np.int64]

CAUSE_TITLES = {
    Cause.NOT_IN_SET: tr("Not in the candidate set"),
    Cause.NOT_OWN: tr("Not among the request's own candidates"),
    Cause.NOT_RETRIEVED: tr("Not retrieved: score 0"),
    Cause.BELOW_FLOOR: tr("Below the relevance floor"),
    Cause.BEYOND_TOP_K: tr("Beyond the top k"),
    Cause.NO_RENDERING: tr("No rendering"),
    Cause.EXCLUDED: tr("Excluded by hand"),
    Cause.LARGER: tr("Larger than the budget"),
    Cause.CEILING: tr("Under a ceiling"),
    Cause.OUTRANKED: tr("Outranked"),
    Cause.LISTED: tr("Title only"),
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


def _whole(column_id: str, title: str, help_text: str) -> Column:
    return Column(column_id, title, help_text, Kind.INTEGER, width=6)


def _part(column_id: str, title: str, help_text: str) -> Column:
    return Column(column_id, title, help_text, Kind.NUMBER, width=7, write=percent(1))


def _doubles(values: list[float]) -> Numbers:
    return Numbers(np.array(values, dtype=np.float64))


def _causes(study: CorpusStudy, variant: int) -> tuple[Loss, ...]:
    found = study.losses[variant] if study.losses else None
    return found.causes if found else ()


def loss_table(study: CorpusStudy, variant: int = 0) -> TableData:
    """Return a row for each cause, the greatest loss first."""
    causes = _causes(study, variant)
    back = [sum(one.lost.change is not None for one in each.lost) for each in causes]
    columns: tuple[tuple[Column, Numbers | Texts], ...] = (
        (
            Column("cause", "Lost to", "Where the evidence was lost.", Kind.TEXT, width=20),
            Texts([cause_word(one.cause) for one in causes]),
        ),
        (
            _whole("pieces", "Pieces", "Entries of must_include that are not in."),
            Numbers.whole([one.pieces for one in causes]),
        ),
        (
            _whole("requests", "Requests", "Requests that lost one."),
            Numbers.whole([len(one.places) for one in causes]),
        ),
        (
            _part("recall", "Recall lost", "Its part of the mean recall."),
            _doubles([one.recall for one in causes]),
        ),
        (
            _part("low", "95 % from", "The lower end of its interval."),
            _doubles([one.recall_interval.low for one in causes]),
        ),
        (
            _part("high", "95 % to", "The upper end of its interval."),
            _doubles([one.recall_interval.high for one in causes]),
        ),
        (
            _whole("back", "Come back", "Pieces that a change of the policy brings back."),
            Numbers.whole(back),
        ),
    )
    return TableData(
        tuple(column for column, _ in columns),
        [f"loss:{one.cause}" for one in causes],
        {column.id: values for column, values in columns},
    )


def lost_table(study: CorpusStudy, variant: int = 0) -> TableData:
    """Return a row for each lost piece: its request, where it was lost, what brings it back."""
    rows = [one for each in _causes(study, variant) for one in each.lost]
    curves = study.curves[variant]
    columns: tuple[tuple[Column, Numbers | Texts], ...] = (
        (
            Column("request", "Request", "The request's trace_id.", Kind.TEXT, width=24,
                   elide=Elide.MIDDLE),
            Texts([curves[one.place].trace_id for one in rows]),
        ),
        (
            Column("corpus", "Corpus", "Where the request is from.", Kind.TEXT, width=10),
            Texts([study.names[study.jobs[one.place].corpus] for one in rows]),
        ),
        (
            _whole("piece", "Piece", "Its place in must_include, from 1."),
            Numbers.whole([one.lost.piece + 1 for one in rows]),
        ),
        (
            Column("cause", "Lost to", "Where the evidence was lost.", Kind.TEXT, width=20),
            Texts([cause_word(one.lost.cause) for one in rows]),
        ),
        (
            Column("subject", "Came furthest", "Which of its ids came furthest.", Kind.TEXT,
                   width=24, elide=Elide.MIDDLE),
            Texts([one.lost.subject for one in rows]),
        ),
        (
            Column("back", "Comes back at", "The smallest change that brings it back.", Kind.TEXT,
                   width=26),
            Texts([change_text(one.lost.change) for one in rows]),
        ),
        (
            Column("moved", "Tokens moved", "Tokens that the change moves or adds.", Kind.NUMBER,
                   width=8, write=decimals(0)),
            _doubles([one.lost.change.tokens if one.lost.change else np.nan for one in rows]),
        ),
    )  # fmt: skip
    return TableData(
        tuple(column for column, _ in columns),
        [f"lost:{one.place}:{one.lost.piece}" for one in rows],
        {column.id: values for column, values in columns},
    )


def change_text(change: Change | None) -> str:
    """Say what brings a piece back as the options of the command line name it; "" for nothing."""
    if change is None:
        return ""
    if change.what == OVERRIDE:
        return "without the override"
    part = f", window-part {change.window_part:g}" if change.window_part else ""
    return f"{change.what} {change.value:.10g}{part}"


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
    limits = [alone[one.name].losses[0] for one in found]
    advised = [alone[one.name].recommendation for one in found]

    def value(column_id: str, title: str, help_text: str) -> Column:
        return Column(
            column_id, title, help_text, Kind.NUMBER, width=8, write=lambda one: rounded(axis, one)
        )

    def part(column_id: str, title: str, help_text: str) -> Column:
        return Column(column_id, title, help_text, Kind.NUMBER, width=7, write=percent(1))

    common = np.nan if study.recommendation is None else study.recommendation.value
    columns: tuple[tuple[Column, Numbers | Texts], ...] = (
        (
            Column(
                "corpus",
                "Corpus",
                "Requests of one candidate set.",
                Kind.TEXT,
                width=20,
                elide=Elide.MIDDLE,
            ),
            Texts([one.name for one in found]),
        ),
        (
            Column("asking", "Requests", "Requests with ground truth.", Kind.INTEGER, width=7),
            Numbers.whole([one.asking for one in found]),
        ),
        (
            part("recall_now", "Recall now", "Its mean recall under the policy as it is."),
            Numbers(np.array([np.nan if one is None else one.recall for one in limits])),
        ),
        (
            part("best_possible", "Best possible", "No order of its candidates has more."),
            Numbers(np.array([np.nan if one is None else one.best_possible for one in limits])),
        ),
        (
            part("ceiling", "Ceiling", "Part of its evidence that was among the candidates."),
            Numbers(np.array([np.nan if one is None else one.ceiling for one in limits])),
        ),
        (
            value("common", "Common value", "The best value for all corpora together."),
            Numbers(np.full(len(found), common)),
        ),
        (
            part("recall_common", "Recall there", "Its mean recall at the common value."),
            Numbers(np.array([one.recall_common for one in found])),
        ),
        (
            value("value", "Own best", "The best value for this corpus alone."),
            Numbers(np.array([one.value for one in found])),
        ),
        (
            part("recall", "Own recall", "Its mean recall at its own best value."),
            Numbers(np.array([one.recall for one in found])),
        ),
        (
            value("cheapest", "Cheapest", "The value of fewest tokens that is good enough for it."),
            Numbers(np.array([np.nan if one is None else one.cheapest.value for one in advised])),
        ),
        (
            part("regret", "Regret", "Recall that it gives up at the common value."),
            Numbers(np.array([one.regret for one in found])),
        ),
        (
            part("held_out", "Held out", "Its own gain on requests that did not choose the value."),
            Numbers(np.array([one.held_out for one in found])),
        ),
    )
    return TableData(
        tuple(column for column, _ in columns),
        [f"corpus:{place}" for place in range(len(found))],
        {column.id: values for column, values in columns},
    )
