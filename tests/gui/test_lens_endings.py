"""Closing the window in the middle of whatever a lens does in the background."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Timer
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication

from inspector.analysis.tuning.axes import Axis
from inspector.gui.lenses import LENSES, LensRecord
from inspector.gui.views import worker
from inspector.resources import resource_path
from inspector.session.edits import set_at
from inspector.stages.assembly.runs import AssemblyRuns
from inspector.stages.audit.view.tables import AuditTable
from inspector.stages.corpus.view.lens import CorpusLens
from inspector.stages.discipline.runs import DisciplineRuns
from inspector.stages.relevance.runs import RelevanceRuns
from inspector.stages.tuning.tables import TuningTable
from inspector.stages.window.tables import WindowTable
from inspector.stages.window.view import lens as window_lens
from tests.shared import builder_window
from tests.shared.corpus_input import made_corpus, write_corpus
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

BUDGET = "starved-budget"


class Gate:
    """Holds the jobs of all workers while it is shut."""

    def __init__(self) -> None:
        self.shut = False
        self.held: list[str] = []
        self._opened = Event()

    def hold(self, doing: str) -> None:
        if self.shut:
            self.held.append(doing)
            self._opened.wait(300)

    def open_soon(self) -> None:
        Timer(0.05, self._opened.set).start()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    made, through = Gate(), worker.outcome_of

    def outcome_of(doing: str, job: Callable[[], Any]) -> Any:
        made.hold(doing)
        return through(doing, job)

    monkeypatch.setattr(worker, "outcome_of", outcome_of)
    # Nothing is quick enough to be done at once.
    monkeypatch.setattr(window_lens, "ready_to_place", lambda _stage: False)
    monkeypatch.setattr(RelevanceRuns, "quick", lambda _runs, _session: False)
    monkeypatch.setattr(DisciplineRuns, "quick", lambda _runs, _session: False)
    monkeypatch.setattr(AssemblyRuns, "ready", lambda _runs, _session: False)
    return made


def nothing(_screen: Screen, _lens: Any, _gate: Gate) -> None:
    """Showing the lens is enough."""


def find_the_optimum_of_chunks(screen: Screen, lens: Any, gate: Gate) -> None:
    screen.wait_until(lambda: lens.report is not None)
    gate.shut = True
    lens.tables.turn_to(WindowTable.OPTIMUM)


def read_a_series(screen: Screen, lens: Any, gate: Gate) -> None:
    screen.wait_until(lambda: lens.view is not None)
    screen.messages.files.append((resource_path("samples/discipline/turns.jsonl"),))
    gate.shut = True
    lens.open_file("turns")


def after_a_sweep(screen: Screen, lens: Any, gate: Gate) -> Any:
    screen.wait_until(lambda: lens.sweep is not None and not lens.busy)
    gate.shut = True
    return lens


def look_at_a_value(screen: Screen, lens: Any, gate: Gate) -> None:
    after_a_sweep(screen, lens, gate).panel.chart.walk(-1)


def map_a_second_axis(screen: Screen, lens: Any, gate: Gate) -> None:
    after_a_sweep(screen, lens, gate).choose_second(Axis.KNOWLEDGE_FLOOR)


def ask_about_a_card(screen: Screen, lens: Any, gate: Gate) -> None:
    explain_a_card(screen, after_a_sweep(screen, lens, gate), gate)


def find_the_best_selection(screen: Screen, lens: Any, gate: Gate) -> None:
    after_a_sweep(screen, lens, gate).tables.turn_to(TuningTable.OPTIMUM)


def compare_two_runs(screen: Screen, lens: Any, gate: Gate) -> None:
    screen.wait_until(lambda: lens.result is not None and not lens.busy)
    gate.shut = True
    change_the_total(screen)


def change_the_total(screen: Screen) -> None:
    edit = set_at("policy", "max_injection_tokens_absolute", 2_000)
    screen.workspace.store.commit("Change the total", edit)


def explain_a_change(screen: Screen, lens: Any, gate: Gate) -> None:
    screen.wait_until(lambda: lens.result is not None and not lens.busy)
    change_the_total(screen)
    screen.settle()
    screen.wait_until(lambda: lens.has_changes and not lens.busy)
    gate.shut = True
    lens.select_next()


def load_a_side(screen: Screen, lens: Any, gate: Gate) -> None:
    screen.wait_until(lambda: lens.result is not None and not lens.busy)
    path = sample_path(BUDGET)
    screen.messages.files.append((path,))
    gate.shut = True
    screen.do("compare-file-b")


def list_the_history(screen: Screen, lens: Any, gate: Gate) -> None:
    screen.wait_until(lambda: lens.view is not None)
    gate.shut = True
    lens.tables.turn_to(AuditTable.HISTORY)


def explain_a_card(screen: Screen, lens: Any, gate: Gate) -> None:
    subject = screen.result.report.ledger.entries[0].subject
    gate.shut = True
    lens.select(f"card:{subject}")


def run_the_corpus(_screen: Screen, lens: Any, gate: Gate) -> None:
    gate.shut = True
    lens.run()


Act = Callable[[Screen, Any, Gate], None]
CASES: tuple[tuple[str, str, str, Act], ...] = (
    ("injection", BUDGET, "tuning the policy", explain_a_card),
    ("relevance", "relevance", "running the relevance layers", nothing),
    ("discipline", "discipline", "running context discipline", nothing),
    ("discipline", "discipline", "reading a file", read_a_series),
    ("builder", "builder", "building the bundle", nothing),
    ("timeline", "timeline", "reading a session", nothing),
    ("window", "window", "placing chunks", nothing),
    ("window", "window", "looking for the optimum", find_the_optimum_of_chunks),
    ("assembly", "assembly", "assembling the prompt", nothing),
    ("tuning", BUDGET, "tuning the policy", nothing),
    ("tuning", BUDGET, "tuning the policy", look_at_a_value),
    ("tuning", BUDGET, "tuning the policy", map_a_second_axis),
    ("tuning", BUDGET, "tuning the policy", ask_about_a_card),
    ("tuning", BUDGET, "tuning the policy", find_the_best_selection),
    ("corpus", "", "running the corpus", run_the_corpus),
    ("compare", BUDGET, "comparing two runs", compare_two_runs),
    ("compare", "securities-fraud", "explaining a change", explain_a_change),
    ("compare", BUDGET, "reading a side", load_a_side),
    ("audit", "audit", "auditing the manifest", nothing),
    ("audit", "audit", "reading the history", list_the_history),
)


def test_every_lens_is_closed_in_the_middle_of_something() -> None:
    assert {lens for lens, _, _, _ in CASES} == {record.id for record in LENSES}


def records(lens: str) -> list[LensRecord]:
    """The lens, without the user's cache, and without other processes."""
    alone = {
        "builder": builder_window.record(),
        "corpus": LensRecord("corpus", "", "", "", lambda it: CorpusLens(it, processes=1)),
    }
    return [alone.get(record.id, record) for record in LENSES if record.id == lens]


@pytest.mark.parametrize(
    ("lens", "sample", "doing", "act"),
    CASES,
    ids=[f"{lens}-{act.__name__}" for lens, _, _, act in CASES],
)
def test_nothing_is_left_of_what_a_lens_did_when_the_window_closed(
    open_screen: Callable[..., Screen],
    tmp_path: Any,
    gate: Gate,
    lens: str,
    sample: str,
    doing: str,
    act: Act,
) -> None:
    screen = open_screen(lenses=records(lens), history=tmp_path / "history.sqlite")
    (tmp_path / "history.sqlite").touch()
    if act is nothing:
        gate.shut = True
    if sample:
        screen.open(sample_path(sample))
    else:
        requests, candidates = write_corpus(made_corpus(4), tmp_path)
        screen.open(candidates)
        screen.open(requests)
    screen.workspace.show_lens(lens)
    act(screen, screen.workspace.lenses.widget, gate)
    screen.wait_until(lambda: doing in gate.held)

    said: list[object] = []
    screen.workspace.lenses.changed.connect(lambda: said.append("changed"))
    screen.messages.at_the_end = True
    gate.open_soon()
    screen.window.close()
    QCoreApplication.processEvents()
    assert (said, screen.messages.told) == ([], [])
