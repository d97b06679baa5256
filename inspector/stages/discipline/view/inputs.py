"""The inputs of discipline: where the state is from, limits, steps, prompt, artifacts, check.

A line of text with its title above it.
"""

from __future__ import annotations

from pathlib import Path, PurePath

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from inspector.core.problems import Problem, Severity
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.field_row import FieldRow, ModelForm
from inspector.gui.views.problem_notes import ProblemNotes
from inspector.gui.views.section_column import SectionColumn
from inspector.language import tr
from inspector.session.discipline_edits import (
    set_diff_mode,
    set_force_check,
    set_limit,
    set_prompt,
    set_switch,
    set_task,
)
from inspector.session.discipline_stage import PromptSizes
from inspector.session.session import Part, Session
from inspector.session.store import Edit, Store
from inspector.stages.discipline.input_fields import (
    check_fields,
    limit_fields,
    shown_limit,
    sizes_of_text,
    sizes_text,
    switch_fields,
)


class TextRow(QWidget):
    """Edits one text, over the whole width. Object names: ``{name}.editor``, ``.problem``."""

    changed = Signal(str)

    def __init__(
        self, name: str, title: str, help_text: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setToolTip(f"<span>{help_text}</span>")
        label = QLabel(title, self)
        self._editor = QLineEdit(self)
        self._editor.setObjectName(f"{name}.editor")
        self._editor.setAccessibleName(title)
        self._editor.setAccessibleDescription(help_text)
        self._editor.editingFinished.connect(self._send)
        label.setBuddy(self._editor)
        self._notes = ProblemNotes(f"{name}.problem", theme, self)
        self._notes.setFont(theme.font(FontRole.SMALL))
        self._text = ""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(2)
        for widget in (label, self._editor, self._notes):
            layout.addWidget(widget)

    def set_text(self, text: str) -> None:
        """Show a text."""
        if text != self._text or text != self._editor.text():
            self._text = text
            self._editor.setText(text)
            self._editor.setCursorPosition(0)
        self._notes.show_problems(())

    def refuse(self, message: str) -> None:
        """Say that what was entered is not valid; it stays in the editor."""
        self._notes.show_problems((Problem(Severity.ERROR, "form.not-valid", message),))

    def _send(self) -> None:
        if self._editor.text() != self._text:
            self.changed.emit(self._editor.text())


_SECTIONS = (
    ("state", tr("Hot state"), True),
    ("limits", tr("Limits"), True),
    ("steps", tr("Steps"), True),
    ("prompt", tr("Prompt"), True),
    ("artifacts", tr("Artifacts"), True),
    ("check", tr("Change check"), True),
)


class DisciplineInputs(SectionColumn):
    """Shows the stage's inputs and commits what somebody changes, each field as one undo step.

    Sections are named ``section.{id}``; rows ``limits.{field}``, ``steps.{field}``,
    ``prompt.{field}``, ``check.{field}``.
    """

    open_asked = Signal()
    folder_asked = Signal()
    memory_asked = Signal()

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._store = store
        self._shown: Session | None = None
        content = self._content
        self._add_sections(_SECTIONS, theme)
        self._source = self._label("state.source", theme, FontRole.BODY)
        self._open = QPushButton(tr("Open…"), content)
        self._open.setObjectName("state.open")
        self._open.setToolTip(tr("Opens a hot state, a discipline stage or a series of metrics."))
        self._limits = {
            field.id: FieldRow(f"limits.{field.id}", field, theme, content)
            for field in limit_fields()
        }
        self._steps = {
            field.id: FieldRow(f"steps.{field.id}", field, theme, content)
            for field in switch_fields()
        }
        self._prompt = ModelForm("prompt", PromptSizes, theme, content)
        self._inline = TextRow(
            "prompt.inline_artifact_chars",
            tr("Inline artifacts"),
            tr("Characters of each artifact that is written into the prompt, with commas between."),
            theme,
            content,
        )
        self._folder = self._label("artifacts.folder", theme, FontRole.BODY)
        self._choose = QPushButton(tr("Folder…"), content)
        self._choose.setObjectName("artifacts.choose")
        self._choose.setAccessibleName(tr("Keep artifacts in a folder"))
        self._choose.setToolTip(tr("Keeps what is taken out of the state in an artifact registry."))
        self._memory = QPushButton(tr("In memory"), content)
        self._memory.setObjectName("artifacts.memory")
        self._memory.setToolTip(tr("Writes nothing to disk any more; what is there stays there."))
        self._task = TextRow(
            "check.task",
            tr("Task"),
            tr(
                "What the executor was asked to do. Only tasks that change code are checked;"
                " without"
                " a description every output is."
            ),
            theme,
            content,
        )
        self._check = {
            field.id: FieldRow(f"check.{field.path[-1]}", field, theme, content)
            for field in check_fields()
        }
        for name, widgets in (
            ("state", (self._source, _row(content, self._open))),
            ("limits", tuple(self._limits.values())),
            ("steps", tuple(self._steps.values())),
            ("prompt", (self._prompt, self._inline)),
            ("artifacts", (self._folder, _row(content, self._choose, self._memory))),
            ("check", (self._task, *self._check.values())),
        ):
            self._fill(name, *widgets)
        self.show_folder(None)
        self._connect()

    def _connect(self) -> None:
        self._open.clicked.connect(self.open_asked)
        self._choose.clicked.connect(self.folder_asked)
        self._memory.clicked.connect(self.memory_asked)
        for name, row in self._limits.items():
            row.changed.connect(
                lambda value, gesture, name=name: self._commit(
                    tr("Change a limit"), set_limit(name, value), gesture
                )
            )
        for name, row in self._steps.items():
            row.changed.connect(
                lambda value, gesture, name=name: self._commit(
                    tr("Switch a step"), set_switch(name, on=value), gesture
                )
            )
        self._prompt.changed.connect(
            lambda path, value, gesture: self._commit(
                tr("Change the prompt"), set_prompt(**{path[0]: value}), gesture
            )
        )
        self._inline.changed.connect(self._edit_inline)
        self._task.changed.connect(
            lambda text: self._commit(tr("Change the task"), set_task(text or None), object())
        )
        self._check["output.mode"].changed.connect(
            lambda value, gesture: self._commit(
                tr("Change the mode"), set_diff_mode(value), gesture
            )
        )
        self._check["output.force_check"].changed.connect(
            lambda value, gesture: self._commit(
                tr("Change the check"), set_force_check(on=value), gesture
            )
        )

    # What is shown -----------------------------------------------------------------------

    def set_session(self, session: Session) -> None:
        """Show a session's inputs; only what is another value than before is looked at."""
        shown, self._shown = self._shown, session
        stage = session.discipline
        if shown is not None and shown.discipline is stage and shown.sources == session.sources:
            return
        source = session.source(Part.DISCIPLINE)
        where = tr("Kept in the session.") if source is None else PurePath(source).name
        self._source.setText(where if stage.hot_state is not None else tr("There is no hot state."))
        self._source.setToolTip(source or "")
        fields = len(stage.hot_state or {})
        self._sections["state"].badge.setText(
            tr("{fields:,} fields", fields=fields) if fields else ""
        )
        for name, row in self._limits.items():
            number, problems = shown_limit(getattr(stage.limits, name))
            row.set_value(number)
            row.set_problems(problems)
        for name, row in self._steps.items():
            row.set_value(getattr(stage, name))
        self._prompt.set_document(stage.prompt)
        self._inline.set_text(sizes_text(stage.prompt.inline_artifact_chars))
        self._task.set_text(stage.output.task or "")
        self._check["output.mode"].set_value(stage.output.mode)
        self._check["output.force_check"].set_value(stage.output.force_check)
        for section, rows in (("limits", self._limits), ("steps", self._steps)):
            changes = sum(row.differs for row in rows.values())
            self._sections[section].badge.setText(
                tr("{changes:,} changed", changes=changes) if changes else ""
            )

    def show_prompt(self, text: str) -> None:
        """Show beside the prompt's heading how large it is."""
        self._sections["prompt"].badge.setText(text)

    def show_folder(self, folder: Path | None) -> None:
        """Show where artifacts are kept."""
        self._folder.setText(
            tr("Kept in memory.") if folder is None else folder.name or str(folder)
        )
        self._folder.setToolTip("" if folder is None else str(folder))
        self._memory.setEnabled(folder is not None)

    def show_problem(self, problem: Problem) -> bool:
        """Go to the limit that a problem points to; tell whether there is one here."""
        first, _, name = (problem.place.pointer or "").strip("/").partition("/")
        if first != "limits" or name not in self._limits:
            return False
        self._sections["limits"].set_open(True)
        self._limits[name].editor.setFocus()
        return True

    # What somebody does ------------------------------------------------------------------

    def _edit_inline(self, text: str) -> None:
        try:
            sizes = sizes_of_text(text)
            self._commit(tr("Change the prompt"), set_prompt(inline_artifact_chars=sizes), object())
        except ValidationError as error:
            self._inline.refuse(
                tr("It {errors}.", errors=error.errors(include_url=False)[0]["msg"])
            )
        except ValueError as error:
            self._inline.refuse(tr("It {error}.", error=error))

    def _commit(self, label: str, edit: Edit, gesture: object) -> None:
        self._store.commit(label, edit, gesture=gesture)

    def focus_first(self) -> None:
        """Go to the first limit."""
        self._sections["limits"].set_open(True)
        next(iter(self._limits.values())).editor.setFocus()


def _row(parent: QWidget, *buttons: QPushButton) -> QWidget:
    row = QWidget(parent)
    layout = QHBoxLayout(row)
    layout.setContentsMargins(10, 0, 0, 0)
    layout.setSpacing(8)
    for button in buttons:
        layout.addWidget(button)
    layout.addStretch(1)
    return row
