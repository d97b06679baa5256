"""The definitions of a tree, how they enclose each other, and what a declaration says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from tree_sitter import Node, Query, QueryCursor, Tree

from inspector.project.code.languages import Language, grammar_of
from inspector.project.code.rules import cpp, csharp, go, java, python, rust, typescript
from inspector.project.code.rules.language_rules import LanguageRules
from inspector.project.index import SymbolKind

_RULES: Mapping[Language, LanguageRules] = MappingProxyType(
    {
        Language.PYTHON: python.RULES,
        Language.TYPESCRIPT: typescript.RULES,
        Language.TSX: typescript.RULES,
        Language.JAVASCRIPT: typescript.JAVASCRIPT_RULES,
        Language.CSHARP: csharp.RULES,
        Language.JAVA: java.RULES,
        Language.GO: go.RULES,
        Language.RUST: rust.RULES,
        Language.C: cpp.C_RULES,
        Language.CPP: cpp.RULES,
    }
)
# Definitions nested deeper than this are no symbols: their names would grow without bound.
MAX_DEPTH = 48
_TYPES = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.TYPE,
    }
)
_CONSTRUCTORS = frozenset({"__init__", "constructor"})


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition or scope. ``whole`` is its node with decorators and the like around it.

    ``enclosing`` is the place of the enclosing definition in the outline, -1 at the level of the
    file. ``kind`` None is a scope that is no symbol of its own.
    """

    node: Node
    whole: Node
    body: Node | None
    name: str
    qualified_name: str
    kind: SymbolKind | None
    enclosing: int
    namespace: str


def rules_of(language: Language) -> LanguageRules:
    """How to read the trees of a language."""
    return _RULES[language]


@cache
def _query(language: Language) -> Query:
    return Query(grammar_of(language), rules_of(language).query)


def captured(language: Language, tree: Tree) -> dict[str, list[Node]]:
    """The nodes that the language's rules ask for, by what they are, each list in order of text."""
    found = QueryCursor(_query(language)).captures(tree.root_node)
    for nodes in found.values():
        nodes.sort(key=_place)
    return found


def outline(language: Language, captures: Mapping[str, list[Node]]) -> tuple[Definition, ...]:
    """Every definition in order of text, an enclosing one before what it holds."""
    rules = rules_of(language)
    wraps = _wraps(rules, captures.get("wrap", ()))
    found: list[Definition] = []
    open_: list[int] = []
    for node in captures.get("def", ()):
        while open_ and found[open_[-1]].node.end_byte <= node.start_byte:
            open_.pop()
        if len(open_) >= MAX_DEPTH:
            continue
        defined = rules.define(node)
        if defined is None or not (defined.name or defined.namespace):
            continue
        parent = open_[-1] if open_ else -1
        outer = found[parent] if open_ else None
        prefix = outer.qualified_name if outer is not None else ""
        found.append(
            Definition(
                node=node,
                whole=wraps.get(node.id, node),
                body=defined.body,
                name=defined.name,
                qualified_name=_joined(prefix, defined.name),
                namespace=_joined(outer.namespace if outer is not None else "", defined.namespace),
                kind=_kind(defined.kind, defined.name, outer),
                enclosing=parent,
            )
        )
        open_.append(len(found) - 1)
    return tuple(found)


def _joined(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix and name else prefix or name


def innermost(definitions: tuple[Definition, ...], nodes: Iterable[Node]) -> Iterator[int]:
    """For each node, in order of text, the place of the innermost definition around it, or -1."""
    open_: list[int] = []
    following = 0
    for node in nodes:
        start = node.start_byte
        while following < len(definitions) and definitions[following].node.start_byte <= start:
            _close(definitions, open_, definitions[following].node.start_byte)
            open_.append(following)
            following += 1
        _close(definitions, open_, start)
        yield open_[-1] if open_ else -1


def _close(definitions: tuple[Definition, ...], open_: list[int], position: int) -> None:
    while open_ and definitions[open_[-1]].node.end_byte <= position:
        open_.pop()


def _place(node: Node) -> tuple[int, int]:
    return node.start_byte, -node.end_byte


def _wraps(rules: LanguageRules, nodes: Iterable[Node]) -> dict[int, Node]:
    """The outermost node that belongs to a definition, by the definition's id."""
    found: dict[int, Node] = {}
    for node in nodes:  # outer ones come first
        inner = rules.wrapped(node)
        if inner is not None:
            found[inner.id] = found.get(node.id, node)
    return found


def _kind(kind: SymbolKind | None, name: str, outer: Definition | None) -> SymbolKind | None:
    if kind is SymbolKind.FUNCTION and outer is not None and (outer.kind in _TYPES or _open(outer)):
        return SymbolKind.CONSTRUCTOR if name in _CONSTRUCTORS else SymbolKind.METHOD
    return kind


def _open(outer: Definition) -> bool:
    """Whether a scope holds the members of a type that is declared elsewhere (a Rust impl)."""
    return outer.kind is None and outer.node.type == "impl_item"


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
