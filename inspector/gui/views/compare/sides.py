"""What somebody chose for the two sides, and what there is to compare behind it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inspector.analysis.comparison import Source
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.core.problems import Problem
from inspector.files import Kind, detect_kind, load_manifest, load_session
from inspector.gui.runner import Runner
from inspector.gui.views.compare.recorded import recorded_manifest
from inspector.gui.views.compare.side_box import Side
from inspector.language import tr
from inspector.session.session import Session

Loaded = tuple["Chosen | None", tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One side; ``source`` and ``of`` are of a file or of a recorded run."""

    side: Side
    source: Session | UnifiedInjectionManifest | None = None
    of: str = ""

    @property
    def name(self) -> str:
        """What the side is called in exports."""
        if self.side is Side.BASELINE:
            return "baseline"
        return "current" if self.side is Side.CURRENT else self.of

    def behind(self, runner: Runner) -> Source | None:
        """Return what is compared, None while there is nothing."""
        if self.side is Side.BASELINE:
            return runner.baseline
        return runner.good if self.side is Side.CURRENT else self.source

    def told(self, *, unchanged: bool) -> str:
        """Say what the side is; ``unchanged`` is a result that is still the baseline."""
        if self.side is Side.BASELINE:
            return tr("The result as it was opened, or as it was kept last.")
        if self.side is Side.CURRENT:
            return tr("Nothing has changed since the baseline.") if unchanged else ""
        if isinstance(self.source, UnifiedInjectionManifest):
            return tr("{of}\nA manifest: verdicts are compared, causes are not known.", of=self.of)
        return self.of


def side_of_file(path: Path) -> Loaded:
    """Return a session or a manifest as a side, None where it cannot be used."""
    is_manifest = detect_kind(path).value is Kind.MANIFEST
    loaded = load_manifest(path) if is_manifest else load_session(path)
    value = loaded.value
    return (None if value is None else Chosen(Side.FILE, value, path.name)), loaded.problems


def side_of_run(number: int, history: Path | None = None) -> Loaded:
    """Return a recorded run as a side, None where the history does not hold it.

    ``history`` is the file of the history, None for the user's own.
    """
    manifest, problems = recorded_manifest(number, history)
    if manifest is None:
        return None, problems
    return Chosen(
        Side.RECORDED,
        manifest,
        tr("run {number}: {trace_id}", number=number, trace_id=manifest.trace_id),
    ), problems
