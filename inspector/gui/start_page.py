"""The first page: your data and what opens, recent files, three ways in, samples by lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from inspector.files.kinds import detect_kind
from inspector.gui.boxes import (
    STRETCH,
    USUAL,
    HBox,
    VBox,
    clear,
    grow,
    grown,
    text_label,
    with_name,
)
from inspector.gui.document import SUFFIX
from inspector.gui.one_line_buttons import OneLineButton, OneLineLabel
from inspector.gui.opening import Opening
from inspector.gui.role_pictures import (
    RolePicture,
    checking_items,
    presenting_items,
    tuning_items,
)
from inspector.gui.samples import ALTERED, FIRST, SampleEntry, sample_named
from inspector.gui.theme import FontRole, Theme
from inspector.language import tr

_WIDTH = 1080  # pixels that are enough
_BESIDE = 960  # pixels, from which on there are two columns
_MOST_RECENT = 5
_TABLES = (".csv", ".tsv", ".parquet")  # however large
_MOST_READ = 2**17
"""Bytes of a recent file that is read to tell what it is."""
_OPENS = (
    (
        tr("Read directly"),
        tr("candidate sets, requests, policies, manifests, receipts, sessions, whole folders"),
    ),
    (
        tr("Conversations"),
        tr("Claude Code, Codex, Gemini CLI, opencode, exports of chats, API logs, OpenTelemetry"),
    ),
    (
        tr("Retrieval"),
        tr("answers of vector stores, runs and judgements, RAG evaluations, LangChain, LlamaIndex"),
    ),
    (tr("Mapped"), tr("any JSON, JSONL, CSV or Parquet table with an id and a text")),
)
"""What opens, by how it is read."""


class StartPage(QScrollArea):
    """Object names: ``start.tune``, ``start.check``, ``start.present`` with ``.own`` (the ways in),
    ``start.open``, ``start.folder``, ``start.paste``, ``start.sample.<id>``,
    ``start.recent.<number>`` with ``.place``, ``start.opens.<number>``.
    """

    present_asked = Signal(list)
    """Somebody wants files to be presented; those that are to be chosen, where none are named."""

    def __init__(
        self,
        theme: Theme,
        samples: Sequence[SampleEntry],
        stages: Mapping[str, str],
        opening: Opening,
        parent: QWidget | None = None,
    ) -> None:
        """``stages`` are the titles of lenses by their ids."""
        super().__init__(parent)
        theme.dress(self)
        self.setObjectName("start")
        self.setProperty("role", "pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self._opening = opening
        self._titles: list[tuple[QLabel, FontRole]] = []
        self._recent = VBox()
        self._recent.setSpacing(0)
        self._asked: list[tuple[Path, QLabel]] = []  # of which it is not known what they are
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self._look)
        page = QWidget(self)
        page.setObjectName("content")
        body = QWidget(page)
        grow(body, maximumWidth=_WIDTH)
        inside = VBox(body, margins=USUAL, spacing=16)
        self._columns = columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        columns.setSpacing(16)
        columns.addWidget(self._own_data(), 7)
        columns.addWidget(self._recent_files(), 5)
        inside.addLayout(columns)
        inside.addLayout(self._ways_in())
        inside.addWidget(self._samples(samples, stages))
        HBox(page, margins=(24, 16, 24, 16)).hold(
            STRETCH, (body, 100, Qt.AlignmentFlag.AlignTop), STRETCH
        )
        self.setWidget(page)
        theme.changed.connect(self._set_fonts)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Put the columns below each other where they are too narrow beside each other."""
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        wide = self.width() >= grown(_BESIDE)
        self._columns.setDirection(direction.LeftToRight if wide else direction.TopToBottom)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Give titles their fonts, which the style sheet takes away when it is put on."""
        super().showEvent(event)
        self._set_fonts()
        self._looking.start()

    # Its parts ---------------------------------------------------------------------------

    def _ways_in(self) -> HBox:
        first, altered = sample_named(FIRST), sample_named(ALTERED)
        row = HBox(spacing=16)
        for title, text, picture, *buttons in (
            (
                tr("Tune a budget"),
                tr("Drag the split, and see at once what each change adds and removes."),
                tuning_items,
                self._button(
                    "start.tune",
                    tr("Open {name}", name=first.name),
                    lambda: self._opening.open_files([first.path]),
                ),
            ),
            (
                tr("Check a manifest"),
                tr("Replay what production wrote, and find every row that differs. Or drop yours."),
                checking_items,
                self._button(
                    "start.check",
                    tr("Open a failing manifest"),
                    lambda: self._opening.open_files([altered.path]),
                ),
            ),
            (
                tr("Present the result"),
                tr("Two budgets become one, step by step, on the full screen."),
                presenting_items,
                self._button(
                    "start.present",
                    tr("Start presentation"),
                    lambda: self.present_asked.emit([first.path]),
                ),
                self._button(
                    "start.present.own",
                    tr("Your own data…"),
                    lambda: self.present_asked.emit([]),
                ),
            ),
        ):
            card, inside = self._card(title)
            inside.addWidget(self._quiet(text), 1)
            inside.addWidget(RolePicture(picture, self._theme, card))
            inside.addLayout(HBox().hold(*buttons, STRETCH))
            row.addWidget(card, 1)
        return row

    def _own_data(self) -> QFrame:
        card, inside = self._card(tr("Your data"))
        inside.addWidget(
            self._quiet(
                tr(
                    "Drop files or a folder here, or paste. Whatever it is, you see first what it"
                    " becomes; it stays on this machine."
                )
            )
        )
        row = HBox()
        for name, text, do, role in (
            ("start.open", tr("Open files…"), self._opening.choose_and_open, "primary"),
            ("start.folder", tr("Open folder…"), self._opening.choose_folder, ""),
            ("start.paste", tr("Paste"), self._opening.paste, ""),
        ):
            row.addWidget(self._button(name, text, do, role))
        row.addStretch(1)
        inside.addLayout(row)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for place, (how, what) in enumerate(_OPENS):
            grid.addWidget(self._quiet(how, wraps=False), place, 0, Qt.AlignmentFlag.AlignTop)
            told = self._quiet(what)
            told.setObjectName(f"start.opens.{place}")
            told.setProperty("role", "")
            grid.addWidget(told, place, 1)
        inside.addLayout(grid)
        inside.addStretch(1)
        return card

    def _recent_files(self) -> QFrame:
        card, inside = self._card(tr("Recent"))
        inside.addLayout(self._recent)
        inside.addStretch(1)
        return card

    def _samples(self, samples: Sequence[SampleEntry], stages: Mapping[str, str]) -> QFrame:
        card, inside = self._card(tr("Samples"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for place, sample in enumerate(samples):
            link = self._link(sample.lesson, sample.name, sample.path, f"start.sample.{sample.id}")
            grid.addWidget(link, place, 0)
            for column, text in enumerate(
                (sample.name, stages.get(sample.lens, ""), sample.size), start=1
            ):
                said = OneLineLabel(f"start.sample.{sample.id}.{column}", self)
                said.setText(text)
                said.setProperty("role", "muted")
                if column > 1:  # the name gives way to what tells samples apart
                    said.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
                grid.addWidget(said, place, column)
        inside.addLayout(grid)
        inside.addStretch(1)
        return card

    def show_recent(self, paths: Sequence[str]) -> None:
        """List files that were open lately, each with its kind, its folder and a way to it."""
        self._asked.clear()
        clear(self._recent)
        for number, path in enumerate(paths[:_MOST_RECENT]):
            self._recent.addWidget(self._recent_file(number, Path(path)))
        if not paths:
            self._recent.addWidget(self._quiet(tr("Nothing yet")))
        self._looking.start()

    def _recent_file(self, number: int, path: Path) -> QWidget:
        line = QWidget(self)
        where = OneLineLabel(f"start.recent.{number}.place", line)
        where.setProperty("role", "muted")
        where.setFont(self._theme.font(FontRole.SMALL))
        where.setText(str(path.parent))
        self._asked.append((path, where))
        name = self._link(path.name, str(path), path, f"start.recent.{number}")
        grid = QGridLayout(line)
        grid.setContentsMargins(0, 0, 0, 2)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        grid.addWidget(name, 0, 0, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(where, 1, 0)
        return line

    def _look(self) -> None:
        """Tell of one file after the other what it is; large ones are not read for that."""
        if self._asked and self.isVisible():
            path, where = self._asked.pop(0)
            where.setText(f"{_kind_of(path)} · {path.parent}")
            self._looking.start()

    # Their parts -------------------------------------------------------------------------

    def _card(self, title: str) -> tuple[QFrame, VBox]:
        card = QFrame(self)
        card.setProperty("role", "card")
        inside = VBox(card, margins=(16, 12, 16, 12), spacing=8).hold(
            self._label(title, FontRole.TITLE)
        )
        return card, inside

    def _button(
        self, name: str, text: str, do: Callable[[], object], role: str = ""
    ) -> QPushButton:
        button = with_name(OneLineButton(text.replace("&", "&&"), self), name, role=role)
        button.clicked.connect(lambda: do())  # noqa: PLW0108  # without Qt's argument
        return button

    def _link(self, title: str, tip: str, path: Path, name: str) -> QPushButton:
        link = with_name(QPushButton(title.replace("&", "&&"), self), name, role="link")
        link.clicked.connect(lambda: self._opening.open_files([path]))
        link.setToolTip(tip)
        return link

    def _quiet(self, text: str, *, wraps: bool = True) -> QLabel:
        return text_label("", self, text, wraps=wraps, role="muted")

    def _label(self, text: str, role: FontRole) -> QLabel:
        label = QLabel(text, self)
        self._titles.append((label, role))
        return label

    def _set_fonts(self) -> None:
        for label, role in self._titles:
            label.setFont(self._theme.font(role))


def _kind_of(path: Path) -> str:
    """Return what a file is; of a large one, or one that is not there, only that."""
    try:
        if path.is_dir():
            return tr("folder")
        if not path.is_file():
            return tr("not there any more")
        if path.name.endswith(SUFFIX):
            return tr("session")
        if path.suffix.casefold() in _TABLES:
            return tr("table")
        if path.stat().st_size > _MOST_READ:
            return tr("large file")
    except OSError:
        return tr("not there any more")
    kind = detect_kind(path).value
    return tr("file") if kind is None else str(kind)
