"""TypeScript and JavaScript: relative modules, with the endings and index files they leave out."""

from __future__ import annotations

from inspector.core.builder.code.links.scope import Project, Scope, beside

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
    """Resolves relative imports; names of packages and configured aliases lead nowhere."""

    def __init__(self, project: Project) -> None:
        self._project = project

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
                elif name != "default":  # what a module exports by default has no name of its own
                    scope.bind(bound, (module, name))
        return scope

    def _file(self, path: str, spelled: str) -> str | None:
        if not spelled.startswith(("./", "../")) and spelled not in (".", ".."):
            return None
        base = beside(path, spelled)
        paths = [base, *(base + suffix for suffix in _SUFFIXES)]
        for compiled, original in _COMPILED:
            if base.endswith(compiled):
                paths.append(base.removesuffix(compiled) + original)
        index = "index" if base == "." else f"{base}/index"
        paths += [index + suffix for suffix in _SUFFIXES]
        return self._project.first(paths)
