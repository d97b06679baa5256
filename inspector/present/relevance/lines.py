"""A run as lines of text, for terminals: the grid, what came out, and what would flip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.reasons import Verdict
from inspector.core.relevance import NodeState, RelevanceReport
from inspector.language import localized, tr
from inspector.present.relevance.grid import Grid, GridCell, grid
from inspector.present.relevance.names import fact_title, fact_value
from inspector.present.relevance.requests import saving_text
from inspector.present.relevance.tables import present_value, token_change

# Readable without colour and in any encoding that has ASCII.
_STATES = {
    NodeState.INCLUDED: tr("in"),
    NodeState.OUT_HARD: tr("hard"),
    NodeState.OUT_SOFT: tr("soft"),
    NodeState.ABSENT: "-",
}


def result_lines(result: RelevanceResult) -> list[str]:
    """Return facts, grid and sums of a run; a layer that changed a node's state is marked ``*``."""
    report = result.report
    if report is None:
        return []
    found = grid(report)
    lines = [_facts(result), ""]
    if found.banner:
        lines += [found.banner, ""]
    lines += _aligned(list(_grid_rows(found)))
    lines += ["", *_sums(report)]
    return lines


def flip_lines(result: RelevanceResult) -> list[str]:
    """Return one line for each change of a single fact that would change what is included."""
    if not result.flips:
        return [tr("no change of a single fact would change what is included")]
    rows = [("if", "were", "now", "tokens", tr("comes in (+), falls out (-)"))]
    for flip in result.flips:
        moved = [f"+{node}" for node in flip.nodes_in] + [f"-{node}" for node in flip.nodes_out]
        rows.append(
            (
                fact_title(flip),
                fact_value(flip.kind, flip.value),
                fact_value(flip.kind, present_value(result, flip)),
                localized(token_change(result, flip), "+,"),
                " ".join(moved),
            )
        )
    return _aligned(rows)


def sum_line(report: RelevanceReport) -> str:
    """Return the outcome in one line: nodes, tokens, the balance."""
    tokens, budget = sum(map(report.size, _included(report))), report.facts.budget
    closes = tr("balance closes") if report.ledger.balances else tr("BALANCE DOES NOT CLOSE")
    counted = "" if report.real_tokens is None else tr(", counted")
    return tr(
        "{total_included} of {inclusion_map} nodes in,"
        " {tokens:,} of {budget:,} tokens{counted}, {closes}",
        total_included=report.total_included,
        inclusion_map=len(report.inclusion_map),
        tokens=tokens,
        budget=budget,
        counted=counted,
        closes=closes,
    )


def _included(report: RelevanceReport) -> list[str]:
    return [node for node, is_in in report.inclusion_map.items() if is_in]


def _facts(result: RelevanceResult) -> str:
    facts = result.facts
    urgency = "none" if facts.urgency is None else facts.urgency
    parts = [
        tr("mode {mode}", mode=facts.mode)
        + ("" if facts.mode_given else tr(" (first of the configuration)")),
        tr("urgency {urgency}", urgency=urgency),
        tr("returning from silence") if facts.silence else tr("no silence"),
        tr("{budget:,} tokens remain", budget=facts.budget),
        tr("{signals} signals", signals=len(facts.signals)),
    ]
    return ", ".join(parts)


def _grid_rows(found: Grid) -> Iterator[tuple[str, ...]]:
    heads = [f"{head.layer.value} {head.title}" for head in found.heads if not found.banner]
    yield ("node", "tokens", *heads, "verdict", "why")
    for row in found.rows:
        yield (
            row.node,
            localized(row.tokens),
            *map(_cell, row.cells),
            row.verdict.value,
            row.sentence,
        )


def _cell(cell: GridCell) -> str:
    return _STATES[cell.state] + ("*" if cell.changed else "")


def _sums(report: RelevanceReport) -> Iterator[str]:
    yield sum_line(report)
    yield saving_text([report])
    headroom = report.headroom
    if headroom is not None:
        compared = tr("more than") if headroom.suffices else tr("not more than")
        yield tr(
            "headroom {tokens:,}, {compared} {threshold:,}",
            tokens=headroom.tokens,
            compared=compared,
            threshold=headroom.threshold,
        )
    lists = (
        (tr("urgency forced"), report.urgency_forced),
        ("recovered", report.recovered_soft),
        (tr("dependencies added"), report.deps_added),
        (tr("safety overrides"), report.overrides_applied),
        (tr("out, hard"), report.excluded_hard),
        (tr("out, soft"), report.excluded_soft),
    )
    for title, nodes in lists:
        if nodes:
            yield f"{title}: {', '.join(nodes)}"
    closing = report.ledger.entries[-1]
    if closing.verdict is Verdict.BALANCE:
        yield closing.sentence


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows in columns of equal width; columns of numbers are set right."""
    if not rows:
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = {place for place, title in enumerate(rows[0]) if title == "tokens"}
    return [
        "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
