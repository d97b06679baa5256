"""What a command is: a decorated method, and the one record that menus, keys, tooltips and the
command palette follow from. The menus of the bar, and the manual's page of all commands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import partial
from typing import Any, TypeVar

from PySide6.QtWidgets import QMenuBar

from inspector.language import tr

_SPEC = "command"  # the attribute of a method that makes its command
Method = TypeVar("Method", bound=Callable[..., Any])


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


def command(
    which: str,
    title: str,
    *keys: str,
    when: Callable[[Any], bool] | None = None,
    offers: bool = False,
    **more: Any,
) -> Callable[[Method], Method]:
    """Make a method a command whose help is its docstring, which is translated like a ``tr``.

    ``when`` is asked of what has the method whether it is possible. A method that ``offers``
    returns choices. ``more`` are other fields of ``Command``; what is called there is asked of what
    has the method, too.
    """

    def described(method: Method) -> Method:
        def made(owner: Any) -> Command:
            bound: dict[str, Any] = {
                name: partial(value, owner) if callable(value) else value
                for name, value in more.items()
            }
            if when is not None:
                bound["enabled"] = partial(when, owner)
            bound["choices" if offers else "run"] = partial(method, owner)
            help_text = tr(" ".join((method.__doc__ or "").split()))
            return Command(which, title, help_text, keys=keys, **bound)

        method.__dict__[_SPEC] = made
        return method

    return described


def commands_of(owner: Any) -> Sequence[Command]:
    """Return the commands that the methods of an object are, in the order in which they stand."""
    return [
        method.__dict__[_SPEC](owner)
        for kind in type(owner).__mro__
        for method in vars(kind).values()
        if _SPEC in getattr(method, "__dict__", ())
    ]


_HEAD = """\
# Commands

Everything the window can do. Ctrl+K opens the command palette: type a few letters, press Enter.
This page is made from the program: `python -m inspector.gui.unattended`.
"""


def commands_page(commands: Sequence[Command], lenses: dict[str, str]) -> str:
    """Return the page: a table for each menu, in their order, that of lenses for each of them.

    ``lenses`` are their full titles by their ids.
    """
    parts = [_HEAD]
    for menu in Menu:
        for lens, title in (lenses | {"": ""}).items():
            own = [one for one in commands if (one.menu, one.lens) == (menu, lens)]
            own.sort(key=lambda command: command.group)
            name = menu.title.replace("&", "")
            parts += [_table(f"{name}: {title}" if title else name, own)] if own else []
    return "\n".join(parts)


def _table(title: str, commands: Sequence[Command]) -> str:
    rows = [f"| {command.title} | {_keys(command)} | {command.help} |" for command in commands]
    return "\n".join(
        (f"## {title}", "", "| command | keys | what it does |", "| --- | --- | --- |", *rows, "")
    )


def _keys(command: Command) -> str:
    return ", ".join(f"`{key}`" for key in command.keys)
