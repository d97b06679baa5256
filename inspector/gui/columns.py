"""Three columns side by side: inputs, the middle, and *Why*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QSplitter, QWidget

_WIDTHS = (288, 800, 344)
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
        self.setCollapsible(1, False)  # noqa: FBT003  # Qt's
        self.setStretchFactor(1, 1)
        self.setSizes(_WIDTHS)

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


def line(parent: QWidget | None = None) -> QFrame:
    """Return a quiet horizontal line."""
    made = QFrame(parent)
    made.setProperty("role", "line")
    made.setFixedHeight(1)
    return made
