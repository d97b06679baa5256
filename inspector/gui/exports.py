"""Everything that can be written into a file, as the lenses offer it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from inspector.gui.commands import Choice
from inspector.gui.document import Document
from inspector.gui.lens import Exporter
from inspector.gui.messages import FileChoice, Messages, Notice, Tone
from inspector.language import tr


class Exports:
    """The exporters of all lenses."""

    def __init__(self, document: Document, messages: Messages) -> None:
        self._document = document
        self._messages = messages
        self._exporters: dict[str, Exporter] = {}

    def register(self, exporters: Iterable[Exporter]) -> None:
        """Take exporters in; an id that is there already is a mistake of the program."""
        for exporter in exporters:
            if exporter.id in self._exporters:
                raise ValueError(f"There are two exporters {exporter.id}.")
            self._exporters[exporter.id] = exporter

    def possible(self) -> bool:
        """Whether anything can be exported now."""
        return any(exporter.enabled() for exporter in self._exporters.values())

    def choices(self) -> Sequence[Choice]:
        """Return what can be exported now."""
        return [
            Choice(exporter.id, exporter.title, partial(self.export, exporter), exporter.help)
            for exporter in self._exporters.values()
            if exporter.enabled()
        ]

    def export(self, exporter: Exporter) -> bool:
        """Let a file be named and write it; return whether that was done."""
        name = exporter.name_now() if exporter.name_now else exporter.file_name
        start = self._document.folder / name
        suffix = name.rpartition(".")[2]
        filters = (exporter.file_filter, tr("All files (*)"))
        path = self._messages.choose_target(
            FileChoice(exporter.title.rstrip("…"), filters, start, suffix)
        )
        if path is None:
            return False
        try:
            problems = exporter.write(path)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self._refuse(path.name, tr("The system refused to write it: {reason}.", reason=reason))
            return False
        if problems:
            self._refuse(path.name, "\n".join(f"{one.message} {one.fix}" for one in problems))
        return not problems

    def _refuse(self, name: str, detail: str) -> None:
        self._messages.tell(
            Notice(tr("{name} was not written.", name=name), detail, tone=Tone.ERROR)
        )
