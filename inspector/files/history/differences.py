"""What differs between two recorded runs: their inputs, how they were run, and what came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspector.analysis.comparison import SubjectState
    from inspector.files.history.rows import StoredRun


def run_differences(a: StoredRun, b: StoredRun) -> dict[str, Any]:
    """Return the differences as plain values; ``rows`` are those of manifests or of ledgers."""
    return {
        "runs": [a.summary.id, b.summary.id],
        "inputs": _differing(a.summary.inputs, b.summary.inputs),
        "configuration": _differing(
            dict(_flat(a.record.configuration_value)), dict(_flat(b.record.configuration_value))
        ),
        "metrics": _differing(a.summary.metrics, b.summary.metrics),
        "verdicts": _differing(a.summary.verdicts, b.summary.verdicts, none=0),
        "rows": list(_rows(a.record.result_value, b.record.result_value)),
    }


def _differing(
    a: Mapping[str, Any], b: Mapping[str, Any], none: int | None = None
) -> dict[str, list[Any]]:
    """Return what differs by its name; ``none`` stands for what one of them does not have."""
    names = dict.fromkeys((*a, *b))
    sides = {name: [a.get(name, none), b.get(name, none)] for name in names}
    return {name: [one, other] for name, (one, other) in sides.items() if one != other}


def _flat(value: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the members of nested objects by the names that lead to them."""
    if not isinstance(value, dict):
        yield prefix, value
        return
    for name, member in value.items():
        yield from _flat(member, f"{prefix}.{name}" if prefix else name)


def _rows(a: Any, b: Any) -> Iterator[dict[str, Any]]:
    from pydantic import ValidationError

    from inspector.analysis.comparison import compare_manifests
    from inspector.core.injection.manifest import UnifiedInjectionManifest

    def told(state: SubjectState) -> str:
        if state.verdict is None:
            return "no candidate"
        return " ".join(filter(None, (state.verdict.value, state.form, f"{state.tokens:,}")))

    try:
        before = UnifiedInjectionManifest.model_validate(a["manifest"])
        after = UnifiedInjectionManifest.model_validate(b["manifest"])
    except (KeyError, TypeError, ValidationError):
        yield from _of_ledgers(a, b)
        return
    for change in compare_manifests(before, after).changes:
        yield {
            "kind": change.subject.kind,
            "id": change.subject.id,
            "before": told(change.before),
            "after": told(change.after),
        }


def _of_ledgers(a: Any, b: Any) -> Iterator[dict[str, Any]]:
    """Yield what became of a candidate otherwise, of two runs of a stage without a manifest."""
    before, after = _decided(a), _decided(b)
    for one in dict.fromkeys((*before, *after)):
        if before.get(one) != after.get(one):
            ends = (ends_of.get(one, "no candidate") for ends_of in (before, after))
            yield dict(zip(("kind", "id", "before", "after"), (*one, *ends), strict=True))


def _decided(result: Any) -> dict[tuple[str, str], str]:
    """Return what became of each candidate of a result: verdict, reason and tokens.

    Of a session that is the tokens of each request.
    """
    within = result.get("state") or result if isinstance(result, dict) else {}
    rows = within.get("ledger") or within.get("nodes") or ()
    requests = within.get("requests")
    sent = requests if isinstance(requests, list) else []
    totals = {("request", f"{place}"): f"{total:,}" for place, total in enumerate(sent, 1)}
    return totals | {
        (row.get("kind", "node"), row.get("subject") or row["node"]): " ".join(
            (row["verdict"], row["reason"], f"{row['tokens']:,}")
        )
        for row in rows
        if row.get("kind") != "balance"
    }
