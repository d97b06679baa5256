"""What a run met that deserves a word: doubtful inputs, and results that were hardly meant."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.relevance.config import RelevanceConfig
from inspector.core.relevance.layers import Decisions, Facts
from inspector.core.relevance.nodes import NodeState


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
    config: RelevanceConfig, facts: Facts, decisions: Decisions, sizes: Mapping[int, int]
) -> Iterator[Problem]:
    """Yield what is doubtful in the facts, then in what the layers made of them."""
    tables = config.compiled
    if facts.mode not in tables.masks:
        message = f'there is no mask for mode "{facts.mode}", so layer 1 keeps every node out'
        fix = "correct the mode, or add a mask for it"
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
        message = f"{total} nodes are included, more than {config.max_included_nodes}"
        fix = "exclude more, or raise max_included_nodes"
        yield _warning("too-many-nodes", message, fix, "max_included_nodes")


def _after_recovery(
    decisions: Decisions, sizes: Mapping[int, int], estimates: tuple[int, ...]
) -> Iterator[Problem]:
    """Warn when layer 4 lifted more than the headroom holds: its threshold is all it looks at."""
    headroom = decisions.headroom
    real = sizes if headroom.by_real_counts else {}
    recovered = sum(real.get(node, estimates[node]) for node in decisions.recovered)
    if decisions.recovered and recovered > headroom.tokens:
        message = (
            f"recovery brought back {recovered:,} tokens into a headroom of {headroom.tokens:,}"
        )
        fix = "raise soft_recovery_budget, or shorten soft_recovery_priority"
        yield _warning("recovery-over-headroom", message, fix, "soft_recovery_budget")


def _after_safety(config: RelevanceConfig, decisions: Decisions) -> Iterator[Problem]:
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
