"""One source file, read by its grammar into facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tree_sitter import Node

from inspector.project.code.facts import ParsedSource, UseFact, parse_settings
from inspector.project.code.languages import encoded, language_of, parse_bytes
from inspector.project.code.outline import (
    DeclaredTypes,
    Definition,
    captured,
    innermost,
    outline,
    rules_of,
    signature_of,
)
from inspector.project.code.rules.language_rules import LanguageRules, dotted
from inspector.project.index import ParseState, RelationKind, Symbol


def parse_source(path: str, text: str) -> ParsedSource | None:
    """What a source file defines, imports and uses; None without a grammar for its name.

    Lines end at a line feed and count from 1. A text that is too tangled to be parsed in a number
    of steps that grows with its length is PARTIAL and without symbols. Of a ``go.mod`` and a
    ``tsconfig`` it is read where names lead.
    """
    settings = parse_settings(path, text)
    if settings is not None:
        return settings
    language = language_of(path)
    if language is None:
        return None
    data = encoded(text)
    tree = parse_bytes(language, data)
    if tree is None:
        return ParsedSource(path, language, ParseState.PARTIAL)
    rules = rules_of(language)
    captures = captured(language, tree)
    definitions = outline(language, captures)
    types = DeclaredTypes(rules, definitions, captures)
    found = _Uses(rules, definitions, captures, types)
    return ParsedSource(
        path=path,
        language=language,
        parse=ParseState.PARTIAL if tree.root_node.has_error else ParseState.CLEAN,
        symbols=symbols_of(path, data, definitions),
        imports=tuple(fact for node in captures.get("import", ()) for fact in rules.imports(node)),
        uses=found.bases() + found.calls(),
        mentions=tuple(sorted({dotted(node) for node in captures.get("mention", ())} - {""})),
        namespace=_namespace(captures),
        namespaces=tuple(
            (d.namespace, d.qualified_name) for d in definitions if d.namespace and d.kind
        ),
        types=types.members,
        shapes=tuple(
            (f"{definition.qualified_name}.{member}".removesuffix("."), shape)
            for definition in definitions
            for member, shape in rules.shapes(definition.node)
        ),
    )


def _namespace(captures: Mapping[str, list[Node]]) -> str:
    for node in captures.get("namespace", ()):
        return next((dotted(child) for child in node.named_children if dotted(child)), "")
    return ""


def symbols_of(path: str, data: bytes, definitions: Iterable[Definition]) -> tuple[Symbol, ...]:
    """The definitions as symbols, in order of text.

    A symbol's lines take in decorators and attributes, not the comments above.
    """
    return tuple(
        Symbol(
            path=path,
            qualified_name=definition.qualified_name,
            kind=definition.kind,
            start_line=definition.whole.start_point.row + 1,
            end_line=last_line(definition.whole),
            signature=signature_of(data, definition.node, definition.body),
            parsed_cleanly=not definition.whole.has_error,
        )
        for definition in definitions
        if definition.kind is not None
    )


def last_line(node: Node) -> int:
    """The line of a node's last character, counted from 1."""
    row, column = node.end_point
    return row if column == 0 and row > node.start_point.row else row + 1


class _Uses:
    """The names that definitions use; what a function binds for itself is its type, or left out."""

    def __init__(
        self,
        rules: LanguageRules,
        definitions: tuple[Definition, ...],
        captures: Mapping[str, list[Node]],
        types: DeclaredTypes,
    ) -> None:
        self._rules = rules
        self._types = types
        self._definitions = definitions
        self._captures = captures
        self._symbol_at = _symbols_around(definitions)
        self._bound = self._locals()

    def bases(self) -> tuple[UseFact, ...]:
        return tuple(
            UseFact(kind, definition.qualified_name, name)
            for definition in self._definitions
            for kind, name in self._rules.bases(definition.node)
        )

    def calls(self) -> tuple[UseFact, ...]:
        """Each callee once for each definition that calls it, in order of text."""
        nodes = self._captures.get("call", [])
        found: dict[UseFact, None] = {}
        for node, place in zip(nodes, innermost(self._definitions, nodes), strict=True):
            name = self._told(place, self._rules.callee(node))
            if name:
                symbol = self._symbol_at[place] if place >= 0 else ""
                found[UseFact(RelationKind.CALLS, symbol, name)] = None
        return tuple(found)

    def _locals(self) -> dict[int, set[str]]:
        nodes = self._captures.get("local", [])
        bound: dict[int, set[str]] = {}
        for node, place in zip(nodes, innermost(self._definitions, nodes), strict=True):
            if place >= 0:
                bound.setdefault(place, set()).add(dotted(node))
        return bound

    def _told(self, place: int, name: str) -> str:
        """The name with the type in the place of a local value; "" where that is not known."""
        head, _, rest = name.partition(".")
        if head in ("self", "cls", "this", "super"):
            return name
        while place >= 0:
            if head in self._bound.get(place, ()):
                told = self._types.of_local(place, head)
                return f"{told}.{rest}" if told and rest else ""
            place = self._definitions[place].enclosing
        return name


def _symbols_around(definitions: tuple[Definition, ...]) -> list[str]:
    """For each definition, the qualified name of the innermost symbol that it is or is in."""
    names: list[str] = []
    for definition in definitions:
        if definition.kind is not None:
            names.append(definition.qualified_name)
        else:
            names.append(names[definition.enclosing] if definition.enclosing >= 0 else "")
    return names
