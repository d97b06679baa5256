"""Nothing is lost in a crash: copies of what is not saved, and offers to restore them.

Offers what windows left behind that could not end in order: restore it, discard it, or wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.core.problems import Place, Problem, Severity
from inspector.files.left_behind import LeftBehind, LeftBehindCopies, load_left_behind, look
from inspector.files.rescue import UnsavedState
from inspector.files.saving import sweep
from inspector.files.source import problem_of, shown
from inspector.gui.document import Saving, SessionFiles
from inspector.gui.file_loads import FileLoads, Opened, Stamp, stamp_of
from inspector.gui.messages import Answer, Failure, Messages, Question
from inspector.gui.opening import Opening
from inspector.gui.presentation import Presentation
from inspector.gui.rescuer import RecoveryBar, Rescuer
from inspector.gui.settings import Settings
from inspector.gui.views.worker import outcome_of
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store


class Recovery(QObject):
    """Holds the copies that are offered, so that no other window offers them.

    A file of the user's is never written: what is restored is open, and not saved.
    """

    changed = Signal()
    """Something else is offered, or there are other problems."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _found = Signal(object)  # Found | Failure

    def __init__(
        self,
        document: SessionFiles,
        saving: Saving,
        loads: FileLoads,
        rescuer: Rescuer,
        messages: Messages,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.offers: tuple[LeftBehind, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self._document = document
        self._saving = saving
        self._loads = loads
        self._rescuer = rescuer
        self._messages = messages
        self._closed = False
        self._pool = QThreadPool(self)
        self._found.connect(self._take_found)

    def look(self, folder: Path, written: Sequence[Path] = ()) -> None:
        """Look for copies left behind, in a worker.

        Files that were killed before they took their name are removed, there and in folders that
        may have been ``written`` to.
        """

        def work() -> LeftBehindCopies:
            for place in (*written, folder, *folder.glob("*/")):
                sweep(place)
            return look(folder, datetime.now(UTC))

        what = tr("looking for unsaved changes")
        self._pool.start(lambda: self._found.emit(outcome_of(what, work)))

    def restore(self, offer: LeftBehind) -> None:
        """Open what is offered in place of what is open, which may have to be saved first."""
        self._loads.start(
            [offer.copy.path],
            partial(self._take_restored, offer),
            lambda _path, progress: load_left_behind(offer, progress),
        )

    def discard(self, offer: LeftBehind) -> None:
        """Remove what is offered, if that is really meant."""
        question = Question(
            tr("Discard the unsaved changes to {name}?", name=offer.facts.name),
            tr("They cannot be brought back. The file itself stays as it is."),
            yes=tr("Discard"),
        )
        if self._messages.ask(question) is not Answer.YES:
            return
        try:
            offer.copy.remove()
        except OSError as error:
            self.problems += (problem_of(error, shown(offer.copy.folder)),)
            offer.copy.release()
        self._withdraw(offer)

    def leave(self, offer: LeftBehind) -> None:
        """Offer it again at the next start, whichever window that is in."""
        offer.copy.release()
        self._withdraw(offer)

    def close(self) -> None:
        """Leave everything that is still offered to the next start."""
        self._closed = True
        self._pool.waitForDone()
        for offer in self.offers:
            offer.copy.release()
        self.offers = ()

    def _take_found(self, outcome: LeftBehindCopies | Failure) -> None:
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
            return
        if self._closed:
            for offer in outcome.copies:
                offer.copy.release()
            return
        self.offers += tuple(outcome.copies)
        self.problems = tuple(outcome.problems)
        self.changed.emit()

    def _withdraw(self, offer: LeftBehind) -> None:
        self.offers = tuple(one for one in self.offers if one is not offer)
        self.changed.emit()

    def _take_restored(self, offer: LeftBehind, opened: Sequence[Opened]) -> None:
        document, facts = self._document, offer.facts
        session, problems = opened[0].value, opened[0].problems
        own = offer.copy.path if facts.path is None else Path(facts.path)
        if offer not in self.offers:
            return
        if not isinstance(session, Session):
            document.refuse(offer.copy.path, problems)
            document.refresh()
            return
        if not self._saving.may_discard():
            return
        path = None if facts.path is None else own
        document.begin(path, session, unsaved_changes=max(1, facts.changes))
        document.keep(Opened(own, session, tuple(one for one in problems if one.place.file)))
        notes = [one for one in problems if not one.place.file]
        if path is not None:
            document.stamp = facts.stamp
            notes += _changes_of_file(path, facts.stamp)
        if notes:
            document.refuse(own, notes)
        offer.copy.holds(session.candidates)
        self._rescuer.adopt(offer.copy)
        self._withdraw(offer)
        document.refresh()


def _changes_of_file(path: Path, stamp: Stamp) -> list[Problem]:
    """Say what has become of the session's own file since the session was read from it."""
    now = stamp_of(path)
    if now is not None and now == stamp:
        return []
    if now is None:
        what = tr("The session's file is not there any more.")
        fix = tr("Save makes it again, with the changes that were restored.")
    else:
        what = tr("The session's file has changed since these changes to it were made.")
        fix = tr("Save replaces it; Save as… keeps both. Revert takes the file as it is.")
    return [Problem(Severity.NOTE, "rescue.file-changed", what, fix, Place(shown(path)))]


class Safekeeping(QObject):
    """Keeps the rescue copy of one window, and offers in it what others left behind.

    ``folder`` is where all copies are; without one nothing is kept or offered. ``failed`` tells
    about a ``Failure``.
    """

    problems_changed = Signal()
    failed = Signal(object)

    def __init__(
        self,
        folder: Path | None,
        store: Store,
        settings: Settings,
        document: SessionFiles,
        saving: Saving,
        opening: Opening,
        presentation: Presentation,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._document = document
        self._presentation = presentation
        self.rescuer = Rescuer(
            store,
            folder,
            self._origin,
            lambda: presentation.untold,
            lambda: settings.now.keep_unsaved,
            self,
        )
        self.recovery = Recovery(
            self._document, saving, opening.loads, self.rescuer, messages, self
        )
        self.bar = RecoveryBar()
        self.bar.restore_asked.connect(self.recovery.restore)
        self.bar.discard_asked.connect(self.recovery.discard)
        self.bar.later_asked.connect(self.recovery.leave)
        self.recovery.changed.connect(self._show_offers)
        self.recovery.changed.connect(self.problems_changed)
        self.rescuer.problems_changed.connect(self.problems_changed)
        for part in (self.rescuer, self.recovery):
            part.failed.connect(self.failed)
        presentation.changed.connect(self._show_offers)
        settings.changed.connect(self.rescuer.follow_preference)
        if folder is not None:
            recent = (Path(path).parent for path in settings.now.recent)
            self.recovery.look(folder, (settings.path.parent, *dict.fromkeys(recent)))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with copies: those left behind, and the one of this window."""
        return (*self.recovery.problems, *self.rescuer.problems)

    def close(self, *, keep: bool) -> None:
        """End everything; ``keep`` the copy of what is not saved for the next start."""
        self.recovery.close()
        self.rescuer.close(keep=keep)

    def _origin(self, now: str) -> UnsavedState:
        document = self._document
        return UnsavedState(
            name=document.name,
            path=None if document.is_sample else document.path,
            stamp=None if document.is_sample else document.stamp,
            changes=self._store.unsaved_changes,
            written_at=now,
        )

    def _show_offers(self) -> None:
        told = self._presentation.is_on
        self.bar.show_offers(() if told else self.recovery.offers)
