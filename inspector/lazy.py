"""Names that are loaded, and values in a row that are made, when somebody asks for them.

Faces of packages load a name's module when the name is first asked for (PEP 562).
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


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


class LazySequence(Sequence[T_co]):
    """Values in order, each made when it is asked for: there may be a million."""

    @abstractmethod
    def made(self, place: int) -> T_co:
        """Make the value at a place from 0."""

    @overload
    def __getitem__(self, place: int, /) -> T_co: ...
    @overload
    def __getitem__(self, place: slice, /) -> list[T_co]: ...
    def __getitem__(self, place: int | slice, /) -> T_co | list[T_co]:
        if isinstance(place, slice):
            return [self.made(one) for one in range(*place.indices(len(self)))]
        return self.made(range(len(self))[place])

    def __iter__(self) -> Iterator[T_co]:
        return map(self.made, range(len(self)))
