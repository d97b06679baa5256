"""The facts of a run beside its signals: mode, urgency, silence, remaining budget."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.fonts import FontRole
from inspector.gui.growing import grow
from inspector.gui.theme import Theme
from inspector.gui.views.field_row import FieldRow
from inspector.language import tr
from inspector.present.form_fields import FieldKind, FormField

_WIDTHS = 92, 152
_NONE = "none"
_URGENCIES = (_NONE, "low", "medium", "high")
_BUDGET = FormField(
    ("token_budget_remaining",),
    tr("Remaining budget"),
    tr("Tokens that remain for context nodes."),
    FieldKind.INTEGER,
    default=4000,
    minimum=0,
    maximum=SAFE_INTEGER,
)
_SILENCE = FormField(
    ("returning_from_silence",),
    tr("Returning from silence"),
    tr("Whether the user comes back after a silence."),
    FieldKind.FLAG,
    default=False,
)


class FactsForm(QWidget):
    """Object names: ``facts.mode``, ``facts.mode.note``, ``facts.urgency``, ``facts.silence``,
    ``facts.budget``; the last two are rows of a form, with ``.editor`` and ``.reset``.
    """

    mode_chosen = Signal(str)
    urgency_chosen = Signal(object)
    silence_set = Signal(bool)
    budget_set = Signal(int, object)
    """The tokens, and the gesture the change belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("facts")
        self._mode = self._choice("facts.mode", tr("Mode"), tr("The cognitive mode of the answer."))
        self._urgency = self._choice(
            "facts.urgency",
            tr("Urgency"),
            tr("The urgency of the classification; exactly high counts."),
        )
        self._urgency.addItems(_URGENCIES)
        self._note = QLabel(tr("The request names none: the configuration's first."), self)
        self._note.setObjectName("facts.mode.note")
        self._note.setProperty("role", "muted")
        self._note.setFont(theme.font(FontRole.SMALL))
        self._note.setWordWrap(True)
        self._note.setContentsMargins(10, 0, 0, 0)
        self._silence = FieldRow("facts.silence", _SILENCE, theme, self)
        self._budget = FieldRow("facts.budget", _BUDGET, theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._row(tr("Mode"), self._mode))
        layout.addWidget(self._note)
        layout.addLayout(self._row(tr("Urgency"), self._urgency))
        layout.addWidget(self._silence)
        layout.addWidget(self._budget)
        self._mode.textActivated.connect(self._choose_mode)
        self._urgency.textActivated.connect(self._choose_urgency)
        for combo, take in ((self._mode, self._take_mode), (self._urgency, self._take_urgency)):
            line = combo.lineEdit()
            if line is not None:
                line.editingFinished.connect(take)
        self._silence.changed.connect(lambda value, _gesture: self.silence_set.emit(bool(value)))
        self._budget.changed.connect(
            lambda value, gesture: self.budget_set.emit(int(value), gesture)
        )
        self._shown: tuple[str, bool, object] | None = None

    def _choice(self, name: str, title: str, help_text: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setObjectName(name)
        combo.setAccessibleName(title)
        combo.setAccessibleDescription(help_text)
        combo.setToolTip(help_text)
        # Any text may be tried: a mode without a mask, an urgency in capitals.
        combo.setEditable(True)
        combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        combo.setCompleter(None)  # type: ignore[arg-type]  # Qt: none
        grow(combo, minimumWidth=_WIDTHS[0], maximumWidth=_WIDTHS[1])
        combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return combo

    def _row(self, title: str, editor: QComboBox) -> QHBoxLayout:
        label = QLabel(title, self)
        label.setBuddy(editor)
        row = QHBoxLayout()
        row.setContentsMargins(10, 0, 0, 0)
        row.addWidget(label, 1)
        row.addWidget(editor, 2)
        return row

    def set_result(self, result: RelevanceResult) -> None:
        """Show the facts of a run."""
        facts = result.facts
        self._shown = (facts.mode, facts.mode_given, facts.urgency)
        modes = list(result.config.template_masks) if result.config is not None else []
        if facts.mode and facts.mode not in modes:
            modes.append(facts.mode)
        _list(self._mode, modes, facts.mode)
        self._note.setVisible(not facts.mode_given and result.config is not None)
        urgency = _NONE if facts.urgency is None else str(facts.urgency)
        known = list(_URGENCIES) if urgency in _URGENCIES else [*_URGENCIES, urgency]
        _list(self._urgency, known, urgency)
        self._silence.set_value(facts.silence)
        self._budget.set_value(facts.budget)

    def focus_mode(self) -> None:
        """Go to the mode."""
        self._mode.setFocus()

    def _choose_mode(self, mode: str) -> None:
        # Choosing the mode that was assumed makes it the request's own.
        if self._shown is None or (mode, True) != self._shown[:2]:
            self.mode_chosen.emit(mode)

    def _take_mode(self) -> None:
        """Take a mode that was typed; leaving the field as it was takes nothing."""
        typed = self._mode.currentText()
        if self._shown is not None and typed not in ("", self._shown[0]):
            self.mode_chosen.emit(typed)

    def _take_urgency(self) -> None:
        self._choose_urgency(self._urgency.currentText())

    def _choose_urgency(self, urgency: str) -> None:
        chosen = None if urgency in ("", _NONE) else urgency
        if self._shown is None or chosen != self._shown[2]:
            self.urgency_chosen.emit(chosen)


def _list(combo: QComboBox, texts: list[str], current: str) -> None:
    """Offer texts, one of them current."""
    if [combo.itemText(place) for place in range(combo.count())] != texts:
        combo.clear()
        combo.addItems(texts)
    combo.setCurrentIndex(texts.index(current) if current in texts else -1)
    if combo.currentText() != current:
        combo.setEditText(current)
