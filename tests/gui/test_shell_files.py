"""Opening, saving, reloading: what happens to the session, its files and their problems."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.files import load_policy, load_session
from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from inspector.resources import resource_path
from inspector.session.edits import set_at, set_title
from inspector.stage import Stage, stage_named
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

TOTAL = "max_injection_tokens_absolute"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A writable copy of a sample."""
    return Path(
        shutil.copytree(resource_path("samples/securities-fraud"), tmp_path / "securities-fraud")
    )


def change_total(screen: Screen, tokens: int) -> None:
    screen.workspace.store.commit("Change the total", set_at("policy", TOTAL, tokens))
    screen.settle()


def total(screen: Screen) -> int:
    return screen.session.policy.max_injection_tokens_absolute


def rewrite_total(path: Path, tokens: int) -> None:
    """Replace a policy as an editor does: a new file takes the old one's name."""
    fields = json.loads(path.read_text()) | {TOTAL: tokens}
    new = path.with_name("new.tmp")
    new.write_text(json.dumps(fields))
    new.replace(path)


def test_a_session_that_is_opened_is_run_and_shown(shell: Screen, folder: Path) -> None:
    shell.open(folder / "session.inspector.json")
    assert shell.result is not None
    assert shell.result.report is not None
    assert shell.status == f"{shell.result.report.total_tokens_used:,} of 6,000 used"
    assert shell.title.startswith("session.inspector.json ")
    assert shell.workspace.lenses.current == "plain"


def test_what_shows_a_file_is_loaded_by_the_worker_that_reads_it(
    shell: Screen, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers: dict[str, bool] = {}
    load = Stage.load

    def noted(stage: Stage, named: str) -> object:
        workers.setdefault(named, threading.current_thread() is not threading.main_thread())
        return load(stage, named)

    monkeypatch.setattr(Stage, "load", noted)
    shell.open(folder / "candidates.json")
    shell.settle()
    assert workers[stage_named("injection").lens]


def test_parts_that_are_opened_together_are_one_step_to_undo(shell: Screen, folder: Path) -> None:
    shell.open(folder / "policy.json", folder / "candidates.json", folder / "request.json")
    assert shell.result is not None
    assert shell.workspace.store.undo_label == "Open policy.json, candidates.json, request.json"
    shell.do(CommandId.UNDO)
    assert shell.session.request is None
    assert not shell.can(CommandId.UNDO)


def test_files_named_at_the_start_are_opened(
    open_screen: Callable[..., Screen], folder: Path
) -> None:
    screen = open_screen(folder / "session.inspector.json", lenses=[plain_record()])
    assert screen.session.request is not None


def test_files_that_are_dropped_are_opened(shell: Screen, folder: Path) -> None:
    shell.drop(folder / "session.inspector.json")
    assert shell.session.request is not None


def test_a_folder_of_our_files_is_opened_as_these(shell: Screen, folder: Path) -> None:
    shell.drop(folder)
    assert shell.title.startswith("session.inspector.json ")


def test_a_folder_of_parts_is_opened_as_one_step_to_undo(shell: Screen, folder: Path) -> None:
    (folder / "session.inspector.json").unlink()
    shell.open(folder)
    assert shell.workspace.store.undo_label == "Open candidates.json, policy.json, request.json"
    assert shell.session.source("policy") == str(folder / "policy.json")


def test_samples_can_be_opened_and_are_not_overwritten(shell: Screen, tmp_path: Path) -> None:
    shell.choose(CommandId.OPEN_SAMPLE, "starved-budget")
    assert shell.title.startswith(shell.session.title)
    change_total(shell, 700)
    shell.messages.targets.append(tmp_path / "mine.inspector.json")
    shell.do(CommandId.SAVE)
    assert shell.title.startswith("mine.inspector.json ")
    saved = load_session(tmp_path / "mine.inspector.json").value
    assert saved is not None
    assert saved.policy.max_injection_tokens_absolute == 700


def test_a_session_that_is_opened_asks_for_unsaved_changes(shell: Screen, folder: Path) -> None:
    shell.open(folder / "session.inspector.json")
    change_total(shell, 700)
    assert "*" in shell.title
    shell.messages.answers.append(Answer.CANCEL)
    shell.choose(CommandId.OPEN_SAMPLE, "direct-target")
    assert total(shell) == 700
    shell.messages.answers.append(Answer.NO)
    shell.choose(CommandId.OPEN_SAMPLE, "direct-target")
    assert total(shell) != 700
    assert len(shell.messages.asked) == 2


def test_saving_before_something_else_is_opened_keeps_the_changes(
    shell: Screen, folder: Path
) -> None:
    shell.open(folder / "session.inspector.json")
    change_total(shell, 700)
    shell.messages.answers.append(Answer.YES)
    shell.choose(CommandId.OPEN_SAMPLE, "direct-target")
    saved = load_session(folder / "session.inspector.json").value
    assert saved is not None
    assert saved.policy.max_injection_tokens_absolute == 700


def test_saving_takes_the_star_away_and_remembers_the_file(shell: Screen, tmp_path: Path) -> None:
    shell.workspace.store.commit("Name", set_title("A/B"))
    shell.messages.targets.append(tmp_path / "named.inspector.json")
    shell.do(CommandId.SAVE)
    assert shell.messages.choices[-1].start is not None
    assert shell.messages.choices[-1].start.name == "A B.inspector.json"
    assert "*" not in shell.title
    assert shell.workspace.settings.now.recent[0] == str(tmp_path / "named.inspector.json")


def test_a_session_that_cannot_be_written_stays_unsaved_and_says_why(
    shell: Screen, tmp_path: Path
) -> None:
    shell.workspace.store.commit("Name", set_title("x"))
    shell.messages.targets.append(tmp_path / "no" / "such" / "folder.inspector.json")
    shell.do(CommandId.SAVE)
    assert "*" in shell.title
    assert [notice.text for notice in shell.messages.told] == [
        "folder.inspector.json was not saved."
    ]


def test_a_file_that_holds_nothing_usable_leaves_the_session_and_is_listed(
    shell: Screen, folder: Path
) -> None:
    shell.open(folder / "session.inspector.json")
    before = shell.session
    bad = folder / "bad.json"
    bad.write_text("{")
    shell.open(bad)
    assert shell.session is before
    assert [one.place.file for one in shell.problems if one.place.file == str(bad)]
    shell.open(folder / "policy.json")
    assert not [one for one in shell.problems if one.place.file == str(bad)]


def test_a_part_that_changes_on_disk_is_read_again(shell: Screen, folder: Path) -> None:
    shell.open(folder / "session.inspector.json")
    rewrite_total(folder / "policy.json", 900)
    shell.wait_until(lambda: total(shell) == 900)
    assert "*" not in shell.title
    rewrite_total(folder / "policy.json", 901)
    shell.wait_until(lambda: total(shell) == 901)
    shell.do(CommandId.UNDO)
    assert total(shell) == 900


def test_a_part_that_becomes_bad_on_disk_stays_as_it_was_and_its_problem_is_listed(
    shell: Screen, folder: Path
) -> None:
    shell.open(folder / "session.inspector.json")
    before = total(shell)
    (folder / "policy.json").write_text('{"max_injection_tokens_absolute": ')
    shell.wait_until(lambda: any(one.place.file for one in shell.problems))
    assert total(shell) == before
    (folder / "policy.json").write_text(json.dumps({"schema_version": 1, TOTAL: 2950}))
    shell.wait_until(lambda: total(shell) == 2950)
    assert not shell.problems


def test_a_session_that_changes_on_disk_does_not_overwrite_unsaved_changes(
    shell: Screen, folder: Path
) -> None:
    path = folder / "session.inspector.json"
    shell.open(path)
    change_total(shell, 700)
    path.write_text(path.read_text() + "\n")
    shell.wait_until(lambda: any(one.code == "file.changed-on-disk" for one in shell.problems))
    assert total(shell) == 700
    shell.do(CommandId.RELOAD)
    assert total(shell) == 6000
    assert not shell.problems
    shell.do(CommandId.UNDO)
    assert total(shell) == 700


def test_reverting_asks_and_can_be_undone(shell: Screen, folder: Path) -> None:
    shell.open(folder / "session.inspector.json")
    assert not shell.can(CommandId.REVERT)
    change_total(shell, 700)
    shell.messages.answers.append(Answer.CANCEL)
    shell.do(CommandId.REVERT)
    assert total(shell) == 700
    shell.messages.answers.append(Answer.YES)
    shell.do(CommandId.REVERT)
    assert total(shell) == 6000
    shell.do(CommandId.UNDO)
    assert total(shell) == 700


def test_a_policy_is_written_into_a_file_of_its_own(shell: Screen, tmp_path: Path) -> None:
    change_total(shell, 700)
    shell.messages.targets.append(tmp_path / "mine.json")
    shell.do(CommandId.SAVE_POLICY_AS)
    saved = load_policy(tmp_path / "mine.json").value
    assert saved == shell.session.policy


def test_a_policy_is_called_changed_until_a_file_holds_it_as_it_is(
    shell: Screen, tmp_path: Path
) -> None:
    change_total(shell, 700)
    assert shell.text("loaded.policy") == "Policy default changed"
    shell.messages.targets.append(tmp_path / "mine.json")
    shell.do(CommandId.SAVE_POLICY_AS)
    assert shell.text("loaded.policy") == "Policy mine.json"
    change_total(shell, 800)
    assert shell.text("loaded.policy") == "Policy default changed"
    shell.do(CommandId.UNDO)
    assert shell.text("loaded.policy") == "Policy mine.json"


def test_a_policy_tells_the_what_ifs_it_leaves_out_and_both_can_be_saved(
    shell: Screen, tmp_path: Path
) -> None:
    shell.workspace.store.commit("Top-k", set_at("overrides", "top_k", 7))
    target = tmp_path / "both.inspector.json"
    shell.messages.targets.append(target)
    shell.messages.answers.append(Answer.YES)
    shell.do(CommandId.SAVE_POLICY_AS)
    assert "top-k 7" in shell.messages.asked[-1].detail
    saved = load_session(target).value
    assert (saved.policy, saved.overrides) == (
        shell.session.policy,
        shell.session.overrides,
    )
    shell.messages.targets.append(tmp_path / "policy.json")
    shell.messages.answers.append(Answer.NO)
    shell.do(CommandId.SAVE_POLICY_AS)
    assert load_policy(tmp_path / "policy.json").value == shell.session.policy


def test_the_memory_roots_policy_is_opened_and_replaced_after_asking(
    shell: Screen, tmp_path: Path
) -> None:
    assert not shell.can(CommandId.OPEN_MEMORY_POLICY)
    assert not shell.can(CommandId.SAVE_MEMORY_POLICY)
    shell.messages.folders.append(tmp_path)
    shell.do(CommandId.CHOOSE_MEMORY_ROOT)
    change_total(shell, 700)
    shell.messages.answers.extend([Answer.CANCEL, Answer.YES])
    shell.do(CommandId.SAVE_MEMORY_POLICY)
    stored = tmp_path / "system" / "delivery" / "unified_context_budget.json"
    assert not stored.exists()
    shell.do(CommandId.SAVE_MEMORY_POLICY)
    assert stored.exists()
    assert "what-ifs" not in shell.messages.asked[-1].detail
    change_total(shell, 800)
    shell.messages.answers.append(Answer.YES)
    shell.do(CommandId.OPEN_MEMORY_POLICY)
    assert total(shell) == 700
    shell.workspace.store.commit("Top-k", set_at("overrides", "top_k", 7))
    shell.messages.answers.append(Answer.CANCEL)
    shell.do(CommandId.SAVE_MEMORY_POLICY)
    assert "It leaves out top-k 7" in shell.messages.asked[-1].detail
    both = tmp_path / "both.inspector.json"
    shell.messages.targets.append(both)
    shell.messages.answers.append(Answer.YES)
    shell.do(CommandId.SAVE_MEMORY_POLICY)
    saved = load_session(both).value
    assert (saved.policy, saved.overrides) == (shell.session.policy, shell.session.overrides)
    assert load_policy(stored).value == shell.session.policy
    change_total(shell, 900)
    shell.messages.answers.append(Answer.NO)
    shell.do(CommandId.SAVE_MEMORY_POLICY)
    assert load_policy(stored).value == shell.session.policy


def test_recent_files_are_offered_in_menu_and_first_page(
    open_screen: Callable[..., Screen], folder: Path
) -> None:
    screen = open_screen(folder / "session.inspector.json", lenses=[plain_record()])
    assert screen.can(CommandId.OPEN_RECENT)
    again = open_screen(lenses=[plain_record()])
    assert again.text("start.recent.0") == "session.inspector.json"
    again.click("start.recent.0")
    assert again.session.request is not None


def test_a_recent_file_that_is_gone_is_a_problem_and_not_offered_again(
    shell: Screen, folder: Path
) -> None:
    shell.open(folder / "policy.json")
    (folder / "policy.json").unlink()
    shell.choose(CommandId.OPEN_RECENT, "0")
    assert "file.missing" in [one.code for one in shell.problems]
    assert shell.workspace.settings.now.recent == ()


def test_a_new_session_is_empty(shell: Screen, folder: Path) -> None:
    shell.open(folder / "session.inspector.json")
    shell.do(CommandId.NEW)
    assert shell.session.request is None
    assert shell.title.startswith("Untitled")
    assert not shell.can(CommandId.RELOAD)


def test_what_lenses_offer_can_be_exported(shell: Screen, folder: Path) -> None:
    shell.open(folder / "session.inspector.json")
    shell.messages.targets.append(folder / "used.txt")
    shell.choose(CommandId.EXPORT, "plain-used")
    assert (folder / "used.txt").read_text() == shell.text("plain.used")
    assert shell.messages.choices[-1].suffix == "txt"


@pytest.mark.skipif(os.name != "posix", reason="permissions of folders are the system's own")
def test_an_export_that_the_system_refuses_is_told(shell: Screen, folder: Path) -> None:
    shell.open(folder / "session.inspector.json")
    shell.messages.targets.append(folder / "none" / "used.txt")
    shell.choose(CommandId.EXPORT, "plain-used")
    assert [notice.text for notice in shell.messages.told] == ["used.txt was not written."]


def test_what_keeps_everything_from_being_opened_is_shown_at_once(
    shell: Screen, tmp_path: Path
) -> None:
    shell.workspace.open([tmp_path / "none.json"], ["http://far/away.json"])
    shell.settle()
    assert shell.is_visible("problems.list")
    codes = [one.code for one in shell.problems]
    assert {"file.missing", "file.not-here"} <= set(codes)
