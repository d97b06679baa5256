"""Runs the pre-parser: a configuration and a run's facts in, a report out.

What a run met that deserves a word: doubtful inputs, and results that were hardly meant.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from inspector.core.arguments import finite, require, require_each
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.relevance.config import Compiled, RelevanceConfig
from inspector.core.relevance.layers import LayerDecisions, RunInputs, decide
from inspector.core.relevance.report import RelevanceReport, Standing
from inspector.core.relevance.vocabulary import DEFAULT_NODE_TOKEN_ESTIMATES, NodeState
from inspector.plurals import count_of


def no_configuration() -> Problem:
    """Say that there is no usable configuration, where nobody said why."""
    message = "there is no readable configuration, so every node is included"
    return Problem(Severity.ERROR, "relevance.unreadable", message, "load one that can be read")


def sound_counts(
    node_tokens: Mapping[str, int] | None, nodes: Container[str]
) -> tuple[dict[str, int], tuple[Problem, ...]]:
    """Keep the real token counts that belong to a node and are 0 or more; report the others."""
    counts: dict[str, int] = {}
    problems = []
    for node, tokens in (node_tokens or {}).items():
        if node not in nodes:
            message = f'there is a text for "{node}", and no node has this name'
            problems.append(_warning("text-without-node", message, "add it to the node table"))
        elif tokens < 0:
            message = f'the text of "{node}" has a negative token count, which is not used'
            problems.append(_warning("negative-tokens", message, "count the text again"))
        else:
            counts[node] = tokens
    return counts, tuple(problems)


def doubts_of_run(
    config: RelevanceConfig, facts: RunInputs, decisions: LayerDecisions, sizes: Mapping[int, int]
) -> Iterator[Problem]:
    """Yield what is doubtful in the facts, then in what the layers made of them."""
    tables = config.compiled
    if facts.mode not in tables.masks:
        named = f'mode "{facts.mode}"' if tables.masks else "any mode"
        message = f"there is no mask for {named}, so layer 1 keeps every node out"
        fix = "correct the mode, or add a mask for it" if tables.masks else "add masks of modes"
        yield _warning("unknown-mode", message, fix, "template_masks")
    urgency = facts.urgency
    if isinstance(urgency, str) and not facts.urgent and urgency.strip().lower() == "high":
        message = f'urgency "{urgency}" is not "high", so nothing is forced in'
        yield Problem(Severity.NOTE, "relevance.urgency-spelling", message, 'write "high"')
    for predicate in decisions.uncomparable:
        message = (
            f'signal "{predicate.signal}" is of another type than the threshold, '
            "so the predicate does not hold"
        )
        fix = "give the signal the threshold's type"
        yield Problem(
            Severity.WARNING, "relevance.uncomparable", message, fix, Place(pointer=predicate.place)
        )
    yield from _after_recovery(decisions, sizes, tables.estimates)
    yield from _after_safety(config, decisions)
    total = decisions.final.count(NodeState.INCLUDED)
    if total > config.max_included_nodes:
        message = f"{count_of(total, 'node')} included, more than {config.max_included_nodes:,}"
        fix = "exclude more, or raise max_included_nodes"
        yield _warning("too-many-nodes", message, fix, "max_included_nodes")
    if too_many_flips(tables):
        message = (
            "there are too many nodes and conditions to try what would change if one fact were"
            " another"
        )
        fix = "try a part of the configuration, or give a signal another value and run again"
        yield Problem(Severity.NOTE, "relevance.too-many-flips", message, fix)


MOST_DECIDED = 5_000_000
"""Nodes and rules decided anew to find what flips: runs of one changed fact each, times both."""


def too_many_flips(tables: Compiled) -> bool:
    """Whether more would be decided than somebody waits for: some three values a question."""
    rules = sum(len(rules) for _, rules in (*tables.signal_rules, *tables.safety))
    values = 3 * len(tables.questions) + len(tables.masks)
    return values * (len(tables.names) + rules) > MOST_DECIDED


def _after_recovery(
    decisions: LayerDecisions, sizes: Mapping[int, int], estimates: tuple[int, ...]
) -> Iterator[Problem]:
    """Warn when layer 4 lifted more than the headroom holds: its threshold is all it looks at."""
    headroom = decisions.headroom
    real = sizes if headroom.by_real_counts else {}
    recovered = sum(real.get(node, estimates[node]) for node in decisions.recovered)
    if decisions.recovered and recovered > headroom.tokens:
        message = (
            f"recovery brought back {count_of(recovered, 'token')} into a headroom of"
            f" {headroom.tokens:,}"
        )
        fix = "raise soft_recovery_budget, or shorten soft_recovery_priority"
        yield _warning("recovery-over-headroom", message, fix, "soft_recovery_budget")


def _after_safety(config: RelevanceConfig, decisions: LayerDecisions) -> Iterator[Problem]:
    """Note nodes that safety brought in without what they depend on: layer 6 pulls nothing."""
    tables, final = config.compiled, decisions.final
    for node in decisions.safety_hits:
        for needed in tables.dependencies.get(node, ()):
            if final[needed] in (NodeState.OUT_HARD, NodeState.OUT_SOFT):
                name, missing = tables.names[node], tables.names[needed]
                message = f'safety includes "{name}" without "{missing}", which it depends on'
                fix = f'give "{missing}" a safety override too, if it should come in'
                place = Place(pointer=pointer("safety_overrides", name))
                yield Problem(Severity.NOTE, "relevance.dependency-out", message, fix, place)


def _warning(code: str, message: str, fix: str, *place: str) -> Problem:
    spot = Place(pointer=pointer(*place)) if place else Place()
    return Problem(Severity.WARNING, f"relevance.{code}", message, fix, spot)


URGENT = "high"
_ABSENT, _IN = NodeState.ABSENT.value, NodeState.INCLUDED.value


def relevance(
    config: RelevanceConfig | None,
    *,
    mode: str,
    signals: Mapping[str, object] | None = None,
    classification: Mapping[str, object] | None = None,
    returning_from_silence: bool = False,
    token_budget_remaining: int = 4000,
    node_tokens: Mapping[str, int] | None = None,
    config_problems: Sequence[Problem] = (),
    node_table: Mapping[str, int] | None = None,
) -> RelevanceReport:
    """Decide which context nodes are worth fetching (Relevance, all seven layers).

    ``token_budget_remaining`` and ``node_tokens`` (the counts of the nodes' real texts) are in
    tokens. Urgency is exactly ``high`` in ``classification["urgency"]``.

    ``config`` is None when it could not be read: every node is then included, and
    ``config_problems`` says why; ``node_table`` holds the nodes as far as they could be read. Both
    are for that case only: a configuration brings its own problems and its own nodes.

    Raises ``TypeError`` for an argument of another type, and ``ValueError`` for a budget that is no
    finite number.
    """
    require(RelevanceConfig | None, config=config)
    require(str, mode=mode)
    require(
        Mapping | None,
        signals=signals,
        classification=classification,
        node_tokens=node_tokens,
        node_table=node_table,
    )
    require(bool, returning_from_silence=returning_from_silence)
    require_each(Problem, config_problems=config_problems)
    finite("token_budget_remaining", token_budget_remaining)
    urgency = (classification or {}).get("urgency")
    facts = RunInputs(
        mode=mode,
        signals=dict(signals or {}),
        urgency=urgency,
        urgent=urgency == URGENT,
        silence=returning_from_silence,
        budget=token_budget_remaining,
    )
    if config is None:
        table = DEFAULT_NODE_TOKEN_ESTIMATES if node_table is None else node_table
        problems = tuple(config_problems) or (no_configuration(),)
        return _everything(Standing.UNREADABLE, facts, table, node_tokens, problems)
    if not config.enabled:
        table = config.node_token_estimates
        return _everything(Standing.DISABLED, facts, table, node_tokens, config.problems)
    return _decided(config, facts, node_tokens)


def _decided(
    config: RelevanceConfig, facts: RunInputs, node_tokens: Mapping[str, int] | None
) -> RelevanceReport:
    tables = config.compiled
    counts, count_problems = sound_counts(node_tokens, tables.index)
    sizes = {tables.index[node]: tokens for node, tokens in counts.items()}
    decisions = decide(tables, facts, sizes, config.soft_recovery_budget)
    names, final = tables.names, decisions.final
    included = [node for node, state in enumerate(final) if state == _IN]
    estimated = sum(tables.estimates[node] for node in included)
    counted = bool(sizes) and all(node in sizes for node in included)
    too_many = len(included) > config.max_included_nodes
    return RelevanceReport(
        standing=Standing.DECIDED,
        facts=facts,
        inclusion_map={
            name: state == _IN for name, state in zip(names, final, strict=True) if state != _ABSENT
        },
        excluded_hard=[names[node] for node in decisions.hard],
        excluded_soft=[names[node] for node in decisions.soft],
        recovered_soft=[names[node] for node in decisions.recovered],
        deps_added=[names[node] for node in decisions.added],
        overrides_applied=[names[node] for node in decisions.safety_hits],
        urgency_forced=[names[node] for node in decisions.forced],
        total_included=len(included),
        est_tokens=estimated if config.log_exclusions else None,
        estimated_tokens=estimated,
        real_tokens=sum(sizes[node] for node in included) if counted else None,
        node_token_estimates=config.node_token_estimates,
        node_tokens=counts,
        logged=config.log_exclusions,
        max_nodes_warning=too_many,
        config_problems=config.problems,
        run_problems=(*count_problems, *doubts_of_run(config, facts, decisions, sizes)),
        tables=tables,
        decisions=decisions,
    )


def _everything(
    standing: Standing,
    facts: RunInputs,
    table: Mapping[str, int],
    node_tokens: Mapping[str, int] | None,
    config_problems: tuple[Problem, ...],
) -> RelevanceReport:
    """Include every node: the pre-parser is off, or its configuration could not be read."""
    counts, count_problems = sound_counts(node_tokens, table)
    counted = bool(counts) and all(node in counts for node in table)
    return RelevanceReport(
        standing=standing,
        facts=facts,
        inclusion_map=dict.fromkeys(table, True),
        excluded_hard=[],
        excluded_soft=[],
        recovered_soft=[],
        deps_added=[],
        overrides_applied=[],
        urgency_forced=[],
        total_included=len(table),
        est_tokens=None,
        estimated_tokens=sum(table.values()),
        real_tokens=sum(counts.values()) if counted else None,
        node_token_estimates=table,
        node_tokens=counts,
        logged=False,
        max_nodes_warning=False,
        config_problems=config_problems,
        run_problems=count_problems,
        tables=None,
        decisions=None,
    )
