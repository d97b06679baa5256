"""Relevance in files: loading a configuration, a run's result for other programs, its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from inspector.core.arguments import require, require_each
from inspector.core.model import Document
from inspector.core.problems import Problem
from inspector.core.relevance import Flip, LayerCell, NodeTrace, RelevanceReport
from inspector.core.scalars import SchemaVersion
from inspector.files.documents import parse_file
from inspector.files.findings import Findings, Loaded, gathered
from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    sources,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import (
    KEPT,
    LedgerRow,
    ProblemRow,
    ReasonCode,
    ResultPart,
    kept,
    result_from,
)
from inspector.files.source import PathLike
from inspector.files.stage_reading import check_stage
from inspector.session.relevance_stage import RelevanceStage
from inspector.stage import Part
from inspector.stages.relevance.part import unreadable_part
from inspector.stages.relevance.runs import RelevanceResult


def load_relevance(path: PathLike) -> Loaded[RelevanceStage]:
    """Return the relevance stage of a JSON or YAML file (``-`` is standard input).

    The file holds a configuration, or a stage with one. A configuration that is of no use, or that
    cannot be read, is there all the same: a run then includes every node, and the problems say why.
    """

    def work(found: Findings) -> RelevanceStage | None:
        parsed = parse_file(path, found)
        stage = check_stage(Part.RELEVANCE, parsed, found) if parsed else None
        return stage if isinstance(stage, RelevanceStage) else unreadable_part()

    return gathered(work)


class RelevanceLayer(ResultPart):
    """One node after one layer."""

    layer: Annotated[int, KEPT]
    """Number of the layer, 1 to 7."""

    state: Annotated[str, KEPT]
    """``included``, ``out_hard``, ``out_soft`` or ``absent``."""

    changed: Annotated[bool, KEPT]
    """Whether the layer changed the state."""

    reason: Annotated[ReasonCode | None, KEPT]
    """What the layer did, as a code; null where it had nothing to say."""

    rule: str | None
    """JSON pointer of the configuration's rule that acted."""

    facts: str | None
    """The predicates of that rule with the values they met."""

    parent: Annotated[str | None, KEPT]
    """The node that asked for this one as a dependency."""


class RelevanceNode(ResultPart):
    """One node: how it ended, and why. A row of the ledger."""

    node: Annotated[str, KEPT]
    """The context node."""

    included: Annotated[bool, KEPT]
    """Whether it is in."""

    verdict: Annotated[str, KEPT]
    """What became of it."""

    reason: Annotated[ReasonCode, KEPT]
    """The code of the rule that decided."""

    rule: str
    """Where the specification says so."""

    sentence: str
    """The reason in plain words."""

    tokens: Annotated[int, KEPT]
    """Tokens it takes from the remaining budget."""

    estimate: Annotated[int, KEPT]
    """Its estimate in the node table, in tokens."""

    counted: Annotated[int | None, KEPT]
    """Tokens of its text, where there is one."""

    layers: Annotated[list[RelevanceLayer], KEPT]
    """The node after each layer; empty where no layer acted."""


class RelevanceFlip(ResultPart):
    """One fact at another value, and what would then come in or fall out."""

    fact: str
    """``signal``, ``mode``, ``urgency``, ``returning_from_silence``, ``token_budget_remaining``."""

    name: str
    """The signal's name, or that of the fact."""

    value: Any
    """The other value; null means missing."""

    nodes_in: list[str]
    """Nodes that would come in."""

    nodes_out: list[str]
    """Nodes that would fall out."""


class RelevanceRun(Document):
    """What one run of the relevance pre-parser decided. Counts are in tokens."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    standing: Annotated[str, KEPT]
    """``decided``; ``disabled`` or ``unreadable`` where no layer acted and every node is in."""

    mode: str
    """The cognitive mode."""

    signals: dict[str, Any]
    """The conversation's signals."""

    urgency: Any
    """The urgency of the classification; null without one."""

    returning_from_silence: bool
    """Whether the user comes back after a silence."""

    token_budget_remaining: int
    """Tokens that remained for context nodes."""

    inclusion_map: Annotated[dict[str, bool], KEPT]
    """Every node, and whether it is in."""

    excluded_hard: Annotated[list[str], KEPT]
    """Nodes that are out hard in the end."""

    excluded_soft: Annotated[list[str], KEPT]
    """Nodes that are out soft in the end."""

    recovered_soft: Annotated[list[str], KEPT]
    """Nodes whose soft exclusion headroom has lifted."""

    deps_added: Annotated[list[str], KEPT]
    """Nodes that came in as dependencies."""

    overrides_applied: Annotated[list[str], KEPT]
    """Nodes one of whose safety conditions holds."""

    urgency_forced: Annotated[list[str], KEPT]
    """Nodes that high urgency brought in."""

    total_included: Annotated[int, KEPT]
    """How many nodes are in."""

    est_tokens: Annotated[int | None, KEPT]
    """The estimate for what is in, as it is logged; null where nothing is logged."""

    estimated_tokens: Annotated[int, KEPT]
    """The same in any case."""

    real_tokens: Annotated[int | None, KEPT]
    """Counted tokens of what is in; null unless every included node has a text."""

    tokens_saved: int
    """Tokens of the nodes that are out."""

    fetches_saved: int
    """How many nodes need not be fetched."""

    headroom: Annotated[int | None, KEPT]
    """Tokens of headroom that recovery weighed; null where no layer acted."""

    max_nodes_warning: Annotated[bool, KEPT]
    """Whether more nodes are in than the configuration expects."""

    log_line: str | None
    """The line that a production system logs; null where it logs nothing."""

    balances: Annotated[bool, KEPT]
    """Whether the nodes and the rest add up to the remaining budget."""

    rest: Annotated[int, KEPT]
    """What is left of the remaining budget; negative by what is missing."""

    nodes: Annotated[list[RelevanceNode], KEPT]
    """Every node, in the order of the node table."""

    budget: int
    """The sum of all rows of the ledger: the remaining budget."""

    ledger: list[LedgerRow]
    """Every node, and the rest."""

    problems: list[str]
    """What is wrong or doubtful, each with its place, as one line each."""

    problem_rows: list[ProblemRow]
    """The same, part by part."""

    flips: list[RelevanceFlip] | None = None
    """What would change if one fact were another, where it was asked for."""


def relevance_run(
    report: RelevanceReport, problems: Sequence[Problem], flips: Sequence[Flip] | None = None
) -> dict[str, Any]:
    """Return a run as plain values; the texts of nodes are not among them."""
    require(RelevanceReport, report=report)
    require_each(Problem, problems=problems)
    require_each(Flip, flips=() if flips is None else flips)
    facts = report.facts
    entries = list(report.ledger.entries)
    run = result_from(
        RelevanceRun,
        report,
        signals=dict(facts.signals),
        urgency=facts.urgency,
        returning_from_silence=facts.silence,
        token_budget_remaining=facts.budget,
        inclusion_map=dict(report.inclusion_map),
        headroom=None if report.headroom is None else report.headroom.tokens,
        log_line=report.log_line(),
        balances=report.ledger.balances,
        rest=entries[-1].tokens,
        nodes=_nodes(report),
        budget=report.ledger.budget,
        ledger=entries,
        problems=[str(problem) for problem in problems],
        problem_rows=list(problems),
        flips=None
        if flips is None
        else [result_from(RelevanceFlip, flip, fact=flip.kind, name=flip.signal) for flip in flips],
    )
    plain = run.model_dump(mode="json")
    if flips is None:
        del plain["flips"]
    return plain


def _nodes(report: RelevanceReport) -> list[RelevanceNode]:
    traces: dict[str, NodeTrace] = {trace.node: trace for trace in report.trace}
    return [
        result_from(
            RelevanceNode,
            entry,
            node=entry.subject,
            included=report.inclusion_map[entry.subject],
            estimate=report.node_token_estimates.get(entry.subject, 0),
            counted=report.node_tokens.get(entry.subject),
            layers=[_layer(cell) for cell in traces[entry.subject].cells] if traces else [],
        )
        for entry in report.ledger.entries
        if entry.kind == "node"
    ]


def _layer(cell: LayerCell) -> RelevanceLayer:
    return result_from(
        RelevanceLayer,
        cell,
        state=cell.state.name.lower(),
        rule=None if cell.acted is None else cell.acted.place,
        facts=None if cell.acted is None else cell.acted.sentence,
    )


def relevance_record(
    result: RelevanceResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: every node with its layers. Values of signals are not among them."""
    report, facts, session = result.report, result.facts, result.session
    if report is None:
        return None
    known = known or InputFingerprints()
    plain = relevance_run(report, ())
    return run_record(
        stage="relevance",
        recorded_at=recorded_at,
        title=title_of(session, Part.RELEVANCE),
        inputs={
            "config": known.of("config", session.relevance.config),
            "node_texts": known.of("node_texts", session.relevance.node_texts, dict),
            "facts": known.of(
                "facts", [dict(facts.signals), dict(facts.classification), facts.silence]
            ),
        },
        configuration={
            "mode": facts.mode,
            "mode_given": facts.mode_given,
            "token_budget_remaining": facts.budget,
            "counter": result.counter,
            "sources": sources(session),
        },
        result=kept(RelevanceRun, plain) | {"problems": problem_codes(result.problems)},
        metrics={
            "mode": facts.mode,
            "standing": report.standing.value,
            "budget": facts.budget,
            "nodes": len(report.inclusion_map),
            "included": report.total_included,
            "estimated_tokens": report.estimated_tokens,
            "real_tokens": report.real_tokens,
            "balances": report.ledger.balances,
        },
        verdicts=verdict_counts(report.ledger.entries),
    )
