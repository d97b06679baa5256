"""The window's own commands; each lens adds those of its subject."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from inspector.gui.commands import Choice, Command, CommandId, Menu
from inspector.gui.copying import copy_picture, run_line
from inspector.gui.file_commands import file_commands
from inspector.gui.panes import pane_commands
from inspector.gui.text_size_commands import language_commands, text_size_commands
from inspector.gui.workspace import Workspace
from inspector.language import ENGLISH, spoken, tr
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


def shell_commands(shell: Workspace) -> tuple[Command, ...]:
    """Return the commands of a window."""
    return (
        *file_commands(shell),
        *_edit(shell),
        *_view(shell),
        *text_size_commands(shell),
        *language_commands(shell),
        *_run(shell),
        *_help(shell),
    )


def _small(label: str) -> str:
    """Return what a change is called as it stands behind a verb in English."""
    return label[:1].lower() + label[1:] if spoken() == ENGLISH else label


def _edit(shell: Workspace) -> Sequence[Command]:
    store = shell.store

    def exclude_secret() -> None:
        if shell.problems.current is not None:
            shell.secrets.exclude(shell.problems.current)

    def line() -> str:
        document, store = shell.document, shell.store
        return run_line(store.session, store.saved, document.path, sample=document.is_sample)

    return (
        Command(
            CommandId.UNDO,
            tr("Undo"),
            tr("Takes the last change back. One drag is one change."),
            store.undo,
            menu=Menu.EDIT,
            keys=("Ctrl+Z",),
            enabled=lambda: store.undo_label is not None,
            refusal=tr("There is nothing to undo."),
            title_now=lambda: (
                tr("Undo {label}", label=_small(store.undo_label))
                if store.undo_label
                else tr("Undo")
            ),
        ),
        Command(
            CommandId.REDO,
            tr("Redo"),
            tr("Makes the change again that was taken back last."),
            store.redo,
            menu=Menu.EDIT,
            keys=("Ctrl+Shift+Z", "Ctrl+Y"),
            enabled=lambda: store.redo_label is not None,
            refusal=tr("There is nothing to redo."),
            title_now=lambda: (
                tr("Redo {label}", label=_small(store.redo_label))
                if store.redo_label
                else tr("Redo")
            ),
        ),
        Command(
            CommandId.EXCLUDE_HELD,
            tr("Exclude what holds a secret"),
            tr(
                "Keeps what the selected problem found a secret in out of the session, as one"
                " change."
            ),
            exclude_secret,
            menu=Menu.EDIT,
            group=1,
            enabled=lambda: shell.secrets.may_exclude(shell.problems.current),
        ),
        Command(
            CommandId.COPY_PICTURE,
            tr("Copy as picture"),
            tr("Copies the chart or table that the keyboard is in, as it is seen; else the chart."),
            lambda: copy_picture(shell.lenses.widget),
            menu=Menu.EDIT,
            group=1,
            keys=("Ctrl+Alt+C",),
            enabled=lambda: shell.lenses.widget is not None,
        ),
        Command(
            CommandId.COPY_AS_COMMAND,
            tr("Copy as command"),
            tr("Copies the command line that runs what is shown; other edits are saved first."),
            lambda: QGuiApplication.clipboard().setText(line()),
            menu=Menu.EDIT,
            group=1,
            enabled=lambda: bool(line()),
        ),
    )


def _view(shell: Workspace) -> Sequence[Command]:
    def is_shown(lens: str) -> bool:
        return shell.lenses.current == lens

    def is_on(choice: ThemeChoice) -> bool:
        return shell.theme.choice is choice

    def lens_choices() -> Sequence[Choice]:
        records = shell.lenses.records
        lenses = [
            Choice(
                record.id,
                record.full_title,
                partial(shell.show_lens, record.id),
                record.tip,
                record.key,
                partial(is_shown, record.id),
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

    def theme_choices() -> Sequence[Choice]:
        return [
            Choice(
                choice.value,
                title,
                partial(shell.choose_theme, choice),
                text,
                checked=partial(is_on, choice),
            )
            for choice, (title, text) in _THEMES.items()
        ]

    return (
        Command(
            CommandId.PALETTE,
            tr("Commands…"),
            tr("Finds commands, cards, files and requests by a few letters of their names."),
            shell.palette.open,
            menu=Menu.VIEW,
            keys=("Ctrl+Shift+P", "Ctrl+K"),
        ),
        Command(
            CommandId.SHOW_LENS,
            tr("Go to lens"),
            tr("Opens one of the four doors, or shows one of the stages behind them."),
            choices=lens_choices,
            menu=Menu.VIEW,
            group=1,
            enabled=lambda: bool(shell.lenses.records),
        ),
        *pane_commands(shell.step_pane, lambda: shell.lenses.widget),
        Command(
            CommandId.PROBLEMS,
            tr("Problems"),
            tr("Shows or hides the list of problems."),
            lambda: shell.problems.set_open(is_open=not shell.problems.is_open),
            menu=Menu.VIEW,
            group=2,
            keys=("Ctrl+Shift+M",),
            checked=lambda: shell.problems.is_open,
        ),
        Command(
            CommandId.NEXT_PROBLEM,
            tr("Next problem"),
            tr("Goes to the place of the next problem."),
            partial(shell.problems.step, 1),
            menu=Menu.VIEW,
            group=2,
            keys=("F8",),
            enabled=lambda: bool(shell.problems.problems),
        ),
        Command(
            CommandId.PREVIOUS_PROBLEM,
            tr("Previous problem"),
            tr("Goes to the place of the problem before."),
            partial(shell.problems.step, -1),
            menu=Menu.VIEW,
            group=2,
            keys=("Shift+F8",),
            enabled=lambda: bool(shell.problems.problems),
        ),
        Command(
            CommandId.THEME,
            tr("Theme"),
            tr("Chooses light or dark colours."),
            choices=theme_choices,
            menu=Menu.VIEW,
            group=3,
        ),
        Command(
            CommandId.PRESENTATION,
            tr("Presentation mode"),
            tr("Fills the screen, draws texts larger, and tells the session's story step by step."),
            shell.presentation.switch,
            menu=Menu.VIEW,
            group=3,
            keys=("F5", "F11"),
            checked=lambda: shell.presentation.is_on,
        ),
        Command(
            CommandId.STORY_NEXT,
            tr("Next step of the story"),
            tr("Tells the next step while the session is presented."),
            partial(shell.presentation.step, 1),
            menu=Menu.VIEW,
            group=3,
            keys=("Right", "PgDown"),
            in_reach=lambda: bool(shell.presentation.steps),
            enabled=lambda: shell.presentation.place + 1 < len(shell.presentation.steps),
            refusal=tr("This is the last step of the story."),
        ),
        Command(
            CommandId.STORY_PREVIOUS,
            tr("Previous step of the story"),
            tr("Goes back to the step before while the session is presented."),
            partial(shell.presentation.step, -1),
            menu=Menu.VIEW,
            group=3,
            keys=("Left", "PgUp"),
            in_reach=lambda: bool(shell.presentation.steps),
            enabled=lambda: bool(shell.presentation.steps) and shell.presentation.place > 0,
            refusal=tr("This is the first step of the story."),
        ),
        Command(
            CommandId.STORY_EDIT,
            tr("Change the sentence of this step"),
            tr("Changes it on the stage; the story is kept with the session from then on."),
            shell.presentation.edit,
            menu=Menu.VIEW,
            group=3,
            keys=("F2",),
            in_reach=lambda: bool(shell.presentation.steps),
            enabled=lambda: bool(shell.presentation.steps),
        ),
        Command(
            CommandId.END_PRESENTATION,
            tr("End the presentation"),
            tr("Goes back to the whole window, and to the policy before the story."),
            shell.presentation.end,
            menu=Menu.VIEW,
            group=3,
            keys=("Esc",),
            in_reach=lambda: shell.presentation.is_on,
            enabled=lambda: shell.presentation.is_on,
        ),
    )


def _run(shell: Workspace) -> Sequence[Command]:
    return (
        Command(
            CommandId.RUN,
            tr("Run again"),
            tr("Runs the session again. Changes do so by themselves."),
            shell.runner.run,
            menu=Menu.RUN,
            keys=("F9",),
        ),
        Command(
            CommandId.STOP,
            tr("Stop"),
            tr("Ends the run or the loading that is under way."),
            shell.stop,
            menu=Menu.RUN,
            keys=("Ctrl+.",),
            enabled=lambda: shell.runner.busy or shell.opening.loads.busy or shell.lenses.busy,
        ),
        Command(
            CommandId.KEEP_BASELINE,
            tr("Keep as baseline"),
            tr("Keeps the result of the injection, to compare later ones with it."),
            shell.runner.keep_baseline,
            menu=Menu.RUN,
            keys=("Ctrl+Alt+B",),
            enabled=lambda: shell.runner.good is not shell.runner.baseline,
        ),
        Command(
            CommandId.KEEP_HISTORY,
            tr("Keep a history of runs"),
            tr("Records every result on this machine: numbers and reasons, never contents."),
            lambda: shell.settings.switch("keep_history"),
            menu=Menu.RUN,
            group=1,
            checked=lambda: shell.settings.now.keep_history,
        ),
    )


def _help(shell: Workspace) -> Sequence[Command]:
    def about() -> None:
        # Imported late: what is installed is looked through.
        from inspector.files.components import components
        from inspector.gui.about import AboutDialog

        AboutDialog(components(), shell.theme, shell.window).open()

    def show(title: str, page: Callable[[], str]) -> None:
        from inspector.gui.about import ManualDialog

        dialog = ManualDialog(title, page(), shell.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def first_steps() -> str:
        from inspector.gui.about import guide

        return guide()

    def keys() -> str:
        from inspector.gui.commands_text import commands_page

        return commands_page(shell.actions.commands, shell.lenses.records)

    def rules() -> str:
        from inspector.present.rules_page import rules_page

        return rules_page()

    return (
        Command(
            CommandId.GUIDE,
            tr("First ten minutes"),
            tr("Leads an engineer, a reviewer and a presenter through what they came for."),
            partial(show, tr("First ten minutes"), first_steps),
            menu=Menu.HELP,
            keys=("F1",),
        ),
        Command(
            CommandId.KEYS,
            tr("Commands and keys"),
            tr("Lists the commands of the window and of the lenses that were shown, with keys."),
            partial(show, tr("Commands and keys"), keys),
            menu=Menu.HELP,
        ),
        Command(
            CommandId.RULES,
            tr("Rules"),
            tr("Lists every reason with its rule, its sentence and what helps."),
            partial(show, tr("Rules"), rules),
            menu=Menu.HELP,
        ),
        Command(
            CommandId.ABOUT,
            tr("About"),
            tr("Says which version this is, what others made of it, and under which licences."),
            about,
            menu=Menu.HELP,
            group=9,
        ),
    )
