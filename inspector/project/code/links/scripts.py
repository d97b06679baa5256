"""TypeScript and JavaScript: modules by relative path or alias, with the endings they leave out."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from inspector.project.code.facts import SCRIPTS, ParsedSource
from inspector.project.code.links.scope import Project, Scope, beside

_SUFFIXES = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
# What an import of a compiled file means beside its source.
_COMPILED = (
    (".js", ".ts"),
    (".js", ".tsx"),
    (".jsx", ".tsx"),
    (".mjs", ".mts"),
    (".cjs", ".cts"),
)


class ScriptLinks:
    """Resolves relative imports and aliases of a ``tsconfig``; names of packages lead nowhere.

    The nearest ``tsconfig`` with aliases above a file holds for it, whatever it is extended by.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._settings: dict[str, list[ParsedSource]] = {}
        for path, facts in project.facts.items():
            if facts.language == SCRIPTS and (facts.imports or facts.namespace):
                self._settings.setdefault(posixpath.dirname(path), []).append(facts)

    def scope(self, path: str) -> Scope:
        """What the file's imports and exports of other modules bind."""
        scope = Scope()
        for fact in self._project.facts[path].imports:
            module = self._file(path, fact.module)
            if module is None:
                continue
            scope.files.add(module)
            for bound, name in fact.names:
                if name == "*":
                    scope.stars.append(module)
                else:
                    scope.bind(bound, (module, name))
        return scope

    def _file(self, path: str, spelled: str) -> str | None:
        if spelled.startswith(("./", "../")) or spelled in (".", ".."):
            return self._at(beside(path, spelled))
        return next(filter(None, map(self._at, self._aliased(path, spelled))), None)

    def _aliased(self, path: str, spelled: str) -> Iterator[str]:
        """Where an alias may lead, the longest one first."""
        folder = posixpath.dirname(path)
        while folder not in self._settings:
            if not folder:
                return
            folder = posixpath.dirname(folder)
        for facts in self._settings[folder]:
            base = facts.namespace or "."
            for fact in sorted(facts.imports, key=lambda fact: (-len(fact.module), fact.module)):
                before, star, after = fact.module.partition("*")
                fits = spelled.startswith(before) and spelled.endswith(after)
                if (fits and len(spelled) >= len(before + after)) if star else spelled == before:
                    inside = spelled[len(before) : len(spelled) - len(after)]
                    yield beside(facts.path, f"{base}/{fact.names[0][1].replace('*', inside)}")
            if facts.namespace:
                yield beside(facts.path, f"{base}/{spelled}")

    def _at(self, base: str) -> str | None:
        paths = [base, *(base + suffix for suffix in _SUFFIXES)]
        for compiled, original in _COMPILED:
            if base.endswith(compiled):
                paths.append(base.removesuffix(compiled) + original)
        index = "index" if base == "." else f"{base}/index"
        paths += [index + suffix for suffix in _SUFFIXES]
        return self._project.first(paths)
