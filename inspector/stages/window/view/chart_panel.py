"""The ruler with what steers it: the order of the spans, zoom, and a line about the result."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QWidget,
)

from inspector.core.window.report import WindowReport
from inspector.gui.boxes import Column, Row, with_name
from inspector.gui.one_line_buttons import OneLineLabel, OneLineToolButton
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.pop_ups import ChoiceBox
from inspector.gui.views.roomy import Beside
from inspector.language import tr
from inspector.stages.window.event_table import Moment
from inspector.stages.window.ruler import SpanOrder, ruler
from inspector.stages.window.summary import headline
from inspector.stages.window.view.ruler_view import RulerView

ZOOM = 1.6
_ORDERS = (
    (SpanOrder.SELECTION, tr("By selection"), tr("As they were chosen: highest priority first.")),
    (SpanOrder.ORIGINAL, tr("Original"), tr("As the prompt is laid out.")),
)


class RulerPanel(QWidget):
    """Shows one placement as a ruler.

    Object names: ``chart.headline``, ``.order``, ``.zoom-out``, ``.zoom-in``, ``.window``,
    ``.all``; the ruler itself is ``window.ruler``.
    """

    order_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: WindowReport | None = None
        self.ruler = RulerView(ChartStyle.of(theme), self)
        self._headline = OneLineLabel("chart.headline", self)
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._order = ChoiceBox(self)
        self._order.setObjectName("chart.order")
        self._order.setSizeAdjustPolicy(self._order.SizeAdjustPolicy.AdjustToContents)
        self._order.setMinimumContentsLength(6)  # it gives way to the buttons beside it
        self._order.setAccessibleName(tr("Order of the spans"))
        self._order.setAccessibleDescription(tr("Order of the spans"))
        for place, (order, title, tip) in enumerate(_ORDERS):
            self._order.addItem(title, order)
            self._order.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        self._order.currentIndexChanged.connect(self._reorder)
        tools = QWidget(self)
        row = Row(tools, spacing=2).hold(self._order, 6)
        for name, text, title, act in (
            ("zoom-out", "−", tr("Zoom out"), lambda: self.ruler.zoom(1 / ZOOM)),
            ("zoom-in", "+", tr("Zoom in"), lambda: self.ruler.zoom(ZOOM)),
            ("window", tr("Window"), tr("Show the window"), lambda: self.ruler.set_view(None)),
            ("all", tr("All"), tr("Show everything, dropped chunks included"), self.ruler.show_all),
        ):
            button = with_name(OneLineToolButton(self), f"chart.{name}", title, tip=title)
            button.setText(text)
            button.clicked.connect(lambda _checked=False, act=act: act())
            row.addWidget(button)
        Column(self, margins=(12, 8, 12, 4), spacing=6).hold(
            Beside(self._headline, tools, self), (self.ruler, 1)
        )

    @property
    def order(self) -> SpanOrder:
        """How placed chunks follow each other."""
        return SpanOrder(self._order.currentData())

    def set_order(self, order: SpanOrder) -> None:
        """Let placed chunks follow each other in another order."""
        self._order.setCurrentIndex([one for one, _, _ in _ORDERS].index(order))

    def set_report(self, report: WindowReport) -> None:
        """Show another placement."""
        self._report = report
        self._headline.setText(headline(report))
        self.ruler.set_ruler(ruler(report, self.order))

    def set_moment(self, moment: Moment | None) -> None:
        """Show what had been decided at a moment of the log; None shows the end."""
        self.ruler.set_decided(None if moment is None else moment.decided)

    def _reorder(self) -> None:
        if self._report is not None:
            self.ruler.set_ruler(ruler(self._report, self.order))
        self.order_changed.emit()
