"""Keeps a rescue copy of what is not saved, in a worker; nobody ever waits for it but the end.

The bar offers what a window that could not end in order left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, QThreadPool, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from inspector.core.problems import Place, Problem, Severity
from inspector.files.left_behind import LeftBehind
from inspector.files.rescue import RescueHeader
from inspector.files.source import shown
from inspector.gui.boxes import HBox, VBox, text_label, with_name
from inspector.gui.file_loads import stamp_of
from inspector.gui.messages import Failure, failure_of
from inspector.language import spoken, tr, tr_n
from inspector.session.session import Session
from inspector.session.store import Store

if TYPE_CHECKING:
    from inspector.files.rescue import RescueCopy, UnsavedState


SETTLES = 2_000  # milliseconds without another change
AT_MOST = 10_000  # milliseconds after the first change that is in no copy


class Rescuer(QObject):
    """Writes a copy once changes have settled, and removes it when there is nothing to rescue.

    So a drag is one copy, not one for each of its ticks, and an edit that goes on and on is kept
    every ten seconds. ``folder`` is where copies are; without one none are kept. ``origin`` tells
    what is open, given the time (UTC, with a ``Z``); ``subject`` gives the session without what is
    only shown for a moment; ``wanted`` says whether copies are to be kept at all.
    """

    kept = Signal(object)
    """The ``Session`` that the copy holds now."""
    problems_changed = Signal()
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _done = Signal(object, object)  # the session, and the problems of one try, or a Failure

    def __init__(
        self,
        store: Store,
        folder: Path | None,
        origin: Callable[[str], UnsavedState],
        subject: Callable[[], Session],
        wanted: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()
        self._store = store
        self._folder = folder
        self._origin = origin
        self._subject = subject
        self._wanted = wanted
        self._saved = store.session
        self._writing = self._again = self._has_copy = self._closed = False
        self._writer = _Writer(folder) if folder is not None else None
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._settled = QTimer(self, singleShot=True, interval=SETTLES)
        self._latest = QTimer(self, singleShot=True, interval=AT_MOST)
        for timer in (self._settled, self._latest):
            timer.timeout.connect(self._keep)
        self._done.connect(self._take)
        self._unsubscribe = store.subscribe(self._follow, may_wait=True)

    def keep_now(self) -> bool:
        """Have a copy before this returns; return whether everything is saved or in one."""
        self._rest()
        self._pool.waitForDone()
        session = self._unsaved()
        if session is None:
            return True
        if self._writer is None or not self._wanted():
            return False
        self._has_copy = True
        return self._writer.write(session, self._origin(_now())) == ()

    def follow_preference(self) -> None:
        """Begin or end keeping copies, whichever is wanted now."""
        if not self._wanted():
            self._forget()
        elif self._store.modified and not self._has_copy:
            self._due()

    def adopt(self, copy: RescueCopy) -> None:
        """Go on with a copy of what has just been opened, instead of one of its own."""
        writer = self._writer
        if writer is not None:
            self._has_copy = True
            self._pool.start(lambda: writer.adopt(copy))

    def close(self, *, keep: bool = False) -> None:
        """Remove the copy, or write it a last time and ``keep`` it, before this returns."""
        if self._closed:
            return
        if keep:
            self.keep_now()
        self._closed = True
        self._unsubscribe()
        self._rest()
        self._pool.waitForDone()
        if self._writer is not None:
            if keep and self._has_copy:
                self._writer.release()
            else:
                self._writer.remove()

    # What is due -------------------------------------------------------------------------

    def _follow(self, _old: Session, _new: Session) -> None:
        if self._store.modified:
            self._due()
        else:
            self._saved = self._store.session
            self._forget()

    def _due(self) -> None:
        if self._writer is not None and not self._closed and self._wanted():
            self._settled.start()
            if not self._latest.isActive():
                self._latest.start()

    def _rest(self) -> None:
        self._settled.stop()
        self._latest.stop()
        self._again = False

    def _forget(self) -> None:
        self._rest()
        writer = self._writer
        if writer is not None and self._has_copy:
            self._has_copy = False
            self._pool.start(writer.remove)

    def _unsaved(self) -> Session | None:
        """Return the session if there is something to rescue."""
        session = self._subject()
        return session if self._store.modified and session != self._saved else None

    def _keep(self) -> None:
        self._settled.stop()
        self._latest.stop()
        writer, session = self._writer, self._unsaved()
        if writer is None or not self._wanted():
            return
        if session is None:
            self._forget()
        elif self._writing:
            self._again = True
        else:
            self._writing = self._has_copy = True
            origin = self._origin(_now())
            self._pool.start(lambda: self._done.emit(session, writer.write(session, origin)))

    def _take(self, session: Session, outcome: tuple[Problem, ...] | Failure) -> None:
        self._writing = False
        if self._closed:
            return
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        else:
            if not outcome:
                self.kept.emit(session)
            if outcome != self.problems:
                self.problems = outcome
                self.problems_changed.emit()
        if self._again:
            self._again = False
            self._keep()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


class _Writer:
    """The worker's part."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copy: RescueCopy | None = None

    def write(self, session: Session, origin: UnsavedState) -> tuple[Problem, ...] | Failure:
        """Write the copy and return what is wrong, nothing when it is written."""
        try:
            try:
                self._opened().write(session, origin)
            except FileNotFoundError:  # somebody has tidied up; the next try is in a new folder
                self.release()
                self._opened().write(session, origin)
        except OSError as error:
            return (_not_kept(error, self._folder),)
        except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
            return failure_of(error, tr("keeping a copy of unsaved changes"))
        return ()

    def remove(self) -> None:
        """Remove the copy; one that cannot be removed is offered at the next start."""
        copy, self._copy = self._copy, None
        if copy is not None:
            try:
                copy.remove()
            except OSError:
                copy.release()

    def adopt(self, copy: RescueCopy) -> None:
        """Have another copy instead of this one."""
        self.remove()
        self._copy = copy

    def release(self) -> None:
        """Leave the copy to the next start."""
        copy, self._copy = self._copy, None
        if copy is not None:
            copy.release()

    def _opened(self) -> RescueCopy:
        from inspector.files.rescue import RescueCopy

        if self._copy is None:
            self._copy = RescueCopy.make(self._folder)
        return self._copy


def _not_kept(error: OSError, folder: Path) -> Problem:
    reason = error.strerror or str(error)
    return Problem(
        Severity.WARNING,
        "rescue.not-written",
        tr("Unsaved changes cannot be kept for the case of a crash: {reason}.", reason=reason),
        tr("Make room on the disk, or let the program write to this folder. Saving works as ever."),
        Place(shown(folder)),
    )


_MOST_ROWS = 3


class RecoveryBar(QFrame):
    """One row for each offer, the newest first.

    Object names: ``recovery``, and in each row ``recovery.<number>.text``, ``….restore``,
    ``….discard``, ``….later``; ``recovery.more`` tells of offers there is no room for.
    """

    restore_asked = Signal(object)
    """A ``LeftBehind``."""
    discard_asked = Signal(object)
    later_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = tr("Unsaved changes of a window that did not end in order")
        with_name(self, "recovery", title, role="bar-top")
        self._rows = VBox(self, margins=(16, 8, 16, 8), spacing=8)
        self.hide()

    def show_offers(self, offers: Sequence[LeftBehind]) -> None:
        """Show what is offered; the bar is there only as long as something is."""
        while (item := self._rows.takeAt(0)) is not None:
            if (row := item.widget()) is not None:
                row.hide()
                row.setParent(None)
                row.deleteLater()
        for number, offer in enumerate(offers[:_MOST_ROWS]):
            self._rows.addWidget(self._row(number, offer))
        more = len(offers) - _MOST_ROWS
        if more > 0:
            rest = tr_n("{n} older one follows.", "{n} older ones follow.", more, n=more)
            label = text_label("recovery.more", self, rest, role="muted", wraps=False)
            self._rows.addWidget(label)
        self.setVisible(bool(offers))

    def _row(self, number: int, offer: LeftBehind) -> QWidget:
        row = QWidget(self)
        name = f"recovery.{number}"
        said = offer_text(offer.facts)
        text = text_label(f"{name}.text", row, said, tip=offer.facts.path or "")
        layout = HBox(row, spacing=8).hold((text, 1))
        choices: tuple[tuple[str, str, str, Callable[[LeftBehind], None]], ...] = (
            (
                "restore",
                tr("Restore"),
                tr("Opens the session with these changes. Nothing is written to its file."),
                self.restore_asked.emit,
            ),
            ("discard", tr("Discard"), tr("Removes these changes."), self.discard_asked.emit),
            ("later", tr("Later"), tr("Asks again at the next start."), self.later_asked.emit),
        )
        for id_, title, help_text, ask in choices:
            told = f"{said} {help_text}"
            button = with_name(QPushButton(title, row), f"{name}.{id_}", told=told, tip=help_text)
            button.clicked.connect(lambda _checked=False, ask=ask: ask(offer))
            layout.addWidget(button)
        return row


def offer_text(facts: RescueHeader) -> str:
    """Say what is offered: what, how many changes, from when, and what became of the file."""
    parts = [
        tr_n(
            "“{name}” has {n} unsaved change from {when}: the window ended unexpectedly.",
            "“{name}” has {n} unsaved changes from {when}: the window ended unexpectedly.",
            facts.changes,
            name=facts.name,
            n=facts.changes,
            when=_when(facts.written_at),
        )
    ]
    if facts.path is None:
        parts.append(tr("It was never saved to a file."))
    else:
        now = stamp_of(Path(facts.path))
        if now is None:
            parts.append(tr("Its file is not there any more."))
        elif facts.stamp is not None and now != facts.stamp:
            parts.append(tr("Its file has changed since."))
    return " ".join(parts)


def _when(written_at: str) -> str:
    """Return a time in UTC as the clock on the wall here shows it."""
    seconds = int(datetime.fromisoformat(written_at).timestamp())
    local = QDateTime.fromSecsSinceEpoch(seconds)
    return QLocale(spoken()).toString(local, QLocale.FormatType.ShortFormat)
