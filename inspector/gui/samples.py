"""The built-in samples, by the lesson of each, and the bar that offers one for an empty stage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from inspector.gui.boxes import HBox, with_name
from inspector.gui.lens_row import LensRow
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.gui.opening import Opening
from inspector.language import tr
from inspector.resources import resource_path, sample_sessions
from inspector.session.session import stages_with_input
from inspector.session.store import Store
from inspector.stage import stages

FIRST = "securities-fraud"
"""The sample that the guide begins with."""
ALTERED = "audit"
"""The sample with a manifest that is not right."""


class SampleEntry(NamedTuple):
    """A sample: its folder's name, what it teaches, its name, its stage (a lens's id), its size."""

    id: str
    lesson: str
    name: str
    lens: str
    size: str

    @property
    def title(self) -> str:
        """What a menu calls it."""
        return f"{self.lesson}: {self.name}"

    @property
    def path(self) -> Path:
        """Its session file."""
        return resource_path(sample_sessions()[self.id])


def samples() -> tuple[SampleEntry, ...]:
    """Return the samples that are sessions, the guide's first, then by stage."""
    found = [
        SampleEntry(one.folder, tr(one.lesson), one.name, stage.id, tr(one.size))
        for stage in stages()
        for one in stage.samples
    ]
    return tuple(sorted(found, key=lambda one: one.id != FIRST))


def sample_named(name: str) -> SampleEntry:
    """Return a sample by the name of its folder."""
    return next(sample for sample in samples() if sample.id == name)


class OfferBar(QFrame):
    """Object names: ``offer`` and ``offer.text``, ``.sample``, ``.open``, ``.paste``."""

    def __init__(
        self, opening: Opening, store: Store, lenses: LensRow, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        with_name(self, "offer", role="bar-bottom-line")
        self._opening, self._store, self._lenses = opening, store, lenses
        self._offered: SampleEntry | None = None
        row = HBox(self, margins=(12, 4, 12, 4), spacing=8)
        self._text = OneLineLabel("offer.text", self)
        row.addWidget(self._text, 1)
        self._sample = self._button("offer.sample", tr("Open sample"), self._open_sample)
        for button in (
            self._sample,
            self._button("offer.open", tr("Open or import…"), opening.choose_and_open),
            self._button("offer.paste", tr("Paste"), opening.paste),
        ):
            row.addWidget(button)
        self.hide()
        lenses.turned.connect(self.show_session)

    def _button(self, name: str, text: str, do: Callable[[], object]) -> QPushButton:
        button = with_name(QPushButton(text, self), name)
        button.clicked.connect(lambda _checked=False: do())
        return button

    def show_session(self) -> None:
        """Offer what the lens in front would take, unless the session holds something for it.

        The one that takes the first page while it is empty has all of this already.
        """
        record = self._lenses.record
        found = next((one for one in samples() if record and one.lens == record.id), None)
        is_empty = record is not None and record.id not in stages_with_input(self._store.session)
        self._offered = found if is_empty and found is not None and found.id != FIRST else None
        self.setVisible(self._offered is not None)
        if record is not None and self._offered is not None:
            self._text.setText(": ".join(filter(None, (record.title, record.needs))))
            self._sample.setToolTip(self._offered.title)

    def _open_sample(self) -> None:
        if self._offered is not None:
            self._opening.open_files([self._offered.path])
