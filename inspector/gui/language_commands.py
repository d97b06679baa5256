"""The command that chooses the language of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from inspector.gui.commands import Choice, Command, CommandId, Menu
from inspector.gui.messages import Notice
from inspector.gui.workspace import Workspace
from inspector.language import languages, tr


def language_commands(shell: Workspace) -> tuple[Command, ...]:
    """Return the command for the language of the window; each language is called as in itself."""

    def choose(language: str | None) -> None:
        """Remember the language of the window for the next start; None is that of the system."""
        if language != shell.settings.now.language:
            shell.settings.update(lambda now: replace(now, language=language))
            shell.messages.tell(
                Notice(tr("The window speaks this language from the next start on."))
            )

    def is_chosen(language: str | None) -> bool:
        return shell.settings.now.language == language

    def choices() -> Sequence[Choice]:
        # Imported now: naming a language of Qt's loads all of them.
        from PySide6.QtCore import QLocale

        as_system = Choice(
            "system",
            tr("As the system"),
            partial(choose, None),
            tr("The language of the system, where the window has been translated to it."),
            checked=partial(is_chosen, None),
        )
        return [
            as_system,
            *(
                Choice(
                    code,
                    _own_name(QLocale(code).nativeLanguageName()),
                    partial(choose, code),
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
