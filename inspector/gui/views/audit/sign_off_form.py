"""Signing an audit off: a name, a verdict, a remark."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.fonts import FontRole
from inspector.gui.growing import grow
from inspector.gui.theme import Theme
from inspector.language import capitalized, tr
from inspector.session.audit_stage import ReviewVerdict, SignOff

VERDICTS: tuple[str, ...] = get_args(ReviewVerdict)
_REMARK_HEIGHT = 64


class SignOffForm(QWidget):
    """Takes a reviewer's word, and shows one that was given.

    Object names: ``sign.name``, ``sign.verdict``, ``sign.remark``, ``sign.sign``,
    ``sign.withdraw`` and ``sign.status``.
    """

    signed = Signal(str, str, str)
    """Name, verdict and remark."""
    withdrawn = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sign")
        self._possible = False
        self._name = QLineEdit(self)
        self._name.setObjectName("sign.name")
        self._name.setAccessibleName(tr("Reviewer"))
        self._name.setPlaceholderText(tr("Your name"))
        self._verdict = QComboBox(self)
        self._verdict.setObjectName("sign.verdict")
        self._verdict.setAccessibleName(tr("Verdict"))
        self._verdict.setAccessibleDescription(tr("Verdict"))
        for verdict in VERDICTS:
            self._verdict.addItem(tr(capitalized(verdict)), verdict)
        self._remark = QPlainTextEdit(self)
        self._remark.setObjectName("sign.remark")
        self._remark.setAccessibleName(tr("Remark"))
        self._remark.setPlaceholderText(tr("Remark (optional)"))
        self._remark.setTabChangesFocus(True)
        grow(self._remark, fixedHeight=_REMARK_HEIGHT)
        self._sign = QPushButton(tr("Sign off"), self)
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
        for part in (self._name, self._verdict, self._remark):
            layout.addWidget(part)
        layout.addLayout(buttons)
        layout.addWidget(self._status)
        self._name.textChanged.connect(self._refresh)
        self._name.returnPressed.connect(self._send)
        self._sign.clicked.connect(self._send)
        self._withdraw.clicked.connect(self.withdrawn)
        self._refresh()

    def show_sign_off(self, word: SignOff | None, *, possible: bool, holds: bool | None) -> None:
        """Show the word that was given; ``holds`` says whether it is for what is there now."""
        self._possible = possible
        self._withdraw.setVisible(word is not None)
        if not possible:
            told = tr("There is no manifest to sign off.")
        elif word is None:
            told = tr("The sign-off is kept in the session and in the audit bundle.")
        else:
            told = tr(
                "{verdict} by {name}, {time}.",
                verdict=tr(capitalized(word.verdict)),
                name=word.name,
                time=word.time,
            )
            told += {
                True: tr(" It holds for what is open."),
                False: tr(" What is open was changed since: it does not hold for that."),
                None: "",
            }[holds]
        self._status.setText(told)
        self._refresh()

    def focus_first(self) -> None:
        """Go to the name."""
        self._name.setFocus()

    def _refresh(self) -> None:
        self._sign.setEnabled(self._possible and bool(self._name.text().strip()))

    def _send(self) -> None:
        if self._sign.isEnabled():
            verdict = str(self._verdict.currentData())
            remark = self._remark.toPlainText().strip()
            self.signed.emit(self._name.text().strip(), verdict, remark)
