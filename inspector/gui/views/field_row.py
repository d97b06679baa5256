"""One field of a form: its title, an editor that fits its kind, and what is wrong with it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from inspector.core.problems import Problem, Severity
from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.boxes import ChoiceBox, HBox, PopUpMenu, grow, grown, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.number_fields import EDITOR_WIDTH, FractionSlider, NumberField
from inspector.gui.views.pacing import Gesture
from inspector.gui.views.text_boxes import NoteEditor, ProblemNotes
from inspector.language import tr
from inspector.present.form_fields import FieldKind, FormField

_TEXT_WIDTH, _LABEL_WIDTH = 96, 70  # at least, where a text is entered
_TEXT_HEIGHT = 64  # of a text of several lines
_BESIDE_HINT = 44  # pixels of what stands beside the words of a number that is not given
_BAR = 3  # pixels of the line that marks a value other than the default


class FieldRow(QWidget):
    """Shows and edits one field; a value that differs from the default has a line at its left.

    Object names begin with ``{name}``: ``.editor``, ``.slider``, ``.reset``, ``.effect``,
    ``.binds``, ``.problem``.
    """

    changed = Signal(object, object)
    """The new value, and the gesture it belongs to."""

    def __init__(
        self, name: str, field: FormField, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._field = field
        self._theme = theme
        self._value: Any = None
        self._gesture = Gesture()
        self.setToolTip(f"<span>{field.help}</span>")
        self._title = title = QLabel(field.title, self)
        title.setWordWrap(True)
        self._editor = self._make_editor()
        self._editor.setObjectName(f"{name}.editor")
        self._editor.setAccessibleName(field.title)
        self._editor.setAccessibleDescription(field.help)
        title.setBuddy(self._editor)
        self._slider = self._make_slider() if field.kind is FieldKind.FRACTION else None
        self._reset = with_name(
            QToolButton(self), f"{name}.reset", tr("Reset {title}", title=field.title), role="small"
        )
        self._reset.setText("↺")
        self._reset.clicked.connect(self.reset)
        self._reset.hide()
        self._said: tuple[QLabel, QLabel] | None = None
        self._notes: ProblemNotes | None = None
        self._layout = layout = QGridLayout(self)
        layout.setContentsMargins(_BAR + 7, 0, 0, 0)
        layout.setHorizontalSpacing(4)
        layout.setVerticalSpacing(2)
        layout.setColumnStretch(0, 1)
        if isinstance(self._editor, QLineEdit | QComboBox):
            layout.setColumnStretch(0, 0)
            layout.setColumnMinimumWidth(0, _LABEL_WIDTH)
            layout.setColumnStretch(2, 1)
            layout.setHorizontalSpacing(6)
        layout.addWidget(title, 0, 0)
        layout.addWidget(self._reset, 0, 1)
        if field.kind in (FieldKind.LINE, FieldKind.PARAGRAPH):
            layout.addWidget(self._editor, 1, 0, 1, 3)
        elif field.default is None:
            layout.addWidget(self._editor, 0, 1, 1, 2)  # there is nothing to be reset to
        else:
            layout.addWidget(self._editor, 0, 2)
        if self._slider is not None:
            layout.addWidget(self._slider, 1, 0, 1, 3)

    @property
    def editor(self) -> QWidget:
        """What takes the keyboard."""
        return self._editor

    @property
    def value(self) -> Any:
        """What it shows."""
        return self._value

    @property
    def is_text(self) -> bool:
        """Whether it is a text of several lines."""
        return self._field.kind is FieldKind.PARAGRAPH

    def set_value(self, value: Any) -> None:
        """Show a value."""
        if value != self._value:
            self._show(value)

    def finish(self) -> None:
        """Send a text that is being written."""
        if isinstance(self._editor, NoteEditor):
            self._editor.finish()

    def _send(self, value: Any, gesture: object) -> None:
        """Say what somebody wants. The row shows it already, so that taking it back is a change."""
        self._show(value)
        self.changed.emit(value, gesture)

    def _show(self, value: Any) -> None:
        differed, self._value = self.differs, value
        match self._editor:
            case NumberField():
                self._editor.set_number(value)
            case QCheckBox():
                self._editor.setChecked(bool(value))
            case ChoiceBox():
                _show_choice(self._editor, self._field.choices, str(value))
            case QLineEdit():
                self._editor.setText(str(value))
                self._editor.setCursorPosition(0)
            case NoteEditor():
                self._editor.show_note(self.objectName(), str(value))
        if self._slider is not None:
            self._slider.set_fraction(value)
        if self.differs is not differed:
            self._reset.setToolTip(self._reset_text)
            self._reset.setVisible(self.differs)
            self.update()

    def set_title(self, title: str, *, is_split: bool = False) -> None:
        """Call it something else, which is what it stands for now; a split shows both sides."""
        self._title.setText(title)
        self._editor.setAccessibleName(title)
        if isinstance(self._editor, NumberField):
            self._editor.set_split(is_split=is_split)

    def set_effect(self, text: str, *, binds: bool = False, idle: bool = False) -> None:
        """Say below the field what its value comes to; "" says nothing.

        ``binds`` marks a value that decided something; of an ``idle`` field no value would, so it
        cannot be edited.
        """
        if text or binds or self._said:
            self._said = effect, chip = self._said or self._make_said()
            effect.setText(text)
            effect.setVisible(bool(text))
            chip.setVisible(binds)
        self._editor.setEnabled(not idle)
        if self._slider is not None:
            self._slider.setEnabled(not idle)
        marked = f"{self._field.help} {text}".strip()
        self._editor.setAccessibleDescription(
            tr("{said} · limiting", said=marked) if binds else marked
        )

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Say below the field what is wrong with it."""
        if problems and self._notes is None:
            self._notes = ProblemNotes(f"{self.objectName()}.problem", self._theme, self)
            self._notes.setFont(self._theme.font(FontRole.SMALL))
            self._layout.addWidget(self._notes, 3, 0, 1, 3)
        if self._notes:
            self._notes.show_problems(problems)

    def _make_said(self) -> tuple[QLabel, QLabel]:
        """Make what only some of all fields ever say: their effect, and that they decided."""
        effect, chip = QLabel(self), QLabel(tr("limiting"), self)
        for label, name, role in ((effect, "effect", "muted"), (chip, "binds", "chip-warning")):
            label.setObjectName(f"{self.objectName()}.{name}")
            label.setProperty("role", role)
            label.setFont(self._theme.font(FontRole.SMALL))
        effect.setWordWrap(True)
        told = HBox(spacing=6).hold((effect, 1), (chip, 0, Qt.AlignmentFlag.AlignTop))
        self._layout.addLayout(told, 2, 0, 1, 3)
        return effect, chip

    def refuse(self, message: str) -> None:
        """Say that what was entered is not valid; it stays in the editor."""
        self._value = None  # so that going back to the value before is a change that is shown
        self.set_problems((Problem(Severity.ERROR, "form.not-valid", message),))

    @property
    def differs(self) -> bool:
        """Whether the value is another one than the default."""
        default = self._field.default
        return default is not None and self._value is not None and self._value != default

    def reset(self) -> None:
        """Go back to the default."""
        if self.differs:
            self._send(self._field.default, object())

    def _make_editor(self) -> QWidget:
        field = self._field
        if field.kind in (FieldKind.INTEGER, FieldKind.FRACTION, FieldKind.NUMBER):
            low = -SAFE_INTEGER if field.minimum is None else field.minimum
            high = SAFE_INTEGER if field.maximum is None else field.maximum
            spin = NumberField(low, high, whole=field.kind is FieldKind.INTEGER, parent=self)
            spin.setSpecialValueText(field.hint)
            asked = spin.fontMetrics().horizontalAdvance(field.hint) * 100 // grown(100)
            grow(spin, fixedWidth=max(EDITOR_WIDTH, asked + _BESIDE_HINT))
            spin.changed.connect(self._take_number)
            return spin
        if field.kind is FieldKind.FLAG:
            box = QCheckBox(self)
            box.clicked.connect(lambda checked: self._send(checked, object()))
            return box
        if field.kind is FieldKind.CHOICE:
            combo = ChoiceBox(self)
            combo.addItems(field.choices)
            _set_text_width(combo)
            combo.textActivated.connect(lambda text: self._send(text, object()))
            return combo
        if field.kind is FieldKind.PARAGRAPH:
            text = NoteEditor("", self)
            grow(text, fixedHeight=_TEXT_HEIGHT)
            text.setPlaceholderText(field.hint)
            text.written.connect(lambda _name, written, gesture: self._send(written, gesture))
            return text
        line = QLineEdit(self)
        _set_text_width(line)
        line.editingFinished.connect(lambda: self._take_text(line.text()))
        return line

    def _make_slider(self) -> FractionSlider:
        slider = FractionSlider(self)
        slider.setObjectName(f"{self.objectName()}.slider")
        slider.setAccessibleName(tr("{title}, slider", title=self._field.title))
        slider.moved.connect(self._take_number)
        slider.sliderPressed.connect(self._gesture.begin)
        slider.sliderReleased.connect(self._gesture.end)
        return slider

    def _take_number(self, number: float) -> None:
        if number != self._value:
            whole = self._field.kind is FieldKind.INTEGER
            self._send(int(number) if whole else number, self._gesture.token())

    def _take_text(self, text: str) -> None:
        if text != self._value:
            self._send(text, object())

    @property
    def _reset_text(self) -> str:
        """Return what going back to the default is called, which is written as in the editor."""
        value = self._field.default
        if value is None or value == "":
            return tr("Reset")
        if isinstance(self._editor, NumberField):
            value = self._editor.textFromValue(value)
        elif isinstance(value, bool):
            value = tr("on") if value else tr("off")
        return tr("Reset to {written}", written=value)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  # Qt's name
        """Offer the default."""
        menu = PopUpMenu(f"{self.objectName()}.menu", self)
        menu.add("reset", self._reset_text, self.reset, enabled=self.differs)
        menu.popup(event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Mark a value that is not the default."""
        if self.differs:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.colors.accent))
            high = self._editor.height() - 8
            painter.drawRoundedRect(QRectF(0, self._editor.y() + 4, _BAR, high), 1.5, 1.5)


def _show_choice(combo: QComboBox, choices: tuple[str, ...], value: str) -> None:
    """Show a value, also one that cannot be chosen: it is listed as long as it is there."""
    while combo.count() > len(choices):
        combo.removeItem(combo.count() - 1)
    if value not in choices:
        combo.addItem(value)
    combo.setCurrentText(value)


def _set_text_width(editor: QWidget) -> None:
    editor.setMinimumWidth(_TEXT_WIDTH)
    editor.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
