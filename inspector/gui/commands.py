"""What a command is: one record that menus, keys, tooltips and the command palette follow from.

The menus of the bar.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from PySide6.QtWidgets import QMenuBar

from inspector.language import tr

__all__ = ["Choice", "Command", "CommandId", "Menu", "always"]


class Menu(Enum):
    """The places of commands, the same at all times. The value is English."""

    FILE = "&File"
    EDIT = "&Edit"
    VIEW = "&View"
    RUN = "&Run"
    LENS = "Le&ns"
    HELP = "&Help"

    @property
    def title(self) -> str:
        """What the bar calls the menu, with the mark of its key."""
        return tr(self.value)

    @property
    def widget_name(self) -> str:
        """The object name of the menu."""
        return f"menu.{self.name.lower()}"


def add_empty_menus(bar: QMenuBar) -> None:
    """Put the menus into the bar before there are commands for them, so that nothing moves."""
    for menu in Menu:
        bar.addMenu(menu.title).setObjectName(menu.widget_name)


class CommandId(StrEnum):
    """The ids of the window's own commands. Those of lenses stand with their commands."""

    NEW = "new"
    OPEN = "open"
    OPEN_FOLDER = "open-folder"
    PASTE = "paste"
    OPEN_SAMPLE = "open-sample"
    OPEN_RECENT = "open-recent"
    OPEN_MEMORY_POLICY = "open-memory-policy"
    RELOAD = "reload"
    SAVE = "save"
    SAVE_AS = "save-as"
    SAVE_POLICY_AS = "save-policy-as"
    SAVE_MEMORY_POLICY = "save-memory-policy"
    REVERT = "revert"
    EXPORT = "export"
    QUIT = "quit"
    UNDO = "undo"
    REDO = "redo"
    CHOOSE_MEMORY_ROOT = "choose-memory-root"
    PALETTE = "palette"
    PRESENTATION = "presentation"
    STORY_NEXT = "story-next"
    STORY_PREVIOUS = "story-previous"
    STORY_EDIT = "story-edit"
    END_PRESENTATION = "end-presentation"
    COPY_PICTURE = "copy-picture"
    COPY_AS_COMMAND = "copy-as-command"
    SHOW_LENS = "show-lens"
    THEME = "theme"
    LANGUAGE = "language"
    TEXT_SIZE = "text-size"
    TEXT_LARGER = "text-larger"
    TEXT_SMALLER = "text-smaller"
    TEXT_AS_SYSTEM = "text-as-system"
    PROBLEMS = "problems"
    EXCLUDE_HELD = "exclude-held"
    NEXT_PROBLEM = "next-problem"
    PREVIOUS_PROBLEM = "previous-problem"
    NEXT_PANE = "next-pane"
    PREVIOUS_PANE = "previous-pane"
    INPUTS_PANE = "inputs-pane"
    WHY_PANE = "why-pane"
    LARGER_PANE = "larger-pane"
    SMALLER_PANE = "smaller-pane"
    KEEP_HISTORY = "keep-history"
    KEEP_UNSAVED = "keep-unsaved"
    KEEP_BASELINE = "keep-baseline"
    RUN = "run"
    STOP = "stop"
    GUIDE = "guide"
    KEYS = "keys"
    RULES = "rules"
    ABOUT = "about"


def always() -> bool:
    """Say yes: the predicate of what is possible at any time."""
    return True


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things a command can be done with: a sample, a recent file, a theme.

    ``id`` is unique among the command's choices. ``key`` and ``checked`` are as for ``Command``.
    """

    id: str
    title: str
    run: Callable[[], object]
    help: str = ""
    key: str | None = None
    checked: Callable[[], bool] | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person can do.

    ``id`` is the object name of its action, too. It has ``run``, or ``choices`` (a submenu, listed
    anew each time it is opened), or both: choices that the palette finds, and that ``run`` offers
    in a dialog. ``lens`` is the id of the lens whose command it is, "" for the window's own.
    Commands of one menu are ordered by ``group``, with a line between groups, then as they were
    registered.
    ``keys`` are written as Qt writes them in English (``Ctrl+Shift+P``); the first is shown.
    ``in_reach`` says whether they are the command's at all: those of a lens that is not in sight
    belong to whatever has the keyboard. ``enabled`` is asked when the command is run; until then
    one in reach stays enabled, because a disabled action swallows its key. ``refusal`` is what is
    said where it cannot be done. ``checked`` makes it a switch. ``title_now`` is a title that
    depends on the moment, such as what would be undone; ``title`` is the one in lists and manuals.
    """

    id: str
    title: str
    help: str
    run: Callable[[], object] | None = None
    choices: Callable[[], Sequence[Choice]] | None = None
    menu: Menu | None = None
    group: int = 0
    keys: tuple[str, ...] = ()
    in_reach: Callable[[], bool] = always
    enabled: Callable[[], bool] = always
    refusal: str = ""
    checked: Callable[[], bool] | None = None
    title_now: Callable[[], str] | None = None
    lens: str = ""

    def __post_init__(self) -> None:
        if self.run is None and self.choices is None:
            raise ValueError(f"The command {self.id} has neither run nor choices.")
