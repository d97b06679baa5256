"""The panes around the chart of a session: what is asked of the log on the left, tables below."""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.core.timeline.compactions import Compaction, Fate
from inspector.core.timeline.report import TimelineReport
from inspector.gui.boxes import VBox, grow
from inspector.gui.table import TablePanel
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.painting import ChartStyle, paint_items
from inspector.gui.views.part_inputs import As, Block, PartInputs
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import localized, tr
from inspector.present.drawing import Item, Words, fitted, part_box
from inspector.present.palette import Pattern
from inspector.present.strips import Segment, Strip, Strips
from inspector.present.table import TableData
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.session.timeline_stage import TimelineRule
from inspector.stages.timeline.chart_layout import legend
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.summary import share_of_kinds
from inspector.stages.timeline.tables import ALL, BY_NAME, window_words

_ROW = 20  # pixels
_NAME = 30  # characters
_SHARE = 52  # pixels of a share, and what is left before it


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
        kinds = [tokens for _, _, tokens in self._rows]
        items: list[Item] = []
        numbers = max((style.measure(localized(one)) for one in kinds), default=0)
        for at, (title, part, tokens) in enumerate(self._rows):
            base = at * high + high / 2 + 4
            items.append(part_box(2, base - 9, 11, 11, part, edged=True))
            items.append(
                Words(20, base, fitted(title, wide - 28 - _SHARE - numbers, style.measure), "text")
            )
            items.append(Words(wide - _SHARE, base, localized(tokens), "text", "end"))
            items.append(Words(wide - 2, base, share_of_kinds(tokens, kinds), "muted", "end"))
        base = len(self._rows) * high + high / 2 + 6
        if self._rows:
            items.append(Words(2, base, tr("Sum"), "muted"))
            items.append(
                Words(wide - _SHARE, base, localized(sum(kinds)), "text", "end", strong=True)
            )
        return items


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


def compaction_strips(report: TimelineReport, one: Compaction) -> Strips:
    """Return the strips of a compaction."""
    counts = {fate: sum(1 for block in one.blocks if block.fate is fate) for fate in Fate}
    before = (
        _segment(tr("kept word for word"), one.kept, "part:used_before-fill"),
        _segment(tr("not in the log"), one.not_in_log, "part:unused-fill", Pattern.BACK_DIAGONAL),
        _segment(
            tr("summarised: {count:,} blocks", count=counts[Fate.SUMMARISED]),
            one.summarised,
            "part:entity-fill",
        ),
        _segment(
            tr("gone: {count:,} blocks", count=counts[Fate.GONE]),
            one.gone,
            "part:inlined-fill",
            Pattern.DIAGONAL,
        ),
    )
    after = (
        _segment(tr("kept word for word"), one.kept, "part:used_before-fill"),
        _segment(tr("new, not in the log"), one.added, "part:unused-fill", Pattern.BACK_DIAGONAL),
        _segment(tr("summary"), one.summary, "part:other-fill", Pattern.HORIZONTAL),
    )
    again = {block.block for block in one.again}
    read = sum(report.sizes.tokens[block] for block in again)
    title = tr(
        "Compaction at {request:,}: {before:,} → {after:,} tokens · {gone:,} gone · {again:,} read"
        " again later",
        request=one.request + 1,
        before=one.before,
        after=one.after,
        gone=one.gone,
        again=read,
    )
    said = (
        (tr("frees {freed:,}", freed=one.freed), "verdict:included"),
        (tr("{again:,} read again in {count:,} reads", again=read, count=len(again)), "warning"),
    )
    return Strips(
        title,
        (
            Strip(tr("Before"), before, 40, tip=localized(one.before), gap=10),
            Strip(tr("After"), after, 40, captions=said, tip=localized(one.after), gap=10),
        ),
        gutter=64,
    )


def _segment(title: str, tokens: int, fill: str, pattern: Pattern = Pattern.SOLID) -> Segment:
    said = tr("{tokens:,} {title}", tokens=tokens, title=title)
    return Segment(title, max(tokens, 0), said, fill, pattern, (localized(tokens), title))


class TimelineTables(TableTabs[str, TimelineResult]):
    """Shows the tables of one result that has a report."""

    def __init__(self, theme: Theme) -> None:
        self.compaction = DrawingView("timeline.compaction", tr("Compaction"), theme, grows=False)
        self.compaction.ground = "chrome"
        self.compaction.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        around = {"compactions": self._below}
        tabs = {one.name: Tab(one.title, one.empty, around.get(one.name)) for one in ALL}
        super().__init__(tabs, theme, name="timeline.tabs")
        self._chosen = 0

    def _below(self, panel: TablePanel) -> QWidget:
        return VBox.page(self.compaction, (panel, 1), margins=(8, 8, 8, 0))

    def show_source(self, source: TimelineResult) -> None:
        """Show another result."""
        report = source.report
        if report is not None:
            counts = {
                "blocks": len(report.blocks),
                "requests": len(report.requests),
                "compactions": len(report.compactions),
                "turns": len(report.turns),
            }
            for name, count in counts.items():
                self._count(name, localized(count) if count else "")
        super().show_source(source)
        self._draw()

    def clear(self) -> None:
        """Show the tables of nothing."""
        super().clear()
        self._chosen = 0
        self._draw()

    def choose_compaction(self, request: int) -> None:
        """Show the compaction before a request, from 1, in the picture and the table."""
        report = None if self._source is None else self._source.report
        found = [] if report is None else [one.request + 1 for one in report.compactions]
        if request in found:
            self._chosen = found.index(request)
            self._draw()
            self.turn_to("compactions")

    def _draw(self) -> None:
        report = None if self._source is None else self._source.report
        if report is None or not report.compactions:
            self.compaction.show_strips(None)
            self.compaction.hide()
            return
        self._chosen = min(self._chosen, len(report.compactions) - 1)
        chart = compaction_strips(report, report.compactions[self._chosen])
        self.compaction.show_strips(chart)
        self.compaction.show()

    def _make(self, tab: str, source: TimelineResult) -> TableData | None:
        return None if source.report is None else BY_NAME[tab].data(source)

    def _row_of(self, tab: str, subject: str) -> str | None:
        kind, _, rest = subject.partition(":")
        own = {"block": "blocks", "request": "requests", "turn": "turns", "fate": "compactions"}
        if own.get(kind) == tab:
            return subject
        if kind == "fate" and tab == "blocks":
            return f"block:{rest.partition(':')[2]}"
        return ""

    def _tab_of(self, subject: str) -> str | None:
        kind = subject.partition(":")[0]
        own = {"block": "blocks", "turn": "turns", "fate": "compactions"}
        return own.get(kind)
