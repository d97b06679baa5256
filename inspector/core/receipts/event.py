"""A receipt as an event of OpenTelemetry: ids, counts and totals, no contents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.core.receipts.decided import decided_in

EVENT = "context_budget.decision"
"""The name of the event of a decision, for OpenTelemetry."""


def attributes_of(receipt: Mapping[str, Any]) -> dict[str, str | int | list[str]]:
    """Return what an OpenTelemetry event says of a receipt: totals, counts and ids, no contents."""
    model, budget = receipt.get("model") or {}, receipt.get("budget") or {}
    decided = [one for one in decided_in(receipt) if one.kind != "background"]
    chosen = [one.name for one in decided if one.state[0]]
    left_out = [one for one in decided if not one.state[0]]
    said: dict[str, Any] = {
        "gen_ai.request.model": model.get("name"),
        "context_budget.trace_id": receipt.get("trace_id"),
        "context_budget.engine": receipt.get("engine"),
        "context_budget.window": model.get("context_window"),
        "context_budget.used_before": receipt.get("used_before"),
        "context_budget.total": budget.get("total"),
        "context_budget.used": budget.get("used"),
        "context_budget.candidates": len(decided),
        "context_budget.chosen": chosen,
        "context_budget.left_out": [one.name for one in left_out],
        "context_budget.reasons": [one.state[1] for one in left_out],
        "context_budget.policy.fingerprint": receipt.get("fingerprints", {}).get("policy"),
    }
    return {name: value for name, value in said.items() if value is not None}
