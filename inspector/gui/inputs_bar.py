"""The strip above everything that says what is loaded, and changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QSizePolicy, QWidget

from inspector.core.candidates.request import default_request
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.gui.boxes import HBox, add_entry, empty, text_label, with_name
from inspector.gui.document import PolicyCopy
from inspector.gui.loaded_inputs import INPUTS, loaded, request_title
from inspector.gui.one_line_buttons import LabelPart, PartsButton
from inspector.gui.opening import Opening
from inspector.gui.settings import Settings
from inspector.language import tr, tr_n
from inspector.session.edits import choose_request, open_policy, open_requests
from inspector.session.session import Session
from inspector.session.store import Edit, Store
from inspector.stage import Part

USUAL = (Part.POLICY, Part.CANDIDATES, Part.REQUEST)
_MOST_RECENT = 6
_MOST_REQUESTS = 12  # of a menu; the palette finds all of them
_WIDTHS = (130, 340)  # pixels of a button, where it has long texts
_LONGEST = 80  # characters of a request in a menu


class InputsBar(QFrame):
    """Object names: ``inputs-bar``, ``loaded.<part>`` for each button (such as ``loaded.policy``),
    ``loaded.saved``, ``loaded.problems``.
    """

    problems_asked = Signal()
    """Somebody wants to see the problems."""
    search_asked = Signal()
    """Somebody looks for a request."""

    def __init__(
        self, store: Store, opening: Opening, settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        with_name(self, "inputs-bar", tr("What is loaded"), role="bar-bottom-line")
        self.setMinimumWidth(1)  # long names are cut, and never widen the window
        self._store, self._opening, self._settings = store, opening, settings
        self._shown: Sequence[str] = USUAL
        row = HBox(self, margins=(8, 2, 12, 2), spacing=8)
        self._buttons: dict[str, PartsButton] = {part: self._button(part) for part in INPUTS}
        for button in self._buttons.values():
            row.addWidget(button)
        self._buttons[Part.POLICY].set_widths(190, 190)
        # A request takes the room that is left, because its text tells it from others.
        request = self._buttons[Part.REQUEST]
        request.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row.setStretchFactor(request, 1)
        row.addStretch(0)
        self._saved = text_label("loaded.saved", self, role="muted", wraps=False)
        self._problems = with_name(QPushButton(self), "loaded.problems", role="link")
        self._problems.clicked.connect(self.problems_asked)
        row.addWidget(self._saved)
        row.addWidget(self._problems)
        self._policy_copy: PolicyCopy | None = None
        self._read: dict[tuple[str, str], object] = {}  # what each file held
        self.show_inputs(USUAL)
        store.before_opening(self.forget)
        opening.read_again.connect(self.show_read)

    def _button(self, part: str) -> PartsButton:
        button = with_name(PartsButton(self), f"loaded.{part}", role="chip")
        button.set_widths(*_WIDTHS)
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(lambda: self.fill_menu(part))
        button.setMenu(menu)
        return button

    def forget(self) -> None:
        """Forget what files held: another session is opened."""
        self._read.clear()

    def show_read(self) -> None:
        """Show the session, whose files have just been read again."""
        self.forget()
        self.show_session()

    def show_inputs(self, parts: Sequence[str]) -> None:
        """Show these parts of the session: those that the lens in front goes by."""
        self._shown = parts
        self.show_session()

    def show_state(self, *, saved: str, problems: int, copy: PolicyCopy | None = None) -> None:
        """Say whether the session is saved, and how many problems there are.

        While the policy is that of a ``copy``, it is called by that file, and is not a changed one.
        """
        self._policy_copy = copy
        self._saved.setText(saved)
        self._problems.setText(tr_n("{n:,} problem", "{n:,} problems", problems, n=problems))

    def show_session(self) -> None:
        """Say what the session was made of: name, counts, changed or not, where from."""
        session = self._store.session
        for part, button in self._buttons.items():
            source, held = session.source(part), _value(session, part)
            # Candidates are never edited; a file is first seen as it was read.
            edited = bool(source) and self._read.setdefault((part, str(source)), held) != held
            button.setVisible(part in self._shown)
            if part not in self._shown:
                continue
            one = loaded(session, part)
            changed = tr("changed") if edited or one.changed else ""
            where = source or (tr("kept in the session") if one.name else tr("Open or drop a file"))
            name, copy = one.name, self._policy_copy
            if part == Part.POLICY and changed and copy and copy.policy == session.policy:
                name, changed = copy.path.name, ""
                where = tr("kept in the session, and as it is in {path}", path=copy.path)
            button.show_parts(
                LabelPart(one.title, quiet=True),
                LabelPart(name or tr("none"), quiet=not name),
                LabelPart(", ".join(filter(None, (one.counts, changed))), quiet=True),
            )
            button.setToolTip(f"{name}\n{where}" if name else where)

    # Menus -------------------------------------------------------------------------------

    def fill_menu(self, part: str) -> QMenu:
        """Return the menu of an input, as it is now."""
        menu = self._buttons[part].menu()
        empty(menu)
        session = self._store.session
        if part == Part.REQUEST and session.requests:
            self._add_requests(menu, session)
        add_entry(menu, "open", tr("Open…"), self._opening.choose_and_open)
        add_entry(menu, "paste", tr("Paste"), self._opening.paste)
        if part == Part.BUILDER or part == Part.CANDIDATES:
            add_entry(menu, "folder", tr("Open folder…"), self._opening.choose_folder)
        if part in _TEMPLATES:
            title, make = _TEMPLATES[part]
            add_entry(menu, "template", title, lambda: self._store.commit(title, make()))
        source = session.source(part) or (session.builder.root if part == Part.BUILDER else None)
        if source:
            menu.addSeparator()
            add_entry(menu, "reveal", tr("Show in folder"), partial(_show_folder, Path(source)))
        if self._settings.now.recent:
            menu.addSeparator()
        for number, path in enumerate(self._settings.now.recent[:_MOST_RECENT]):
            recent = partial(self._opening.open_files, [Path(path)])
            add_entry(menu, f"recent.{number}", Path(path).name, recent, path)
        return menu

    def _add_requests(self, menu: QMenu, session: Session) -> None:
        """Offer the requests around the one that is chosen, by their texts."""
        ids = [one.trace_id for one in session.requests]
        now = ids.index(session.request.trace_id) if session.request is not None else 0
        first = max(0, min(now - _MOST_REQUESTS // 2, len(ids) - _MOST_REQUESTS))
        for place in range(first, min(first + _MOST_REQUESTS, len(ids))):
            text = " ".join(request_title(session, place).split())
            short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
            title = tr("{place:,} of {n:,}: {text}", place=place + 1, n=len(ids), text=short)
            label = tr("Choose a request")
            choose = partial(self._store.commit, label, choose_request(place))
            action = add_entry(menu, f"request.{place}", title, choose, text)
            action.setCheckable(True)
            action.setChecked(place == now)
        if len(ids) > _MOST_REQUESTS:
            add_entry(menu, "search", tr("Search all requests…"), self.search_asked.emit)
        menu.addSeparator()


_TEMPLATES: Mapping[str, tuple[str, Callable[[], Edit]]] = {
    Part.POLICY: (tr("Start from the default policy"), lambda: open_policy(DEFAULT_POLICY, None)),
    Part.REQUEST: (
        tr("Start from the default request"),
        lambda: open_requests((default_request(),), None),
    ),
}


def _value(session: Session, part: str) -> object:
    """Return what may be edited of a part that came from a file."""
    if part == Part.POLICY:
        return session.policy
    if part == Part.REQUEST and not session.requests:
        return session.request
    return None


def _show_folder(path: Path) -> None:
    folder = path if path.is_dir() else path.parent
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
