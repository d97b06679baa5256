"""What works behind the Audit lens: audits of a manifest and an inbox, receipts being written.

A manifest is audited whenever it or its inputs change. Receipts that are followed while they are
written are told above the audit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.watched_counter import StoppedError
from inspector.files.receipts import ReceiptTail, followed_files
from inspector.gui.boxes import STRETCH, HBox, VBox, text_label, with_name
from inspector.gui.lens import LensContext
from inspector.gui.messages import Failure, FileChoice
from inspector.gui.theme import FontRole
from inspector.gui.views.worker import BackgroundRunner, SessionRunner, Wanted, Worker
from inspector.language import tr
from inspector.session.audit_edits import inbox_of
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stage import Part
from inspector.stages.audit.inbox import InboxVerdict, Key, key_of, verdict_of
from inspector.stages.audit.receipts import Batch, Following, batch_of
from inspector.stages.audit.runs import AuditView, audit_view, audited_inputs


def audit_runner(store: Store, runs: InjectionRuns, parent: QObject) -> SessionRunner[AuditView]:
    """Return what audits the session's manifest while somebody looks.

    One thread at a time may use ``runs``: nobody else while the runner is busy.
    """
    return SessionRunner(
        store,
        tr("auditing the manifest"),
        lambda session, watch: audit_view(session, runs, watch),
        audited_inputs,
        lambda session: session.audit.manifest is None,
        parent,
        active=False,
    )


Verdicts = Mapping[Key, InboxVerdict]
_TOLD_SECONDS = 1.0


class InboxRunner(BackgroundRunner[Verdicts]):
    """Keeps the verdicts of the manifests that are there; only new ones are audited."""

    found = Signal(object)
    """Several ``InboxVerdict``, before the others of their run are known."""

    verdicts: dict[Key, InboxVerdict]
    """What is known by now."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(store, tr("auditing the inbox"), parent, active=False)
        self.verdicts = {}
        self._runs = InjectionRuns()
        self.found.connect(self._keep)

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return tuple(map(key_of, inbox_of(session)))

    def _at_once(self, session: Session) -> Verdicts | None:
        inbox = inbox_of(session)
        known = {key_of(one): self.verdicts.get(key_of(one)) for one in inbox}
        if None in known.values():
            return None
        self.verdicts = {key: one for key, one in known.items() if one is not None}
        return self.verdicts

    def _job(self, session: Session, wanted: Wanted) -> Callable[[], Verdicts]:
        todo = [one for one in inbox_of(session) if key_of(one) not in self.verdicts]
        known = dict(self.verdicts)

        def job() -> Verdicts:
            told, new = time.monotonic(), list[InboxVerdict]()
            for one in todo:
                if not wanted():
                    raise StoppedError
                made = verdict_of(one, session, self._runs, lambda _done, _all: wanted())
                known[key_of(one)] = made
                new.append(made)
                if time.monotonic() - told > _TOLD_SECONDS:  # the list is shown anew each time
                    self._worker.say(partial(self.found.emit, tuple(new)))
                    told, new = time.monotonic(), []
            self._worker.say(partial(self.found.emit, tuple(new)))
            return known

        return job

    def _keep(self, verdicts: Iterable[InboxVerdict]) -> None:
        self.verdicts |= {key_of(one.of): one for one in verdicts}


_PAUSE = 1000  # milliseconds between the end of one look and the next


class Follower(QObject):
    """Looks for new receipts now and then; each look is a job, and none begins before its end."""

    changed = Signal()
    """There is something new, or another path is followed, or none."""
    refused = Signal(str, str)
    """What is not followed any more, and why."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.following: Following | None = None
        self._tail: ReceiptTail | None = None
        self._worker = Worker(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.look)

    @property
    def busy(self) -> bool:
        """Whether a look is under way."""
        return self._worker.busy

    def start(self, path: Path) -> None:
        """Follow a folder or a file from its beginning, and nothing else."""
        self.stop()
        self.following, self._tail = Following(path), ReceiptTail(path)
        self.changed.emit()
        self.look()

    def stop(self) -> None:
        """Follow nothing any more."""
        self._pause.stop()
        self._worker.forget()
        self.following = self._tail = None
        self.changed.emit()

    def close(self) -> None:
        """End all work."""
        self._pause.stop()
        self._worker.close()

    def look(self) -> None:
        """Read what is new; the next look comes a moment after its end."""
        tail = self._tail
        if tail is None:
            return
        self._pause.stop()

        def job() -> Batch | str:
            try:
                return batch_of(tail.read())
            except OSError as error:
                return error.strerror or type(error).__name__

        self._worker.do(tr("reading receipts"), job, partial(self._take, tail))

    def _take(self, tail: ReceiptTail, outcome: object) -> None:
        if tail is not self._tail or self.following is None:
            return
        if isinstance(outcome, Batch):
            if outcome.receipts or outcome.dropped:
                self.following.take(outcome)
                self.changed.emit()
            self._pause.start()
            return
        name = self.following.path.name
        self.stop()
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        else:
            told = tr("{name} cannot be followed.", name=name)
            self.refused.emit(told, str(outcome))


class FollowedReceipts(QWidget):
    """Shows what is followed, and is hidden where nothing is.

    Object names: ``following``, ``following.text``, ``following.open``, ``following.stop``.
    """

    def __init__(self, context: LensContext) -> None:
        super().__init__()
        self.setObjectName("following")
        self.follower = Follower(self)
        self._context, theme = context, context.theme
        self._text = text_label("following.text", self, font=theme.font(FontRole.BODY))
        told = tr("Opens the receipts that are there now, one entry each.")
        button = QPushButton(tr("Open in inbox"), self)
        self._open = with_name(button, "following.open", tip=told)
        self._stop = with_name(QPushButton(tr("Stop following"), self), "following.stop")
        buttons = VBox().hold(self._open, self._stop, STRETCH)
        HBox(self, margins=(16, 10, 16, 10), spacing=12).hold((self._text, 1), buttons)
        self._open.clicked.connect(self.open_in_inbox)
        self._stop.clicked.connect(self.follower.stop)
        self.follower.changed.connect(self._show)
        self.hide()

    def choose_folder(self) -> None:
        """Let a folder be chosen, and follow the receipts that are written there."""
        choice = FileChoice(tr("Follow the receipts of a folder"), ())
        folder = self._context.messages.choose_folder(choice)
        if folder is not None:
            self.follower.start(folder)

    def follow_open_file(self) -> None:
        """Follow the file of receipts that is under audit."""
        source = self._context.store.session.source(Part.AUDIT)
        if source is not None:
            self.follower.start(Path(source))

    def open_in_inbox(self) -> None:
        """Open the receipts that are followed, as far as they are written."""
        following = self.follower.following
        if following is not None:
            path = following.path
            self._context.open_files(followed_files(path) if path.is_dir() else [path])

    def _show(self) -> None:
        following = self.follower.following
        self.setVisible(following is not None)
        if following is not None:
            text = "\n".join(following.lines())
            self._text.setText(text)
            self.setAccessibleName(text.replace("\n", ". "))
            self._open.setEnabled(bool(following.receipts))
        self._context.refresh_commands()
