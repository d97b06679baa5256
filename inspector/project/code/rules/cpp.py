"""C and C++."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from tree_sitter import Node

from inspector.project.code.facts import ImportFact
from inspector.project.code.rules.language_rules import (
    Defined,
    LanguageRules,
    children_of,
    dotted,
    text_of,
)
from inspector.project.index import RelationKind, SymbolKind

_KINDS = MappingProxyType(
    {
        "class_specifier": SymbolKind.CLASS,
        "struct_specifier": SymbolKind.STRUCT,
        "union_specifier": SymbolKind.STRUCT,
        "enum_specifier": SymbolKind.ENUM,
        "type_definition": SymbolKind.TYPE,
        "alias_declaration": SymbolKind.TYPE,
        "preproc_def": SymbolKind.MACRO,
        "preproc_function_def": SymbolKind.MACRO,
    }
)
_C_QUERY = """
[(function_definition) (struct_specifier body: (_)) (union_specifier body: (_))
 (enum_specifier body: (_)) (preproc_def) (preproc_function_def)] @def
(type_definition declarator: (type_identifier)) @def
(declaration declarator: (function_declarator)) @def
(declaration declarator: (pointer_declarator declarator: (function_declarator))) @def
(preproc_include) @import
(call_expression function: (_) @call)
(parameter_declaration declarator: (identifier) @local)
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @local))
(declaration declarator: (identifier) @local)
(init_declarator declarator: (identifier) @local)
(init_declarator declarator: (pointer_declarator declarator: (identifier) @local))
"""
_QUERY = (
    _C_QUERY
    + """
[(class_specifier body: (_)) (namespace_definition) (alias_declaration)] @def
(field_declaration declarator: (function_declarator)) @def
(template_declaration) @wrap
(lambda_expression) @function
(new_expression type: (_) @call)
"""
)
_TYPES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})


def _define(node: Node) -> Defined | None:
    body = node.child_by_field_name("body")
    if node.type == "namespace_definition":
        return Defined(dotted(node.child_by_field_name("name")), None, body)
    kind = _KINDS.get(node.type)
    if kind is not None:
        field = "declarator" if node.type == "type_definition" else "name"
        stop = body or node.child_by_field_name("value")
        return Defined(dotted(node.child_by_field_name(field)), kind, stop)
    name = _declared(node.child_by_field_name("declarator"))
    if not name:
        return None
    lists = children_of(node, "field_initializer_list")
    if lists and body is not None and body.type != "compound_statement":
        body = None
    kind = SymbolKind.METHOD if "." in name or node.type == "field_declaration" else None
    return Defined(name, kind or SymbolKind.FUNCTION, body)


def _declared(declarator: Node | None) -> str:
    """The name inside a declarator of a function, "" when it declares something else."""
    function = False
    while declarator is not None:
        if declarator.type == "function_declarator":
            function = True
        inner = declarator.child_by_field_name("declarator")
        if inner is None and declarator.type == "reference_declarator":
            inner = declarator.named_child(0)
        if inner is None:
            break
        declarator = inner
    if not function or declarator is None:
        return ""
    text = text_of(declarator)
    if declarator.type in ("destructor_name", "operator_name"):
        return " ".join(text.split())
    return dotted(declarator)


def _wrapped(node: Node) -> Node | None:
    return node.named_child(node.named_child_count - 1) if node.named_child_count else None


def _imports(node: Node) -> list[ImportFact]:
    path = node.child_by_field_name("path")
    if path is None or path.type not in ("string_literal", "system_lib_string"):
        return []
    return [ImportFact(text_of(path)[1:-1], (("*", "*"),), local=path.type == "string_literal")]


def _bases(node: Node) -> list[tuple[RelationKind, str]]:
    if node.type not in _TYPES:
        return []
    names = [
        dotted(base)
        for clause in children_of(node, "base_class_clause")
        for base in clause.named_children
        if base.type != "access_specifier"
    ]
    return [(RelationKind.BASE_TYPE, name) for name in names if name]


RULES = LanguageRules(
    query=_QUERY,
    define=_define,
    wrapped=_wrapped,
    imports=_imports,
    bases=_bases,
    comment="//",
    callee=dotted,
)
C_RULES = replace(RULES, query=_C_QUERY)
