"""Three columns side by side: inputs, the middle, and *Why*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QSplitter, QWidget

from inspector.gui.growing import grown

_WIDTHS = (300, 788, 344)
_ROOMY = 1200  # pixels; in less the outer columns give way along with the middle
_LEAST = (200, 320, 220)


class ThreeColumns(QSplitter):
    """The layout of a lens. Each outer column can be folded away; the middle takes what is left.

    Object names: ``columns.inputs``, ``columns.middle``, ``columns.why``.
    """

    def __init__(
        self, inputs: QWidget, middle: QWidget, why: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("columns")
        self.setHandleWidth(1)
        self.setChildrenCollapsible(True)
        for name, content, least in zip(
            ("inputs", "middle", "why"), (inputs, middle, why), _LEAST, strict=True
        ):
            content.setMinimumWidth(least)
            content.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
            if not content.objectName():
                content.setObjectName(f"columns.{name}")
            self.addWidget(content)
        # Qt puts each new one below the others, and screen readers read from the lowest up.
        handles = [self.handle(place) for place in range(self.count())]
        for part in (inputs, middle, why, *handles):
            part.raise_()
        self.setCollapsible(1, False)  # noqa: FBT003  # Qt's
        self.setStretchFactor(1, 1)
        self.setSizes(_WIDTHS)
        self._arranged = False  # by somebody; until then the columns follow the window's width
        self.splitterMoved.connect(self._keep)

    def view_state(self) -> list[int]:
        """Return the widths, in pixels, for ``restore``."""
        return self.sizes()

    def restore(self, saved: Any) -> None:
        """Take widths that were saved, if that is what they are."""
        if (
            isinstance(saved, Sequence)
            and len(saved) == len(_WIDTHS)
            and all(isinstance(width, int) and width >= 0 for width in saved)
            and saved[1] > 0
        ):
            self.setSizes(list(saved))
            self._arranged = True

    def _keep(self) -> None:
        self._arranged = True

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the width among the columns, unless somebody has."""
        super().resizeEvent(event)
        self._share(event.size().width())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Share the width anew when texts have another size."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._share(self.width())

    def _share(self, wide: int) -> None:
        if not self._arranged:
            left, right = (
                max(least, min(grown(width), width * wide // _ROOMY))
                for width, least in ((_WIDTHS[0], _LEAST[0]), (_WIDTHS[2], _LEAST[2]))
            )
            self.setSizes([left, max(wide - left - right, 0), right])


def line(parent: QWidget | None = None) -> QFrame:
    """Return a quiet horizontal line."""
    made = QFrame(parent)
    made.setProperty("role", "line")
    made.setFixedHeight(1)
    return made
