"""Imports that lead out of the folder that was opened, which is then only part of a project."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.project.code.facts import ImportFact, UnpackError, unpacked_facts
from inspector.project.code.languages import Language
from inspector.project.index import ProjectIndex

_PACKAGE = "__init__.py"


@dataclass(frozen=True, slots=True)
class Outside:
    """How many imports lead out of a folder, one of them, and the folder that holds them all."""

    count: int
    path: str
    module: str
    folder: str
    """Relative to the root: ``..``, ``../..`` and so on."""


def imports_outside(index: ProjectIndex) -> Outside | None:
    """Return what is imported from above the folder of an index, None for nothing.

    That is a relative import that goes further up than the root, and in Python one by the name of
    a package that the root is part of, unless the root has something of that name itself. The
    index has no relation for either. Of what is above the root only the names are looked at.
    """
    packages = list(_packages_of(Path(index.root)))
    own = {path.split("/", 1)[0].removesuffix(".py") for path in index.files}
    outer = packages[-1] if packages and packages[-1] not in own else ""
    count, highest, first = 0, 0, ("", "")
    for path, facts in index.facts.items():
        try:
            parsed = unpacked_facts(path, (), facts)
        except UnpackError:
            continue
        for fact in parsed.imports:
            above = _levels_above(path, fact)
            if outer and parsed.language == Language.PYTHON:  # a plain text where it was packed
                above = max(above, len(packages) * (fact.module.split(".", 1)[0] == outer))
            if above > 0:
                first = first if count else (path, fact.module)
                count, highest = count + 1, max(highest, above)
    return Outside(count, *first, "/".join([".."] * highest)) if count else None


def _packages_of(root: Path) -> Iterator[str]:
    """Yield the names of the packages that a folder is part of, itself first."""
    for folder in (root, *root.parents):
        if not os.path.isfile(folder / _PACKAGE):  # noqa: PTH113  # never raises
            return
        yield folder.name


def _levels_above(path: str, fact: ImportFact) -> int:
    """Return how many folders above the root an import by relative place begins."""
    depth = path.count("/")
    module = fact.module
    if module.startswith("../") or module == "..":
        parts = module.split("/")
        return next((at for at, one in enumerate(parts) if one != ".."), len(parts)) - depth
    dots = len(module) - len(module.lstrip("."))
    return dots - 1 - depth if dots > 1 and not module.startswith("./") else 0
