"""Results as records of the history: one function for each stage, none of which keeps contents.

A record holds ids, names of cards and buckets, numbers, verdicts and reasons. Texts of cards,
files, nodes, hot states, chunks, messages and outputs, and values of signals, are known by
fingerprint only. A function returns None where a result has nothing to record, and raises
``HistoryError`` for a result that no record can hold.
"""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.files.recording.any_result import record_of
    from inspector.files.recording.assembly import assembly_record
    from inspector.files.recording.builder import builder_record
    from inspector.files.recording.discipline import discipline_record
    from inspector.files.recording.fingerprints import InputFingerprints, candidates_fingerprint
    from inspector.files.recording.injection import corpus_record, injection_record
    from inspector.files.recording.relevance import relevance_record
    from inspector.files.recording.window import window_record

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
        "any_result": "record_of",
        "assembly": "assembly_record",
        "builder": "builder_record",
        "discipline": "discipline_record",
        "fingerprints": "InputFingerprints candidates_fingerprint",
        "injection": "corpus_record injection_record",
        "relevance": "relevance_record",
        "window": "window_record",
    },
)
