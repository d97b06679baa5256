"""The tables of a corpus: its requests, the stretches of the curve, the front, the policies."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache, partial
from operator import attrgetter
from typing import Any

import numpy as np

from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import Rate, RequestCurve
from inspector.analysis.corpus.study import QUANTILES, CorpusStudy
from inspector.analysis.quantities import CARDS_SUPPRESSED
from inspector.analysis.tuning.axes import Axis
from inspector.core.arrays import Float64, Int64
from inspector.language import tr
from inspector.present.axis_names import is_axis_off, rounded
from inspector.present.table import (
    Align,
    Column,
    Elide,
    Kind,
    Lazy,
    Numbers,
    TableData,
    decimals,
)
from inspector.present.table.spec import table_of
from inspector.stages.corpus.losses import (
    CAUSE_TITLES,
    OUTCOMES,
    counts,
    outcome_codes,
    shares,
)
from inspector.stages.corpus.names import MEASURE_HELP, MEASURE_TITLES, cause_word

Of = Callable[[Any], Any] | None

_BANDS = (Rate.RECALL, Rate.UTILISATION)


class CorpusTable(StrEnum):
    """The tables, in the order of their tabs."""

    REQUESTS = "corpus-requests"
    LOSSES = "corpus-losses"
    LOST = "corpus-lost"
    STRETCHES = "corpus-stretches"
    FRONT = "corpus-front"
    POLICIES = "corpus-policies"
    REGRETS = "corpus-regrets"


TITLES = {
    CorpusTable.REQUESTS: tr("Questions"),
    CorpusTable.LOSSES: tr("Lost evidence"),
    CorpusTable.LOST: tr("Lost pieces"),
    CorpusTable.STRETCHES: tr("Curve"),
    CorpusTable.FRONT: tr("Pareto front"),
    CorpusTable.POLICIES: tr("Policies"),
    CorpusTable.REGRETS: tr("Corpora"),
}


def request_key(place: int) -> str:
    """Return the key of a request's row, by its place in the study."""
    return f"request:{place}"


def request_of_key(key: str) -> int | None:
    """Return the place of the request that a key is of, also that of a lost piece; else None."""
    kind, _, rest = key.partition(":")
    number = rest.partition(":")[0]
    return int(number) if kind in ("request", "lost") and number.isdecimal() else None


def still_selected(key: str, before: CorpusStudy | None, now: CorpusStudy) -> str:
    """Return the key of a request in another study, "" where it is not in it."""
    place = request_of_key(key)
    if before is None or place is None or before.load is not now.load:
        return ""
    job = before.jobs[place]
    here = (job.corpus, job.number)
    places = [at for at, one in enumerate(now.jobs) if (one.corpus, one.number) == here]
    return request_key(places[0]) if places else ""


def _value(column_id: str, title: str, help_text: str, axis: Axis, of: Of = None) -> Column:
    width = 13 if axis is Axis.DIVISION else 8
    return Column(
        column_id, title, help_text, Kind.NUMBER, width=width, write=partial(rounded, axis), of=of
    )


def _tokens(of: Of = None) -> Column:
    return Column("tokens", "Tokens", "Tokens a request, the mean.", Kind.NUMBER, width=8,
                  write=decimals(1), of=of)  # fmt: skip


def request_table(study: CorpusStudy, value: float, variant: int = 0) -> TableData:
    """Return every request with what it has now and at a value of the axis."""
    curves, axis = study.curves[variant], study.load.range.axis
    now = np.array([curve.current for curve in study.curves[0]], dtype=np.int64)
    then = np.array([curve.at(value) for curve in curves], dtype=np.int64)
    now, then = (rows.reshape(-1, len(FACTS)) for rows in (now, then))
    of_now, of_then = (dict(zip(FACTS, rows.T, strict=True)) for rows in (now, then))
    asked = np.array([curve.asked for curve in curves], dtype=np.int64)
    met_now, met_then = of_now[Fact.MET], of_then[Fact.MET]
    recall_now, recall_then = (_part(facts[Fact.MET], asked) for facts in (of_now, of_then))
    at_now = tr("At {value} now", value=rounded(axis, study.current))
    if is_axis_off(axis, study.load.overrides):
        at_now = tr("Now, off")
    lost = [_lost_evidence(study, place) for place in range(len(curves))]
    codes = outcome_codes(study, met_now, met_then)
    columns = (
        Column("outcome", "Outcome", "Where its evidence was lost.", Kind.ENUM, width=14,
               visible=False, labels=OUTCOMES, of=lambda place: OUTCOMES[codes[place]]),
        Column("question", "Question", "What the request asks.", Kind.TEXT, width=44,
               of=study.question),
        Column("evidence", "Lost evidence", "What is not in now, and where it was lost.",
               Kind.TEXT, width=26, visible=any(lost), of=lost.__getitem__),
        Column("found_now", at_now, "How much of its evidence is in now.", Kind.TEXT, width=9,
               align=Align.RIGHT, of=lambda place: _found(met_now.item(place), asked.item(place))),
        Column("found", tr("At {value}", value=rounded(axis, value)),
               "How much of its evidence is in at the value.", Kind.TEXT, width=9,
               visible=value != study.current,
               align=Align.RIGHT, of=lambda place: _found(met_then.item(place), asked.item(place))),
        Column("request", "Request", "The request's trace_id.", Kind.TEXT, width=24,
               elide=Elide.MIDDLE, visible=False, of=lambda place: curves[place].trace_id),
        Column("corpus", "Corpus", "Where the request is from.", Kind.TEXT, width=10,
               visible=len(study.names) > 1,
               of=lambda place: study.names[study.jobs[place].corpus]),
        Column("lost", "Lost to", "Where its evidence that is not in now was lost.", Kind.TEXT,
               width=16, visible=False, of=lambda place: _lost_to(study.curves[0][place])),
        counts("asked", "Evidence", "Entries of must_include.", asked.item, visible=False),
        counts("met_now", "Found now", "How many of them are in now.", met_now.item,
               visible=False),
        counts("met", "Found at cursor", "How many of them are in at the value.", met_then.item,
               visible=False),
        shares("recall_now", "Recall now", "Part of them that is in now.", recall_now.item,
               visible=False),
        shares("recall", "Recall", "Part of them that is in at the value.", recall_then.item,
               visible=False),
        Column("change", "Change", "What the value brings, in parts of 1.", Kind.NUMBER, width=7,
               write=lambda one: f"{one * 100:+.1f} %", visible=False,
               of=(recall_then - recall_now).item),
        counts("used_now", "Tokens now", "Tokens injected now.", of_now[Fact.USED].item,
               visible=False),
        counts("used", "Tokens", "Tokens injected at the value.", of_then[Fact.USED].item),
        shares("utilisation", "Utilisation", "Tokens used of those allowed, at the value.",
               _part(of_then[Fact.USED], of_then[Fact.TOTAL]).item, visible=False),
        counts("cards", "Cards", "Cards that are in at the value.", of_then[Fact.CARDS].item,
               visible=False),
        counts("suppressed", CARDS_SUPPRESSED.title, CARDS_SUPPRESSED.definition,
               of_then[Fact.SUPPRESSED].item, visible=False),
        counts("inlined", "Full text", "Files in full text.", of_then[Fact.INLINED].item,
               visible=False),
        counts("listed", "Title only", "Files by title only.", of_then[Fact.LISTED].item,
               visible=False),
    )  # fmt: skip
    places = range(len(curves))
    return table_of(columns, [request_key(place) for place in places], places)


def _found(met: int, asked: int) -> str:
    return tr("{met:,} of {asked:,}", met=met, asked=asked) if asked else ""


def _lost_evidence(study: CorpusStudy, place: int) -> str:
    lost = study.curves[0][place].evidence.lost
    return ", ".join(
        f"{CAUSE_TITLES[one.cause]} · {study.title(place, one.subject)}".rstrip(" ·")
        for one in sorted(lost, key=lambda one: one.cause.depth)
    )


def _lost_to(curve: RequestCurve) -> str:
    causes = sorted({one.cause for one in curve.evidence.lost}, key=lambda one: one.depth)
    return ", ".join(map(cause_word, causes))


def _part(part: Int64, whole: Int64) -> Float64:
    found: Float64 = np.full(len(part), np.nan)
    np.divide(part, whole, out=found, where=whole > 0)
    return found


def stretch_table(study: CorpusStudy, variant: int = 0) -> TableData:
    """Return the exact mean curve: every stretch over which no fact of any request changes."""
    mean, axis = study.means[variant], study.load.range.axis
    ends = [*mean.starts[1:].tolist(), study.load.range.high]
    columns: list[tuple[Column, Numbers | Lazy]] = [
        (_value("from", "From", "The first value of the stretch.", axis), Numbers(mean.starts)),
        (
            _value("to", "To", "Where the next begins; the end of the last.", axis),
            Numbers(np.array(ends)),
        ),
        (_tokens(), Numbers(mean.tokens)),
    ]
    columns += [
        (
            shares(measure.value, MEASURE_TITLES[measure], MEASURE_HELP[measure]),
            Numbers(mean.measure(measure)),
        )
        for measure in Rate
    ]
    for measure in _BANDS:
        column_of = _quantiles(study, measure, variant)
        for place, quantile in enumerate(QUANTILES):
            name = f"{measure.value}_p{quantile * 100:.0f}"
            title = f"{MEASURE_TITLES[measure]}, {quantile * 100:.0f} %"
            help_text = tr(
                "What {percent:.0f} % of the requests stay below or at.", percent=quantile * 100
            )
            columns.append((shares(name, title, help_text, visible=False), column_of(place)))
    return TableData(
        tuple(column for column, _ in columns),
        [f"stretch:{place}" for place in range(len(mean.starts))],
        {column.id: values for column, values in columns},
    )


def _quantiles(study: CorpusStudy, measure: Rate, variant: int) -> Callable[[int], Lazy]:
    """Return what gives the column of a quantile; all are worked out when one is asked for."""
    starts = study.means[variant].starts
    every = cache(lambda: study.quantiles(measure, starts, variant))
    return lambda place: Lazy(lambda: Numbers(every()[place]))


def _policy(study: CorpusStudy, of: Of) -> Column:
    # Those of a grid are called by their values.
    width = 16 if len(study.load.variants) == 1 else 34
    return Column("policy", "Policy", "Which of the policies.", Kind.TEXT, width=width,
                  elide=Elide.MIDDLE, of=of)  # fmt: skip


def front_table(study: CorpusStudy) -> TableData:
    """Return the policies that no other beats: more recall costs more tokens."""
    front, axis, recall = study.front, study.load.range.axis, Rate.RECALL
    columns = (
        _policy(study, lambda one: study.load.variants[one.variant].name),
        _value("value", "Value", "The first value of the axis that has it.", axis,
               attrgetter("first")),
        _tokens(attrgetter("tokens")),
        shares("recall", MEASURE_TITLES[recall], MEASURE_HELP[recall], attrgetter("recall")),
    )  # fmt: skip
    return table_of(columns, [f"front:{place}" for place in range(len(front))], front)


def policy_table(study: CorpusStudy) -> TableData:
    """Return every policy of the grid with its best value, against the policy as it is."""
    found = [
        (variant.name, one)
        for variant, one in zip(study.load.variants, study.recommendations, strict=False)
        if one is not None
    ]

    def of(name: str) -> Of:
        read = attrgetter(name)
        return lambda row: read(row[1])

    columns = (
        _policy(study, lambda row: row[0]),
        _value("value", "Best value", "The value with the best mean recall.",
               study.load.range.axis, of("value")),
        shares("recall", "Recall", "Its mean recall.", of("recall")),
        shares("low", "95 % from", "The lower end of its interval.", of("recall_interval.low")),
        shares("high", "95 % to", "The upper end of its interval.", of("recall_interval.high")),
        shares("gain", "Gain", "Against the policy as it is.", of("gain")),
        shares("held_out", "Held out", "The gain on requests that did not choose the value.",
               of("held_out")),
        _tokens(of("tokens")),
        counts("better", "Better", "Requests whose recall rises.", lambda row: len(row[1].better)),
        counts("worse", "Worse", "Requests whose recall falls.", lambda row: len(row[1].worse)),
    )  # fmt: skip
    return table_of(columns, [f"policy:{place}" for place in range(len(found))], found)
