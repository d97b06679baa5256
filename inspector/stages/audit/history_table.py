"""The history of runs as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.ledger import Number
from inspector.language import localized
from inspector.present.table import Codes, Column, Elide, Kind, Numbers, TableData, Texts

_STAGES = ("injection", "relevance", "discipline", "window", "assembly", "builder", "corpus", "")

COLUMNS = (
    Column("seen", "Last seen", "When the run was seen last, UTC.", Kind.TEXT, ("time",), width=18),
    Column("stage", "Stage", "What was run.", Kind.ENUM, width=9),
    Column("title", "Title", "The session, or the file.", Kind.TEXT, width=24),
    Column("used", "Used", "Tokens that were used.", Kind.INTEGER, width=7),
    Column("verdicts", "Verdicts", "How many subjects got each verdict.", Kind.TEXT, ("verdict",),
           width=24),
    Column("policy", "Policy", "Beginning of the policy's SHA-256.", Kind.TEXT, width=10),
    Column("result", "Result", "Beginning of the result's SHA-256.", Kind.TEXT,
           ("fingerprint",), visible=False, width=10),
    Column("request", "Request", "Beginning of the request's SHA-256.", Kind.TEXT, visible=False,
           width=10),
    Column("candidates", "Candidates", "Beginning of the set's SHA-256.", Kind.TEXT, visible=False,
           width=10),
    Column("times", "Times", "How often it was seen in a row.", Kind.INTEGER, visible=False,
           width=7),
    Column("series", "Series", "The corpus it belongs to.", Kind.TEXT, visible=False, width=20,
           elide=Elide.MIDDLE),
    Column("version", "Version", "The program that ran it.", Kind.TEXT, visible=False, width=9),
    Column("number", "Run", "The run's number.", Kind.INTEGER, visible=False, width=6),
)  # fmt: skip
_SHOWN_DIGITS = 8


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run of the history."""

    number: int
    seen: str
    stage: str
    title: str
    times: int
    series: str
    version: str
    inputs: Mapping[str, str]
    metrics: Mapping[str, Number]
    verdicts: Mapping[str, int]
    result: str


def history_table(runs: Sequence[RunLine]) -> TableData:
    """Return runs as they are given; keys are ``run:`` and the number."""

    def digits(part: str) -> Texts:
        return Texts([run.inputs.get(part, "")[:_SHOWN_DIGITS] for run in runs])

    used = [run.metrics.get("used", run.metrics.get("total_tokens_used")) for run in runs]
    stages = {stage: place for place, stage in enumerate(_STAGES)}
    return TableData(
        COLUMNS,
        [f"run:{run.number}" for run in runs],
        {
            "seen": Texts([run.seen[:16].replace("T", " ") for run in runs]),
            "stage": Codes(
                np.array([stages.get(run.stage, len(_STAGES) - 1) for run in runs], np.uint16),
                _STAGES,
            ),
            "title": Texts([" ".join(run.title.split()) for run in runs]),
            "used": _numbers([one if isinstance(one, int) else None for one in used]),
            "verdicts": Texts([verdict_words(run) for run in runs]),
            "policy": digits("policy"),
            "result": Texts([run.result[:_SHOWN_DIGITS] for run in runs]),
            "request": digits("request"),
            "candidates": digits("candidates"),
            "times": _numbers([run.times for run in runs]),
            "series": Texts([run.series for run in runs]),
            "version": Texts([run.version for run in runs]),
            "number": _numbers([run.number for run in runs]),
        },
    )


def verdict_words(run: RunLine) -> str:
    """Return how many subjects got each verdict."""
    return ", ".join(f"{localized(count)} {verdict}" for verdict, count in run.verdicts.items())


def _numbers(values: Sequence[int | None]) -> Numbers:
    present = np.array([value is not None for value in values], dtype=np.bool_)
    return Numbers(np.array([value or 0 for value in values], dtype=np.int64), present)
