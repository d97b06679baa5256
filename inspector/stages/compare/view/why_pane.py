"""The right column: why the selected subject changed, or the comparison as a whole."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.analysis.comparison import Compared, Explained
from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.compare.why import why_changed, why_whole

_TITLES = {
    "arithmetic": tr("Evidence"),
    "remedies": tr("What did it"),
    "help": tr("How causes are found"),
}


class CompareWhy(ExplanationPane):
    """Explains one change, or all of them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, titles=_TITLES)
        self._compared: Compared | None = None
        self._explained: Explained | None = None

    @property
    def is_explained(self) -> bool:
        """Whether what explains the selected change is known."""
        return self._explained is not None

    def set_compared(self, compared: Compared | None) -> None:
        """Explain by another comparison from now on."""
        self._compared, self._explained = compared, None
        self._show()

    def set_explained(self, explained: Explained | None) -> None:
        """Say what explains the selected change."""
        self._explained = explained
        self._show()

    def _found(self) -> tuple[Why, str] | None:
        if self._compared is None:
            return None
        if self._subject:
            why = why_changed(self._compared, self._subject, self._explained)
            if why is not None:
                link = "" if why.kind == "bucket" else tr("Show in Budget")
                return why, link
        return why_whole(self._compared), ""
