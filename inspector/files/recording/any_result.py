"""The record of a result of whatever stage."""

from __future__ import annotations

from inspector.analysis.assembly_runs import AssemblyResult
from inspector.analysis.builder_runs import BuilderResult
from inspector.analysis.discipline_runs import DisciplineResult
from inspector.analysis.injection_runs import InjectionResult
from inspector.analysis.relevance_runs import RelevanceResult
from inspector.analysis.window_runs import WindowResult
from inspector.files.history import RunRecord
from inspector.files.recording.assembly import assembly_record
from inspector.files.recording.builder import builder_record
from inspector.files.recording.discipline import discipline_record
from inspector.files.recording.fingerprints import InputFingerprints
from inspector.files.recording.injection import injection_record
from inspector.files.recording.relevance import relevance_record
from inspector.files.recording.window import window_record

AnyResult = (
    InjectionResult
    | RelevanceResult
    | DisciplineResult
    | WindowResult
    | AssemblyResult
    | BuilderResult
)


def record_of(
    result: AnyResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record of a result, None where it has nothing to record.

    ``recorded_at`` is UTC with a ``Z``. Raises ``HistoryError`` for what no record can hold.
    """
    match result:
        case InjectionResult():
            return injection_record(result, recorded_at, known)
        case RelevanceResult():
            return relevance_record(result, recorded_at, known)
        case DisciplineResult():
            return discipline_record(result, recorded_at, known)
        case WindowResult():
            return window_record(result, recorded_at, known)
        case AssemblyResult():
            return assembly_record(result, recorded_at, known)
        case BuilderResult():
            return builder_record(result, recorded_at, known)
