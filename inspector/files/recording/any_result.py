"""The record of a result of whatever stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.files import recording

if TYPE_CHECKING:
    from inspector.analysis.injection_runs import InjectionResult
    from inspector.files.history import RunRecord
    from inspector.files.history.input_fingerprints import InputFingerprints
    from inspector.stages.assembly.runs import AssemblyResult
    from inspector.stages.builder.runs import BuilderResult
    from inspector.stages.discipline.runs import DisciplineResult
    from inspector.stages.relevance.runs import RelevanceResult
    from inspector.stages.window.runs import WindowResult

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
