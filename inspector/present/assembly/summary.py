"""An assembly in a few lines, for the command line and the line below the window."""

from __future__ import annotations

from inspector.core.assembly import Assembly
from inspector.core.discipline import DisciplineAction
from inspector.present.assembly.names import DECISION_TITLES


def status_line(assembly: Assembly) -> str:
    """Return the outcome in one line."""
    closes = "balance closes" if assembly.ledger.balances else "balance does NOT close"
    return (
        f"{assembly.used:,} of {assembly.limits.hard:,} tokens used · {closes} ·"
        f" {DECISION_TITLES[assembly.decision]} ·"
        f" {assembly.injection.prepared.counted.counter_name}"
    )


def headline(assembly: Assembly) -> str:
    """Return how full the prompt is, in a few words."""
    decision = DECISION_TITLES[assembly.decision].removeprefix("refused: ")
    return f"{assembly.used:,} of {assembly.limits.hard:,} tokens, {decision}"


def assembly_lines(assembly: Assembly) -> list[str]:
    """Return the assembly as lines of text: the steps, the limits, what decided."""
    request = assembly.inputs.request
    limits = assembly.limits
    counter = assembly.injection.prepared.counted.counter_name
    lines = [
        f"{request.trace_id}  {request.timestamp}  {request.model.name}"
        f"  window {limits.window:,}  {counter}",
        "",
        f"{'step':<25}{'tokens':>9}{'start':>9}{'end':>9}",
    ]
    for band in assembly.bands:
        title = f"{int(band.step)} {band.step.title}"
        lines.append(f"{title:<25}{band.tokens:>9,}{band.start:>9,}{band.end:>9,}")
        lines += [
            f"    {entry.verdict:<12}{entry.name}: {entry.sentence}"
            for entry in assembly.around.rows
            if entry.account == band.step.account
            and (not entry.tokens or entry.verdict.value != "included")
        ]
    reserve, unused = assembly.reserve_span, assembly.unused_span
    lines += [
        f"{'unused':<25}{assembly.unused:>9,}{unused[0]:>9,}{unused[1]:>9,}",
        f"{'reserve for the answer':<25}{limits.reserve:>9,}{reserve[0]:>9,}{reserve[1]:>9,}",
    ]
    if assembly.over:
        lines.append(f"{'over the window':<25}{-assembly.over:>9,}")
    lines += ["", *_decisions(assembly), *(entry.sentence for entry in assembly.judgements)]
    ledger = assembly.ledger
    closes = "closes" if ledger.balances else f"DOES NOT CLOSE: {ledger.budget:,} expected"
    lines.append(f"Balance {ledger.total_tokens:,} tokens: {closes}.")
    return lines


def _decisions(assembly: Assembly) -> list[str]:
    lines = []
    if assembly.relevance is not None:
        report = assembly.relevance
        nodes = len(report.inclusion_map)
        lines.append(
            f"Relevance: mode {report.mode}, {report.total_included:,} of {nodes:,} nodes in."
        )
    state = assembly.discipline
    if state is not None and state.type is not DisciplineAction.REJECT:
        lines.append(
            f"Discipline: {state.type}, hot state {state.tokens or 0:,} tokens by its estimate,"
            f" {state.original_tokens or 0:,} as given."
        )
    budget = assembly.injection.budget
    lines.append(
        f"Injection: {assembly.tokens_used_before:,} tokens used before,"
        f" {assembly.injection.total_tokens_used:,} of {budget.total_budget:,} injected."
    )
    return lines
