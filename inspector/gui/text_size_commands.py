"""The commands that make texts larger and smaller.

The command that chooses the language of the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from inspector.gui.commands import Choice, Command, CommandId, Menu
from inspector.gui.messages import Notice
from inspector.gui.workspace import Workspace
from inspector.language import languages, tr

SIZES = (90, 100, 110, 125, 150, 175, 200)
"""The sizes of texts that can be chosen, in percent."""


def text_size_commands(shell: Workspace) -> tuple[Command, ...]:
    """Return the commands for the size of texts."""
    theme = shell.theme

    def step(by: int) -> int | None:
        """Return the next size up (1) or down (-1) from what is drawn now."""
        now = round(theme.text_scale * 100)
        beyond = [size for size in SIZES[::by] if (size - now) * by > 0]
        return beyond[0] if beyond else None

    def go(by: int) -> None:
        size = step(by)
        if size is not None:
            shell.choose_text_size(size)

    def is_chosen(size: int | None) -> bool:
        return theme.text_size == size

    def sizes() -> Sequence[Choice]:
        return [
            Choice(
                "system",
                tr("As the system"),
                partial(shell.choose_text_size, None),
                tr("As large as the system's own texts, and never smaller than 100 %."),
                checked=partial(is_chosen, None),
            ),
            *(
                Choice(
                    str(size),
                    tr("{size} %", size=size),
                    partial(shell.choose_text_size, size),
                    checked=partial(is_chosen, size),
                )
                for size in SIZES
            ),
        ]

    return (
        Command(
            CommandId.TEXT_SIZE,
            tr("Text size"),
            tr("Chooses how large texts are drawn, on every page and in every chart."),
            choices=sizes,
            menu=Menu.VIEW,
            group=3,
        ),
        Command(
            CommandId.TEXT_LARGER,
            tr("Larger texts"),
            tr("Draws all texts one step larger."),
            partial(go, 1),
            menu=Menu.VIEW,
            group=3,
            keys=("Ctrl++", "Ctrl+="),
            enabled=lambda: step(1) is not None,
        ),
        Command(
            CommandId.TEXT_SMALLER,
            tr("Smaller texts"),
            tr("Draws all texts one step smaller."),
            partial(go, -1),
            menu=Menu.VIEW,
            group=3,
            keys=("Ctrl+-",),
            enabled=lambda: step(-1) is not None,
        ),
        Command(
            CommandId.TEXT_AS_SYSTEM,
            tr("Texts as large as the system's"),
            tr("Takes back what was chosen for the size of texts."),
            partial(shell.choose_text_size, None),
            menu=Menu.VIEW,
            group=3,
            keys=("Ctrl+0",),
            enabled=lambda: theme.text_size is not None,
        ),
    )


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
