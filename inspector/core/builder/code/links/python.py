"""Python: modules by their packages, relative imports, and ``src`` folders."""

from __future__ import annotations

import posixpath

from inspector.core.builder.code.facts import ImportFact
from inspector.core.builder.code.links.scope import Project, Scope

_SUFFIXES = (".py", ".pyi", ".pyw")


class PythonLinks:
    """Resolves the imports of Python files.

    A module's name starts at the first folder above it that is no package, and also at the root of
    the project and at its ``src``. A name with several files is none, unless one is a sibling of
    the importing file's own package.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._modules: dict[str, list[str]] = {}
        for path, facts in project.facts.items():
            if facts.language == "python":
                for root in sorted({self._root(path), "", "src"}):
                    name = _module(path, root)
                    if name:
                        self._modules.setdefault(name, []).append(path)

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
                inner = self._file(at) if at is not None else None
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
        found = self._modules.get(name, ())
        if len(found) > 1:
            root = self._root(path)
            near = [other for other in found if _module(other, root) == name]
            sources = [other for other in near or found if not other.endswith(".pyi")]
            found = sources or near
        return found[0] if len(found) == 1 else None

    def _root(self, path: str) -> str:
        folder = posixpath.dirname(path)
        while folder and self._package(folder) is not None:
            folder = posixpath.dirname(folder)
        return folder

    def _package(self, folder: str) -> str | None:
        return self._project.first([posixpath.join(folder, "__init__" + s) for s in _SUFFIXES])

    def _file(self, base: str) -> str | None:
        return self._project.first([base + suffix for suffix in _SUFFIXES]) or self._package(base)


def _module(path: str, root: str) -> str:
    """The dotted name of a file seen from a folder, "" when it is not inside."""
    if root and not path.startswith(root + "/"):
        return ""
    inside = path[len(root) + 1 :] if root else path
    stem = inside.rpartition(".")[0]
    name = stem.removesuffix("/__init__") if stem != "__init__" else ""
    return name.replace("/", ".")
