"""What a declaration says: the line that introduces it, and the types of its values.

The line has none of the text of literals and comments. A type is a name as the file spells it, or
the name of the function whose result it is; where it leads is found later, with all files. Of two
types for one value neither stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from tree_sitter import Node

from inspector.project.code.outline import Definition, innermost
from inspector.project.code.rules.language_rules import LanguageRules
from inspector.project.index import SymbolKind

_LITERAL = re.compile(r"string|literal|number|integer|float|char|regex|imaginary|jsx_text|heredoc")
_MAX_LENGTH = 300
_MAX_NODES = 2_000
_BESIDE = frozenset({"attribute_list", "annotation", "marker_annotation", "decorator"})
_CUT = "…"
_SPACE = re.compile(r"\s+")


def signature_of(data: bytes, node: Node, stop: Node | None) -> str:
    """A definition's text up to its body (or ``stop``) in one line of at most 300 code points.

    Every literal is ``…``, so that no secret in a default argument, an annotation or a constant can
    stand in it; so is what follows the 300th code point. Where the grammar found an error, a
    literal may not be known as one, and nothing is quoted at all: the signature is "".
    """
    end = node.end_byte if stop is None else stop.start_byte
    pieces: list[str] = []
    length = visited = 0
    position = node.start_byte
    pending = [node]
    while pending:
        current = pending.pop()
        visited += 1
        if current.start_byte >= end and current is not node:
            continue
        if current.is_error or current.is_missing:
            return ""
        hidden = _hidden(current)
        if hidden is None and current.child_count and visited < _MAX_NODES:
            pending.extend(reversed(current.children))
            continue
        if current.start_byte > position:
            pieces.append(" ")
        pieces.append(_quoted(data, current) if hidden is None else hidden)
        length += len(pieces[-1])
        position = current.end_byte
        if length > _MAX_LENGTH:
            break
    line = _SPACE.sub(" ", "".join(pieces)).strip()
    return line if len(line) <= _MAX_LENGTH else line[: _MAX_LENGTH - 1] + _CUT


def _quoted(data: bytes, node: Node) -> str:
    if node.child_count:  # of a header with more nodes than are looked at
        return _CUT
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _hidden(node: Node) -> str | None:
    """What stands for a node whose text is left out, None for a node that is shown."""
    if not node.is_named:
        return None
    if "comment" in node.type or node.type in _BESIDE:
        return " "
    return _CUT if _LITERAL.search(node.type) else None


SELF = ("self.", "this.")
"""How a member of the enclosing type is spelled."""

_FUNCTIONS = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})


class DeclaredTypes:
    """Types by the place of the definition that binds a name, and of members by qualified name."""

    def __init__(
        self,
        rules: LanguageRules,
        definitions: Sequence[Definition],
        captures: Mapping[str, list[Node]],
    ) -> None:
        self._definitions = definitions
        self._of_locals: dict[tuple[int, str], set[str]] = {}
        self._of_members: dict[str, set[str]] = {}
        nodes = captures.get("typed", [])
        for node, place in zip(nodes, innermost(tuple(definitions), nodes), strict=True):
            for name, told in rules.typed(node):
                self._add(place, name, told)
        for definition in definitions:
            result = rules.result(definition.node) if definition.kind else ""
            if result:
                self._of_members.setdefault(definition.qualified_name, set()).add(result)

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        """Qualified names of fields, variables of the file and functions with their types."""
        single = {name: told for name, types in self._of_members.items() if (told := _one(types))}
        return tuple(sorted(single.items()))

    def of_local(self, place: int, name: str) -> str:
        """The type of a name that the definition at a place binds, "" where it is not known.

        What a type binds are its fields.
        """
        if place < 0:
            return ""
        field = f"{self._definitions[place].qualified_name}.{name}"
        types = self._of_locals.get((place, name)) or self._of_members.get(field) or set()
        return _one(types)

    def _add(self, place: int, name: str, told: str) -> None:
        if told.startswith("="):  # as of another name
            told = self.of_local(place, told[1:])
        if name.startswith(SELF):
            owner = self._owner(place)
            name = f"{owner}.{name.partition('.')[2]}" if owner else ""
        elif place >= 0 and self._definitions[place].kind in _FUNCTIONS:
            self._of_locals.setdefault((place, name), set()).add(told)
            return
        elif place >= 0:
            name = f"{self._definitions[place].qualified_name}.{name}"
        if name:
            self._of_members.setdefault(name, set()).add(told)

    def _owner(self, place: int) -> str:
        """The type around a place, "" for none."""
        while place >= 0 and self._definitions[place].kind in _FUNCTIONS:
            place = self._definitions[place].enclosing
        return self._definitions[place].qualified_name if place >= 0 else ""


def _one(types: Iterable[str]) -> str:
    known = set(types)
    return known.pop() if len(known) == 1 else ""
