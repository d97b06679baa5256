"""The tables of lost evidence: by cause, and piece by piece."""

from __future__ import annotations

import numpy as np

from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import tr
from inspector.present.corpus.loss_sentences import CAUSE_HELP, CAUSE_TITLES, change_text
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


def loss_table(study: CorpusStudy, variant: int = 0) -> TableData:
    """Return a row for each cause, the greatest loss first."""
    found = study.losses[variant] if study.losses else None
    causes = found.causes if found else ()
    changes = [[one.lost.change for one in each.lost if one.lost.change] for each in causes]
    columns: tuple[tuple[Column, Numbers | Texts], ...] = (
        (
            Column("cause", tr("Lost to"), tr("Where the pieces were lost."), Kind.TEXT, width=20),
            Texts([CAUSE_TITLES[one.cause] for one in causes]),
        ),
        _whole("pieces", tr("Pieces"), tr("Entries of must_include that are not in."),
               [one.pieces for one in causes]),
        _whole("requests", tr("Requests"), tr("Requests that lost one."),
               [len(one.places) for one in causes]),
        _part("recall", tr("Recall"), tr("Its part of the mean recall."),
              [one.recall for one in causes]),
        _part("low", tr("95 % from"), tr("The lower end of its interval."),
              [one.recall_interval.low for one in causes]),
        _part("high", tr("95 % to"), tr("The upper end of its interval."),
              [one.recall_interval.high for one in causes]),
        _whole("back", tr("Come back"), tr("Pieces that a change of the policy brings back."),
               [len(each) for each in changes]),
        (
            Column("help", tr("Meaning"), tr("What the cause is."), Kind.TEXT, width=40),
            Texts([CAUSE_HELP[one.cause] for one in causes]),
        ),
    )  # fmt: skip
    return TableData(
        tuple(column for column, _ in columns),
        [f"loss:{one.cause}" for one in causes],
        {column.id: values for column, values in columns},
    )


def lost_table(study: CorpusStudy, variant: int = 0) -> TableData:
    """Return a row for each lost piece: its request, where it was lost, what brings it back."""
    found = study.losses[variant] if study.losses else None
    rows = [one for each in (found.causes if found else ()) for one in each.lost]
    curves = study.curves[variant]
    tokens = [one.lost.change.tokens if one.lost.change else np.nan for one in rows]
    columns: tuple[tuple[Column, Numbers | Texts], ...] = (
        (
            Column("request", tr("Request"), tr("The request's trace_id."), Kind.TEXT, width=24,
                   elide=Elide.MIDDLE),
            Texts([curves[one.place].trace_id for one in rows]),
        ),
        (
            Column("corpus", tr("Corpus"), tr("Where the request is from."), Kind.TEXT, width=10),
            Texts([study.names[study.jobs[one.place].corpus] for one in rows]),
        ),
        _whole("piece", tr("Piece"), tr("Its place in must_include, from 1."),
               [one.lost.piece + 1 for one in rows]),
        (
            Column("cause", tr("Lost to"), tr("Where the piece was lost."), Kind.TEXT, width=20),
            Texts([CAUSE_TITLES[one.lost.cause] for one in rows]),
        ),
        (
            Column("subject", tr("Came furthest"), tr("Which of its ids came furthest."),
                   Kind.TEXT, width=24, elide=Elide.MIDDLE),
            Texts([one.lost.subject for one in rows]),
        ),
        (
            Column("back", tr("Comes back at"), tr("The smallest change that brings it back."),
                   Kind.TEXT, width=26),
            Texts([change_text(one.lost.change) for one in rows]),
        ),
        (
            Column("moved", tr("Tokens moved"), tr("Tokens that the change moves or adds."),
                   Kind.NUMBER, width=8, write=decimals(0)),
            Numbers(np.array(tokens, dtype=np.float64)),
        ),
    )  # fmt: skip
    return TableData(
        tuple(column for column, _ in columns),
        [f"lost:{one.place}:{one.lost.piece}" for one in rows],
        {column.id: values for column, values in columns},
    )


def _whole(column_id: str, title: str, help_text: str, values: list[int]) -> tuple[Column, Numbers]:
    column = Column(column_id, title, help_text, Kind.INTEGER, width=6)
    return column, Numbers(np.array(values, dtype=np.int64))


def _part(
    column_id: str, title: str, help_text: str, values: list[float]
) -> tuple[Column, Numbers]:
    column = Column(column_id, title, help_text, Kind.NUMBER, width=7, write=percent(1))
    return column, Numbers(np.array(values, dtype=np.float64))
