"""C and C++: included files, whose names are all visible."""

from __future__ import annotations

from inspector.project.code.links.scope import Project, Scope, beside


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
