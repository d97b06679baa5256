"""The inputs of the window: where the chunks came from, the room, options, configuration.

The points of business factors: one row for every word of the configuration.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from inspector.core.problems import Problem
from inspector.core.window.chunk import read_instant
from inspector.core.window.config import PlacementOptions, WindowConfig
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.field_row import FieldRow, ModelForm
from inspector.gui.views.section_column import SectionColumn
from inspector.language import localized, tr
from inspector.present.form_fields import FormField, with_field
from inspector.session.session import Part, Session
from inspector.session.store import Edit, Store
from inspector.session.window_edits import (
    set_available_tokens,
    set_now,
    set_placement_options,
    set_reserve,
    set_window_config,
)
from inspector.stages.window.input_fields import (
    AVAILABLE,
    NOW,
    RESERVE,
    boost_fields,
    room_fields,
    time_text,
)


class BoostForm(QWidget):
    """Edits the tables of points. Rows are named ``boosts.{table}.{word}``."""

    changed = Signal(tuple, object, object)
    """The way to the word in the configuration, its points, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fields: tuple[FormField, ...] = ()
        self._rows: list[FieldRow] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)

    def set_config(self, config: WindowConfig) -> None:
        """Show a configuration's points; other words make other rows."""
        fields = boost_fields(config)
        if fields != self._fields:
            self._fields = fields
            self._make_rows()
        for field, row in zip(fields, self._rows, strict=True):
            _, table, word = field.path
            row.set_value(getattr(config.priority_boosts, table)[word])

    @property
    def changes(self) -> int:
        """How many words have other points than by default."""
        return sum(row.differs for row in self._rows)

    def _make_rows(self) -> None:
        while self._layout.count():
            item = self._layout.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._rows = []
        group = ""
        for field in self._fields:
            if field.group != group:
                group = field.group
                heading = QLabel(group, self)
                heading.setProperty("role", "section")
                heading.setFont(self._theme.font(FontRole.SECTION))
                self._layout.addWidget(heading)
            row = FieldRow(f"boosts.{field.path[1]}.{field.path[2]}", field, self._theme, self)
            row.changed.connect(
                lambda value, gesture, path=field.path: self.changed.emit(path, value, gesture)
            )
            self._layout.addWidget(row)
            self._rows.append(row)


_SECTIONS = (
    ("chunks", tr("Chunks"), True),
    ("room", tr("Limits"), True),
    ("options", tr("Options"), True),
    ("boosts", tr("Business points"), False),
    ("config", tr("Configuration"), False),
)
_HINT = tr("Open or drop a chat payload, a list of chunks or a session.")


class WindowInputs(SectionColumn):
    """Shows the stage's inputs and commits what somebody changes, each field as one undo step.

    Sections are named ``section.{id}``; rows ``room.{field}``, ``options.{field}``,
    ``config.{field}`` and ``boosts.{table}.{word}``.
    """

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._store = store
        self._shown: Session | None = None
        content = self._content
        self._add_sections(_SECTIONS, theme)
        self._source = self._label("chunks.source", theme, FontRole.BODY)
        self._hint = self._label("chunks.hint", theme, FontRole.SMALL, muted=True)
        self._hint.setText(_HINT)
        self._room = {
            field.id: FieldRow(f"room.{field.id}", field, theme, content) for field in room_fields()
        }
        self._room[NOW].editor.setFont(theme.font(FontRole.SMALL))  # a date and a time are long
        self._options = ModelForm("options", PlacementOptions, theme, content)
        self._boosts = BoostForm(theme, content)
        self._config = ModelForm("config", WindowConfig, theme, content)
        for name, widgets in (
            ("chunks", (self._source, self._hint)),
            ("room", tuple(self._room.values())),
            ("options", (self._options,)),
            ("boosts", (self._boosts,)),
            ("config", (self._config,)),
        ):
            self._fill(name, *widgets)
        self._connect()

    def _connect(self) -> None:
        for field_id, row in self._room.items():
            row.changed.connect(
                lambda value, gesture, name=field_id: self._edit_room(name, value, gesture)
            )
        self._options.changed.connect(self._edit_options)
        self._config.changed.connect(self._edit_config)
        self._boosts.changed.connect(self._edit_config)

    # What is shown -----------------------------------------------------------------------

    def set_session(self, session: Session) -> None:
        """Show a session's inputs; only what is another value than before is looked at."""
        shown, self._shown = self._shown, session
        stage = session.window
        if shown is not None and shown.window is stage and shown.sources == session.sources:
            return
        self._show_source(session)
        reserve = stage.max_system_prompt
        if reserve is None:
            reserve = stage.config.token_budgets.max_system_prompt
        self._room[AVAILABLE].set_value(stage.available_tokens)
        self._room[RESERVE].set_value(reserve)
        self._room[NOW].set_value(time_text(stage.now_ms))
        time = self._room[NOW].editor
        if isinstance(time, QLineEdit) and not time.hasFocus():
            time.setCursorPosition(0)  # the date counts more than the seconds
        for row in self._room.values():
            row.set_problems(())
        self._options.set_document(stage.options)
        self._boosts.set_config(stage.config)
        self._config.set_document(stage.config)
        for name, changes in (
            ("options", self._options.changes),
            ("boosts", self._boosts.changes),
            ("config", self._config.changes),
        ):
            self._sections[name].badge.setText(
                tr("{changes:,} changed", changes=changes) if changes else ""
            )

    def _show_source(self, session: Session) -> None:
        chunks = session.window.chunks
        source = session.source(Part.WINDOW)
        where = tr("kept in the session") if source is None else PurePath(source).name
        self._source.setText(where if chunks else tr("There are no chunks."))
        self._source.setToolTip(source or "")
        self._sections["chunks"].badge.setText(localized(len(chunks)) if chunks else "")
        self._hint.setVisible(not chunks)

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show each problem of room, options and configuration at its field."""
        for field_id, row in self._room.items():
            row.set_problems(tuple(p for p in problems if p.place.pointer == f"/{field_id}"))
        self._options.set_problems(_below(problems, "options"))
        self._config.set_problems(_below(problems, "config"))

    def show_problem(self, problem: Problem) -> bool:
        """Go to the field that a problem points to; tell whether there is one here."""
        if not problem.code.startswith("window."):
            return False
        first, *rest = (problem.place.pointer or "").strip("/").split("/")
        if first in self._room:
            self._sections["room"].set_open(True)
            self._room[first].editor.setFocus()
            return True
        form = {"options": self._options, "config": self._config}.get(first)
        if form is None:
            return False
        self._sections[first].set_open(True)
        return form.focus_field(".".join(rest))

    # What somebody does ------------------------------------------------------------------

    def _edit_room(self, name: str, value: Any, gesture: object) -> None:
        row = self._room[name]
        try:
            label, edit = self._room_edit(name, value)
            self._store.commit(label, edit, gesture=gesture)
        except ValidationError as error:
            row.refuse(
                tr(
                    "It {errors}.",
                    errors=error.errors(include_url=False, include_input=False)[0]["msg"],
                )
            )
        except ValueError as error:
            row.refuse(tr("It {error}.", error=error))

    def _room_edit(self, name: str, value: Any) -> tuple[str, Edit]:
        if name == NOW:
            return tr("Change the time of the request"), set_now(read_instant(str(value)))
        if name == RESERVE:
            usual = self._store.session.window.config.token_budgets.max_system_prompt
            return tr("Change the reserve"), set_reserve(None if value == usual else value)
        return tr("Change the available tokens"), set_available_tokens(value)

    def _edit_options(self, path: tuple[str, ...], value: Any, gesture: object) -> None:
        self._change(
            path,
            lambda: set_placement_options(
                with_field(self._store.session.window.options, path, value)
            ),
            gesture,
        )

    def _edit_config(self, path: tuple[str, ...], value: Any, gesture: object) -> None:
        self._change(
            path,
            lambda: set_window_config(with_field(self._store.session.window.config, path, value)),
            gesture,
        )

    def _change(self, path: tuple[str, ...], edit: Callable[[], Edit], gesture: object) -> None:
        self._store.commit(
            tr("Change {replace}", replace=path[-1].replace("_", " ")), edit(), gesture=gesture
        )


def _below(problems: tuple[Problem, ...], part: str) -> tuple[Problem, ...]:
    """Return the problems of a part, their pointers taken from there on."""
    prefix = f"/{part}/"
    return tuple(
        problem.at(type(problem.place)(pointer=problem.place.pointer[len(prefix) - 1 :]))
        for problem in problems
        if problem.place.pointer is not None and problem.place.pointer.startswith(prefix)
    )
