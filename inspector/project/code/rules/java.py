"""Java."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from tree_sitter import Node

from inspector.project.code.facts import ImportFact
from inspector.project.code.rules.language_rules import (
    Defined,
    LanguageRules,
    called_or_constructed,
    children_of,
    dotted,
    nothing_wrapped,
    text_of,
)
from inspector.project.index import RelationKind, SymbolKind

_KINDS = MappingProxyType(
    {
        "class_declaration": SymbolKind.CLASS,
        "record_declaration": SymbolKind.CLASS,
        "interface_declaration": SymbolKind.INTERFACE,
        "annotation_type_declaration": SymbolKind.INTERFACE,
        "enum_declaration": SymbolKind.ENUM,
        "method_declaration": SymbolKind.METHOD,
        "constructor_declaration": SymbolKind.CONSTRUCTOR,
        "compact_constructor_declaration": SymbolKind.CONSTRUCTOR,
    }
)
_QUERY = """
[(class_declaration) (record_declaration) (interface_declaration) (annotation_type_declaration)
 (enum_declaration) (method_declaration) (constructor_declaration)
 (compact_constructor_declaration)] @def
(package_declaration) @namespace
(import_declaration) @import
[(method_invocation) (object_creation_expression)] @call
[(type_identifier) (scoped_type_identifier)] @mention
(method_invocation object: (identifier) @mention)
(field_access object: (identifier) @mention)
(marker_annotation name: (identifier) @mention)
(annotation name: (identifier) @mention)
(formal_parameter name: (identifier) @local)
(variable_declarator name: (identifier) @local)
(enhanced_for_statement name: (identifier) @local)
[(formal_parameter) (local_variable_declaration) (field_declaration)] @typed
"""


def _define(node: Node) -> Defined | None:
    name = text_of(node.child_by_field_name("name"))
    return Defined(name, _KINDS[node.type], node.child_by_field_name("body"))


def _imports(node: Node) -> list[ImportFact]:
    name = next((dotted(child) for child in node.named_children if dotted(child)), "")
    if not name:
        return []
    if children_of(node, "asterisk"):
        return [ImportFact(name, (("*", "*"),))]
    module, _, last = name.rpartition(".")
    return [ImportFact(module, ((last, last),))]


def _bases(node: Node) -> list[tuple[RelationKind, str]]:
    found = []
    for child in node.named_children:
        if child.type == "superclass":
            found += [(RelationKind.BASE_TYPE, dotted(base)) for base in child.named_children]
        elif child.type in ("super_interfaces", "extends_interfaces"):
            extends = child.type == "extends_interfaces"
            kind = RelationKind.BASE_TYPE if extends else RelationKind.IMPLEMENTS
            for types in children_of(child, "type_list"):
                found += [(kind, dotted(base)) for base in types.named_children]
    return [(kind, name) for kind, name in found if name]


def _callee(node: Node) -> str:
    if node.type == "object_creation_expression":
        return dotted(node.child_by_field_name("type"))
    name = text_of(node.child_by_field_name("name"))
    of = node.child_by_field_name("object")
    if of is None:
        return name
    before = dotted(of)
    return f"{before}.{name}" if before else ""


def _typed(node: Node) -> Iterator[tuple[str, str]]:
    declared = dotted(node.child_by_field_name("type"))
    for one in [node, *children_of(node, "variable_declarator")]:
        name = dotted(one.child_by_field_name("name"))
        if name and declared == "var":
            yield name, called_or_constructed(one.child_by_field_name("value"))
        elif name:
            yield name, declared


def _result(node: Node) -> str:
    return dotted(node.child_by_field_name("type")) if node.type == "method_declaration" else ""


RULES = LanguageRules(
    query=_QUERY,
    define=_define,
    wrapped=nothing_wrapped,
    imports=_imports,
    bases=_bases,
    comment="//",
    callee=_callee,
    typed=_typed,
    result=_result,
)
