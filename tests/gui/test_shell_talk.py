"""What is told and asked: dialogs, and what is said about exceptions nobody expected."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from inspector.gui.message_boxes import file_dialog, notice_box, question_box
from inspector.gui.messages import (
    Answer,
    Failure,
    FailureHook,
    FileChoice,
    Notice,
    Question,
    Tone,
    failure_of,
    notice_of,
)
from inspector.gui.settings import Settings
from inspector.session.preferences import Preferences, with_recent


def test_a_question_has_a_button_for_each_answer(qtbot: QtBot) -> None:
    question = Question("Save <b>it</b>?", "Lost otherwise.", yes="Save", no="Don't save")
    box, answers = question_box(question, None)
    qtbot.addWidget(box)
    assert {button.text(): answer for button, answer in answers.items()} == {
        "Save": Answer.YES,
        "Don't save": Answer.NO,
        "Cancel": Answer.CANCEL,
    }
    assert box.defaultButton().text() == "Save"
    assert box.escapeButton().text() == "Cancel"
    assert box.textFormat() is Qt.TextFormat.PlainText


def test_a_question_without_a_no_can_still_be_cancelled(qtbot: QtBot) -> None:
    box, answers = question_box(Question("Replace?", "", yes="Replace"), None)
    qtbot.addWidget(box)
    assert set(answers.values()) == {Answer.YES, Answer.CANCEL}


def test_the_log_of_a_message_is_copied_and_the_dialog_stays(qtbot: QtBot) -> None:
    box = notice_box(Notice("Oh", "Detail", "the log", Tone.ERROR), None)
    qtbot.addWidget(box)
    box.open()
    assert box.icon() is QMessageBox.Icon.Critical
    copy = next(button for button in box.buttons() if button.objectName() == "message.copy")
    copy.click()
    assert QGuiApplication.clipboard().text() == "the log"
    assert box.isVisible()
    box.close()


def test_a_message_without_a_log_has_nothing_to_copy(qtbot: QtBot) -> None:
    box = notice_box(Notice("Hello"), None)
    qtbot.addWidget(box)
    assert [button.objectName() for button in box.buttons()] == ["message.close"]


def test_a_file_dialog_begins_where_it_is_told_and_adds_the_suffix(
    qtbot: QtBot, tmp_path: Path
) -> None:
    choice = FileChoice("Save", ("JSON (*.json)",), tmp_path / "name.json", "json")
    dialog = file_dialog(choice, None, QFileDialog.FileMode.AnyFile)
    qtbot.addWidget(dialog)
    assert Path(dialog.directory().absolutePath()) == tmp_path
    assert dialog.defaultSuffix() == "json"
    assert dialog.nameFilters() == ["JSON (*.json)"]


# Exceptions ---------------------------------------------------------------------------------


def fail_with(message: str) -> BaseException:
    def inner() -> None:
        contents = message  # in the frame, where a careless log would find it
        raise ValueError(contents)

    try:
        try:
            inner()
        except ValueError as error:
            raise OSError(28, "No space for secret", "/home/secret") from error
    except OSError as error:
        return error
    raise AssertionError


def test_the_log_has_places_and_types_and_quotes_nothing() -> None:
    failure = failure_of(fail_with("secret"), "loading files")
    assert "While loading files:" in failure.log
    assert "ValueError\nwhich led to:" in failure.log
    assert failure.log.endswith("OSError (errno 28)")
    assert "test_shell_talk.py" in failure.log
    assert "in inner" in failure.log
    assert "secret" not in failure.log
    assert str(Path.cwd()) not in failure.log


def test_an_exception_that_leads_to_itself_ends_the_log() -> None:
    error = ValueError()
    other = KeyError()
    error.__cause__, other.__cause__ = other, error
    assert failure_of(error, "x").log.count("led to") == 1


def test_what_is_told_about_a_failure_says_when_it_happened() -> None:
    notice = notice_of(Failure("counting", "the log"))
    assert "while counting" in notice.detail
    assert (notice.log, notice.tone) == ("the log", Tone.ERROR)


def test_the_hook_reports_and_gives_its_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, _error, _trace: before.append(kind))
    previous = sys.excepthook
    told: list[Failure] = []
    hook = FailureHook(told.append)
    hook.install()
    sys.excepthook(ValueError, ValueError("secret"), None)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    hook.remove()
    assert sys.excepthook is previous
    assert len(told) == 1
    assert before == [KeyboardInterrupt]


def test_a_failure_while_one_is_told_goes_to_the_handler_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, _error, _trace: before.append(kind))

    def tell(_failure: Failure) -> None:
        sys.excepthook(KeyError, KeyError(), None)

    hook = FailureHook(tell)
    hook.install()
    sys.excepthook(ValueError, ValueError(), None)
    hook.remove()
    assert before == [KeyError]


# Settings -----------------------------------------------------------------------------------


def test_settings_are_written_when_they_change_and_only_then(qapp: object, tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    settings = Settings(path)
    told: list[Preferences] = []
    settings.changed.connect(lambda: told.append(settings.now))
    settings.update(lambda now: now)
    assert not path.exists()
    settings.update(lambda now: with_recent(now, "/a"))
    assert Settings(path).now == told[0] == settings.now
    assert len(told) == 1


def test_settings_that_cannot_be_written_are_kept_and_reported(
    qapp: object, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings(tmp_path / "file" / "preferences.json")
    settings.update(lambda now: with_recent(now, "/a"))
    assert settings.now.recent == ("/a",)
    assert [one.code for one in settings.problems] == ["preferences.not-kept"]
