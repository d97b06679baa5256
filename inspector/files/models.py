"""A table of models of the user's own, which stands before the shipped one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.resources import own_models_path

if TYPE_CHECKING:
    from inspector.core.model_facts import ModelTable
    from inspector.core.problems import Problem
    from inspector.files.findings import Loaded


def load_models(path: str | os.PathLike[str]) -> Loaded[ModelTable]:
    """Read a table of models; never raises for its contents."""
    from inspector.core.model_facts import ModelTable
    from inspector.files.documents import check, load_document

    return load_document(
        path, lambda parsed, found: check(ModelTable, parsed, found, what="table of models")
    )


def use_models(path: str | None = None) -> tuple[Problem, ...]:
    """Let the user's own table stand before the shipped one: the named, else the one there is."""
    chosen = Path(path) if path is not None else own_models_path()
    if path is None and not os.path.lexists(chosen):
        return ()
    from inspector.core.model_facts import use_own_models

    loaded = load_models(chosen)
    use_own_models(loaded.value)
    return loaded.problems
