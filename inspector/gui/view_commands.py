"""The commands of the View menu, but for those of its texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from inspector.gui.columns import ThreeColumns
from inspector.gui.commands import Choice, CommandId, Menu, command
from inspector.gui.keyboard import resize_pane
from inspector.gui.workspace import Workspace
from inspector.language import tr
from inspector.session.preferences import ThemeChoice

_THEMES = {
    ThemeChoice.SYSTEM: (tr("As the system"), tr("Light or dark, as the system is set.")),
    ThemeChoice.LIGHT: (tr("Light"), tr("Dark text on light ground.")),
    ThemeChoice.DARK: (tr("Dark"), tr("Light text on dark ground.")),
    ThemeChoice.CONTRAST: (
        tr("High contrast"),
        tr("Black text on white, with strong lines: 7 to 1 and more."),
    ),
}


def _columns(self: ViewCommands) -> ThreeColumns | None:
    lens = self.shell.lenses.widget
    return None if lens is None else lens.columns


def _has_columns(self: ViewCommands) -> bool:
    return _columns(self) is not None


def _is_open(outer: int, self: ViewCommands) -> bool:
    return (columns := _columns(self)) is not None and columns.is_open(outer)


def _has_problems(self: ViewCommands) -> bool:
    return bool(self.shell.problems.problems)


def _is_presented(self: ViewCommands) -> bool:
    return self.shell.presentation.is_on


def _tells(self: ViewCommands) -> bool:
    return bool(self.shell.presentation.steps)


@dataclass(frozen=True)
class ViewCommands:
    """What is in sight, where the keyboard is, and the presentation."""

    shell: Workspace

    @command(CommandId.PALETTE, tr("Commands…"), "Ctrl+Shift+P", "Ctrl+K", menu=Menu.VIEW)
    def _palette(self) -> None:
        """Finds commands, cards, files and requests by a few letters of their names."""
        self.shell.palette.open()

    @command(
        CommandId.SHOW_LENS,
        tr("Go to lens"),
        menu=Menu.VIEW,
        group=1,
        when=lambda self: bool(self.shell.lenses.records),
        offers=True,
    )
    def _show_lens(self) -> Sequence[Choice]:
        """Opens one of the four doors, or shows one of the stages behind them."""
        shell, records = self.shell, self.shell.lenses.records
        lenses = [
            Choice(
                record.id,
                record.full_title,
                partial(shell.show_lens, record.id),
                record.tip,
                record.key,
                partial(self._is_shown, record.id),
            )
            for record in records
        ]
        keys = {record.key for record in records}
        doors = [
            Choice(
                f"door.{door.value}",
                door.title,
                partial(shell.show_door, door),
                door.help,
                door.key,
            )
            for door in dict.fromkeys(record.door for record in records)
            if door.key not in keys
        ]
        return [*doors, *lenses]

    def _is_shown(self, lens: str) -> bool:
        return self.shell.lenses.current == lens

    @command(CommandId.NEXT_PANE, tr("Next pane"), "F6", menu=Menu.VIEW, group=1)
    def _next_pane(self) -> None:
        """Gives the keyboard to the next part of the window."""
        self.shell.step_pane(1)

    @command(CommandId.PREVIOUS_PANE, tr("Previous pane"), "Shift+F6", menu=Menu.VIEW, group=1)
    def _previous_pane(self) -> None:
        """Gives the keyboard to the part of the window before."""
        self.shell.step_pane(-1)

    @command(CommandId.LARGER_PANE, tr("Larger pane"), "Ctrl+F6", menu=Menu.VIEW, group=1)
    def _larger_pane(self) -> None:
        """Moves the divider beside the pane with the keyboard: it becomes larger."""
        resize_pane(1)

    @command(CommandId.SMALLER_PANE, tr("Smaller pane"), "Ctrl+Shift+F6", menu=Menu.VIEW, group=1)
    def _smaller_pane(self) -> None:
        """Moves the divider beside the pane with the keyboard: it becomes smaller."""
        resize_pane(-1)

    @command(
        CommandId.INPUTS_PANE,
        tr("Inputs"),
        "F7",
        menu=Menu.VIEW,
        group=2,
        when=_has_columns,
        checked=partial(_is_open, 0),
    )
    def _inputs(self) -> None:
        """Shows or hides the inputs of the lens."""
        self._toggle(0)

    @command(
        CommandId.WHY_PANE,
        tr("Why"),
        "Shift+F7",
        menu=Menu.VIEW,
        group=2,
        when=_has_columns,
        checked=partial(_is_open, 2),
    )
    def _why(self) -> None:
        """Shows or hides the reasons."""
        self._toggle(2)

    def _toggle(self, outer: int) -> None:
        if (columns := _columns(self)) is not None:
            columns.toggle(outer)

    @command(
        CommandId.PROBLEMS,
        tr("Problems"),
        "Ctrl+Shift+M",
        menu=Menu.VIEW,
        group=2,
        checked=lambda self: self.shell.problems.is_open,
    )
    def _problems(self) -> None:
        """Shows or hides the list of problems."""
        self.shell.problems.set_open(is_open=not self.shell.problems.is_open)

    @command(
        CommandId.NEXT_PROBLEM,
        tr("Next problem"),
        "F8",
        menu=Menu.VIEW,
        group=2,
        when=_has_problems,
    )
    def _next_problem(self) -> None:
        """Goes to the place of the next problem."""
        self.shell.problems.step(1)

    @command(
        CommandId.PREVIOUS_PROBLEM,
        tr("Previous problem"),
        "Shift+F8",
        menu=Menu.VIEW,
        group=2,
        when=_has_problems,
    )
    def _previous_problem(self) -> None:
        """Goes to the place of the problem before."""
        self.shell.problems.step(-1)

    @command(CommandId.THEME, tr("Theme"), menu=Menu.VIEW, group=3, offers=True)
    def _theme(self) -> Sequence[Choice]:
        """Chooses light or dark colours."""
        return [
            Choice(
                choice.value,
                title,
                partial(self.shell.choose_theme, choice),
                text,
                checked=partial(self._is_theme, choice),
            )
            for choice, (title, text) in _THEMES.items()
        ]

    def _is_theme(self, choice: ThemeChoice) -> bool:
        return self.shell.theme.choice is choice

    @command(
        CommandId.PRESENTATION,
        tr("Presentation mode"),
        "F5",
        "F11",
        menu=Menu.VIEW,
        group=3,
        checked=_is_presented,
    )
    def _presentation(self) -> None:
        """Fills the screen, draws texts larger, and tells the story of what is open or chosen."""
        self.shell.presentation.switch()

    @command(
        CommandId.STORY_NEXT,
        tr("Next step of the story"),
        "Right",
        "PgDown",
        menu=Menu.VIEW,
        group=3,
        in_reach=_tells,
        when=lambda self: self.shell.presentation.place + 1 < len(self.shell.presentation.steps),
        refusal=tr("This is the last step of the story."),
    )
    def _story_next(self) -> None:
        """Tells the next step while the session is presented."""
        self.shell.presentation.step(1)

    @command(
        CommandId.STORY_PREVIOUS,
        tr("Previous step of the story"),
        "Left",
        "PgUp",
        menu=Menu.VIEW,
        group=3,
        in_reach=_tells,
        when=lambda self: _tells(self) and self.shell.presentation.place > 0,
        refusal=tr("This is the first step of the story."),
    )
    def _story_previous(self) -> None:
        """Goes back to the step before while the session is presented."""
        self.shell.presentation.step(-1)

    @command(
        CommandId.STORY_EDIT,
        tr("Change the sentence of this step"),
        "F2",
        menu=Menu.VIEW,
        group=3,
        in_reach=_tells,
        when=_tells,
    )
    def _story_edit(self) -> None:
        """Changes it on the stage; the story is kept with the session from then on."""
        self.shell.presentation.edit()

    @command(
        CommandId.END_PRESENTATION,
        tr("End the presentation"),
        "Esc",
        menu=Menu.VIEW,
        group=3,
        in_reach=_is_presented,
        when=_is_presented,
    )
    def _end_presentation(self) -> None:
        """Goes back to the whole window, and to the policy before the story."""
        self.shell.presentation.end()
