"""An engineer tunes an injection at a screen, with mouse and keys, and keeps what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from inspector import cli
from inspector.files import load_session
from inspector.gui.commands import CommandId
from inspector.session.session import Session
from tests.shared.desktop import wait_for
from tests.shared.desktop_program import Program
from tests.shared.desktop_twin import Twin
from tests.shared.samples import sample_path

SAMPLE = sample_path("securities-fraud")
TITLE = "Henderson v. Larkmoor: one budget instead of two"
CHART, LEDGER = "injection.bar", "ledger"
SUPPRESSED = "state:suppressed"

Opened = Callable[[Path], tuple[Program, Twin]]


def saved_session(path: Path) -> Session:
    loaded = load_session(path).value
    assert loaded is not None
    return loaded


def export(program: Program, words: str) -> None:
    """Have something written by its name."""
    program.press("ctrl+k")
    program.type(words)
    program.press("Return")


def by_command(session: Path | str, *words: str | Path) -> None:
    """Run the same session from the command line."""
    assert cli.main(["run", str(session), *map(str, words)]) in (0, 1)


def test_a_share_that_was_dragged_is_saved_exported_and_found_again(
    opened: Opened, start: Callable[..., Program], twin: Callable[..., Twin], tmp_path: Path
) -> None:
    program, guide = opened(SAMPLE)
    assert program.title == TITLE
    program.drag(guide.divider(), guide.share(0.5), guide.share(0.62))
    program.await_title(f"{TITLE}*")

    saved = tmp_path / "mine.inspector.json"
    program.press("ctrl+s")
    program.name_file("Save session", saved)
    program.await_title(saved.name)
    share = saved_session(saved).policy.knowledge_card_share_default
    assert share == pytest.approx(0.62, abs=0.02)  # a breakpoint near the pointer holds it

    exported, expected = tmp_path / "manifest.json", tmp_path / "by-command.json"
    export(program, "export: manifest as json")
    program.name_file("Manifest as JSON", exported)
    wait_for("the manifest", exported.exists)
    by_command(saved, "--manifest", expected)
    assert exported.read_bytes() == expected.read_bytes()

    program.press("ctrl+q")
    assert program.await_end() == 0
    assert program.said() == ""

    again, guide = start(), twin(saved)
    again.press("ctrl+o")
    again.name_file("Open", saved)
    again.await_title(saved.name)
    guide.fit(again.size)
    again.await_sight(guide, CHART)
    undo_while_the_program_stalls_takes_the_gesture_before_it_back(again, guide, saved, tmp_path)
    a_file_that_is_opened_meanwhile_comes_into_the_window_that_is_there(again, tmp_path)


@pytest.mark.trial
def test_a_drag_is_taken_back_and_made_again_by_keys(opened: Opened) -> None:
    program, guide = opened(SAMPLE)
    program.drag(guide.divider(), guide.share(0.5), guide.share(0.55))
    guide.drag_divider(0.5, 0.55)
    program.await_title(f"{TITLE}*")
    program.await_sight(guide, CHART)
    for keys, command, title in (
        ("ctrl+z", CommandId.UNDO, TITLE),
        ("ctrl+shift+z", CommandId.REDO, f"{TITLE}*"),
    ):
        program.press(keys)
        guide.screen.do(command)
        program.await_title(title)
        program.await_sight(guide, CHART)


def undo_while_the_program_stalls_takes_the_gesture_before_it_back(
    program: Program, guide: Twin, opened: Path, tmp_path: Path
) -> None:
    for number in range(3):
        with program.stalled():
            program.drag(guide.divider(), guide.share(0.5), guide.share(0.55))
            program.press("ctrl+z")
        # What is typed behind it is done when everything before it is.
        saved = tmp_path / f"{number}.inspector.json"
        program.press("ctrl+shift+s")
        program.name_file("Save session", saved)
        program.await_title(saved.name)
        assert saved_session(saved).policy == saved_session(opened).policy


def a_file_that_is_opened_meanwhile_comes_into_the_window_that_is_there(
    program: Program, tmp_path: Path
) -> None:
    other = tmp_path / "other.inspector.json"
    other.write_text('{"schema_version": 1, "title": "Another matter"}', encoding="utf-8")
    assert program.start_again(other) == 0
    program.await_title(other.name)
    program.press("ctrl+q")
    assert program.await_end() == 0


@pytest.mark.trial
def test_why_a_card_was_suppressed_is_looked_up_copied_and_kept_as_a_note(
    opened: Opened, tmp_path: Path
) -> None:
    program, guide = opened(SAMPLE)
    program.press("ctrl+f")
    program.type(SUPPRESSED)
    program.press("Return")
    guide.filter(LEDGER, SUPPRESSED)
    program.await_sight(guide, f"{LEDGER}.table")

    program.click(guide.row(LEDGER, 3))
    guide.choose_row(LEDGER, 3)
    program.await_sight(guide, "why.name", "why.sentence", "why.passages")

    program.press("ctrl+shift+c")
    program.scroll_to_end(guide, "why.pane", "why.section.note")
    program.click(guide.middle("why.note"))
    program.press("ctrl+v")
    program.await_title(f"{TITLE}*")

    saved, ledger = tmp_path / "noted.inspector.json", tmp_path / "ledger.json"
    program.press("ctrl+shift+s")
    program.name_file("Save session", saved)
    program.await_title(saved.name)
    before = saved_session(SAMPLE).notes
    [note] = [one for one in saved_session(saved).notes if one not in before]
    by_command(saved, "--ledger", "json", "--ledger-file", ledger, "--filter", SUPPRESSED)
    why = {row["id"]: row["why"] for row in json.loads(ledger.read_text())}
    assert note.text == why[note.subject]


@pytest.mark.trial
def test_tables_and_pictures_are_exported_through_the_menu(opened: Opened, tmp_path: Path) -> None:
    program, _ = opened(SAMPLE)
    ledger, picture = tmp_path / "ledger.csv", tmp_path / "bar.png"
    export(program, "export: ledger as csv")
    program.name_file("Ledger as CSV", ledger)
    wait_for("the table", ledger.exists)
    export(program, "export: budget bar as png")
    program.name_file("Budget bar as PNG", picture)
    wait_for("the picture", picture.exists)

    written = tmp_path / "written.csv"
    by_command(SAMPLE, "--ledger", "csv", "--ledger-file", written)
    assert ledger.read_bytes() == written.read_bytes()
    drawn = QImage(str(picture))
    assert drawn.width() == 2400
    assert len({drawn.pixel(x, drawn.height() // 3) for x in range(drawn.width())}) > 4
