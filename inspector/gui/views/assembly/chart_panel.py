"""The bands with a line about the whole above them, and what opens and closes all steps."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.core.assembly import Assembly, Step
from inspector.gui.fonts import FontRole
from inspector.gui.one_line import OneLineButton
from inspector.gui.theme import Theme
from inspector.gui.views.assembly.bands_paint import BandsStyle
from inspector.gui.views.assembly.bands_view import BandsView
from inspector.gui.views.why.verdict_chip import VerdictChip
from inspector.language import tr
from inspector.present.assembly.bands import Bands, bands_of
from inspector.present.assembly.summary import headline

_AROUND = 20  # pixels above, between and below headline and chart


class BandsPanel(QWidget):
    """Shows one assembly as bands. Object names: ``chart.headline``, ``.toggle``."""

    whole_asked = Signal()
    """Somebody wants to see what was decided about the whole."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bands: Bands | None = None
        self.view = BandsView(self._style(), self)
        self._chip = VerdictChip("chart.verdict", theme, self)
        self._headline = OneLineButton(self)
        self._headline.setObjectName("chart.headline")
        self._headline.setProperty("role", "link")
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._headline.setToolTip(tr("Explain what was decided about the whole"))
        self._headline.clicked.connect(self.whole_asked)
        self._old = QLabel(tr("older result"), self)
        self._old.setObjectName("chart.old")
        self._old.setProperty("role", "chip-warning")
        self._old.hide()
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self._chip)
        row.addWidget(self._headline)
        row.addWidget(self._old)
        row.addStretch(1)
        self._toggle = QToolButton(self)
        self._toggle.setObjectName("chart.toggle")
        self._toggle.clicked.connect(self._open_or_close)
        self.view.opened_changed.connect(self._name_toggle)
        self._name_toggle()
        row.addWidget(self._toggle)
        scroll = QScrollArea(self)
        scroll.setObjectName("chart.scroll")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        inner.setObjectName("content")
        inside = QVBoxLayout(inner)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.view)
        inside.addStretch(1)
        scroll.setWidget(inner)
        scroll.setProperty("role", "pane")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 8, 4, 4)
        layout.setSpacing(4)
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 8, 0)
        head.addLayout(row)
        layout.addLayout(head)
        layout.addWidget(scroll, 1)
        self.setMinimumHeight(120)

    @property
    def bands(self) -> Bands | None:
        """What is drawn."""
        return self._bands

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows all of the chart."""
        return int(self.view.height()) + self._headline.sizeHint().height() + _AROUND

    def set_assembly(self, assembly: Assembly) -> None:
        """Show another assembly."""
        self._bands = bands_of(assembly)
        self._chip.set_verdict(assembly.judgements[0].verdict)
        self._headline.setText(headline(assembly))
        self.view.set_bands(self._bands)

    def set_old(self, *, is_old: bool) -> None:
        """Say whether a newer input has no result yet."""
        self._old.setVisible(is_old)

    def open_all(self) -> None:
        """Open every step that has something in it."""
        self.view.set_opened(tuple(Step))

    def close_all(self) -> None:
        """Close every step."""
        self.view.set_opened(())

    def _open_or_close(self) -> None:
        if self.view.opened:
            self.close_all()
        else:
            self.open_all()

    def _name_toggle(self) -> None:
        opened = bool(self.view.opened)
        every = tr("Close every step") if opened else tr("Open every step")
        self._toggle.setText(tr("Close all") if opened else tr("Open all"))
        self._toggle.setToolTip(every)
        self._toggle.setAccessibleName(every)

    def change_theme(self) -> None:
        """Draw in the theme's colours."""
        self.view.set_style(self._style())
        self._chip.update()

    def _style(self) -> BandsStyle:
        theme = self._theme
        return BandsStyle(theme.colors, theme.font(FontRole.SMALL), theme.font(FontRole.STRONG))
