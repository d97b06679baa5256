"""The line above everything that says what is loaded: policy, candidates, request, window."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from inspector.core.candidates.request import default_request
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.gui.growing import grown
from inspector.gui.one_line import OneLineLabel
from inspector.language import tr, tr_n
from inspector.session.session import Part, Session
from inspector.session.store import Store

_EMPTY = Session().candidates


class InputsBar(QFrame):
    """Object names: ``inputs-bar``, ``loaded.policy``, ``loaded.candidates``, ``loaded.request``,
    ``loaded.window``.
    """

    def __init__(
        self, store: Store, read_again: SignalInstance, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("inputs-bar")
        self.setProperty("role", "bar-bottom-line")
        self.setAccessibleName(tr("What is loaded"))
        self.setMinimumWidth(1)  # long names are cut, and never widen the window
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 2)
        row.setSpacing(grown(20))
        self._labels = {
            name: OneLineLabel(f"loaded.{name}", self)
            for name in ("policy", "candidates", "request", "window")
        }
        for label in self._labels.values():
            label.setProperty("role", "muted")
            label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
            row.addWidget(label)
        row.addStretch(1)
        self._read: dict[tuple[Part, str], object] = {}  # what each file held
        self._session = store.session
        self.show_session(store.session)
        store.before_opening(self.forget)
        store.subscribe(lambda _old, new: self.show_session(new))
        read_again.connect(self.show_read)

    def forget(self) -> None:
        """Forget what files held: another session is opened."""
        self._read.clear()

    def show_read(self) -> None:
        """Show the session, whose files have just been read again."""
        self.forget()
        self.show_session(self._session)

    def show_session(self, session: Session) -> None:
        """Say what a session was made of: name, counts, changed or not, where from."""
        self._session = session
        for name, part, text in loaded(session):
            source, held = session.source(part), _value(session, part)
            # Candidates are never edited; a file is first seen as it was read.
            changed = source and self._read.setdefault((part, source), held) != held
            label = self._labels[name]
            label.setText(tr("{text}, changed", text=text) if changed else text)
            label.setToolTip(source or tr("kept in the session"))
            label.setVisible(bool(text))


def loaded(session: Session) -> tuple[tuple[str, Part, str], ...]:
    """Return each input with its part and what is said of it, "" for one that is not there."""
    return (
        ("policy", Part.POLICY, _policy(session)),
        ("candidates", Part.CANDIDATES, _candidates(session)),
        ("request", Part.REQUEST, _request(session)),
        ("window", Part.WINDOW, _window(session)),
    )


def _value(session: Session, part: Part) -> object:
    """Return what may be edited of a part that came from a file."""
    if part is Part.POLICY:
        return session.policy
    if part is Part.REQUEST and not session.requests:
        return session.request
    return None


def _policy(session: Session) -> str:
    name = _file_of(session, Part.POLICY) or tr("default")
    if session.source(Part.POLICY) is None and session.policy != DEFAULT_POLICY:
        return tr("Policy: {name}, changed", name=name)
    return tr("Policy: {name}", name=name)


def _candidates(session: Session) -> str:
    candidates = session.candidates
    if candidates == _EMPTY:
        return ""
    files = sum(len(bucket.files) for bucket in candidates.buckets)
    cards = len(candidates.knowledge_cards)
    return tr(
        "Candidates: {name}, {cards}, {files}",
        name=candidates.title or candidates.set_id,
        cards=tr_n("{n:,} card", "{n:,} cards", cards, n=cards),
        files=tr_n("{n:,} file", "{n:,} files", files, n=files),
    )


def _request(session: Session) -> str:
    request, several = session.request, session.requests
    if request is None:
        return ""
    if request == default_request():
        return tr("Default request")
    name = request.user_message or request.trace_id
    if request.trace_id == default_request().trace_id and not several:
        return tr("Default request, changed")
    for place, one in enumerate(several, start=1):
        if one.trace_id == request.trace_id:
            text = tr("Request: {name}, {place:,} of {n:,}", name=name, place=place, n=len(several))
            return text if one == request else tr("{text}, changed", text=text)
    return tr("Request: {name}", name=name)


def _window(session: Session) -> str:
    stage = session.window
    if not stage.chunks:
        return ""
    chunks = tr_n("{n:,} chunk", "{n:,} chunks", len(stage.chunks), n=len(stage.chunks))
    for place, one in enumerate(stage.requests, start=1):
        if one.chunks == stage.chunks:
            where = tr("{place:,} of {n:,}", place=place, n=len(stage.requests))
            return tr(
                "Window: {name}, {where}, {chunks}", name=one.name, where=where, chunks=chunks
            )
    name = _file_of(session, Part.WINDOW) or tr("kept in the session")
    return tr("Window: {name}, {chunks}", name=name, chunks=chunks)


def _file_of(session: Session, part: Part) -> str | None:
    source = session.source(part)
    return None if source is None else PurePath(source).name
