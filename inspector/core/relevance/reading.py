"""Reads the shape of a configuration: what each part is, with every fault and its place.

Everything a configuration can hold is accepted as leniently as its meaning stays clear: flags by
truth value, one rule without its list. A part of the wrong type makes the configuration unreadable,
because leaving it out would change what the rest means: without masks, for one, nothing is let in.

Finds circles in the dependencies of nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite

from pydantic import BaseModel

from inspector.core.problems import Place, Problem, Severity, pointer


def find_cycles(dependencies: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Yield a circle for every dependency that closes one, such as ``[a, b, a]``.

    Without any, following dependencies comes to an end. Names are walked in the order in which they
    are written; a node that depends on itself is the circle ``[a, a]``.
    """
    finished: set[str] = set()
    for start in dependencies:
        if start in finished:
            continue
        path = [start]
        on_path = {start: 0}
        # An explicit stack: a chain may be longer than Python's own stack is deep.
        pending = [_steps(dependencies, start)]
        while path:
            step = next(pending[-1], None)
            if step is None:
                pending.pop()
                node = path.pop()
                del on_path[node]
                finished.add(node)
            elif step in on_path:
                yield [*path[on_path[step] :], step]
            elif step not in finished:
                on_path[step] = len(path)
                path.append(step)
                pending.append(_steps(dependencies, step))


def _steps(dependencies: Mapping[str, Sequence[str]], node: str) -> Iterator[str]:
    return iter(dict.fromkeys(dependencies.get(node, ())))


FIELDS = (
    "enabled",
    "log_exclusions",
    "node_token_estimates",
    "template_masks",
    "signal_rules",
    "urgency_overrides",
    "safety_overrides",
    "dependencies",
    "soft_recovery_budget",
    "soft_recovery_priority",
    "max_included_nodes",
)
# Files of this project say which version of their format they are; the version is judged on load.
_ACCEPTED_FIELDS = (*FIELDS, "schema_version")

_MAX_INTEGER = 2**53 - 1  # the largest that JSON carries exactly
_MAX_DEPTH = 20  # of lists and objects inside an expected value
MOST_NAMED = 20  # nodes in one sentence
MOST_CYCLES = 100  # each may be as long as the node table; the others show when these are mended


@dataclass
class Reading:
    """The parts that could be read, and the problems. ``readable`` is False after any error."""

    values: dict[str, object] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    single_rules: set[str] = field(default_factory=set)  # pointers to rules without their list

    @property
    def readable(self) -> bool:
        """Whether every part had a usable shape."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)

    def error(self, code: str, message: str, fix: str, *place: str | int) -> None:
        """Note that a part cannot be read."""
        self._note(Severity.ERROR, code, message, fix, place)

    def warn(self, code: str, message: str, fix: str, *place: str | int) -> None:
        """Note that a part is read in a way that may not have been meant."""
        self._note(Severity.WARNING, code, message, fix, place)

    def _note(
        self,
        severity: Severity,
        code: str,
        message: str,
        fix: str,
        place: tuple[str | int, ...],
    ) -> None:
        spot = Place(pointer=pointer(*place))
        self.problems.append(Problem(severity, f"relevance.{code}", message, fix, spot))


UNREADABLE = ""
"""What stands for a configuration that no value could be read of: a missing file, or no JSON."""


def read(raw: object) -> Reading:
    """Read the shape of a configuration; a field that is absent stays absent."""
    reading = Reading()
    if raw == UNREADABLE:
        fix = "name a file with a configuration, or correct this one"
        reading.error("configuration-unreadable", "the configuration cannot be read", fix)
        return reading
    if not isinstance(raw, Mapping):
        reading.error("not-an-object", "the configuration is not an object", "write { … }")
        return reading
    for name in raw:
        if name not in _ACCEPTED_FIELDS:
            message = "this field is not part of a relevance configuration and is ignored"
            reading.warn("unknown-field", message, "remove it, or correct its name", str(name))
    for name in FIELDS:
        if name in raw:
            _read_field(reading, name, raw[name])
    return reading


def _read_field(reading: Reading, name: str, raw: object) -> None:
    value: object
    match name:
        case "enabled" | "log_exclusions":
            value = _flag(reading, raw, name)
        case "soft_recovery_budget" | "max_included_nodes":
            value = _number(reading, raw, name)
        case "urgency_overrides" | "soft_recovery_priority":
            value = _names(reading, raw, name)
        case "node_token_estimates":
            value = {
                node: _estimate(reading, item, name, node)
                for node, item in _items(reading, raw, name)
            }
        case "template_masks":
            value = {
                mode: {
                    node: _flag(reading, item, name, mode, node)
                    for node, item in _items(reading, mask, name, mode)
                }
                for mode, mask in _items(reading, raw, name)
            }
        case "dependencies":
            value = {
                node: _names(reading, item, name, node) or []
                for node, item in _items(reading, raw, name)
            }
            _refuse_cycles(reading, value)
        case _:
            value = {
                node: _rules(reading, item, name, node) for node, item in _items(reading, raw, name)
            }
    if value is not None:
        reading.values[name] = value


def _items(reading: Reading, raw: object, *place: str | int) -> Iterator[tuple[str, object]]:
    """Yield the members of an object; anything else is an error."""
    if not isinstance(raw, Mapping):
        reading.error("wrong-type", "this is not an object", "write { … }", *place)
        return
    for key, item in raw.items():
        if isinstance(key, str):
            yield key, item
        else:
            reading.error("wrong-type", "a name here is not text", "put it in quotes", *place)


def _flag(reading: Reading, raw: object, *place: str | int) -> bool:
    """Read true or false; any other value counts as what it is worth as a condition."""
    truth = bool(raw)
    if not isinstance(raw, bool):
        word = "true" if truth else "false"
        message = f"this is neither true nor false and counts as {word}"
        reading.warn("not-a-boolean", message, f"write {word}, or what was meant", *place)
    return truth


def _number(reading: Reading, raw: object, *place: str | int) -> int | float | None:
    if isinstance(raw, int | float) and not isinstance(raw, bool) and abs(raw) <= _MAX_INTEGER:
        return raw
    reading.error("wrong-type", "this is not a number of a usable size", "write a number", *place)
    return None


def _estimate(reading: Reading, raw: object, *place: str | int) -> int:
    """Read a count of tokens: a whole number, 0 or more. A bad one leaves the name known."""
    whole = isinstance(raw, int | float) and not isinstance(raw, bool) and raw % 1 == 0
    if whole and isinstance(raw, int | float) and 0 <= raw <= _MAX_INTEGER:
        return int(raw)
    message = "an estimate is a whole number of tokens, 0 or more"
    reading.error("wrong-type", message, "write such a number", *place)
    return 0


def _names(reading: Reading, raw: object, *place: str | int) -> list[str] | None:
    if not isinstance(raw, list | tuple):
        reading.error("wrong-type", "this is not a list of node names", 'write ["…"]', *place)
        return None
    names = []
    for index, name in enumerate(raw):
        if isinstance(name, str):
            names.append(name)
        else:
            message = "a node name here is not text"
            reading.error("wrong-type", message, "put it in quotes", *place, index)
    return names


def _rules(reading: Reading, raw: object, section: str, node: str) -> list[dict[str, object]]:
    """Read a node's rules: a list, or one rule by itself."""
    if isinstance(raw, Mapping | BaseModel):
        reading.single_rules.add(pointer(section, node))
        return [_rule(reading, raw, section, node)]
    if not isinstance(raw, list | tuple):
        reading.error("wrong-type", "this is not a list of rules", "write [{ … }]", section, node)
        return []
    return [_rule(reading, item, section, node, index) for index, item in enumerate(raw)]


def _rule(reading: Reading, raw: object, section: str, *place: str | int) -> dict[str, object]:
    """Read one rule. Only signal rules have a strength; without one it is soft."""
    fields = raw.model_dump() if isinstance(raw, BaseModel) else raw
    known = ("when", "strength") if section == "signal_rules" else ("when",)
    rule: dict[str, object] = {}
    for key, item in _items(reading, fields, section, *place):
        if key not in known:
            message = "this field is not part of such a rule and is ignored"
            reading.warn("unknown-field", message, "remove it", section, *place, key)
        elif key == "when":
            rule["when"] = dict(_conditions(reading, item, section, *place, "when"))
        elif isinstance(item, str):
            rule["strength"] = item
        else:
            message = "a strength is text"
            reading.error("wrong-type", message, 'write "hard" or "soft"', section, *place, key)
    return rule


def _conditions(reading: Reading, raw: object, *place: str | int) -> Iterator[tuple[str, object]]:
    for key, expected in _items(reading, raw, *place):
        if _is_json(expected):
            yield key, expected
        else:
            message = "this is not a JSON value, or lists and objects are nested too deeply in it"
            reading.error("wrong-type", message, "write a simple value", *place, key)


def _is_json(value: object, depth: int = 0) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    if value is None or isinstance(value, str | int):
        return True
    if depth == _MAX_DEPTH:
        return False
    if isinstance(value, Mapping):
        return all(isinstance(k, str) and _is_json(v, depth + 1) for k, v in value.items())
    return isinstance(value, list) and all(_is_json(item, depth + 1) for item in value)


def _refuse_cycles(reading: Reading, dependencies: dict[str, list[str]]) -> None:
    for cycle in islice(find_cycles(dependencies), MOST_CYCLES):
        few = cycle if len(cycle) <= MOST_NAMED else [*cycle[: MOST_NAMED - 1], "…", cycle[-1]]
        message = f"these nodes depend on each other in a circle: {' -> '.join(few)}"
        index = dependencies[cycle[-2]].index(cycle[-1])
        place = ("dependencies", cycle[-2], index)
        reading.error("dependency-cycle", message, "remove one of these dependencies", *place)
