"""``inspector run --corpus``: one policy over many requests."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    InputError,
    report_note,
    report_problems,
    usable,
    write_result,
    write_text,
)
from inspector.cli.recording import now, record_all
from inspector.cli.terminal import with_progress
from inspector.plurals import count_of
from inspector.present.shares import share_text

if TYPE_CHECKING:
    from inspector.analysis.corpus.single_policy import CorpusRow
    from inspector.analysis.expectations import CheckedRun
    from inspector.core.candidates.counting import CountedCandidates
    from inspector.core.candidates.request import Request
    from inspector.core.problems import Problem
    from inspector.core.tokens import TokenCounter
    from inspector.session.session import Session


def run_corpus_command(options: argparse.Namespace, session: Session, *, bad_input: bool) -> int:
    """Run all requests, write a line of numbers for each, and sum up on standard error."""
    from inspector.files import load_requests
    from inspector.files.junit import junit_bytes
    from inspector.stages.injection.provenance import what_if_text

    loaded = load_requests(options.corpus)
    requests = usable(loaded.value, loaded.problems)
    bad_input = bad_input or any(problem.severity == "error" for problem in loaded.problems)
    try:
        counters = _count(session, requests)
    except ValueError as error:
        raise InputError(str(error)) from None
    rows, manifests, held, refused = _run(options, session, requests, counters)
    report_problems(refused)
    bad_input = bad_input or bool(refused)
    record_corpus(options, session, requests, rows)
    if options.manifest:
        write_result(options.manifest, b"".join(manifests))
    if options.junit:
        write_result(options.junit, junit_bytes(held))
    write_text(options.output, _written(rows, options.format))
    _sum_up(rows)
    if session.overrides:
        report_note(f"inspector run: {what_if_text(session.overrides)}")
    if bad_input:
        return BAD_INPUT
    failed = any(row.expectations_failed or not row.balances for row in rows)
    return FAILED if failed else DONE


def _count(
    session: Session, requests: tuple[Request, ...]
) -> dict[str, tuple[TokenCounter, CountedCandidates]]:
    """Count the set once for each encoding. Raises ``ValueError`` for one that is unknown."""
    from inspector.core.candidates.candidate_set import without_repeats
    from inspector.core.candidates.counting import count_candidates
    from inspector.core.tokens import MemoCounter, counter_by_name

    candidates = without_repeats(session.candidates)
    counters: dict[str, tuple[TokenCounter, CountedCandidates]] = {}
    for encoding in dict.fromkeys(request.model.encoding for request in requests):
        tokens = MemoCounter(counter_by_name(encoding))
        counters[encoding] = (tokens, count_candidates(candidates, tokens))
    return counters


def _run(
    options: argparse.Namespace,
    session: Session,
    requests: tuple[Request, ...],
    counters: dict[str, tuple[TokenCounter, CountedCandidates]],
) -> tuple[list[CorpusRow], list[bytes], list[CheckedRun], list[Problem]]:
    """Run all requests; one that is too large for the strategy is refused, and the rest go on."""
    from inspector.analysis.corpus.single_policy import run_corpus
    from inspector.analysis.expectations import checked
    from inspector.core.selection.optimal import SelectionTooLargeError

    refused: list[Problem] = []
    rows: list[CorpusRow] = []
    manifests: list[bytes] = []
    held: list[CheckedRun] = []
    for request in with_progress(requests, "requests"):
        tokens, counted = counters[request.model.encoding]
        try:
            ((row, report),) = run_corpus(
                (request,),
                counted,
                tokens,
                session.policy,
                session.strategy,
                session.settings,
                session.overrides,
                session,
            )
        except SelectionTooLargeError as error:
            message = f"Request {request.trace_id}: {error.message}"
            refused.append(replace(error.problem, message=message))
            continue
        rows.append(row)
        if options.junit:
            held.append(checked(report))
        if options.manifest:
            dumped = report.manifest.model_dump(mode="json")
            manifests.append(json.dumps(dumped, ensure_ascii=False).encode() + b"\n")
    return rows, manifests, held, refused


def _written(rows: list[CorpusRow], form: str) -> str:
    if form == "json":
        return "".join(json.dumps(row.values()) + "\n" for row in rows)
    from inspector.present.table.cells import without_formula

    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0].values()), lineterminator="\r\n")
        writer.writeheader()
        for row in rows:
            values = row.values()
            values["trace_id"] = without_formula(row.trace_id)
            writer.writerow(values)
    return out.getvalue()


def _sum_up(rows: list[CorpusRow]) -> None:
    """Say on standard error what came out of all requests together."""
    closed = sum(row.balances for row in rows)
    recalls = [row.recall for row in rows if row.recall is not None]
    used = sum(row.used for row in rows)
    budget = sum(row.total_budget for row in rows)
    report_note(
        f"{count_of(len(rows), 'request')}; ledger closes in {closed:,};"
        f" {share_text(used / budget if budget else 0)} of the budget used;"
        f" {count_of(sum(row.suppressed for row in rows), 'card')} suppressed;"
        f" evidence recall {sum(recalls) / len(recalls) if recalls else 0:.3f}"
        f" over {count_of(len(recalls), 'request')} with ground truth"
    )


def record_corpus(
    options: argparse.Namespace,
    session: Session,
    requests: Sequence[Request],
    rows: Sequence[CorpusRow],
) -> None:
    """Record the rows of a corpus as one series, named after its file and the time."""
    if options.no_history or not rows:
        return
    from inspector.files.recording import InputFingerprints
    from inspector.stages.injection.results import corpus_record

    at, known = now(), InputFingerprints()
    series = f"{PurePath(options.corpus).name} {at}"

    record_all(
        options,
        (
            partial(corpus_record, row, session, request, at, series, known)
            for request, row in zip(requests, rows, strict=True)
        ),
    )
