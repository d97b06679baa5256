"""What a run of the pre-parser gives back.

The rows of a run's ledger: one for every node, and one that closes the sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from inspector.core.ledger import EntryRows, Ledger, LedgerEntry, Number
from inspector.core.problems import Problem
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance.config import Compiled
from inspector.core.relevance.layers import Headroom, LayerDecisions, RunInputs
from inspector.core.relevance.trace import NodeRule, NodeTrace, trace_nodes, trace_rules

ACCOUNT = "context"
CAP = "soft_recovery_budget"


class Standing(StrEnum):
    """Whether the layers acted at all."""

    DECIDED = "decided"
    DISABLED = "disabled"  # the configuration switches them off: every node is included
    UNREADABLE = "unreadable"  # there is no usable configuration: every node is included


@dataclass(frozen=True)
class RelevanceReport:
    """Which nodes are included and why. Lists name nodes in the order in which layers acted.

    ``excluded_hard`` and ``excluded_soft`` hold what is out in the end; ``recovered_soft`` what
    layer 4 brought back, ``deps_added`` layer 5, ``urgency_forced`` layer 3.
    ``overrides_applied`` lists each node of a safety condition that holds, in or out before.
    ``est_tokens`` is the estimate for what is included, None when nothing is logged;
    ``estimated_tokens`` is the same and always there, ``real_tokens`` the count of the nodes' real
    texts, None unless every included node has one. All in tokens.
    """

    standing: Standing
    facts: RunInputs
    inclusion_map: Mapping[str, bool]
    excluded_hard: Sequence[str]
    excluded_soft: Sequence[str]
    recovered_soft: Sequence[str]
    deps_added: Sequence[str]
    overrides_applied: Sequence[str]
    urgency_forced: Sequence[str]
    total_included: int
    est_tokens: int | None
    estimated_tokens: int
    real_tokens: int | None
    node_token_estimates: Mapping[str, int]
    node_tokens: Mapping[str, int]
    logged: bool
    max_nodes_warning: bool
    config_problems: tuple[Problem, ...]
    run_problems: tuple[Problem, ...]
    tables: Compiled | None
    decisions: LayerDecisions | None

    @property
    def mode(self) -> str:
        """The cognitive mode the run was asked about."""
        return self.facts.mode

    @property
    def disabled(self) -> bool:
        """Whether the configuration switches the pre-parser off."""
        return self.standing is Standing.DISABLED

    @property
    def headroom(self) -> Headroom | None:
        """What layer 4 weighed; None where no layer acted."""
        return self.decisions.headroom if self.decisions else None

    @property
    def tokens_saved(self) -> int:
        """Tokens of the nodes that are out, as the ledger counts them."""
        return sum(self.size(node) for node, is_in in self.inclusion_map.items() if not is_in)

    @property
    def fetches_saved(self) -> int:
        """How many nodes need not be fetched, because they are out."""
        return len(self.inclusion_map) - self.total_included

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the configuration, then what this run met."""
        return self.config_problems + self.run_problems

    @cached_property
    def trace(self) -> tuple[NodeTrace, ...]:
        """The grid: each node through all seven layers. Empty where no layer acted."""
        if self.tables is None or self.decisions is None:
            return ()
        return trace_nodes(self.tables, self.facts, self.decisions, self.node_tokens)

    @cached_property
    def rules(self) -> tuple[NodeRule, ...]:
        """Every rule of the configuration and what came of it. Empty where no layer acted."""
        if self.tables is None or self.decisions is None:
            return ()
        return trace_rules(self.tables, self.facts, self.decisions)

    @cached_property
    def ledger(self) -> Ledger:
        """One row for every node, closing to the remaining budget.

        Rows carry real counts where every included node has one, else the estimates.
        """
        rows = NodeRows(self)
        return Ledger(self.facts.budget, (rows, EntryRows((_closing(self, rows.total_tokens),))))

    def size(self, node: str) -> int:
        """Return the tokens that the ledger counts for a node."""
        estimate = self.node_token_estimates.get(node, 0)
        return estimate if self.real_tokens is None else self.node_tokens.get(node, estimate)

    def log_line(self) -> str | None:
        """Return the line a production system logs for this run; None where it logs nothing.

        The line is for those who read such logs, so what urgency and safety did are one list in it:
        where urgency forced a node, ``overrides_applied`` begins with the word ``urgency``. The
        nodes themselves stand in ``urgency_forced`` beside it (Relevance, Observability).
        """
        if not self.logged:
            return None
        urgency = ["urgency"] if self.urgency_forced else []
        lists = {
            "excluded_hard": self.excluded_hard,
            "excluded_soft": self.excluded_soft,
            "recovered_soft": self.recovered_soft,
            "deps_added": self.deps_added,
            "urgency_forced": self.urgency_forced,
            "overrides_applied": [*urgency, *self.overrides_applied],
        }
        parts = [
            f"mode={self.mode}",
            *(f"{name}=[{', '.join(nodes)}]" for name, nodes in lists.items()),
            f"total_included={self.total_included}",
            f"est_tokens={self.est_tokens}",
        ]
        return "[CONTEXT RELEVANCE] " + " | ".join(parts)


@dataclass(frozen=True)
class NodeRows:
    """The rows of all nodes, made when the first is looked at; the grid is not needed for them."""

    report: RelevanceReport

    @property
    def total_tokens(self) -> int:
        """Tokens of the nodes that are included."""
        counted = self.report.real_tokens
        return self.report.estimated_tokens if counted is None else counted

    @cached_property
    def _entries(self) -> tuple[LedgerEntry, ...]:
        report, headroom = self.report, self.report.headroom
        if headroom is not None:
            assert report.tables is not None
            assert report.decisions is not None
            given = (report.tables, report.facts, report.decisions, report.node_tokens)
            decided = trace_nodes(*given, whole=False)
            return tuple(_decided_row(report, trace, headroom) for trace in decided)
        off = report.disabled
        reason = Reason.NODE_PARSER_OFF if off else Reason.NODE_CONFIG_UNREADABLE
        return tuple(_included_row(report, node, reason) for node in report.inclusion_map)

    def __len__(self) -> int:
        return len(self.report.inclusion_map)

    def __getitem__(self, index: int) -> LedgerEntry:
        return self._entries[index]

    def __iter__(self) -> Iterator[LedgerEntry]:
        return iter(self._entries)


def _decided_row(report: RelevanceReport, trace: NodeTrace, headroom: Headroom) -> LedgerEntry:
    size = report.size(trace.node)
    cell, reason = trace.deciding, trace.reason
    detail: dict[str, Number] = {"mode": report.mode, "estimate": trace.estimate}
    if trace.real is not None:
        detail["real"] = trace.real
    if cell.acted is not None:
        detail["facts"] = cell.acted.sentence
        detail["place"] = cell.acted.place
    if cell.parent is not None:
        detail["parent"] = cell.parent
    weighed = reason in (Reason.NODE_RECOVERED, Reason.NODE_NO_HEADROOM)
    if weighed:
        detail["threshold"] = f"{headroom.threshold:,}"
    return LedgerEntry(
        subject=trace.node,
        kind="node",
        name=trace.node,
        account=ACCOUNT,
        reason=reason,
        tokens=size if reason.verdict is Verdict.INCLUDED else 0,
        needed=size,
        left=headroom.tokens if weighed else None,
        cap=CAP if weighed else None,
        detail=detail,
    )


def _included_row(report: RelevanceReport, node: str, reason: Reason) -> LedgerEntry:
    """Make a row of a run in which every node is included and no layer acted."""
    size = report.size(node)
    return LedgerEntry(node, "node", node, ACCOUNT, reason, tokens=size, needed=size)


def _closing(report: RelevanceReport, taken: int) -> LedgerEntry:
    """Make the row that makes the sum close to the remaining budget.

    The pre-parser never leaves a node out for lack of room in the end, so nodes may take more than
    remains. The closing row is then negative: by so much the budget is exceeded.
    """
    rest = report.facts.budget - taken
    return LedgerEntry(
        subject="unused",
        kind="balance",
        name="unused" if rest >= 0 else "over budget",
        account=ACCOUNT,
        reason=Reason.NODES_UNUSED if rest >= 0 else Reason.NODES_OVER_BUDGET,
        tokens=rest,
        detail={"over": f"{max(0, -rest):,}"},
    )
