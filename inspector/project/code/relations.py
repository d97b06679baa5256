"""Where a name that a definition uses leads, and so how files and definitions relate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Protocol

from inspector.project.code.facts import ParsedSource, UseFact
from inspector.project.code.rules.go import GoLinks, implied
from inspector.project.code.rules.python import PythonLinks
from inspector.project.code.rules.rust import RustLinks
from inspector.project.code.rules.typescript import ScriptLinks
from inspector.project.code.scope import (
    TYPES,
    IncludeLinks,
    Members,
    NamespaceLinks,
    Project,
    Scope,
    Target,
)
from inspector.project.index import Relation, RelationKind, SymbolKind

_SELF = frozenset({"self", "cls", "this", "Self"})
_ABOVE = frozenset({"super", "base"})
_BARE_MEMBERS = frozenset({"csharp", "java", "cpp", "c"})
_MAX_HOPS = 8  # of re-exports that are followed


class _Links(Protocol):
    def scope(self, path: str) -> Scope: ...


class Names:
    """Follows names from file to file."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._python = PythonLinks(project)
        self._go = GoLinks(project)
        scripts, includes = ScriptLinks(project), IncludeLinks(project)
        self._links: dict[str, _Links] = {
            "python": self._python,
            "typescript": scripts,
            "tsx": scripts,
            "javascript": scripts,
            "csharp": NamespaceLinks(project, "csharp"),
            "java": NamespaceLinks(project, "java"),
            "go": self._go,
            "rust": RustLinks(project),
            "c": includes,
            "cpp": includes,
        }
        self._scopes: dict[str, Scope] = {}
        self._members = Members(project, self.scope, self._type_at_top)

    def scope(self, path: str) -> Scope:
        """What the imports of a file bind."""
        found = self._scopes.get(path)
        if found is None:
            links = self._links.get(self.project.facts[path].language)
            found = self._scopes[path] = Scope() if links is None else links.scope(path)
        return found

    def inherits(self, symbol: Target, base: Target) -> None:
        """Remember a base type, so that members of it are found."""
        self._members.inherits(symbol, base)

    def implied(self) -> Iterator[tuple[Target, Target]]:
        """Yield types with the interfaces that they have by their methods alone."""
        return implied(self.project, self._go, self.resolved)

    def mentioned(self, path: str) -> set[str]:
        """The files that declare types a file mentions without importing them by name."""
        elsewhere = self.scope(path).elsewhere
        if elsewhere is None:
            return set()
        own = self.project.symbols[path]
        heads = {name.partition(".")[0] for name in self.project.facts[path].mentions}
        targets = (elsewhere(head) for head in heads if head not in own)
        return {target[0] for target in targets if target is not None}

    def resolved(self, path: str, use: UseFact) -> Target | None:
        """The definition that a use means, None when there is none or no single one."""
        parts = use.name.split(".")
        found = self._by_name(path, use.symbol, parts)
        return found or (self._by_types(path, use.symbol, parts) if len(parts) > 1 else None)

    def _by_name(self, path: str, symbol: str, parts: list[str]) -> Target | None:
        if len(parts) > 1 and parts[0] in _SELF | _ABOVE:
            member = self._of_self(path, symbol, parts)
            if member is not None:
                return member
        symbols = self.project.symbols[path]
        for scope in self._visible_scopes(path, symbol):
            head = f"{scope}.{parts[0]}" if scope else parts[0]
            if head in symbols:
                name = ".".join([head, *parts[1:]])
                return (path, name) if name in symbols else self._inherited(path, head, parts[1:])
            if scope and len(parts) == 1 and symbols.get(scope) in TYPES:
                member = self._inherited(path, scope, parts)
                if member is not None:
                    return member
        return self._found(path, parts)

    def _visible_scopes(self, path: str, symbol: str) -> Iterator[str]:
        """The definitions around a use whose names are in sight, the innermost first, then ""."""
        bare = self.project.facts[path].language in _BARE_MEMBERS
        symbols = self.project.symbols[path]
        while symbol:
            if bare or symbols.get(symbol) not in TYPES:
                yield symbol
            symbol = symbol.rpartition(".")[0]
        yield ""

    def _of_self(self, path: str, symbol: str, parts: list[str]) -> Target | None:
        owner = self._owner(path, symbol) or (path, symbol.rpartition(".")[0])
        if not owner[1] or len(parts) != 2:
            return None
        own = self._members.own(owner, parts[1]) if parts[0] in _SELF else None
        return own or self._members.inherited(owner, parts[1])

    def _owner(self, path: str, symbol: str) -> Target | None:
        """The type around a definition, or that it is itself."""
        while symbol and not self.project.is_type((path, symbol)):
            symbol = symbol.rpartition(".")[0]
        return (path, symbol) if symbol else None

    def _inherited(self, path: str, owner: str, parts: list[str]) -> Target | None:
        return self._members.inherited((path, owner), parts[0]) if len(parts) == 1 else None

    def _by_types(self, path: str, symbol: str, parts: list[str]) -> Target | None:
        """The member that a name means through the declared types of the values in it."""
        owner, known = self._first_type(path, symbol, parts)
        for part in parts[known:-1]:
            owner = self._members.type_of(owner, part) if owner is not None else None
        return self._members.found(owner, parts[-1]) if owner is not None else None

    def _first_type(self, path: str, symbol: str, parts: list[str]) -> tuple[Target | None, int]:
        """The type that the first parts of a name lead to, and how many they are."""
        around = self._owner(path, symbol)
        if parts[0] in _SELF:
            return around, 1
        for length in range(min(len(parts) - 1, 8), 0, -1):
            target = self._by_name(path, symbol, parts[:length])
            if target is not None and target[1]:
                is_type = self.project.is_type(target)
                return target if is_type else self._members.result(target), length
        if parts[0] in self.project.types[path]:
            return self._members.result((path, parts[0])), 1
        if around is not None and self.project.facts[path].language in _BARE_MEMBERS:
            return self._members.type_of(around, parts[0]), 1
        return None, 1

    def _type_at_top(self, path: str, name: str) -> Target | None:
        return self._by_name(path, "", name.split("."))

    def _found(self, path: str, parts: list[str]) -> Target | None:
        """What a name at the level of a file leads to, through imports and re-exports."""
        elsewhere = self.scope(path).elsewhere
        for _ in range(_MAX_HOPS):
            name = ".".join(parts)
            if not parts or name in self.project.symbols[path]:
                return path, name
            step = self._step(path, parts) or self._default(path, parts)
            if step is None:
                break
            path, parts = step
        else:
            return None
        target = elsewhere(parts[0]) if elsewhere is not None else None
        if target is None:
            return None
        name = ".".join([target[1], *parts[1:]])
        if name in self.project.symbols[target[0]]:
            return target[0], name
        return elsewhere(name) if len(parts) > 1 and elsewhere is not None else None

    def _default(self, path: str, parts: list[str]) -> tuple[str, list[str]] | None:
        """What a script exports by default, by the name that it has there."""
        own = self.project.types[path].get("default") if parts[0] == "default" else None
        return (path, [own, *parts[1:]]) if own else None

    def _step(self, path: str, parts: list[str]) -> tuple[str, list[str]] | None:
        if parts[0] in self.project.symbols[path]:
            return None  # bound here, to something without such a member
        scope = self.scope(path)
        for length in range(min(len(parts), 8), 0, -1):
            target = scope.names.get(".".join(parts[:length]))
            if target is not None:
                inside = target[1].split(".") if target[1] else []
                return target[0], inside + parts[length:]
        child = self._python.submodule(path, parts[0])
        if child is not None:
            return child, parts[1:]
        stars = {star for star in scope.stars if parts[0] in self.project.symbols[star]}
        return (stars.pop(), parts) if len(stars) == 1 else None


# Compared as values, which is several times as fast as by the class.
_IN_ORDER = attrgetter("source_path", "source_symbol", "kind", "target_path", "target_symbol")
_INTERFACES = frozenset({SymbolKind.INTERFACE, SymbolKind.TRAIT})


def relations_of(parsed: Mapping[str, ParsedSource]) -> tuple[Relation, ...]:
    """Imports between files; base types, interfaces and calls between definitions. Sorted.

    A name that leads nowhere in the project, or to more than one place, makes no relation: nothing
    is guessed (Builder, slicing rules). Names are followed through imports, re-exports, enclosing
    scopes, base types and the declared types of values, which are not worked out. The time grows
    with the facts.
    """
    project = Project(parsed)
    names = Names(project)
    found: set[Relation] = set()
    for path in project.facts:
        found.update(_imports(names, path))
        found.update(_bases(names, path))
    for (path, symbol), interface in names.implied():
        found.add(Relation(path, symbol, RelationKind.IMPLEMENTS, *interface))
    # Only now, since a call may lead to what a type inherits.
    for path in project.facts:
        found.update(_calls(names, path))
    return tuple(sorted(found, key=_IN_ORDER))


def _imports(names: Names, path: str) -> Iterator[Relation]:
    for file in names.scope(path).files | names.mentioned(path):
        if file != path:
            yield Relation(path, "", RelationKind.IMPORTS, file, "")


def _bases(names: Names, path: str) -> Iterator[Relation]:
    for use in names.project.facts[path].uses:
        if use.kind is RelationKind.CALLS:
            continue
        target = names.resolved(path, use)
        if target is None or not target[1] or target == (path, use.symbol):
            continue
        names.inherits((path, use.symbol), target)
        yield Relation(path, use.symbol, _base_kind(names.project, path, use, target), *target)


def _base_kind(project: Project, path: str, use: UseFact, target: tuple[str, str]) -> RelationKind:
    """Some languages do not tell interfaces from base types where they are named."""
    is_interface = project.symbols[target[0]][target[1]] in _INTERFACES
    if is_interface and project.symbols[path].get(use.symbol) not in _INTERFACES:
        return RelationKind.IMPLEMENTS
    return use.kind


def _calls(names: Names, path: str) -> Iterator[Relation]:
    for use in names.project.facts[path].uses:
        if use.kind is not RelationKind.CALLS:
            continue
        target = names.resolved(path, use)
        if target is not None and target[1] and target != (path, use.symbol):
            yield Relation(path, use.symbol, RelationKind.CALLS, *target)
