"""Choosing one request of an open corpus: a step back, a step forward. The bar lists them all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from inspector.core.candidates.request import Request
from inspector.gui.boxes import STRETCH, Row, with_name
from inspector.language import tr


class CorpusPicker(QWidget):
    """Object names: ``corpus.previous``, ``corpus.next``, ``corpus.place``."""

    picked = Signal(int)
    """The place of the request that is to be the current one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("corpus")
        self._requests: Sequence[Request] = ()
        self._place = 0
        # Signs that the shipped font has: those of another font depend on the machine.
        self._previous = self._button("corpus.previous", "‹", tr("Previous request"))
        self._next = self._button("corpus.next", "›", tr("Next request"))
        self._label = QLabel(self)
        self._label.setObjectName("corpus.place")
        Row(self, spacing=4).hold(self._label, STRETCH, self._previous, self._next)
        self._previous.clicked.connect(lambda: self.step(-1))
        self._next.clicked.connect(lambda: self.step(1))

    def _button(self, name: str, text: str, tip: str) -> QToolButton:
        button = with_name(QToolButton(self), name, tip, tip=tip)
        button.setText(text)
        return button

    def set_requests(self, requests: Sequence[Request], current: Request | None) -> None:
        """Show a corpus and which of its requests is the current one."""
        if requests is not self._requests:
            self._requests = requests
        self._place = next((at for at, one in enumerate(requests) if one is current), 0)
        self._label.setText(
            tr("Request {place:,} of {requests:,}", place=self._place + 1, requests=len(requests))
        )
        self._previous.setEnabled(self._place > 0)
        self._next.setEnabled(self._place + 1 < len(requests))

    def step(self, by: int) -> None:
        """Go to a neighbouring request, if there is one."""
        if 0 <= self._place + by < len(self._requests):
            self.picked.emit(self._place + by)
