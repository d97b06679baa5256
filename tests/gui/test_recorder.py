"""The window records what stands still, once, and tells when it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector import resources
from inspector.files.history import Query, RunSummary, open_history
from inspector.gui import recorder
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.messages import Answer
from inspector.gui.recorder import HistoryRecorder
from inspector.gui.runner import Runner
from inspector.session.edits import set_at
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

Open = Callable[..., Screen]
TOTAL = "max_injection_tokens_absolute"
BRIEF = 50  # milliseconds


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown stands still after a short time."""
    monkeypatch.setattr(recorder, "STANDS_STILL", BRIEF)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "own" / "history.sqlite3"


def sample(name: str) -> Path:
    return resources.resource_path(resources.sample_sessions()[name])


def runs_in(file: Path, stage: str | None = None) -> tuple[RunSummary, ...]:
    if not file.exists():
        return ()
    loaded = open_history(file)
    if loaded.value is None:  # caught while the window makes it
        return ()
    with loaded.value as history:
        return history.search(Query(stage=stage))


def set_total(screen: Screen, total: int) -> None:
    screen.workspace.store.commit("Change the total", set_at("policy", TOTAL, total))


def pauses(screen: Screen) -> list[bool]:
    return [one.isActive() for one in screen.workspace.recorder._pauses.values()]


def test_an_edit_that_stands_still_is_a_run_of_the_history(open_screen: Open, file: Path) -> None:
    screen = open_screen(sample("securities-fraud"), lenses=[plain_record()], history=file)
    set_total(screen, 5_000)
    assert runs_in(file) == ()
    screen.wait_until(lambda: len(runs_in(file)) == 1)
    (run,) = runs_in(file)
    assert (run.stage, run.metrics["total_budget"]) == ("injection", 5_000)
    assert screen.problems == ()


def test_a_drag_is_one_run_however_many_ticks_it_has(open_screen: Open, file: Path) -> None:
    screen = open_screen(sample("securities-fraud"), lenses=[plain_record()], history=file)
    for total in range(4_000, 5_000, 50):
        set_total(screen, total)
    screen.messages.answers.append(Answer.NO)
    screen.window.close()
    assert [run.metrics["total_budget"] for run in runs_in(file)] == [4_950]


def test_what_has_not_stood_still_is_recorded_when_the_window_closes(
    open_screen: Open, file: Path
) -> None:
    screen = open_screen(sample("securities-fraud"), lenses=[plain_record()], history=file)
    assert pauses(screen) == [True]
    screen.window.close()
    assert pauses(screen) == [False]
    assert len(runs_in(file)) == 1


def test_the_window_is_gone_while_its_last_result_is_recorded(
    open_screen: Open, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = open_screen(sample("securities-fraud"), lenses=[plain_record()], history=file)
    seen, close = [], HistoryRecorder.close

    def watched(closing: HistoryRecorder) -> None:
        seen.append(screen.window.isVisible())
        close(closing)

    monkeypatch.setattr(HistoryRecorder, "close", watched)
    assert screen.window.isVisible()
    screen.window.close()
    assert seen == [False]


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize(
    ("lens", "stage"),
    [
        ("relevance", "relevance"),
        ("discipline", "discipline"),
        ("window", "window"),
        ("assembly", "assembly"),
    ],
)
def test_the_result_of_each_lens_is_recorded(
    open_screen: Open, file: Path, lens: str, stage: str
) -> None:
    screen = open_screen(sample(lens), lenses=LENSES, history=file)
    screen.workspace.show_lens(lens)
    screen.settle()
    screen.wait_until(lambda: len(runs_in(file, stage)) == 1)


@pytest.mark.usefixtures("brief")
def test_a_result_waits_while_something_is_worked_out_about_it(
    open_screen: Open, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    works, asked = True, []

    def worked_out(_runner: Runner) -> bool:
        asked.append(works)
        return works

    monkeypatch.setattr(Runner, "works", worked_out)
    screen = open_screen(sample("securities-fraud"), lenses=[plain_record()], history=file)
    screen.wait_until(lambda: len(asked) >= 2)
    assert runs_in(file) == ()
    set_total(screen, 5_000)  # what stood still is not forgotten for the next result
    screen.wait_until(lambda: len(runs_in(file)) == 1)
    works = False
    screen.wait_until(lambda: len(runs_in(file)) == 2)
    totals = [run.metrics["total_budget"] for run in runs_in(file)]
    assert sorted(totals) == [5_000, 6_000]


def test_nothing_is_recorded_while_no_history_is_wanted(open_screen: Open, file: Path) -> None:
    screen = open_screen(lenses=[plain_record()], history=file)
    screen.do(CommandId.KEEP_HISTORY)
    screen.open(sample("securities-fraud"))
    assert pauses(screen) == []
    screen.window.close()
    assert not file.exists()


def test_what_waits_is_not_recorded_when_the_history_is_switched_off(
    open_screen: Open, file: Path
) -> None:
    screen = open_screen(sample("securities-fraud"), lenses=[plain_record()], history=file)
    assert pauses(screen) == [True]
    screen.do(CommandId.KEEP_HISTORY)
    screen.window.close()
    assert not file.exists()


def test_the_switch_is_remembered(open_screen: Open, file: Path) -> None:
    screen = open_screen(lenses=[plain_record()], history=file)
    assert screen.workspace.actions.action(CommandId.KEEP_HISTORY).isChecked()
    screen.do(CommandId.KEEP_HISTORY)
    assert not screen.workspace.settings.now.keep_history
    assert not screen.workspace.actions.action(CommandId.KEEP_HISTORY).isChecked()


@pytest.mark.usefixtures("brief")
def test_a_history_that_cannot_be_written_is_one_problem_until_it_can(
    open_screen: Open, file: Path
) -> None:
    file.parent.mkdir()
    file.write_text("not a history " * 100)
    screen = open_screen(sample("securities-fraud"), lenses=[plain_record()], history=file)
    screen.wait_until(lambda: bool(screen.problems))
    for total in (4_000, 4_100):
        set_total(screen, total)
        screen.bot.wait(BRIEF + 300)
    assert [(one.severity, one.code) for one in screen.problems] == [
        ("warning", "history.not-a-history")
    ]
    assert screen.messages.told == []
    file.unlink()
    set_total(screen, 4_200)
    screen.wait_until(lambda: not screen.problems)
    assert len(runs_in(file)) == 1


def test_a_recorder_that_was_closed_takes_nothing(qapp: object, file: Path) -> None:
    closed = HistoryRecorder(lambda: True, file)
    closed.close()
    closed.close()
    closed.note(object())  # type: ignore[arg-type]  # never looked at
    assert closed.problems == ()
    assert not file.exists()
