"""Go."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from inspector.project.code.facts import ImportFact
from inspector.project.code.rules.language_rules import (
    Defined,
    LanguageRules,
    called_or_constructed,
    children_of,
    dotted,
    name_in,
    text_of,
)
from inspector.project.index import RelationKind, SymbolKind

_QUERY = """
[(function_declaration) (method_declaration) (type_spec) (type_alias)] @def
(type_declaration) @wrap
(func_literal) @function
(package_clause) @namespace
(import_spec) @import
(call_expression function: (_) @call)
[(type_identifier) (qualified_type)] @mention
(selector_expression operand: (identifier)) @mention
(parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(range_clause left: (expression_list (identifier) @local))
[(parameter_declaration) (field_declaration) (short_var_declaration) (var_spec)] @typed
"""
_RECEIVER = re.compile(r"\(\s*(?:\w+\s+)?\*?\s*(\w+)")
_VERSION = re.compile(r"v\d+")


def _define(node: Node) -> Defined | None:
    name = text_of(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    if node.type == "function_declaration":
        return Defined(name, SymbolKind.FUNCTION, body)
    if node.type == "method_declaration":
        receiver = _RECEIVER.match(text_of(node.child_by_field_name("receiver")))
        return Defined(f"{receiver.group(1)}.{name}", SymbolKind.METHOD, body) if receiver else None
    made = node.child_by_field_name("type")
    if made is not None and made.type == "struct_type":
        return Defined(name, SymbolKind.STRUCT, _braces(made))
    if made is not None and made.type == "interface_type":
        return Defined(name, SymbolKind.INTERFACE, _braces(made))
    return Defined(name, SymbolKind.TYPE)


def _braces(made: Node) -> Node | None:
    fields = children_of(made, "field_declaration_list")
    if fields:
        return fields[0]
    return next((child for child in made.children if child.type == "{"), None)


def _wrapped(node: Node) -> Node | None:
    specs = [child for child in node.named_children if child.type in ("type_spec", "type_alias")]
    return specs[0] if len(specs) == 1 else None


def _imports(node: Node) -> list[ImportFact]:
    module = text_of(node.child_by_field_name("path"))[1:-1]
    if not module:
        return []
    alias = text_of(node.child_by_field_name("name"))
    if alias == ".":
        return [ImportFact(module, (("*", "*"),))]
    parts = module.split("/")
    if len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    return [ImportFact(module, ((alias or parts[-1], ""),))]


def _bases(node: Node) -> list[tuple[RelationKind, str]]:
    made = node.child_by_field_name("type")
    embedded = [
        field.child_by_field_name("type")
        for fields in children_of(made, "field_declaration_list")
        for field in children_of(fields, "field_declaration")
        if field.child_by_field_name("name") is None
    ]
    embedded += [
        element.named_child(0)
        for element in children_of(made, "type_elem")
        if element.named_child_count == 1
    ]
    found = [dotted(base) for base in embedded]
    return [(RelationKind.BASE_TYPE, name) for name in found if name]


def _typed(node: Node) -> Iterator[tuple[str, str]]:
    declared = _type(node.child_by_field_name("type"))
    names = [dotted(name) for name in node.children_by_field_name("name")]
    values: list[Node] = []
    if node.type == "short_var_declaration":
        left = node.child_by_field_name("left")
        names = [dotted(name) for name in (left.named_children if left is not None else ())]
    if node.type in ("short_var_declaration", "var_spec"):
        right = node.child_by_field_name("right") or node.child_by_field_name("value")
        values = right.named_children if right is not None else []
    for place, name in enumerate(names):
        # A call may have several results, of which the first is the one that has methods.
        value = values[place] if place < len(values) else None
        told = declared or _made(value)
        if name and (told or node.type == "short_var_declaration"):
            yield name, told


def _made(value: Node | None) -> str:
    if value is None:
        return ""
    is_address = value.type == "unary_expression"
    return called_or_constructed(value.child_by_field_name("operand") if is_address else value)


def _type(node: Node | None) -> str:
    return name_in(text_of(node).lstrip("*").partition("[")[0])


def _result(node: Node) -> str:
    result = node.child_by_field_name("result")
    if result is not None and result.type == "parameter_list":
        first = children_of(result, "parameter_declaration")[:1]
        result = first[0].child_by_field_name("type") if first else None
    return _type(result)


def _shapes(node: Node) -> Iterator[tuple[str, str]]:
    made = node.child_by_field_name("type")
    if node.type == "method_declaration":
        yield "", _shape(node)
    elif made is not None and made.type == "interface_type":
        for method in children_of(made, "method_elem"):
            yield text_of(method.child_by_field_name("name")), _shape(method)
        elements = children_of(made, "type_elem")
        is_generic = node.child_by_field_name("type_parameters") is not None
        if is_generic or any(
            one.named_child_count > 1 or not dotted(one.named_child(0)) for one in elements
        ):
            yield "~", ""


def _shape(node: Node) -> str:
    """The types of parameters and results of a method, without names."""
    result = node.child_by_field_name("result")
    given = _types_in(result) if result is not None else "()"
    given = given if given.startswith("(") else f"({given})"
    return _types_in(node.child_by_field_name("parameters")) + given


def _types_in(node: Node | None) -> str:
    if node is None or node.type == "comment":
        return ""
    if node.type == "function_type":
        return f"func{_shape(node)}"
    if node.type == "parameter_list":
        return f"({','.join(_parameters(node))})"
    if not node.child_count or node.type == "qualified_type":
        return text_of(node)
    return " ".join(filter(None, map(_types_in, node.children)))


def _parameters(node: Node) -> Iterator[str]:
    for one in node.named_children:
        many = "..." if one.type == "variadic_parameter_declaration" else ""
        told = many + _types_in(one.child_by_field_name("type"))
        yield from [told] * max(1, len(one.children_by_field_name("name")))


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
    shapes=_shapes,
)
