"""What *Why* of the Budget lens is made of: allocation, the nearest change, what can be forced.

Where nothing is selected it is the run as a whole: its budget, and what was before.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from inspector.analysis import quantities as q
from inspector.analysis.audit.finding import Working
from inspector.analysis.injection_runs import InjectionDetails
from inspector.core.injection.overrides import Forced, Overrides
from inspector.core.injection.report import InjectionReport
from inspector.gui.boxes import HBox, VBox, with_name
from inspector.gui.columns import line
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.section_column import Section
from inspector.gui.views.steps_grid import StepsGrid, reading_label
from inspector.language import capitalized, tr
from inspector.stages.injection.overview import (
    Overview,
    declared_steps,
    grouped,
    independent_steps,
    joined_steps,
    overview,
)
from inspector.stages.injection.provenance import choices_for
from inspector.stages.injection.summary import Balance, allocation_steps, allocation_sum


class NearestChange(QFrame):
    """Object names: ``nearest``, ``nearest.apply``. Out of sight while there is no change."""

    apply_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        with_name(self, "nearest", tr("Nearest change"), role="card")
        title = QLabel(tr("Nearest change"), self)
        title.setFont(theme.font(FontRole.STRONG))
        self._steps = StepsGrid("nearest.steps", theme, self)
        self._apply = with_name(
            QPushButton(tr("Apply to policy"), self), "nearest.apply", role="primary"
        )
        self._apply.clicked.connect(self.apply_asked)
        VBox(self, margins=(12, 8, 12, 10), spacing=6).hold(
            title, self._steps, (self._apply, 0, Qt.AlignmentFlag.AlignLeft)
        )
        self.show_change((), "")

    def show_change(self, steps: tuple[Working, ...], button: str) -> None:
        """Show what changes, in the units of the policy's fields; nothing hides the card."""
        self._steps.set_steps(steps)
        self._apply.setText(button)
        self._apply.setAccessibleDescription(
            ", ".join(f"{one.label} {one.result}" for one in steps)
        )
        self.setVisible(bool(steps))


_SIDE, _MARK, _GAP = 9, 10, 7
# Corners of a line, in parts of the mark's width.
_TICK = ((0.0, 0.55), (0.38, 0.9), (1.0, 0.15))
_CROSS = ((0.1, 0.1), (0.9, 0.9), (0.5, 0.5), (0.9, 0.1), (0.1, 0.9))


class ClosingMark(QWidget):
    """A tick or a cross with words, each in its colour."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._closes = True
        self._text = ""
        self.setFont(theme.font(FontRole.SECTION))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_closes(self, text: str, *, closes: bool) -> None:
        """Say whether the sum closes, and how."""
        self._closes, self._text = closes, text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the size of mark and words."""
        metrics = QFontMetrics(self.font())
        wide = metrics.horizontalAdvance(self._text) + _MARK + _GAP + 2 * _SIDE
        return QSize(wide, metrics.height() + 8)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw ground, mark and words."""
        colors = self._theme.colors
        ink = QColor(colors.verdicts["included"].ink if self._closes else colors.error)
        ground = QColor(ink)
        ground.setAlphaF(0.14)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        top = (self.height() - _MARK) / 2
        pen = QPen(ink, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corners = _TICK if self._closes else _CROSS
        painter.drawPolyline([QPointF(_SIDE + x * _MARK, top + y * _MARK) for x, y in corners])
        painter.setPen(ink)
        left = _SIDE + _MARK + _GAP
        area = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._text)


class AllocationView(QWidget):
    """Shows a balance. Object names begin with ``allocation.``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Allocation"))
        self._lines = StepsGrid("allocation.lines", theme, self)
        self._sum = StepsGrid("allocation.sum", theme, self, strong=frozenset((tr("Sum"),)))
        self._mark = ClosingMark("allocation.closes", theme, self)
        VBox(self, margins=(10, 0, 0, 0), spacing=6).hold(
            self._lines, line(self), self._sum, self._mark
        )

    def show_balance(self, balance: Balance) -> None:
        """Show the balance of another run."""
        self._lines.set_steps(allocation_steps(balance))
        self._sum.set_steps((allocation_sum(balance),))
        self._mark.set_closes(balance.text, closes=balance.closes)


_ORDER = (Forced.PINNED, Forced.INLINED, Forced.LISTED, Forced.KEPT, Forced.EXCLUDED)


class OverrideButtons(QWidget):
    """One switch for each thing that can be forced, named ``what-if.{forced}``.

    Below them, ``what-if.cost`` says what the one that is pointed at or has the keyboard would
    change.
    """

    asked = Signal(object)
    """The ``Forced`` somebody switched on or off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        with_name(self, "what-if", tr("What-if"), role="bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._costs: Mapping[Forced, str] = {}
        self._label = OneLineLabel("what-if.label", self)
        self._label.setText(tr("What-if"))
        self._label.setProperty("role", "muted")
        row = HBox(spacing=6).hold((self._label, 1))
        self._buttons: dict[Forced, QPushButton] = {}
        for forced in _ORDER:
            button = with_name(QPushButton(self), f"what-if.{forced.value}")
            button.setCheckable(True)
            button.clicked.connect(lambda _on, forced=forced: self.asked.emit(forced))
            button.installEventFilter(self)
            row.addWidget(button)
            self._buttons[forced] = button
        self._cost = OneLineLabel("what-if.cost", self)
        self._cost.setProperty("role", "muted")
        VBox(self, margins=(16, 6, 8, 6), spacing=2).hold(row, self._cost)
        self.hide()

    def show_choices(self, subject: str, overrides: Overrides) -> None:
        """Offer what can be forced on a subject; nothing hides the whole row."""
        choices = {one.forced: one for one in choices_for(subject, overrides)}
        for forced, button in self._buttons.items():
            choice = choices.get(forced)
            button.setVisible(choice is not None)
            if choice is not None:
                button.setText(choice.title)
                button.setChecked(choice.holds)
        self.setVisible(bool(choices))

    def show_costs(self, costs: Mapping[Forced, str]) -> None:
        """Say what each thing would change; none while that is not known."""
        self._costs = dict(costs)
        for forced, button in self._buttons.items():
            button.setAccessibleDescription(self._costs.get(forced, ""))
        self._say_cost()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Say the cost of what is pointed at or reached by keyboard."""
        kinds = (QEvent.Type.Enter, QEvent.Type.Leave, QEvent.Type.FocusIn, QEvent.Type.FocusOut)
        if event.type() in kinds:
            self._say_cost()
        return super().eventFilter(watched, event)

    def _say_cost(self) -> None:
        """Say it for what is pointed at, else for what has the keyboard, else for the first."""
        known = [one for one in _ORDER if one in self._costs and not self._buttons[one].isHidden()]
        for asks in (QWidget.underMouse, QWidget.hasFocus):
            known.sort(key=lambda one, asks=asks: not asks(self._buttons[one]))  # type: ignore[misc]
            if known and asks(self._buttons[known[0]]):
                break
        self._cost.setVisible(bool(known))
        if known:
            title, cost = self._buttons[known[0]].text(), self._costs[known[0]]
            self._cost.setText(tr("{title}: {cost}", title=title, cost=cost))


_STRONG = frozenset(
    (
        tr("Total"),
        tr("Duplicated, removed"),
        *(tr(one.title) for one in (q.TOTAL_BUDGET, q.TOKENS_FREED)),
    )
)


class OverviewView(QWidget):
    """Shows one run. Object names begin with ``overview.``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._shown: Overview | None = None
        self._is_old = False
        self._title = reading_label("overview.title", theme, FontRole.TITLE, self)
        self._state = reading_label("overview.degraded", theme, FontRole.BODY, self, "muted")
        self._deciding = self._grid("overview.deciding", theme)
        self._nearest = self._grid("overview.nearest", theme)
        self._overlap = self._grid("overview.overlap", theme)
        self._budget = self._grid("overview.budget", theme)
        self._before = self._grid("overview.independent", theme)
        self._joined = self._grid("overview.joined", theme)
        self._declared = self._grid("overview.declared", theme)
        self._identity = self._grid("overview.identity", theme)
        self._waiting = reading_label("overview.waiting", theme, FontRole.BODY, self, "muted")
        self._waiting.setText(tr("Being worked out …"))
        self._fingerprint = reading_label("overview.fingerprint", theme, FontRole.TEXT, self)
        self._audit = reading_label("overview.audit", theme, FontRole.BODY, self)
        self._hash = ""
        copy = QPushButton(tr("Copy the manifest's SHA-256"), self)
        self._copy = with_name(copy, "overview.copy-fingerprint", role="link")
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._hash))
        self._boxes = {
            name: Section(f"overview.section.{name}", title, theme, self, is_open=is_open)
            for name, title, is_open in (
                ("before", tr("From two budgets to one"), True),
                ("deciding", tr("What decided"), True),
                ("nearest", tr("Nearest changes by split"), True),
                ("budget", tr("Arithmetic of the budgets"), False),
                ("overlap", tr("Overlap"), False),
                ("joined", tr("Counted as joined text"), False),
                ("declared", tr("Declared counts that differ"), False),
                ("identity", tr("This run"), False),
            )
        }
        self._lay_out()
        self.show_nearest(())
        self.set_facts(None)
        self.set_fingerprint(None)

    def _grid(self, name: str, theme: Theme) -> StepsGrid:
        return StepsGrid(name, theme, self, strong=_STRONG)

    def _lay_out(self) -> None:
        fill = {
            "before": (self._before, self._waiting),
            "deciding": (self._deciding,),
            "nearest": (self._nearest,),
            "budget": (self._budget,),
            "overlap": (self._overlap,),
            "joined": (self._joined,),
            "declared": (self._declared,),
            "identity": (self._identity, self._audit, self._fingerprint, self._copy),
        }
        layout = VBox(self, spacing=12)
        head = VBox(spacing=4).hold(self._title, self._state)
        layout.addLayout(head)
        for name, widgets in fill.items():
            for widget in widgets:
                self._boxes[name].content.addWidget(widget)
            layout.addWidget(self._boxes[name])

    def show_report(self, report: InjectionReport) -> None:
        """Show a run. What takes longer to know is given by ``set_facts`` later."""
        new = overview(report)
        if new == self._shown:
            return
        self._shown = new
        self._title.setText(new.title)
        self._show_state()
        self._deciding.set_steps(new.deciding)
        self._boxes["deciding"].setVisible(bool(new.deciding))
        self._overlap.set_steps(new.overlap)
        self._budget.set_steps(new.budget)
        self._identity.set_steps(new.identity)

    def set_old(self, *, is_old: bool) -> None:
        """Say whether the run is that of the previous inputs: of the newest it says nothing."""
        self._is_old = is_old
        self._show_state()

    def _show_state(self) -> None:
        shown = self._shown
        if shown is None:
            return
        said = shown.degraded_text
        if shown.degraded != "none":
            said = f"{capitalized(shown.degraded)}. {said}"
        self._state.setText(tr("Result of the previous inputs.") if self._is_old else said)

    def show_nearest(self, steps: tuple[Working, ...]) -> None:
        """Show at which splits something changes; none hides it."""
        self._nearest.set_steps(steps)
        self._boxes["nearest"].setVisible(bool(steps))

    def set_facts(self, facts: InjectionDetails | None) -> None:
        """Show what was worked out later; None while it is being worked out.

        Of the run of previous inputs nothing is worked out any more.
        """
        self._waiting.setVisible(facts is None)
        self._before.setVisible(facts is not None)
        bridge = () if facts is None else independent_steps(facts)
        self._boxes["before"].setVisible(bool(bridge) or (facts is None and not self._is_old))
        if facts is not None:
            self._before.set_steps(bridge)
            self._joined.set_steps(joined_steps(facts))
            self._declared.set_steps(declared_steps(facts))
        # They keep their last numbers during a drag instead of coming and going.
        known = facts is not None
        if known or self._shown is None:
            self._boxes["joined"].setVisible(known and bool(facts and facts.joined))
            self._boxes["declared"].setVisible(known and bool(facts and facts.differences))

    def set_audit(self, told: str) -> None:
        """Show what the audit of the run's own manifest came to, "" where none is made."""
        self._audit.setText(tr("Own audit. {told}", told=told) if told else "")

    def set_fingerprint(self, fingerprint: str | None) -> None:
        """Show the manifest's fingerprint; None while it is being taken."""
        self._hash = fingerprint or ""
        waiting = "" if self._is_old else tr("being taken …")
        self._fingerprint.setText(grouped(self._hash) or waiting)
        self._copy.setEnabled(bool(fingerprint))
