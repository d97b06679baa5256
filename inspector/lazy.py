"""Faces of packages that load a name's module when the name is first asked for (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType


class _Face(ModuleType):
    """A package whose public names are loaded when asked for."""

    _homes: Mapping[str, str]

    def __getattr__(self, name: str) -> object:
        home = self._homes.get(name)
        if home is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value: object = getattr(import_module(home), name)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        # Importing a submodule binds it to its package: a public name that is called the same,
        # such as the function ``discipline`` of the core, stays what it is.
        if not (isinstance(value, ModuleType) and name in self._homes):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._homes})


def load_when_asked(package: str, names_of: Mapping[str, str]) -> None:
    """Let a package load its public names from its modules when they are first asked for.

    ``names_of`` has the names, apart by spaces, of each module. The name of a module goes without
    the package's where it is in the package, and is whole elsewhere. Type
    checkers read them from the imports under ``TYPE_CHECKING`` beside the call.
    """
    face = sys.modules[package]
    face.__dict__["_homes"] = {
        name: module if module.startswith("inspector.") else f"{package}.{module}"
        for module, names in names_of.items()
        for name in names.split()
    }
    face.__class__ = _Face
