"""What a readable configuration says that was probably not meant, each with its place.

None of this stops a run. A rule whose strength is neither hard nor soft, and a comparison that can
have no answer, never act; that is an error of the rule, the rest of the configuration holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.relevance.reading import MOST_NAMED
from inspector.core.relevance.vocabulary import (
    DEFAULT_NODE_TOKEN_ESTIMATES,
    SILENCE_KEY,
    STRENGTHS,
    Operator,
    comparable_types,
    split_key,
)

MOST_COMPARED = 100_000  # names of nodes, to guess what unknown ones were meant to be
# Endings that look like a comparison and are none: the key is then an exact match by its full name.
_LOOKALIKES = ("_ne", "_neq", "_ge", "_le", "_equals", "_not", "_in")


def lint(values: Mapping[str, Any], *, node_names: bool = True) -> tuple[Problem, ...]:
    """Return what is doubtful in the fields that were set, in the order of the document's layers.

    ``values`` is a configuration as plain dictionaries and lists. ``node_names`` is False where the
    node table itself could not be read, so that no name can be called unknown.
    """
    problems = []
    if node_names:
        table = values.get("node_token_estimates", DEFAULT_NODE_TOKEN_ESTIMATES)
        problems += list(_unknown_nodes(values, list(table)))
        problems += list(_incomplete_masks(values, list(table)))
    for section in ("signal_rules", "safety_overrides"):
        for node, rules in values.get(section, {}).items():
            for index, rule in enumerate(rules):
                problems += list(_doubtful_rule(rule, (section, node, index)))
    problems += list(_repeated_names(values))
    return tuple(problems)


def _problem(severity: Severity, code: str, message: str, fix: str, *place: str | int) -> Problem:
    return Problem(severity, f"relevance.{code}", message, fix, Place(pointer=pointer(*place)))


def _named(values: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Yield every node name that a field uses, with its place."""
    for mode, mask in values.get("template_masks", {}).items():
        yield from ((node, ("template_masks", mode, node)) for node in mask)
    for section in ("signal_rules", "safety_overrides", "dependencies"):
        yield from ((node, (section, node)) for node in values.get(section, {}))
    for node, needed in values.get("dependencies", {}).items():
        yield from ((name, ("dependencies", node, i)) for i, name in enumerate(needed))
    for section in ("urgency_overrides", "soft_recovery_priority"):
        yield from ((name, (section, i)) for i, name in enumerate(values.get(section, ())))


def _unknown_nodes(values: Mapping[str, Any], table: list[str]) -> Iterator[Problem]:
    known = set(table)
    left = MOST_COMPARED  # a name is compared with every node
    for name, place in _named(values):
        if name not in known:
            left -= len(table)
            near = get_close_matches(name, table, n=1, cutoff=0.8) if left >= 0 else ()
            hint = f'did you mean "{near[0]}"?' if near else "add it to node_token_estimates"
            message = f'the node table has no node "{name}"'
            yield _problem(Severity.WARNING, "unknown-node", message, hint, *place)


def _incomplete_masks(values: Mapping[str, Any], table: list[str]) -> Iterator[Problem]:
    for mode, mask in values.get("template_masks", {}).items():
        missing = [node for node in table if node not in mask]
        if missing:
            more = f" and {len(missing) - MOST_NAMED:,} more" if len(missing) > MOST_NAMED else ""
            few = ", ".join(missing[:MOST_NAMED])
            message = f'the mask of "{mode}" does not mention: {few}{more}'
            fix = "say true or false for each node; one that is not mentioned counts as false"
            place = ("template_masks", mode)
            yield _problem(Severity.WARNING, "mask-incomplete", message, fix, *place)


def _repeated_names(values: Mapping[str, Any]) -> Iterator[Problem]:
    for section in ("urgency_overrides", "soft_recovery_priority"):
        seen: set[str] = set()
        for index, name in enumerate(values.get(section, ())):
            if name in seen:
                message = f'"{name}" is in this list already'
                yield _problem(
                    Severity.WARNING, "repeated-node", message, "remove it", section, index
                )
            seen.add(name)


def _doubtful_rule(rule: Mapping[str, Any], place: tuple[str | int, ...]) -> Iterator[Problem]:
    strength = rule.get("strength", "soft")
    if strength not in STRENGTHS:
        message = f'"{strength}" is no strength, so this rule never acts'
        fix = 'write "hard" or "soft"'
        yield _problem(Severity.ERROR, "unknown-strength", message, fix, *place, "strength")
    for key, expected in rule.get("when", {}).items():
        yield from _doubtful_predicate(key, expected, (*place, "when", key))


def _doubtful_predicate(
    key: str, expected: object, place: tuple[str | int, ...]
) -> Iterator[Problem]:
    signal, op = split_key(key)
    if op is Operator.SILENCE:
        if not isinstance(expected, bool):
            message = "returning_from_silence is either true or false"
            fix = "write true or false"
            yield _problem(Severity.WARNING, "predicate-type", message, fix, *place)
    elif op is Operator.EXACT:
        if key.lower().endswith((*_LOOKALIKES, "_gte", "_gt", "_lte", "_lt", "_eq")):
            message = f'this is no comparison: it asks whether a signal called "{key}" equals this'
            fix = "comparisons end in _gte, _gt, _lte, _lt or _eq"
            yield _problem(Severity.WARNING, "predicate-suffix", message, fix, *place)
    else:
        if signal in {"", SILENCE_KEY}:
            message = f'this compares a signal called "{signal}"'
            fix = f'write "{SILENCE_KEY}" alone for the fact' if signal else "name a signal"
            yield _problem(Severity.WARNING, "predicate-signal", message, fix, *place)
        if op is not Operator.EQ:
            yield from _doubtful_threshold(expected, place)


def _doubtful_threshold(expected: object, place: tuple[str | int, ...]) -> Iterator[Problem]:
    if not comparable_types(expected):
        message = "nothing is more or less than this, so the rule never acts"
        yield _problem(Severity.ERROR, "predicate-type", message, "write a number", *place)
    elif isinstance(expected, bool):
        message = f"as a threshold this counts as {int(expected)}"
        yield _problem(Severity.WARNING, "predicate-type", message, "write a number", *place)
    elif isinstance(expected, str) and _looks_like_a_number(expected):
        message = "this threshold is text and compares with text only"
        yield _problem(Severity.WARNING, "predicate-type", message, "remove the quotes", *place)


def _looks_like_a_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
