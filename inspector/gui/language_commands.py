"""The command that chooses the language of the window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from inspector.gui.commands import Choice, Command, CommandId, Menu
from inspector.language import languages, tr

if TYPE_CHECKING:
    from inspector.gui.workspace import Workspace


def language_commands(shell: Workspace) -> tuple[Command, ...]:
    """Return the command for the language of the window; each language is called as in itself."""

    def is_chosen(language: str | None) -> bool:
        return shell.settings.now.language == language

    def choices() -> Sequence[Choice]:
        # Imported now: naming a language of Qt's loads all of them.
        from PySide6.QtCore import QLocale

        as_system = Choice(
            "system",
            tr("As the system"),
            partial(shell.choose_language, None),
            tr("The language of the system, where the window has been translated to it."),
            checked=partial(is_chosen, None),
        )
        return [
            as_system,
            *(
                Choice(
                    code,
                    _own_name(QLocale(code).nativeLanguageName()),
                    partial(shell.choose_language, code),
                    checked=partial(is_chosen, code),
                )
                for code in languages()
            ),
        ]

    return (
        Command(
            CommandId.LANGUAGE,
            tr("Language"),
            tr("Chooses the language of the window, from the next start on."),
            choices=choices,
            menu=Menu.VIEW,
            group=3,
        ),
    )


def _own_name(name: str) -> str:
    """Return a language's name as a title; Qt names the country of English, too."""
    return "English" if name.endswith("English") else name[:1].upper() + name[1:]
