"""The questions that every language answers about nodes of its own grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

from inspector.project.code.facts import ImportFact
from inspector.project.index import RelationKind, SymbolKind

_PATH = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*")
_ARGUMENTS = re.compile(r"(?:::)?<[^<>()]*>")
_NAMES = 65_536  # different names that are remembered: those of a large project
_JOINTS = re.compile(r"\s*(?:::|->|\?\.|\.)\s*")


@dataclass(frozen=True, slots=True)
class Defined:
    """What a node defines. ``kind`` None is a scope that is no symbol (a namespace, an impl).

    A ``namespace`` is a scope that is no part of the names inside it.
    """

    name: str
    kind: SymbolKind | None
    body: Node | None = None
    namespace: str = ""


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """How to read one language's tree.

    ``query`` captures ``@def`` (definitions and scopes), ``@wrap`` (a node around a definition that
    belongs to it), ``@import``, ``@call`` (what is called), ``@mention`` (names of types),
    ``@local`` (names that a function binds for itself), ``@namespace`` and ``@function``
    (functions whose body can be cut without their being definitions). ``comment`` begins a comment
    that ends with its line. ``typed`` gives the names that a ``@typed`` node binds, each with the
    name of its type, or with what it is the result of; ``result`` is that of a definition.
    ``shapes`` gives what methods take and give, by their names in the definition, "" for itself.
    """

    query: str
    define: Callable[[Node], Defined | None]
    wrapped: Callable[[Node], Node | None]
    imports: Callable[[Node], list[ImportFact]]
    bases: Callable[[Node], list[tuple[RelationKind, str]]]
    comment: str
    callee: Callable[[Node], str]
    typed: Callable[[Node], Iterable[tuple[str, str]]] = lambda _node: ()
    result: Callable[[Node], str] = lambda _node: ""
    shapes: Callable[[Node], Iterable[tuple[str, str]]] = lambda _node: ()


def text_of(node: Node | None) -> str:
    """The source text of a node, "" without one."""
    data = None if node is None else node.text
    return "" if data is None else data.decode("utf-8", "replace")


def nothing_wrapped(_node: Node) -> Node | None:
    """For grammars that put decorators and the like inside the definition."""
    return None


def children_of(node: Node | None, kind: str) -> list[Node]:
    """The named children of one type."""
    return [] if node is None else [child for child in node.named_children if child.type == kind]


def called_or_constructed(value: Node | None) -> str:
    """The name of what a value is made by: a class, or a function whose result it is."""
    if value is None:
        return ""
    for field in ("function", "constructor", "type"):
        part = value.child_by_field_name(field)
        if part is not None:
            return dotted(part)
    return ""


def dotted(node: Node | None) -> str:
    """A node's text when it is one name, or names joined; "" when it is anything else."""
    if node is None or node.end_byte - node.start_byte > 300:
        return ""
    return name_in(text_of(node))


@lru_cache(_NAMES)
def name_in(text: str) -> str:
    """A text as a name with dots, without arguments of generic types; "" when it is none."""
    for _ in range(3):  # arguments of generic types, the inner ones first
        text = _ARGUMENTS.sub("", text)
    text = _JOINTS.sub(".", text).replace("super()", "super")
    return text if _PATH.fullmatch(text) else ""
