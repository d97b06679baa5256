"""The configuration: where it is from, and the few numbers of it to try things with."""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.relevance import RelevanceConfig
from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.field_row import FieldRow
from inspector.language import tr
from inspector.present.form_fields import FieldKind, FormField
from inspector.session.session import Part


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
        self._source = QLabel(self)
        self._source.setObjectName("config.source")
        self._source.setProperty("role", "muted")
        self._source.setFont(theme.font(FontRole.SMALL))
        self._source.setTextFormat(Qt.TextFormat.PlainText)
        self._source.setWordWrap(True)
        self._source.setContentsMargins(10, 0, 0, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._source)
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
