"""Several corpora under one policy: what each gives up beside a value of its own, as a table."""

from __future__ import annotations

import numpy as np

from inspector.analysis.corpus.study import CorpusStudy
from inspector.present.axis_names import rounded
from inspector.present.table import Column, Elide, Kind, Numbers, TableData, Texts, percent


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
            Numbers(np.array([one.asking for one in found], dtype=np.int64)),
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
