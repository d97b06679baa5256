"""Tables of a run, the nodes as the ledger has them, rules, flips; and of several requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter

from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import (
    FactKind,
    Flip,
    Layer,
    RelevanceReport,
    RuleCheck,
    RuleOutcome,
)
from inspector.language import localized, tr
from inspector.present.table import Column, Elide, Kind, TableData
from inspector.present.table.spec import table_of
from inspector.stages.relevance.names import fact_title, fact_value, flip_key, layer_title, rule_key
from inspector.stages.relevance.runs import RelevanceResult

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
