"""The decision of all requests: what is loaded is run, and said in one sentence with one button."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from inspector.analysis.tuning.axes import Axis
from inspector.gui.commands import CommandId
from inspector.session.edits import set_fields
from inspector.stages.corpus import corpora
from inspector.stages.corpus.plots import curve_plot
from inspector.stages.corpus.tables import CorpusTable
from tests.shared.corpus_lens import lens, opened_screen, ran, text
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen], tmp_path, monkeypatch) -> Screen:
    """A lens that runs nothing by itself."""
    monkeypatch.setattr(corpora, "_BY_ITSELF", 0)
    return opened_screen(used_screen, tmp_path)


def test_what_is_loaded_is_run_when_the_lens_is_opened_and_the_decision_comes_first(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    opened = opened_screen(open_screen, tmp_path)
    opened.bot.waitUntil(lambda: not lens(opened).busy)
    assert "9 requests, 6 with ground truth" in text(opened, "corpus.text")
    said = text(opened, "decision")
    assert said.startswith("Set ")
    before = opened.session
    opened.settle()
    opened.click("decision.keep")
    opened.settle()
    assert any(f"Advised: {said}" in note.text for note in opened.session.notes)
    assert (opened.session.policy, opened.session.overrides) == (before.policy, before.overrides)
    opened.workspace.store.undo()
    opened.settle()
    opened.click("decision.apply")
    changed = opened.session
    assert (changed.policy, changed.overrides) != (before.policy, before.overrides)
    assert opened.find("decision.save", QPushButton).property("role") == "primary"
    assert opened.find("decision.apply", QPushButton).property("role") is None
    opened.bot.waitUntil(lambda: not lens(opened).busy)
    assert text(opened, "decision") != said  # of the policy that holds now
    assert not opened.find("decision.keep", QPushButton).isVisible()
    opened.workspace.store.undo()
    assert opened.session == before


def test_what_takes_minutes_waits_for_somebody(screen: Screen) -> None:
    assert not lens(screen).busy
    assert "Choose Run" in text(screen, "nothing")


def test_what_a_decision_keeps_is_written_down(screen: Screen) -> None:
    screen.workspace.store.commit("less", set_fields({"max_injection_tokens_absolute": 40}))
    ran(screen)
    said = text(screen, "decision")
    assert said.startswith("Keep ")
    found = lens(screen)
    assert found.value == found.study.current  # nothing else is looked at
    screen.settle()  # it stands where it is clicked
    screen.click("decision.apply")
    assert any(note.text.startswith(said) for note in screen.session.notes)


def test_questions_stand_by_their_texts_and_those_that_lost_something_first(
    screen: Screen,
) -> None:
    screen.workspace.store.commit("less", set_fields({"max_injection_tokens_absolute": 300}))
    found = ran(screen)
    table = found.tables.table(CorpusTable.REQUESTS)
    questions = [one.user_message or one.trace_id for one in screen.session.requests]
    assert list(table.whole("question").values) == questions
    groups = table.whole("outcome")
    assert groups.labels.index("lost under the budget") < groups.labels.index("all evidence found")
    lost = [place for place, text in enumerate(table.whole("evidence").values) if text]
    assert lost == [
        place for place, code in enumerate(groups.codes) if groups.labels[code].startswith("lost")
    ]


def test_the_parameter_that_a_decision_chose_goes_with_what_it_was_about(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    opened = opened_screen(open_screen, tmp_path)
    opened.bot.waitUntil(lambda: not lens(opened).busy)
    opened.workspace.store.commit("more", set_fields({"max_injection_tokens_absolute": 9_000}))
    opened.bot.waitUntil(lambda: not lens(opened).busy)
    assert lens(opened).inputs.axis is not Axis.DIVISION
    opened.workspace.store.mark_saved()
    opened.do(CommandId.NEW)
    opened.settle()
    assert lens(opened).inputs.axis is Axis.DIVISION


def test_other_policies_and_tolerance_of_other_inputs_are_not_kept(
    screen: Screen,
) -> None:
    inputs = lens(screen).inputs
    inputs.vary(Axis.TOTAL)
    inputs._may_cost.setValue(3)
    screen.workspace.store.mark_saved()
    screen.do(CommandId.NEW)
    assert inputs.grid == ()
    assert text(screen, "grid.text") == "Only the present policy is run."
    assert inputs.may_cost == 0


def test_a_limit_that_is_off_is_called_off_and_what_is_empty_has_no_column(
    screen: Screen,
) -> None:
    lens(screen).inputs.choose_axis(Axis.TOP_K)
    found = ran(screen)
    assert curve_plot(found.study).values[0].label(curve_plot(found.study).scale) == "top-k off"
    table = found.tables.table(CorpusTable.REQUESTS)
    titles = {column.id: column.title for column in table.columns}
    assert titles["found_now"] == "Now, off"
    shown = {column.id for column in table.columns if column.visible}
    assert ("evidence" in shown) == any(table.whole("evidence").values)
    assert screen.find("value.apply", QPushButton).text() == "Try as what-if"
