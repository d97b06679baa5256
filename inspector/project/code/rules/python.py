"""Python: its definitions, and modules by packages, relative imports and ``src`` folders."""

from __future__ import annotations

import posixpath
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
from inspector.project.code.scope import Project, Scope
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


_SUFFIXES = (".py", ".pyi", ".pyw")
_SOURCES = ("src", "lib", "python")  # folders that hold packages and are none


class PythonLinks:
    """Resolves the imports of Python files.

    A module is looked for from the first folder above the importing file that is no package, where
    a script finds its neighbours; then from the root of the project and its source folder. Between
    these a package, but no single file, may stand in a folder above the importing file or in the
    source folder of one; last, in any source folder. Where several fit, none does: a file that
    merely has the name of a module elsewhere is no dependency.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._found: dict[tuple[str, str], str | None] = {}
        self._packages: dict[str, str | None] = {}
        self._roots: dict[str, str] = {}
        self._source_folders: dict[str, set[str]] = {}
        for path, facts in project.facts.items():
            folder, file = posixpath.split(path)
            root, package = posixpath.split(folder)
            is_package = facts.language == "python" and file.startswith("__init__.")
            if is_package and posixpath.basename(root) in _SOURCES:
                self._source_folders.setdefault(package, set()).add(root)

    def scope(self, path: str) -> Scope:
        """What the file's imports bind."""
        scope = Scope()
        for fact in self._project.facts[path].imports:
            self._add(scope, path, fact)
        return scope

    def submodule(self, path: str, name: str) -> str | None:
        """The module of that name in the package whose ``__init__`` is given."""
        folder, file = posixpath.split(path)
        if not file.startswith("__init__."):
            return None
        return self._file(posixpath.join(folder, name))

    def _add(self, scope: Scope, path: str, fact: ImportFact) -> None:
        module, folder = self._imported(path, fact.module)
        for bound, name in fact.names:
            inner = None
            if name not in ("", "*"):
                at = posixpath.join(folder, name) if folder is not None else None
                if at is not None:
                    inner = self._file(at)
                elif module is None and not fact.module.startswith("."):
                    inner = self._absolute(path, f"{fact.module}.{name}")  # of a folder alone
                if module is not None and name in self._project.symbols[module]:
                    inner = None
            if inner is not None:
                scope.bind(bound, (inner, ""))
            elif module is None:
                continue
            elif name == "*":
                scope.files.add(module)
                scope.stars.append(module)
            else:
                scope.bind(bound, (module, name))

    def _imported(self, path: str, spelled: str) -> tuple[str | None, str | None]:
        """The file of a module, and the folder in which its submodules are."""
        name = spelled.lstrip(".")
        level = len(spelled) - len(name)
        if level:
            folder = posixpath.dirname(path)
            for _ in range(level - 1):
                if not folder:
                    return None, None
                folder = posixpath.dirname(folder)
            base = posixpath.join(folder, *name.split(".")) if name else folder
            found = self._file(base) if name else self._package(base)
            return found, base
        found = self._absolute(path, name)
        if found is None:
            return None, None
        is_package = posixpath.basename(found).startswith("__init__.")
        return found, posixpath.dirname(found) if is_package else None

    def _absolute(self, path: str, name: str) -> str | None:
        key = self._root(path), name
        if key not in self._found:
            self._found[key] = self._search(*key)
        return self._found[key]

    def _search(self, own: str, name: str) -> str | None:
        for root in dict.fromkeys((own, "", *_SOURCES)):
            found = self._below(root, name)
            if found is not None:
                return found
        top = name.partition(".")[0]
        above: list[str] = []
        folder = own
        while folder:
            above += [folder, *(posixpath.join(folder, source) for source in _SOURCES)]
            folder = posixpath.dirname(folder)
        for roots in (above, sorted(self._source_folders.get(top, ()))):
            packages = [root for root in roots if self._package(posixpath.join(root, top))]
            fits = {self._below(root, name) for root in packages} - {None}
            if fits:
                return fits.pop() if len(fits) == 1 else None
        return None

    def _below(self, root: str, name: str) -> str | None:
        return self._file(posixpath.join(root, *name.split(".")))

    def _root(self, path: str) -> str:
        own = folder = posixpath.dirname(path)
        if own not in self._roots:
            while folder and self._package(folder) is not None:
                folder = posixpath.dirname(folder)
            self._roots[own] = folder
        return self._roots[own]

    def _package(self, folder: str) -> str | None:
        if folder not in self._packages:
            inside = [posixpath.join(folder, "__init__" + suffix) for suffix in _SUFFIXES]
            self._packages[folder] = self._project.first(inside)
        return self._packages[folder]

    def _file(self, base: str) -> str | None:
        return self._project.first([base + suffix for suffix in _SUFFIXES]) or self._package(base)
