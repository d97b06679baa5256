"""The journal of a corpus: what is done, so that a run that was killed goes on where it was.

Lines that are only ever added: one that says what the run is of, then one for each request, with
its own checksum. A last line that was cut off counts for nothing and is written again. Curves are
kept to the last bit, so a run that was taken up gives the bytes of one that was not.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any, BinaryIO, Self

import numpy as np
from platformdirs import user_cache_path

from inspector import __version__
from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.facts import FACTS, Evidence, LostPiece, Retrieval
from inspector.analysis.corpus.means import RequestCurve
from inspector.analysis.corpus.running import Spill
from inspector.analysis.corpus.workload import Corpus, Curves, Job, RefusedRequest, Workload
from inspector.core.canonical import fingerprint
from inspector.files.recording import InputFingerprints
from inspector.files.requests import overrides_fields
from inspector.locks import open_to_change
from inspector.resources import PROGRAM

_FORMAT = "corpus-journal"
_VERSION = 3


def workload_key(load: Workload, corpora: Sequence[Corpus]) -> str:
    """Return the SHA-256 of everything that decides the curves of a workload."""
    known = InputFingerprints()
    return fingerprint(
        {
            "format": [_FORMAT, _VERSION, __version__],
            "corpora": [known.of_candidates(one.candidates) for one in corpora],
            "jobs": [
                [job.corpus, job.counted, job.used_before, _fingerprint(corpora, job)]
                for job in load.jobs
            ],
            "policies": [_dumped(one.policy) for one in load.variants],
            "counters": [one.counter_name for one in load.counted],
            "range": [load.range.axis.value, float(load.range.low), float(load.range.high)],
            "strategies": [load.strategy_of(one).value for one in load.variants],
            "settings": _dumped(load.settings),
            "overrides": overrides_fields(load.overrides),
            "facts": [fact.value for fact in FACTS],
        }
    )


def _fingerprint(corpora: Sequence[Corpus], job: Job) -> str:
    # Of the whole request: what it chooses from may be its own.
    request = corpora[job.corpus].requests[job.number]
    try:
        return hashlib.sha256(request.model_dump_json().encode()).hexdigest()
    except ValueError:  # half of a surrogate pair
        return InputFingerprints().of("request", request, _dumped)


def _dumped(value: Any) -> Any:
    return value.model_dump(mode="json")


def default_journal_path(key: str) -> Path:
    """Return where the journal of a workload is unless somebody names another file."""
    return user_cache_path(PROGRAM, appauthor=False) / "corpora" / f"{key[:32]}.journal"


class CorpusJournal:
    """An open journal of one workload; ``open_journal`` makes it. Used by one thread."""

    def __init__(self, path: Path, file: BinaryIO, known: dict[int, Curves]) -> None:
        self.path = path
        self.known = known
        """What an earlier run left, by place of the job."""
        self._file = file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def keep(self, place: int, curves: Curves) -> None:
        """Add what was found for one job; it outlives a kill. Raises ``OSError``."""
        try:
            self._file.write(_line(place, curves))
            self._file.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def close(self) -> None:
        """Close the file; what it holds stays."""
        with suppress(OSError):  # what a full disk did not take was told when it was kept
            self._file.close()

    def remove(self) -> None:
        """Close the file and delete it: the results are out. Raises ``OSError``."""
        self.close()
        self.path.unlink(missing_ok=True)


def refused_by_system(error: Exception) -> str:
    """Say which file the system refused, why, and what goes on without it."""
    if not isinstance(error, OSError) or not error.filename:
        return str(error)
    fix = "name another place with --journal FILE, or run with --no-journal"
    return f"{error.filename}: {error.strerror}; {fix}"


def open_journal(path: Path, key: str, spill: Spill | None = None) -> CorpusJournal:
    """Open the journal of a workload, and make it where there is none.

    ``spill`` takes what was done before, beyond what memory should hold. A file that is of another
    workload, or of another version of the program, is begun anew. Raises
    ``OSError``, and ``ValueError`` for a file that is no journal, which is left as it is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    first = json.dumps({"format": _FORMAT, "version": _VERSION, "key": key}).encode() + b"\n"
    known: dict[int, Curves] = {}
    spill = spill or Spill()
    good = 0
    file = open_to_change(path)
    try:
        head = file.readline()
        if head and _FORMAT.encode() not in head:
            raise ValueError(f"{path} is no journal of a corpus; name another file")
        if head == first:
            good = len(head)
            for line in file:
                read = _read(line)
                if read is None:
                    break
                known[read[0]] = spill.keep(read[1])
                good += len(line)
        file.seek(good)
        file.truncate(good)
        if not good:
            file.write(first)
            file.flush()
    except OSError as error:
        with suppress(OSError):
            file.close()
        raise OSError(error.errno, error.strerror, str(path)) from error
    except ValueError:
        file.close()
        raise
    return CorpusJournal(path, file, known)


def _line(place: int, curves: Curves) -> bytes:
    if isinstance(curves, RefusedRequest):
        body: dict[str, Any] = {"trace_id": curves.trace_id, "why": curves.why}
    else:
        body = {"curves": [_packed(curve) for curve in curves]}
    text = json.dumps({"place": place, **body}, separators=(",", ":"))
    return f"{hashlib.sha256(text.encode()).hexdigest()} {text}\n".encode()


def _packed(curve: RequestCurve) -> dict[str, Any]:
    # Differences of neighbours are nearly all 0, which packs well.
    steps = np.diff(curve.facts, axis=1, prepend=0).astype("<i8")
    return {
        "trace_id": curve.trace_id,
        "asked": curve.asked,
        "cards": curve.cards,
        "files": curve.files,
        "budgets": curve.budgets,
        "current": list(curve.current),
        "starts": _encoded(curve.starts.astype("<f8").tobytes()),
        "facts": _encoded(steps.tobytes()),
        "evidence": _packed_evidence(curve.evidence),
    }


def _packed_evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "ceiling": evidence.ceiling,
        "starts": evidence.starts.tolist(),
        "best": evidence.best.tolist(),
        "best_now": evidence.best_now,
        "is_exact": evidence.is_exact,
        "lost": [
            [one.piece, one.subject, one.cause, one.change and astuple(one.change)]
            for one in evidence.lost
        ],
    }


def _encoded(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 1)).decode()


def _decoded(text: str) -> bytes:
    return zlib.decompress(base64.b64decode(text, validate=True))


def _read(line: bytes) -> tuple[int, Curves] | None:
    """Return what a line says; None for one that was cut off or damaged."""
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or hashlib.sha256(text).hexdigest().encode() != checksum:
        return None
    try:
        plain = json.loads(text)
        if "why" in plain:
            return plain["place"], RefusedRequest(plain["trace_id"], plain["why"])
        return plain["place"], tuple(_unpacked(one) for one in plain["curves"])
    except (KeyError, TypeError, ValueError, binascii.Error, zlib.error):
        return None


def _unpacked(plain: dict[str, Any]) -> RequestCurve:
    starts = np.frombuffer(_decoded(plain["starts"]), dtype="<f8").astype(np.float64)
    steps = np.frombuffer(_decoded(plain["facts"]), dtype="<i8").astype(np.int64)
    return RequestCurve(
        trace_id=plain["trace_id"],
        asked=plain["asked"],
        cards=plain["cards"],
        files=plain["files"],
        budgets=plain["budgets"],
        starts=starts,
        facts=np.cumsum(steps.reshape(len(FACTS), len(starts)), axis=1),
        current=tuple(plain["current"]),
        evidence=_unpacked_evidence(plain["evidence"]),
    )


def _unpacked_evidence(plain: dict[str, Any]) -> Evidence:
    return Evidence(
        ceiling=plain["ceiling"],
        starts=np.array(plain["starts"], dtype=np.float64),
        best=np.array(plain["best"], dtype=np.int64),
        best_now=plain["best_now"],
        is_exact=plain["is_exact"],
        lost=tuple(
            LostPiece(piece, subject, LossCause(cause), change and Retrieval(*change))
            for piece, subject, cause, change in plain["lost"]
        ),
    )
