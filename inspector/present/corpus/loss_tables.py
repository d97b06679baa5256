"""The tables of lost evidence: by cause, and piece by piece."""

from __future__ import annotations

import numpy as np

from inspector.analysis.corpus.losses import Loss
from inspector.analysis.corpus.remedies import OVERRIDE, Change
from inspector.analysis.corpus.study import CorpusStudy
from inspector.present.corpus.names import cause_word
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


def _whole(column_id: str, title: str, help_text: str) -> Column:
    return Column(column_id, title, help_text, Kind.INTEGER, width=6)


def _part(column_id: str, title: str, help_text: str) -> Column:
    return Column(column_id, title, help_text, Kind.NUMBER, width=7, write=percent(1))


def _integers(values: list[int]) -> Numbers:
    return Numbers(np.array(values, dtype=np.int64))


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
            _integers([one.pieces for one in causes]),
        ),
        (
            _whole("requests", "Requests", "Requests that lost one."),
            _integers([len(one.places) for one in causes]),
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
            _integers(back),
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
            _integers([one.lost.piece + 1 for one in rows]),
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
