"""The types of values that one file declares: of parameters, variables, fields and results.

A type is a name as the file spells it, or the name of the function whose result it is; where it
leads is found later, with all files. Of two types for one value neither stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tree_sitter import Node

from inspector.project.code.outline import Definition, innermost
from inspector.project.code.rules.language_rules import LanguageRules
from inspector.project.index import SymbolKind

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
