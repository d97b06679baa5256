"""What differs between two recorded runs: their inputs, how they were run, and what came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspector.files.history import StoredRun


def compared(a: StoredRun, b: StoredRun) -> dict[str, Any]:
    """Return the differences as plain values; ``rows`` are those of two manifests."""
    return {
        "runs": [a.summary.id, b.summary.id],
        "inputs": _differing(a.summary.inputs, b.summary.inputs),
        "configuration": _differing(
            dict(_flat(a.record.configuration_value)), dict(_flat(b.record.configuration_value))
        ),
        "metrics": _differing(a.summary.metrics, b.summary.metrics),
        "verdicts": _differing(a.summary.verdicts, b.summary.verdicts),
        "rows": list(_rows(a.record.result_value, b.record.result_value)),
    }


def compared_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the differences as lines of text."""
    first, second = found["runs"]
    yield f"run {first} and run {second}"
    for heading in ("inputs", "configuration", "metrics", "verdicts"):
        differences = found[heading]
        yield from ("", heading if differences else f"{heading}: the same")
        for name, (one, other) in differences.items():
            yield f"  {name:40} {_short(one)} → {_short(other)}"
    rows = found["rows"]
    yield from ("", "rows" if rows else "rows: the same")
    for row in rows:
        yield f"  {row['kind']:8} {row['id']:32} {row['before']} → {row['after']}"


def _differing(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, list[Any]]:
    names = dict.fromkeys((*a, *b))
    return {name: [a.get(name), b.get(name)] for name in names if a.get(name) != b.get(name)}


def _flat(value: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the members of nested objects by the names that lead to them."""
    if not isinstance(value, dict):
        yield prefix, value
        return
    for name, member in value.items():
        yield from _flat(member, f"{prefix}.{name}" if prefix else name)


def _rows(a: Any, b: Any) -> Iterator[dict[str, Any]]:
    from pydantic import ValidationError

    from inspector.analysis.comparison import State, compare_manifests
    from inspector.core.injection.manifest import UnifiedInjectionManifest

    def told(state: State) -> str:
        if state.verdict is None:
            return "no candidate"
        return " ".join(filter(None, (state.verdict.value, state.form, f"{state.tokens:,}")))

    try:
        before = UnifiedInjectionManifest.model_validate(a["manifest"])
        after = UnifiedInjectionManifest.model_validate(b["manifest"])
    except (KeyError, TypeError, ValidationError):
        return  # not runs of the injection
    for change in compare_manifests(before, after).changes:
        yield {
            "kind": change.subject.kind,
            "id": change.subject.id,
            "before": told(change.before),
            "after": told(change.after),
        }


def _short(value: Any) -> str:
    text = "absent" if value is None else str(value)
    is_hash = len(text) == 64 and set(text) <= set("0123456789abcdef")
    return f"{text[:12]}…" if is_hash else text
