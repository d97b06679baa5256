"""Nothing is lost in a crash: copies of what is not saved, and offers to restore them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.problems import Problem
from inspector.files.rescue import Origin
from inspector.gui.document import Document
from inspector.gui.messages import Messages
from inspector.gui.opening import Opening
from inspector.gui.presentation import Presentation
from inspector.gui.recovery import Recovery
from inspector.gui.recovery_bar import RecoveryBar
from inspector.gui.rescuer import Rescuer
from inspector.gui.saving import Saving
from inspector.gui.settings import Settings
from inspector.session.store import Store


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
        document: Document,
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

    def _origin(self, now: str) -> Origin:
        document = self._document
        return Origin(
            name=document.name,
            path=None if document.is_sample else document.path,
            stamp=None if document.is_sample else document.stamp,
            changes=self._store.unsaved_changes,
            written_at=now,
        )

    def _show_offers(self) -> None:
        told = self._presentation.is_on
        self.bar.show_offers(() if told else self.recovery.offers)
