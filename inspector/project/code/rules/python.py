"""Python."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from inspector.project.code.facts import ImportFact
from inspector.project.code.rules.language_rules import (
    Defined,
    LanguageRules,
    called_or_constructed,
    dotted,
    name_in,
    text_of,
)
from inspector.project.index import RelationKind, SymbolKind

_QUERY = """
[(function_definition) (class_definition)] @def
(decorated_definition) @wrap
[(import_statement) (import_from_statement) (future_import_statement)] @import
(call function: (_) @call)
(decorator (_) @call)
(type (identifier) @mention)
(type (attribute) @mention)
(parameters (identifier) @local)
(parameters (_ . (identifier) @local))
(parameters (_ name: (identifier) @local))
(parameters (_ (_ . (identifier) @local)))
(assignment left: (identifier) @local)
(assignment left: (pattern_list (identifier) @local))
(for_statement left: (identifier) @local)
(for_statement left: (pattern_list (identifier) @local))
(as_pattern_target (identifier) @local)
(named_expression name: (identifier) @local)
(for_in_clause left: (identifier) @local)
(for_in_clause left: (pattern_list (identifier) @local))
[(typed_parameter) (typed_default_parameter) (assignment)] @typed
"""
_OPTIONAL = re.compile(r"(?:\w+\.)?Optional\[(.*)\]", re.DOTALL)


def _define(node: Node) -> Defined | None:
    name = text_of(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    if node.type == "class_definition":
        return Defined(name, SymbolKind.CLASS, body)
    parent = node.parent if name != "__init__" else None
    if parent is not None and parent.type == "decorated_definition" and _is_property(parent):
        return Defined(name, SymbolKind.PROPERTY, body)
    return Defined(name, SymbolKind.FUNCTION, body)


def _is_property(decorated: Node) -> bool:
    for child in decorated.named_children:
        if child.type == "decorator":
            name = dotted(child.named_child(0))
            if name.endswith(("property", ".setter", ".deleter", ".getter")):
                return True
    return False


def _wrapped(node: Node) -> Node | None:
    return node.child_by_field_name("definition")


def _imports(node: Node) -> list[ImportFact]:
    if node.type == "future_import_statement":
        return []
    if node.type == "import_statement":
        return [_whole(name) for name in node.children_by_field_name("name")]
    module = text_of(node.child_by_field_name("module_name")).replace(" ", "")
    return [ImportFact(module, tuple(_bound(node)))]


def _whole(name: Node) -> ImportFact:
    if name.type == "aliased_import":
        module = dotted(name.child_by_field_name("name"))
        return ImportFact(module, ((text_of(name.child_by_field_name("alias")), ""),))
    module = dotted(name)
    return ImportFact(module, ((module, ""),))


def _bound(node: Node) -> Iterator[tuple[str, str]]:
    for name in node.children_by_field_name("name"):
        if name.type == "aliased_import":
            alias = text_of(name.child_by_field_name("alias"))
            yield alias, dotted(name.child_by_field_name("name"))
        else:
            yield dotted(name), dotted(name)
    if any(child.type == "wildcard_import" for child in node.named_children):
        yield "*", "*"


def _bases(node: Node) -> list[tuple[RelationKind, str]]:
    arguments = node.child_by_field_name("superclasses")
    found = []
    for base in arguments.named_children if arguments is not None else ():
        generic = base.child_by_field_name("value") if base.type == "subscript" else None
        name = dotted(generic or base)
        if name:
            found.append((RelationKind.BASE_TYPE, name))
    return found


def _typed(node: Node) -> Iterator[tuple[str, str]]:
    name = node.child_by_field_name("left") or node.child_by_field_name("name")
    bound = dotted(name if name is not None else node.named_child(0))
    declared = _type(node.child_by_field_name("type"))
    value = node.child_by_field_name("right")
    if not bound or ("." in bound and not bound.startswith("self.")) or bound.count(".") > 1:
        return
    if declared:
        yield bound, declared
    elif value is not None and value.type == "identifier" and bound.startswith("self."):
        yield bound, f"={text_of(value)}"
    elif node.type == "assignment":  # also what is not known: the name may have been another type
        yield (
            bound,
            called_or_constructed(value) if value is not None and value.type == "call" else "",
        )


def _type(node: Node | None) -> str:
    """The one class that an annotation means, None aside. One in quotation marks is a literal."""
    text = text_of(node)
    optional = _OPTIONAL.fullmatch(text)
    parts = {part.strip() for part in (optional.group(1) if optional else text).split("|")}
    parts.discard("None")
    return name_in(parts.pop().partition("[")[0]) if len(parts) == 1 else ""


def _result(node: Node) -> str:
    return _type(node.child_by_field_name("return_type"))


RULES = LanguageRules(
    query=_QUERY,
    define=_define,
    wrapped=_wrapped,
    imports=_imports,
    bases=_bases,
    comment="#",
    callee=dotted,
    typed=_typed,
    result=_result,
)
