"""What relations lead to from the targets, over how many steps (Builder step 0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from inspector.core.builder.targets import Target
from inspector.project.index import ProjectIndex, Relation, RelationKind
from inspector.project.paths import in_bytes

_BASES = frozenset({RelationKind.BASE_TYPE, RelationKind.IMPLEMENTS})


@dataclass(slots=True)
class Reached:
    """A file that relations lead to from a target.

    ``hops`` are the steps from the nearest target, ``via`` one shortest way, from the target on.
    ``imported`` says that a target imports it. ``base`` is the relation that makes it a base type
    or an interface of a target, over base types alone, with ``base_symbols`` the types concerned.
    ``called`` are its definitions that a target calls; ``calls`` says that it calls a target.
    ``forward`` says that every step of the way was followed in its direction.
    """

    path: str
    hops: int
    via: tuple[Relation, ...]
    forward: bool = True
    imported: bool = False
    base: RelationKind | None = None
    base_symbols: set[str] = field(default_factory=set)
    callee: bool = False
    called: set[str] = field(default_factory=set)
    calls: bool = False


def reach(index: ProjectIndex, targets: tuple[Target, ...], max_hops: int) -> dict[str, Reached]:
    """Follow relations from the targets, both ways, over up to ``max_hops`` steps.

    Where definitions are named in a target, only relations of these, of what encloses them or is
    in them, and of the file as a whole are followed from it. Files of the index only.
    """
    starts = {target.path: target for target in targets}
    reached: dict[str, Reached] = {}
    if max_hops < 1:
        return reached
    for target in targets:
        for relation, other, forward in _steps(index, target.path):
            own = relation.source_symbol if forward else relation.target_symbol
            if other in starts or not touches(own, target.symbols):
                continue
            found = reached.setdefault(other, Reached(other, 1, (relation,), forward))
            _note(found, relation, forward=forward)
    frontier = sorted(reached, key=in_bytes)
    for hops in range(2, max_hops + 1):
        found_now: list[str] = []
        for path in frontier:
            here = reached[path]
            for relation, other, forward in _steps(index, path):
                if other in starts:
                    continue
                if other not in reached:
                    reached[other] = Reached(
                        other, hops, (*here.via, relation), here.forward and forward
                    )
                    found_now.append(other)
                there = reached[other]
                if there.hops == hops and forward and _is_further_base(here, relation):
                    there.base = there.base or relation.kind
                    there.base_symbols.add(relation.target_symbol)
        frontier = sorted(found_now, key=in_bytes)
        if not frontier:
            break
    return reached


def touches(symbol: str, wanted: tuple[str, ...]) -> bool:
    """Whether a relation's end concerns one of the definitions; without any it always does."""
    return (
        not wanted
        or symbol == ""
        or any(
            symbol == name or symbol.startswith(name + ".") or name.startswith(symbol + ".")
            for name in wanted
        )
    )


def _steps(index: ProjectIndex, path: str) -> Iterator[tuple[Relation, str, bool]]:
    """Every relation of a file with the file at its other end, in a fixed order."""
    for relation in sorted(index.relations_from.get(path, ())):
        if relation.target_path != path and relation.target_path in index.files:
            yield relation, relation.target_path, True
    for relation in sorted(index.relations_to.get(path, ())):
        if relation.source_path != path and relation.source_path in index.files:
            yield relation, relation.source_path, False


def _note(found: Reached, relation: Relation, *, forward: bool) -> None:
    if relation.kind is RelationKind.CALLS:
        if not forward:
            found.calls = True
            return
        found.callee = True
        if relation.target_symbol:
            found.called.add(relation.target_symbol)
    elif forward and relation.kind is RelationKind.IMPORTS:
        found.imported = True
    elif forward and relation.kind in _BASES:
        if found.base is None or relation.kind is RelationKind.BASE_TYPE:
            found.base = relation.kind
        found.base_symbols.add(relation.target_symbol)


def _is_further_base(here: Reached, relation: Relation) -> bool:
    return (
        here.base is not None
        and relation.kind in _BASES
        and touches(relation.source_symbol, tuple(sorted(here.base_symbols - {""})))
    )
