"""The bands with a line about the whole above them, and what opens and closes all steps."""

from __future__ import annotations

from PySide6.QtWidgets import QToolButton, QWidget

from inspector.core.assembly import Assembly, Step
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.assembly.bands_paint import BandsStyle
from inspector.gui.views.assembly.bands_view import BandsView
from inspector.gui.views.verdict_panel import VerdictPanel
from inspector.language import tr
from inspector.present.assembly.bands import Bands, bands_of
from inspector.present.assembly.summary import headline


class BandsPanel(VerdictPanel):
    """Shows one assembly as bands. Object name: ``chart.toggle``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._theme = theme
        self._bands: Bands | None = None
        self.view = BandsView(self._style(), self)
        self._toggle = QToolButton(self)
        self._toggle.setObjectName("chart.toggle")
        self._toggle.clicked.connect(self._open_or_close)
        self.view.opened_changed.connect(self._name_toggle)
        self._name_toggle()
        self._lay_out(self.view, self._toggle)

    @property
    def bands(self) -> Bands | None:
        """What is drawn."""
        return self._bands

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows all of the chart."""
        return self._around(int(self.view.height()))

    def set_assembly(self, assembly: Assembly) -> None:
        """Show another assembly."""
        self._bands = bands_of(assembly)
        self._chip.set_verdict(assembly.judgements[0].verdict)
        self._headline.setText(headline(assembly))
        self.view.set_bands(self._bands)

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
        super().change_theme()
        self.view.set_style(self._style())

    def _style(self) -> BandsStyle:
        theme = self._theme
        return BandsStyle(theme.colors, theme.font(FontRole.SMALL), theme.font(FontRole.STRONG))
