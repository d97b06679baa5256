"""Python: modules by their packages, relative imports, and ``src`` folders."""

from __future__ import annotations

import posixpath

from inspector.project.code.facts import ImportFact
from inspector.project.code.links.scope import Project, Scope

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
        folder = posixpath.dirname(path)
        while folder and self._package(folder) is not None:
            folder = posixpath.dirname(folder)
        return folder

    def _package(self, folder: str) -> str | None:
        return self._project.first([posixpath.join(folder, "__init__" + s) for s in _SUFFIXES])

    def _file(self, base: str) -> str | None:
        return self._project.first([base + suffix for suffix in _SUFFIXES]) or self._package(base)
