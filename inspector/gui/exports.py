"""Everything that can be written into a file, as the lenses offer it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from inspector.core.problems import Severity
from inspector.files.saving import not_written as not_saved
from inspector.gui.commands import Choice
from inspector.gui.document import SessionFiles
from inspector.gui.lens import Exporter
from inspector.gui.messages import (
    Answer,
    Done,
    FileChoice,
    Messages,
    Question,
    not_written,
)
from inspector.gui.secret_watch import SecretWatch
from inspector.language import tr, tr_n


class Exports:
    """The exporters of all lenses."""

    def __init__(self, document: SessionFiles, messages: Messages, secrets: SecretWatch) -> None:
        self._document = document
        self._messages = messages
        self._secrets = secrets
        self._exporters: dict[str, Exporter] = {}
        self._groups: dict[str, str] = {}

    def register(self, exporters: Iterable[Exporter], group: str) -> None:
        """Take exporters in, under what they write of.

        An id that is there already is a mistake of the program.
        """
        for exporter in exporters:
            if exporter.id in self._exporters:
                raise ValueError(f"There are two exporters {exporter.id}.")
            self._exporters[exporter.id] = exporter
            self._groups[exporter.id] = group

    def possible(self) -> bool:
        """Whether anything can be exported now."""
        return any(exporter.enabled() for exporter in self._exporters.values())

    def groups(self) -> Mapping[str, Sequence[Exporter]]:
        """Return what can be exported now, by what it is of."""
        found: dict[str, list[Exporter]] = {}
        for exporter in self._exporters.values():
            if exporter.enabled():
                found.setdefault(self._groups[exporter.id], []).append(exporter)
        return found

    def place(self, exporter: Exporter) -> Path:
        """Return the file that is proposed."""
        name = exporter.name_now() if exporter.name_now else exporter.file_name
        return self._document.folder / name

    def choices(self) -> Sequence[Choice]:
        """Return what can be exported now."""
        return [
            Choice(exporter.id, exporter.title, partial(self.export, exporter), exporter.help)
            for exporter in self._exporters.values()
            if exporter.enabled()
        ]

    def export(self, exporter: Exporter) -> bool:
        """Let a file be named and write it; return whether that was done."""
        if not self._may_leave():
            return False
        start = self.place(exporter)
        suffix = start.name.rpartition(".")[2]
        filters = (exporter.file_filter, tr("All files (*)"))
        path = self._messages.choose_target(
            FileChoice(exporter.title.rstrip("…"), filters, start, suffix)
        )
        if path is None:
            return False
        try:
            problems = exporter.write(path)
        except OSError as error:
            problems = (not_saved(error, path),)
        if any(one.severity is Severity.ERROR for one in problems):
            self._messages.tell(not_written(path.name, problems))
            return False
        told = " ".join(
            (tr("Exported {name}.", name=path.name), *(one.message for one in problems))
        )
        self._messages.say(Done(told, path.absolute()))
        return True

    def _may_leave(self) -> bool:
        """Ask where something in the session holds a secret; return whether to go on."""
        held = self._secrets.problems
        if not held:
            return True
        question = Question(
            tr_n(
                "1 item of the session holds what looks like a secret.",
                "{count:,} items of the session hold what looks like a secret.",
                len(held),
                count=len(held),
            ),
            tr("What is exported may hold it. The list of problems names each item."),
            yes=tr("Export anyway"),
            no=tr("Exclude first"),
        )
        answer = self._messages.ask(question)
        if answer is Answer.NO:
            for problem in held:
                self._secrets.exclude(problem)
            self._messages.say(Done(tr("Excluded what holds a secret. Nothing was exported yet.")))
        return answer is Answer.YES
