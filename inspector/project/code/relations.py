"""How files and definitions need each other, found in the facts of all files together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inspector.project.code.facts import ParsedSource, UseFact
from inspector.project.code.links.names import Names
from inspector.project.code.links.scope import Project
from inspector.project.index import Relation, RelationKind, SymbolKind

_INTERFACES = frozenset({SymbolKind.INTERFACE, SymbolKind.TRAIT})


def relations_of(parsed: Mapping[str, ParsedSource]) -> tuple[Relation, ...]:
    """Imports between files; base types, interfaces and calls between definitions. Sorted.

    A name that leads nowhere in the project, or to more than one place, makes no relation: nothing
    is guessed (Builder, slicing rules). Names are followed through imports, re-exports, enclosing
    scopes, base types and the declared types of values, which are not worked out. The time grows
    with the facts.
    """
    project = Project(parsed)
    names = Names(project)
    found: set[Relation] = set()
    for path in project.facts:
        found.update(_imports(names, path))
        found.update(_bases(names, path))
    for (path, symbol), interface in names.implied():
        found.add(Relation(path, symbol, RelationKind.IMPLEMENTS, *interface))
    # Only now, since a call may lead to what a type inherits.
    for path in project.facts:
        found.update(_calls(names, path))
    return tuple(sorted(found))


def _imports(names: Names, path: str) -> Iterator[Relation]:
    for file in names.scope(path).files | names.mentioned(path):
        if file != path:
            yield Relation(path, "", RelationKind.IMPORTS, file, "")


def _bases(names: Names, path: str) -> Iterator[Relation]:
    for use in names.project.facts[path].uses:
        if use.kind is RelationKind.CALLS:
            continue
        target = names.resolved(path, use)
        if target is None or not target[1] or target == (path, use.symbol):
            continue
        names.inherits((path, use.symbol), target)
        yield Relation(path, use.symbol, _base_kind(names.project, path, use, target), *target)


def _base_kind(project: Project, path: str, use: UseFact, target: tuple[str, str]) -> RelationKind:
    """Some languages do not tell interfaces from base types where they are named."""
    is_interface = project.symbols[target[0]][target[1]] in _INTERFACES
    if is_interface and project.symbols[path].get(use.symbol) not in _INTERFACES:
        return RelationKind.IMPLEMENTS
    return use.kind


def _calls(names: Names, path: str) -> Iterator[Relation]:
    for use in names.project.facts[path].uses:
        if use.kind is not RelationKind.CALLS:
            continue
        target = names.resolved(path, use)
        if target is not None and target[1] and target != (path, use.symbol):
            yield Relation(path, use.symbol, RelationKind.CALLS, *target)
