"""The bar that offers unsaved changes of a window that could not end in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from inspector.files.rescue import LeftBehind, RescueHeader
from inspector.gui.boxes import Column, Row, text_label
from inspector.gui.file_watch import stamp_of
from inspector.language import spoken, tr, tr_n

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
        self.setObjectName("recovery")
        self.setProperty("role", "bar-top")
        self.setAccessibleName(tr("Unsaved changes of a window that did not end in order"))
        self._rows = Column(self, margins=(16, 8, 16, 8), spacing=8)
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
            label = text_label("recovery.more", self, rest, role="muted", wraps=False, plain=False)
            self._rows.addWidget(label)
        self.setVisible(bool(offers))

    def _row(self, number: int, offer: LeftBehind) -> QWidget:
        row = QWidget(self)
        name = f"recovery.{number}"
        text = text_label(
            f"{name}.text", row, offer_text(offer.facts), tip=offer.facts.path or "", plain=False
        )
        text.setTextFormat(Qt.TextFormat.PlainText)  # names of files are not markup
        layout = Row(row, spacing=8).hold((text, 1))
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
            button = QPushButton(title, row)
            button.setObjectName(f"{name}.{id_}")
            button.setToolTip(help_text)
            button.setAccessibleDescription(f"{text.text()} {help_text}")
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
