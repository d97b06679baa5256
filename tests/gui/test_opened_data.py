"""Where other data lead when they are opened, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QTableView

from inspector.files import save_session
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.main_window import StatusLine
from inspector.gui.messages import Answer, Done
from inspector.resources import resource_path
from inspector.session.edits import set_at
from tests.shared.injection_input import bucket, candidate_set, card, file
from tests.shared.injection_window import injection_screen, rows, runs, small_session
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

Open = Callable[..., Screen]


OTHERS = [card(f"others-{one}", 0.5) for one in range(150)]


def candidates(folder: Path) -> Path:
    path = folder / "others.json"
    path.write_text(json.dumps({"set_id": "others", "knowledge_cards": OTHERS}))
    return path


def a_table_of_scores(folder: Path) -> Path:
    path = folder / "scores.csv"
    path.write_text("id,text,score\na,some text,0.5\nb,more text,0.4\n")
    return path


def a_session(folder: Path) -> Path:
    path = folder / "one.inspector.json"
    assert save_session(small_session(candidates=candidate_set(OTHERS)), path) == ()
    return path


@pytest.fixture
def comparing(open_screen: Open) -> Screen:
    """A window with data, and the comparison in front."""
    front = [one for one in LENSES if one.id in ("injection", "compare")]
    screen = open_screen(lenses=front, runs=runs())
    screen.workspace.store.open(small_session())
    screen.workspace.show_lens("compare")
    screen.settle()
    return screen


@pytest.mark.parametrize("answer", [Answer.YES, Answer.NO])
@pytest.mark.parametrize("made", [candidates, a_table_of_scores, a_session])
def test_other_data_lead_from_a_comparison_to_the_budget(
    comparing: Screen, tmp_path: Path, made: Callable[[Path], Path], answer: Answer
) -> None:
    comparing.messages.answers.append(answer)
    comparing.open(made(tmp_path))
    assert comparing.workspace.lenses.current == "injection"


def test_another_policy_is_compared_where_somebody_compares(
    comparing: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "policy.json"
    path.write_text('{"schema_version": 1, "max_injection_tokens_absolute": 120}')
    comparing.messages.answers.append(Answer.YES)
    comparing.open(path)
    assert comparing.workspace.lenses.current == "compare"


def test_other_lenses_go_on_with_other_data(open_screen: Open, tmp_path: Path) -> None:
    screen = open_screen(lenses=[plain_record(), plain_record("injection", "Budget", "Alt+2")])
    screen.workspace.show_lens("plain")
    screen.open(candidates(tmp_path))
    assert screen.workspace.lenses.current == "plain"


def said_in_the_line(screen: Screen) -> str:
    """Show what was said last where a window shows it, and return that."""
    screen.find("status", StatusLine).say(screen.messages.said[-1])
    return screen.text("status.said")


def test_what_was_said_of_an_opening_goes_when_it_is_undone(shell: Screen, tmp_path: Path) -> None:
    shell.open(candidates(tmp_path))
    assert said_in_the_line(shell) == "Opened others.json."
    change = set_at("policy", "max_injection_tokens_absolute", 700)
    shell.workspace.store.commit("Change the total", change)
    shell.do(CommandId.UNDO)
    assert shell.is_visible("status.said")
    shell.do(CommandId.UNDO)
    assert not shell.is_visible("status.said")


def test_the_manifests_beside_a_session_are_offered_once_it_is_open(
    shell: Screen, tmp_path: Path
) -> None:
    own = tmp_path / "own.inspector.json"
    save_session(small_session(), own)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests" / "notes.json").write_text("{}")
    shell.open(own)
    assert shell.messages.said[-1].next is None
    manifest = resource_path("samples/audit/manifest.json").read_text()
    (tmp_path / "manifests" / "run.json").write_text(manifest)
    shell.open(own)
    assert said_in_the_line(shell) == "Opened own.inspector.json."
    assert shell.text("status.open") == "Open the manifests beside it"
    shell.click("status.open")
    assert shell.session.audit.manifest is not None
    shell.messages.answers.append(Answer.NO)  # the manifest is not saved with the session
    shell.open(tmp_path)
    assert shell.messages.said[-1].next is None


def test_what_was_said_of_a_file_that_was_written_stays_after_undo(
    shell: Screen, tmp_path: Path
) -> None:
    shell.open(candidates(tmp_path))
    done = Done("Exported manifest.json.", tmp_path / "manifest.json")
    shell.find("status", StatusLine).say(done)
    shell.do(CommandId.UNDO)
    assert shell.text("status.said") == done.text


@pytest.mark.parametrize("made", [candidates, a_session])
def test_the_ledger_begins_at_its_top_after_other_data(
    open_screen: Open, tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    many = [card(f"card-{one}", 0.5) for one in range(200)]
    given = candidate_set(many, [bucket("b", file("f1", 0.9))])
    screen = injection_screen(open_screen, small_session(candidates=given))
    table = screen.find("ledger.table", QTableView)
    table.scrollToBottom()
    assert table.verticalScrollBar().value() > 0
    screen.messages.answers.append(Answer.NO)
    screen.open(made(tmp_path))
    assert rows(screen)[0].startswith("Others-")
    assert table.verticalScrollBar().value() == 0
