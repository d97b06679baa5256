"""The facts of a run beside its signals: mode, urgency, silence, remaining budget.

The configuration: where it is from, and the few numbers of it to try things with.
"""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QWidget

from inspector.core.relevance import RelevanceConfig
from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.boxes import ChoiceBox, HBox, VBox, grow, text_label, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.field_row import FieldRow
from inspector.language import tr
from inspector.present.form_fields import FieldKind, FormField
from inspector.stage import Part
from inspector.stages.relevance.runs import RelevanceResult

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
        self._note = _muted("facts.mode.note", theme, self)
        self._note.setText(tr("The request names none: the configuration's first."))
        self._silence = FieldRow("facts.silence", _SILENCE, theme, self)
        self._budget = FieldRow("facts.budget", _BUDGET, theme, self)
        VBox(self, spacing=8).hold(
            self._row(tr("Mode"), self._mode),
            self._note,
            self._row(tr("Urgency"), self._urgency),
            self._silence,
            self._budget,
        )
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
        combo = with_name(ChoiceBox(self), name, title, told=help_text, tip=help_text)
        # Any text may be tried: a mode without a mask, an urgency in capitals.
        combo.setEditable(True)
        combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        combo.setCompleter(None)  # type: ignore[arg-type]  # Qt: none
        grow(combo, minimumWidth=_WIDTHS[0], maximumWidth=_WIDTHS[1])
        combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return combo

    def _row(self, title: str, editor: QComboBox) -> HBox:
        label = QLabel(title, self)
        label.setBuddy(editor)
        return HBox(margins=(10, 0, 0, 0)).hold((label, 1), (editor, 2))

    def set_result(self, result: RelevanceResult) -> None:
        """Show the facts of a run."""
        facts = result.facts
        self._shown = (facts.mode, facts.mode_given, facts.urgency)
        modes = list(result.config.template_masks) if result.config is not None else []
        if facts.mode and facts.mode not in modes:
            modes.append(facts.mode)
        _list(self._mode, modes, facts.mode)
        self._note.setVisible(result.mode_assumed)
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


def _muted(name: str, theme: Theme, parent: QWidget) -> QLabel:
    font = theme.font(FontRole.SMALL)
    return text_label(name, parent, role="muted", font=font, margins=(10, 0, 0, 0))


def _list(combo: QComboBox, texts: list[str], current: str) -> None:
    """Offer texts, one of them current."""
    if [combo.itemText(place) for place in range(combo.count())] != texts:
        combo.clear()
        combo.addItems(texts)
    combo.setCurrentIndex(texts.index(current) if current in texts else -1)
    if combo.currentText() != current:
        combo.setEditText(current)


def _field(name: str, title: str, kind: FieldKind, minimum: float | None = None) -> FormField:
    info = RelevanceConfig.model_fields[name]
    return FormField(
        (name,),
        title,
        tr(info.description or ""),
        kind,
        default=info.default,
        minimum=minimum,
        maximum=None if minimum is None else SAFE_INTEGER,
    )


_FIELDS = (
    _field("enabled", tr("Layers act"), FieldKind.FLAG),
    _field("soft_recovery_budget", tr("Recovery asks for"), FieldKind.INTEGER, -SAFE_INTEGER),
    _field("max_included_nodes", tr("Nodes before a warning"), FieldKind.INTEGER, 0),
    _field("log_exclusions", tr("Runs are logged"), FieldKind.FLAG),
)


class ConfigForm(QWidget):
    """Object names: ``config.source``, and ``config.{field}`` for each row."""

    changed = Signal(str, object, object)
    """The field's name, its new value, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("config")
        self._source = _muted("config.source", theme, self)
        layout = VBox(self, spacing=8).hold(self._source)
        self._rows: dict[str, FieldRow] = {}
        for field in _FIELDS:
            row = FieldRow(f"config.{field.id}", field, theme, self)
            row.changed.connect(
                lambda value, gesture, name=field.id: self.changed.emit(name, value, gesture)
            )
            self._rows[field.id] = row
            layout.addWidget(row)

    def set_result(self, result: RelevanceResult) -> None:
        """Show the configuration of a run."""
        config = result.config
        source = result.session.source(Part.RELEVANCE)
        where = tr("kept in the session") if source is None else os.path.basename(source)  # noqa: PTH119
        self._source.setToolTip("" if source is None else source)
        if result.report is None:
            text = tr("None is open.")
        elif config is None:
            text = tr("{where}: it cannot be read.", where=where)
        else:
            modes, nodes = len(config.template_masks), len(config.node_token_estimates)
            text = tr(
                "{where}: {modes:,} modes, {nodes:,} nodes", where=where, modes=modes, nodes=nodes
            )
        self._source.setText(text)
        for name, row in self._rows.items():
            row.setVisible(config is not None)
            if config is not None:
                row.set_value(_whole(getattr(config, name)))
            found = (one for one in result.problems if one.place.pointer == f"/{name}")
            row.set_problems(tuple(found))

    def focus_field(self, name: str) -> bool:
        """Go to a field; tell whether there is one of this name in sight."""
        row = self._rows.get(name)
        if row is None or row.isHidden():
            return False
        row.editor.setFocus()
        return True


def _whole(value: Any) -> Any:
    """Return a number without an empty fraction, as its field shows it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
