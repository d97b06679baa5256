"""Masks, rules and dependencies of the configuration, written as JSON where they are tried."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.core.problems import Problem
from inspector.files.findings import Findings, parts_of
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import Source
from inspector.gui.fonts import FontRole
from inspector.gui.growing import grow
from inspector.gui.theme import Theme
from inspector.gui.views.why.note_editor import NoteEditor
from inspector.language import tr

_HEIGHT = 180
_MOST_PROBLEMS = 5
PARTS = {
    "template_masks": tr("Masks by mode"),
    "signal_rules": tr("Signal rules"),
    "dependencies": tr("Dependencies"),
    "urgency_overrides": tr("Urgency overrides"),
    "safety_overrides": tr("Safety overrides"),
    "soft_recovery_priority": tr("Recovery order"),
    "node_token_estimates": tr("Nodes and estimates"),
}


class ConfigParts(QWidget):
    """Edits one part at a time. What is no JSON is kept in the editor and told, not used.

    Object names: ``config.part`` (the choice), ``config.text``, ``config.text.problems``.
    """

    changed = Signal(str, object, object)
    """The field's name, its new value, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: RelevanceResult | None = None
        self._written: tuple[str, Any] | None = None  # what the text of the editor stands for
        self._part = QComboBox(self)
        self._part.setObjectName("config.part")
        self._part.setAccessibleName(tr("Part of the configuration"))
        for name, title in PARTS.items():
            self._part.addItem(title, name)
        self._editor = NoteEditor("config.text", self)
        self._editor.setAccessibleName(tr("Part of the configuration as JSON"))
        self._editor.setPlaceholderText("")
        self._editor.setFont(theme.font(FontRole.TEXT))
        grow(self._editor, fixedHeight=_HEIGHT)
        self._problems = QLabel(self)
        self._problems.setObjectName("config.text.problems")
        self._problems.setProperty("role", "muted")
        self._problems.setFont(theme.font(FontRole.SMALL))
        self._problems.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self._part, self._editor, self._problems):
            layout.addWidget(widget)
        self._part.currentIndexChanged.connect(lambda _place: self._show())
        self._editor.written.connect(self._take)

    def set_result(self, result: RelevanceResult) -> None:
        """Show the configuration of a run."""
        self._result = result
        self._show()

    def finish(self) -> None:
        """Send what is being written."""
        self._editor.finish()

    def _config(self) -> dict[str, Any] | None:
        config = None if self._result is None else self._result.session.relevance.config
        return config if isinstance(config, dict) else None

    def _show(self) -> None:
        config = self._config()
        self.setVisible(config is not None)
        if config is None:
            return
        part = self._part.currentData()
        value = config.get(part)
        # What somebody writes stays as it is laid out while it means what the session has.
        if self._written != (part, value):
            self._written = (part, value)
            text = "" if value is None else json.dumps(value, indent=2, ensure_ascii=False)
            self._editor.show_note(part, text)
        found = Findings()
        text = self._editor.toPlainText()
        if text.strip() and parse_json(_span(text), found) is None:
            self._tell(found.problems())
        else:
            self._tell(() if value is None else self._placed(part, _span(text)))

    def _placed(self, part: str, span: JsonSpan) -> tuple[Problem, ...]:
        """Return the problems of a part, placed in the text of the editor."""
        found = self._result.config_problems if self._result else ()
        ways = ((one, parts_of(one.place.pointer or "")) for one in found)
        return tuple(one.at(span.place(way[1:])) for one, way in ways if way[:1] == (part,))

    def _take(self, part: str, text: str, gesture: object) -> None:
        if not text.strip():
            self._written = (part, None)
            self.changed.emit(part, None, gesture)
            return
        found = Findings()
        parsed = parse_json(_span(text), found)
        if parsed is None or found.has_errors:
            self._tell(found.problems())
            return
        self._written = (part, parsed.value)
        self.changed.emit(part, parsed.value, gesture)

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        lines = [
            tr(
                "Line {line}, column {column}: {message}",
                line=one.place.line,
                column=one.place.column,
                message=one.message,
            )
            for one in problems[:_MOST_PROBLEMS]
        ]
        if len(problems) > _MOST_PROBLEMS:
            lines.append(tr("and {count:,} more", count=len(problems) - _MOST_PROBLEMS))
        self._problems.setText("\n".join(lines))
        self._problems.setVisible(bool(lines))


def _span(text: str) -> JsonSpan:
    data = text.encode("utf-8", "surrogatepass")
    return JsonSpan(Source("", data), 0, len(data))
