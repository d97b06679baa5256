"""What can be named in a file, and what every resolver knows of the project."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from inspector.project.code.facts import ParsedSource
from inspector.project.index import SymbolKind

TYPES = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.TYPE,
    }
)
Target = tuple[str, str]
"""A path and the qualified name of a definition in it, "" for the file as a whole."""


@dataclass
class Scope:
    """The names that a file's imports bind, the files that it needs, and where else to look.

    ``stars`` are files all of whose names are visible; ``elsewhere`` finds names that are visible
    without being imported by name (of the same package or namespace).
    """

    names: dict[str, Target] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    stars: list[str] = field(default_factory=list)
    elsewhere: Callable[[str], Target | None] | None = None
    torn: set[str] = field(default_factory=set)
    """Names that imports bind to several targets, which stand for none."""

    def bind(self, name: str, target: Target) -> None:
        """Let a name stand for a target, whose file is then needed."""
        self.files.add(target[0])
        if self.names.setdefault(name, target) != target or name in self.torn:
            self.torn.add(name)
            del self.names[name]


class Project:
    """The facts of all files, and the definitions of each by qualified name."""

    def __init__(self, parsed: Mapping[str, ParsedSource]) -> None:
        self.facts = {path: parsed[path] for path in sorted(parsed)}
        self.symbols: dict[str, dict[str, SymbolKind]] = {
            path: {symbol.qualified_name: symbol.kind for symbol in facts.symbols}
            for path, facts in self.facts.items()
        }
        self.types = {path: dict(facts.types) for path, facts in self.facts.items()}

    def is_type(self, target: Target) -> bool:
        """Whether a definition is a type, which has members."""
        return self.symbols[target[0]].get(target[1]) in TYPES

    def first(self, paths: list[str]) -> str | None:
        """The first of some paths that is a file of the project."""
        return next((path for path in paths if path in self.facts), None)


def beside(path: str, spelled: str) -> str:
    """A relative path seen from a file's folder; one that leaves the project starts with ``..``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), spelled))
