"""A receipt as an event of OpenTelemetry: ids, counts and totals, no contents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EVENT = "context_budget.decision"
"""The name of the event of a decision, for OpenTelemetry."""


def attributes_of(receipt: Mapping[str, Any]) -> dict[str, str | int | list[str]]:
    """Return what an OpenTelemetry event says of a receipt: totals, counts and ids, no contents."""
    model, budget = receipt.get("model") or {}, receipt.get("budget") or {}
    rows = [(row[0], row[6], row[7]) for row in receipt.get("cards", ())]
    buckets = receipt.get("buckets", ())
    rows += [(f"{buckets[row[0]][0]}:{row[1]}", row[5], row[6]) for row in receipt.get("files", ())]
    said: dict[str, Any] = {
        "gen_ai.request.model": model.get("name"),
        "context_budget.trace_id": receipt.get("trace_id"),
        "context_budget.engine": receipt.get("engine"),
        "context_budget.window": model.get("context_window"),
        "context_budget.used_before": receipt.get("used_before"),
        "context_budget.total": budget.get("total"),
        "context_budget.used": budget.get("used"),
        "context_budget.candidates": len(rows),
        "context_budget.chosen": [name for name, form, _ in rows if form],
        "context_budget.left_out": [name for name, form, _ in rows if not form],
        "context_budget.reasons": [f"{reason}" for _, form, reason in rows if not form],
        "context_budget.policy.fingerprint": receipt.get("fingerprints", {}).get("policy"),
    }
    return {name: value for name, value in said.items() if value is not None}
