"""The left column: the two sides, and what differs between their inputs.

One side of a comparison: what it is, and a file or a recorded run where it is one.

What somebody chose for the two sides, and what there is to compare behind it.

Runs of the history as sides: a run's manifest is what the history holds of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.analysis.comparison import Source
from inspector.core.injection.manifest import UnifiedInjectionManifest, WhatIfManifest
from inspector.core.problems import Problem, Severity
from inspector.files import FileKind, detect_kind, load_manifest, load_session
from inspector.files.history import RunSummary, StoredRun, ask_history
from inspector.gui.boxes import ChoiceBox, VBox, text_label, with_name
from inspector.gui.runner import Runner
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.section_column import SectionColumn
from inspector.language import tr
from inspector.session.session import Session
from inspector.stage import stages

MOST_LISTED = 100

Differs = tuple[str, str, str]
"""What differs, and what it is in A and in B."""

_GONE = Problem(
    Severity.WARNING,
    "history.no-manifest",
    tr("The history does not hold a manifest of this run that can be used."),
    tr("Choose another run."),
)


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A recorded run of any stage: its number, and what it is called."""

    number: int
    title: str


Recorded = tuple[tuple[RecordedRun, ...], tuple[Problem, ...]]


def recorded_runs(path: Path | None = None) -> Recorded:
    """Return the newest recorded runs of all stages, and what is wrong with the history."""
    found = ask_history(path, lambda history: history.search(limit=MOST_LISTED))
    return tuple(map(_listed, found.value or ())), found.problems


def _listed(run: RunSummary) -> RecordedRun:
    seen = run.last_seen[:16].replace("T", " ")
    return RecordedRun(run.id, "  ".join((str(run.id), stage_title(run.stage), run.title, seen)))


def stage_title(stage: str) -> str:
    """Return what people call the stage of a recorded run."""
    return next((tr(one.title) for one in stages() if one.id == stage), stage)


def recorded_side(
    number: int, path: Path | None = None
) -> tuple[UnifiedInjectionManifest | StoredRun | None, tuple[Problem, ...]]:
    """Return the manifest of a recorded injection, the run itself of another stage."""
    found = ask_history(path, lambda history: history.get(number))
    if found.problems:
        return None, found.problems
    run = found.value
    if run is not None and run.summary.stage != "injection":
        return run, ()
    result = run.record.result_value if run else None
    return _manifest(result.get("manifest") if isinstance(result, dict) else None)


def _manifest(value: Any) -> tuple[UnifiedInjectionManifest | None, tuple[Problem, ...]]:
    try:
        what_if = isinstance(value, dict) and "what_if" in value
        model = WhatIfManifest if what_if else UnifiedInjectionManifest
        return model.model_validate(value), ()
    except ValidationError:
        return None, (_GONE,)


class SideSource(StrEnum):
    """What a side may be."""

    BASELINE = "baseline"
    CURRENT = "current"
    FILE = "file"
    RECORDED = "recorded"


_TITLES = {
    SideSource.BASELINE: tr("Baseline"),
    SideSource.CURRENT: tr("What is open now"),
    SideSource.FILE: tr("A file…"),
    SideSource.RECORDED: tr("A recorded run…"),
}


class SideBox(QWidget):
    """Chooses a side. Widgets are ``{name}``, ``{name}.run`` and ``{name}.told``."""

    chosen = Signal(object)
    """The ``SideSource`` somebody chose; the same one again, too."""
    run_chosen = Signal(int)
    """The number of a recorded run."""

    def __init__(self, name: str, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._kind = with_name(ChoiceBox(self), name, title, told=title)
        of_run = tr("{title}: recorded run", title=title)
        self._run = with_name(ChoiceBox(self), f"{name}.run", of_run, told=of_run)
        self._run.hide()
        for box in (self._kind, self._run):
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for side, text in _TITLES.items():
            self._kind.addItem(text, side.value)
        self._told = text_label(f"{name}.told", self, role="muted", font=theme.font(FontRole.SMALL))
        VBox(self, margins=(10, 0, 0, 0), spacing=6).hold(self._kind, self._run, self._told)
        self._kind.activated.connect(
            lambda place: self.chosen.emit(SideSource(self._kind.itemData(place)))
        )
        self._run.activated.connect(lambda place: self.run_chosen.emit(self._run.itemData(place)))

    def show_side(self, side: SideSource, told: str) -> None:
        """Show what the side is."""
        self._kind.setCurrentIndex(list(_TITLES).index(side))
        self._run.setVisible(side is SideSource.RECORDED and self._run.count() > 0)
        self._told.setText(told)
        self._told.setVisible(bool(told))

    def offer(self, runs: Sequence[RecordedRun]) -> None:
        """Offer recorded runs."""
        self._run.clear()
        for run in runs:
            self._run.addItem(run.title, run.number)


_SECTIONS = (
    ("a", tr("Baseline (A)"), True),
    ("b", tr("Current (B)"), True),
    ("differ", tr("Input changes"), True),
)


class CompareInputs(SectionColumn):
    """Object names: ``compare.a``, ``compare.b``, ``compare.swap``, ``compare.keep``,

    ``compare.differ``.
    """

    swap_asked = Signal()
    keep_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("compare.inputs", parent)
        self._add_sections(_SECTIONS, theme)
        content = self._content
        self.a = SideBox("compare.a", "A", theme, content)
        self.b = SideBox("compare.b", "B", theme, content)
        self._keep = self._button("compare.keep", tr("Keep now as baseline"))
        self._keep.clicked.connect(self.keep_asked)
        swap = self._button("compare.swap", tr("Swap"), tr("Let A and B change places."))
        swap.clicked.connect(self.swap_asked)
        self._differ = self._label("compare.differ", theme, FontRole.BODY)
        self._fill("a", self.a, self._row(self._keep))
        self._fill("b", self.b, self._row(swap))
        self._fill("differ", self._differ)

    def set_keepable(self, *, keepable: bool) -> None:
        """Say whether the result that is shown is another one than the baseline."""
        self._keep.setEnabled(keepable)

    def forget(self) -> None:
        """Show what is shown before anything was compared."""
        self._differ.clear()

    def show_differences(self, differing: Sequence[Differs] | None) -> None:
        """List what differs; None: a side tells no inputs."""
        if differing is None:
            self._differ.setText(tr("A manifest tells no inputs, so no causes can be found."))
        elif not differing:
            self._differ.setText(tr("Nothing: the inputs are the same."))
        else:
            lines = (f"{label}\n{before} → {after}" for label, before, after in differing)
            self._differ.setText("\n\n".join(lines))


Loaded = tuple["Chosen | None", tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One side; ``source`` and ``of`` are of a file or of a recorded run."""

    side: SideSource
    source: Session | UnifiedInjectionManifest | StoredRun | None = None
    of: str = ""

    @property
    def name(self) -> str:
        """What the side is called in exports."""
        if self.side is SideSource.BASELINE:
            return "baseline"
        return "current" if self.side is SideSource.CURRENT else self.of

    def behind(self, runner: Runner) -> Source | StoredRun | None:
        """Return what is compared, None while there is nothing."""
        if self.side is SideSource.BASELINE:
            return runner.baseline
        return runner.good if self.side is SideSource.CURRENT else self.source

    def told(self, *, unchanged: bool) -> str:
        """Say what the side is; ``unchanged`` is a result that is still the baseline."""
        if self.side is SideSource.BASELINE:
            return tr("The result as it was opened, or as it was kept last.")
        if self.side is SideSource.CURRENT:
            return tr("Nothing has changed since the baseline.") if unchanged else ""
        if isinstance(self.source, UnifiedInjectionManifest):
            return tr("{of}\nA manifest: verdicts are compared, causes are not known.", of=self.of)
        return self.of


def side_of_file(path: Path) -> Loaded:
    """Return a session or a manifest as a side, None where it cannot be used."""
    is_manifest = detect_kind(path).value is FileKind.MANIFEST
    loaded = load_manifest(path) if is_manifest else load_session(path)
    value = loaded.value
    return (None if value is None else Chosen(SideSource.FILE, value, path.name)), loaded.problems


def side_of_run(number: int, history: Path | None = None) -> Loaded:
    """Return a recorded run as a side, None where the history does not hold it.

    ``history`` is the file of the history, None for the user's own.
    """
    found, problems = recorded_side(number, history)
    if found is None:
        return None, problems
    title = found.summary.title if isinstance(found, StoredRun) else found.trace_id
    name = tr("run {number}: {trace_id}", number=number, trace_id=title)
    return Chosen(SideSource.RECORDED, found, name), problems


def cannot_stand_together(a: object, b: object) -> str:
    """Say what a recorded run of one stage is to be compared with; "" where both will do."""
    runs = [one for one in (a, b) if isinstance(one, StoredRun)]
    if not runs or (len(runs) == 2 and runs[0].summary.stage == runs[1].summary.stage):
        return ""
    return tr(
        "A recorded run of {stage} is compared with another one of it.\n\nChoose one on the other"
        " side, too.",
        stage=stage_title(runs[0].summary.stage),
    )
