"""Why a call is refused, or a file in, cut or out, and buttons that do something about it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QWidget

from inspector.core.reasons import Verdict
from inspector.gui.boxes import STRETCH, HBox, VBox, clear, with_name
from inspector.gui.one_line_buttons import OneLineButton
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.gui.views.steps_grid import reading_label
from inspector.gui.views.why_view import VerdictChip
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.builder.actions import Action, file_actions
from inspector.stages.builder.pages import RefusalPage
from inspector.stages.builder.shown import WHOLE, path_of
from inspector.stages.builder.why import why_builder

_COLUMNS = 2  # of buttons


class RefusalView(QScrollArea):
    """Object names: ``refusal.title``, ``.sentence``, ``.place.{n}``, ``.choose.{n}``, ``.advice``,
    ``.action.{id}``.
    """

    action_asked = Signal(object)
    """An ``Action``."""
    place_asked = Signal(str)
    """The path of a place that was clicked."""

    page: RefusalPage | None = None
    """What is shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        with_name(self, "refusal", tr("Why the call is refused"), role="pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._theme = theme
        self._old: QLabel | None = None
        self._is_old = False

    def set_page(self, page: RefusalPage) -> None:
        """Show another refusal."""
        if page == self.page:
            return
        self.page = page
        inner = with_name(QWidget(), "content")
        layout = VBox(inner, margins=(20, 16, 20, 16), spacing=10)
        chip = VerdictChip("refusal.verdict", self._theme, inner)
        chip.set_verdict(Verdict.REFUSED)
        chip.setVisible(not page.opening)
        self._old = with_name(QLabel(tr("older result"), inner), "refusal.old", role="chip-warning")
        self._old.setVisible(self._is_old)
        head = HBox(spacing=8).hold(chip, self._old, STRETCH)
        layout.addLayout(head)
        layout.addWidget(self._label("refusal.title", page.title, FontRole.TITLE))
        layout.addWidget(self._label("refusal.sentence", page.sentence, FontRole.BODY))
        if page.places:
            layout.addWidget(self._places(page))
        layout.addWidget(self._actions(page))
        about = f"{page.help}  {page.code} · {page.rule}"
        layout.hold(self._label("refusal.help", about, FontRole.SMALL, muted=True), STRETCH)
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(inner)

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows all of the page."""
        inner = self.widget()
        layout = None if inner is None else inner.layout()
        if layout is None:
            return 0
        return max(layout.heightForWidth(max(self.width(), 300)), layout.sizeHint().height())

    def set_old(self, *, is_old: bool) -> None:
        """Say whether a newer input has no result yet."""
        self._is_old = is_old
        if self._old is not None:
            self._old.setVisible(is_old)

    def follow_theme(self, _theme: Theme) -> None:
        """Draw in its colours from now on."""
        page, self.page = self.page, None
        if page is not None:
            self.set_page(page)

    def _label(self, name: str, text: str, font: FontRole, *, muted: bool = False) -> QLabel:
        label = reading_label(name, self._theme, font, self, "muted" if muted else "")
        label.setText(text)
        return label

    def _places(self, page: RefusalPage) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 4, 0, 4)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(2, 1)
        for number, row in enumerate(page.places):
            tip = tr("Select {path}", path=row.path)
            link = with_name(QPushButton(row.path), f"refusal.place.{number}", tip=tip, role="link")
            link.clicked.connect(partial(self._send_place, row.path))
            link.setVisible(bool(row.path))
            grid.addWidget(link, number, 0)
            grid.addWidget(self._label("", row.where, FontRole.BODY, muted=True), number, 1)
            what = self._label("", row.what, FontRole.BODY, muted=True)
            grid.addWidget(what, number, 2)
            if row.action is not None:
                title = row.action.title
                choose = with_name(
                    QPushButton(title if page.opening else tr("Choose")),
                    f"refusal.choose.{number}",
                    title,
                    tip=title,
                    role="primary" if page.opening and number == 0 else "",
                )
                choose.clicked.connect(partial(self._send, row.action))
                grid.addWidget(choose, number, 3)
        if page.more:
            more = tr("and {more:,} more", more=page.more)
            grid.addWidget(self._label("", more, FontRole.SMALL, muted=True), len(page.places), 0)
        return box

    def _actions(self, page: RefusalPage) -> QWidget:
        box = QWidget()
        layout = VBox(box, spacing=6)
        if page.advice:
            text = "\n".join(f"•  {sentence}" for sentence in page.advice)
            layout.addWidget(self._label("refusal.advice", text, FontRole.BODY))
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(_COLUMNS, 1)
        layout.addLayout(grid)
        for place, action in enumerate(page.actions):
            name, role = f"refusal.action.{action.id}", "" if place else "primary"
            button = with_name(QPushButton(action.title), name, role=role)
            button.clicked.connect(partial(self._send, action))
            grid.addWidget(button, place // _COLUMNS, place % _COLUMNS)
        return box

    def _send(self, action: Action, _checked: object = None) -> None:
        self.action_asked.emit(action)

    def _send_place(self, path: str, _checked: object = None) -> None:
        self.place_asked.emit(path)


class BuilderWhy(ExplanationPane):
    """Explains what is selected in a build; "" is what was decided about the whole.

    Buttons are named ``why.action.{id}``.
    """

    action_asked = Signal(object)
    """An ``Action``."""

    actions_now: tuple[Action, ...] = ()
    """What can be done about what is explained."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, titles={"remedies": tr("What would change it")})
        self._buttons = with_name(QWidget(self), "why.actions")
        self._column = VBox(self._buttons, spacing=4)
        self._view.add_below_sentence(self._buttons)
        self._buttons.hide()

    def _found(self) -> tuple[Why, str] | None:
        shown = self._told
        if shown is None:
            return None
        why = why_builder(shown, self._subject) or why_builder(shown, WHOLE)
        return None if why is None else (why, "")

    def _show(self) -> None:
        super()._show()
        path = path_of(self._subject)
        actions = file_actions(self._told, path) if self._told is not None and path else ()
        if [one.title for one in actions] != [one.title for one in self.actions_now]:
            self._fill(actions)
        self.actions_now = actions
        self._buttons.setVisible(bool(actions))

    def _fill(self, actions: tuple[Action, ...]) -> None:
        clear(self._column)
        for action in actions:
            button = with_name(
                OneLineButton(action.title, self._buttons),
                f"why.action.{action.id}",
                tip=action.title,
                role="link",
            )
            button.clicked.connect(partial(self._send, action.id))
            self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _send(self, action_id: str, _checked: object = None) -> None:
        for action in self.actions_now:
            if action.id == action_id:
                self.action_asked.emit(action)
                return
