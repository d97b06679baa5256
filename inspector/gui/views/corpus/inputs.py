"""The left column: what is run, along which axis, and what is done with the value looked at."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QWidget

from inspector.analysis.corpus.bootstrap import DEFAULT_SEED
from inspector.analysis.corpus.ranges import usual_range
from inspector.analysis.corpus.workload import Corpus
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.section_column import SectionColumn
from inspector.gui.views.tuning.axis_number import AxisNumber
from inspector.language import tr
from inspector.present.tuning.names import AXIS_HELP, AXIS_TITLES, written
from inspector.session.session import Session

_SECTIONS = (
    ("corpus", tr("Corpus"), True),
    ("axis", tr("Swept"), True),
    ("value", tr("Value"), True),
)
_MOST_SEED = 2**31 - 1


class CorpusInputs(SectionColumn):
    """Object names: ``corpus.text``, ``corpus.run``, ``axis``, ``seed``, ``value``,

    ``value.apply``, ``value.back``, ``value.best``, ``request.open``.
    """

    run_asked = Signal()
    chosen = Signal(float)
    """A value to look at."""
    apply_asked = Signal()
    best_asked = Signal()
    open_asked = Signal()
    axis_chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("corpus.inputs", parent)
        self._current = 0.0
        self._session = Session()
        self._add_sections(_SECTIONS, theme)
        content = self._content
        self._text = self._label("corpus.text", theme, FontRole.SMALL, muted=True)
        self._run = self._button(
            "corpus.run", tr("Run"), tr("Run every request over the whole range.")
        )
        self._run.setProperty("role", "primary")
        self._axis = QComboBox(content)
        self._axis.setObjectName("axis")
        self._axis.setAccessibleName(tr("Axis"))
        self._axis.setAccessibleDescription(tr("Axis"))
        self._axis.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for place, axis in enumerate(Axis):
            self._axis.addItem(AXIS_TITLES[axis], axis.value)
            self._axis.setItemData(place, AXIS_HELP[axis], Qt.ItemDataRole.ToolTipRole)
        self._axis.setCurrentIndex(list(Axis).index(Axis.DIVISION))
        self._help = self._label("axis.help", theme, FontRole.SMALL, muted=True)
        self._seed = NumberField(0, _MOST_SEED, whole=True)
        self._seed.setObjectName("seed")
        self._seed.setAccessibleName(tr("Seed"))
        self._seed.setToolTip(tr("Of the bootstrap: the same seed gives the same intervals."))
        self._seed.set_number(DEFAULT_SEED)
        self._seed_now = DEFAULT_SEED
        self._value = AxisNumber(
            "value", tr("Looked at"), tr("The value that is looked at."), content
        )
        self._now = self._label("value.now", theme, FontRole.SMALL, muted=True)
        self._apply = self._button(
            "value.apply", tr("Apply"), tr("Give the policy this value, as one edit.")
        )
        self._back = self._button(
            "value.back", tr("Now"), tr("Look at the policy's own value again.")
        )
        self._best = self._button("value.best", tr("Best"), tr("Look at the recommended value."))
        self._open = self._button(
            "request.open", tr("Open request here"),
            tr("Open the selected request in Budget, with this value, as one edit."),
        )  # fmt: skip
        self._fill("corpus", self._text, self._row(self._run))
        self._fill(
            "axis",
            self._row(self._axis),
            self._help,
            self._row(*self._named(tr("Seed"), self._seed)),
        )
        self._fill(
            "value", self._value, self._now, self._row(self._apply, self._best, self._back),
            self._row(self._open),
        )  # fmt: skip
        self._run.clicked.connect(self.run_asked)
        self._axis.activated.connect(self._choose_axis)
        self._seed.changed.connect(self._take_seed)
        self._value.changed.connect(self.chosen)
        self._apply.clicked.connect(self.apply_asked)
        self._back.clicked.connect(lambda: self.chosen.emit(self._current))
        self._best.clicked.connect(self.best_asked)
        self._open.clicked.connect(self.open_asked)
        self._help.setText(AXIS_HELP[self.axis])
        self.set_value(None, 0.0, request=False, best=False)

    def _named(self, title: str, field: QWidget) -> tuple[QWidget, QWidget]:
        label = QLabel(title, self._content)
        label.setBuddy(field)
        return label, field

    @property
    def axis(self) -> Axis:
        """The axis that is swept."""
        return Axis(self._axis.currentData())

    @property
    def seed(self) -> int:
        """The seed of the bootstrap."""
        return self._seed_now

    @property
    def span(self) -> AxisRange:
        """The range that is swept."""
        session = self._session
        corpus = Corpus(session.title, session.candidates, session.requests)
        return usual_range(self.axis, session.policy, session.overrides, (corpus,))

    def choose_axis(self, axis: Axis) -> None:
        """Sweep another axis the next time."""
        self._axis.setCurrentIndex(list(Axis).index(axis))
        self._choose_axis()

    def set_session(self, session: Session) -> None:
        """Say what there is to run."""
        self._session = session
        asking = sum(
            one.expect is not None and bool(one.expect.must_include) for one in session.requests
        )
        cards = len(session.candidates.knowledge_cards)
        if not session.requests:
            self._text.setText(tr("No corpus is open."))
            return
        files = sum(len(one.files) for one in session.candidates.buckets)
        self._text.setText(
            tr(
                "{requests:,} requests, {asking:,} of which say what they need\n"
                "{cards:,} cards, {files:,} files · strategy {strategy}",
                requests=len(session.requests),
                asking=asking,
                cards=cards,
                files=files,
                strategy=session.strategy.value,
            )
        )

    def set_busy(self, *, busy: bool, possible: bool) -> None:
        """Say whether a run can be begun."""
        self._run.setEnabled(possible and not busy)

    def set_value(self, value: float | None, current: float, *, request: bool, best: bool) -> None:
        """Show the value that is looked at, beside the policy's own; None while there is none."""
        self._current = current
        shown = value if value is not None else 0.0
        self._value.setEnabled(value is not None)
        self._value.set_number(shown, whole=self.axis.whole)
        text = tr("The policy has {axis}.", axis=written(self.axis, current))
        self._now.setText(tr("Run the corpus first.") if value is None else text)
        other = value is not None and value != current
        self._apply.setEnabled(other)
        self._back.setEnabled(other)
        self._best.setEnabled(best)
        self._open.setEnabled(request)

    def _choose_axis(self) -> None:
        self._help.setText(AXIS_HELP[self.axis])
        self.axis_chosen.emit()

    def _take_seed(self, seed: float) -> None:
        self._seed_now = int(seed)
