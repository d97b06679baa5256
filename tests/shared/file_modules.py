"""Modules of the checkout that are run by their path and are in no package."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def module_at(path: Path) -> ModuleType:
    """Run a file anew and return it as a module."""
    name = "_".join(path.relative_to(ROOT).with_suffix("").parts)
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made
