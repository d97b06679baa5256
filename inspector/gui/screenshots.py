"""``inspector --pictures FOLDER [NAME…]`` makes the pictures of the manual."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.unattended import settle, unattended_window, wait_until
from inspector.gui.workspace import Workspace
from inspector.resources import resource_path, sample_sessions
from inspector.session.preferences import ThemeChoice

SIZE = (1440, 900)


def as_it_is(_workspace: Workspace) -> None:
    """Take the picture of what there is to see at first."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: a sample (None for the first page), a theme, and what is done before it.

    ``prepare`` may open, select or type something; the window has finished what it does before
    and after it.
    """

    name: str
    sample: str | None = None
    theme: ThemeChoice = ThemeChoice.LIGHT
    prepare: Callable[[Workspace], None] = as_it_is


def _open_problems(workspace: Workspace) -> None:
    workspace.problems.set_open(is_open=True)


def _open_palette(workspace: Workspace) -> None:
    workspace.palette.open()
    workspace.palette.search("open")


def _injection(subject: str) -> Callable[[Workspace], None]:
    """Return what selects a subject in the Injection lens."""

    def prepare(workspace: Workspace) -> None:
        workspace.lenses.open("injection", subject)

    return prepare


def _present(workspace: Workspace) -> None:
    workspace.presentation.begin()
    workspace.window.setWindowState(Qt.WindowState.WindowNoState)
    workspace.window.resize(*SIZE)
    workspace.presentation.go(2)


def _relevance(workspace: Workspace) -> None:
    workspace.lenses.open("relevance", "cell:4:episodic_memory")


def _choose_chunk(workspace: Workspace) -> None:
    from inspector.stages.window.view.lens import WindowLens

    workspace.show_lens("window")
    lens = workspace.lenses.widget
    if isinstance(lens, WindowLens):
        lens.select("chunk:doc-prices")


def _show_assembly(workspace: Workspace) -> None:
    workspace.show_lens("assembly")
    lens = workspace.lenses.widget
    wait_until(lambda: getattr(lens, "assembly", None) is not None)
    if lens is not None:
        lens.select("hot_state:hot_state")


def _builder(subject: str, page: str = "builder-files") -> Callable[[Workspace], None]:
    """Return what shows a page of the Builder lens with a subject selected."""

    def prepare(workspace: Workspace) -> None:
        from inspector.stages.builder.view.lens import BuilderLens
        from inspector.stages.builder.view.tabs import Page

        workspace.show_lens("builder")
        lens = workspace.lenses.widget
        if isinstance(lens, BuilderLens):
            wait_until(lambda: lens.shown is not None and not lens.runner.busy)
            lens.select(subject)
            lens.tabs.turn_to(Page(page))

    return prepare


def _refused(workspace: Workspace) -> None:
    """Take back which definition is meant."""
    from inspector.session.builder_edits import unselect_target
    from inspector.stages.builder.view.lens import BuilderLens

    _builder("")(workspace)
    lens = workspace.lenses.widget
    for one in workspace.store.session.builder.request.user_selected_targets:
        edit = unselect_target(one.path, one.symbol)
        workspace.store.commit("Take a choice back", edit)
    if isinstance(lens, BuilderLens):
        wait_until(lambda: not lens.runner.busy)


def _discipline(page: str, subject: str) -> Callable[[Workspace], None]:
    """Return what shows a page of the Discipline lens with a subject selected."""

    def prepare(workspace: Workspace) -> None:
        from inspector.stages.discipline.view.lens import DisciplineLens

        workspace.show_lens("discipline")
        lens = workspace.window.findChild(DisciplineLens, "discipline")
        if lens is None:
            return
        wait_until(lambda: not lens.busy)
        lens.show_page(page)
        lens.select(subject)

    return prepare


def _tuning(axis: str, subject: str, table: str) -> Callable[[Workspace], None]:
    """Return what shows a sweep with a table in sight and a subject selected."""

    def prepare(workspace: Workspace) -> None:
        from inspector.analysis.tuning.axes import Axis
        from inspector.stages.tuning.tables import TuningTable
        from inspector.stages.tuning.view.lens import TuningLens

        workspace.show_lens("tuning")
        lens = workspace.window.findChild(TuningLens, "tuning")
        if lens is None:
            return
        wait_until(lambda: lens.sweep is not None)
        lens.choose_axis(Axis(axis))
        lens.tables.turn_to(TuningTable(table))
        wait_until(lambda: not lens.busy)
        if subject:
            lens.select(subject)
        else:
            lens.walk(1)
        wait_until(lambda: not lens.busy)

    return prepare


def _audit(subject: str) -> Callable[[Workspace], None]:
    """Return what selects a subject in the Audit lens once the manifest is audited."""

    def prepare(workspace: Workspace) -> None:
        from inspector.stages.audit.view.lens import AuditLens

        workspace.show_lens("audit")
        lens = workspace.lenses.widget
        if isinstance(lens, AuditLens):
            wait_until(lambda: lens.view is not None and not lens.runner.busy)
            lens.select(subject)

    return prepare


_FINDING, _ROW = _audit("finding:3"), _audit("card:ent-motion")


def _corpus(workspace: Workspace) -> None:
    """Run a corpus in which every request asks for one of the sample's cards and leans to it."""
    from inspector.core.candidates.request import Expectations
    from inspector.session.edits import open_requests
    from inspector.stages.corpus.view.lens import CorpusLens

    session = workspace.store.session
    if session.request is None:
        return
    asked = session.request
    requests = []
    for number, card in enumerate(session.candidates.knowledge_cards):
        wanted = min(1.0, card.relevance_score + 0.25)
        scores = asked.relevance.model_copy(
            update={"cards": {**asked.relevance.cards, card.node_id: wanted}}
        )
        changes = {
            "trace_id": f"request-{number + 1:03}",
            "relevance": scores,
            "expect": Expectations(must_include=(card.node_id,)),
        }
        requests.append(asked.model_copy(update=changes))
    workspace.store.commit("Open a corpus", open_requests(tuple(requests), None))
    workspace.show_lens("corpus")
    lens = workspace.lenses.widget
    if isinstance(lens, CorpusLens):
        lens.run()
        wait_until(lambda: not lens.busy)


def _map(workspace: Workspace) -> None:
    from inspector.analysis.tuning.axes import Axis
    from inspector.stages.tuning.view.lens import TuningLens

    _SWEEP(workspace)
    lens = workspace.window.findChild(TuningLens, "tuning")
    if lens is not None:
        lens.choose_second(Axis.DIVISION)
        wait_until(lambda: not lens.busy)


def _what_if(workspace: Workspace) -> None:
    from inspector.core.injection.overrides import Forced
    from inspector.session.overrides_edits import force

    for subjects, forced in (
        (["ent-harbor-letters"], Forced.PINNED),
        (["ent-scienter", "finch:lease-letter"], Forced.EXCLUDED),
        (["henderson:scheduling-order"], Forced.LISTED),
    ):
        workspace.store.commit("What-if", force(subjects, forced))
    settle(workspace)
    workspace.lenses.open("injection", "card:ent-harbor-letters")


def _compare(workspace: Workspace) -> None:
    from inspector.session.edits import divide_budget, set_policy_field
    from inspector.stages.compare.view.lens import CompareLens

    workspace.store.commit("Total", set_policy_field("max_injection_tokens_absolute", 4500))
    workspace.store.commit("Divide", divide_budget(0.55))
    settle(workspace)
    workspace.show_lens("compare")
    lens = workspace.window.findChild(CompareLens, "compare")
    if lens is not None:
        wait_until(lambda: lens.result is not None and not lens.busy)
        lens.select("card:ent-tell-subcert")
        wait_until(lambda: lens.why.is_explained)
        for _ in range(10):  # the column is laid out in several turns
            QApplication.processEvents()


_SWEEP = _tuning("total", "", "breakpoints")
_THRESHOLDS = _tuning("division", "card:ent-harbor-letters", "next-in")
_OPTIMUM = _tuning("total", "", "tuning-optimum")
_RULES = _builder("file:planner/rules.py")
_LETTERS = _builder("file:planner/letters.py", "source")
_STATE = _discipline("state", "field:artifact_index")
_CHECK = _discipline("check", "finding:0")
_TURNS = _discipline("turns", "turn:13")
_SUPPRESSED = _injection("card:ent-harbor-letters")
_TARGET = _injection("file:runbooks:queue-failover")
_STARVED = _injection("card:pol-safety-first")


def _both(
    name: str, sample: str | None = None, prepare: Callable[[Workspace], None] = as_it_is
) -> tuple[Shot, Shot]:
    """Return a picture in both themes."""
    return (
        Shot(f"{name}-light", sample, ThemeChoice.LIGHT, prepare),
        Shot(f"{name}-dark", sample, ThemeChoice.DARK, prepare),
    )


SHOTS: tuple[Shot, ...] = (
    *_both("start"),
    *_both("injection", "securities-fraud"),
    *_both("injection-suppressed", "securities-fraud", _SUPPRESSED),
    Shot("injection-direct-target-light", "direct-target", prepare=_TARGET),
    Shot("injection-starved-light", "starved-budget", prepare=_STARVED),
    Shot("presentation-light", "securities-fraud", prepare=_present),
    *_both("relevance", "relevance", _relevance),
    *_both("window", "window", _choose_chunk),
    *_both("builder", "builder", _RULES),
    Shot("builder-slices-light", "builder", prepare=_LETTERS),
    Shot("builder-refused-light", "builder", prepare=_refused),
    *_both("discipline", "discipline", _STATE),
    Shot("discipline-check-light", "discipline", prepare=_CHECK),
    *_both("discipline-turns", "discipline", _TURNS),
    *_both("problems", "with-problems", _open_problems),
    *_both("palette", "securities-fraud", _open_palette),
    *_both("assembly", "assembly", _show_assembly),
    *_both("what-if", "securities-fraud", _what_if),
    *_both("compare", "securities-fraud", _compare),
    *_both("tuning", "securities-fraud", _SWEEP),
    Shot("tuning-thresholds-light", "securities-fraud", prepare=_THRESHOLDS),
    *_both("tuning-map", "securities-fraud", _map),
    *_both("corpus", "securities-fraud", _corpus),
    Shot("tuning-optimum-light", "securities-fraud", prepare=_OPTIMUM),
    *_both("audit", "audit", _FINDING),
    Shot("audit-rows-light", "audit", prepare=_ROW),
)


def take(shot: Shot, folder: Path) -> Path:
    """Take a picture into a folder and return its file."""
    files = [] if shot.sample is None else [resource_path(sample_sessions()[shot.sample])]
    with unattended_window(files, theme=shot.theme, size=SIZE) as workspace:
        # Else a text field would show its caret in some pictures and not in others.
        QApplication.setCursorFlashTime(0)
        shot.prepare(workspace)
        settle(workspace)
        QApplication.processEvents()
        target = folder / f"{shot.name}.png"
        if not workspace.window.grab().save(str(target)):
            raise OSError(f"{target} cannot be written")
    return target


def main(arguments: Sequence[str]) -> int:
    """Take all pictures, or those that are named, and return the exit code."""
    if not arguments:
        sys.stderr.write("Name a folder for the pictures.\n")
        return 2
    unknown = [name for name in arguments[1:] if name not in {shot.name for shot in SHOTS}]
    if unknown:
        names = ", ".join(shot.name for shot in SHOTS)
        sys.stderr.write(f"There is no picture {unknown[0]!r}; there are {names}.\n")
        return 2
    folder = Path(arguments[0])
    chosen = [shot for shot in SHOTS if not arguments[1:] or shot.name in arguments[1:]]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for shot in chosen:
            sys.stdout.write(f"{take(shot, folder)}\n")
    except OSError as error:
        said = error.strerror or str(error)
        sys.stderr.write(f"inspector --pictures: {folder} cannot be written: {said}\n")
        return 3  # as every command that cannot write
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
