"""What an audit comes to, in one line that cannot be overlooked."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from inspector.analysis.audit.audit import Outcome
from inspector.gui.table import paint_mark
from inspector.gui.theme import FontRole, Theme
from inspector.language import tr
from inspector.present.palette import Shape
from inspector.stages.audit.summary import Banner

_MARK, _EDGE = 18, 4
LOOKS = {
    Outcome.VERIFIED: ("included", Shape.DISC),
    Outcome.NOT_COMPARABLE: ("reduced", Shape.HALF),
    Outcome.FAILED: ("refused", Shape.STOP),
    Outcome.NOT_REPLAYED: ("balance", Shape.DOTTED),
}


class OutcomeBanner(QWidget):
    """Shows headline and details on a ground of the outcome's colour, with its shape beside it.

    Object names: ``audit.banner``, ``audit.headline``, ``audit.detail``, ``audit.signed``,
    ``audit.tokens``.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("audit.banner")
        self._theme = theme
        self._outcome: Outcome | None = None
        self._old = False
        self._headline = self._label("audit.headline", FontRole.TITLE)
        self._detail = self._label("audit.detail", FontRole.BODY)
        self._signed = self._label("audit.signed", FontRole.BODY)
        lines = QVBoxLayout()
        lines.setSpacing(2)
        for label in (self._headline, self._detail, self._signed):
            lines.addWidget(label)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_EDGE + 12 + _MARK + 12, 12, 16, 12)
        layout.addLayout(lines, 1)
        self._tokens = self._label("audit.tokens", FontRole.SMALL)
        self._tokens.setWordWrap(False)
        self._tokens.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._tokens)

    def _label(self, name: str, role: FontRole) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setFont(self._theme.font(role))
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def show_banner(self, banner: Banner, *, old: bool = False) -> None:
        """Show another outcome; ``old`` says that a newer one is being worked out."""
        self._outcome, self._old = banner.outcome, old
        self._headline.setText(banner.headline)
        self._detail.setText(
            tr("{detail} Being audited again …", detail=banner.detail) if old else banner.detail
        )
        self._signed.setText(banner.signed)
        self._signed.setVisible(bool(banner.signed))
        self._tokens.setText("\n".join(banner.tokens))
        self.setAccessibleName(" ".join((banner.headline, banner.detail, banner.signed)).strip())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the ground, the edge and the mark."""
        if self._outcome is None:
            return
        verdict, shape = LOOKS[self._outcome]
        ink = QColor(self._theme.colors.verdicts[verdict].ink)
        painter = QPainter(self)
        ground = QColor(ink)
        ground.setAlphaF(0.05 if self._old else 0.10)
        painter.fillRect(self.rect(), ground)
        painter.fillRect(QRectF(0, 0, _EDGE, self.height()), ink)
        middle = self._headline.geometry().center().y()
        mark = QRectF(_EDGE + 12, middle - _MARK / 2, _MARK, _MARK)
        paint_mark(painter, mark, shape, ink)
