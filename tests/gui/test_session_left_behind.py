"""Nothing on screen belongs to a session that is not open: a used window is as a fresh one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.exceptions import TimeoutError as TooLateError

from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.messages import Answer
from inspector.gui.views import worker
from inspector.gui.views.table_tabs import TableTabs
from inspector.gui.views.text_boxes import NoteEditor
from inspector.session.edits import set_at
from tests.shared import builder_window
from tests.shared.screen import Screen
from tests.shared.seen import seen

Open = Callable[..., Screen]
SAMPLE_OF = {
    "relevance": "relevance",
    "discipline": "discipline",
    "builder": "builder",
    "window": "window",
    "assembly": "assembly",
    "audit": "audit",
}
SHORT = "securities-fraud"
# The folders of projects that were open are the window's own, and no part of a session.
WINDOWS_OWN = "project.recent: "


def window(open_screen: Open, tmp_path: Path) -> Screen:
    alone = {"builder": builder_window.record()}  # without the user's cache
    lenses = [alone.get(record.id, record) for record in LENSES]
    screen = open_screen(lenses=lenses, history=tmp_path / "history.sqlite")
    show(screen, "injection")  # it has problems to tell from then on, whatever is in front
    return screen


def rest(screen: Screen) -> None:
    """Wait until no lens works any more."""
    screen.settle()
    lens: Any = screen.workspace.lenses.widget
    parts = [getattr(lens, name, None) for name in ("runner", "_runner", "history", "_reader")]
    screen.wait_until(lambda: not any(getattr(part, "busy", False) for part in parts))
    screen.wait_until(lambda: not screen.workspace.runner._pause.isActive())
    screen.settle()


def show(screen: Screen, lens: str) -> Any:
    screen.workspace.show_lens(lens)
    rest(screen)
    return screen.workspace.lenses.widget


def sample(screen: Screen, name: str) -> None:
    screen.workspace.store.mark_saved()
    screen.choose(CommandId.OPEN_SAMPLE, name)
    rest(screen)


def use(screen: Screen, lens: str) -> None:
    """Look at a lens with its sample, select, filter, edit, and let a run fail."""
    sample(screen, SAMPLE_OF.get(lens, SHORT))
    shown = show(screen, lens)
    shown.select(_first_subject(screen))
    tables = getattr(shown, "tables", None)
    if isinstance(tables, TableTabs):
        for panel in tables._panels.values():
            panel.set_filter("a")
    store = screen.workspace.store
    store.commit("Change the total", set_at("policy", "max_injection_tokens_absolute", 1_500))
    rest(screen)
    if screen.session.request is not None:
        store.commit("Encoding", set_at("request", "model.encoding", "morse"))
        rest(screen)


def _first_subject(screen: Screen) -> str:
    result = screen.result
    if result is None or result.report is None:
        return ""
    return f"card:{result.report.ledger.entries[0].subject}"


def everything(screen: Screen) -> dict[str, dict[str, object]]:
    return {record.id: of_lens(screen, record.id) for record in LENSES}


def of_lens(screen: Screen, name: str) -> dict[str, object]:
    lens = show(screen, name)
    tables = getattr(lens, "tables", None)
    if isinstance(tables, TableTabs):  # which tab is in sight is how a lens is arranged
        tables.turn_to(tables._ids[0])
        rest(screen)
    shown = seen(screen.workspace)
    texts = shown["texts"]
    assert isinstance(texts, list)
    shown["texts"] = [one for one in texts if not one.startswith(WINDOWS_OWN)]
    return shown


def begin_anew(screen: Screen) -> None:
    screen.workspace.store.mark_saved()
    screen.do(CommandId.NEW)
    rest(screen)


def tells_what_a_fresh_one_tells(used: Screen, fresh: Screen) -> None:
    ours, theirs = everything(used), everything(fresh)
    for lens, shown in ours.items():
        assert shown == theirs[lens], lens


def test_another_session_in_a_used_window_is_told_as_in_a_fresh_one(
    two_windows: tuple[Screen, Screen],
) -> None:
    used, fresh = two_windows
    for record in LENSES:
        use(used, record.id)
    for screen in two_windows:
        sample(screen, SHORT)
    tells_what_a_fresh_one_tells(used, fresh)


def test_new_stays_in_the_lens_and_leaves_nothing_of_what_was_open(
    two_windows: tuple[Screen, Screen],
) -> None:
    used, fresh = two_windows
    runner = used.workspace.runner
    for record in LENSES:
        use(used, record.id)
        begin_anew(used)
        assert used.workspace.lenses.current == record.id
        assert {one.code for one in used.problems} <= {"session.no-request"}, record.id
        facts = (runner.good, runner.baseline, runner.facts, runner.fingerprint)
        assert facts == (None,) * 4, record.id
        assert not used.is_visible("status.old"), record.id
    begin_anew(fresh)
    tells_what_a_fresh_one_tells(used, fresh)


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, Any]]:
    """What somebody does with a window, one thing after the other."""
    step = st.one_of(
        st.tuples(st.just("open"), st.sampled_from([SHORT, *SAMPLE_OF.values(), "with-problems"])),
        st.tuples(st.just("new"), st.none()),
        st.tuples(st.just("total"), st.integers(0, 8_000)),
        st.tuples(st.just("encoding"), st.sampled_from(["morse", "cl100k_base"])),
        st.tuples(st.just("undo"), st.none()),
        st.tuples(st.just("lens"), st.sampled_from([record.id for record in LENSES])),
    )
    return draw(st.lists(step, max_size=6))


def live(screen: Screen, history: list[tuple[str, Any]]) -> None:
    store = screen.workspace.store
    for what, which in history:
        if what == "open":
            sample(screen, which)
        elif what == "new":
            begin_anew(screen)
        elif what == "total":
            store.commit("Total", set_at("policy", "max_injection_tokens_absolute", which))
        elif what == "encoding" and screen.session.request is not None:
            store.commit("Encoding", set_at("request", "model.encoding", which))
        elif what == "undo" and screen.can(CommandId.UNDO):
            screen.do(CommandId.UNDO)
        elif what == "lens":
            screen.workspace.show_lens(which)
    rest(screen)


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(histories(), histories(), st.sampled_from([SHORT, "new"]), st.integers(0, 8_000), st.data())
def test_what_is_shown_follows_from_what_is_open_whatever_was_open_before(
    two_windows: tuple[Screen, Screen],
    one: list[tuple[str, Any]],
    another: list[tuple[str, Any]],
    last: str,
    total: int,
    data: st.DataObject,
) -> None:
    lens = data.draw(st.sampled_from([record.id for record in LENSES]))
    for screen, history in zip(two_windows, (one, another), strict=True):
        live(screen, history)
        ending = ("new", None) if last == "new" else ("open", last)
        live(screen, [("lens", lens), ending, ("total", total), ("lens", lens)])
        assert screen.messages.told == []
    with suppress(TooLateError):  # facts about a result come a moment after it
        two_windows[0].wait_until(lambda: len({str(of_lens(w, lens)) for w in two_windows}) == 1)
    assert of_lens(two_windows[0], lens) == of_lens(two_windows[1], lens)


@pytest.fixture
def two_windows(open_screen: Open, tmp_path: Path) -> tuple[Screen, Screen]:
    return window(open_screen, tmp_path), window(open_screen, tmp_path)


def test_problems_of_a_lens_out_of_sight_end_with_their_inputs(
    open_screen: Open, tmp_path: Path
) -> None:
    screen = window(open_screen, tmp_path)
    sample(screen, "with-problems")
    show(screen, "assembly")
    screen.workspace.lenses.set_problems("assembly", screen.problems[:1])
    show(screen, "injection")
    screen.workspace.store.commit("Total", set_at("policy", "max_injection_tokens_absolute", 900))
    rest(screen)
    assert screen.workspace.lenses._problems["assembly"] == ()


def test_injection_without_a_result_is_the_start_page(open_screen: Open, tmp_path: Path) -> None:
    screen = window(open_screen, tmp_path)
    assert screen.is_visible("start")
    screen.do(CommandId.NEW)
    assert screen.is_visible("start")
    show(screen, "injection")
    assert screen.is_visible("start")
    sample(screen, SHORT)
    show(screen, "injection")
    assert not screen.is_visible("start")
    begin_anew(screen)
    assert screen.is_visible("start")


class Gate:
    """Holds the jobs of all lenses' workers while it is shut."""

    def __init__(self) -> None:
        self.shut = False
        self.held: list[str] = []
        self._opened = Event()

    def hold(self, doing: str) -> None:
        if self.shut:
            self.held.append(doing)
            self._opened.wait(300)

    def open(self) -> None:
        self.shut = False
        self._opened.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made, through = Gate(), worker.outcome_of

    def outcome_of(doing: str, job: Callable[[], Any]) -> Any:
        made.hold(doing)
        return through(doing, job)

    monkeypatch.setattr(worker, "outcome_of", outcome_of)
    yield made
    made.open()


@pytest.mark.parametrize("lens", ["builder", "tuning", "assembly", "audit", "compare"])
def test_an_answer_for_a_session_that_was_left_is_dropped(
    open_screen: Open, tmp_path: Path, gate: Gate, lens: str
) -> None:
    screen = window(open_screen, tmp_path)
    gate.shut = lens in SAMPLE_OF
    screen.choose(CommandId.OPEN_SAMPLE, SAMPLE_OF.get(lens, SHORT))
    if lens == "compare":
        show(screen, lens)
    gate.shut = True
    screen.workspace.show_lens(lens)
    if lens == "compare":
        edit = set_at("policy", "max_injection_tokens_absolute", 1_500)
        screen.workspace.store.commit("Change the total", edit)
    screen.wait_until(lambda: bool(gate.held))
    screen.workspace.store.mark_saved()
    screen.do(CommandId.NEW)
    gate.open()
    rest(screen)
    fresh = window(open_screen, tmp_path)
    begin_anew(fresh)
    show(fresh, lens)
    assert screen.messages.told == []
    assert seen(screen.workspace)["rows"] == seen(fresh.workspace)["rows"]
    assert {one.code for one in screen.problems} <= {"session.no-request"}


def test_a_note_that_is_still_being_written_is_no_lost_change(
    open_screen: Open, tmp_path: Path
) -> None:
    screen = window(open_screen, tmp_path)
    sample(screen, SHORT)
    shown = show(screen, "injection")
    shown.select(_first_subject(screen))
    note = screen.find("why.note", NoteEditor)
    note.setFocus()
    screen.wait_until(note.hasFocus)
    note.insertPlainText("Not to be lost")
    asked = len(screen.messages.asked)
    screen.messages.answers.append(Answer.CANCEL)
    screen.do(CommandId.NEW)
    assert len(screen.messages.asked) == asked + 1
    assert any("Not to be lost" in one.text for one in screen.session.notes)
