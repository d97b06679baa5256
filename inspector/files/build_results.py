"""The result of a build as JSON, for other programs: everything but contents."""

from __future__ import annotations

from typing import Any

from inspector.core.arguments import require
from inspector.core.builder.fates import FateKind, FileFate
from inspector.core.builder.report import BundleReport
from inspector.files.build_result_format import BuildFile, BuildIndex, BuildResult, Decision
from inspector.files.result_rows import made_of
from inspector.project.index import Exclusion, ProjectIndex


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
    result = made_of(
        BuildResult,
        report,
        decision=decision_of(report),
        index=_index(report.index, len(report.fates) - len(listed)),
        files=[_file(fate) for fate in listed],
        balances=report.ledger.balances,
        ledger=list(report.ledger.entries),
    )
    return result.model_dump(mode="json")


def _index(index: ProjectIndex, unrelated: int) -> BuildIndex:
    excluded = [file.exclusion for file in index.files.values() if file.exclusion is not None]
    return BuildIndex(
        files=len(index.files),
        excluded={kind: excluded.count(kind) for kind in Exclusion if kind in excluded},
        symbols=sum(len(file.symbols) for file in index.files.values()),
        relations=len(index.relations),
        files_without_relation=unrelated,
    )


def _file(fate: FileFate) -> BuildFile:
    return made_of(
        BuildFile,
        fate,
        fate=fate.kind,
        cuts=[(cut.first_line, cut.last_line) for cut in fate.cuts],
        redactions=[(one.first_line, one.last_line, one.kind) for one in fate.redactions],
    )
