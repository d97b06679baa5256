"""The inputs of a timeline: its log, the window, what would have been, what was sent by kind."""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.core.timeline.report import TimelineReport
from inspector.gui.boxes import grow
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.painting import ChartStyle, paint_items
from inspector.gui.views.part_inputs import As, Block, PartInputs
from inspector.language import localized, tr
from inspector.present.drawing import Item, Words, part_box
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.session.timeline_stage import TimelineRule
from inspector.stages.timeline.chart_layout import legend
from inspector.stages.timeline.names import window_words
from inspector.stages.timeline.summary import share_of_sent

_ROW = 20  # pixels
_NAME = 30  # characters


class KindList(QWidget):
    """What was sent by kind: the chart's legend, with tokens and shares."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline.kinds")
        self._theme = theme
        self._rows: list[tuple[str, str, int]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_report(self, report: TimelineReport | None) -> None:
        """Show the kinds of a timeline, those of nothing for None."""
        self._rows = [] if report is None else legend(report)
        said = ", ".join(f"{title} {localized(tokens)}" for title, _, tokens in self._rows)
        self.setAccessibleName(said or tr("Tokens sent, by kind"))
        grow(self, fixedHeight=_ROW * (len(self._rows) + 1) + 8)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw a sample, title, tokens and share for each kind, and the sum below."""
        painter = QPainter(self)
        zoom, style = ChartStyle.of(self._theme).unzoomed()
        painter.scale(zoom, zoom)
        paint_items(painter, tuple(self._items(style, self.width() / zoom)), style)

    def _items(self, style: ChartStyle, wide: float) -> list[Item]:
        high = _ROW
        sent = sum(tokens for _, _, tokens in self._rows) or 1
        items: list[Item] = []
        numbers = max((style.measure(localized(one)) for _, _, one in self._rows), default=0)
        for at, (title, part, tokens) in enumerate(self._rows):
            base = at * high + high / 2 + 4
            items.append(part_box(2, base - 9, 11, 11, part, edged=True))
            items.append(Words(20, base, _fitted(title, wide - 66 - numbers, style), "text"))
            items.append(Words(wide - 38, base, localized(tokens), "text", "end"))
            items.append(Words(wide - 2, base, share_of_sent(tokens, sent), "muted", "end"))
        base = len(self._rows) * high + high / 2 + 6
        if self._rows:
            items.append(Words(2, base, tr("Sum"), "muted"))
            items.append(Words(wide - 38, base, localized(sent), "text", "end", strong=True))
        return items


def _fitted(title: str, width: float, style: ChartStyle) -> str:
    from inspector.present.drawing import fitted

    return fitted(title, width, style.measure)


def _cut(name: str) -> str:
    """Return a name that the column has room for, without its middle."""
    return name if len(name) <= _NAME else f"{name[: _NAME - 11]}…{name[-10:]}"


class TimelineInputs(PartInputs):
    """The log, what is asked about it, and what was sent by kind."""

    part = "timeline"
    blocks = (
        Block("kinds", tr("Tokens sent, by kind")),
        Block("limits", tr("Window"), only=("window",)),
        Block("what_if", tr("What would have been"), "what_if", tuple(TimelineRule.model_fields)),
    )

    shown_as: ClassVar = {
        name: As(
            lambda own, _stage: own or 0,
            lambda own, _stage: own or None,
            {"minimum": 0, "hint": hint},
        )
        for name, hint in (
            ("window", tr("not stated")),
            *((f"what_if.{one}", tr("off")) for one in TimelineRule.model_fields),
        )
    }

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(store, theme, parent)
        self.kinds = KindList(theme, self)
        self._fill("kinds", self.kinds)
        self._told = self._label("limits.told", theme, FontRole.SMALL)
        self._told.setWordWrap(True)
        self._told.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._fill("limits", self._told)

    def set_session(self, session: Session) -> None:
        """Show a session's part; the source is the log."""
        super().set_session(session)
        log = session.part("timeline").log
        self._source.setText(_cut(PurePath(log).name) if log else tr("no log is open"))
        self._source.setToolTip(log)

    def set_report(self, report: TimelineReport | None) -> None:
        """Show what was sent by kind, and how the window is known."""
        self.kinds.set_report(report)
        peak = None if report is None else report.peak
        self._told.setText("" if peak is None else window_words(peak.window))
