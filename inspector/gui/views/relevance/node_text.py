"""The text of the selected node, whose tokens are counted beside the estimate."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.gui.fonts import FontRole
from inspector.gui.growing import grow
from inspector.gui.theme import Theme
from inspector.gui.views.why.note_editor import NoteEditor
from inspector.language import tr, tr_n
from inspector.present.injection.passages import SHOWN_CHARACTERS, shown_text

_HEIGHT = 120


class NodeText(QWidget):
    """Object names: ``node.text`` (the editor), ``node.text.count``."""

    written = Signal(str, str, object)
    """The node, its text, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node = ""
        self._result: RelevanceResult | None = None
        self._count = QLabel(self)
        self._count.setObjectName("node.text.count")
        self._count.setProperty("role", "muted")
        self._count.setFont(theme.font(FontRole.SMALL))
        self._count.setWordWrap(True)
        self._editor = NoteEditor("node.text", self)
        self._editor.setAccessibleName(tr("Text of the node"))
        self._editor.setPlaceholderText(tr("Without a text, the estimate counts"))
        self._editor.setFont(theme.font(FontRole.TEXT))
        grow(self._editor, fixedHeight=_HEIGHT)
        self._editor.written.connect(self.written)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._count)
        layout.addWidget(self._editor)

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
