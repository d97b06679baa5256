"""Commits replayed in the window: recall over the budget, and why files are missed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtWidgets import QLabel

from inspector.analysis.replay import CommitReplay, replay
from inspector.analysis.replay_cases import read_cases
from inspector.core.builder.inputs import BuilderConfig
from inspector.core.tokens import estimator
from inspector.gui.lenses import LENSES
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.plot_view import PlotView
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.stages.builder.replay_lines import missed_table, replay_plot
from inspector.stages.builder.runs import BuilderRuns, ReplayPhase, ReplayWatch
from inspector.stages.builder.view.replay_dialog import ReplayDialog
from tests.shared.builder_window import lens_of
from tests.shared.bundle_input import PlainScanner
from tests.shared.git_history import written_history
from tests.shared.screen import Screen

B = "def b():\n" + "    value = 1\n" * 10 + "    return 1\n"
CHANGES = [
    ("Begin", {"a.py": "import b\n", "b.py": B, "lone.py": "def lone():\n    pass\n"}),
    ("Change a and b", {"a.py": "import b\n\n\nY = 1\n", "b.py": B + "\n\nC = 1\nD = 2\n"}),
    ("Change b and lone", {"b.py": B + "# 1\n# 2\n", "lone.py": "def lone():\n    return 1\n"}),
]
BUDGETS = (10, 420, 100_000)


@pytest.fixture
def history(tmp_path: Path) -> Path:
    return written_history(tmp_path / "project", CHANGES)


@pytest.fixture
def replayed(history: Path) -> CommitReplay:
    cases = list(read_cases(str(history), BuilderConfig(), 10))
    return replay(cases, BUDGETS, BuilderConfig(), estimator("chars"), PlainScanner())


def opened(qtbot, qapp, job: Callable[[ReplayWatch], CommitReplay]) -> ReplayDialog:
    dialog = ReplayDialog(job, Theme(qapp))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def said(dialog: ReplayDialog) -> str:
    label = dialog.findChild(QLabel, "replay.said")
    assert isinstance(label, QLabel)
    return label.text()


def test_the_table_has_every_file_that_a_build_missed_and_why(replayed: CommitReplay) -> None:
    data = missed_table(replayed)
    assert len(set(data.keys)) == data.row_count
    missed = [(build, one) for build in replayed.builds for one in build.missed]
    refused = [build for build in replayed.builds if build.code]
    wanted = sum(len(build.case.wanted) for build in refused)
    assert refused
    assert data.row_count == len([one for build, one in missed if not build.code]) + wanted


def test_the_plot_has_the_recall_of_each_budget(replayed: CommitReplay) -> None:
    plot = replay_plot(replayed)
    (panel,) = plot.panels
    recall = next(curve for curve in panel.curves if curve.key == "recall")
    assert recall.starts.tolist() == list(BUDGETS)
    assert recall.heights.tolist() == [one.recall.mean for one in replayed.budgets]
    assert [spot.key for spot in plot.spots] == [str(one) for one in BUDGETS]


def test_a_replay_is_shown_with_why(qtbot, qapp, replayed: CommitReplay) -> None:
    dialog = opened(qtbot, qapp, lambda _watch: replayed)
    table, why = dialog.findChild(TablePanel), dialog.findChild(QLabel, "replay.why")
    qtbot.waitUntil(lambda: table.data.row_count > 0)
    assert said(dialog).startswith("2 commits replayed. 100,000 tokens: recall ")
    key = next(key for key in table.data.keys if key.endswith(":100000:lone.py"))
    table.select_key(key)
    table.current_changed.emit(key)
    assert why.text().splitlines()[1] == "Nothing in the request leads to it."
    plot = dialog.findChild(PlotView)
    plot.walk(1)
    plot.walk(1)
    assert plot._spot == "420"
    plot.go_home()
    assert plot._spot == ""


def test_what_was_done_until_it_was_stopped_is_shown(qtbot, qapp, replayed: CommitReplay) -> None:
    going = Event()

    def job(watch: ReplayWatch) -> CommitReplay:
        going.set()
        while watch(ReplayPhase.REPLAYING, 1, 2):
            pass
        return replayed

    dialog = opened(qtbot, qapp, job)
    qtbot.waitUntil(going.is_set)
    qtbot.waitUntil(lambda: said(dialog) == "Replaying commits: 1 of 2")
    dialog._stop.click()
    qtbot.waitUntil(lambda: said(dialog).startswith("2 commits replayed"))
    assert not dialog._stop.isEnabled()


def test_a_folder_without_a_history_says_so(qtbot, qapp, tmp_path: Path) -> None:
    session = set_at("builder", "root", str(tmp_path))(Session())
    runs = BuilderRuns(scanner=PlainScanner())
    dialog = opened(qtbot, qapp, partial(runs.replayed, session, BUDGETS, 10))
    qtbot.waitUntil(lambda: said(dialog).startswith("Nothing can be replayed: "))


def test_the_command_replays_the_project_of_the_lens(
    open_screen: Callable[..., Screen], history: Path
) -> None:
    screen = open_screen(lenses=LENSES)
    screen.workspace.show_lens("builder")
    screen.settle()
    assert not screen.can("builder-replay")
    screen.workspace.store.commit("Open", set_at("builder", "root", str(history)))
    screen.settle()
    lens_of(screen)
    screen.do("builder-replay")
    dialog = screen.window.findChild(ReplayDialog)
    assert dialog is not None
    screen.wait_until(lambda: said(dialog).startswith("2 commits replayed"))
    dialog.close()
