"""What relevance says of the context nodes, when it is asked (Relevance, all seven layers)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.core.assembly.inputs import AssemblyInputs
from inspector.core.assembly.measured import Measured
from inspector.core.ledger import LedgerEntry
from inspector.core.problems import pointer
from inspector.core.relevance import (
    DEFAULT_NODE_TOKEN_ESTIMATES,
    RelevanceConfig,
    RelevanceReport,
    check_relevance_config,
    readable_node_table,
    relevance,
)


@dataclass(frozen=True, slots=True)
class DecidedNodes:
    """The nodes of an assembly.

    ``report`` is None where relevance is not asked; ``unasked`` then says why. ``estimates`` are
    tokens by node, ``rows`` the ledger rows of the report by node.
    """

    report: RelevanceReport | None
    unasked: str
    estimates: Mapping[str, int]
    rows: Mapping[str, LedgerEntry] = field(default_factory=dict)

    def knows(self, node: str) -> bool:
        """Whether there is such a node."""
        return node in self.estimates or node in self.rows


def decide_nodes(inputs: AssemblyInputs, measured: Measured) -> DecidedNodes:
    """Ask relevance about the nodes, where a configuration is open and the request names a mode.

    A configuration that cannot be read lets every node in and has its problems in the report.
    """
    value, request = inputs.nodes.config, inputs.request
    if value is None:
        return DecidedNodes(None, "no configuration is open", DEFAULT_NODE_TOKEN_ESTIMATES)
    config: RelevanceConfig | None
    if isinstance(value, RelevanceConfig):
        config, problems, table = value, value.problems, value.node_token_estimates
    else:
        config, problems = check_relevance_config(value)
        table = readable_node_table(value)
    if request.mode is None:
        return DecidedNodes(None, "the request names no mode", table)
    counts = {
        node: measured.text(text, node, pointer("node_texts", node), "relevance")
        for node, text in inputs.nodes.texts.items()
    }
    report = relevance(
        config,
        mode=request.mode,
        signals=request.signals,
        classification=request.classification,
        returning_from_silence=request.returning_from_silence,
        token_budget_remaining=inputs.nodes.token_budget_remaining,
        node_tokens={node: count for node, count in counts.items() if count is not None},
        config_problems=problems,
        node_table=table,
    )
    rows = {row.subject: row for row in report.ledger.entries if row.kind == "node"}
    return DecidedNodes(report, "", table, rows)
