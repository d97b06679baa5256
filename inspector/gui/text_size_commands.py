"""The commands that make texts larger and smaller, and that choose the language of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from inspector.gui.commands import Choice, CommandId, Menu, command
from inspector.gui.messages import Notice
from inspector.gui.workspace import Workspace
from inspector.language import languages, tr

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
