"""Messages and questions as dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QWidget,
)

from inspector.core.problems import Problem
from inspector.files.opening import Offer
from inspector.gui.import_dialog import About, ImportDialog
from inspector.gui.main_window import MainWindow
from inspector.gui.messages import Agreed, Answer, Done, FileChoice, Notice, Question, Tone
from inspector.gui.theme import dress_as_its_window
from inspector.language import tr

_ICONS = {
    Tone.PLAIN: QMessageBox.Icon.Information,
    Tone.WARNING: QMessageBox.Icon.Warning,
    Tone.ERROR: QMessageBox.Icon.Critical,
}


class MessageBoxes:
    """``Messages`` with Qt's dialogs in front of a window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def ask(self, question: Question) -> Answer:
        """Ask and wait for the answer; closing the dialog cancels."""
        box, answers = question_box(question, self._window)
        box.exec()
        return answers.get(box.clickedButton(), Answer.CANCEL)

    def ask_text(self, question: Question) -> str | None:
        """Ask for a line of text."""
        dialog = text_dialog(question, self._window)
        given = dialog.textValue().strip() if dialog.exec() else ""
        return given or None

    def tell(self, notice: Notice) -> None:
        """Tell and wait until it has been read."""
        notice_box(notice, self._window).exec()

    def say(self, done: Done) -> None:
        """Say what was done in the status line."""
        self._window.status.say(done)

    def choose_import(
        self, offer: Offer, problems: Sequence[Problem], about: About
    ) -> Agreed | None:
        """Show what a file of another program becomes, and let columns be chosen."""
        dialog = ImportDialog(offer, problems, self, about, self._window)
        dialog.exec()
        dialog.deleteLater()
        return dialog.chosen

    def choose_files(self, choice: FileChoice) -> tuple[Path, ...]:
        """Let existing files be chosen."""
        dialog = file_dialog(choice, self._window, QFileDialog.FileMode.ExistingFiles)
        return _chosen(dialog)

    def choose_folder(self, choice: FileChoice) -> Path | None:
        """Let a folder be chosen."""
        dialog = file_dialog(choice, self._window, QFileDialog.FileMode.Directory)
        return next(iter(_chosen(dialog)), None)

    def choose_target(self, choice: FileChoice) -> Path | None:
        """Let a file be named for saving."""
        dialog = file_dialog(choice, self._window, QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        return next(iter(_chosen(dialog)), None)


def text_dialog(question: Question, parent: QWidget | None) -> QInputDialog:
    """Return the dialog that asks for a line of text."""
    dialog = QInputDialog(parent)
    dress_as_its_window(dialog)
    dialog.setWindowTitle(question.text)
    dialog.setLabelText(question.detail)
    dialog.setOkButtonText(question.yes)
    dialog.setCancelButtonText(tr("Cancel"))
    return dialog


def question_box(
    question: Question, parent: QWidget | None
) -> tuple[QMessageBox, dict[QAbstractButton, Answer]]:
    """Return the dialog of a question, and what each of its buttons answers."""
    box = _box(question.text, question.detail, QMessageBox.Icon.Question, parent)
    role = QMessageBox.ButtonRole
    yes = box.addButton(question.yes, role.AcceptRole)
    answers: dict[QAbstractButton, Answer] = {yes: Answer.YES}
    if question.no is not None:
        answers[box.addButton(question.no, role.DestructiveRole)] = Answer.NO
    if question.other is not None:
        answers[box.addButton(question.other, role.ActionRole)] = Answer.OTHER
    cancel = box.addButton(tr("Cancel"), role.RejectRole)
    answers[cancel] = Answer.CANCEL
    for button, answer in answers.items():
        button.setObjectName(f"message.{answer}")
    box.setDefaultButton(yes)
    box.setEscapeButton(cancel)
    return box, answers


def notice_box(notice: Notice, parent: QWidget | None) -> QMessageBox:
    """Return the dialog of a message."""
    box = _box(notice.text, notice.detail, _ICONS[notice.tone], parent)
    close = box.addButton(tr("Close"), QMessageBox.ButtonRole.RejectRole)
    close.setObjectName("message.close")
    if notice.log:
        copy = box.addButton(tr("Copy details"), QMessageBox.ButtonRole.ActionRole)
        copy.setObjectName("message.copy")
        # Else the button would close the dialog, as every button of a message box does.
        copy.clicked.disconnect()
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(notice.log))
        box.setDetailedText(notice.log)
    box.setDefaultButton(close)
    return box


def file_dialog(
    choice: FileChoice, parent: QWidget | None, mode: QFileDialog.FileMode
) -> QFileDialog:
    """Return the dialog for a file or folder."""
    dialog = QFileDialog(parent, choice.title)
    dress_as_its_window(dialog)
    dialog.setObjectName("files")
    dialog.setFileMode(mode)
    if choice.filters:
        dialog.setNameFilters(list(choice.filters))
    if choice.suffix:
        dialog.setDefaultSuffix(choice.suffix)
    if choice.start is not None:
        if choice.start.is_dir():
            dialog.setDirectory(str(choice.start))
        else:
            dialog.setDirectory(str(choice.start.parent))
            dialog.selectFile(choice.start.name)
    return dialog


def _box(text: str, detail: str, icon: QMessageBox.Icon, parent: QWidget | None) -> QMessageBox:
    box = QMessageBox(parent)
    dress_as_its_window(box)
    box.setObjectName("message")
    box.setWindowTitle(tr("Context Budget Inspector"))
    box.setIcon(icon)
    # Names of files stand in messages; they are not markup.
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(detail)
    return box


def _chosen(dialog: QFileDialog) -> tuple[Path, ...]:
    if dialog.exec() != QDialog.DialogCode.Accepted:
        return ()
    return tuple(Path(name) for name in dialog.selectedFiles())
