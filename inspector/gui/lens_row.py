"""The lenses of a window, and what it offers to each.

A lens is made when it is first shown, and gives its problems and its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.problems import Problem
from inspector.gui.actions import Actions
from inspector.gui.commands import Command, Menu
from inspector.gui.exports import Exports
from inspector.gui.file_loads import SHOWN_ALONE
from inspector.gui.keyboard import leave_clicks
from inspector.gui.lens import LensContext, LensWidget
from inspector.gui.lenses import LensRecord
from inspector.gui.main_window import MainWindow
from inspector.session.session import Session, subject_of
from inspector.stage import Door

_PROMPT = "assembly"  # the lens that has the text of the prompt


def first_lenses(session: Session) -> tuple[str, ...]:
    """Return the lenses that are looked at first, door by door: what a session is about.

    Where several requests say what must be included, what is best is asked of all of them.
    """
    asking = (one for one in session.requests if one.expect and one.expect.must_include)
    several = next(asking, None) is not None and next(asking, None) is not None
    return (subject_of(session) or "", "injection", "corpus" if several else "")


class LensRow(QObject):
    """Knows which lens is shown. ``make_context`` gives a lens what it needs."""

    changed = Signal()
    """Another lens is shown, or a lens has other problems or another line."""

    turned = Signal()
    """Another lens is shown, or the first page."""

    def __init__(
        self,
        window: MainWindow,
        records: Sequence[LensRecord],
        start_page: QWidget,
        saved: Mapping[str, Mapping[str, Any]],
    ) -> None:
        super().__init__(window)
        self.records = tuple(records)
        self.make_context: Callable[[LensRecord, Mapping[str, Any]], LensContext] | None = None
        self.pages = window.pages
        self._window = window
        self._start = start_page
        self._saved = saved
        self._made: dict[str, LensWidget] = {}
        self._problems: dict[str, tuple[Problem, ...]] = {}
        self._lines: dict[str, str] = {}
        self._old: set[str] = set()
        self._last: dict[Door, str] = {}
        self._current: str | None = None
        self.pages.addWidget(start_page)

    @property
    def current(self) -> str | None:
        """The id of the lens that is shown, None while it is the first page."""
        return self._current

    @property
    def widget(self) -> LensWidget | None:
        """The lens that is shown."""
        return None if self._current is None else self._made[self._current]

    @property
    def shows_start(self) -> bool:
        """Whether it is the first page that is shown."""
        return self.pages.currentWidget() is self._start

    @property
    def record(self) -> LensRecord | None:
        """What is known of the lens that is shown."""
        return self._record(self._current or "")

    @property
    def line(self) -> str:
        """What the lens that is shown says in the status line."""
        return self._lines.get(self._current or "", "")

    @property
    def is_old(self) -> bool:
        """Whether the lens that is shown shows the result of the previous inputs."""
        return self._current in self._old

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of all lenses, each once."""
        return tuple(dict.fromkeys(one for found in self._problems.values() for one in found))

    def show(self, lens: str) -> None:
        """Show a lens, made now if it is shown for the first time."""
        record = self._record(lens)
        if record is None or self.make_context is None:
            return
        if lens not in self._made:
            context = self.make_context(record, self._saved.get(lens, {}))
            made = record.make(context)
            context.theme.dress(made)
            leave_clicks(made)
            self._made[lens] = made
            self.pages.addWidget(made)
        self._current = self._last[record.door] = lens
        self.pages.setCurrentWidget(self._made[lens])
        self._window.show_door(record.door)
        self._window.strip.show_lens(lens)
        self._window.inputs.show_inputs(record.inputs)
        self.turned.emit()
        self.changed.emit()

    def show_door(self, door: Door, *first: str | None) -> None:
        """Show the lens that was shown last behind a door, else the first of these, or of all."""
        current = self.record
        behind = [record.id for record in self.records if record.door is door]
        if current is None or current.door is not door:
            wanted = (self._last.get(door), *first, *behind)
            self.show(next((lens for lens in wanted if lens in behind), ""))

    def show_opened(self, shows_it: str) -> None:
        """Show the lens of what was opened, where the one in front shows something else."""
        lens = self.lens_after(shows_it, self._current)
        if lens != self._current:
            self.show(lens)

    def lens_after(self, shows_it: str, in_front: str | None) -> str:
        """Return the lens to show once data were opened that ``shows_it`` shows; "" is none.

        A comparison of runs is no place for other data; the other lenses go on with them.
        """
        record = self._record(in_front or "")
        is_elsewhere = record is not None and record.door is Door.COMPARE
        leads = shows_it in SHOWN_ALONE or (is_elsewhere and shows_it)
        return shows_it if leads else in_front or ""

    def _record(self, lens: str) -> LensRecord | None:
        return next((record for record in self.records if record.id == lens), None)

    def open(self, lens: str, subject: str) -> bool:
        """Show a lens and select a subject in it, if it has a name; tell whether there is one."""
        if self._record(lens) is None:
            return False
        self.show(lens)
        if subject:
            self._made[lens].select(subject)
        return True

    def show_in_prompt(self, subject: str) -> None:
        """Show a subject's place in the text of the prompt, where there is a lens of the prompt."""
        if self.open(_PROMPT, ""):
            self._made[_PROMPT].read(subject)

    def show_start(self) -> None:
        """Show the first page."""
        self.show_page(self._start)

    def show_page(self, page: QWidget) -> None:
        """Show a page of the window that is no lens."""
        self._current = None
        if self.pages.indexOf(page) < 0:
            self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self._window.strip.show_lens(None)
        self.turned.emit()
        self.changed.emit()

    def set_problems(self, lens: str, problems: Sequence[Problem]) -> None:
        """Take the problems that a lens has now."""
        if self._problems.get(lens) != tuple(problems):
            self._problems[lens] = tuple(problems)
            self.changed.emit()

    def forget(self) -> None:
        """Forget what the lenses had to say of a session that is not open any more."""
        self._problems.clear()
        self._lines.clear()
        self._old.clear()
        self._window.strip.forget()
        self.changed.emit()

    def set_line(self, lens: str, text: str) -> None:
        """Take what a lens says now."""
        if self._lines.get(lens) != text:
            self._lines[lens] = text
            self.changed.emit()

    def set_old(self, lens: str, *, is_old: bool) -> None:
        """Take whether what a lens shows is the result of the previous inputs."""
        if (lens in self._old) is not is_old:
            self._old ^= {lens}
            self.changed.emit()

    def set_result(self, lens: str, result: Any) -> None:
        """Take the result that a lens has of the newest inputs, None where it has none."""
        record = self._record(lens)
        tokens = "" if record is None or result is None else record.tokens(result)
        self._window.strip.show_tokens(lens, tokens)

    def show_place(self, problem: Problem) -> bool:
        """Go to the place of a problem in the lens that has it, the one that is shown first."""
        shown_first = sorted(self._made, key=lambda lens: lens != self._current)
        for lens in shown_first:
            if self._made[lens].show_place(problem):
                self.show(lens)
                return True
        return False

    @property
    def busy(self) -> bool:
        """Whether a lens does something that ``stop`` ends."""
        return any(made.busy for made in self._made.values())

    def stop(self) -> None:
        """End what the lenses do at this moment."""
        for made in self._made.values():
            made.stop()

    def end_work(self) -> None:
        """End all work of all lenses, and wait for it."""
        for made in self._made.values():
            made.end_work()

    def view_states(self) -> dict[str, Mapping[str, Any]]:
        """Return the view states of all lenses, of those never shown as they were saved."""
        return dict(self._saved) | {lens: made.view_state() for lens, made in self._made.items()}


def lens_context(
    shared: Callable[..., LensContext],
    actions: Actions,
    exports: Exports,
    lenses: LensRow,
    record: LensRecord,
    saved: Mapping[str, Any],
) -> LensContext:
    """Return what a lens is given; ``saved`` is how it was looked at last time.

    ``shared`` makes it of what is this lens's own, with what is the same for all of them.
    """
    lens = record.id
    return shared(
        register_commands=partial(register_commands, actions, lenses, lens),
        register_exporters=partial(exports.register, group=record.full_title),
        set_status=partial(lenses.set_line, lens),
        set_old=partial(lenses.set_old, lens),
        set_result=partial(lenses.set_result, lens),
        set_problems=partial(lenses.set_problems, lens),
        saved_state=saved,
        open_lens=lenses.open,
        show_in_prompt=lenses.show_in_prompt,
    )


def register_commands(
    actions: Actions, lenses: LensRow, lens: str, commands: Iterable[Command]
) -> None:
    """Take the commands of a lens. They can be done while that lens is the one to be seen."""

    def is_in_front() -> bool:
        return lenses.current == lens

    def can(command: Command) -> bool:
        return is_in_front() and command.enabled()

    actions.register(
        replace(
            command,
            menu=Menu.LENS,
            lens=lens,
            in_reach=is_in_front,
            enabled=partial(can, command),
        )
        for command in commands
    )
