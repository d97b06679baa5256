"""The left column of an audit: the inbox, the manifest that is shown, and its inputs.

Facts, one a line: what it is, and the value, which can be selected and copied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.section_column import SectionColumn
from inspector.language import tr
from inspector.session.audit_edits import inputs_are_current, with_audited_inputs
from inspector.session.session import Session
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import given_lines, input_lines, manifest_lines
from inspector.stages.audit.view.inbox_list import InboxList

_BREAKS = re.compile(r"[-_/.:]")


class FactsGrid(QWidget):
    """Shows facts as ``(label, value)``; the values are named ``{name}.{label}``."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._facts: tuple[tuple[str, str], ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show other facts."""
        if tuple(facts) == self._facts:
            return
        self._facts = tuple(facts)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)  # or the next one has its name beside it for a while
                widget.deleteLater()
        for row, (label, value) in enumerate(self._facts):
            self._grid.addWidget(self._label(label, muted=True), row, 0)
            shown = self._label(value, muted=False)
            shown.setObjectName(f"{self.objectName()}.{row}")
            shown.setAccessibleName(f"{label}: {value}")
            shown.setToolTip(value)
            self._grid.addWidget(shown, row, 1)
        self.setVisible(bool(self._facts))

    def _label(self, text: str, *, muted: bool) -> QLabel:
        # A long id without a space would make the column as wide as it is.
        breakable = text if muted else _BREAKS.sub("\\g<0>\u200b", text)
        label = QLabel(breakable, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(self._theme.font(FontRole.BODY))
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        if muted:
            label.setProperty("role", "muted")
        else:
            label.setWordWrap(True)
        return label


_SECTIONS = (
    ("inbox", tr("Inbox"), True),
    ("inputs", tr("Inputs"), True),
    ("manifest", tr("Under audit"), False),
)


class AuditSubjectView(SectionColumn):
    """Says what is under audit and against what; files are opened or dropped anywhere.

    Buttons are ``manifest.open``, ``manifest.close``, ``inputs.open`` and ``inputs.current``.
    """

    open_asked = Signal()
    close_asked = Signal()
    current_asked = Signal()
    """Replay with the inputs that the session has now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._add_sections(_SECTIONS, theme)
        self._told_of: str | None = None
        self.inbox = InboxList(theme, self._content)
        self._manifest = FactsGrid("manifest.facts", theme, self._content)
        self._no_manifest = self._hint("manifest.hint", theme)
        self._no_manifest.setText(
            tr("No manifest is open. Open or drop one, or an audit bundle (*.audit.zip).")
        )
        self._given = FactsGrid("inputs.facts", theme, self._content)
        self._no_inputs = self._hint("inputs.hint", theme)
        self._no_inputs.setText(
            tr(
                "No request is open, so nothing is replayed. Open or drop a session, or policy,"
                " candidates and request."
            )
        )
        self._open = self._button("manifest.open", tr("Open manifest…"))
        self._close = self._button("manifest.close", tr("Close it"))
        self._add = self._button("inputs.open", tr("Open inputs…"))
        self._current = self._button("inputs.current", tr("Use current inputs"))
        self._frozen = self._hint("inputs.frozen", theme)
        self._frozen.setText(
            tr("Frozen when the manifest was opened. The session's inputs were changed since.")
        )
        self._open.clicked.connect(self.open_asked)
        self._add.clicked.connect(self.open_asked)
        self._current.clicked.connect(self.current_asked)
        self._close.clicked.connect(self.close_asked)
        row = self._row(self._open, self._close)
        self._fill("inbox", self._no_manifest, self.inbox)
        self._fill("manifest", self._manifest, row)
        buttons = self._row(self._add, self._current)
        self._fill("inputs", self._no_inputs, self._given, self._frozen, buttons)

    def _hint(self, name: str, theme: Theme) -> QLabel:
        return self._label(name, theme, FontRole.BODY, muted=True)

    def set_session(self, session: Session) -> None:
        """Show what is open, before it is audited."""
        open_now = session.audit.manifest is not None
        self._no_manifest.setVisible(not open_now)
        self.inbox.setVisible(open_now)
        self._close.setVisible(open_now)
        is_receipt = session.audit.receipt_line is not None
        facts = () if is_receipt else input_lines(with_audited_inputs(session))
        changed = open_now and not inputs_are_current(session)
        self._frozen.setVisible(changed)
        self._current.setVisible(changed)
        if not is_receipt or session.audit.manifest is not self._told_of:
            self._given.show_facts(facts)
        self._no_inputs.setVisible(not facts and not is_receipt)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Give the inbox the room that there is."""
        super().resizeEvent(event)
        self.inbox.set_room(self.viewport().height())

    def forget(self) -> None:
        """Show nothing of what was audited."""
        self._manifest.show_facts(())

    def set_view(self, view: AuditView) -> None:
        """Show what was audited, and the request that it was replayed with."""
        session = view.session
        self._manifest.show_facts(manifest_lines(view.audit, session))
        self._told_of = session.audit.manifest
        self._given.show_facts(given_lines(view))
