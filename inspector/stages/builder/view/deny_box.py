"""The deny rules of a project: the default ones, its own, and overrides with their reasons.

The project's folder: which one, how to choose another, and what its index holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QColor
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from inspector.core.builder.inputs import BuilderConfig
from inspector.gui.boxes import STRETCH, HBox, VBox, empty, text_label, tool_button, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.language import tr
from inspector.project.rules import NEVER_SENT, AllowedFinding, IgnoredOverride
from inspector.stages.builder.part import (
    add_deny_pattern,
    no_longer,
    override_default_pattern,
    remove_deny_pattern,
    restore_default_pattern,
)

_PATTERN = Qt.ItemDataRole.UserRole
_MOST_ROWS = 14


class DenyBox(QWidget):
    """Shows every rule and changes them. It keeps none: what somebody wants is sent.

    Object names: ``deny.list``, ``deny.pattern``, ``deny.add``, ``deny.reason``, ``deny.change``,
    ``deny.hint``.
    """

    changed = Signal(str, object)
    """The name of an undo step, and its edit."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("deny")
        self._theme = theme
        self._config = BuilderConfig()
        self._list = with_name(
            QListWidget(self), "deny.list", tr("Paths that are never sent"), role="framed"
        )
        self._list.setMinimumWidth(80)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._pattern = _line(
            "deny.pattern", tr("Another pattern"), tr("Another pattern, as in .gitignore")
        )
        self._add = with_name(QPushButton(tr("Add"), self), "deny.add")
        self._hint = text_label("deny.hint", self, role="muted", font=theme.font(FontRole.SMALL))
        self._reason = _line("deny.reason", tr("Reason of the override"), tr("Why may it be sent?"))
        self._change = with_name(QPushButton(self), "deny.change")
        adding = HBox(spacing=4).hold((self._pattern, 1), self._add)
        changing = HBox(spacing=4).hold((self._reason, 1), self._change)
        VBox(self, margins=(10, 0, 0, 0), spacing=4).hold(self._list, self._hint, changing, adding)
        self._add.clicked.connect(self._send_new)
        self._pattern.returnPressed.connect(self._send_new)
        self._pattern.textChanged.connect(lambda _text: self._show_current())
        self._reason.textChanged.connect(lambda _text: self._show_current())
        self._reason.returnPressed.connect(self._send_change)
        self._change.clicked.connect(self._send_change)
        self._list.currentRowChanged.connect(lambda _row: self._show_current())
        self._fill()

    def set_config(self, config: BuilderConfig) -> None:
        """Show a project's rules."""
        if config != self._config:
            self._config = config
            self._fill()

    def follow_theme(self, _theme: Theme) -> None:
        """Draw in its colours from now on."""
        self._fill()

    def show_pattern(self, pattern: str) -> None:
        """Go to a rule; "" goes to the line for another one."""
        for row in range(self._list.count()):
            item = self._list.item(row)
            if pattern and item.data(_PATTERN) == pattern:
                self._list.setCurrentRow(row)
                (self._reason if self._reason.isVisibleTo(self) else self._list).setFocus()
                return
        self._pattern.setFocus()

    @property
    def _current(self) -> str:
        items = self._list.selectedItems()  # there may be a current one of none
        return str(items[0].data(_PATTERN)) if items else ""

    @property
    def _overridden(self) -> dict[str, str]:
        return {one.pattern: one.reason for one in self._config.deny_overrides}

    @property
    def _let_in(self) -> dict[str, IgnoredOverride | AllowedFinding]:
        """What a person let in, by how its row begins."""
        paths = {tr("ignored {path}", path=one.path): one for one in self._config.ignored_overrides}
        finds = {tr("finding {id}", id=one.id): one for one in self._config.allowed_findings}
        return {**paths, **finds}

    def _fill(self) -> None:
        current, overridden = self._current, self._overridden
        self._list.blockSignals(True)  # noqa: FBT003  # Qt's
        self._list.clear()
        for pattern in (*NEVER_SENT, *self._config.deny):
            default = pattern in NEVER_SENT
            state = "" if default else "   " + tr("own")
            if default and pattern in overridden:
                state = "   " + tr("overridden: {reason}", reason=overridden[pattern])
            item = QListWidgetItem(f"{pattern}{state}")
            item.setData(_PATTERN, pattern)
            item.setToolTip(f"{pattern}{state}")
            if default and pattern in overridden:
                item.setForeground(QColor(self._theme.colors.warning))
            self._list.addItem(item)
            if pattern == current:
                self._list.setCurrentItem(item)
        for key, one in self._let_in.items():
            item = QListWidgetItem(f"{key}   " + tr("let in: {reason}", reason=one.reason))
            item.setData(_PATTERN, key)
            item.setToolTip(item.text())
            item.setForeground(QColor(self._theme.colors.warning))
            self._list.addItem(item)
            if key == current:
                self._list.setCurrentItem(item)
        self._list.blockSignals(False)  # noqa: FBT003  # Qt's
        row = self._list.sizeHintForRow(0)
        self._list.setFixedHeight(min(self._list.count(), _MOST_ROWS) * row + 10)
        self._show_current()

    def _show_current(self) -> None:
        current, overridden = self._current, self._overridden
        default = current in NEVER_SENT
        holds = default and current not in overridden
        self._reason.setVisible(holds)
        self._change.setVisible(bool(current))
        self._change.setText(
            tr("Override") if holds else tr("Restore") if default else tr("Remove")
        )
        self._change.setEnabled(not holds or bool(self._reason.text().strip()))
        self._add.setEnabled(bool(self._pattern.text().strip()))
        if not current:
            self._hint.setText(tr("Select a rule to change it."))
        elif holds:
            self._hint.setText(
                tr("A default rule. An override needs a reason; every report says it.")
            )
        elif current in self._let_in:
            self._hint.setText(tr("Let in: {reason}", reason=self._let_in[current].reason))
        elif default:
            self._hint.setText(tr("Overridden: {overridden}", overridden=overridden[current]))
        else:
            self._hint.setText(tr("A rule of this project."))

    def _send_new(self) -> None:
        pattern = self._pattern.text().strip()
        if pattern:
            self._pattern.clear()
            self.changed.emit(tr("Add a deny rule"), add_deny_pattern(pattern))

    def _send_change(self) -> None:
        current = self._current
        if not current or not self._change.isEnabled():
            return
        if current in self._let_in:
            self.changed.emit(tr("Take back what was let in"), no_longer(self._let_in[current]))
        elif current not in NEVER_SENT:
            self.changed.emit(tr("Remove a deny rule"), remove_deny_pattern(current))
        elif current in self._overridden:
            self.changed.emit(tr("Restore a default rule"), restore_default_pattern(current))
        else:
            reason = self._reason.text().strip()
            self._reason.clear()
            self.changed.emit(tr("Override a rule"), override_default_pattern(current, reason))


def _line(name: str, title: str, hint: str) -> QLineEdit:
    line = with_name(QLineEdit(), name, title)
    line.setPlaceholderText(hint)
    line.setMinimumWidth(60)
    return line


class ProjectBox(QWidget):
    """Object names: ``project.path``, ``.facts``, ``.choose``, ``.recent``, ``.index``."""

    choose_asked = Signal()
    root_chosen = Signal(str)
    """One of the folders that were open before."""
    index_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("project")
        self._name = text_label("project.path", self, font=theme.font(FontRole.STRONG))
        self._facts = text_label(
            "project.facts", self, role="muted", font=theme.font(FontRole.SMALL)
        )
        self._choose = with_name(QPushButton(tr("Choose folder…"), self), "project.choose")
        self._recent = tool_button("project.recent", tr("Recent"), self)
        self._recent.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = with_name(QMenu(self._recent), "project.recent.menu")
        self._recent.setMenu(self._menu)
        tip = tr("Index again: look at the project's files as they are now")
        self._index = tool_button("project.index", "↻", self, title=tr("Index again"), tip=tip)
        row = HBox(spacing=4).hold(self._choose, self._recent, STRETCH, self._index)
        VBox(self, margins=(10, 0, 0, 0), spacing=4).hold(self._name, self._facts, row)
        self._choose.clicked.connect(self.choose_asked)
        self._index.clicked.connect(self.index_asked)
        self.set_recent(())

    def set_root(self, root: str) -> None:
        """Show another folder."""
        self._name.setText(PurePath(root).name or root or tr("No project"))
        self._name.setToolTip(root)
        self._index.setEnabled(bool(root))
        if not root:
            self._facts.setText(tr("Choose a folder, or drop one here."))

    def set_facts(self, text: str) -> None:
        """Say what is known of the folder."""
        self._facts.setText(text)

    def set_recent(self, roots: Sequence[str]) -> None:
        """Offer these folders."""
        empty(self._menu)
        for place, root in enumerate(roots):
            action = QAction(root.replace("&", "&&"), self._menu)
            action.setObjectName(f"project.recent.{place}")
            action.triggered.connect(partial(self._send, root))
            self._menu.addAction(action)
        self._recent.setVisible(bool(roots))

    def focus_first(self) -> None:
        """Give the keyboard to the button that chooses a folder."""
        self._choose.setFocus()

    def _send(self, root: str, _checked: object = None) -> None:
        self.root_chosen.emit(root)
