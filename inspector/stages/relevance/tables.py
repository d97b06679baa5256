"""Tables of a run: the nodes as the ledger has them, the rules, and what would flip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import (
    FactKind,
    Flip,
    Layer,
    RelevanceReport,
    RuleCheck,
    RuleOutcome,
)
from inspector.language import localized
from inspector.present.table import Codes, Column, Elide, Kind, Numbers, TableData, Texts
from inspector.stages.relevance.names import fact_title, fact_value, flip_key, layer_title, rule_key
from inspector.stages.relevance.runs import RelevanceResult

_VERDICTS = tuple(verdict.value for verdict in Verdict)
_REASONS = tuple(reason.code for reason in Reason)
_LAYERS = ("", *(layer_title(layer) for layer in Layer))
_OUTCOMES = tuple(outcome.value for outcome in RuleOutcome)
STRENGTHS = ("hard", "soft", "safety")

NODE_COLUMNS = (
    Column("node", "Node", "The context node.", Kind.TEXT, ("name", "subject"), width=20),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=12),
    Column("layer", "Decided by", "The layer that decided how it ended.", Kind.ENUM, width=11),
    Column("tokens", "Tokens", "Tokens it takes from what remains.", Kind.INTEGER, width=6),
    Column("estimate", "Estimate", "Its estimate in the node table, in tokens.", Kind.INTEGER,
           width=7),
    Column("real", "Counted", "Tokens of its text, where there is one.", Kind.INTEGER, width=7),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, width=36),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, visible=False,
           width=18),
    Column("left", "Headroom", "Tokens of headroom, where recovery weighed it.", Kind.INTEGER,
           visible=False, width=9),
    Column("place", "Rule", "JSON pointer of the configuration's rule that decided.", Kind.TEXT,
           visible=False, width=26, elide=Elide.MIDDLE),
)  # fmt: skip
_WITHOUT_TEXTS = tuple(
    replace(column, visible=False) if column.id == "real" else column for column in NODE_COLUMNS
)

RULE_COLUMNS = (
    Column("node", "Node", "The context node it is about.", Kind.TEXT, ("name",), width=20),
    Column("strength", "Strength", "Hard and soft rules exclude; safety conditions include.",
           Kind.ENUM, width=9),
    Column("outcome", "Outcome", "What came of it in this run.", Kind.ENUM, ("state",), width=13),
    Column("conditions", "Conditions with this run's values",
           "Each condition with the value it met.", Kind.TEXT, width=60),
    Column("place", "Place", "JSON pointer into the configuration.", Kind.TEXT, width=30,
           elide=Elide.MIDDLE),
)  # fmt: skip

FLIP_COLUMNS = (
    Column("fact", "Fact", "The signal, or the other fact, that is changed.", Kind.TEXT,
           ("signal",), width=18),
    Column("now", "Now", "Its value in this run.", Kind.TEXT, width=11),
    Column("then", "If it were", "The value that is tried.", Kind.TEXT, width=11),
    Column("brings", "Added", "Nodes that would be added.", Kind.TEXT, ("in",), width=22),
    Column("drops", "Falls out", "Nodes that would fall out.", Kind.TEXT, ("out",), width=20),
    Column("tokens", "Tokens", "Tokens more, or fewer, than now.", Kind.INTEGER, width=7,
           write=lambda number: localized(number, '+,.0f')),
)  # fmt: skip


def node_table(report: RelevanceReport) -> TableData:
    """Return the ledger of a run, its closing row included; keys are ``node:name``."""
    entries = list(report.ledger.entries)
    decided = {trace.node: trace.deciding.layer.value for trace in report.trace}

    def of_nodes(known: Mapping[str, int]) -> list[int | None]:
        return [known.get(entry.subject) if entry.kind == "node" else None for entry in entries]

    columns = NODE_COLUMNS if report.node_tokens else _WITHOUT_TEXTS
    return TableData(
        columns,
        [f"{entry.kind}:{entry.subject}" for entry in entries],
        {
            "node": Texts([entry.name for entry in entries]),
            "verdict": _labelled([_VERDICTS.index(e.verdict.value) for e in entries], _VERDICTS),
            "layer": _labelled([layer or 0 for layer in of_nodes(decided)], _LAYERS),
            "tokens": Numbers.whole([entry.tokens for entry in entries]),
            "estimate": Numbers.whole(of_nodes(report.node_token_estimates)),
            "real": Numbers.whole(of_nodes(report.node_tokens)),
            "left": Numbers.whole([entry.left for entry in entries]),
            "reason": _labelled([_REASONS.index(e.reason.code) for e in entries], _REASONS),
            "why": Texts([entry.sentence for entry in entries]),
            "place": Texts([str(entry.detail.get("place", "")) for entry in entries]),
        },
    )


def rule_table(report: RelevanceReport) -> TableData:
    """Return every rule of the configuration; keys are ``rule:`` and its JSON pointer."""
    rules = report.rules
    return TableData(
        RULE_COLUMNS,
        [rule_key(rule.check.place) for rule in rules],
        {
            "node": Texts([rule.node for rule in rules]),
            "strength": _labelled(
                [STRENGTHS.index(strength(rule.check)) for rule in rules], STRENGTHS
            ),
            "outcome": _labelled([_OUTCOMES.index(rule.outcome) for rule in rules], _OUTCOMES),
            "conditions": Texts([rule.check.sentence for rule in rules]),
            "place": Texts([rule.check.place for rule in rules]),
        },
    )


def flip_table(result: RelevanceResult) -> TableData:
    """Return what would flip if one fact were another; keys name the fact and the value."""
    found = result.flips
    return TableData(
        FLIP_COLUMNS,
        [flip_key(flip) for flip in found],
        {
            "fact": Texts([fact_title(flip) for flip in found]),
            "now": Texts([fact_value(flip.kind, present_value(result, flip)) for flip in found]),
            "then": Texts([fact_value(flip.kind, flip.value) for flip in found]),
            "brings": Texts([", ".join(flip.nodes_in) for flip in found]),
            "drops": Texts([", ".join(flip.nodes_out) for flip in found]),
            "tokens": Numbers.whole([token_change(result, flip) for flip in found]),
        },
    )


def strength(check: RuleCheck) -> str:
    """Return ``hard``, ``soft`` or, for a safety condition, ``safety``."""
    if check.hard is None:
        return "safety"
    return "hard" if check.hard else "soft"


def present_value(result: RelevanceResult, flip: Flip) -> object:
    """Return the value that the fact of a flip has in the run; None where it is missing."""
    facts = result.facts
    match flip.kind:
        case FactKind.SIGNAL:
            return facts.signals.get(flip.signal)
        case FactKind.MODE:
            return facts.mode
        case FactKind.URGENCY:
            return facts.urgency
        case FactKind.SILENCE:
            return facts.silence
        case FactKind.BUDGET:
            return facts.budget


def token_change(result: RelevanceResult, flip: Flip) -> int:
    """Return how many tokens more, or fewer, the included nodes would take."""
    report = result.report
    if report is None:
        return 0
    return sum(map(report.size, flip.nodes_in)) - sum(map(report.size, flip.nodes_out))


def _labelled(codes: Sequence[int], labels: tuple[str, ...]) -> Codes:
    return Codes(np.array(codes, dtype=np.uint8), labels)
