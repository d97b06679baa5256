"""Go: packages are folders, and a type has the interfaces whose methods it has.

A package is named from a module of a ``go.mod`` or a folder in place of one.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from inspector.project.code.facts import GO, UseFact
from inspector.project.code.links.scope import Project, Scope, Target, beside
from inspector.project.index import RelationKind, SymbolKind


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
