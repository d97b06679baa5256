"""Turns commands into what Qt knows: actions with keys, in the menus where they belong."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from inspector.gui.boxes import empty
from inspector.gui.commands import Choice, Command, Menu
from inspector.language import tr


class Actions(QObject):
    """All commands of a window, each with its action.

    The object name of an action is the command's id; that of a choice is ``id.choice``, and that
    of a menu ``menu.`` and its name. An action in reach is enabled, whatever is possible, but for
    those of a menu while it is open: there, what cannot be done is grey.
    """

    refused = Signal(str)
    """Somebody wanted what cannot be done now; the text says so."""

    def __init__(self, window: QMainWindow) -> None:
        """Take over a window whose bar has its menus already."""
        super().__init__(window)
        self._window = window
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}
        self._menus: dict[Menu, QMenu] = {}
        self._submenus: dict[str, QMenu] = {}
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        self._closed = False
        for menu in Menu:
            shown = window.menuBar().findChild(QMenu, menu.widget_name)
            if shown is None:
                raise LookupError(f"The window has no menu {menu.widget_name}.")
            self._menus[menu] = shown
            shown.setToolTipsVisible(True)
            shown.aboutToShow.connect(partial(self._show_possible, menu))
            shown.aboutToHide.connect(self.refresh)

    @property
    def commands(self) -> tuple[Command, ...]:
        """All commands as they were registered."""
        return tuple(self._commands.values())

    def action(self, command_id: str) -> QAction:
        """Return a command's action."""
        return self._actions[command_id]

    def register(self, commands: Iterable[Command]) -> None:
        """Take commands into the menus. An id that is there already is a mistake of the program."""
        changed = set()
        for command in commands:
            if command.id in self._commands:
                raise ValueError(f"There are two commands {command.id}.")
            self._commands[command.id] = command
            self._actions[command.id] = self._make(command)
            if command.menu is not None:
                changed.add(command.menu)
        for menu in changed:
            self.fill(menu)
        for command_id in self._submenus:
            self._fill_choices(self._commands[command_id])
        self.refresh()

    def choices(self, command: Command) -> tuple[Choice, ...]:
        """Return what a command can be done with, none when it cannot be done now."""
        if command.choices is None or not command.enabled():
            return ()
        return tuple(command.choices())

    def refresh(self) -> None:
        """Ask every command anew whether it is in reach, whether it is on and what it is called."""
        for command_id, command in self._commands.items():
            action = self._actions[command_id]
            action.setEnabled(command.in_reach())
            if command.checked is not None:
                action.setChecked(command.checked())
            if command.title_now is not None:
                action.setText(command.title_now())

    def refresh_soon(self, pause: int) -> None:
        """Do the same once for all that changes until so many milliseconds are over.

        That may be late: whether a command is possible is asked again when somebody does it.
        """
        if not self._closed and not (pause and self._soon.isActive()):
            self._soon.start(pause)

    def close(self) -> None:
        """Ask no command any more."""
        self._closed = True
        self._soon.stop()

    def run(self, command: Command) -> None:
        """Do a command if that is possible, which is asked only now; else say that it is not."""
        if command.run is not None and command.enabled():
            command.run()
        else:
            title = command.title.rstrip("…")
            self.refused.emit(command.refusal or tr("{title} is not possible now.", title=title))
        # A switch is what its command says, whatever Qt has made of the click.
        self.refresh()

    # Actions -----------------------------------------------------------------------------

    def _make(self, command: Command) -> QAction:
        if command.run is None:
            submenu = QMenu(command.title, self._window.menuBar())
            submenu.setToolTipsVisible(True)
            self._submenus[command.id] = submenu
            submenu.aboutToShow.connect(lambda: self._fill_choices(command))
            action = submenu.menuAction()
        else:
            action = QAction(command.title, self._window)
            action.triggered.connect(lambda: self.run(command))
            self._window.addAction(action)
        action.setObjectName(command.id)
        action.setToolTip(tooltip(command))
        action.setStatusTip("")
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setCheckable(command.checked is not None)
        return action

    def _fill_choices(self, command: Command) -> None:
        """List a command's choices anew, as when its menu opens, unless they are those before."""
        submenu = self._submenus[command.id]
        choices = self.choices(command)
        old = {action.objectName(): action for action in submenu.actions()}
        names = [f"{command.id}.{choice.id}" for choice in choices]
        if names != list(old):
            for action in old.values():
                self._window.removeAction(action)
            empty(submenu)
        for name, choice in zip(names, choices, strict=True):
            action = self._choice_action(submenu, name, choice, old if names == list(old) else {})
            action.setText(choice.title.replace("&", "&&"))
            action.setToolTip(choice.help)
            if choice.checked is not None:
                action.setChecked(choice.checked())

    def _choice_action(
        self, submenu: QMenu, name: str, choice: Choice, kept: dict[str, QAction]
    ) -> QAction:
        if name in kept:
            return kept[name]
        action = QAction(submenu)
        action.setObjectName(name)
        action.setCheckable(choice.checked is not None)
        if choice.key is not None:
            action.setShortcut(QKeySequence(choice.key))
        action.triggered.connect(lambda: self._run_choice(name))
        submenu.addAction(action)
        self._window.addAction(action)  # its key works while the menu is closed
        return action

    def _run_choice(self, name: str) -> None:
        command_id, _, choice_id = name.partition(".")
        command = self._commands[command_id]
        for choice in self.choices(command):
            if choice.id == choice_id:
                choice.run()
                break
        self.refresh()

    # Menus -------------------------------------------------------------------------------

    def fill(self, menu: Menu) -> None:
        """Put the commands of a menu in order, with lines between groups.

        That of the lens in front has the commands of that lens, and of no other.
        """
        shown = self._menus[menu]
        empty(shown)
        own = [command for command in self._commands.values() if command.menu is menu]
        if menu is Menu.LENS:
            own = [command for command in own if command.in_reach()]
        shown.menuAction().setEnabled(bool(own))
        own.sort(key=lambda command: command.group)
        group = own[0].group if own else 0
        for command in own:
            if command.group != group:
                shown.addSeparator()
                group = command.group
            shown.addAction(self._actions[command.id])

    def _show_possible(self, menu: Menu) -> None:
        """Grey what a menu that is about to open has and cannot do."""
        self.refresh()
        for command_id, command in self._commands.items():
            if command.menu is menu:
                self._actions[command_id].setEnabled(command.enabled())


def tooltip(command: Command) -> str:
    """Return what is shown while the pointer rests on a command."""
    title = command.title.rstrip("…")
    keys = f" ({command.keys[0]})" if command.keys else ""
    return f"{title}{keys}\n{command.help}"
