"""The left column: the facts and signals of a run, its configuration, the texts of its nodes.

The text of the selected node, whose tokens are counted beside the estimate.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.gui.boxes import VBox, grow, text_label
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.choice_list import CorpusPicker
from inspector.gui.views.section_column import SectionColumn
from inspector.gui.views.text_boxes import NoteEditor
from inspector.language import tr, tr_n
from inspector.present.why import SHOWN_CHARACTERS, shown_text
from inspector.session.edits import choose_request
from inspector.session.store import Store
from inspector.stages.relevance.part import (
    set_config_field,
    set_mode,
    set_node_text,
    set_remaining_budget,
    set_signal,
    set_silence,
    set_urgency,
)
from inspector.stages.relevance.runs import RelevanceResult, signal_rows
from inspector.stages.relevance.view.facts_form import ConfigForm, FactsForm
from inspector.stages.relevance.view.signal_fields import ConfigParts, SignalField

_HEIGHT = 120


class NodeText(QWidget):
    """Object names: ``node.text`` (the editor), ``node.text.count``."""

    written = Signal(str, str, object)
    """The node, its text, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node = ""
        self._result: RelevanceResult | None = None
        self._count = text_label(
            "node.text.count", self, role="muted", font=theme.font(FontRole.SMALL)
        )
        self._editor = NoteEditor("node.text", self)
        self._editor.setAccessibleName(tr("Text of the node"))
        self._editor.setPlaceholderText(tr("Without a text, the estimate counts"))
        self._editor.setFont(theme.font(FontRole.TEXT))
        grow(self._editor, fixedHeight=_HEIGHT)
        self._editor.written.connect(self.written)
        VBox(self, margins=(10, 0, 0, 0), spacing=4).hold(self._count, self._editor)

    def set_result(self, result: RelevanceResult) -> None:
        """Show the text that the node has in a run."""
        self._result = result
        self._show()

    def set_node(self, node: str) -> None:
        """Show the text of another node; "" for none."""
        if node != self._node:
            self._node = node
            self._show()

    def finish(self) -> None:
        """Send what is being written."""
        self._editor.finish()

    def _show(self) -> None:
        result = self._result
        if result is None:
            return
        text = result.session.relevance.node_texts.get(self._node, "")
        too_long = len(text) > SHOWN_CHARACTERS
        self._editor.setVisible(bool(self._node) and not too_long)
        if self._editor.isVisibleTo(self):
            # Line ends are shown, and kept, as the editor has them: else showing would be writing.
            self._editor.show_note(self._node, shown_text(text))
        self._count.setText(self._counted(result, too_long=too_long))

    def _counted(self, result: RelevanceResult, *, too_long: bool) -> str:
        if not self._node:
            count = len(result.session.relevance.node_texts)
            having = tr_n("1 node has a text", "{count:,} nodes have a text", count, count=count)
            return tr("{having}. Select a node to read or write its text.", having=having)
        report = result.report
        tokens = None if report is None else report.node_tokens.get(self._node)
        estimate = 0 if report is None else report.node_token_estimates.get(self._node, 0)
        counted = (
            ""
            if tokens is None
            else tr("{tokens:,} tokens by {counter}, ", tokens=tokens, counter=result.counter)
        )
        long = tr(" It is too long to be edited here.") if too_long else ""
        return tr(
            "{node}: {counted}estimate {estimate:,}.{long}",
            node=self._node,
            counted=counted,
            estimate=estimate,
            long=long,
        )


_SECTIONS = (
    ("corpus", tr("Requests"), True),
    ("facts", tr("Facts"), True),
    ("signals", tr("Signals"), True),
    ("config", tr("Configuration"), True),
    ("parts", tr("Masks, rules, dependencies"), False),
    ("text", tr("Text of the node"), False),
)


class RelevanceInputs(SectionColumn):
    """Shows the inputs of a run and commits what somebody changes, each field as one undo step.

    Sections are named ``section.{id}``.
    """

    def __init__(self, store: Store, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("relevance.inputs", parent)
        self._store = store
        self._theme = theme
        self._node = ""
        content = self._content
        self._corpus = CorpusPicker(content)
        self._facts = FactsForm(theme, content)
        self._config = ConfigForm(theme, content)
        self._parts = ConfigParts(theme, content)
        self._text = NodeText(theme, content)
        self._fields: list[SignalField] = []
        self._no_signals = self._label("", theme, FontRole.SMALL, muted=True)
        self._no_signals.setText(tr("The rules ask for no signal."))
        self._add_sections(_SECTIONS, theme)
        widgets = (
            self._corpus,
            self._facts,
            self._no_signals,
            self._config,
            self._parts,
            self._text,
        )
        for (name, _, _), widget in zip(_SECTIONS, widgets, strict=True):
            self._fill(name, widget)
        self._connect()

    def _connect(self) -> None:
        commit = self._store.commit
        self._corpus.picked.connect(
            lambda place: commit(tr("Choose request"), choose_request(place))
        )
        self._facts.mode_chosen.connect(lambda mode: commit(tr("Change mode"), set_mode(mode)))
        self._facts.urgency_chosen.connect(
            lambda urgency: commit(tr("Change urgency"), set_urgency(urgency))
        )
        self._facts.silence_set.connect(
            lambda silence: commit(tr("Change silence"), set_silence(silence))
        )
        self._facts.budget_set.connect(
            lambda tokens, gesture: commit(
                tr("Change remaining budget"), set_remaining_budget(tokens), gesture=gesture
            )
        )
        for config in (self._config, self._parts):
            config.changed.connect(
                lambda name, value, gesture: commit(
                    tr("Change {replace}", replace=name.replace("_", " ")),
                    set_config_field(name, value),
                    gesture=gesture,
                )
            )
        self._text.written.connect(
            lambda node, text, gesture: commit(
                tr("Change text of {node}", node=node),
                set_node_text(node, text or None),
                gesture=gesture,
            )
        )

    def set_result(self, result: RelevanceResult) -> None:
        """Show the inputs of a run."""
        session = result.session
        several = len(session.requests) > 1
        self._sections["corpus"].setVisible(several)
        if several:
            self._corpus.set_requests(session.requests, session.request)
        for name in ("facts", "signals", "parts", "text"):
            self._sections[name].setVisible(result.report is not None)
        self._facts.set_result(result)
        self._config.set_result(result)
        self._parts.set_result(result)
        self._show_signals(result)
        self._text.set_result(result)

    def _show_signals(self, result: RelevanceResult) -> None:
        rows = signal_rows(result)
        content = self._sections["signals"].content
        fits = len(rows) == len(self._fields) and all(
            field.takes(row) for field, row in zip(self._fields, rows, strict=True)
        )
        if not fits:
            for field in self._fields:
                content.removeWidget(field)
                field.hide()
                field.deleteLater()
            self._fields = [SignalField(row, self._theme, self.widget()) for row in rows]
            for field in self._fields:
                field.changed.connect(self._change_signal)
                content.addWidget(field)
        for field, row in zip(self._fields, rows, strict=True):
            field.set_row(row)
        self._no_signals.setVisible(not rows)
        given = sum(row.value is not None for row in rows)
        self._sections["signals"].badge.setText(
            tr("{given} of {rows}", given=given, rows=len(rows)) if rows else ""
        )

    def _change_signal(self, name: str, value: object, gesture: object) -> None:
        self._store.commit(
            tr("Change signal {name}", name=name), set_signal(name, value), gesture=gesture
        )

    def set_node(self, node: str) -> None:
        """Offer the text of a node; "" for none."""
        self._text.set_node(node)

    def step_request(self, by: int) -> None:
        """Go to a neighbouring request of the corpus, if there is one."""
        self._corpus.step(by)

    def focus_facts(self) -> None:
        """Go to the first of the facts."""
        self._sections["facts"].set_open(True)
        self._facts.focus_mode()

    def show_field(self, name: str) -> bool:
        """Go to a field of the configuration; tell whether there is one here."""
        self._sections["config"].set_open(True)
        return self._config.focus_field(name)

    def finish(self) -> None:
        """Send what is being written."""
        self._parts.finish()
        self._text.finish()
