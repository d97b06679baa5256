"""Opening files of any kind, and reading them again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.problems import Place, Problem, Severity
from inspector.files.source import shown
from inspector.gui.document import Document
from inspector.gui.file_loads import FileLoads, Opened
from inspector.gui.messages import Answer, FileChoice, Messages, Question
from inspector.gui.placing import all_of, becoming, placed
from inspector.gui.saving import SESSION_FILTERS, Saving
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Edit, Store

_FILTERS = (tr("All kinds of input (*.json *.jsonl *.ndjson *.yaml *.yml *.zip)"), *SESSION_FILTERS)


class Opening(QObject):
    """Takes files into the session. Files are read in the background; ``loads`` tells how far."""

    nothing_opened = Signal(object)
    """A ``Problem``: the first that kept everything that was to be opened from being opened."""

    def __init__(
        self,
        document: Document,
        store: Store,
        saving: Saving,
        messages: Messages,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.loads = FileLoads(self)
        self._document = document
        self._store = store
        self._saving = saving
        self._messages = messages
        document.watch.changed.connect(self._read_changed)

    def new(self) -> None:
        """Begin an empty session."""
        if self._saving.may_discard():
            self._document.begin(None, Session())

    def choose_and_open(self) -> None:
        """Let files of any kind be chosen and open them."""
        choice = FileChoice(tr("Open"), _FILTERS, self._document.folder)
        self.open_files(self._messages.choose_files(choice))

    def open_files(self, paths: Sequence[Path], refused: Sequence[str] = ()) -> None:
        """Open files: a session replaces the one that is open, parts are taken into it.

        ``refused`` are names that somebody gave and that cannot be files of this machine.
        """
        then = partial(self._take, refused=refused)
        if paths:
            self.loads.start([path.absolute() for path in paths], then)
        elif refused:
            then(())

    def open_memory_policy(self) -> None:
        """Open the policy of the memory root."""
        path = self._saving.memory_policy
        if path is not None:
            self.open_files([path])

    def reload(self) -> None:
        """Read all files again, as one edit that can be undone."""
        path = self._document.path
        self._read_again(self._document.sources if path is None else [path])

    def revert(self) -> None:
        """Go back to the session as it was saved, if that is really meant."""
        path = self._document.path
        question = Question(
            tr("Take back all changes to {document}?", document=self._document.name),
            tr("The session is read from its file again. You can undo this."),
            yes=tr("Take back"),
        )
        if path is not None and self._messages.ask(question) is Answer.YES:
            self._read_again([path])

    # What was read -----------------------------------------------------------------------

    def _take(self, opened: Sequence[Opened], refused: Sequence[str]) -> None:
        """Take a session, then parts, as one edit; tell what nothing can be made of."""
        session = next((one for one in opened if isinstance(one.value, Session)), None)
        if session is not None and not self._saving.may_discard():
            return
        self._document.forget_refused()
        for name in refused:
            self._document.refuse(Path(name), [_not_here(name)])
        if session is not None:
            # A bundle is never written over: what is changed of it is saved as a session.
            origin = None if session.value.audit.bundle is not None else session.path
            self._document.begin(origin, session.value)
            self._document.keep(session)
            self._document.remember(session.path)
        edits: list[Edit] = []
        names: list[str] = []
        for one in opened:
            edit = placed(one)
            if edit is not None:
                edits.append(edit)
                names.append(one.path.name)
                self._document.keep(one)
                self._document.remember(one.path)
            elif one is not session:
                self._refuse(one)
        if edits:
            self._store.commit(tr("Open {names}", names=", ".join(names)), all_of(edits))
        self._document.refresh()
        if session is None and not edits and self._document.refused:
            self.nothing_opened.emit(self._document.refused[0])

    def _read_changed(self, changed: Sequence[Path]) -> None:
        """Read what has changed on disk, but never over changes that are not saved."""
        path = self._document.path
        if path is None or path not in changed:
            self._read_again([one for one in changed if one in self._document.sources])
        elif not self._store.modified:
            self._read_again([path])
        else:
            self._document.refuse(path, [_changed_on_disk(path)])
            self._document.refresh()

    def _read_again(self, paths: Sequence[Path]) -> None:
        if paths:
            self.loads.start(paths, self._take_again)

    def _take_again(self, opened: Sequence[Opened]) -> None:
        as_saved = not self._store.modified
        edits: list[Edit] = []
        for one in opened:
            is_session = isinstance(one.value, Session) and (
                one.path == self._document.path or one.value.audit.bundle is not None
            )
            edit = becoming(one.value) if is_session else placed(one)
            if edit is None:
                self._refuse(one)
                continue
            as_saved = as_saved or is_session
            edits.append(edit)
            self._document.keep(one)
        if edits:
            self._store.commit(tr("Reload"), all_of(edits))
            if as_saved:
                self._store.mark_saved()
        self._document.refresh()

    def _refuse(self, opened: Opened) -> None:
        self._document.refuse(opened.path, opened.problems or (_not_taken(opened.path),))


def _not_taken(path: Path) -> Problem:
    return Problem(
        Severity.ERROR,
        "file.not-taken",
        tr("Nothing in this window can use what this file holds."),
        tr("Open a policy, a candidate set, a request, a corpus or a session."),
        Place(str(path)),
    )


def _not_here(name: str) -> Problem:
    return Problem(
        Severity.ERROR,
        "file.not-here",
        tr("This is not the name of a file on this machine."),
        tr("Save it to a file and open that. The program reads nothing from elsewhere."),
        Place(shown(name)),
    )


def _changed_on_disk(path: Path) -> Problem:
    return Problem(
        Severity.NOTE,
        "file.changed-on-disk",
        tr("The session's file has changed on disk; your own changes are not saved."),
        tr("Reload (File menu) takes the file as it is; you can undo that. Save replaces it."),
        Place(str(path)),
    )
