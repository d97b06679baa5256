"""Relevance in files: loading a configuration, and the result of a run for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.core.arguments import require, require_each
from inspector.core.model import Document
from inspector.core.problems import Problem
from inspector.core.relevance import Cell, Flip, NodeTrace, RelevanceReport
from inspector.core.scalars import SchemaVersion
from inspector.files.documents import parse_document
from inspector.files.findings import Findings
from inspector.files.loaded import Loaded, gathered
from inspector.files.source import PathLike, read_source
from inspector.files.stage_reading import check_stage
from inspector.session.session import Part
from inspector.session.stages import RelevanceStage


def load_relevance(path: PathLike) -> Loaded[RelevanceStage]:
    """Return the relevance stage of a JSON or YAML file (``-`` is standard input).

    The file holds a configuration, or a stage with one. A configuration that is of no use is there
    all the same, as it was written: a run then includes every node, and the problems say why. None
    means that nothing could be read.
    """

    def work(found: Findings) -> RelevanceStage | None:
        source = read_source(path, found)
        parsed = parse_document(source, path, found) if source else None
        stage = check_stage(Part.RELEVANCE, parsed, found) if parsed else None
        return stage if isinstance(stage, RelevanceStage) else None

    return gathered(work)


class RelevanceLayer(Document):
    """One node after one layer."""

    layer: int
    """Number of the layer, 1 to 7."""

    state: str
    """``included``, ``out_hard``, ``out_soft`` or ``absent``."""

    changed: bool
    """Whether the layer changed the state."""

    reason: str | None
    """What the layer did, as a code; null where it had nothing to say."""

    rule: str | None
    """JSON pointer of the configuration's rule that acted."""

    facts: str | None
    """The predicates of that rule with the values they met."""

    parent: str | None
    """The node that asked for this one as a dependency."""


class RelevanceNode(Document):
    """One node: how it ended, and why. A row of the ledger."""

    node: str
    """The context node."""

    included: bool
    """Whether it is in."""

    verdict: str
    """What became of it."""

    reason: str
    """The code of the rule that decided."""

    rule: str
    """Where the specification says so."""

    sentence: str
    """The reason in plain words."""

    tokens: int
    """Tokens it takes from the remaining budget."""

    estimate: int
    """Its estimate in the node table, in tokens."""

    counted: int | None
    """Tokens of its text, where there is one."""

    layers: list[RelevanceLayer]
    """The node after each layer; empty where no layer acted."""


class RelevanceFlip(Document):
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

    standing: str
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

    inclusion_map: dict[str, bool]
    """Every node, and whether it is in."""

    excluded_hard: list[str]
    """Nodes that are out hard in the end."""

    excluded_soft: list[str]
    """Nodes that are out soft in the end."""

    recovered_soft: list[str]
    """Nodes whose soft exclusion headroom has lifted."""

    deps_added: list[str]
    """Nodes that came in as dependencies."""

    overrides_applied: list[str]
    """Nodes one of whose safety conditions holds."""

    urgency_forced: list[str]
    """Nodes that high urgency brought in."""

    total_included: int
    """How many nodes are in."""

    est_tokens: int | None
    """The estimate for what is in, as it is logged; null where nothing is logged."""

    estimated_tokens: int
    """The same in any case."""

    real_tokens: int | None
    """Counted tokens of what is in; null unless every included node has a text."""

    tokens_saved: int
    """Tokens of the nodes that are out."""

    fetches_saved: int
    """How many nodes need not be fetched."""

    headroom: int | None
    """Tokens of headroom that recovery weighed; null where no layer acted."""

    max_nodes_warning: bool
    """Whether more nodes are in than the configuration expects."""

    log_line: str | None
    """The line that a production system logs; null where it logs nothing."""

    balances: bool
    """Whether the nodes and the rest add up to the remaining budget."""

    rest: int
    """What is left of the remaining budget; negative by what is missing."""

    nodes: list[RelevanceNode]
    """Every node, in the order of the node table."""

    problems: list[str]
    """What is wrong or doubtful, each with its place."""

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
    run = RelevanceRun(
        standing=report.standing.value,
        mode=report.mode,
        signals=dict(facts.signals),
        urgency=facts.urgency,
        returning_from_silence=facts.silence,
        token_budget_remaining=facts.budget,
        inclusion_map=dict(report.inclusion_map),
        excluded_hard=list(report.excluded_hard),
        excluded_soft=list(report.excluded_soft),
        recovered_soft=list(report.recovered_soft),
        deps_added=list(report.deps_added),
        overrides_applied=list(report.overrides_applied),
        urgency_forced=list(report.urgency_forced),
        total_included=report.total_included,
        est_tokens=report.est_tokens,
        estimated_tokens=report.estimated_tokens,
        real_tokens=report.real_tokens,
        tokens_saved=report.tokens_saved,
        fetches_saved=report.fetches_saved,
        headroom=None if report.headroom is None else report.headroom.tokens,
        max_nodes_warning=report.max_nodes_warning,
        log_line=report.log_line(),
        balances=report.ledger.balances,
        rest=entries[-1].tokens,
        nodes=_nodes(report),
        problems=[str(problem) for problem in problems],
        flips=None if flips is None else [_flip(flip) for flip in flips],
    )
    plain = run.model_dump(mode="json")
    if flips is None:
        del plain["flips"]
    return plain


def _nodes(report: RelevanceReport) -> list[RelevanceNode]:
    traces: dict[str, NodeTrace] = {trace.node: trace for trace in report.trace}
    return [
        RelevanceNode(
            node=entry.subject,
            included=report.inclusion_map[entry.subject],
            verdict=entry.verdict.value,
            reason=entry.reason.code,
            rule=entry.rule,
            sentence=entry.sentence,
            tokens=entry.tokens,
            estimate=report.node_token_estimates.get(entry.subject, 0),
            counted=report.node_tokens.get(entry.subject),
            layers=[_layer(cell) for cell in traces[entry.subject].cells] if traces else [],
        )
        for entry in report.ledger.entries
        if entry.kind == "node"
    ]


def _layer(cell: Cell) -> RelevanceLayer:
    return RelevanceLayer(
        layer=cell.layer.value,
        state=cell.state.name.lower(),
        changed=cell.changed,
        reason=None if cell.reason is None else cell.reason.code,
        rule=None if cell.acted is None else cell.acted.place,
        facts=None if cell.acted is None else cell.acted.sentence,
        parent=cell.parent,
    )


def _flip(flip: Flip) -> RelevanceFlip:
    return RelevanceFlip(
        fact=flip.kind.value,
        name=flip.signal,
        value=flip.value,
        nodes_in=list(flip.nodes_in),
        nodes_out=list(flip.nodes_out),
    )
