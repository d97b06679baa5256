"""Rust: modules by their files, from ``mod`` declarations and paths inside the crate."""

from __future__ import annotations

import posixpath

from inspector.project.code.links.scope import Project, Scope, Target

_ROOTS = ("lib.rs", "main.rs")


class RustLinks:
    """Resolves ``mod`` and ``use`` inside a crate; names of other crates lead nowhere."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def scope(self, path: str) -> Scope:
        """What declarations and uses bind, and a look-up for paths from the crate's root."""
        scope = Scope()
        facts = self._project.facts[path]
        for fact in facts.imports:
            if fact.local:
                module = self._child(self._folder(path), fact.module)
                if module is not None:
                    scope.bind(fact.module, (module, ""))
        for fact in facts.imports:
            for bound, name in fact.names if not fact.local else ():
                if name == "*":
                    target = self.at(path, fact.module)
                    if target is not None and not target[1]:
                        scope.files.add(target[0])
                        scope.stars.append(target[0])
                    continue
                target = self.at(path, f"{fact.module}.{name}" if fact.module else name)
                if target is not None:
                    scope.bind(bound, target)
        for use in facts.uses:
            if use.name.startswith(("crate.", "super.")):
                target = self.at(path, use.name)
                if target is not None:
                    scope.bind(use.name, target)
        return scope

    def at(self, path: str, spelled: str) -> Target | None:
        """What a path that starts with ``crate``, ``self`` or ``super`` leads to."""
        parts = spelled.split(".")
        file = self._start(path, parts)
        if file is None:
            return None
        while parts:
            child = self._child(self._folder(file), parts[0])
            if child is None:
                break
            file = child
            parts.pop(0)
        name = ".".join(parts)
        if not name or name in self._project.symbols[file]:
            return file, name
        return None

    def _start(self, path: str, parts: list[str]) -> str | None:
        """The file that the first words of a path mean; they are taken from the list."""
        if parts[0] == "crate":
            parts.pop(0)
            return self._root(path)
        file: str | None = None
        while parts and parts[0] in ("self", "super"):
            file = path if file is None else file
            if parts.pop(0) == "super":
                file = self._parent(file)
                if file is None:
                    return None
        return file

    def _folder(self, path: str) -> str:
        folder, file = posixpath.split(path)
        stem = file.removesuffix(".rs")
        return folder if file in _ROOTS or stem == "mod" else posixpath.join(folder, stem)

    def _child(self, folder: str, name: str) -> str | None:
        base = posixpath.join(folder, name)
        return self._project.first([base + ".rs", base + "/mod.rs"])

    def _parent(self, path: str) -> str | None:
        folder, file = posixpath.split(path)
        if file in _ROOTS:
            return None
        if file == "mod.rs":
            folder = posixpath.dirname(folder)
        return self._project.first(
            [*(posixpath.join(folder, root) for root in _ROOTS), folder + "/mod.rs", folder + ".rs"]
        )

    def _root(self, path: str) -> str | None:
        folder = posixpath.dirname(path)
        while True:
            root = self._project.first([posixpath.join(folder, name) for name in _ROOTS])
            if root is not None or not folder:
                return root
            folder = posixpath.dirname(folder)
