"""Results as records of the history: each stage says what is recorded of its results.

A record holds ids, names of cards and buckets, numbers, verdicts and reasons. Texts of cards,
files, nodes, hot states, chunks, messages and outputs, and values of signals, are known by
fingerprint only.
"""

from __future__ import annotations

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
    record: RunRecord | None = stage.load(stage.record)(result, recorded_at, known)
    return record
