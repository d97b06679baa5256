"""Go: packages are folders, named from a module of a ``go.mod`` or a folder in place of one."""

from __future__ import annotations

import posixpath

from inspector.project.code.links.scope import Project, Scope, Target, beside
from inspector.project.code.settings_files import GO


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
