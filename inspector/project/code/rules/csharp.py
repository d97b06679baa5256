"""C#."""

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
    name_in,
    nothing_wrapped,
    text_of,
)
from inspector.project.index import RelationKind, SymbolKind

_KINDS = MappingProxyType(
    {
        "class_declaration": SymbolKind.CLASS,
        "record_declaration": SymbolKind.CLASS,
        "struct_declaration": SymbolKind.STRUCT,
        "interface_declaration": SymbolKind.INTERFACE,
        "enum_declaration": SymbolKind.ENUM,
        "delegate_declaration": SymbolKind.TYPE,
        "method_declaration": SymbolKind.METHOD,
        "constructor_declaration": SymbolKind.CONSTRUCTOR,
        "local_function_statement": SymbolKind.FUNCTION,
        "property_declaration": SymbolKind.PROPERTY,
    }
)
_PROPERTIES = frozenset({"accessor_list", "arrow_expression_clause"})
_QUERY = """
[(class_declaration) (record_declaration) (struct_declaration) (interface_declaration)
 (enum_declaration) (delegate_declaration) (method_declaration) (constructor_declaration)
 (local_function_statement) (property_declaration) (namespace_declaration)] @def
[(accessor_declaration) (operator_declaration) (conversion_operator_declaration)
 (destructor_declaration) (indexer_declaration)] @function
(file_scoped_namespace_declaration) @namespace
(using_directive) @import
(invocation_expression function: (_) @call)
(object_creation_expression type: (_) @call)
(_ type: [(identifier) (qualified_name)] @mention)
(_ returns: [(identifier) (qualified_name)] @mention)
(nullable_type (identifier) @mention)
(array_type (identifier) @mention)
(generic_name (identifier) @mention)
(type_argument_list (identifier) @mention)
(base_list [(identifier) (qualified_name)] @mention)
(attribute name: (identifier) @mention)
(member_access_expression expression: (identifier) @mention)
(parameter name: (identifier) @local)
(variable_declarator name: (identifier) @local)
(foreach_statement left: (identifier) @local)
[(parameter) (variable_declaration)] @typed
"""


def _define(node: Node) -> Defined | None:
    name = text_of(node.child_by_field_name("name"))
    body = (
        node.child_by_field_name("body")
        or node.child_by_field_name("accessors")
        or node.child_by_field_name("value")
    )
    if node.type == "namespace_declaration":
        return Defined("", None, body, namespace=dotted(node.child_by_field_name("name")))
    if node.type == "property_declaration" and body is not None and body.type not in _PROPERTIES:
        body = None  # the value that a property begins with
    return Defined(name, _KINDS[node.type], body)


def _imports(node: Node) -> list[ImportFact]:
    alias = node.child_by_field_name("name")
    names = [child for child in node.named_children if alias is None or child.id != alias.id]
    module = dotted(names[-1]) if names else ""
    if not module:
        return []
    return [ImportFact(module, (("*", "*"),) if alias is None else ((text_of(alias), ""),))]


def _bases(node: Node) -> list[tuple[RelationKind, str]]:
    lists = children_of(node, "base_list")
    names = [dotted(child) for found in lists for child in found.named_children]
    return [(RelationKind.BASE_TYPE, name) for name in names if name]


def _typed(node: Node) -> Iterator[tuple[str, str]]:
    declared = _type(node)
    for one in [node, *children_of(node, "variable_declarator")]:
        name = dotted(one.child_by_field_name("name"))
        if name and declared == "var":
            value = one.named_child(one.named_child_count - 1)
            yield name, called_or_constructed(value)
        elif name:
            yield name, declared


def _type(node: Node) -> str:
    return name_in(text_of(node.child_by_field_name("type")).rstrip("?"))


def _result(node: Node) -> str:
    if node.type == "property_declaration":
        return _type(node)
    returned = node.child_by_field_name("returns") if node.type == "method_declaration" else None
    return name_in(text_of(returned).rstrip("?"))


RULES = LanguageRules(
    query=_QUERY,
    define=_define,
    wrapped=nothing_wrapped,
    imports=_imports,
    bases=_bases,
    comment="//",
    callee=dotted,
    typed=_typed,
    result=_result,
)
