"""C and C++ by included files; C# and Java by their namespace or package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inspector.project.code.facts import ParsedSource
from inspector.project.code.links.scope import Project, Scope, Target, beside


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
