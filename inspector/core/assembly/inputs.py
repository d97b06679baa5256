"""Everything that one assembly is made from, as frozen values.

What relevance says of the context nodes, when it is asked (Relevance, all seven layers).

Placing the pieces of the steps around the injection, one after another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from inspector.core.assembly.pieces import (
    SEPARATOR,
    AssemblyItem,
    AssemblyStage,
    Piece,
    PieceKind,
    Step,
    TextMeasure,
)
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.discipline import DEFAULT_LIMITS, DisciplineLimits
from inspector.core.injection.policy import (
    DEFAULT_POLICY,
    DEFAULT_SETTINGS,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)
from inspector.core.ledger import LedgerEntry, Number
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import (
    DEFAULT_NODE_TOKEN_ESTIMATES,
    RelevanceConfig,
    RelevanceReport,
    check_relevance_config,
    readable_node_table,
    relevance,
)
from inspector.plurals import count_of


@dataclass(frozen=True, slots=True)
class NodeInputs:
    """Context nodes: what decides about them, the texts that are there, tokens that remain.

    ``config`` is a ``RelevanceConfig``, or its JSON value, usable or not; None when none is open.
    """

    config: object = None
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    token_budget_remaining: int = 4_000


@dataclass(frozen=True, slots=True)
class HotStateInputs:
    """The hot state's JSON value, valid or not (None: there is none), and its discipline."""

    value: Mapping[str, Any] | None = None
    limits: DisciplineLimits = DEFAULT_LIMITS
    enable_compression: bool = True
    enable_reference_extraction: bool = True
    reject_on_persistent_overflow: bool = True
    keep_pointers: bool = False


@dataclass(frozen=True, slots=True)
class AssemblyInputs:
    """The inputs of all eight steps and the limits of the whole."""

    request: Request
    stage: AssemblyStage = field(default_factory=AssemblyStage)
    nodes: NodeInputs = field(default_factory=NodeInputs)
    hot_state: HotStateInputs = field(default_factory=HotStateInputs)
    candidates: CandidateSet = field(default_factory=lambda: CandidateSet(set_id="empty"))
    policy: UnifiedContextBudgetPolicy = DEFAULT_POLICY
    strategy: Strategy = Strategy.COVERAGE
    settings: InjectionSettings = DEFAULT_SETTINGS


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


def decide_nodes(inputs: AssemblyInputs, measured: TextMeasure) -> DecidedNodes:
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


class ItemPlacing:
    """Collects pieces and their ledger rows while the steps are gone through in order."""

    def __init__(self, inputs: AssemblyInputs, nodes: DecidedNodes, measured: TextMeasure) -> None:
        self._inputs = inputs
        self._nodes = nodes
        self._measured = measured
        self._separator = measured.text(SEPARATOR, "separator", "") or 0
        self._seen: set[str] = set()
        self.pieces: list[Piece] = []
        self.rows: list[LedgerEntry] = []
        self.problems: list[Problem] = []
        self.uncounted: list[str] = []

    def place_step(self, step: Step) -> None:
        """Place the items of one step, in their order."""
        for place, item in enumerate(self._inputs.stage.items):
            if item.step == step:
                self._place(item, place, step)

    def put_text(
        self,
        step: Step,
        kind: PieceKind,
        subject: str,
        title: str,
        text: str,
        *,
        place: str,
    ) -> None:
        """Place a text of the request itself, which no separator follows."""
        count = self._measured.text(text, title, place, "request")
        if count is None:
            self.uncounted.append(title)
            self.keep_out(step, kind, subject, title, Reason.UNCOUNTABLE)
            return
        piece = Piece(step, kind, subject, title, count, text=text)
        self._add(piece, Reason.ITEM_PLACED, {"step": int(step)})

    def put_in(
        self, piece: Piece, reason: Reason, detail: Mapping[str, Number] | None = None
    ) -> None:
        """Place a piece; a text is followed by a separator, which is counted with it."""
        if piece.text:
            piece = replace(piece, overhead=self._separator)
        self._add(piece, reason, detail or {})

    def keep_out(
        self,
        step: Step,
        kind: PieceKind,
        subject: str,
        title: str,
        reason: Reason,
        *,
        needed: int | None = None,
        detail: Mapping[str, Number] | None = None,
    ) -> None:
        """Write the row of something that is not in."""
        self.rows.append(
            LedgerEntry(
                subject,
                kind.value,
                title,
                step.account,
                reason,
                0,
                needed=needed,
                detail=detail or {},
            )
        )

    def _add(self, piece: Piece, reason: Reason, detail: Mapping[str, Number]) -> None:
        self.pieces.append(piece)
        self.rows.append(
            LedgerEntry(
                piece.subject,
                piece.kind.value,
                piece.title,
                piece.step.account,
                reason,
                piece.tokens,
                needed=piece.tokens,
                detail=detail,
            )
        )

    def _place(self, item: AssemblyItem, place: int, step: Step) -> None:
        title = item.title or item.item_id
        if item.item_id in self._seen:
            self._report(
                Severity.ERROR,
                "repeated-item",
                f"The id {item.item_id!r} was used before; this item is left out.",
                "Give each item an id of its own.",
                pointer("items", place, "item_id"),
            )
            return
        self._seen.add(item.item_id)
        if step is Step.INJECTION:
            self._report(
                Severity.WARNING,
                "item-in-injection",
                f"The item {item.item_id!r} is given for step 6, which is the injection; it is"
                " left out.",
                "Give it another step, or make it a card or a file of the candidate set.",
                pointer("items", place, "step"),
            )
            self.keep_out(step, PieceKind.ITEM, item.item_id, title, Reason.ITEM_IN_INJECTION)
            return
        text = item.text or self._inputs.nodes.texts.get(item.node or "") or None
        tokens = self._tokens_of(item, text, place)
        if tokens is None:
            self.uncounted.append(title)
            self.keep_out(step, PieceKind.ITEM, item.item_id, title, Reason.UNCOUNTABLE)
            return
        node = self._node_row(item, place)
        piece = Piece(step, PieceKind.ITEM, item.item_id, title, tokens, text=text)
        if node is not None:
            self._by_relevance(piece, node)
        elif item.node is not None and self._nodes.report is None:
            self.put_in(piece, Reason.NODE_UNDECIDED, {"why": self._nodes.unasked})
        else:
            self.put_in(piece, Reason.ITEM_PLACED, {"step": int(step)})

    def _by_relevance(self, piece: Piece, node: LedgerEntry) -> None:
        """Place an item, or keep it out, with the reason that relevance had for its node."""
        if node.verdict is Verdict.INCLUDED:
            self.put_in(piece, node.reason, node.detail)
        else:
            self.keep_out(
                piece.step, piece.kind, piece.subject, piece.title, node.reason,
                needed=piece.tokens, detail=node.detail,
            )  # fmt: skip
        self.rows[-1] = replace(self.rows[-1], left=node.left, cap=node.cap)

    def _tokens_of(self, item: AssemblyItem, text: str | None, place: int) -> int | None:
        """Return an item's tokens: of its text, as declared, or as its node is estimated."""
        if text is not None:
            where = pointer("items", place, "text" if item.text else "node")
            counted = self._measured.text(text, item.item_id, where)
            declared = item.tokens
            if counted is not None and declared is not None and declared != counted:
                self._report(
                    Severity.NOTE,
                    "declared-tokens",
                    f"The item {item.item_id!r} declares {count_of(declared, 'token')}, its text"
                    f" has {counted:,}; the text is counted.",
                    "Leave the number out where the text is there.",
                    pointer("items", place, "tokens"),
                )
            return counted
        if item.tokens is not None:
            return item.tokens
        estimate = self._nodes.estimates.get(item.node or "")
        if estimate is not None:
            return estimate
        self._report(
            Severity.WARNING,
            "empty-item",
            f"The item {item.item_id!r} has neither a text nor a number of tokens; it takes none.",
            "Give it a text, or its tokens.",
            pointer("items", place),
        )
        return 0

    def _node_row(self, item: AssemblyItem, place: int) -> LedgerEntry | None:
        """Return what relevance says of an item's node; None where it says nothing."""
        if item.node is None:
            return None
        if not self._nodes.knows(item.node):
            self._report(
                Severity.WARNING,
                "unknown-node",
                f"The item {item.item_id!r} names a context node that relevance does not know, so"
                " nothing can leave it out.",
                "Correct the node's name, or add it to the node table.",
                pointer("items", place, "node"),
            )
        return self._nodes.rows.get(item.node)

    def _report(self, severity: Severity, code: str, message: str, fix: str, place: str) -> None:
        self.problems.append(
            Problem(severity, f"assembly.{code}", message, fix, Place(pointer=place))
        )
