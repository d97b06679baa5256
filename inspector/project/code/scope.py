"""What can be named in a file, members of types included, and what resolvers know.

The resolvers that several languages share are here: C# and Java by their namespace or package, C
and C++ by included files. Those of one language stand in its module of ``rules``.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from inspector.project.code.facts import ParsedSource
from inspector.project.index import SymbolKind

TYPES = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.TYPE,
    }
)
Target = tuple[str, str]
"""A path and the qualified name of a definition in it, "" for the file as a whole."""


@dataclass
class Scope:
    """The names that a file's imports bind, the files that it needs, and where else to look.

    ``stars`` are files all of whose names are visible; ``elsewhere`` finds names that are visible
    without being imported by name (of the same package or namespace).
    """

    names: dict[str, Target] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    stars: list[str] = field(default_factory=list)
    elsewhere: Callable[[str], Target | None] | None = None
    torn: set[str] = field(default_factory=set)
    """Names that imports bind to several targets, which stand for none."""

    def bind(self, name: str, target: Target) -> None:
        """Let a name stand for a target, whose file is then needed."""
        self.files.add(target[0])
        if self.names.setdefault(name, target) != target or name in self.torn:
            self.torn.add(name)
            del self.names[name]


class Project:
    """The facts of all files, and the definitions of each by qualified name."""

    def __init__(self, parsed: Mapping[str, ParsedSource]) -> None:
        self.facts = {path: parsed[path] for path in sorted(parsed)}
        self.symbols: dict[str, dict[str, SymbolKind]] = {
            path: {symbol.qualified_name: symbol.kind for symbol in facts.symbols}
            for path, facts in self.facts.items()
        }
        self.types = {path: dict(facts.types) for path, facts in self.facts.items()}

    def is_type(self, target: Target) -> bool:
        """Whether a definition is a type, which has members."""
        return self.symbols[target[0]].get(target[1]) in TYPES

    def first(self, paths: list[str]) -> str | None:
        """The first of some paths that is a file of the project."""
        return next((path for path in paths if path in self.facts), None)


def beside(path: str, spelled: str) -> str:
    """A relative path seen from a file's folder; one that leaves the project starts with ``..``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), spelled))


_MAX_ANCESTORS = 32

Resolve = Callable[[str, str], Target | None]
"""The definition that a name of a file leads to."""


class Members:
    """Looks for members in a type and in what it inherits from."""

    def __init__(
        self, project: Project, scope: Callable[[str], Scope], resolve_type: Resolve
    ) -> None:
        self._project = project
        self._scope = scope
        self._resolve_type = resolve_type
        self._bases: dict[Target, list[Target]] = {}

    def inherits(self, symbol: Target, base: Target) -> None:
        """Remember a base type, so that members of it are found."""
        self._bases.setdefault(symbol, []).append(base)

    def own(self, owner: Target, name: str) -> Target | None:
        """A member that the type declares, in its file or in another one of its package."""
        file, symbol = owner
        member = f"{symbol}.{name}"
        if member in self._project.symbols[file]:
            return file, member
        elsewhere = self._scope(file).elsewhere
        return elsewhere(member) if elsewhere is not None else None

    def inherited(self, owner: Target, name: str) -> Target | None:
        """A member of the nearest base type that has it."""
        return next(filter(None, (self.own(base, name) for base in self._ancestors(owner))), None)

    def found(self, owner: Target, name: str) -> Target | None:
        """A member of the type, or of the nearest base type that has it."""
        return self.own(owner, name) or self.inherited(owner, name)

    def type_of(self, owner: Target, name: str) -> Target | None:
        """The type of a field, or of what a method returns."""
        for file, symbol in (owner, *self._ancestors(owner)):
            told = self._project.types[file].get(f"{symbol}.{name}")
            if told is not None:
                return self.type_named(file, told)
            method = self.own((file, symbol), name)
            if method is not None:
                return self.result(method)
        return None

    def result(self, target: Target) -> Target | None:
        """The type of what a function returns, or of a variable."""
        told = self._project.types[target[0]].get(target[1])
        return self.type_named(target[0], told) if told else None

    def type_named(self, file: str, told: str) -> Target | None:
        """The type that a file means by a name; of a function, that of its result."""
        target = self._resolve_type(file, told)
        if target is None or self._project.is_type(target):
            return target
        again = self._project.types[target[0]].get(target[1])
        target = self._resolve_type(target[0], again) if again else None
        return target if target is not None and self._project.is_type(target) else None

    def _ancestors(self, owner: Target) -> Iterator[Target]:
        pending = list(self._bases.get(owner, ()))
        for base in pending:  # grows while it is gone through
            yield base
            if len(pending) < _MAX_ANCESTORS:
                pending += self._bases.get(base, ())


class NamespaceLinks:
    """Resolves names of types that a file's namespace or imports make visible.

    A type that several files declare (a partial class, a copy) leads nowhere.
    """

    def __init__(self, project: Project, language: str) -> None:
        self._project = project
        self._parents = language == "csharp"  # a namespace sees what the ones around it declare
        self._types: dict[tuple[str, str], set[Target]] = {}
        for path, facts in project.facts.items():
            if facts.language == language:
                for namespace, name in _declared(facts):
                    self._types.setdefault((namespace, name), set()).add((path, name))

    def scope(self, path: str) -> Scope:
        """What imports bind, and a look-up for what is visible without."""
        facts = self._project.facts[path]
        scope = Scope()
        opened: list[str] = []
        for fact in facts.imports:
            for bound, name in fact.names:
                if name == "*":
                    opened.append(fact.module)
                    continue
                target = self._qualified(f"{fact.module}.{name}" if name else fact.module)
                if target is not None:
                    scope.bind(bound, target)
        own = sorted({namespace for namespace, _ in _declared(facts)} | {facts.namespace})
        levels = [own, *self._around(own), [*opened, ""] if self._parents else opened]
        scope.elsewhere = lambda name: self._visible(levels, name)
        return scope

    def _around(self, own: Iterable[str]) -> Iterator[list[str]]:
        for namespace in own if self._parents else ():
            parts = namespace.split(".")
            yield from ([".".join(parts[:count])] for count in range(len(parts) - 1, 0, -1))

    def _visible(self, levels: Iterable[list[str]], name: str) -> Target | None:
        for level in levels:
            found: set[Target] = set()
            for namespace in dict.fromkeys(level):
                found |= self._types.get((namespace, name), set())
            if found:
                return next(iter(found)) if len(found) == 1 else None
        return None

    def _qualified(self, name: str) -> Target | None:
        """A type or a member of one, by its full name with the namespace."""
        parts = name.split(".")
        for split in range(len(parts) - 1, -1, -1):
            namespace, rest = ".".join(parts[:split]), parts[split:]
            found = self._types.get((namespace, rest[0]), set())
            if len(found) == 1:
                path, _ = next(iter(found))
                inside = ".".join(rest)
                return (path, inside) if inside in self._project.symbols[path] else None
        return None


def _declared(facts: ParsedSource) -> Iterator[tuple[str, str]]:
    """The types at the top of a file with their namespaces."""
    if facts.namespaces:
        yield from (pair for pair in facts.namespaces if "." not in pair[1])
        return
    for symbol in facts.symbols:
        if "." not in symbol.qualified_name:
            yield facts.namespace, symbol.qualified_name


class IncludeLinks:
    """Resolves includes: beside the file, from the root, or by the only path that ends so."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._by_name: dict[str, list[str]] = {}
        for path, facts in project.facts.items():
            if facts.language in ("c", "cpp"):
                self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def scope(self, path: str) -> Scope:
        """The files that are included directly."""
        scope = Scope()
        for fact in self._project.facts[path].imports:
            found = self._file(path, fact.module, local=fact.local)
            if found is not None:
                scope.files.add(found)
                scope.stars.append(found)
        return scope

    def _file(self, path: str, spelled: str, *, local: bool) -> str | None:
        roots = [spelled, f"include/{spelled}", f"src/{spelled}"]
        found = self._project.first([beside(path, spelled), *roots] if local else roots)
        if found is not None or not local:
            return found
        same = self._by_name.get(spelled.rpartition("/")[2], ())
        # A name that many files have says little; looking through them all would take long, too.
        ends = [p for p in same if p.endswith("/" + spelled)] if len(same) <= 64 else []
        return ends[0] if len(ends) == 1 else None
