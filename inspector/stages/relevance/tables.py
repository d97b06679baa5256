"""The tables of a run and of several requests, with the words and keys of what stands in them.

Words of layers, states and facts are those of the grid and of sentences, too. Labels wrap long
names, which have no spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from types import MappingProxyType

from inspector.analysis.audit.finding import Working
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import (
    FactKind,
    Flip,
    Layer,
    NodeState,
    RelevanceReport,
    RuleCheck,
    RuleOutcome,
)
from inspector.core.relevance.vocabulary import show_value
from inspector.files.findings import parts_of
from inspector.language import localized, tr
from inspector.present.table import Column, Elide, Kind, TableData
from inspector.present.table.spec import table_of
from inspector.stages.relevance.runs import RelevanceResult


@dataclass(frozen=True, slots=True)
class LayerName:
    """What a layer is called, and what it does."""

    title: str
    help: str


LAYER_NAMES: Mapping[Layer, LayerName] = MappingProxyType(
    {
        Layer.MASK: LayerName(
            tr("Mask"), tr("Keeps the nodes that the mode's template uses; all others go out hard.")
        ),
        Layer.SIGNALS: LayerName(
            tr("Signals"),
            tr("Puts nodes out by rules about the conversation's signals, hard or soft."),
        ),
        Layer.URGENCY: LayerName(
            tr("Urgency"), tr("Forces its nodes in when urgency is high, hard exclusions too.")
        ),
        Layer.RECOVERY: LayerName(
            tr("Recovery"),
            tr("Lifts soft exclusions when the headroom is more than the threshold."),
        ),
        Layer.DEPENDENCIES: LayerName(
            tr("Depends"), tr("Brings in what included nodes depend on, to the end.")
        ),
        Layer.SAFETY: LayerName(
            tr("Safety"),
            tr("Forces a node in when one of its conditions holds; pulls no dependencies."),
        ),
        Layer.SAFEGUARD: LayerName(
            tr("Safeguard"), tr("Warns when very many nodes are included; takes nothing out.")
        ),
    }
)

STATE_WORDS: Mapping[NodeState, str] = MappingProxyType(
    {
        NodeState.ABSENT: tr("takes no part"),
        NodeState.INCLUDED: tr("included"),
        NodeState.OUT_HARD: tr("excluded"),
        NodeState.OUT_SOFT: tr("excluded (recoverable)"),
    }
)

_FACTS = {
    FactKind.MODE: tr("mode"),
    FactKind.URGENCY: tr("urgency"),
    FactKind.SILENCE: tr("returning from silence"),
    FactKind.BUDGET: tr("remaining budget"),
}


def layer_title(layer: Layer) -> str:
    """Return a layer's number and name, such as ``2 Signals``."""
    return f"{layer.value} {LAYER_NAMES[layer].title}"


def fact_title(flip: Flip) -> str:
    """Return what people call the fact that a flip varies; a signal is called by its name."""
    return _FACTS.get(flip.kind, flip.signal)


def fact_value(kind: FactKind, value: object) -> str:
    """Write a fact's value: numbers of tokens with separators, modes without quotes."""
    if kind is FactKind.BUDGET and isinstance(value, int):
        return localized(value)
    if kind in (FactKind.MODE, FactKind.URGENCY) and isinstance(value, str):
        return value
    return show_value(value)


def node_key(node: str, layer: Layer | None = None) -> str:
    """Return the key of a node, or of a node after one layer."""
    return f"node:{node}" if layer is None else f"cell:{layer.value}:{node}"


def flip_key(flip: Flip) -> str:
    """Return the key of a flip: the fact and the value it is tried at."""
    return f"flip:{flip.kind}:{flip.signal}={show_value(flip.value)}"


def rule_key(place: str) -> str:
    """Return the key of a rule by its JSON pointer."""
    return f"rule:{place}"


def node_of_key(key: str) -> str | None:
    """Return the node that a key is about; None for a key of something else."""
    kind, _, rest = key.partition(":")
    if kind == "node":
        return rest
    return rest.partition(":")[2] if kind == "cell" else None


def key_of_pointer(pointer: str, nodes: Container[str], rules: Sequence[str]) -> str:
    """Return the key of what a JSON pointer into a configuration is about, "" where there is none.

    That is the rule it points into, else the last of its steps that names a node.
    """
    for place in rules:
        if pointer == place or pointer.startswith(f"{place}/"):
            return rule_key(place)
    named = [step for step in parts_of(pointer) if step in nodes]
    return node_key(named[-1]) if named else ""


_LONG = 10  # characters; shorter names have room wherever they stand
_WORD = re.compile(r"\S+")
_JOINT = re.compile(r"([_/.:=-])(?=[^\s_/.:=-])")
_BREAK = "\u200b"  # of no width


def breakable(text: str) -> str:
    """Return a text whose long words may be wrapped after underscores, slashes and the like."""
    return _WORD.sub(_with_breaks, text)


def wrapping(step: Working) -> Working:
    """Return a line of an explanation whose texts may be wrapped so."""
    return Working(breakable(step.label), breakable(step.working), step.result)


def _with_breaks(word: re.Match[str]) -> str:
    return word[0] if len(word[0]) <= _LONG else _JOINT.sub(rf"\1{_BREAK}", word[0])


_REASONS = tuple(reason.code for reason in Reason)
_LAYERS = ("", *(layer_title(layer) for layer in Layer))
IN, OUT = "in", "out"
STRENGTHS = ("hard", "soft", "safety")


def node_table(report: RelevanceReport) -> TableData:
    """Return the ledger of a run, its closing row included; keys are ``node:name``."""
    decided = {trace.node: trace.deciding.layer.value for trace in report.trace}

    def of_node(known: Mapping[str, int]) -> Callable[[LedgerEntry], int | None]:
        return lambda entry: known.get(entry.subject) if entry.kind == "node" else None

    layer = of_node(decided)
    columns = (
        Column("node", "Node", "The context node.", Kind.TEXT, ("name", "subject"), width=20,
               of=attrgetter("name")),
        Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=12,
               labels=tuple(Verdict), of=attrgetter("verdict")),
        Column("layer", "Decided by", "The layer that decided how it ended.", Kind.ENUM, width=11,
               labels=_LAYERS, of=lambda entry: _LAYERS[layer(entry) or 0]),
        Column("tokens", "Tokens", "Tokens it takes from what remains.", Kind.INTEGER, width=6,
               of=attrgetter("tokens")),
        Column("estimate", "Estimate", "Its estimate in the node table, in tokens.", Kind.INTEGER,
               width=7, of=of_node(report.node_token_estimates)),
        Column("real", "Counted", "Tokens of its text, where there is one.", Kind.INTEGER, width=7,
               visible=bool(report.node_tokens), of=of_node(report.node_tokens)),
        Column("why", "Why", "The reason in one sentence.", Kind.TEXT, width=36,
               of=attrgetter("sentence")),
        Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, visible=False,
               width=18, labels=_REASONS, of=attrgetter("reason.code")),
        Column("left", "Headroom", "Tokens of headroom, where recovery weighed it.", Kind.INTEGER,
               visible=False, width=9, of=attrgetter("left")),
        Column("place", "Rule", "JSON pointer of the configuration's rule that decided.",
               Kind.TEXT, visible=False, width=26, elide=Elide.MIDDLE,
               of=lambda entry: str(entry.detail.get("place", ""))),
    )  # fmt: skip
    entries = report.ledger.rows
    return table_of(columns, [f"{entry.kind}:{entry.subject}" for entry in entries], entries)


RULE_COLUMNS = (
    Column("node", "Node", "The context node it is about.", Kind.TEXT, ("name",), width=20,
           of=attrgetter("node")),
    Column("strength", "Strength", "Hard and soft rules exclude; safety conditions include.",
           Kind.ENUM, width=9, labels=STRENGTHS, of=lambda rule: strength(rule.check)),
    Column("outcome", "Outcome", "What came of it in this run.", Kind.ENUM, ("state",), width=13,
           labels=tuple(RuleOutcome), of=attrgetter("outcome")),
    Column("conditions", "Conditions with this run's values",
           "Each condition with the value it met.", Kind.TEXT, width=60,
           of=attrgetter("check.sentence")),
    Column("place", "Place", "JSON pointer into the configuration.", Kind.TEXT, width=30,
           elide=Elide.MIDDLE, of=attrgetter("check.place")),
)  # fmt: skip


def rule_table(report: RelevanceReport) -> TableData:
    """Return every rule of the configuration; keys are ``rule:`` and its JSON pointer."""
    return table_of(
        RULE_COLUMNS, [rule_key(rule.check.place) for rule in report.rules], report.rules
    )


def flip_table(result: RelevanceResult) -> TableData:
    """Return what would flip if one fact were another; keys name the fact and the value."""
    columns = (
        Column("fact", "Fact", "The signal, or the other fact, that is changed.", Kind.TEXT,
               ("signal",), width=18, of=fact_title),
        Column("now", "Now", "Its value in this run.", Kind.TEXT, width=11,
               of=lambda flip: fact_value(flip.kind, present_value(result, flip))),
        Column("then", "If it were", "The value that is tried.", Kind.TEXT, width=11,
               of=lambda flip: fact_value(flip.kind, flip.value)),
        Column("brings", "Added", "Nodes that would be added.", Kind.TEXT, ("in",), width=22,
               of=lambda flip: ", ".join(flip.nodes_in)),
        Column("drops", "Falls out", "Nodes that would fall out.", Kind.TEXT, ("out",), width=20,
               of=lambda flip: ", ".join(flip.nodes_out)),
        Column("tokens", "Tokens", "Tokens more, or fewer, than now.", Kind.INTEGER, width=7,
               write=lambda number: localized(number, '+,.0f'),
               of=lambda flip: token_change(result, flip)),
    )  # fmt: skip
    return table_of(columns, [flip_key(flip) for flip in result.flips], result.flips)


def request_table(results: Sequence[RelevanceResult]) -> TableData:
    """Return a row for each run that has a report, and a column for each node; keys are numbers."""
    rows = [(found, found.report) for found in results if found.report is not None]
    nodes = dict.fromkeys(node for _, report in rows for node in report.inclusion_map)
    columns = (
        Column("request", "Request", "The request's trace id.", Kind.TEXT, ("trace_id",), width=16,
               elide=Elide.MIDDLE, of=lambda row: _trace_id(row[0])),
        Column("mode", "Mode", "The mode it was decided for.", Kind.TEXT, width=12,
               of=lambda row: row[1].mode),
        Column("included", "Included", "Nodes that are in.", Kind.INTEGER, width=7,
               of=lambda row: row[1].total_included),
        Column("tokens", "Tokens", "Tokens of the nodes that are in.", Kind.INTEGER, width=7,
               of=lambda row: tokens_in(row[1])),
        Column("saved", "Tokens saved", "Tokens of the nodes that are out.", Kind.INTEGER, width=7,
               of=lambda row: row[1].tokens_saved),
        Column("fetches", "Fetches saved", "Nodes that need not be fetched.", Kind.INTEGER,
               width=7, of=lambda row: row[1].fetches_saved),
        *(
            Column(f"node_{place}", node, tr("Whether {node} is in.", node=node), Kind.ENUM,
                   width=6, labels=(IN, OUT), of=partial(_standing, node))
            for place, node in enumerate(nodes)
        ),
    )  # fmt: skip
    return table_of(columns, [f"request:{place}" for place in range(len(rows))], rows)


def _standing(node: str, row: tuple[RelevanceResult, RelevanceReport]) -> str:
    return IN if row[1].inclusion_map.get(node) else OUT


def tokens_in(report: RelevanceReport) -> int:
    """Return the tokens of the nodes that are in."""
    return sum(report.size(node) for node, is_in in report.inclusion_map.items() if is_in)


def _trace_id(found: RelevanceResult) -> str:
    return found.session.request.trace_id if found.session.request else ""


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
