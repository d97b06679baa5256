"""The record of a result of whatever stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.files import recording

if TYPE_CHECKING:
    from inspector.analysis.assembly_runs import AssemblyResult
    from inspector.analysis.builder_runs import BuilderResult
    from inspector.analysis.discipline_runs import DisciplineResult
    from inspector.analysis.injection_runs import InjectionResult
    from inspector.analysis.relevance_runs import RelevanceResult
    from inspector.analysis.window_runs import WindowResult
    from inspector.files.history import RunRecord
    from inspector.files.recording.fingerprints import InputFingerprints

    AnyResult = (
        InjectionResult
        | RelevanceResult
        | DisciplineResult
        | WindowResult
        | AssemblyResult
        | BuilderResult
    )

# By name, so that recording a result of one stage loads no other.
_MAKERS = {
    "InjectionResult": "injection_record",
    "RelevanceResult": "relevance_record",
    "DisciplineResult": "discipline_record",
    "WindowResult": "window_record",
    "AssemblyResult": "assembly_record",
    "BuilderResult": "builder_record",
}


def record_of(
    result: AnyResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record of a result, None where it has nothing to record.

    ``recorded_at`` is UTC with a ``Z``. Raises ``HistoryError`` for what no record can hold.
    """
    record: RunRecord | None = getattr(recording, _MAKERS[type(result).__name__])(
        result, recorded_at, known
    )
    return record
