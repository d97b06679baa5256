"""Where a name that a definition uses leads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from inspector.core.builder.code.facts import UseFact
from inspector.core.builder.code.links.go import GoLinks
from inspector.core.builder.code.links.includes import IncludeLinks
from inspector.core.builder.code.links.namespaces import NamespaceLinks
from inspector.core.builder.code.links.python import PythonLinks
from inspector.core.builder.code.links.rust import RustLinks
from inspector.core.builder.code.links.scope import Project, Scope, Target
from inspector.core.builder.code.links.scripts import ScriptLinks
from inspector.core.builder.index import SymbolKind

_SELF = frozenset({"self", "cls", "this", "Self"})
_ABOVE = frozenset({"super", "base"})
_BARE_MEMBERS = frozenset({"csharp", "java", "cpp", "c"})
_TYPES = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
    }
)
_MAX_HOPS = 8  # of re-exports that are followed
_MAX_ANCESTORS = 32


class _Links(Protocol):
    def scope(self, path: str) -> Scope: ...


class Names:
    """Follows names from file to file."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._python = PythonLinks(project)
        scripts, includes = ScriptLinks(project), IncludeLinks(project)
        self._links: dict[str, _Links] = {
            "python": self._python,
            "typescript": scripts,
            "tsx": scripts,
            "javascript": scripts,
            "csharp": NamespaceLinks(project, "csharp"),
            "java": NamespaceLinks(project, "java"),
            "go": GoLinks(project),
            "rust": RustLinks(project),
            "c": includes,
            "cpp": includes,
        }
        self._scopes: dict[str, Scope] = {}
        self._bases: dict[Target, list[Target]] = {}

    def scope(self, path: str) -> Scope:
        """What the imports of a file bind."""
        found = self._scopes.get(path)
        if found is None:
            links = self._links.get(self.project.facts[path].language)
            found = self._scopes[path] = Scope() if links is None else links.scope(path)
        return found

    def inherits(self, symbol: Target, base: Target) -> None:
        """Remember a base type, so that members of it are found."""
        self._bases.setdefault(symbol, []).append(base)

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
        if len(parts) > 1 and parts[0] in _SELF | _ABOVE:
            member = self._of_self(path, use.symbol, parts)
            if member is not None:
                return member
        symbols = self.project.symbols[path]
        for scope in self._visible_scopes(path, use.symbol):
            head = f"{scope}.{parts[0]}" if scope else parts[0]
            if head in symbols:
                name = ".".join([head, *parts[1:]])
                return (path, name) if name in symbols else self._inherited(path, head, parts[1:])
            if scope and len(parts) == 1 and symbols.get(scope) in _TYPES:
                member = self._inherited(path, scope, parts)
                if member is not None:
                    return member
        return self._found(path, parts)

    def _visible_scopes(self, path: str, symbol: str) -> Iterator[str]:
        """The definitions around a use whose names are in sight, the innermost first, then ""."""
        bare = self.project.facts[path].language in _BARE_MEMBERS
        symbols = self.project.symbols[path]
        while symbol:
            if bare or symbols.get(symbol) not in _TYPES:
                yield symbol
            symbol = symbol.rpartition(".")[0]
        yield ""

    def _of_self(self, path: str, symbol: str, parts: list[str]) -> Target | None:
        symbols = self.project.symbols[path]
        owner = symbol
        while owner and symbols.get(owner) not in _TYPES:
            owner = owner.rpartition(".")[0]
        owner = owner or symbol.rpartition(".")[0]
        if not owner or len(parts) != 2:
            return None
        if parts[0] in _SELF and f"{owner}.{parts[1]}" in symbols:
            return path, f"{owner}.{parts[1]}"
        return self._inherited(path, owner, parts[1:])

    def _inherited(self, path: str, owner: str, parts: list[str]) -> Target | None:
        """A member of the nearest base type that has it."""
        if len(parts) != 1:
            return None
        pending = list(self._bases.get((path, owner), ()))
        for file, base in pending:  # grows while it is gone through
            member = f"{base}.{parts[0]}"
            if member in self.project.symbols[file]:
                return file, member
            if len(pending) < _MAX_ANCESTORS:
                pending += self._bases.get((file, base), ())
        return None

    def _found(self, path: str, parts: list[str]) -> Target | None:
        """What a name at the level of a file leads to, through imports and re-exports."""
        elsewhere = self.scope(path).elsewhere
        for _ in range(_MAX_HOPS):
            name = ".".join(parts)
            if not parts or name in self.project.symbols[path]:
                return path, name
            step = self._step(path, parts)
            if step is None:
                break
            path, parts = step
        else:
            return None
        target = elsewhere(parts[0]) if elsewhere is not None else None
        if target is None:
            return None
        name = ".".join([target[1], *parts[1:]])
        return (target[0], name) if name in self.project.symbols[target[0]] else None

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
