"""The right column: why a file is in, cut or out, and buttons that change it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from inspector.gui.boxes import Column
from inspector.gui.one_line_buttons import OneLineButton
from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.builder.actions import Action, file_actions
from inspector.stages.builder.shown import WHOLE, path_of
from inspector.stages.builder.why import why_builder


class BuilderWhy(ExplanationPane):
    """Explains what is selected in a build; "" is what was decided about the whole.

    Buttons are named ``why.action.{id}``.
    """

    action_asked = Signal(object)
    """An ``Action``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, titles={"remedies": tr("What would change it")})
        self._actions: tuple[Action, ...] = ()
        self._buttons = QWidget(self)
        self._buttons.setObjectName("why.actions")
        self._column = Column(self._buttons, spacing=4)
        self._view.add_below_sentence(self._buttons)
        self._buttons.hide()

    @property
    def actions_now(self) -> tuple[Action, ...]:
        """What can be done about what is explained."""
        return self._actions

    def _found(self) -> tuple[Why, str] | None:
        shown = self._told
        if shown is None:
            return None
        why = why_builder(shown, self._subject) or why_builder(shown, WHOLE)
        return None if why is None else (why, "")

    def _show(self) -> None:
        super()._show()
        path = path_of(self._subject)
        actions = file_actions(self._told, path) if self._told is not None and path else ()
        if [one.title for one in actions] != [one.title for one in self._actions]:
            self._fill(actions)
        self._actions = actions
        self._buttons.setVisible(bool(actions))

    def _fill(self, actions: tuple[Action, ...]) -> None:
        while self._column.count():
            item = self._column.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for action in actions:
            button = OneLineButton(action.title, self._buttons)
            button.setToolTip(action.title)
            button.setObjectName(f"why.action.{action.id}")
            button.setProperty("role", "link")
            button.clicked.connect(partial(self._send, action.id))
            self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _send(self, action_id: str, _checked: object = None) -> None:
        for action in self._actions:
            if action.id == action_id:
                self.action_asked.emit(action)
                return
