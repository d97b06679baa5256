"""TypeScript and JavaScript: their definitions, and modules by relative path or alias.

Imports leave out endings of files.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from tree_sitter import Node

from inspector.project.code.facts import SCRIPTS, ImportFact, ParsedSource
from inspector.project.code.rules.language_rules import (
    Defined,
    LanguageRules,
    called_or_constructed,
    children_of,
    dotted,
    name_in,
    text_of,
)
from inspector.project.code.scope import Project, Scope, beside
from inspector.project.index import RelationKind, SymbolKind

_KINDS = MappingProxyType(
    {
        "function_declaration": SymbolKind.FUNCTION,
        "generator_function_declaration": SymbolKind.FUNCTION,
        "function_signature": SymbolKind.FUNCTION,
        "class_declaration": SymbolKind.CLASS,
        "abstract_class_declaration": SymbolKind.CLASS,
        "interface_declaration": SymbolKind.INTERFACE,
        "type_alias_declaration": SymbolKind.TYPE,
        "enum_declaration": SymbolKind.ENUM,
        "method_definition": SymbolKind.FUNCTION,
        "method_signature": SymbolKind.METHOD,
        "abstract_method_signature": SymbolKind.METHOD,
        "internal_module": SymbolKind.MODULE,
        "module": SymbolKind.MODULE,
    }
)
_FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
_SHARED_QUERY = """
[(function_declaration) (generator_function_declaration) (class_declaration)
 (method_definition)] @def
(variable_declarator value: [(arrow_function) (function_expression) (generator_function)
 (class)]) @def
[(export_statement) (lexical_declaration) (variable_declaration)] @wrap
[(arrow_function) (function_expression) (generator_function)] @function
(import_statement) @import
(export_statement source: (_)) @import
(variable_declarator value: (call_expression function: (identifier) @_name)
 (#eq? @_name "require")) @import
(call_expression function: (import)) @import
(call_expression function: (_) @call)
(new_expression constructor: (_) @call)
(arrow_function parameter: (identifier) @local)
(variable_declarator name: (identifier) @local)
(shorthand_property_identifier_pattern) @local
(array_pattern (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement left: (identifier) @local)
(variable_declarator) @typed
(assignment_expression left: (member_expression)) @typed
(export_statement "default") @typed
"""
_QUERY = (
    _SHARED_QUERY
    + """
[(function_signature) (abstract_class_declaration) (interface_declaration)
 (type_alias_declaration) (enum_declaration) (method_signature) (abstract_method_signature)
 (internal_module) (module)] @def
[(ambient_declaration) (expression_statement)] @wrap
(public_field_definition value: [(arrow_function) (function_expression)]) @def
(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
[(required_parameter) (optional_parameter) (public_field_definition) (property_signature)] @typed
"""
)
_JAVASCRIPT_QUERY = (
    _SHARED_QUERY
    + """
(field_definition value: [(arrow_function) (function_expression)]) @def
(formal_parameters (identifier) @local)
(formal_parameters (assignment_pattern left: (identifier) @local))
(formal_parameters (rest_pattern (identifier) @local))
"""
)


def _define(node: Node) -> Defined | None:
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    body = node.child_by_field_name("body")
    value = node.child_by_field_name("value")
    if node.type in ("variable_declarator", "public_field_definition", "field_definition"):
        if value is None or name is None or name.type.endswith("_pattern"):
            return None
        kind = SymbolKind.FUNCTION if value.type in _FUNCTIONS else SymbolKind.CLASS
        return Defined(text_of(name), kind, value.child_by_field_name("body"))
    if name is None or name.type in ("computed_property_name", "string", "number"):
        return None
    kind = _KINDS[node.type]
    if any(child.type in ("get", "set") for child in node.children if child.id != name.id):
        kind = SymbolKind.PROPERTY
    return Defined(text_of(name), kind, body)


def _wrapped(node: Node) -> Node | None:
    if node.type in ("lexical_declaration", "variable_declaration"):
        declarators = children_of(node, "variable_declarator")
        return declarators[0] if len(declarators) == 1 else None
    if node.type in ("ambient_declaration", "expression_statement"):
        last = node.named_child(node.named_child_count - 1) if node.named_child_count else None
        return last if last is not None and last.type in _KINDS else None
    return node.child_by_field_name("declaration")


def _imports(node: Node) -> list[ImportFact]:
    if node.type == "variable_declarator":
        call = node.child_by_field_name("value")
        name = node.child_by_field_name("name")
        module = _argument(call)
        return [ImportFact(module, tuple(_required(name)))] if module else []
    if node.type == "call_expression":
        module = _argument(node)
        return [ImportFact(module)] if module else []
    module = _unquoted(node.child_by_field_name("source"))
    return [ImportFact(module, tuple(_bound(node)))] if module else []


def _argument(call: Node | None) -> str:
    arguments = None if call is None else call.child_by_field_name("arguments")
    strings = children_of(arguments, "string")
    return _unquoted(strings[0]) if len(strings) == 1 else ""


def _unquoted(node: Node | None) -> str:
    return text_of(node)[1:-1]


def _required(name: Node | None) -> Iterator[tuple[str, str]]:
    if name is not None and name.type == "identifier":
        yield text_of(name), ""
    for part in children_of(name, "shorthand_property_identifier_pattern"):
        yield text_of(part), text_of(part)


def _bound(node: Node) -> Iterator[tuple[str, str]]:
    whole = node.type == "export_statement"
    for child in node.named_children:
        if child.type == "import_clause":
            whole = False
            for part in child.named_children:
                if part.type == "identifier":
                    yield text_of(part), "default"
                elif part.type == "namespace_import":
                    yield text_of(part.named_child(0)), ""
                else:
                    yield from _specified(part, "import_specifier")
        elif child.type == "export_clause":
            whole = False
            yield from _specified(child, "export_specifier")
        elif child.type == "namespace_export":
            whole = False
            yield text_of(child.named_child(0)), ""
    if whole:
        yield "*", "*"


def _specified(node: Node, kind: str) -> Iterator[tuple[str, str]]:
    for part in children_of(node, kind):
        name = text_of(part.child_by_field_name("name"))
        yield text_of(part.child_by_field_name("alias")) or name, name


def _bases(node: Node) -> list[tuple[RelationKind, str]]:
    value = node.child_by_field_name("value")
    if node.type == "variable_declarator" and value is not None:
        node = value
    found = []
    for heritage in children_of(node, "class_heritage"):
        for child in heritage.named_children:
            if child.type == "extends_clause":
                bases = child.children_by_field_name("value")
                found += [(RelationKind.BASE_TYPE, dotted(base)) for base in bases]
            elif child.type == "implements_clause":
                found += [(RelationKind.IMPLEMENTS, dotted(base)) for base in child.named_children]
            else:
                found.append((RelationKind.BASE_TYPE, dotted(child)))
    for clause in children_of(node, "extends_type_clause"):
        found += [(RelationKind.BASE_TYPE, dotted(base)) for base in clause.named_children]
    return [(kind, name) for kind, name in found if name]


def _typed(node: Node) -> Iterator[tuple[str, str]]:
    if node.type == "export_statement":
        exported = node.child_by_field_name("declaration")
        named = exported.child_by_field_name("name") if exported is not None else None
        yield "default", dotted(named or node.child_by_field_name("value"))
        return
    name = next(filter(None, map(node.child_by_field_name, ("pattern", "name", "left"))), None)
    bound = dotted(name)
    if not bound or ("." in bound and (not bound.startswith("this.") or bound.count(".") > 1)):
        return
    declared = _type(node.child_by_field_name("type"))
    value = node.child_by_field_name("value") or node.child_by_field_name("right")
    told = declared or (called_or_constructed(value) if value is not None else "")
    if not told and value is not None and value.type == "identifier":
        told = f"={text_of(value)}" if bound.startswith("this.") else ""
    yield bound, told
    if children_of(node, "accessibility_modifier") and node.type.endswith("_parameter"):
        yield f"this.{bound}", told


def _type(node: Node | None) -> str:
    """The one type that an annotation means, null and undefined aside."""
    parts = {part.strip() for part in text_of(node).lstrip(": ").split("|")}
    parts -= {"null", "undefined"}
    return name_in(parts.pop()) if len(parts) == 1 else ""


def _result(node: Node) -> str:
    value = node.child_by_field_name("value")
    return _type((value or node).child_by_field_name("return_type"))


RULES = LanguageRules(
    query=_QUERY,
    define=_define,
    wrapped=_wrapped,
    imports=_imports,
    bases=_bases,
    comment="//",
    callee=dotted,
    typed=_typed,
    result=_result,
)
JAVASCRIPT_RULES = replace(RULES, query=_JAVASCRIPT_QUERY)


_SUFFIXES = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
# What an import of a compiled file means beside its source.
_COMPILED = (
    (".js", ".ts"),
    (".js", ".tsx"),
    (".jsx", ".tsx"),
    (".mjs", ".mts"),
    (".cjs", ".cts"),
)


class ScriptLinks:
    """Resolves relative imports and aliases of a ``tsconfig``; names of packages lead nowhere.

    The nearest ``tsconfig`` with aliases above a file holds for it, whatever it is extended by.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._settings: dict[str, list[ParsedSource]] = {}
        for path, facts in project.facts.items():
            if facts.language == SCRIPTS and (facts.imports or facts.namespace):
                self._settings.setdefault(posixpath.dirname(path), []).append(facts)

    def scope(self, path: str) -> Scope:
        """What the file's imports and exports of other modules bind."""
        scope = Scope()
        for fact in self._project.facts[path].imports:
            module = self._file(path, fact.module)
            if module is None:
                continue
            scope.files.add(module)
            for bound, name in fact.names:
                if name == "*":
                    scope.stars.append(module)
                else:
                    scope.bind(bound, (module, name))
        return scope

    def _file(self, path: str, spelled: str) -> str | None:
        if spelled.startswith(("./", "../")) or spelled in (".", ".."):
            return self._at(beside(path, spelled))
        return next(filter(None, map(self._at, self._aliased(path, spelled))), None)

    def _aliased(self, path: str, spelled: str) -> Iterator[str]:
        """Where an alias may lead, the longest one first."""
        folder = posixpath.dirname(path)
        while folder not in self._settings:
            if not folder:
                return
            folder = posixpath.dirname(folder)
        for facts in self._settings[folder]:
            base = facts.namespace or "."
            for fact in sorted(facts.imports, key=lambda fact: (-len(fact.module), fact.module)):
                before, star, after = fact.module.partition("*")
                fits = spelled.startswith(before) and spelled.endswith(after)
                if (fits and len(spelled) >= len(before + after)) if star else spelled == before:
                    inside = spelled[len(before) : len(spelled) - len(after)]
                    yield beside(facts.path, f"{base}/{fact.names[0][1].replace('*', inside)}")
            if facts.namespace:
                yield beside(facts.path, f"{base}/{spelled}")

    def _at(self, base: str) -> str | None:
        paths = [base, *(base + suffix for suffix in _SUFFIXES)]
        for compiled, original in _COMPILED:
            if base.endswith(compiled):
                paths.append(base.removesuffix(compiled) + original)
        index = "index" if base == "." else f"{base}/index"
        paths += [index + suffix for suffix in _SUFFIXES]
        return self._project.first(paths)
