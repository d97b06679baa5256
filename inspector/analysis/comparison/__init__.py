"""Comparing two runs: what changed, what it costs, and which difference of the inputs did it."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.analysis.comparison.attribution import (
        CauseKind,
        CauseSearch,
        ChangeCause,
        Displacement,
        SingleChange,
        TakenHow,
        displacement,
    )
    from inspector.analysis.comparison.candidate_differences import Difference
    from inspector.analysis.comparison.compare import (
        Change,
        Comparison,
        GroupTotals,
        SubjectState,
        compare,
        compare_manifests,
        compare_outcomes,
    )
    from inspector.analysis.comparison.differences import differences
    from inspector.analysis.comparison.outcomes import (
        ManifestOutcomes,
        ReportOutcomes,
        SideOutcomes,
        SideTotals,
        Subject,
    )
    from inspector.analysis.comparison.runs import Compared, CompareRuns, Explained, Source

__all__ = [
    "CauseKind",
    "CauseSearch",
    "Change",
    "ChangeCause",
    "CompareRuns",
    "Compared",
    "Comparison",
    "Difference",
    "Displacement",
    "Explained",
    "GroupTotals",
    "ManifestOutcomes",
    "ReportOutcomes",
    "SideOutcomes",
    "SideTotals",
    "SingleChange",
    "Source",
    "Subject",
    "SubjectState",
    "TakenHow",
    "compare",
    "compare_manifests",
    "compare_outcomes",
    "differences",
    "displacement",
]

load_when_asked(
    __name__,
    {
        "attribution": (
            "CauseSearch CauseKind ChangeCause Displacement SingleChange TakenHow displacement"
        ),
        "compare": (
            "Change Comparison GroupTotals SubjectState compare compare_manifests compare_outcomes"
        ),
        "candidate_differences": "Difference",
        "differences": "differences",
        "outcomes": "ManifestOutcomes SideOutcomes ReportOutcomes Subject SideTotals",
        "runs": "CompareRuns Compared Explained Source",
    },
)
