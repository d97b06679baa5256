"""Everything that could be sent for a request, each path once (Builder steps 0 and 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import accumulate
from types import MappingProxyType

from inspector.core.builder.config import BuilderConfig
from inspector.core.builder.outputs import InclusionReason, Priority
from inspector.core.builder.ranked import TermKind
from inspector.core.builder.reach import Reached, reach
from inspector.core.builder.signals import Signalled
from inspector.core.builder.targets import Target
from inspector.project.index import IndexedFile, ProjectIndex, Relation, RelationKind
from inspector.project.paths import in_bytes

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
    """The most specific reason that holds: a base type or interface before a dependency (B3)."""
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
