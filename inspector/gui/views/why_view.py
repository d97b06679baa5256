"""Why one subject is in or out: verdict, sentence, evidence, remedies, arithmetic, rule, note.

The evidence of an explanation: a card, and beside it the file in which its words were found.

A verdict as a chip: its shape, its name, on a ground of its colour.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QSizePolicy,
    QWidget,
)

from inspector.core.reasons import Verdict
from inspector.gui.boxes import STRETCH, HBox, VBox, text_label, with_name
from inspector.gui.one_line_buttons import OneLineButton
from inspector.gui.table import paint_mark
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.section_column import Section
from inspector.gui.views.steps_grid import BulletList, StepsGrid, reading_label
from inspector.gui.views.text_boxes import NoteEditor, ReadingBox
from inspector.language import tr
from inspector.present.why import Passage, Why, most_similar

_LINES = (14, 16)  # shown at once of the first text and of the second
_PARTS = (4, 5)  # of the width, where they stand beside each other
_BESIDE = 36  # average characters from which on they do


class _PassageBox(QWidget):
    """One text under its title."""

    def __init__(self, name: str, theme: Theme, lines: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._passage: Passage | None = None
        self._title = text_label("", self, font=theme.font(FontRole.STRONG))
        self._note = text_label("", self, role="muted", font=theme.font(FontRole.SMALL))
        self.box = ReadingBox(f"{name}.text", tr("Text"), theme, lines, self)
        head = VBox(spacing=0).hold(self._title, self._note)
        VBox(self, spacing=4).hold(head, self.box, STRETCH)

    def show_passage(self, passage: Passage) -> None:
        if passage == self._passage:
            return
        self._passage = passage
        match = most_similar(passage.sought, passage.text) if passage.sought else None
        note = passage.note
        if match is not None:
            note = tr(
                "{note} · best match: marked paragraph ({likeness:.0%} word overlap)",
                note=note,
                likeness=match.likeness,
            )
        self._title.setText(passage.title)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.box.setAccessibleName(passage.title)
        self.box.setVisible(bool(passage.text))
        self.box.set_text(passage.text)
        if match is not None:
            self.box.mark(match.start, match.end)


class PassagesView(QWidget):
    """Shows up to two texts. Objects are ``{name}.0``, ``{name}.1``, and ``.text`` of each."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._compared = False
        self._boxes = [
            _PassageBox(f"{name}.{place}", theme, lines, self) for place, lines in enumerate(_LINES)
        ]
        self._row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        for box in self._boxes:
            self._row.addWidget(box)

    def set_passages(self, passages: tuple[Passage, ...]) -> None:
        """Show these texts from now on; where one is sought in the other they are prose."""
        self._compared = any(passage.sought for passage in passages)
        font = self._theme.font(FontRole.BODY if self._compared else FontRole.TEXT)
        for place, box in enumerate(self._boxes):
            box.setVisible(place < len(passages))
            if place < len(passages):
                box.box.setFont(font)
                box.show_passage(passages[place])
        self.setVisible(bool(passages))
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Put the texts beside each other where there is room for both."""
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        metrics = self._boxes[0].box.fontMetrics()
        beside = self._compared and self.width() >= _BESIDE * metrics.averageCharWidth()
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if beside else way.TopToBottom)
        for place, part in enumerate(_PARTS):
            self._row.setStretch(place, part if beside else 0)


_MARK, _GAP, _SIDE, _TOP = 10, 7, 9, 4


class VerdictChip(QWidget):
    """Shows one verdict; nothing for None."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._verdict: Verdict | None = None
        self._word = ""
        self.setFont(theme.font(FontRole.SECTION))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_verdict(self, verdict: Verdict | None, word: str = "") -> None:
        """Show another verdict; ``word`` stands for its own where it means something else here."""
        if (verdict, word) != (self._verdict, self._word):
            self._verdict, self._word = verdict, word
            self.setAccessibleName(tr("Verdict: {word}", word=word or verdict) if verdict else "")
            self.updateGeometry()
            self.update()
        self.setVisible(verdict is not None)

    @property
    def _text(self) -> str:
        return (self._word or str(self._verdict or "")).upper()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the size of mark and name."""
        metrics = QFontMetrics(self.font())
        wide = metrics.horizontalAdvance(self._text) + _MARK + _GAP + 2 * _SIDE
        return QSize(wide, metrics.height() + 2 * _TOP)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw ground, mark and name."""
        if self._verdict is None:
            return
        look = self._theme.colors.verdicts[self._verdict]
        mark = self._theme.mark(look)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(look.ink)
        ground.setAlphaF(0.14)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        middle = self.height() / 2
        paint_mark(painter, QRectF(_SIDE, middle - _MARK / 2, _MARK, _MARK), mark.shape, mark.color)
        painter.setPen(mark.color)
        left = _SIDE + _MARK + _GAP
        area = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._text)


_SECTIONS = {
    "texts": tr("Evidence"),
    "remedies": tr("Included if"),
    "arithmetic": tr("Arithmetic"),
    "help": tr("Rule"),
    "note": tr("Note"),
}
_ABOVE_SECTIONS = 3  # chip and number, names, sentence
_STRONG = frozenset((tr("Headroom"), tr("Over by"), tr("Total budget")))


class WhyView(QWidget):
    """Shows one explanation. Object names begin with ``why.``.

    ``titles`` are other titles for some of the sections ``texts``, ``remedies``, ``arithmetic``,
    ``help`` and ``note``. Those in ``folded`` are closed at first; what matters most of them stands
    in their heading.
    """

    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""
    link_asked = Signal(str)
    """The key of the explanation whose link was clicked."""
    remedy_asked = Signal(int)
    """The place of the remedy whose button was clicked."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        titles: Mapping[str, str] = MappingProxyType({}),
        folded: Collection[str] = (),
    ) -> None:
        super().__init__(parent)
        self._titles = titles
        self._why: Why | None = None
        self._link = ""
        self._buttons: tuple[str, ...] = ()
        self._chip = VerdictChip("why.verdict", theme, self)
        self._headline = reading_label("why.tokens", theme, FontRole.STRONG, self)
        self._name = reading_label("why.name", theme, FontRole.TITLE, self)
        self._subject = reading_label("why.subject", theme, FontRole.SMALL, self, "muted")
        self._sentence = reading_label("why.sentence", theme, FontRole.BODY, self)
        self._link_button = with_name(OneLineButton("", self), "why.link", role="link")
        self._link_button.clicked.connect(self._follow)
        self._links = HBox()
        self._boxes = {
            name: Section(
                f"why.section.{name}",
                titles.get(name, title),
                theme,
                self,
                is_open=name not in folded,
            )
            for name, title in _SECTIONS.items()
        }
        rule = self._boxes["help"].body
        self._help = reading_label("why.help", theme, FontRole.BODY, rule, "muted")
        self._rule = reading_label("why.rule", theme, FontRole.SMALL, rule, "muted")
        self._copy = with_name(
            OneLineButton(tr("Copy"), rule), "why.copy", tr("Copy code and rule"), role="link"
        )
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._rule.text()))
        self._steps = StepsGrid("why.steps", theme, self._boxes["arithmetic"].body, strong=_STRONG)
        self._remedies = BulletList("why.remedies", self._boxes["remedies"].body)
        self._remedies.asked.connect(self.remedy_asked)
        self._passages = PassagesView("why.passages", theme, self._boxes["texts"].body)
        self._note = NoteEditor("why.note", self._boxes["note"].body)
        self._note.written.connect(self.note_written)
        for name, widgets in (
            ("texts", (self._passages,)),
            ("remedies", (self._remedies,)),
            ("arithmetic", (self._steps,)),
            ("help", (self._help, self._rule, self._copy)),
            ("note", (self._note,)),
        ):
            for widget in widgets:
                self._boxes[name].content.addWidget(widget)
        self._lay_out()

    def _lay_out(self) -> None:
        self._headline.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = HBox().hold(self._chip, (self._headline, 1))
        names = VBox(spacing=2).hold(self._name, self._subject)
        said = VBox(spacing=4).hold(self._sentence)
        self._links.addWidget(self._link_button)
        self._links.addStretch(1)
        said.addLayout(self._links)
        VBox(self, spacing=12).hold(head, names, said, *self._boxes.values())
        self._boxes["help"].content.setAlignment(self._copy, Qt.AlignmentFlag.AlignLeft)

    def add_link(self, button: OneLineButton) -> None:
        """Put a link of a lens's own beside the one below the sentence."""
        button.setProperty("role", "link")
        self._links.insertWidget(self._links.count() - 1, button)

    def add_below_sentence(self, widget: QWidget) -> None:
        """Put a widget of a lens's own between the sentence and the sections."""
        layout = self.layout()
        if isinstance(layout, VBox):
            layout.insertWidget(_ABOVE_SECTIONS, widget)

    @property
    def why(self) -> Why | None:
        """What is shown."""
        return self._why

    def show_why(self, why: Why, note: str, link: str = "", buttons: tuple[str, ...] = ()) -> None:
        """Show an explanation with the subject's note. ``link`` is what can be gone to from it.

        ``buttons`` are what does the first of its remedies, "" for nothing.
        """
        self._note.show_note(why.subject, note)
        if (why, link, buttons) == (self._why, self._link, self._buttons):
            return
        self._why, self._link, self._buttons = why, link, buttons
        self._chip.set_verdict(why.verdict)
        self._headline.setText(why.headline)
        self._headline.setVisible(bool(why.headline))
        self._name.setText(why.name)
        self._subject.setText(why.told_kind)
        self._subject.setVisible(bool(why.told_kind))
        self._sentence.setText(why.sentence)
        code = " · ".join(filter(None, (why.reason, why.rule)))
        self._rule.setText(code)
        self._copy.setVisible(bool(code))
        self._link_button.setText(link)
        self._link_button.setVisible(bool(link))
        self._steps.set_steps(why.steps)
        self._remedies.set_sentences(why.remedies, buttons)
        if "remedies" not in self._titles:
            reduced = why.verdict is Verdict.REDUCED
            self._boxes["remedies"].set_title(tr("Upgraded if") if reduced else tr("Included if"))
        self._passages.set_passages(why.passages)
        self._help.setText(why.help)
        meaning = self._titles.get("help", _SECTIONS["help"]) if why.help else _SECTIONS["help"]
        self._boxes["help"].set_title(meaning)
        self._boxes["arithmetic"].badge.setText(_comes_to(why))
        self._boxes["help"].badge.setText(code)
        for name, shown in (
            ("arithmetic", bool(why.steps)),
            ("remedies", bool(why.remedies)),
            ("texts", bool(why.passages)),
            ("help", bool(why.help or code)),
        ):
            self._boxes[name].setVisible(shown)

    def finish(self) -> None:
        """Send a note that is being written."""
        self._note.finish()

    def _follow(self) -> None:
        if self._why is not None:
            self.link_asked.emit(self._why.key)


def _comes_to(why: Why) -> str:
    """Return what the arithmetic comes to, as it stands in its heading."""
    if why.verdict is Verdict.SUPPRESSED:
        return why.headline
    return next((f"{one.label} {one.result}" for one in reversed(why.steps) if one.result), "")
