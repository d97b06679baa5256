"""Results as records of the history: one function for each stage, none of which keeps contents.

A record holds ids, names of cards and buckets, numbers, verdicts and reasons. Texts of cards,
files, nodes, hot states, chunks, messages and outputs, and values of signals, are known by
fingerprint only. A function returns None where a result has nothing to record, and raises
``HistoryError`` for a result that no record can hold.
"""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.files.history.input_fingerprints import InputFingerprints, candidates_fingerprint
    from inspector.files.recording.any_result import record_of
    from inspector.stages.assembly.recording import assembly_record
    from inspector.stages.builder.recording import builder_record
    from inspector.stages.discipline.recording import discipline_record
    from inspector.stages.injection.recording import corpus_record, injection_record
    from inspector.stages.relevance.recording import relevance_record
    from inspector.stages.window.recording import window_record

__all__ = [
    "InputFingerprints",
    "assembly_record",
    "builder_record",
    "candidates_fingerprint",
    "corpus_record",
    "discipline_record",
    "injection_record",
    "record_of",
    "relevance_record",
    "window_record",
]

load_when_asked(
    __name__,
    {
        "inspector.files.history.input_fingerprints": ("InputFingerprints candidates_fingerprint"),
        "any_result": "record_of",
        "inspector.stages.assembly.recording": "assembly_record",
        "inspector.stages.builder.recording": "builder_record",
        "inspector.stages.discipline.recording": "discipline_record",
        "inspector.stages.injection.recording": "corpus_record injection_record",
        "inspector.stages.relevance.recording": "relevance_record",
        "inspector.stages.window.recording": "window_record",
    },
)
