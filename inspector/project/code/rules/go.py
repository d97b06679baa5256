"""Go: its definitions, its packages (folders), and the interfaces whose methods a type has.

A package is named from a module of a ``go.mod`` or a folder in place of one.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from tree_sitter import Node

from inspector.project.code.facts import GO, ImportFact, UseFact
from inspector.project.code.rules.language_rules import (
    Defined,
    LanguageRules,
    called_or_constructed,
    children_of,
    dotted,
    name_in,
    text_of,
)
from inspector.project.code.scope import Project, Scope, Target, beside
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


class GoLinks:
    """Resolves names of the file's own package and of imported packages of the project."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._packages: dict[str, dict[str, Target | None]] = {}
        modules: list[tuple[str, str]] = []
        for path, facts in project.facts.items():
            if facts.language == GO:
                folder = posixpath.dirname(path)
                modules.append((facts.namespace, folder))
                for fact in facts.imports:  # a module in whose place a folder is taken
                    modules += [(fact.module, beside(path, to)) for _, to in fact.names]
            elif facts.language == "go":
                package = self._packages.setdefault(posixpath.dirname(path), {})
                for name in project.symbols[path]:
                    # Declared twice: for several systems, or in a package of tests.
                    package[name] = None if name in package else (path, name)
        self._modules = sorted(modules, key=lambda pair: (-len(pair[0]), pair))

    def scope(self, path: str) -> Scope:
        """Bindings for each name of an imported package that the file mentions."""
        facts = self._project.facts[path]
        own = self._packages.get(posixpath.dirname(path), {})
        scope = Scope(elsewhere=own.get)
        folders = {}
        for fact in facts.imports:
            folder = self.folder(fact.module)
            for bound, name in fact.names if folder is not None else ():
                if name == "":
                    folders[bound] = self._packages[folder or ""]
        for mention in (*facts.mentions, *(use.name for use in facts.uses)):
            bound, _, name = mention.partition(".")
            target = folders[bound].get(name) if bound in folders else None
            if target is not None:
                scope.bind(mention, target)
        return scope

    def declared(self, path: str, name: str) -> Target | None:
        """The one definition of a name in the package of a file."""
        return self._packages[posixpath.dirname(path)].get(name)

    def folder(self, spelled: str) -> str | None:
        """The folder of the project that an imported package is in."""
        for module, folder in self._modules:
            if spelled == module or spelled.startswith(module + "/"):
                inside = posixpath.join(folder, spelled[len(module) + 1 :]).rstrip("/")
                inside = "" if inside == "." else inside.removeprefix("./")
                return inside if inside in self._packages else None
        return None


_NAME = re.compile(r"(?<![\w.])([^\W\d]\w*)(?:\.(\w+))?")
_WORDS = """any bool byte chan comparable complex64 complex128 error float32 float64 func int int8
int16 int32 int64 interface map rune string struct uint uint8 uint16 uint32 uint64 uintptr"""
_OF_THE_LANGUAGE = frozenset(_WORDS.split())
_ALIASES = {"byte": "uint8", "rune": "int32"}
_Method = tuple[str, str, str]
"""A method's name, the folder of its package where only that can name it, and its types."""
_Methods = Callable[[Target], tuple[frozenset[_Method], bool]]


def implied(
    project: Project, links: GoLinks, resolved: Callable[[str, UseFact], Target | None]
) -> Iterator[tuple[Target, Target]]:
    """Yield types with the interfaces of the project whose methods they all have.

    Only where everything that an interface asks for is known: one that embeds an interface from
    elsewhere, takes types as arguments, or is a union of types, has no type here.
    """
    own = _declared(project, links)
    bases: dict[Target, list[Target | None]] = {}
    for path in _files(project):
        for use in project.facts[path].uses:
            if use.kind is not RelationKind.CALLS:
                bases.setdefault((path, use.symbol), []).append(resolved(path, use))
    methods_of = _methods_of(own, bases)
    having: dict[_Method, set[Target]] = {}
    asking: list[Target] = []
    for target in {*own, *bases}:
        if project.symbols[target[0]].get(target[1]) is SymbolKind.INTERFACE:
            asking.append(target)
            continue
        for method in methods_of(target)[0]:
            having.setdefault(method, set()).add(target)
    for interface in sorted(asking):
        methods, are_all = methods_of(interface)
        if methods and are_all:
            fitting = set.intersection(*(having.get(one, set()) for one in methods))
            yield from ((one, interface) for one in sorted(fitting))


def _methods_of(
    own: Mapping[Target, set[_Method]], bases: Mapping[Target, list[Target | None]]
) -> _Methods:
    """What gives the methods of a type and what it embeds, and whether they are known to be all."""

    @cache
    def methods_of(target: Target) -> tuple[frozenset[_Method], bool]:
        reached, methods, are_all = [target], set[_Method](), True
        for one in reached:  # grows while it is gone through
            methods |= own.get(one, set())
            for base in bases.get(one, ()):
                if base is None:
                    are_all = False
                elif base not in reached:
                    reached.append(base)
        return frozenset(methods), are_all

    return methods_of


def _files(project: Project) -> list[str]:
    return [path for path, facts in project.facts.items() if facts.language == "go"]


def _declared(project: Project, links: GoLinks) -> dict[Target, set[_Method]]:
    """The methods that types declare themselves, in whatever file of their package."""
    found: dict[Target, set[_Method]] = {}
    for path in _files(project):
        facts = project.facts[path]
        imported = {
            bound: fact.module for fact in facts.imports for bound, name in fact.names if not name
        }
        for name, shape in facts.shapes:
            owner, _, method = name.rpartition(".")
            target = links.declared(path, owner)
            if target is not None:
                where = "" if method[:1].isupper() else posixpath.dirname(path)
                types = _spelled(links, path, imported, shape)
                found.setdefault(target, set()).add((method, where, types))
    return found


def _spelled(links: GoLinks, path: str, imported: Mapping[str, str], shape: str) -> str:
    """Types as every package would spell them."""

    def spell(found: re.Match[str]) -> str:
        head, inner = found.groups()
        if inner is not None:
            module = imported.get(head, head)
            folder = links.folder(module)
            return f"{module}:{inner}" if folder is None else f"/{folder}:{inner}"
        if head in _OF_THE_LANGUAGE:
            return _ALIASES.get(head, head)
        return f"/{posixpath.dirname(path)}:{head}"

    return _NAME.sub(spell, shape.replace("interface { }", "any"))
