"""A build as the window shows it: the report, and what is looked up in it again and again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from inspector.analysis.builder_runs import BuilderResult
from inspector.core.builder.fates import FateKind
from inspector.core.builder.fit_steps import FitStep
from inspector.core.builder.index import ProjectIndex
from inspector.core.builder.ranked import RankedFile
from inspector.core.builder.report import BundleReport
from inspector.core.ledger import LedgerEntry
from inspector.present.builder.keys import entry_key
from inspector.session.session import Session


@dataclass(frozen=True, eq=False)
class Shown:
    """One result that has a report. What is worked out is kept, and may be so in a worker."""

    result: BuilderResult
    index: ProjectIndex
    report: BundleReport

    @property
    def session(self) -> Session:
        """The session that the result is of."""
        return self.result.session

    @cached_property
    def entries(self) -> Mapping[str, LedgerEntry]:
        """The rows of the ledger by key."""
        return {entry_key(entry): entry for entry in self.report.ledger.entries}

    @cached_property
    def ranks(self) -> Mapping[str, RankedFile]:
        """Ranked candidates by path."""
        return {file.path: file for file in self.report.ranking}

    @cached_property
    def fates(self) -> Mapping[str, FateKind]:
        """What became of every path of the project, in bytewise order."""
        return {path: fate.kind for path, fate in self.report.fates.items()}

    def sentence(self, path: str) -> str:
        """Say what became of a path of the project, and why."""
        fate = self.report.fates[path]
        refusal = self.report.refusal
        if fate.kind is FateKind.NO_CANDIDATE and refusal is not None and not self.ranks:
            return f"The call was refused before files were chosen ({refusal.code})."
        return fate.sentence

    @cached_property
    def steps_of(self) -> Mapping[str, tuple[FitStep, ...]]:
        """Steps of fitting by the path of the file that they are about."""
        found: dict[str, list[FitStep]] = {}
        for step in self.report.fit_steps:
            if step.path:
                found.setdefault(step.path, []).append(step)
        return {path: tuple(steps) for path, steps in found.items()}

    @cached_property
    def targets(self) -> frozenset[str]:
        """The paths of what the call works on."""
        return frozenset(self.report.manifest.selection.target_files) | frozenset(
            path for path, file in self.ranks.items() if file.hops == 0
        )


def shown_of(result: BuilderResult) -> Shown | None:
    """Return what can be shown of a result; None where nothing was built."""
    if result.index is None or result.report is None:
        return None
    shown = Shown(result, result.index, result.report)
    _ = shown.fates, shown.entries, shown.ranks  # now, in the worker, and not when it is painted
    return shown
