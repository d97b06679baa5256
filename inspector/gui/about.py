"""Help > About: the version, what others made of it, and under which licences.

A page of the manual in a window of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QTextBrowser,
    QWidget,
)

from inspector import __version__
from inspector.files.components import Component
from inspector.gui.boxes import USUAL, HBox, VBox, grow, grown_size, text_label, with_name
from inspector.gui.theme import FontRole, Theme, dress_as_its_window
from inspector.language import spoken, tr
from inspector.locks import read_regular
from inspector.resources import MissingResourceError, read_text

_SIZE = (820, 560)
_LIST_WIDTH = 300
# Some notices name hundreds of works; what is behind this much is read in the file.
_MOST_BYTES = 1 << 20


class AboutDialog(QDialog):
    """A dialog that lists parts and shows the licence of the chosen one.

    Object names: ``about.list``, ``about.licence``, ``about.text``, ``about.close``.
    """

    def __init__(
        self, parts: Sequence[Component], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        theme.dress(self)
        self.setObjectName("about")
        self.setWindowTitle(tr("About Context Budget Inspector"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._parts = parts
        name = tr("Context Budget Inspector {version}", version=__version__)
        title = text_label("", self, name, font=theme.font(FontRole.TITLE), wraps=False)
        about = text_label(
            "",
            self,
            tr(
                "Shows what goes into a language model's context, what was kept out, and why."
                " It works on this machine alone and sends nothing anywhere."
            ),
        )
        explained = text_label("", self, _explained(parts), role="muted")
        self._list = with_name(
            QListWidget(self), "about.list", tr("Works of others"), role="framed"
        )
        grow(self._list, minimumWidth=_LIST_WIDTH)
        for part in parts:
            QListWidgetItem(f"{part.name} {part.version}", self._list).setToolTip(part.licence)
        self._licence = text_label("about.licence", self)
        self._text = with_name(
            QPlainTextEdit(self, readOnly=True, tabChangesFocus=True),
            "about.text",
            tr("Text of the licence"),
            role="reading",
            font=theme.font(FontRole.TEXT),
        )
        buttons = QDialogButtonBox(self)
        close = buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setObjectName("about.close")
        buttons.rejected.connect(self.reject)
        right = VBox().hold(self._licence, (self._text, 1))
        columns = HBox().hold(self._list, (right, 1))
        VBox(self, margins=(20, 20, 20, 16), spacing=10).hold(
            title, about, explained, (columns, 1), buttons
        )
        self.resize(grown_size(*_SIZE))
        self._list.currentRowChanged.connect(self._show)
        self._list.setCurrentRow(0)
        self._list.setFocus()

    def _show(self, row: int) -> None:
        part = self._parts[row]
        licence = part.licence or tr("as its text says")
        where = tr("in this program") if part.is_inside else tr("installed beside this program")
        self._licence.setText(
            tr("{name}: {licence}; {where}", name=part.name, licence=licence, where=where)
        )
        self._text.setPlainText("\n\n".join(map(_text, part.texts)) or _missing(part))


def _explained(parts: Sequence[Component]) -> str:
    if all(part.is_inside for part in parts):
        return tr("Everything that others made of this program, with its licence:")
    return tr(
        "Fonts and vocabularies that others made are in this program. The packages that it needs"
        " are not: they are installed beside it, and each brings its own licence."
    )


def _missing(part: Component) -> str:
    return tr(
        "{name} is not part of this program, and its package brings no text of its licence.",
        name=part.name,
    )


def _text(path: Path) -> str:
    try:
        data = read_regular(path, _MOST_BYTES + 1)
    except OSError as error:
        return tr("{path} cannot be read: {reason}", path=path, reason=error.strerror)
    text = data[:_MOST_BYTES].decode("utf-8", "replace")
    if len(data) > _MOST_BYTES:
        text += tr("\n\nThe rest is in {path}", path=path)
    return text


_MANUAL_DIALOG_SIZE = (820, 640)


class ManualDialog(QDialog):
    """Shows a page written in Markdown. Object names: ``manual``, ``manual.text``."""

    def __init__(self, title: str, markdown: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress_as_its_window(self)
        self.setObjectName("manual")
        self.setWindowTitle(title)
        page = with_name(QTextBrowser(self), "manual.text", title)
        page.setOpenLinks(False)  # nothing here leads out of the program
        page.setMarkdown(markdown)
        buttons = QDialogButtonBox(self)
        buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        VBox(self, margins=USUAL).hold((page, 1), buttons)
        self.resize(grown_size(*_MANUAL_DIALOG_SIZE))
        page.setFocus()


def guide() -> str:
    """Return the guide in the language of the window, in English where there is none."""
    try:
        return read_text(f"manual/guide.{spoken()}.md")
    except MissingResourceError:
        return read_text("manual/guide.md")
