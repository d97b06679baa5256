"""A value read from a file, together with where each of its parts stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from inspector.core.problems import Place

Parts = tuple[str | int, ...]
"""The way from a value to a part of it: field names and list indices."""


class Origin(Protocol):
    """Where a value was read from."""

    def place(self, parts: Parts, *, key: bool = False) -> Place:
        """Return the place of a part, or of its key; of what is nearest where it is missing."""
        ...


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value as JSON types, and its origin.

    ``spoiled`` holds the ways to parts that no value can be made from (such as ``NaN``); they are
    reported already.
    """

    value: Any
    origin: Origin
    prefix: Parts = ()
    spoiled: tuple[Parts, ...] = ()

    def child(self, *parts: str | int) -> Parsed:
        """Return a part of the value as a value of its own."""
        value = self.value
        for part in parts:
            value = value[part]
        depth = len(parts)
        inner = tuple(way[depth:] for way in self.spoiled if way[:depth] == parts)
        return Parsed(value, self.origin, (*self.prefix, *parts), inner)

    def without(self, *names: str) -> Parsed:
        """Return an object without some of its members."""
        value = {name: member for name, member in self.value.items() if name not in names}
        spoiled = tuple(way for way in self.spoiled if not way or way[0] not in names)
        return Parsed(value, self.origin, self.prefix, spoiled)

    def place(self, *parts: str | int, key: bool = False) -> Place:
        """Return the place of a part of the value, or of its key."""
        return self.origin.place((*self.prefix, *parts), key=key)
