"""Opening files of any kind, and reading them again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal
from PySide6.QtGui import QGuiApplication

from inspector.files.importers.mapping import ColumnMapping
from inspector.files.opening import Offer, files_of_folder, load_offer, manifests_beside
from inspector.gui.document import SESSION_FILTERS, Saving, SessionFiles
from inspector.gui.file_loads import (
    FileLoads,
    Opened,
    as_inbox,
    changed_on_disk,
    first_shown,
    lens_for,
    not_here,
    not_taken,
)
from inspector.gui.loaded_inputs import about_opening
from inspector.gui.messages import Answer, Done, FileChoice, Messages, Next, Question
from inspector.gui.settings import Settings
from inspector.gui.starting import NEW_WINDOW
from inspector.language import tr
from inspector.session.audit_edits import empty_inbox
from inspector.session.opening import (
    added_to,
    all_of,
    becoming,
    joined,
    opening,
)
from inspector.session.preferences import Preferences, with_table
from inspector.session.session import Session
from inspector.session.store import Edit, Store
from inspector.stage import Part

_FILTERS = (
    tr(
        "All kinds of input (*.json *.jsonl *.ndjson *.yaml *.yml *.csv *.tsv *.parquet *.lhar"
        " *.traj *.zip)"
    ),
    *SESSION_FILTERS,
)

PASTED = "pasted"
_LOOKED_AT = 8  # files beside a session that may be manifests
_SEPARATOR = "\t"


class Opening(QObject):
    """Takes files into the session. Files are read in the background; ``loads`` tells how far."""

    nothing_opened = Signal(object)
    """A ``Problem``: the first that kept everything that was to be opened from being opened."""
    read_again = Signal()
    """Files of the session were read again."""
    elsewhere_wanted = Signal(list)
    """Files that are to be opened in a window of their own."""
    taken = Signal(str)
    """Something was opened, and this lens shows it; "" where several do."""

    def __init__(
        self,
        document: SessionFiles,
        store: Store,
        settings: Settings,
        saving: Saving,
        messages: Messages,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.loads = FileLoads(self)
        self._document = document
        self._given: dict[Path, Path] = {}  # what was opened, by the files it stands for
        self._answer: Answer | None = None  # given with one file, to what is asked about the rest
        self._store = store
        self._settings = settings
        self._saving = saving
        self._messages = messages
        document.watch.changed.connect(self._read_changed)

    def new(self) -> None:
        """Begin an empty session."""
        if self._saving.may_discard():
            self.loads.forget()
            self._document.begin(None, Session())

    def choose_and_open(self) -> None:
        """Let files of any kind be chosen and open them."""
        choice = FileChoice(tr("Open"), _FILTERS, self._document.folder)
        self.open_files(self._messages.choose_files(choice))

    def open_files(self, paths: Sequence[Path], refused: Sequence[str] = ()) -> None:
        """Open files: a session replaces the one that is open, parts are taken into it.

        A folder that holds files of a retriever or of this program stands for these. Candidate
        sets that are opened together become one.

        ``refused`` are names that somebody gave and that cannot be files of this machine.
        """
        if paths:
            named = {
                Path(one).absolute(): path.absolute()
                for path in paths
                for one in files_of_folder(path) or (path,)
            }
            self._given |= named
            self._start(list(named), refused)
        elif refused:
            self._take((), refused, None, frozenset())

    def choose_folder(self) -> None:
        """Let a folder be chosen: a corpus of another program, or texts that are one bucket."""
        folder = self._messages.choose_folder(
            FileChoice(tr("Open folder"), start=self._document.folder)
        )
        if folder is not None:
            self.open_files([folder])

    def paste(self) -> None:
        """Open the text on the clipboard as if it were a file; it stays in the session."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._start([Path(PASTED)], (), text)

    def _start(
        self,
        paths: Sequence[Path],
        refused: Sequence[str],
        text: str | None = None,
        agreed: frozenset[Path] = frozenset(),
    ) -> None:
        """Read files, or a text that was pasted; those of other programs are offered first."""
        load = partial(load_offer, mappings=_mappings(self._settings.now), text=text)
        self.loads.start(
            paths,
            partial(self._take, refused=refused, text=text, agreed=agreed),
            load,
            tells_beginnings=text is None,
        )

    def open_memory_policy(self) -> None:
        """Open the policy of the production folder."""
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

    def _take(
        self,
        read: Sequence[Opened],
        refused: Sequence[str],
        text: str | None,
        agreed: frozenset[Path],
    ) -> None:
        """Ask about files of other programs, then open everything that nobody declined."""
        before = self._settings.now.tables
        if not agreed:
            self._answer = None
        about = partial(self._about, read, text)
        kept = [one for one in read if one.path in agreed or self._is_agreed(one, about)]
        if read and not kept and not refused:
            return
        paths = [one.path for one in kept]
        if before != self._settings.now.tables and not agreed:
            self._start(paths, refused, text, frozenset(paths))
            return
        held = [one.value.value if isinstance(one.value, Offer) else one.value for one in kept]
        together = joined(held)
        plain = frozenset(
            one.path
            for one, alone, value in zip(kept, held, together, strict=True)
            if text is None and _reads_itself(one) and value is alone
        )
        opened = [replace(one, value=value) for one, value in zip(kept, together, strict=True)]
        arranged, first = self._arranged(opened, plain, is_text=text is not None)
        plain -= {one.path for one in arranged if one not in opened}
        if arranged or not opened:
            self._open(arranged, plain, refused, first, is_text=text is not None)

    def _open(
        self,
        opened: Sequence[Opened],
        plain: frozenset[Path],
        refused: Sequence[str],
        first: Sequence[Edit],
        *,
        is_text: bool,
    ) -> None:
        """Take a session, then parts, as one edit; tell what nothing can be made of.

        ``plain`` are files that can be read again; what came otherwise is kept in the session.
        ``first`` makes room for them.
        """
        opened = as_inbox(opened)
        session = next((one for one in opened if isinstance(one.value, Session)), None)
        if session is not None and not self._saving.may_discard():
            return
        self._document.forget_refused()
        for name in refused:
            self._document.refuse(Path(name), [not_here(name)])
        if session is not None:
            # A bundle is never written over: what is changed of it is saved as a session.
            bundled = session.value.audit.bundle is not None
            origin = None if bundled or is_text else session.path
            self._document.begin(origin, session.value)
            self._keep(session, plain, is_text=is_text)
        edits: list[Edit] = []
        names: list[str] = []
        for one in opened:
            edit = opening(one.value, str(one.path) if one.path in plain else None)
            if edit is not None:
                edits.append(edit)
                names.append(one.path.name)
                self._keep(one, plain, is_text=is_text)
            elif one is not session:
                self._refuse(one)
        edits += first_shown(opened)
        if edits:
            edits = [*first, *edits]
            self._store.commit(tr("Open {names}", names=", ".join(names)), all_of(edits))
        self._document.refresh()
        self.taken.emit(lens_for(opened))
        used = ([] if session is None else [session.path.name]) + names
        if used:
            said = tr("Opened {names}.", names=", ".join(used))
            self._messages.say(Done(said, next=None if is_text else self._offered_beside(opened)))
        if not used and self._document.refused:
            self.nothing_opened.emit(self._document.refused[0])

    def _offered_beside(self, opened: Sequence[Opened]) -> Next | None:
        """Return what opens the manifests beside a session that came without any."""
        path = self._document.path
        is_new = any(one.path == path and isinstance(one.value, Session) for one in opened)
        if path is None or not is_new or self._store.session.audit.manifest is not None:
            return None
        if not manifests_beside(path, _LOOKED_AT):
            return None
        return (
            tr("Open the manifests beside it"),
            lambda: self.open_files([Path(one) for one in manifests_beside(path)]),
        )

    def _arranged(
        self, opened: Sequence[Opened], plain: frozenset[Path], *, is_text: bool
    ) -> tuple[Sequence[Opened], Sequence[Edit]]:
        """Ask what is to become of what is open where something else would take its place.

        Return what is to be opened, nothing where somebody thought better of it or wants it in
        another window, and what is done before. Asked once: candidates of several files come as
        one set, and only they can be added to others, manifests, and requests that ask the same.
        """
        session = self._store.session
        values = {one.path: (one.value, one.path in plain) for one in opened}
        question, adding = about_opening(session, values, elsewhere=not is_text)
        if question is None or any(isinstance(one.value, Session) for one in opened):
            return opened, ()
        answer = self._answer or self._messages.ask(question)
        if adding and answer is Answer.YES:
            together = [
                replace(one, value=added_to(session, one.value))
                if adding.get(one.path, Part.AUDIT) is not Part.AUDIT
                else one
                for one in opened
            ]
            return together, ()
        if answer is Answer.OTHER:
            self.elsewhere_wanted.emit([one.path for one in opened])
        if answer is not (Answer.NO if adding else Answer.YES):
            return (), ()
        return opened, [empty_inbox()] if Part.AUDIT in adding.values() else []

    def _about(self, read: Sequence[Opened], text: str | None, offer: Offer) -> Question | None:
        """Return what is asked about what is open together with a file that comes alone."""
        if len(read) != 1:
            return None
        values = {read[0].path: (offer.value, text is None and offer.reads_itself)}
        return about_opening(self._store.session, values, elsewhere=text is None)[0]

    def _keep(self, opened: Opened, plain: frozenset[Path], *, is_text: bool) -> None:
        self._document.keep(opened)
        if opened.path not in plain and opened.problems:
            self._document.refuse(opened.path, opened.problems)  # no open file would have them
        if not is_text:
            self._document.remember(self._given.get(opened.path, opened.path))

    def _is_agreed(self, opened: Opened, about: Callable[[Offer], Question | None]) -> bool:
        """Ask about a file of another program; the columns that are chosen are remembered."""
        if not isinstance(opened.value, Offer):
            return True
        agreed = self._messages.choose_import(opened.value, opened.problems, about)
        if agreed is None:
            return False
        chosen, self._answer = agreed
        if chosen.mapping is not None and not chosen.mapping.reads_as(opened.value.mapping):
            columns = _SEPARATOR.join(chosen.columns)
            mapping = chosen.mapping.to_plain()
            self._settings.update(lambda now: with_table(now, columns, mapping))
        return True

    def _read_changed(self, changed: Sequence[Path]) -> None:
        """Read what has changed on disk, but never over changes that are not saved."""
        path = self._document.path
        if path is None or path not in changed:
            self._read_again([one for one in changed if one in self._document.sources])
        elif not self._store.modified:
            self._read_again([path])
        else:
            self._document.refuse(path, [changed_on_disk(path)])
            self._document.refresh()

    def _read_again(self, paths: Sequence[Path]) -> None:
        if paths:
            self.loads.start(paths, partial(self._take_again, self._document.origin))

    def _take_again(self, origin: object, opened: Sequence[Opened]) -> None:
        if origin is not self._document.origin:
            return  # read again for a session that is not open any more
        as_saved = not self._store.modified
        edits: list[Edit] = []
        for one in opened:
            is_session = isinstance(one.value, Session) and (
                one.path == self._document.path or one.value.audit.bundle is not None
            )
            edit = becoming(one.value) if is_session else opening(one.value, str(one.path))
            if edit is None:
                self._refuse(one)
                continue
            as_saved = as_saved or is_session
            edits.append(edit)
            self._document.keep(one)
        if edits:
            self._store.commit(tr("Reload"), all_of(edits))
            self.read_again.emit()
            if as_saved:
                self._store.mark_saved()
        self._document.refresh()

    def _refuse(self, opened: Opened) -> None:
        self._document.refuse(opened.path, opened.problems or (not_taken(opened.path),))


def open_elsewhere(files: Sequence[Path]) -> None:
    """Start the program once more, with a window of its own for these files."""
    alone = getattr(sys, "frozen", False)
    arguments = [] if alone else ["-m", "inspector"]
    QProcess.startDetached(sys.executable, [*arguments, NEW_WINDOW, "--", *map(str, files)])


def _reads_itself(opened: Opened) -> bool:
    """Whether a file can be read again without being told its columns."""
    return not isinstance(opened.value, Offer) or opened.value.reads_itself


def _mappings(preferences: Preferences) -> dict[tuple[str, ...], ColumnMapping]:
    """Return the columns that were chosen of tables, by all columns of each."""
    found = {}
    for columns_text, chosen in preferences.tables.items():
        columns = tuple(columns_text.split(_SEPARATOR))
        mapping = ColumnMapping.from_plain(chosen, columns)
        if mapping is not None:
            found[columns] = mapping
    return found
