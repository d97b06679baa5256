"""The left column of an audit: the manifest, the inputs it is replayed with, the sign-off.

Facts, one a line: what it is, and the value, which can be selected and copied.

Signing an audit off: a name, a verdict, a remark, a key; without a key it is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.growing import grow
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.choice_box import ChoiceBox
from inspector.gui.views.section_column import SectionColumn
from inspector.language import capitalized, tr
from inspector.present.finding_lines import sign_off_line
from inspector.session.audit_edits import inputs_are_current, with_audited_inputs
from inspector.session.audit_stage import ReviewVerdict, Signature, SignOff
from inspector.session.session import Session
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import input_lines, manifest_lines

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


VERDICTS: tuple[str, ...] = get_args(ReviewVerdict)
_REMARK_HEIGHT = 64


class SignOffForm(QWidget):
    """Takes a reviewer's word, and shows one that was given.

    Object names: ``sign.name``, ``sign.verdict``, ``sign.remark``, ``sign.key``, ``sign.sign``,
    ``sign.withdraw`` and ``sign.status``.
    """

    signed = Signal(str, str, str, str)
    """Name, verdict, remark and the key's file, which may be empty."""
    withdrawn = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sign")
        self._possible = False
        self._name = QLineEdit(self)
        self._name.setObjectName("sign.name")
        self._name.setAccessibleName(tr("Reviewer"))
        self._name.setPlaceholderText(tr("Your name"))
        self._verdict = ChoiceBox(self)
        self._verdict.setObjectName("sign.verdict")
        self._verdict.setAccessibleName(tr("Verdict"))
        self._verdict.setAccessibleDescription(tr("Verdict"))
        self._verdict.setPlaceholderText(tr("Choose a verdict"))
        for verdict in VERDICTS:
            self._verdict.addItem(tr(capitalized(verdict)), verdict)
        self._verdict.setCurrentIndex(-1)
        self._remark = QPlainTextEdit(self)
        self._remark.setObjectName("sign.remark")
        self._remark.setAccessibleName(tr("Remark"))
        self._remark.setPlaceholderText(tr("Remark (optional)"))
        self._remark.setTabChangesFocus(True)
        grow(self._remark, fixedHeight=_REMARK_HEIGHT)
        self._key = QLineEdit(self)
        self._key.setObjectName("sign.key")
        self._key.setAccessibleName(tr("SSH key"))
        self._key.setPlaceholderText(tr("SSH key file (optional)"))
        self._key.setToolTip(
            tr("A private key, or the public one of a key in the agent. Without, it is a remark.")
        )
        self._sign = QPushButton(self)
        self._sign.setObjectName("sign.sign")
        self._withdraw = QPushButton(tr("Withdraw"), self)
        self._withdraw.setObjectName("sign.withdraw")
        self._status = QLabel(self)
        self._status.setObjectName("sign.status")
        self._status.setFont(theme.font(FontRole.SMALL))
        self._status.setProperty("role", "muted")
        self._status.setWordWrap(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._sign)
        buttons.addWidget(self._withdraw)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(8)
        for part in (self._name, self._verdict, self._remark, self._key):
            layout.addWidget(part)
        layout.addLayout(buttons)
        layout.addWidget(self._status)
        self._name.textChanged.connect(self._refresh)
        self._name.returnPressed.connect(self._send)
        self._key.textChanged.connect(self._refresh)
        self._verdict.currentIndexChanged.connect(self._refresh)
        self._sign.clicked.connect(self._send)
        self._withdraw.clicked.connect(self.withdrawn)
        self._refresh()

    def show_sign_off(
        self,
        word: SignOff | None,
        *,
        possible: bool,
        holds: bool | None,
        signature: Signature | None = None,
    ) -> None:
        """Show the word that was given; ``holds`` says whether it is for what is there now."""
        self._possible = possible
        self._withdraw.setVisible(word is not None)
        if not possible:
            told = tr("There is no manifest to sign off.")
        elif word is None:
            told = tr("The sign-off is kept in the session and in the audit bundle.")
        else:
            current = None if holds is None else word.fingerprint if holds else ""
            told = sign_off_line(word, current, signature) or ""
            told += tr(" Valid for exactly these files.") if holds else ""
        self._status.setText(told)
        self._refresh()

    def focus_first(self) -> None:
        """Go to the name."""
        self._name.setFocus()

    def _refresh(self) -> None:
        complete = bool(self._name.text().strip()) and self._verdict.currentIndex() >= 0
        self._sign.setEnabled(self._possible and complete)
        self._sign.setText(tr("Sign off") if self._key.text().strip() else tr("Add as remark"))

    def _send(self) -> None:
        if self._sign.isEnabled():
            verdict = str(self._verdict.currentData())
            remark = self._remark.toPlainText().strip()
            key = self._key.text().strip()
            self.signed.emit(self._name.text().strip(), verdict, remark, key)


_SECTIONS = (
    ("manifest", tr("Under audit"), True),
    ("inputs", tr("Inputs"), True),
    ("sign", tr("Sign-off"), True),
)


class AuditInputs(SectionColumn):
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
        self.sign_off = SignOffForm(theme, self._content)
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
        self._fill("manifest", self._no_manifest, self._manifest, row)
        buttons = self._row(self._add, self._current)
        self._fill("inputs", self._no_inputs, self._given, self._frozen, buttons)
        self._fill("sign", self.sign_off)

    def _hint(self, name: str, theme: Theme) -> QLabel:
        return self._label(name, theme, FontRole.BODY, muted=True)

    def set_session(self, session: Session) -> None:
        """Show what is open, before it is audited."""
        open_now = session.audit.manifest is not None
        self._no_manifest.setVisible(not open_now)
        self._close.setVisible(open_now)
        facts = input_lines(with_audited_inputs(session))
        changed = open_now and not inputs_are_current(session)
        self._frozen.setVisible(changed)
        self._current.setVisible(changed)
        self._given.show_facts(facts)
        self._no_inputs.setVisible(not facts)
        self.sign_off.show_sign_off(session.audit.sign_off, possible=open_now, holds=None)

    def forget(self) -> None:
        """Show nothing of what was audited."""
        self._manifest.show_facts(())

    def set_view(self, view: AuditView) -> None:
        """Show what was audited."""
        session = view.session
        self._manifest.show_facts(manifest_lines(view.audit, session))
        self.sign_off.show_sign_off(
            session.audit.sign_off,
            possible=view.audit is not None,
            holds=view.sign_off_holds,
            signature=view.signature,
        )
