"""The result of a build as JSON, for other programs: everything but contents."""

from __future__ import annotations

from typing import Any

from inspector.core.arguments import require
from inspector.core.builder.fates import FateKind, FileFate
from inspector.core.builder.fit_steps import FitStep
from inspector.core.builder.index import Exclusion, ProjectIndex
from inspector.core.builder.ranked import RankedFile
from inspector.core.builder.refusal import Refusal
from inspector.core.builder.report import BundleReport
from inspector.core.ledger import LedgerEntry
from inspector.files.build_result_format import Decision


def decision_of(report: BundleReport) -> Decision:
    """Return whether there is a bundle, and with which warning."""
    require(BundleReport, report=report)
    if report.refused:
        return "refused"
    return "ok" if report.budget.decision.value == "ok" else "warn_soft_limit"


def build_result(report: BundleReport) -> dict[str, Any]:
    """Return a build as plain values, as ``BuildResult`` has them; contents are not among them."""
    require(BundleReport, report=report)
    listed = [fate for fate in report.fates.values() if fate.kind is not FateKind.NO_CANDIDATE]
    return {
        "schema_version": 1,
        "decision": decision_of(report),
        "refusal": None if report.refusal is None else _refusal(report.refusal),
        "manifest": report.manifest.model_dump(mode="json"),
        "redactions": report.redactions.model_dump(mode="json"),
        "budget": report.budget.model_dump(mode="json"),
        "estimator": report.estimator,
        "scanner": report.scanner,
        "findings": [
            {
                "id": one.id,
                "path": one.path,
                "line": one.line,
                "kind": one.kind,
                "reason": one.reason,
            }
            for one in report.findings
        ],
        "index": _index(report.index, len(report.fates) - len(listed)),
        "ranking": [_rank(file) for file in report.ranking],
        "files": [_file(fate) for fate in listed],
        "fit_steps": [_step(step) for step in report.fit_steps],
        "balances": report.ledger.balances,
        "ledger": [_row(entry) for entry in report.ledger.entries],
    }


def _refusal(refusal: Refusal) -> dict[str, Any]:
    return {
        "code": refusal.code.value,
        "reason": refusal.reason.code,
        "sentence": refusal.sentence,
        "places": [
            {"path": one.path, "line": one.line, "name": one.name, "kind": one.kind}
            for one in refusal.places
        ],
        "advice": [
            {
                "remedy": one.remedy.value,
                "sentence": one.sentence,
                "path": one.path,
                "symbol": one.symbol,
            }
            for one in refusal.advice
        ],
    }


def _index(index: ProjectIndex, unrelated: int) -> dict[str, Any]:
    excluded = [file.exclusion for file in index.files.values() if file.exclusion is not None]
    return {
        "files": len(index.files),
        "excluded": {kind.value: excluded.count(kind) for kind in Exclusion if kind in excluded},
        "symbols": sum(len(file.symbols) for file in index.files.values()),
        "relations": len(index.relations),
        "files_without_relation": unrelated,
    }


def _rank(file: RankedFile) -> dict[str, Any]:
    return {
        "rank": file.rank,
        "path": file.path,
        "score": file.score,
        "terms": [
            {
                "kind": term.kind.value,
                "points": term.points,
                "counted": term.counted,
                "sentence": term.sentence,
            }
            for term in file.terms
        ],
        "hops": file.hops,
        "byte_size": file.byte_size,
        "priority": file.priority.value,
        "reason": file.reason.value,
        "tie_break": file.tie_break.value,
    }


def _file(fate: FileFate) -> dict[str, Any]:
    return {
        "path": fate.path,
        "fate": fate.kind.value,
        "reason": fate.reason and fate.reason.code,
        "priority": fate.priority and fate.priority.value,
        "level": fate.level and fate.level.value,
        "exclusion": fate.exclusion and fate.exclusion.value,
        "tokens": fate.tokens,
        "needed": fate.needed,
        "cuts": [[cut.first_line, cut.last_line] for cut in fate.cuts],
        "redactions": [[one.first_line, one.last_line, one.kind] for one in fate.redactions],
        "sentence": fate.sentence,
    }


def _step(step: FitStep) -> dict[str, Any]:
    return {
        "number": step.number,
        "action": step.action.value,
        "path": step.path,
        "level": step.level and step.level.value,
        "tokens_before": step.tokens_before,
        "tokens_after": step.tokens_after,
        "sentence": step.sentence,
    }


def _row(entry: LedgerEntry) -> dict[str, Any]:
    return {
        "id": entry.subject,
        "kind": entry.kind,
        "verdict": entry.verdict.value,
        "reason": entry.reason.code,
        "rule": entry.rule,
        "tokens": entry.tokens,
        "needed": entry.needed,
        "left": entry.left,
        "sentence": entry.sentence,
    }
