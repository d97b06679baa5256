"""Why a node is in or out: its way through the layers, the rule that decided, and what would flip.

Keys are those of the tables and the grid: ``node:name``, ``cell:2:name`` (a node after one layer),
``rule:/pointer``, ``flip:…`` and ``balance:unused``. What is said of a node after one layer belongs
to the node: notes on it are notes on the node.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.audit.finding import Working
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.core.relevance import (
    Flip,
    Layer,
    LayerCell,
    NodeRule,
    NodeState,
    NodeTrace,
    PredicateResult,
    RelevanceReport,
    RuleCheck,
    RuleOutcome,
)
from inspector.core.relevance.vocabulary import show_value
from inspector.language import capitalized, localized, tr
from inspector.present.reason_text import reason_help
from inspector.present.why import Passage, Why, difference, explanation, passage
from inspector.stages.relevance.grid import STANDINGS, cell_sentence
from inspector.stages.relevance.runs import RelevanceResult
from inspector.stages.relevance.summary import size_known
from inspector.stages.relevance.tables import (
    LAYER_NAMES,
    STATE_WORDS,
    fact_title,
    fact_value,
    flip_key,
    layer_title,
    node_key,
    present_value,
    rule_key,
    strength,
    token_change,
)

MOST_REMEDIES = 8  # the table of flips has them all

_MARKS = {
    PredicateResult.MATCH: tr("holds"),
    PredicateResult.MISS: tr("fails"),
    PredicateResult.UNCOMPARABLE: tr("no answer"),
}


def why_relevance(result: RelevanceResult, key: str) -> Why | None:
    """Explain what a key names; None when the run has no such subject."""
    report = result.report
    if report is None:
        return None
    kind, _, subject = key.partition(":")
    match kind:
        case "node" | "balance":
            return _why_row(result, report, key, kind, subject)
        case "cell":
            number, _, node = subject.partition(":")
            return _why_cell(result, report, number, node)
        case "rule":
            return next(
                (
                    _why_rule(report, key, rule)
                    for rule in report.rules
                    if rule_key(rule.check.place) == key
                ),
                None,
            )
        case "flip":
            found = (flip for flip in result.flips if flip_key(flip) == key)
            return next((_why_flip(result, key, flip) for flip in found), None)
    return None


def _why_row(
    result: RelevanceResult, report: RelevanceReport, key: str, kind: str, subject: str
) -> Why | None:
    for entry in report.ledger.entries:
        if entry.kind == kind and entry.subject == subject:
            break
    else:
        return None
    if kind == "balance":
        return explanation(key, entry, tuple(_budget_steps(report, entry)))
    trace = _trace_of(report, subject)
    if trace is None:
        steps: tuple[Working, ...] = (Working(tr("Layers"), STANDINGS[report.standing], ""),)
        return explanation(key, entry, (*steps, *_size_steps(report, subject)))
    steps = tuple(
        Working(
            layer_title(cell.layer), cell_sentence(report, trace, cell), STATE_WORDS[cell.state]
        )
        for cell in trace.cells
    )
    return explanation(
        key,
        entry,
        (*steps, *_size_steps(report, subject)),
        tuple(_passages(result, trace)),
        tuple(_remedies(result, subject)),
    )


def _why_cell(
    result: RelevanceResult, report: RelevanceReport, number: str, node: str
) -> Why | None:
    trace = _trace_of(report, node)
    if trace is None or not number.isascii() or not number.isdecimal():
        return None
    cell = next((one for one in trace.cells if str(one.layer.value) == number), None)
    if cell is None:
        return None
    verdict = _verdict_of(cell)
    return Why(
        key=node_key(node),
        name=tr("{node} after {layer}", node=node, layer=layer_title(cell.layer)),
        kind="node",
        verdict=verdict,
        reason="" if cell.reason is None else cell.reason.code,
        rule=f"Relevance layer {cell.layer.value}",
        sentence=cell_sentence(report, trace, cell),
        help=reason_help(cell.reason) if cell.reason is not None else LAYER_NAMES[cell.layer].help,
        tokens=report.size(node) if verdict is Verdict.INCLUDED else 0,
        steps=(*_change(trace, cell), *_cell_steps(report, cell)),
        remedies=tuple(_remedies(result, node)),
        needed=report.size(node),
    )


def _trace_of(report: RelevanceReport, node: str) -> NodeTrace | None:
    return next((trace for trace in report.trace if trace.node == node), None)


def _verdict_of(cell: LayerCell) -> Verdict:
    """Return what the layer said, or what the node would be had the layers ended here."""
    if cell.reason is not None:
        return cell.reason.verdict
    match cell.state:
        case NodeState.INCLUDED:
            return Verdict.INCLUDED
        case NodeState.OUT_SOFT:
            return Verdict.SUPPRESSED
    return Verdict.EXCLUDED


def _change(trace: NodeTrace, cell: LayerCell) -> Iterator[Working]:
    if cell.layer is Layer.MASK:
        yield Working(tr("Starts as"), "", STATE_WORDS[cell.state])
        return
    before = trace.cells[cell.layer - 2].state
    yield Working(tr("Before"), layer_title(Layer(cell.layer - 1)), STATE_WORDS[before])
    yield Working(tr("After"), layer_title(cell.layer), STATE_WORDS[cell.state])


def _cell_steps(report: RelevanceReport, cell: LayerCell) -> Iterator[Working]:
    for check in cell.rules or (() if cell.acted is None else (cell.acted,)):
        yield from _rule_steps(check, acted=check is cell.acted)
    headroom = report.headroom
    if cell.layer is Layer.RECOVERY and headroom is not None:
        by = tr("by counted texts") if headroom.by_real_counts else tr("by estimates")
        included = report.facts.budget - headroom.tokens
        yield Working(tr("Remaining budget"), "", localized(report.facts.budget))
        yield Working(tr("Included after layer 3"), by, localized(included))
        yield difference(tr("Headroom"), report.facts.budget, included)
        said = tr("headroom is more") if headroom.suffices else tr("headroom is not more")
        yield Working("soft_recovery_budget", said, localized(headroom.threshold))


def _rule_steps(check: RuleCheck, *, acted: bool) -> Iterator[Working]:
    result = tr("acted") if acted else tr("holds") if check.holds else tr("does not hold")
    yield Working(
        tr("{strength} rule", strength=capitalized(tr(strength(check)))), check.place, result
    )
    for predicate in check.predicates:
        yield Working("", predicate.sentence, _MARKS[predicate.outcome])
    if not check.predicates:
        yield Working("", tr("it has no conditions, so it always holds"), "")


def _size_steps(report: RelevanceReport, node: str) -> Iterator[Working]:
    estimate = report.node_token_estimates.get(node)
    yield Working(
        tr("Estimate"), size_known(report), tr("none") if estimate is None else localized(estimate)
    )
    real = report.node_tokens.get(node)
    if real is not None:
        used = (
            tr("counts in the ledger")
            if report.real_tokens is not None
            else tr("not every node has one")
        )
        yield Working(tr("Its text"), used, localized(real))


def _passages(result: RelevanceResult, trace: NodeTrace) -> Iterator[Passage]:
    acted = trace.deciding.acted
    if acted is not None:
        lines = [f"{_MARKS[one.outcome]}: {one.sentence}" for one in acted.predicates]
        text = "\n".join(lines) or tr("It has no conditions, so it always holds.")
        yield passage(
            tr("The {strength} rule that decided", strength=tr(strength(acted))), text, acted.place
        )
    text = result.session.relevance.node_texts.get(trace.node, "")
    if text:
        yield passage(
            tr("Text of the node"), text, tr("counted by {counter}", counter=result.counter)
        )


def _remedies(result: RelevanceResult, node: str) -> Iterator[str]:
    """Say which single facts would turn the node around."""
    brings = [flip for flip in result.flips if node in flip.nodes_in]
    drops = [flip for flip in result.flips if node in flip.nodes_out]
    for flip in (brings or drops)[:MOST_REMEDIES]:
        assignment, now = _assignment(flip), _now(result, flip)
        yield (
            tr("In if {assignment} (now {now}).", assignment=assignment, now=now)
            if brings
            else tr("Out if {assignment} (now {now}).", assignment=assignment, now=now)
        )
    more = len(brings or drops) - MOST_REMEDIES
    if more > 0:
        yield tr("{more:,} more changes of one fact do the same; see Flips.", more=more)
    if not brings and not drops:
        yield tr("No change of a single fact would turn it around.")


def _why_rule(report: RelevanceReport, key: str, rule: NodeRule) -> Why:
    signals = rule.layer is Layer.SIGNALS
    acted = rule.outcome is RuleOutcome.ACTED
    verdict: Verdict | None
    if not acted:
        verdict = None
    elif not signals:
        verdict = Verdict.INCLUDED
    else:
        verdict = Verdict.EXCLUDED if rule.check.hard else Verdict.SUPPRESSED
    sentences = {
        RuleOutcome.ACTED: tr("It holds and acted"),
        RuleOutcome.HOLDS: tr("It holds, but another rule of the node went before it"),
        RuleOutcome.FAILS: tr("It does not hold"),
        RuleOutcome.NOT_ASKED: tr("It was not asked: the node was out already"),
    }
    return Why(
        key=key,
        name=tr(
            "{strength} rule of {node}",
            strength=capitalized(tr(strength(rule.check))),
            node=rule.node,
        ),
        kind="rule",
        verdict=verdict,
        reason=rule.outcome.value,
        rule=f"Relevance layer {rule.layer.value}",
        sentence=f"{sentences[rule.outcome]}: {rule.check.sentence}.",
        help=LAYER_NAMES[rule.layer].help,
        tokens=report.size(rule.node),
        steps=tuple(_rule_steps(rule.check, acted=acted)),
    )


def _why_flip(result: RelevanceResult, key: str, flip: Flip) -> Why:
    change = token_change(result, flip)
    parts = []
    if flip.nodes_in:
        parts.append(tr("{names} would come in", names=", ".join(flip.nodes_in)))
    if flip.nodes_out:
        parts.append(tr("{names} would fall out", names=", ".join(flip.nodes_out)))
    report = result.report
    size = report.size if report is not None else (lambda _node: 0)
    return Why(
        key=key,
        name=tr("If {assignment}", assignment=_assignment(flip)),
        kind="flip",
        rule=tr("all layers, run again"),
        sentence=tr(
            "If {assignment} instead of {now}: {names}.",
            assignment=_assignment(flip),
            now=_now(result, flip),
            names="; ".join(parts),
        ),
        help=tr("Found by running the layers again with this one fact changed, so it is exact."),
        tokens=change,
        steps=(
            *(Working(node, tr("added"), f"+{localized(size(node))}") for node in flip.nodes_in),
            *(
                Working(node, tr("falls out"), f"−{localized(size(node))}")
                for node in flip.nodes_out
            ),
            Working(tr("Together"), "", localized(change, "+,").replace("-", "−")),
        ),
    )


def _assignment(flip: Flip) -> str:
    if flip.value is None:
        return tr("{fact_title} were missing", fact_title=fact_title(flip))
    return tr(
        "{fact_title} were {fact_value}",
        fact_title=fact_title(flip),
        fact_value=fact_value(flip.kind, flip.value),
    )


def _now(result: RelevanceResult, flip: Flip) -> str:
    value = present_value(result, flip)
    return show_value(None) if value is None else fact_value(flip.kind, value)


def _budget_steps(report: RelevanceReport, entry: LedgerEntry) -> Iterator[Working]:
    included = report.facts.budget - entry.tokens
    by = tr("by estimates") if report.real_tokens is None else tr("by counted texts")
    yield Working(tr("Remaining budget"), "", localized(report.facts.budget))
    yield Working(
        tr("{total_included:,} included nodes", total_included=report.total_included),
        by,
        localized(included),
    )
    yield difference(tr("Rest"), report.facts.budget, included)
