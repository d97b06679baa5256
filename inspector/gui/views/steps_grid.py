"""Lines of arithmetic in columns: what it is, how it is worked out, the number at the right.

A text that is read, may be long, and can be copied.

Sentences one below the other, each with a button where something can be done about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from inspector.analysis.audit.finding import Working
from inspector.gui.boxes import text_label
from inspector.gui.theme import FontRole, Theme

_FAIR = 0.45  # of the width for the labels, where labels and workings do not both fit
_BETWEEN_COLUMNS, _BETWEEN_ROWS = 8, 4  # pixels
_HEIGHTS_KEPT = 500
_LEAST = 10  # average characters of a column, below which workings stand under their labels
_WIDE = 4_000  # pixels in which no line is wrapped
_BREAKS = re.compile("[ \u200b]")  # where a line may end


class StepsGrid(QWidget):
    """Shows steps. Labels are made once and used again: a new result only changes their texts.

    ``strong`` are the labels of the lines that stand out, such as a sum. It lays itself out: how
    the columns share the width depends on all texts, which no layout of Qt's knows about.
    """

    def __init__(
        self,
        name: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        strong: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._strong = strong
        self._steps: tuple[Working, ...] = ()
        self._rows: list[tuple[QLabel, QLabel, QLabel]] = []
        self._needed: tuple[tuple[int, int], ...] = ((0, 0),) * 3  # of each column
        # Qt asks for heights dozens of times before it settles, and most texts stay from one result
        # to the next.
        self._laid_out: dict[int, tuple[tuple[QRect, QRect, QRect], ...]] = {}
        self._heights: dict[tuple[str, str, int, int, bool], int] = {}
        self._plain, self._bold = (theme.font(role) for role in (FontRole.BODY, FontRole.STRONG))
        # Not fixed: it may become higher than the least that it takes.
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def follow_theme(self, _theme: Theme) -> None:
        """Measure texts in its size from now on."""
        self._heights.clear()
        self._show()

    def set_steps(self, steps: Sequence[Working]) -> None:
        """Show these steps from now on."""
        new = tuple(steps)
        if new == self._steps:
            return
        self._steps = new
        self._show()

    def _show(self) -> None:
        """Show the steps in the theme's fonts, which may have become larger."""
        new = self._steps
        self._laid_out.clear()
        self._plain, self._bold = (
            self._theme.font(role) for role in (FontRole.BODY, FontRole.STRONG)
        )
        strong, plain = QFontMetrics(self._bold), QFontMetrics(self._plain)
        self._needed = (
            _widths(strong, [step.label for step in new]),
            _widths(plain, [step.working for step in new]),
            _widths(strong, [step.result for step in new]),
        )
        while len(self._rows) < len(new):
            self._add_row()
        for place, labels in enumerate(self._rows):
            step = new[place] if place < len(new) else None
            for label in labels:
                label.setVisible(step is not None)
            if step is not None:
                self._fill(labels, step)
        self._place()
        self.updateGeometry()

    def _fill(self, labels: tuple[QLabel, QLabel, QLabel], step: Working) -> None:
        font = self._bold if step.label in self._strong else self._plain
        for label, text in zip(labels, (step.label, step.working, step.result), strict=True):
            if label.text() != text:
                label.setText(text)
        for label in (labels[0], labels[2]):
            if label.font() != font:
                label.setFont(font)

    def _add_row(self) -> None:
        label = text_label("", self, selectable=True)
        working = text_label("", self, selectable=True, role="muted")
        result = text_label("", self, selectable=True, wraps=False)
        for one in (label, working, result):
            one.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            one.setAlignment(Qt.AlignmentFlag.AlignTop)
        result.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        self._rows.append((label, working, result))

    # Layout ------------------------------------------------------------------------------

    def _columns(self, width: int) -> tuple[int, int, int]:
        """Return the widths of the columns: labels get what they need, or what is fair.

        No word is cut as long as the longest ones of both columns fit beside each other.
        """
        (labels, label_word), (workings, working_word), (results, _) = self._needed
        room = max(width - results - 2 * _BETWEEN_COLUMNS, 0)
        if labels + workings > room:
            fair = max(room - workings, round(room * _FAIR))
            labels = min(labels, max(min(fair, room - working_word), label_word))
        return labels, max(room - labels, 0), results

    def _is_stacked(self, width: int) -> bool:
        """Whether workings stand under their labels: beside them a column would cut its words."""
        (labels, label_word), (workings, working_word), (results, _) = self._needed
        room = width - results - 2 * _BETWEEN_COLUMNS
        if labels + workings <= room:
            return False
        least = _LEAST * QFontMetrics(self._plain).averageCharWidth()
        return label_word + working_word > room or self._columns(width)[1] < min(workings, least)

    def _places(self, width: int) -> tuple[tuple[QRect, QRect, QRect], ...]:
        """Return where label, working and result of each row stand."""
        if width not in self._laid_out:
            measured = self._stacked if self._is_stacked(width) else self._beside
            self._laid_out[width] = tuple(measured(width))
        return self._laid_out[width]

    def _beside(self, width: int) -> Iterator[tuple[QRect, QRect, QRect]]:
        first, second, third = self._columns(width)
        top, after = 0, first + _BETWEEN_COLUMNS
        for step, row in zip(self._steps, self._rows, strict=False):
            shown = (step.label, step.working, first, second, step.label in self._strong)
            high = self._heights.get(shown)
            if high is None:
                if len(self._heights) >= _HEIGHTS_KEPT:
                    self._heights.clear()
                high = self._heights[shown] = _height(row, first, second)
            yield (
                QRect(0, top, first, high),
                QRect(after, top, second, high),
                QRect(width - third, top, third, high),
            )
            top += high + _BETWEEN_ROWS

    def _stacked(self, width: int) -> Iterator[tuple[QRect, QRect, QRect]]:
        """Place each working in a line of its own, and a result that is too wide as well."""
        top = 0
        for step, row in zip(self._steps, self._rows, strict=False):
            result = row[2].sizeHint()
            aside = width - result.width() - _BETWEEN_COLUMNS
            word = _widths(row[0].fontMetrics(), [step.label])[1]
            fits = aside >= max(round(width * _FAIR), word)
            first = aside if fits or not step.result else width
            high = row[0].heightForWidth(first)
            below = top + (max(high, result.height()) if fits else high)
            place = QRect(width - result.width(), top if fits else below, *result.toTuple())
            worked = row[1].heightForWidth(width) if step.working else 0
            if not fits and step.result:
                below += result.height()
            yield QRect(0, top, first, high), QRect(0, below, width, worked), place
            top = below + worked + _BETWEEN_ROWS

    def _place(self) -> None:
        for row, places in zip(self._rows, self._places(self.width()), strict=False):
            for label, place in zip(row, places, strict=True):
                label.setGeometry(place)

    def hasHeightForWidth(self) -> bool:  # noqa: N802  # Qt's name
        """Tell that long texts are wrapped."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """Return the height of all rows in a width."""
        rows = self._places(width)
        return max(place.y() + place.height() for place in rows[-1]) if rows else 0

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the least it takes: what it takes at a width, ``heightForWidth`` says.

        That it does not depend on the present width matters: else a pane would show and hide its
        scroll bar without end where the bar's width decides whether one is needed.
        """
        return QSize(200, self.heightForWidth(_WIDE))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new width."""
        super().resizeEvent(event)
        self._place()
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()  # the height that it wants follows from the width


def _height(row: tuple[QLabel, QLabel, QLabel], first: int, second: int) -> int:
    """Return how high a row is whose label and working have these widths."""
    label, working, result = row
    return max(
        label.heightForWidth(first),
        working.heightForWidth(second) if working.text() else 0,
        result.sizeHint().height(),
    )


def _widths(metrics: QFontMetrics, texts: list[str]) -> tuple[int, int]:
    """Return how wide the widest text is, and the widest word that cannot be wrapped."""
    words = (word for text in texts for word in _BREAKS.split(text))
    return (
        max((metrics.horizontalAdvance(text) for text in texts), default=0) + 2,
        max((metrics.horizontalAdvance(word) for word in words), default=0) + 2,
    )


def reading_label(
    name: str, theme: Theme, font: FontRole, parent: QWidget, role: str = ""
) -> QLabel:
    """Return a label that wraps its text; ``role`` is its look in the style sheet."""
    return text_label(name, parent, selectable=True, font=theme.font(font), role=role)


class BulletList(QWidget):
    """Shows sentences, each with a button where something can be done about it.

    Labels are made once and used again. Buttons are named ``{name}.do.{place}``.
    """

    asked = Signal(int)
    """The place of the sentence whose button was clicked."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._sentences: tuple[str, ...] = ()
        self._rows: list[tuple[QLabel, QLabel, QPushButton]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is shown."""
        return self._sentences

    def set_sentences(self, sentences: Sequence[str], buttons: Sequence[str] = ()) -> None:
        """Show these sentences from now on; ``buttons`` are the titles of the first ones' buttons.

        A title is "" where nothing can be done.
        """
        self._sentences = tuple(sentences)
        while len(self._rows) < len(self._sentences):
            self._add_row()
        for place, (bullet, label, button) in enumerate(self._rows):
            shown = place < len(self._sentences)
            bullet.setVisible(shown)
            label.setVisible(shown)
            title = buttons[place] if shown and place < len(buttons) else ""
            button.setText(title)
            button.setVisible(bool(title))
            if shown:
                label.setText(self._sentences[place])
                button.setAccessibleDescription(self._sentences[place])

    def _add_row(self) -> None:
        bullet, label = QLabel("•", self), text_label("", self, selectable=True)
        at = len(self._rows)
        self._grid.addWidget(bullet, at, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(label, at, 1)
        button = QPushButton(self)
        button.setObjectName(f"{self.objectName()}.do.{at}")
        button.clicked.connect(lambda: self.asked.emit(at))
        self._grid.addWidget(button, at, 2, Qt.AlignmentFlag.AlignTop)
        self._rows.append((bullet, label, button))
