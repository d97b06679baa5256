"""Everything that could be sent for a request, each path once (Builder steps 0 and 1).

What relations lead to from the targets, over how many steps, comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from itertools import accumulate
from types import MappingProxyType

from inspector.core.builder.inputs import BuilderConfig
from inspector.core.builder.outputs import InclusionReason, Priority
from inspector.core.builder.signals import Signalled
from inspector.core.builder.targets import Target
from inspector.project.index import IndexedFile, ProjectIndex, Relation, RelationKind
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
        frontier = sorted(found_now, key=in_bytes)
        if not frontier:
            break
    _note_further_bases(index, reached, max_hops)
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


def _note_further_bases(index: ProjectIndex, reached: dict[str, Reached], max_hops: int) -> None:
    """Note the bases of bases, also of files that something else leads to over fewer steps."""
    frontier = {path for path, found in reached.items() if found.base is not None}
    for _ in range(1, max_hops):
        found_now: set[str] = set()
        for path in sorted(frontier, key=in_bytes):
            for relation, other, forward in _steps(index, path):
                there = reached.get(other)
                if there is not None and forward and _is_further_base(reached[path], relation):
                    there.base = there.base or relation.kind
                    there.base_symbols.add(relation.target_symbol)
                    found_now.add(other)
        frontier = found_now


def _is_further_base(here: Reached, relation: Relation) -> bool:
    return (
        here.base is not None
        and relation.kind in _BASES
        and touches(relation.source_symbol, tuple(sorted(here.base_symbols - {""})))
    )


class TermKind(StrEnum):
    """What earns or costs points (Builder, step 2)."""

    TARGET_FILE = "target_file"
    TARGET_SYMBOL = "target_symbol"
    DIRECT_DEPENDENCY = "direct_dependency"
    BASE_TYPE = "base_type"
    CALLER_OR_CALLEE = "caller_or_callee"
    CONFIGURATION = "configuration"
    EVERYTHING_ELSE = "everything_else"
    SIGNALS = "signals"
    SIZE_PENALTY = "size_penalty"
    DISTANCE_PENALTY = "distance_penalty"
    DUPLICATE_PENALTY = "duplicate_penalty"


WEIGHTS = {
    TermKind.TARGET_FILE: 100,
    TermKind.TARGET_SYMBOL: 90,
    TermKind.DIRECT_DEPENDENCY: 60,
    TermKind.BASE_TYPE: 55,
    TermKind.CALLER_OR_CALLEE: 40,
    TermKind.CONFIGURATION: 30,
    TermKind.EVERYTHING_ELSE: 0,
}
"""Points of each base weight (Builder step 2)."""

_FIRST = frozenset({TermKind.DIRECT_DEPENDENCY, TermKind.BASE_TYPE})
_SECOND = frozenset({TermKind.CALLER_OR_CALLEE, TermKind.CONFIGURATION})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that something speaks for.

    ``weights`` are the base weights that it earns, the highest first. ``called`` are the
    definitions that a target calls and that no block of P0 or P1 brings along otherwise.
    ``signals`` is what optional signals say of it, and ``signal_points`` what that adds.
    """

    file: IndexedFile
    weights: tuple[TermKind, ...]
    priority: Priority
    reason: InclusionReason
    hops: int | None
    via: tuple[Relation, ...] = ()
    target: Target | None = None
    called: tuple[str, ...] = ()
    signals: Signalled | None = None
    signal_points: int = 0

    @property
    def path(self) -> str:
        """The file's path."""
        return self.file.path


def find_candidates(
    index: ProjectIndex,
    targets: Sequence[Target],
    config: BuilderConfig,
    active_file: str | None,
    signals: Mapping[str, Signalled] = MappingProxyType({}),
    created: Sequence[str] = (),
) -> tuple[Candidate, ...]:
    """Return every candidate in bytewise order of path, those that hard rules exclude included.

    The file that is open in front of the user is a candidate even where nothing leads to it; it is
    optional context then. ``signals`` makes the files that it names candidates of P2 at least,
    and so do the files beside one that is to be ``created``.
    """
    reached = reach(index, tuple(targets), config.max_hops)
    places = [*(target.path for target in targets), *created]
    configuring = _configuration(index, places, config)
    found = {target.path: _target(index, target) for target in targets}
    beside = _beside(index, created)
    others = {
        *reached,
        *configuring,
        *beside,
        *(path for path in signals if path in index.files),
    }
    if active_file is not None and active_file in index.files:
        others.add(active_file)
    for path in others - found.keys():
        found[path] = _other(
            index.files[path],
            reached.get(path),
            configures=path in configuring,
            beside=path in beside,
            signals=signals.get(path),
            points=config.signals.points if config.signals else 0,
        )
    return tuple(found[path] for path in sorted(found, key=in_bytes))


def _target(index: ProjectIndex, target: Target) -> Candidate:
    weights = []
    if target.named:
        weights.append(TermKind.TARGET_FILE)
    if target.symbols:
        weights.append(TermKind.TARGET_SYMBOL)
    return Candidate(
        index.files[target.path],
        tuple(weights),
        Priority.P0,
        InclusionReason.TARGET if target.asked else InclusionReason.USER_SELECTED,
        0,
        target=target,
    )


def _other(
    file: IndexedFile,
    reached: Reached | None,
    *,
    configures: bool,
    beside: bool,
    signals: Signalled | None,
    points: int,
) -> Candidate:
    weights = _weights(reached, configures=configures)
    kinds = set(weights)
    if kinds & _FIRST:
        priority = Priority.P1
    elif kinds & _SECOND or signals is not None or beside:
        priority = Priority.P2
    else:
        priority = Priority.P3
    called: tuple[str, ...] = ()
    if reached is not None and priority is Priority.P2:
        called = tuple(sorted(reached.called, key=in_bytes))
    return Candidate(
        file,
        weights,
        priority,
        _reason(weights[0], reached, wanted=beside or signals is not None),
        None if reached is None else reached.hops,
        () if reached is None else reached.via,
        called=called,
        signals=signals,
        signal_points=round(points * signals.share) if signals else 0,
    )


def _weights(reached: Reached | None, *, configures: bool) -> tuple[TermKind, ...]:
    """Every base weight that a file earns. A dependency and a call count over one step only."""
    weights = []
    if reached is not None:
        if reached.imported:
            weights.append(TermKind.DIRECT_DEPENDENCY)
        if reached.base is not None:
            weights.append(TermKind.BASE_TYPE)
    if reached is not None and (reached.callee or reached.calls):
        weights.append(TermKind.CALLER_OR_CALLEE)
    if configures:
        weights.append(TermKind.CONFIGURATION)
    return tuple(weights) or (TermKind.EVERYTHING_ELSE,)


def _reason(weight: TermKind, reached: Reached | None, *, wanted: bool) -> InclusionReason:
    """The most specific reason that holds: a base type or interface before a dependency."""
    if weight is TermKind.CONFIGURATION:
        return InclusionReason.CONFIG
    if reached is None:
        return InclusionReason.DEPENDENCY if wanted else InclusionReason.USER_SELECTED
    if reached.base is not None:
        interface = reached.base is RelationKind.IMPLEMENTS
        return InclusionReason.INTERFACE if interface else InclusionReason.BASE_TYPE
    if weight is TermKind.CALLER_OR_CALLEE:
        return InclusionReason.DEPENDENCY if reached.callee else InclusionReason.CALLER
    is_needed = weight is TermKind.DIRECT_DEPENDENCY or reached.forward
    return InclusionReason.DEPENDENCY if is_needed else InclusionReason.CALLER


def _beside(index: ProjectIndex, created: Sequence[str]) -> frozenset[str]:
    """Files of the same kind in the folder of a file that is to be created."""
    places = {(path.rpartition("/")[0], path.rpartition(".")[2]) for path in created}
    return frozenset(
        path for path in index.files if (path.rpartition("/")[0], path.rpartition(".")[2]) in places
    )


def _configuration(
    index: ProjectIndex, targets: Sequence[str], config: BuilderConfig
) -> frozenset[str]:
    """Configuration files beside the targets and above them."""
    folders: set[str] = set()
    for target in targets:
        folders |= {"", *accumulate(target.split("/")[:-1], "{}/{}".format)}
    return frozenset(
        path
        for path in index.files
        if path.rpartition("/")[0] in folders
        and any(
            fnmatchcase(path.rpartition("/")[2], pattern) for pattern in config.configuration_files
        )
    )
