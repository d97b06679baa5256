"""``inspector corpus``: many requests over every value of a policy, and what that recommends."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.checks import check_facts, checked, conditions_of, finish_checks
from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    INTERRUPTED,
    STANDARD,
    InputError,
    UsageError,
    has_errors,
    report_line,
    report_note,
    write_text,
)
from inspector.cli.recording import now, record_all
from inspector.cli.result_options import TEXT
from inspector.cli.session_options import has_unusable_part, unread_relevance
from inspector.cli.terminal import PhaseLine
from inspector.plurals import count_of
from inspector.stages.corpus.command_options import (
    add_corpus_options,
    check_usage,
    corpora_from,
    range_from,
    variants_from,
)

if TYPE_CHECKING:
    from inspector.analysis.checks import Checked, MeasuredRequest
    from inspector.analysis.corpus.running import Executor, Spill
    from inspector.analysis.corpus.study import CorpusStudy
    from inspector.analysis.corpus.workload import Corpus, Curves, RefusedRequest, Workload
    from inspector.core.candidates.candidate_set import CandidateSet
    from inspector.present.table import TableData
    from inspector.stages.corpus.journal import CorpusJournal

_LOSERS_SHOWN = 10


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_corpus_options(parser)


def run(options: argparse.Namespace) -> int:
    """Work a corpus out, say what it recommends, and write its results."""
    check_usage(options)
    conditions = conditions_of(options)
    session, corpora, problems = corpora_from(options)
    if session is None or not corpora:
        if session is not None and not has_errors(problems):
            raise UsageError("name a corpus, or a session that has requests")
        return BAD_INPUT
    from inspector.analysis.corpus.workload import with_recorded, workload
    from inspector.core.tokens import counter_by_name
    from inspector.stages.corpus.names import RECORDED

    try:
        load, refused = workload(
            corpora,
            with_recorded(variants_from(options, session), corpora, session.strategy, RECORDED),
            range_from(options, session, corpora),
            counter_by_name,
            strategy=session.strategy,
            settings=session.settings,
            overrides=session.overrides,
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
    study = _worked_out(options, load, corpora, refused)
    if study.load is not load:  # interrupted: a part of it
        write_text(STANDARD, "\n".join(_lines(study)) + "\n")
        return INTERRUPTED
    for one in study.refused:
        report_line(f"inspector corpus: {one.trace_id} was left out: {one.why}")
    if not study.means:
        raise InputError("no request could be worked out")
    measured = _measured(study)
    checks = checked(options, conditions, measured)
    _write_all(options, study, checks)
    record_study(options, study, tuple(one.candidates for one in corpora))
    sessions = [replace(session, candidates=one.candidates) for one in corpora]
    if study.refused or has_unusable_part(problems, *sessions):
        return BAD_INPUT
    code = _checked(options, study)
    if code == DONE and unread_relevance(problems, *sessions):
        code = FAILED
    return finish_checks("corpus", options, checks, measured, code)


def _measured(study: CorpusStudy) -> list[MeasuredRequest]:
    """Return what conditions are about, of every request under the present policy."""
    from inspector.analysis.checks import MeasuredRequest, Metric
    from inspector.analysis.corpus.facts import FACTS, Fact

    measured = []
    for curve in study.curves[0]:
        facts = dict(zip(FACTS, curve.current, strict=True))
        total = facts[Fact.TOTAL]
        values = {
            Metric.LOST: float(curve.asked - facts[Fact.MET]),
            Metric.USED: facts[Fact.USED] / total if total else 0.0,
            Metric.TOKENS: float(facts[Fact.USED]),
        }
        measured.append(MeasuredRequest(curve.trace_id, values))
    return measured


def _worked_out(
    options: argparse.Namespace,
    load: Workload,
    corpora: tuple[Corpus, ...],
    refused: tuple[RefusedRequest, ...],
) -> CorpusStudy:
    """Work the curves out, from where the journal is.

    Where it is interrupted, the study is of the requests that are done; files are written of all
    or not at all.
    """
    from inspector.analysis.corpus.running import ClusterError, Spill, WorkerLostError, run_workload
    from inspector.analysis.corpus.study import study_of
    from inspector.stages.corpus.journal import refused_by_system

    try:
        executor = _executor(options)
        spill = Spill()
        journal = _journal(options, load, corpora, spill)
    except (ClusterError, OSError, ValueError) as error:
        raise InputError(refused_by_system(error)) from None
    found: dict[int, Curves] = {} if journal is None else dict(journal.known)
    if found:
        report_note(f"inspector corpus: {count_of(len(found), 'request')} already done")

    def keep(place: int, curves: Curves) -> None:
        found[place] = curves
        if journal is not None:
            journal.keep(place, curves)

    try:
        with PhaseLine() as line:
            run_workload(
                load,
                executor,
                known=dict(found),
                keep=keep,
                spill=spill,
                watch=lambda done, total: line.watch("requests", done, total),
            )
        if journal is not None:
            journal.remove()
    except KeyboardInterrupt:
        if not found or _writes_files(options):
            raise
        told = f"{len(found):,} of {count_of(len(load.jobs), 'request')}"
        report_line(f"inspector corpus: interrupted; the figures are those of {told}")
        done = sorted(found)
        load = replace(load, jobs=tuple(load.jobs[place] for place in done))
        found = {place: found[before] for place, before in enumerate(done)}
    except (ClusterError, WorkerLostError, OSError) as error:
        raise InputError(refused_by_system(error)) from None
    finally:
        if journal is not None:
            journal.close()
    names = tuple(corpus.name for corpus in corpora)
    try:
        return study_of(
            load,
            found,
            names,
            refused=refused,
            seed=options.seed,
            corpora=corpora,
            group_by=options.group_by,
            tolerance=options.tolerance,
        )
    except ValueError as error:
        raise InputError(f"--group-by: {error}") from None


def _writes_files(options: argparse.Namespace) -> bool:
    """Whether anything but lines on standard output is asked for."""
    files = (options.requests, options.front, options.losses, options.comment, options.chart)
    checks = (options.fail_on, options.write_baseline, options.check_junit)
    return options.format != TEXT or options.output != STANDARD or any((*files, *checks))


def _executor(options: argparse.Namespace) -> Executor:
    from inspector.analysis.corpus.running import on_cluster, on_cores

    return on_cluster(options.scheduler) if options.scheduler else on_cores(options.processes)


def _journal(
    options: argparse.Namespace, load: Workload, corpora: tuple[Corpus, ...], spill: Spill
) -> CorpusJournal | None:
    from inspector.stages.corpus.journal import default_journal_path, open_journal, workload_key

    if options.no_journal:
        return None
    key = workload_key(load, corpora)
    path = Path(options.journal) if options.journal else default_journal_path(key)
    return open_journal(path, key, spill)


def _write_all(options: argparse.Namespace, study: CorpusStudy, checks: Checked) -> None:
    from inspector.stages.corpus.tables import front_table, request_table

    found = study.recommendation
    if options.requests:
        value = study.current if found is None else found.value
        write_text(options.requests, _csv(request_table(study, value)))
    if options.front:
        write_text(options.front, _csv(front_table(study)))
    if options.losses:
        from inspector.stages.corpus.losses import lost_table

        write_text(options.losses, _csv(lost_table(study)))
    if options.comment:
        from inspector.stages.corpus.report import comment_text

        write_text(options.comment, comment_text(study))
    if options.chart:
        from inspector.stages.corpus.plots import curve_svg

        write_text(options.chart, curve_svg(study))
    write_text(options.output, _written(options, study, checks))


def _written(options: argparse.Namespace, study: CorpusStudy, checks: Checked) -> str:
    from inspector.stages.corpus.tables import stretch_table

    if options.format == "json":
        from inspector.stages.corpus.results import corpus_result

        facts = corpus_result(study) | ({"checks": check_facts(checks)} if options.fail_on else {})
        return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    if options.format == "html":
        from inspector.stages.corpus.report import corpus_page

        return corpus_page(study)
    if options.format == "csv":
        return _csv(stretch_table(study))
    return "\n".join(_lines(study)) + "\n"


def _lines(study: CorpusStudy) -> list[str]:
    from inspector.present.table import TableQuery, to_text, visible_rows
    from inspector.stages.corpus.losses import cause_lines, limit_lines
    from inspector.stages.corpus.names import headline
    from inspector.stages.corpus.sentences import (
        advice,
        corpus_lines,
        evidence_lines,
        kind_lines,
        loser_lines,
        regret_lines,
        value_lines,
    )
    from inspector.stages.corpus.tables import policy_table

    lines = [headline(study), "", *limit_lines(study), ""]
    lines += [advice(study), *(f"  {line}" for line in evidence_lines(study))]
    found = study.recommendation
    if found is not None and found.worse:
        lines += ["", "Gets worse:", *(f"  {one}" for one in loser_lines(found, _LOSERS_SHOWN))]
    for title, more in (("Lost:", cause_lines(study)), ("", corpus_lines(study)),
                        ("", regret_lines(study)), ("", kind_lines(study))):  # fmt: skip
        told = list(more)
        if told:
            lines += ["", *([title, *(f"  {line}" for line in told)] if title else told)]
    lines += [
        "",
        "Now:",
        *(f"  {name}: {much}" for name, much in value_lines(study, study.current)),
    ]
    if len(study.load.variants) > 1 and found is not None:
        table = policy_table(study)
        rows = visible_rows(table, TableQuery())
        lines += ["", to_text(table, rows, [column.id for column in table.columns]).rstrip("\n")]
    return lines


def _csv(table: TableData) -> str:
    from inspector.present.table import TableQuery, to_csv, visible_rows

    rows = visible_rows(table, TableQuery())
    return to_csv(table, rows, [column.id for column in table.columns])


def _checked(options: argparse.Namespace, study: CorpusStudy) -> int:
    found = study.recommendation
    if options.min_recall is None:
        return DONE
    recall = 0.0 if found is None else found.recall_now
    if recall >= options.min_recall:
        return DONE
    report_line(f"inspector corpus: the mean recall is {recall:.4f}")
    return FAILED


def record_study(
    options: argparse.Namespace, study: CorpusStudy, candidates: tuple[CandidateSet, ...]
) -> None:
    """Record a corpus over a range as one series: every request, and what they recommend."""
    if options.no_history:
        return
    from inspector.stages.corpus.recording import corpus_study_records

    at = now()
    series = f"{', '.join(study.names)} {at}"
    records = corpus_study_records(study, candidates, at, series)
    record_all(
        options, (partial(next, records) for _ in range(len(study.jobs) + bool(study.means)))
    )
