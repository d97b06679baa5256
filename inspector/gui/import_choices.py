"""What is chosen in the import dialog: what columns hold, and how it is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFormLayout,
    QLabel,
    QRadioButton,
    QWidget,
)

from inspector.files.importers.mapping import ColumnMapping
from inspector.files.importers.values import Better, by_name
from inspector.files.opening import Offer
from inspector.gui.boxes import STRETCH, HBox, VBox, grow, grown, text_label, with_name
from inspector.gui.import_rows import TITLES, column_facts
from inspector.language import tr

_FACT_WIDTH = 215  # pixels, of what is said beside the choice of a column
_AS_READ = tr("as it was read")


@dataclass(frozen=True, slots=True)
class ImportOption:
    """A way to take something: the object name of its button, its title, and what it means."""

    name: str
    title: str
    meaning: str
    is_chosen: bool = False


class ImportChoice(QWidget):
    """Buttons in a line, one of which is down; beside them stands what it means."""

    chosen = Signal()
    """Another one was chosen."""

    def __init__(self, title: str, choices: Sequence[ImportOption], parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self._meaning = QLabel(title, self), text_label("", self, role="muted")
        grow(self._title, minimumWidth=120)
        self._group = QButtonGroup(self)
        self._buttons = HBox()
        self._buttons.setSpacing(8)
        HBox(self, spacing=12).hold(self._title, self._buttons, (self._meaning, 1))
        self._choices: Sequence[ImportOption] = ()
        self.offer(choices)
        self._group.buttonClicked.connect(self._tell)

    @property
    def current(self) -> str:
        """The name of what is chosen; "" where there is nothing to choose from."""
        button = self._group.checkedButton()
        return "" if button is None else button.objectName()

    def offer(self, choices: Sequence[ImportOption]) -> None:
        """Offer other ways; what is chosen stays so where it is still there."""
        if choices == self._choices:
            return
        before, self._choices = self.current, choices
        for button in self._group.buttons():
            self._group.removeButton(button)
            button.setParent(None)
            button.deleteLater()
        for one in choices:
            button = QRadioButton(one.title, self)
            button.setObjectName(one.name)
            button.setToolTip(one.meaning)
            self._group.addButton(button)
            self._buttons.addWidget(button)
            is_before = before in (other.name for other in choices)
            button.setChecked(one.name == before if is_before else one.is_chosen)
        self.setVisible(bool(choices))
        self._say()

    def _tell(self) -> None:
        self._say()
        self.chosen.emit()

    def _say(self) -> None:
        told = next((one.meaning for one in self._choices if one.name == self.current), "")
        self._meaning.setText(told)


class ImportColumns(QWidget):
    """A box for everything that a column may hold, with what is in it beside it.

    Object names: ``import.column.<name>`` (text, id, name, score, request, evidence, source) with
    ``import.fact.<name>`` (``import.direction`` for the score), ``import.files``, ``import.cards``.
    """

    chosen = Signal()
    """Another mapping was chosen."""

    def __init__(self, offer: Offer, mapping: ColumnMapping, parent: QWidget) -> None:
        super().__init__(parent)
        self._columns: dict[str, QComboBox] = {}
        self._facts: dict[str, QLabel] = {}
        self._form = QFormLayout()
        self._form.setVerticalSpacing(2)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        held = mapping.columns
        held["score"] = held.get("distance") or held.get("score") or ""
        self._direction = self._box("import.direction", tr("Better"))
        for name, title in TITLES.items():
            beside = self._direction if name == "score" else self._fact(name)
            self._add(name, title, offer.columns, held.get(name), beside)
        for title, better in (
            (_AS_READ, None),
            (tr("higher is better"), Better.HIGHER),
            (tr("lower is better"), Better.LOWER),
        ):
            self._direction.addItem(title, better)
        if not mapping.by_names and held["score"]:
            self._direction.setCurrentIndex(2 if mapping.distance else 1)
        self._direction.currentIndexChanged.connect(self.chosen)
        VBox(self).hold(self._form, STRETCH)
        self.becomes = ImportChoice(
            tr("Records become"),
            [
                ImportOption(
                    "import.files",
                    tr("Files"),
                    tr("Files are included whole or by title."),
                    is_chosen=not mapping.cards,
                ),
                ImportOption(
                    "import.cards",
                    tr("Cards"),
                    tr("Cards have forms, and can be suppressed when their file is in."),
                    is_chosen=mapping.cards,
                ),
            ],
            parent,
        )
        self.becomes.chosen.connect(self.chosen)

    @property
    def mapping(self) -> ColumnMapping | None:
        """The mapping that is chosen, None where it names neither text nor question."""
        held = {name: box.currentData() for name, box in self._columns.items()}
        column = held.pop("score")
        better = self._direction.currentData()
        far = (better or by_name(column or "")) is Better.LOWER
        if held["text"] is None and held["request"] is None:
            return None
        return ColumnMapping(
            **held,
            score=None if far else column,
            distance=column if far else None,
            cards=self.becomes.current == "import.cards",
            by_names=better is None,
        )

    def show_facts(self, offer: Offer) -> None:
        """Say beside each column what is in it."""
        facts = column_facts(offer)
        self._direction.setItemText(0, facts.pop("score") or _AS_READ)
        for name, fact in facts.items():
            self._facts[name].setText(fact)

    def _fact(self, name: str) -> QLabel:
        self._facts[name] = text_label(f"import.fact.{name}", self, role="muted")
        return self._facts[name]

    def _add(
        self, name: str, title: str, columns: tuple[str, ...], held: str | None, beside: QWidget
    ) -> None:
        box = self._columns[name] = self._box(f"import.column.{name}", title)
        box.addItem(tr("none"), None)
        for column in columns:
            box.addItem(column, column)
        box.setCurrentIndex(max(0, box.findData(held)))
        box.currentIndexChanged.connect(self.chosen)
        beside.setMinimumWidth(grown(_FACT_WIDTH))
        self._form.addRow(title, HBox(spacing=8).hold((box, 1), (beside, 1)))

    def _box(self, name: str, title: str) -> QComboBox:
        return with_name(QComboBox(self), name, title)
