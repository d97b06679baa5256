"""A page of the manual in a window of its own."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from inspector.gui.growing import grown
from inspector.language import spoken, tr
from inspector.resources import MissingResourceError, read_text

_SIZE = QSize(820, 640)


class ManualDialog(QDialog):
    """Shows a page written in Markdown. Object names: ``manual``, ``manual.text``."""

    def __init__(self, title: str, markdown: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("manual")
        self.setWindowTitle(title)
        page = QTextBrowser(self)
        page.setObjectName("manual.text")
        page.setAccessibleName(title)
        page.setOpenLinks(False)  # nothing here leads out of the program
        page.setMarkdown(markdown)
        buttons = QDialogButtonBox(self)
        buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(page, 1)
        layout.addWidget(buttons)
        self.resize(QSize(grown(_SIZE.width()), grown(_SIZE.height())))
        page.setFocus()


def guide() -> str:
    """Return the guide in the language of the window, in English where there is none."""
    try:
        return read_text(f"manual/guide.{spoken()}.md")
    except MissingResourceError:
        return read_text("manual/guide.md")
