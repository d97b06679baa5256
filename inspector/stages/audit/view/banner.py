"""What an audit comes to, in one line that cannot be overlooked.

Signing a manifest off: a name, a verdict, a remark, a key; without a key it is unsigned.
"""

from __future__ import annotations

import re
from typing import get_args

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from inspector.analysis.audit.audit import Outcome
from inspector.gui.boxes import STRETCH, ChoiceBox, HBox, VBox, grow, grown, text_label, with_name
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.gui.table import paint_mark
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.roomy import Beside
from inspector.gui.views.steps_grid import reading_label
from inspector.language import capitalized, tr
from inspector.present.finding_lines import sign_off_line
from inspector.session.audit_stage import AuditStage, ReviewVerdict
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import MARKS, Banner

_MARK, _EDGE = 18, 4
_LEAST = 240  # pixels for what is said beside the tokens
_LEAST_NAME = 80  # pixels for a reviewer's name beside the verdict


class OutcomeBanner(QWidget):
    """Shows headline and details on a ground of the outcome's colour, with its shape beside it.

    Object names: ``audit.banner``, ``audit.headline``, ``audit.detail``, ``audit.signed``,
    ``audit.tokens``.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("audit.banner")
        self._theme = theme
        self._outcome: Outcome | None = None
        self._old = False
        self._told: tuple[str, ...] = ()
        self._headline = reading_label("audit.headline", theme, FontRole.TITLE, self)
        # Each whole in its tip: above rows and findings there is room for few lines of large text.
        self._detail = OneLineLabel("audit.detail", self)
        self._signed = OneLineLabel("audit.signed", self)
        said = VBox.page(self._headline, self._detail, self._signed, spacing=2)
        layout = VBox(self, margins=(_EDGE + 12 + _MARK + 12, 12, 16, 12))
        self._tokens = reading_label("audit.tokens", theme, FontRole.SMALL, self)
        self._tokens.setWordWrap(False)
        self._tokens.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(Beside(said, self._tokens, self, least=_LEAST))

    def show_banner(self, banner: Banner, *, old: bool = False) -> None:
        """Show another outcome; ``old`` says that a newer one is being worked out."""
        self._outcome, self._old = banner.outcome, old
        self._headline.setText(banner.headline)
        self._detail.setText(
            tr("{detail} · Being audited again …", detail=banner.detail) if old else banner.detail
        )
        self._signed.setText(banner.signed)
        self._signed.setVisible(bool(banner.signed))
        self._told = banner.tokens
        self._tell_tokens()
        self.setAccessibleName(" ".join((banner.headline, banner.detail, banner.signed)).strip())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Say the tokens in one line where they go below and it holds them."""
        self._tell_tokens()
        super().resizeEvent(event)

    def _tell_tokens(self) -> None:
        advance, line = self._tokens.fontMetrics().horizontalAdvance, " · ".join(self._told)
        room = self.width() - 2 * (_EDGE + 12 + _MARK + 12)
        beside = grown(_LEAST) + max(map(advance, self._told), default=0) <= room
        below = not beside and advance(line) <= room
        self._tokens.setText(line if below else "\n".join(self._told))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the ground, the edge and the mark."""
        if self._outcome is None:
            return
        verdict, shape = MARKS[self._outcome]
        ink = QColor(self._theme.colors.verdicts[verdict].ink)
        painter = QPainter(self)
        ground = QColor(ink)
        ground.setAlphaF(0.05 if self._old else 0.10)
        painter.fillRect(self.rect(), ground)
        painter.fillRect(QRectF(0, 0, _EDGE, self.height()), ink)
        middle = self._headline.mapTo(self, self._headline.rect().center()).y()
        mark = QRectF(_EDGE + 12, middle - _MARK / 2, _MARK, _MARK)
        paint_mark(painter, mark, shape, ink)


VERDICTS: tuple[str, ...] = get_args(ReviewVerdict)
_REMARK_HEIGHT = 44
_LONG = re.compile(r"\S{24}(?=\S{8})")  # of a fingerprint, which would not fit a line


class SignOffForm(QWidget):
    """Takes a reviewer's word on one manifest, and shows one that was given.

    What is in it is of that manifest alone: for another one it is empty, but for who signs.

    Object names: ``sign.name``, ``sign.verdict``, ``sign.remark``, ``sign.key``, ``sign.choose``,
    ``sign.sign``, ``sign.withdraw``, ``sign.beside``, ``sign.title`` and ``sign.status``.
    """

    signed = Signal(str, str, str, str)
    """Name, verdict, remark and the key's file, which may be empty."""
    withdrawn = Signal()
    key_asked = Signal()
    """Somebody wants to choose the key's file."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sign")
        self._wrong = False
        """Whether errors are open, about which a word has to say something."""
        self._about: str | None = None
        self._title = text_label("sign.title", self, font=theme.font(FontRole.STRONG))
        told = tr("Also writes it as NAME.sign-off.json beside the file")
        box = QCheckBox(tr("Keep beside the file"), self)
        self._beside = with_name(box, "sign.beside", tip=told)
        self._name = with_name(QLineEdit(self), "sign.name", tr("Reviewer"))
        self._name.setPlaceholderText(tr("Your name"))
        self._verdict = with_name(
            ChoiceBox(self), "sign.verdict", tr("Verdict"), told=tr("Verdict")
        )
        self._verdict.setPlaceholderText(tr("Choose a verdict"))
        # The longest verdict would leave no room for a name beside it.
        self._verdict.setSizeAdjustPolicy(
            ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        for verdict in VERDICTS:
            self._verdict.addItem(tr(capitalized(verdict)), verdict)
        self._verdict.setCurrentIndex(-1)
        self._remark = with_name(QPlainTextEdit(self), "sign.remark", tr("Remark"))
        self._remark.setTabChangesFocus(True)
        grow(self._remark, fixedHeight=_REMARK_HEIGHT)
        told = tr(
            "A private key, or the public one of a key in the agent. Without, it is a remark."
        )
        self._key = with_name(QLineEdit(self), "sign.key", tr("SSH key"), tip=told)
        self._key.setPlaceholderText(tr("SSH key (optional)"))
        told = tr("Chooses the SSH key's file.")
        choose = with_name(QPushButton(tr("Key file…"), self), "sign.choose", tip=told)
        choose.clicked.connect(self.key_asked)
        self._sign = with_name(QPushButton(self), "sign.sign")
        self._withdraw = with_name(QPushButton(tr("Withdraw"), self), "sign.withdraw")
        self._status = text_label(
            "sign.status", self, role="muted", font=theme.font(FontRole.SMALL)
        )
        buttons = HBox(spacing=8).hold(self._sign, self._withdraw, STRETCH)
        key = HBox(spacing=8).hold((self._key, 1), choose)
        who = Beside(self._name, self._verdict, self, least=_LEAST_NAME)
        VBox(self, margins=(16, 10, 16, 10), spacing=6).hold(
            self._title, who, self._remark, key, self._beside, buttons, self._status
        )
        self._name.textChanged.connect(self._refresh)
        self._name.returnPressed.connect(self._send)
        self._remark.textChanged.connect(self._refresh)
        self._key.textChanged.connect(self._refresh)
        self._verdict.currentIndexChanged.connect(self._refresh)
        self._sign.clicked.connect(self._send)
        self._withdraw.clicked.connect(self.withdrawn)
        self._refresh()

    def set_key(self, path: str) -> None:
        """Name the key's file."""
        self._key.setText(path)

    def show_of(self, session: Session, view: AuditView | None, title: str) -> None:
        """Show the word on a session's manifest, which is called ``title``.

        ``view`` is the last audit; of another manifest it says nothing here.
        """
        stage = session.audit
        known = view if view is not None and view.session.audit is stage else None
        if stage.manifest != self._about:  # a form never carries over
            self._about = stage.manifest
            self._verdict.setCurrentIndex(-1)
            self._remark.clear()
            self._beside.setChecked(False)
        self._title.setText(tr("Sign-off of {title}", title=title) if title else tr("Sign-off"))
        from_file = session.source(Part.AUDIT) is not None
        self._beside.setVisible(from_file and stage.bundle is None and stage.receipt_line is None)
        self._wrong = known is not None and known.audit is not None and bool(known.audit.errors)
        self._remark.setPlaceholderText(
            tr("Remark (required while errors are open)")
            if self._wrong
            else tr("Remark (optional)")
        )
        self._remark.viewport().update()  # of another hint in an empty field Qt paints nothing
        self._withdraw.setVisible(stage.sign_off is not None)
        self._status.setText(_LONG.sub("\\g<0>\u200b", _told(stage, known)))
        self._refresh()

    @property
    def kept_beside(self) -> bool:
        """Whether the word is to be kept beside the manifest's file, too."""
        return self._beside.isChecked() and not self._beside.isHidden()

    @property
    def _said(self) -> str:
        return self._remark.toPlainText().strip()

    def focus_first(self) -> None:
        """Go to the name."""
        self._name.setFocus()

    def _refresh(self) -> None:
        lacks = (
            (not self._name.text().strip(), tr("Name who reviewed it.")),
            (self._verdict.currentIndex() < 0, tr("Choose a verdict.")),
            (self._wrong and not self._said, tr("Say what is to be done about the errors.")),
        )
        missing = [told for lacking, told in lacks if lacking]
        self._sign.setEnabled(self._about is not None and not missing)
        self._sign.setToolTip(" ".join(missing))
        self._sign.setText(tr("Sign off") if self._key.text().strip() else tr("Save verdict"))

    def _send(self) -> None:
        if self._sign.isEnabled():
            verdict = str(self._verdict.currentData())
            key = self._key.text().strip()
            self.signed.emit(self._name.text().strip(), verdict, self._said, key)


def _told(stage: AuditStage, known: AuditView | None) -> str:
    """Say what there is of a word, and whether it holds for what is there now."""
    word = stage.sign_off
    if stage.manifest is None:
        return tr("There is no manifest to sign off.")
    if word is None:
        return tr("The sign-off is kept in the session and in the audit bundle.")
    if known is None:
        return sign_off_line(word, None, None) or ""
    current = word.fingerprint if known.sign_off_holds else ""
    holds = tr(" Valid for exactly these files.") if known.sign_off_holds else ""
    return (sign_off_line(word, current, known.signature) or "") + holds
