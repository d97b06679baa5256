"""The store: the current session, its history, and who wants to know when it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.session.session import Session

Edit = Callable[[Session], Session]
Listener = Callable[[Session, Session], None]


@dataclass(frozen=True, slots=True)
class _Step:
    session: Session
    label: str
    gesture: object | None


class Store:
    """Holds one session value and every value before it.

    An edit is a named function from one session to the next; ``commit`` applies it as one undo
    step. Edits of one gesture (a drag, a spin-box held down) that follow each other become one
    step. Listeners are given the old and the new session after every change; those that may wait
    while a gesture goes on, once for several of its steps.
    """

    def __init__(self, session: Session | None = None) -> None:
        """Start with a session, an empty one by default."""
        self._past: list[_Step] = []
        self._future: list[_Step] = []
        self._now = _Step(session or Session(), "", None)
        self._saved: Session | None = self._now.session
        self._unsaved_before = 0  # changes that came with the session and are saved nowhere
        self._in_gesture = False
        self._listeners: list[Listener] = []
        self._waiting: list[Listener] = []  # listeners that may
        self._untold: Session | None = None  # what they know, where that is an older one
        self._leaving: list[Callable[[], None]] = []

    @property
    def session(self) -> Session:
        """The current session."""
        return self._now.session

    @property
    def saved(self) -> Session | None:
        """The session as it was last saved or opened; None where it never was."""
        return self._saved

    @property
    def before(self) -> Session | None:
        """The session before the last step; None when there is none to go back to."""
        return self._past[-1].session if self._past else None

    @property
    def in_gesture(self) -> bool:
        """Whether the last change went on with a gesture that an earlier one had begun."""
        return self._in_gesture

    @property
    def modified(self) -> bool:
        """Whether the session differs from what was last saved or opened."""
        return self._now.session is not self._saved

    @property
    def unsaved_changes(self) -> int:
        """The number of steps between the session and what was last saved or opened."""
        if not self.modified:
            return 0
        for steps in (self._past, self._future):
            for number, step in enumerate(reversed(steps), start=1):
                if step.session is self._saved:
                    return number
        return self._unsaved_before + len(self._past) or 1

    @property
    def undo_label(self) -> str | None:
        """What undo would take back; None when there is nothing."""
        return self._now.label if self._past else None

    @property
    def redo_label(self) -> str | None:
        """What redo would bring back; None when there is nothing."""
        return self._future[-1].label if self._future else None

    def reaches_back_to(self, session: Session) -> bool:
        """Whether a session is the current one, or one that undo leads back to."""
        return any(step.session is session for step in (self._now, *self._past))

    def subscribe(self, listener: Listener, *, may_wait: bool = False) -> Callable[[], None]:
        """Call ``listener(old, new)`` after every change; return a function that ends it.

        One that ``may_wait`` is told of what a gesture changed when ``catch_up`` is called, when
        the gesture ends, or with the next change that belongs to none.
        """
        listeners = self._waiting if may_wait else self._listeners
        listeners.append(listener)
        return lambda: listeners.remove(listener)

    def catch_up(self) -> None:
        """Tell those who wait what a gesture has changed so far."""
        old, self._untold = self._untold, None
        if old is not None:
            for listener in tuple(self._waiting):
                listener(old, self._now.session)

    def before_opening(self, forget: Callable[[], None]) -> Callable[[], None]:
        """Call ``forget`` before another session takes the place of the one that is open.

        Whatever is derived from a session (results, problems, selections, work under way) ends
        with it: no listener hears of the next one before all of that is gone. Return a function
        that ends it.
        """
        self._leaving.append(forget)
        return lambda: self._leaving.remove(forget)

    def commit(self, label: str, edit: Edit, *, gesture: object | None = None) -> bool:
        """Apply an edit as one undo step; return whether it changed anything.

        ``gesture`` identifies a continuous gesture: as long as it stays the same, commits replace
        the step that it began.
        """
        old = self._now.session
        new = edit(old)
        if new == old:
            return False
        continues = gesture is not None and bool(self._past) and self._now.gesture == gesture
        if not continues:
            self._past.append(self._now)
        self._future.clear()
        self._now = _Step(new, label, gesture)
        if continues and new == self._past[-1].session:
            self._now = self._past.pop()  # the gesture came back to where it began
        self._notify(old, in_gesture=continues)
        return True

    def end_gesture(self) -> None:
        """Take it that the gesture under way has ended; what follows from it need not wait."""
        self._in_gesture = False
        self.catch_up()

    def undo(self) -> None:
        """Go back one step, if there is one."""
        if self._past:
            old = self._now.session
            self._future.append(self._now)
            self._now = self._past.pop()
            self._notify(old)

    def redo(self) -> None:
        """Go forward one step, if there is one."""
        if self._future:
            old = self._now.session
            self._past.append(self._now)
            self._now = self._future.pop()
            self._notify(old)

    def open(self, session: Session, *, unsaved_changes: int = 0) -> None:
        """Replace everything by a session that was opened; its history starts here.

        One that comes with ``unsaved_changes`` is modified until it is saved.
        """
        for forget in tuple(self._leaving):
            forget()
        old = self._now.session
        self._past.clear()
        self._future.clear()
        self._now = _Step(session, "", None)
        self._saved = None if unsaved_changes else session
        self._unsaved_before = unsaved_changes
        self._notify(old)

    def mark_saved(self) -> None:
        """Remember the current session as the saved one."""
        self._saved = self._now.session
        self._notify(self._now.session)

    def _notify(self, old: Session, *, in_gesture: bool = False) -> None:
        self._in_gesture = in_gesture
        for listener in tuple(self._listeners):
            listener(old, self._now.session)
        self._untold = old if self._untold is None else self._untold
        if not in_gesture:
            self.catch_up()
