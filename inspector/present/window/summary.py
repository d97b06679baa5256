"""A placement in a few lines, for the command line and the line below the window."""

from __future__ import annotations

from collections import Counter

from inspector.core.window.optimum import MILLIONTHS, Optimum
from inspector.core.window.report import WindowReport
from inspector.present.window.names import TYPE_TITLES, written


def status_line(report: WindowReport) -> str:
    """Return the outcome in one line."""
    closes = "balance closes" if report.ledger.balances else "balance does NOT close"
    return (
        f"{written(report.total_tokens_used)} of {written(max(0, report.effective_available))}"
        f" tokens used · {closes} · {len(report.allocated):,} placed ·"
        f" {report.chunks_dropped:,} dropped · estimates from text length"
    )


def placement_lines(report: WindowReport) -> list[str]:
    """Return what was placed and dropped, with the means of the placed chunks."""
    outcome, metrics = report.outcome, report.metrics
    placed = Counter(outcome.chunks[row].type for row in outcome.selection.placed)
    considered = Counter(chunk.type for chunk in outcome.chunks)
    lines = [
        f"Available   {written(outcome.available_tokens)} tokens, {written(outcome.reserve)} of"
        f" them in reserve: room for {written(max(0, outcome.room))}",
        f"Placed      {len(report.allocated):,} of {len(outcome.chunks):,} chunks,"
        f" {written(report.total_tokens_used)} tokens",
        f"Dropped     {report.chunks_dropped:,} chunks,"
        f" {written(sum(outcome.tokens[row] for row in outcome.selection.dropped))} tokens;"
        f" {len(report.conflicts):,} conflicts",
        f"Unused      {written(max(0, report.tokens_remaining))} tokens; the ledger"
        f" {'closes' if report.ledger.balances else 'does NOT close'}",
        f"Means       priority {metrics.prioritization_score:,.2f}, recency"
        f" {metrics.recency_boost:,.2f}, revenue {metrics.business_relevance_boost:,.2f}",
    ]
    lines += [
        f"  {TYPE_TITLES[kind]:<18}{placed[kind]:>6,} of {considered[kind]:,}"
        for kind in TYPE_TITLES
        if considered[kind]
    ]
    return lines


def optimum_line(best: Optimum) -> str:
    """Return greedy beside optimal in one sentence."""
    greedy = f"{best.greedy_value / MILLIONTHS:,.2f}"
    if best.value is None:
        return f"Greedy {greedy} points. There is no optimum: {best.reason}"
    if best.value == best.greedy_value:
        return f"Greedy {greedy} points: no choice of chunks has more."
    return (
        f"Greedy {greedy} points, optimum {best.value / MILLIONTHS:,.2f}: a gap of"
        f" {best.gap or 0:,.2f} ({(best.gap_share or 0):.1%}). The optimum leaves out"
        f" {_chunks(len(best.lost))} of the greedy choice, takes {_chunks(len(best.gained))}"
        f" instead and needs {written(best.tokens or 0)} tokens; greedy needs"
        f" {written(best.greedy_tokens)}."
    )


def _chunks(count: int) -> str:
    return "1 chunk" if count == 1 else f"{count:,} chunks"


def headline(report: WindowReport) -> str:
    """Return what was placed and what was not, as the title of the chart."""
    dropped = sum(report.outcome.tokens[row] for row in report.outcome.selection.dropped)
    used, room = written(report.total_tokens_used), written(max(0, report.effective_available))
    text = f"{used} / {room} tokens"
    return text + (f" · {written(dropped)} dropped" if report.chunks_dropped else "")
