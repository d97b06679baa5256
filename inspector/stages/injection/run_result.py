"""The result of a run as JSON values."""

from __future__ import annotations

from dataclasses import asdict

from inspector.analysis.corpus.single_policy import corpus_row
from inspector.analysis.independent import independent_run
from inspector.analysis.quantities import quantities
from inspector.core.injection.rendering import joined_counts
from inspector.core.injection.report import InjectionReport
from inspector.core.manifest_json import manifest_sha256
from inspector.core.tokens import UncountableTextError, counter_by_name
from inspector.stages.injection.policy_effects import policy_effects


def joined_values(report: InjectionReport) -> list[dict[str, object]]:
    """Return each half counted as one text beside the sum of its parts.

    A half whose texts were left out of the set, or have no count together, is left out.
    """
    tokens = counter_by_name(report.prepared.counted.counter_name)
    try:
        counts = joined_counts(report, tokens)
    except UncountableTextError:
        return []
    return [asdict(one) | {"difference": one.difference} for one in counts]


def run_result(report: InjectionReport) -> dict[str, object]:
    """Return what ``inspector run --json`` prints of a run."""

    independent = independent_run(report)
    return corpus_row(report).values() | {
        "strategy": report.strategy.value,
        "overrides": report.overrides.count,
        "counter": report.prepared.counted.counter_name,
        "manifest_fingerprint": manifest_sha256(report),
        "independent": asdict(independent) | {"freed": independent.saved},
        "policy_effects": [
            {"field": one.field, "value": getattr(report.policy, one.field)}
            | {"effective_tokens": one.effective, "binds": one.binds, "why": one.why}
            for one in policy_effects(report)
        ],
        "joined": joined_values(report),
        "quantities": {one.key: value for one, value in quantities(report, independent)},
    }
