"""The window's own commands, those of its texts among them; each lens adds those of its subject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from inspector.gui.commands import (
    Choice,
    Command,
    CommandId,
    Menu,
    command,
    commands_of,
    commands_page,
)
from inspector.gui.exports import copy_picture, run_line
from inspector.gui.file_commands import FileCommands
from inspector.gui.messages import Notice
from inspector.gui.view_commands import ViewCommands
from inspector.gui.workspace import Workspace
from inspector.language import ENGLISH, languages, spoken, tr


def shell_commands(shell: Workspace) -> Sequence[Command]:
    """Return the commands of a window."""
    menus = (FileCommands, EditCommands, ViewCommands, TextCommands, RunCommands, HelpCommands)
    return [one for menu in menus for one in commands_of(menu(shell))]


def _small(label: str) -> str:
    """Return what a change is called as it stands behind a verb in English."""
    return label[:1].lower() + label[1:] if spoken() == ENGLISH else label


def _line(self: EditCommands) -> str:
    document, store = self.shell.document, self.shell.store
    return run_line(store.session, store.saved, document.path, sample=document.is_sample)


@dataclass(frozen=True)
class EditCommands:
    """What changes the session, and what copies."""

    shell: Workspace

    @command(
        CommandId.UNDO,
        tr("Undo"),
        "Ctrl+Z",
        menu=Menu.EDIT,
        when=lambda self: self.shell.store.undo_label is not None,
        refusal=tr("There is nothing to undo."),
        title_now=lambda self: (
            tr("Undo {label}", label=_small(self.shell.store.undo_label))
            if self.shell.store.undo_label
            else tr("Undo")
        ),
    )
    def _undo(self) -> None:
        """Takes the last change back. One drag is one change."""
        self.shell.store.undo()

    @command(
        CommandId.REDO,
        tr("Redo"),
        "Ctrl+Shift+Z",
        "Ctrl+Y",
        menu=Menu.EDIT,
        when=lambda self: self.shell.store.redo_label is not None,
        refusal=tr("There is nothing to redo."),
        title_now=lambda self: (
            tr("Redo {label}", label=_small(self.shell.store.redo_label))
            if self.shell.store.redo_label
            else tr("Redo")
        ),
    )
    def _redo(self) -> None:
        """Makes the change again that was taken back last."""
        self.shell.store.redo()

    @command(
        CommandId.EXCLUDE_HELD,
        tr("Exclude what holds a secret"),
        menu=Menu.EDIT,
        group=1,
        when=lambda self: self.shell.secrets.may_exclude(self.shell.problems.current),
    )
    def _exclude_held(self) -> None:
        """Keeps what the selected problem found a secret in out of the session, as one change."""
        if self.shell.problems.current is not None:
            self.shell.secrets.exclude(self.shell.problems.current)

    @command(
        CommandId.COPY_PICTURE,
        tr("Copy as picture"),
        "Ctrl+Alt+C",
        menu=Menu.EDIT,
        group=1,
        when=lambda self: self.shell.lenses.widget is not None,
    )
    def _copy_picture(self) -> None:
        """Copies the chart or table that the keyboard is in, as it is seen; else the chart."""
        copy_picture(self.shell.lenses.widget)

    @command(
        CommandId.COPY_AS_COMMAND,
        tr("Copy as command"),
        menu=Menu.EDIT,
        group=1,
        when=lambda self: bool(_line(self)),
    )
    def _copy_as_command(self) -> None:
        """Copies the command line that runs what is shown; other edits are saved first."""
        QGuiApplication.clipboard().setText(_line(self))


@dataclass(frozen=True)
class RunCommands:
    """What runs the session, and what is kept of that."""

    shell: Workspace

    @command(CommandId.RUN, tr("Run again"), "F9", menu=Menu.RUN)
    def _run(self) -> None:
        """Runs the session again. Changes do so by themselves."""
        self.shell.runner.run()

    @command(
        CommandId.STOP,
        tr("Stop"),
        "Ctrl+.",
        menu=Menu.RUN,
        when=lambda self: (
            self.shell.runner.busy or self.shell.opening.loads.busy or self.shell.lenses.busy
        ),
    )
    def _stop(self) -> None:
        """Ends the run or the loading that is under way."""
        self.shell.stop()

    @command(
        CommandId.KEEP_BASELINE,
        tr("Keep as baseline"),
        "Ctrl+Alt+B",
        menu=Menu.RUN,
        when=lambda self: self.shell.runner.good is not self.shell.runner.baseline,
    )
    def _keep_baseline(self) -> None:
        """Keeps the result of the injection, to compare later ones with it."""
        self.shell.runner.keep_baseline()

    @command(
        CommandId.KEEP_HISTORY,
        tr("Keep a history of runs"),
        menu=Menu.RUN,
        group=1,
        checked=lambda self: self.shell.settings.now.keep_history,
    )
    def _keep_history(self) -> None:
        """Records every result on this machine: numbers and reasons, never contents."""
        self.shell.settings.switch("keep_history")


@dataclass(frozen=True)
class HelpCommands:
    """What explains the program. What shows it is imported late: few sessions need it."""

    shell: Workspace

    @command(CommandId.GUIDE, tr("First ten minutes"), "F1", menu=Menu.HELP)
    def _guide(self) -> None:
        """Leads an engineer, a reviewer and a presenter through what they came for."""
        from inspector.gui.about import guide

        self._show(tr("First ten minutes"), guide())

    @command(CommandId.KEYS, tr("Commands and keys"), menu=Menu.HELP)
    def _keys(self) -> None:
        """Lists the commands of the window and of the lenses that were shown, with keys."""
        titles = {record.id: record.full_title for record in self.shell.lenses.records}
        page = commands_page(self.shell.actions.commands, titles)
        self._show(tr("Commands and keys"), page)

    @command(CommandId.RULES, tr("Rules"), menu=Menu.HELP)
    def _rules(self) -> None:
        """Lists every reason with its rule, its sentence and what helps."""
        from inspector.present.rules_page import rules_page

        self._show(tr("Rules"), rules_page())

    def _show(self, title: str, page: str) -> None:
        from inspector.gui.about import ManualDialog

        dialog = ManualDialog(title, page, self.shell.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    @command(CommandId.ABOUT, tr("About"), menu=Menu.HELP, group=9)
    def _about(self) -> None:
        """Says which version this is, what others made of it, and under which licences."""
        # Imported late: what is installed is looked through.
        from inspector.files.components import components
        from inspector.gui.about import AboutDialog

        AboutDialog(components(), self.shell.theme, self.shell.window).open()


SIZES = (90, 100, 110, 125, 150, 175, 200)
"""The sizes of texts that can be chosen, in percent."""


@dataclass(frozen=True)
class TextCommands:
    """What chooses size and language of all texts."""

    shell: Workspace

    @command(CommandId.TEXT_SIZE, tr("Text size"), menu=Menu.VIEW, group=3, offers=True)
    def _text_size(self) -> Sequence[Choice]:
        """Chooses how large texts are drawn, on every page and in every chart."""
        as_system = Choice(
            "system",
            tr("As the system"),
            partial(self.shell.choose_text_size, None),
            tr("As large as the system's own texts, and never smaller than 100 %."),
            checked=partial(self._is_size, None),
        )
        return [
            as_system,
            *(
                Choice(
                    str(size),
                    tr("{size} %", size=size),
                    partial(self.shell.choose_text_size, size),
                    checked=partial(self._is_size, size),
                )
                for size in SIZES
            ),
        ]

    def _is_size(self, size: int | None) -> bool:
        return self.shell.theme.text_size == size

    @command(
        CommandId.TEXT_LARGER,
        tr("Larger texts"),
        "Ctrl++",
        "Ctrl+=",
        menu=Menu.VIEW,
        group=3,
        when=lambda self: self.next_size(1) is not None,
    )
    def _text_larger(self) -> None:
        """Draws all texts one step larger."""
        self._step(1)

    @command(
        CommandId.TEXT_SMALLER,
        tr("Smaller texts"),
        "Ctrl+-",
        menu=Menu.VIEW,
        group=3,
        when=lambda self: self.next_size(-1) is not None,
    )
    def _text_smaller(self) -> None:
        """Draws all texts one step smaller."""
        self._step(-1)

    def _step(self, by: int) -> None:
        size = self.next_size(by)
        if size is not None:
            self.shell.choose_text_size(size)

    def next_size(self, by: int) -> int | None:
        """Return the next size up (1) or down (-1) from what is drawn now."""
        now = round(self.shell.theme.text_scale * 100)
        beyond = [size for size in SIZES[::by] if (size - now) * by > 0]
        return beyond[0] if beyond else None

    @command(
        CommandId.TEXT_AS_SYSTEM,
        tr("Texts as large as the system's"),
        "Ctrl+0",
        menu=Menu.VIEW,
        group=3,
        when=lambda self: self.shell.theme.text_size is not None,
    )
    def _text_as_system(self) -> None:
        """Takes back what was chosen for the size of texts."""
        self.shell.choose_text_size(None)

    @command(CommandId.LANGUAGE, tr("Language"), menu=Menu.VIEW, group=3, offers=True)
    def _language(self) -> Sequence[Choice]:
        """Chooses the language of the window, from the next start on."""
        # Imported now: naming a language of Qt's loads all of them.
        from PySide6.QtCore import QLocale

        as_system = Choice(
            "system",
            tr("As the system"),
            partial(self._choose_language, None),
            tr("The language of the system, where the window has been translated to it."),
            checked=partial(self._is_language, None),
        )
        return [
            as_system,
            *(
                Choice(
                    code,
                    _own_name(QLocale(code).nativeLanguageName()),
                    partial(self._choose_language, code),
                    checked=partial(self._is_language, code),
                )
                for code in languages()
            ),
        ]

    def _choose_language(self, language: str | None) -> None:
        """Remember the language of the window for the next start; None is that of the system."""
        if language != self.shell.settings.now.language:
            self.shell.settings.update(lambda now: replace(now, language=language))
            told = tr("The window speaks this language from the next start on.")
            self.shell.messages.tell(Notice(told))

    def _is_language(self, language: str | None) -> bool:
        return self.shell.settings.now.language == language


def _own_name(name: str) -> str:
    """Return a language's name as a title; Qt names the country of English, too."""
    return "English" if name.endswith("English") else name[:1].upper() + name[1:]
