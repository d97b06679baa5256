"""The record of a run of the relevance pre-parser."""

from __future__ import annotations

from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    sources,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import kept
from inspector.stage import Part
from inspector.stages.relevance.results import RelevanceRun, relevance_run
from inspector.stages.relevance.runs import RelevanceResult


def relevance_record(
    result: RelevanceResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: every node with its layers. Values of signals are not among them."""
    report, facts, session = result.report, result.facts, result.session
    if report is None:
        return None
    known = known or InputFingerprints()
    plain = relevance_run(report, ())
    return run_record(
        stage="relevance",
        recorded_at=recorded_at,
        title=title_of(session, Part.RELEVANCE),
        inputs={
            "config": known.of("config", session.relevance.config),
            "node_texts": known.of("node_texts", session.relevance.node_texts, dict),
            "facts": known.of(
                "facts", [dict(facts.signals), dict(facts.classification), facts.silence]
            ),
        },
        configuration={
            "mode": facts.mode,
            "mode_given": facts.mode_given,
            "token_budget_remaining": facts.budget,
            "counter": result.counter,
            "sources": sources(session),
        },
        result=kept(RelevanceRun, plain) | {"problems": problem_codes(result.problems)},
        metrics={
            "mode": facts.mode,
            "standing": report.standing.value,
            "budget": facts.budget,
            "nodes": len(report.inclusion_map),
            "included": report.total_included,
            "estimated_tokens": report.estimated_tokens,
            "real_tokens": report.real_tokens,
            "balances": report.ledger.balances,
        },
        verdicts=verdict_counts(report.ledger.entries),
    )
