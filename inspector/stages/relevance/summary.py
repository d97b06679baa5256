"""A run in a few facts: as lines for terminals, and where nothing is selected in the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from inspector.analysis.audit.finding import Working
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import (
    Headroom,
    Layer,
    LayerCell,
    NodeState,
    RelevanceReport,
    Standing,
)
from inspector.core.relevance.vocabulary import show_value
from inspector.language import localized, tr, tr_n
from inspector.present.reason_text import entry_sentence
from inspector.stage import flow
from inspector.stages.relevance.grid import STANDINGS, Grid
from inspector.stages.relevance.runs import RelevanceResult
from inspector.stages.relevance.tables import (
    fact_title,
    fact_value,
    layer_title,
    present_value,
    token_change,
    tokens_in,
)


def saving_text(reports: Sequence[RelevanceReport]) -> str:
    """Return in one line what relevance saves with some runs together."""
    tokens = sum(report.tokens_saved for report in reports)
    every = tokens + sum(tokens_in(report) for report in reports)
    return tr(
        "{tokens:,} of {every:,} tokens and {fetches:,} of {nodes:,} fetches saved",
        tokens=tokens,
        every=every,
        fetches=sum(report.fetches_saved for report in reports),
        nodes=sum(len(report.inclusion_map) for report in reports),
    )


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
    banner = STANDINGS.get(report.standing, "")
    lines = [_facts(result), ""]
    if banner:
        lines += [banner, ""]
    lines += _aligned(list(_grid_rows(report)))
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
    closes = tr("reconciled") if report.ledger.balances else tr("BALANCE DOES NOT CLOSE")
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
        (tr("mode {mode}", mode=facts.mode) if facts.mode else tr("no mode"))
        + (tr(" (first of the configuration)") if result.mode_assumed else ""),
        tr("urgency {urgency}", urgency=urgency),
        tr("returning from silence") if facts.silence else tr("no silence"),
        tr("{budget:,} tokens remain", budget=facts.budget)
        + ("" if facts.budget_given else tr(" (assumed)")),
        tr("{signals} signals", signals=len(facts.signals)),
    ]
    return ", ".join(parts)


def _grid_rows(report: RelevanceReport) -> Iterator[tuple[str, ...]]:
    heads = [layer_title(layer) for layer in Layer if report.standing is Standing.DECIDED]
    yield ("node", "tokens", *heads, "verdict", "why")
    entries = (entry for entry in report.ledger.entries if entry.kind == "node")
    for entry, trace in zip_longest(entries, report.trace):
        yield (
            entry.subject,
            localized(report.size(entry.subject)),
            *map(_cell, trace.cells if trace else ()),
            entry.verdict.value,
            entry_sentence(entry),
        )


def _cell(cell: LayerCell) -> str:
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
        (tr("excluded"), report.excluded_hard),
        (tr("excluded (recoverable)"), report.excluded_soft),
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


@dataclass(frozen=True, slots=True)
class NodeOverview:
    """What stands where nothing is selected. ``lists`` are titles with the names of nodes."""

    title: str
    sentence: str
    facts: tuple[Working, ...]
    layers: tuple[Working, ...]
    sums: tuple[Working, ...]
    lists: tuple[tuple[str, str], ...]


def overview(result: RelevanceResult, report: RelevanceReport, found: Grid) -> NodeOverview:
    """Return a run as a whole."""
    return NodeOverview(
        title=_title(report, found),
        sentence=STANDINGS.get(report.standing, f"{sum_line(report)}."),
        facts=tuple(_overview_facts(result)),
        layers=tuple(
            Working(
                f"{head.layer.value} {head.title}",
                head.moves,
                tr("{included} in", included=head.included),
            )
            for head in found.heads
            if not found.banner
        ),
        sums=tuple(_overview_sums(result, report)),
        lists=node_lists(report),
    )


def _title(report: RelevanceReport, found: Grid) -> str:
    if found.banner:
        return tr("No layer acts")
    return tr("Mode {mode}", mode=report.mode) if report.mode else tr("No mode")


def node_lists(report: RelevanceReport) -> tuple[tuple[str, str], ...]:
    """Return the lists of a run that are not empty, each with a title."""
    lists = (
        (tr("Excluded"), report.excluded_hard),
        (tr("Excluded (recoverable)"), report.excluded_soft),
        (tr("Forced by urgency"), report.urgency_forced),
        (tr("Recovered"), report.recovered_soft),
        (tr("Added as dependencies"), report.deps_added),
        (tr("Safety overrides"), report.overrides_applied),
    )
    return tuple((title, ", ".join(nodes)) for title, nodes in lists if nodes)


def headline(report: RelevanceReport) -> str:
    """Return what came of a run, over its grid: tokens, nodes, and what was left out."""
    tokens = sum(map(report.size, _included(report)))
    return tr(
        "{tokens:,} of {budget:,} tokens · {included:,} of {nodes:,} nodes included · {saved:,}"
        " tokens left out",
        tokens=tokens,
        budget=report.facts.budget,
        included=report.total_included,
        nodes=len(report.inclusion_map),
        saved=report.tokens_saved,
    )


def status_text(report: RelevanceReport) -> str:
    """Return the line below everything."""
    headroom = report.headroom
    parts = [sum_line(report)]
    if headroom is not None:
        parts.append(_recovery(report, headroom))
    return " · ".join([*parts[0].split(", "), *parts[1:]])


def _recovery(report: RelevanceReport, headroom: Headroom) -> str:
    """Say what the headroom brought back; where layer 4 met nothing to bring back, that."""
    tokens, back = headroom.tokens, len(report.recovered_soft)
    if back:
        return tr_n(
            "headroom {tokens:,} recovers 1 node",
            "headroom {tokens:,} recovers {back:,} nodes",
            back,
            tokens=tokens,
            back=back,
        )
    met = (trace.cells[Layer.RECOVERY - 1].reason for trace in report.trace)
    if Reason.NODE_NO_HEADROOM not in met:
        return tr("headroom {tokens:,}, nothing to recover", tokens=tokens)
    return tr("headroom {tokens:,} recovers nothing", tokens=tokens)


def size_known(report: RelevanceReport) -> str:
    """Say where estimates come from: of what cannot be read, as much as can be."""
    if report.standing is Standing.UNREADABLE:
        return tr("of the node table, as far as it can be read")
    return tr("of the node table")


def _overview_facts(result: RelevanceResult) -> Iterator[Working]:
    facts = result.facts
    assumed = tr("first of the configuration") if result.mode_assumed else ""
    yield Working(tr("Mode"), assumed, facts.mode or "none")
    urgency = "none" if facts.urgency is None else str(facts.urgency)
    yield Working(tr("Urgency"), "", urgency)
    yield Working(tr("Returning from silence"), "", tr("yes") if facts.silence else tr("no"))
    for name, value in facts.signals.items():
        yield Working(name, "", show_value(value))


def _overview_sums(result: RelevanceResult, report: RelevanceReport) -> Iterator[Working]:
    said = "" if result.facts.budget_given else tr("assumed")
    yield Working(tr("Remaining budget"), said, localized(report.facts.budget))
    yield Working(
        tr("Estimate of what is in"), size_known(report), localized(report.estimated_tokens)
    )
    if report.node_tokens:
        counted = sum(
            report.node_tokens.get(node, 0) for node, is_in in report.inclusion_map.items() if is_in
        )
        whole = "" if report.real_tokens is not None else tr("where there is a text")
        yield Working(tr("Counted by {counter}", counter=result.counter), whole, localized(counted))
    headroom = report.headroom
    if headroom is not None:
        verb = "more" if headroom.suffices else tr("not more")
        yield Working(
            tr("Headroom"),
            tr("{verb} than {threshold:,}", verb=verb, threshold=headroom.threshold),
            localized(headroom.tokens),
        )
    yield Working(
        tr("Saved"),
        tr_n(
            "1 fetch not made",
            "{fetches:,} fetches not made",
            report.fetches_saved,
            fetches=report.fetches_saved,
        ),
        localized(report.tokens_saved),
    )
    closing = report.ledger.entries[-1]
    yield Working(tr("Headroom after nodes"), "", localized(closing.tokens))


def token_flow(result: RelevanceResult) -> str:
    """Say how many tokens the nodes have, and how many those that are in."""
    report = result.report
    if report is None:
        return ""
    kept = sum(report.size(node) for node, is_in in report.inclusion_map.items() if is_in)
    return flow(kept + report.tokens_saved, kept)
