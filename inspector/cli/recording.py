"""Recording what commands find out in the history of runs, without getting in their way."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from inspector.cli.output import report_problems
from inspector.core.problems import Severity

if TYPE_CHECKING:
    from inspector.analysis.corpus.single_policy import CorpusRow
    from inspector.analysis.corpus.study import CorpusStudy
    from inspector.core.candidates.candidate_set import CandidateSet
    from inspector.core.candidates.request import Request
    from inspector.core.problems import Problem
    from inspector.files.history import RunRecord
    from inspector.files.recording.any_result import AnyResult
    from inspector.session.session import Session

BUSY_SECONDS = 5.0  # a command does not wait longer for another program's saving


def add_history_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where a run is recorded, if at all."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--history", metavar="FILE", help="record the run in this history (one for the user)"
    )
    place.add_argument("--no-history", action="store_true", help="do not record the run")


def record_result(options: argparse.Namespace, result: AnyResult) -> None:
    """Record a result; where that is not possible, say so in one line on standard error."""
    if options.no_history:
        return
    from inspector.files.recording import record_of

    _save(options, [lambda: record_of(result, _now())])


def record_corpus(
    options: argparse.Namespace,
    session: Session,
    requests: Sequence[Request],
    rows: Sequence[CorpusRow],
) -> None:
    """Record the rows of a corpus as one series, named after its file and the time."""
    if options.no_history or not rows:
        return
    from inspector.files.recording import InputFingerprints, corpus_record

    now, known = _now(), InputFingerprints()
    series = f"{PurePath(options.corpus).name} {now}"

    _save(
        options,
        (
            partial(corpus_record, row, session, request, now, series, known)
            for request, row in zip(requests, rows, strict=True)
        ),
    )


def record_study(
    options: argparse.Namespace, study: CorpusStudy, candidates: tuple[CandidateSet, ...]
) -> None:
    """Record a corpus over a range as one series: every request, and what they recommend."""
    if options.no_history:
        return
    from inspector.stages.corpus.recording import corpus_study_records

    now = _now()
    series = f"{', '.join(study.names)} {now}"
    records = corpus_study_records(study, candidates, now, series)
    _save(options, (partial(next, records) for _ in range(len(study.jobs) + bool(study.means))))


def _save(options: argparse.Namespace, makers: Iterable[Callable[[], RunRecord | None]]) -> None:
    from inspector.files.history import HistoryError, open_history
    from inspector.files.history.opening import default_history_path

    records: list[RunRecord] = []
    told: tuple[Problem, ...] = ()
    for make in makers:
        try:
            record = make()
        except HistoryError as error:
            told = told or error.problems
        else:
            records += [] if record is None else [record]
    if records:
        loaded = open_history(options.history or default_history_path(), busy_seconds=BUSY_SECONDS)
        if loaded.value is None:
            told = told or loaded.problems
        else:
            with loaded.value as history:
                try:
                    history.add_many(records)
                except HistoryError as error:
                    told = told or error.problems
    # One line, and none that reads as if the run had failed.
    report_problems(replace(problem, severity=Severity.NOTE) for problem in told[:1])


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
