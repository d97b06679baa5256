"""The definitions of a tree and how they enclose each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
