"""Rust: its definitions, and modules by files, ``mod`` declarations and paths in the crate."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from types import MappingProxyType

from tree_sitter import Node

from inspector.project.code.facts import ImportFact
from inspector.project.code.rules.language_rules import (
    Defined,
    LanguageRules,
    dotted,
    nothing_wrapped,
    text_of,
)
from inspector.project.code.scope import Project, Scope, Target
from inspector.project.index import RelationKind, SymbolKind

_KINDS = MappingProxyType(
    {
        "function_item": SymbolKind.FUNCTION,
        "function_signature_item": SymbolKind.FUNCTION,
        "struct_item": SymbolKind.STRUCT,
        "union_item": SymbolKind.STRUCT,
        "enum_item": SymbolKind.ENUM,
        "trait_item": SymbolKind.TRAIT,
        "type_item": SymbolKind.TYPE,
        "mod_item": SymbolKind.MODULE,
        "macro_definition": SymbolKind.MACRO,
    }
)
_QUERY = """
[(function_item) (function_signature_item) (struct_item) (union_item) (enum_item) (trait_item)
 (type_item) (mod_item) (macro_definition) (impl_item)] @def
(use_declaration) @import
(mod_item !body) @import
(call_expression function: (_) @call)
(struct_expression name: (_) @call)
(parameter pattern: (identifier) @local)
(let_declaration pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(for_expression pattern: (identifier) @local)
"""


def _define(node: Node) -> Defined | None:
    body = node.child_by_field_name("body")
    if node.type == "impl_item":
        return Defined(dotted(node.child_by_field_name("type")), None, body)
    name = node.child_by_field_name("name")
    if node.type == "mod_item" and body is None:
        return None
    if node.type == "macro_definition":
        body = name.next_sibling if name is not None else None
    return Defined(text_of(name), _KINDS[node.type], body)


def _imports(node: Node) -> list[ImportFact]:
    if node.type == "mod_item":
        name = text_of(node.child_by_field_name("name"))
        return [ImportFact(name, ((name, ""),), local=True)]
    return list(_used(node.child_by_field_name("argument")))


def _used(tree: Node | None) -> Iterator[ImportFact]:
    """Each path of a tree of uses, without recursion, in order of text."""
    pending = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        if node is None:
            continue
        if node.type == "scoped_use_list":
            path = _joined(prefix, dotted(node.child_by_field_name("path")))
            pending.append((node.child_by_field_name("list"), path))
        elif node.type == "use_list":
            pending += [(child, prefix) for child in reversed(node.named_children)]
        elif node.type == "use_wildcard":
            yield ImportFact(_joined(prefix, dotted(node.named_child(0))), (("*", "*"),))
        else:
            aliased = node.type == "use_as_clause"
            path = dotted(node.child_by_field_name("path") if aliased else node)
            path = prefix if path == "self" and prefix else _joined(prefix, path)
            module, _, last = path.rpartition(".")
            alias = text_of(node.child_by_field_name("alias")) if aliased else last
            if last:
                yield ImportFact(module, ((alias, last),))


def _joined(prefix: str, path: str) -> str:
    return f"{prefix}.{path}" if prefix and path else prefix or path


def _bases(node: Node) -> list[tuple[RelationKind, str]]:
    if node.type == "impl_item":
        name = dotted(node.child_by_field_name("trait"))
        return [(RelationKind.IMPLEMENTS, name)] if name else []
    bounds = node.child_by_field_name("bounds") if node.type == "trait_item" else None
    names = [dotted(bound) for bound in bounds.named_children] if bounds is not None else []
    return [(RelationKind.BASE_TYPE, name) for name in names if name]


RULES = LanguageRules(
    query=_QUERY,
    define=_define,
    wrapped=nothing_wrapped,
    imports=_imports,
    bases=_bases,
    comment="//",
    callee=dotted,
)


_ROOTS = ("lib.rs", "main.rs")


class RustLinks:
    """Resolves ``mod`` and ``use`` inside a crate; names of other crates lead nowhere."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def scope(self, path: str) -> Scope:
        """What declarations and uses bind, and a look-up for paths from the crate's root."""
        scope = Scope()
        facts = self._project.facts[path]
        for fact in facts.imports:
            if fact.local:
                module = self._child(self._folder(path), fact.module)
                if module is not None:
                    scope.bind(fact.module, (module, ""))
        for fact in facts.imports:
            for bound, name in fact.names if not fact.local else ():
                if name == "*":
                    target = self.at(path, fact.module)
                    if target is not None and not target[1]:
                        scope.files.add(target[0])
                        scope.stars.append(target[0])
                    continue
                target = self.at(path, f"{fact.module}.{name}" if fact.module else name)
                if target is not None:
                    scope.bind(bound, target)
        for use in facts.uses:
            if use.name.startswith(("crate.", "super.")):
                target = self.at(path, use.name)
                if target is not None:
                    scope.bind(use.name, target)
        return scope

    def at(self, path: str, spelled: str) -> Target | None:
        """What a path that starts with ``crate``, ``self`` or ``super`` leads to."""
        parts = spelled.split(".")
        file = self._start(path, parts)
        if file is None:
            return None
        while parts:
            child = self._child(self._folder(file), parts[0])
            if child is None:
                break
            file = child
            parts.pop(0)
        name = ".".join(parts)
        if not name or name in self._project.symbols[file]:
            return file, name
        return None

    def _start(self, path: str, parts: list[str]) -> str | None:
        """The file that the first words of a path mean; they are taken from the list."""
        if parts[0] == "crate":
            parts.pop(0)
            return self._root(path)
        file: str | None = None
        while parts and parts[0] in ("self", "super"):
            file = path if file is None else file
            if parts.pop(0) == "super":
                file = self._parent(file)
                if file is None:
                    return None
        return file

    def _folder(self, path: str) -> str:
        folder, file = posixpath.split(path)
        stem = file.removesuffix(".rs")
        return folder if file in _ROOTS or stem == "mod" else posixpath.join(folder, stem)

    def _child(self, folder: str, name: str) -> str | None:
        base = posixpath.join(folder, name)
        return self._project.first([base + ".rs", base + "/mod.rs"])

    def _parent(self, path: str) -> str | None:
        folder, file = posixpath.split(path)
        if file in _ROOTS:
            return None
        if file == "mod.rs":
            folder = posixpath.dirname(folder)
        return self._project.first(
            [*(posixpath.join(folder, root) for root in _ROOTS), folder + "/mod.rs", folder + ".rs"]
        )

    def _root(self, path: str) -> str | None:
        folder = posixpath.dirname(path)
        while True:
            root = self._project.first([posixpath.join(folder, name) for name in _ROOTS])
            if root is not None or not folder:
                return root
            folder = posixpath.dirname(folder)
