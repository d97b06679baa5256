"""``python -m tests.golden.pictures FOLDER [NAME…]`` makes the pictures of the manual."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.analysis.tuning.axes import Axis
from inspector.core.candidates.request import Expectations
from inspector.core.injection.overrides import Forced
from inspector.gui.lens import LensWidget
from inspector.gui.unattended import SIZE, Shot, both, draw, settle, wait_until
from inspector.gui.workspace import Workspace
from inspector.session.edits import divide_budget, force, open_requests, set_at
from inspector.stages.assembly.view.lens import AssemblyLens
from inspector.stages.audit.view.lens import AuditLens
from inspector.stages.builder.part import unselect_target
from inspector.stages.builder.view.lens import BuilderLens
from inspector.stages.builder.view.tabs import Page
from inspector.stages.compare.view.lens import CompareLens
from inspector.stages.corpus.view.lens import CorpusLens
from inspector.stages.discipline.view.lens import DisciplineLens
from inspector.stages.timeline.summary import heaviest
from inspector.stages.timeline.tables import block_key
from inspector.stages.timeline.view.lens import TimelineLens
from inspector.stages.tuning.tables import TuningTable
from inspector.stages.tuning.view.lens import TuningLens

Prepare = Callable[[Workspace], None]
Lens = TypeVar("Lens", bound=LensWidget)


def _opened(workspace: Workspace, name: str, kind: type[Lens]) -> Lens:
    workspace.show_lens(name)
    lens = workspace.lenses.widget
    assert isinstance(lens, kind)
    return lens


def _selected(name: str, subject: str) -> Prepare:
    """Return what selects a subject in a lens."""
    return lambda workspace: workspace.lenses.open(name, subject) and None


# The window -----------------------------------------------------------------------------------


def _open_problems(workspace: Workspace) -> None:
    workspace.problems.set_open(is_open=True)


def _open_palette(workspace: Workspace) -> None:
    workspace.palette.open()
    workspace.palette.search("open")


def _present(workspace: Workspace) -> None:
    workspace.presentation.begin()
    workspace.window.setWindowState(Qt.WindowState.WindowNoState)
    workspace.window.resize(*SIZE)
    workspace.presentation.go(2)


# Lenses ---------------------------------------------------------------------------------------


def _what_if(workspace: Workspace) -> None:
    for subjects, forced in (
        (["ent-harbor-letters"], Forced.PINNED),
        (["ent-scienter", "finch:lease-letter"], Forced.EXCLUDED),
        (["henderson:scheduling-order"], Forced.LISTED),
    ):
        workspace.store.commit("What-if", force(subjects, forced))
    settle(workspace)
    workspace.lenses.open("injection", "card:ent-harbor-letters")


def _discipline(page: str, subject: str) -> Prepare:
    """Return what shows a page with a subject selected."""

    def prepare(workspace: Workspace) -> None:
        lens = _opened(workspace, "discipline", DisciplineLens)
        wait_until(lambda: not lens.busy)
        lens.show_page(page)
        lens.select(subject)

    return prepare


def _builder(subject: str, page: str = "builder-files") -> Prepare:
    """Return what shows a page with a subject selected."""

    def prepare(workspace: Workspace) -> None:
        lens = _opened(workspace, "builder", BuilderLens)
        wait_until(lambda: lens.shown is not None and not lens.busy)
        lens.select(subject)
        lens.tabs.turn_to(Page(page))

    return prepare


def _refused(workspace: Workspace) -> None:
    """Take back which definition is meant."""
    _builder("")(workspace)
    for one in workspace.store.session.builder.request.user_selected_targets:
        workspace.store.commit("Take a choice back", unselect_target(one.path, one.symbol))
    lens = _opened(workspace, "builder", BuilderLens)
    wait_until(lambda: not lens.busy)


def _assembly(workspace: Workspace) -> None:
    lens = _opened(workspace, "assembly", AssemblyLens)
    wait_until(lambda: lens.assembly is not None)
    lens.select("hot_state:hot_state")


def _tuning(axis: str, subject: str, table: str) -> Prepare:
    """Return what shows a sweep with a table in sight and a subject selected."""

    def prepare(workspace: Workspace) -> None:
        lens = _opened(workspace, "tuning", TuningLens)
        wait_until(lambda: lens.sweep is not None)
        lens.choose_axis(Axis(axis))
        lens.tables.turn_to(TuningTable(table))
        wait_until(lambda: not lens.busy)
        if subject:
            lens.select(subject)
        else:
            lens.panel.chart.walk(1)
        wait_until(lambda: not lens.busy)

    return prepare


def _map(workspace: Workspace) -> None:
    _tuning("total", "", "breakpoints")(workspace)
    lens = _opened(workspace, "tuning", TuningLens)
    lens.choose_second(Axis.DIVISION)
    wait_until(lambda: not lens.busy)


def _corpus(workspace: Workspace) -> None:
    """Run a corpus in which every request asks for one of the sample's cards and leans to it."""
    session = workspace.store.session
    asked = session.request
    assert asked is not None
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
    lens = _opened(workspace, "corpus", CorpusLens)
    lens.run()
    wait_until(lambda: not lens.busy)


def _compare(workspace: Workspace) -> None:
    workspace.store.commit("Total", set_at("policy", "max_injection_tokens_absolute", 4500))
    workspace.store.commit("Divide", divide_budget(0.55))
    settle(workspace)
    lens = _opened(workspace, "compare", CompareLens)
    wait_until(lambda: lens.result is not None and not lens.busy)
    lens.select("card:ent-tell-subcert")
    wait_until(lambda: lens.is_explained)
    for _ in range(10):  # the column is laid out in several turns
        QApplication.processEvents()


def _audit(subject: str) -> Prepare:
    """Return what selects a subject once the manifest is audited."""

    def prepare(workspace: Workspace) -> None:
        lens = _opened(workspace, "audit", AuditLens)
        wait_until(lambda: lens.view is not None and not lens.runner.busy)
        settle(workspace)  # where a row stands then depends on how high its table is
        lens.select(subject)

    return prepare


def _timeline(subject: Callable[[TimelineLens], str]) -> Prepare:
    def prepare(workspace: Workspace) -> None:
        lens = _opened(workspace, "timeline", TimelineLens)
        wait_until(lambda: lens.report is not None)
        lens.select(subject(lens))

    return prepare


def _heaviest(lens: TimelineLens) -> str:
    row = None if lens.report is None else heaviest(lens.report)
    return "" if row is None else block_key(row.number)


def _compaction(lens: TimelineLens) -> str:
    found = () if lens.report is None else lens.report.compactions
    return f"compaction:{found[0].request + 1}" if found else ""


_FRAUD = "securities-fraud"
_IN_BOTH_THEMES = (
    ("start", None, lambda _workspace: None),
    ("problems", "with-problems", _open_problems),
    ("palette", _FRAUD, _open_palette),
    ("injection", _FRAUD, lambda _workspace: None),
    ("injection-suppressed", _FRAUD, _selected("injection", "card:ent-harbor-letters")),
    ("what-if", _FRAUD, _what_if),
    ("relevance", "relevance", _selected("relevance", "cell:4:episodic_memory")),
    ("discipline", "discipline", _discipline("state", "field:artifact_index")),
    ("discipline-turns", "discipline", _discipline("turns", "turn:13")),
    ("builder", "builder", _builder("file:planner/rules.py")),
    ("window", "window", _selected("window", "chunk:doc-prices")),
    ("assembly", "assembly", _assembly),
    ("tuning", _FRAUD, _tuning("total", "", "breakpoints")),
    ("tuning-map", _FRAUD, _map),
    ("compare", _FRAUD, _compare),
    ("corpus", _FRAUD, _corpus),
    ("audit", "audit", _audit("finding:3")),
    ("timeline", "timeline", _timeline(_heaviest)),
)
_IN_LIGHT = (
    (
        "injection-direct-target",
        "direct-target",
        _selected("injection", "file:runbooks:queue-failover"),
    ),
    ("injection-starved", "starved-budget", _selected("injection", "card:pol-safety-first")),
    ("presentation", _FRAUD, _present),
    ("discipline-check", "discipline", _discipline("check", "finding:0")),
    ("builder-slices", "builder", _builder("file:planner/letters.py", "source")),
    ("builder-refused", "builder", _refused),
    ("tuning-thresholds", _FRAUD, _tuning("division", "card:ent-harbor-letters", "next-in")),
    ("tuning-optimum", _FRAUD, _tuning("total", "", "tuning-optimum")),
    ("audit-rows", "audit", _audit("card:ent-motion")),
    ("timeline-compaction", "timeline", _timeline(_compaction)),
)


def shots() -> tuple[Shot, ...]:
    """All pictures of the manual."""
    light = (Shot(f"{name}-light", sample, prepare=make) for name, sample, make in _IN_LIGHT)
    return (*chain.from_iterable(both(*one) for one in _IN_BOTH_THEMES), *light)


def main(arguments: Sequence[str]) -> int:
    """Make all pictures, or those that are named."""
    return draw(shots(), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
