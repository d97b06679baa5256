"""The first page: what can be opened, as long as nothing is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.growing import grow
from inspector.gui.samples import Sample
from inspector.gui.theme import Theme
from inspector.language import tr

_WIDTH = 760
_MOST_RECENT = 6


class StartPage(QWidget):
    """Object names: ``start.open``, ``start.sample.<id>``, ``start.recent.<number>``."""

    def __init__(
        self,
        theme: Theme,
        samples: Sequence[Sample],
        choose: Callable[[], None],
        open_files: Callable[[Sequence[Path]], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("start")
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._open_files = open_files
        self._titles: list[tuple[QLabel, FontRole]] = []
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        opened = QPushButton(tr("Open files…"), self)
        opened.setObjectName("start.open")
        opened.setProperty("role", "primary")
        opened.clicked.connect(choose)
        hint = self._label(
            tr(
                "or drop your data here, or paste it: whatever it is, you see first what it becomes"
            ),
            FontRole.BODY,
        )
        hint.setProperty("role", "muted")
        hint.setWordWrap(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(12)
        buttons.addWidget(opened)
        buttons.addWidget(hint, 1)
        columns = QHBoxLayout()
        columns.setSpacing(40)
        columns.addLayout(self._samples(samples), 1)
        right = QVBoxLayout()
        right.setSpacing(4)
        right.addWidget(self._section(tr("Recent")))
        right.addLayout(self._recent)
        right.addStretch(1)
        columns.addLayout(right, 1)
        body = QWidget(self)
        grow(body, maximumWidth=_WIDTH)
        inside = QVBoxLayout(body)
        inside.setSpacing(0)
        title = self._label(tr("What goes into the context, and why"), FontRole.DISPLAY)
        title.setWordWrap(True)
        inside.addWidget(title)
        inside.addSpacing(8)
        subtitle = self._label(
            tr(
                "Your data: drop, paste, choose or import what your retriever, tracer or chat"
                " wrote, and see every card, file and chunk on one ledger: in, reduced, suppressed"
                " or dropped, with the rule and the numbers."
            ),
            FontRole.BODY,
        )
        subtitle.setProperty("role", "muted")
        subtitle.setWordWrap(True)
        inside.addWidget(subtitle)
        inside.addSpacing(24)
        inside.addLayout(buttons)
        inside.addSpacing(32)
        inside.addLayout(columns)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(24, 24, 24, 24)
        outer.addStretch(1)
        outer.addWidget(body, 8, Qt.AlignmentFlag.AlignVCenter)
        outer.addStretch(1)
        theme.changed.connect(self._set_fonts)
        self._set_fonts()

    def show_recent(self, paths: Sequence[str]) -> None:
        """List files that were open lately."""
        while (item := self._recent.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, path in enumerate(paths[:_MOST_RECENT]):
            self._recent.addWidget(
                self._link(Path(path).name, path, Path(path), f"start.recent.{number}")
            )
        if not paths:
            nothing = QLabel(tr("Nothing yet"), self)
            nothing.setProperty("role", "muted")
            nothing.setContentsMargins(0, 6, 0, 6)
            self._recent.addWidget(nothing)

    def _samples(self, samples: Sequence[Sample]) -> QVBoxLayout:
        layout = QVBoxLayout()
        layout.setSpacing(4)
        layout.addWidget(self._section(tr("Samples")))
        links = QVBoxLayout()
        links.setSpacing(0)
        for sample in samples:
            links.addWidget(
                self._link(sample.title, sample.id, sample.path, f"start.sample.{sample.id}")
            )
        layout.addLayout(links)
        layout.addStretch(1)
        return layout

    def _link(self, title: str, tip: str, path: Path, name: str) -> QPushButton:
        link = QPushButton(title.replace("&", "&&"), self)
        link.setObjectName(name)
        link.setProperty("role", "link")
        link.setToolTip(tip)
        link.clicked.connect(lambda: self._open_files([path]))
        return link

    def _section(self, text: str) -> QLabel:
        label = self._label(text, FontRole.SECTION)
        label.setProperty("role", "section")
        return label

    def _label(self, text: str, role: FontRole) -> QLabel:
        label = QLabel(text, self)
        self._titles.append((label, role))
        return label

    def _set_fonts(self) -> None:
        for label, role in self._titles:
            label.setFont(self._theme.font(role))
