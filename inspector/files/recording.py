"""Results as records of the history: each stage says what is recorded of its results.

A record holds ids, names of cards and buckets, numbers, verdicts and reasons. Texts of cards,
files, nodes, hot states, chunks, messages and outputs, and values of signals, are known by
fingerprint only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from inspector.stage import stage_of_type

if TYPE_CHECKING:
    from inspector.files.history import RunRecord
    from inspector.files.history.input_fingerprints import InputFingerprints


def record_of(
    result: Any, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record of a result of any stage, None where it has nothing to record.

    ``recorded_at`` is UTC with a ``Z``. Raises ``HistoryError`` for what no record can hold, and
    ``TypeError`` for what is no result of a stage.
    """
    # By name, so that recording a result of one stage loads no other.
    stage = stage_of_type("result", type(result))
    if stage is None:
        raise TypeError(f"{type(result).__name__} is no result of a stage")
    if not stage.record:
        return _numbers_recorded(stage.id, result, recorded_at)
    record: RunRecord | None = stage.load(stage.record)(result, recorded_at, known)
    return record


def _numbers_recorded(stage: str, result: Any, recorded_at: str) -> RunRecord:
    """Return the record of a result with the ``session`` it is of: numbers alone, no contents."""
    from inspector.files.history.input_fingerprints import run_record, title_of

    def numbers(of: Any, names: Iterable[str]) -> dict[str, int | float]:
        values = {name: getattr(of, name) for name in names}
        return {name: one for name, one in values.items() if isinstance(one, int | float)}

    found = numbers(result, (field.name for field in fields(result)))
    part = result.session.part(stage)
    return run_record(
        stage=stage,
        recorded_at=recorded_at,
        title=title_of(result.session, stage),
        inputs={},
        configuration=numbers(part, type(part).model_fields),
        result=found,
        metrics=found,
        verdicts={},
    )
