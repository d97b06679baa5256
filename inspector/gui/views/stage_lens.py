"""The frame of every lens: its columns, what it is joined to, what it keeps, and how it ends.

In the middle is a chart above tables, or a sentence where there is neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget, QWidget

from inspector.gui.boxes import VBox, text_label
from inspector.gui.columns import ThreeColumns
from inspector.gui.lens import LensContext, LensWidget
from inspector.gui.messages import Failure, notice_of
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.gui.views.lens_exports import write_rows
from inspector.gui.views.part_inputs import PartInputs
from inspector.gui.views.roomy import Scrolled, least_height
from inspector.gui.views.section_column import SectionColumn
from inspector.gui.views.table_tabs import TableTabs
from inspector.gui.views.worker import BackgroundRunner
from inspector.language import tr
from inspector.session.edits import set_note
from inspector.session.session import Note, Session


class _Part(Protocol):
    """What remembers how it is looked at."""

    def view_state(self) -> Any: ...
    def restore_view_state(self, saved: Any, /) -> object: ...


@runtime_checkable
class _ShowsSession(Protocol):
    """Inputs that show what a session holds."""

    def set_session(self, session: Session, /) -> object: ...


@runtime_checkable
class _Explains(Protocol):
    """A right column that explains what is selected, and has notes written on it."""

    note_written: Any

    def set_subject(self, subject: str, notes: tuple[Note, ...], /) -> object: ...


class _Closable(Protocol):
    def close(self) -> None: ...


class _Works(Protocol):
    @property
    def busy(self) -> bool: ...


Work = TypeVar("Work", bound=_Closable)
Runner = TypeVar("Runner", bound=BackgroundRunner[Any])


class StageLens(LensWidget):
    """A lens in three columns. Its object name is ``name``.

    A lens makes its columns as children of ``_columns``, then calls ``_lay_out`` and ``_begin``.
    What it says itself is in ``_connect``, ``_follow_session``, ``_mark`` and ``_show_nothing``.
    ``context`` is what the window offers, ``subject`` is what is selected, written ``kind:id``, ""
    for nothing or the whole.
    """

    why: Any = None
    """What explains the selection: its right column, or what stands in it."""
    _at_work: _Works | None = None
    """What may take long; while it does, the lens is ``busy``."""
    doing = ""
    """What the status line says while a newer result is worked out."""

    def __init__(self, name: str, context: LensContext) -> None:
        super().__init__(context.parent)
        context.theme.dress(self)  # before anything is made in it, which is then styled once
        self.setObjectName(name)
        self.context = context
        self.subject = ""
        self._endings: list[Callable[[], None]] = []
        self._watching: list[BackgroundRunner[Any]] = []
        self._kept: dict[str, _Part] = {}
        self._shows: _ShowsSession | None = None
        self._explains: _Explains | None = None
        self._rows: ChartOverTables | None = None
        self._columns = ThreeColumns(self)
        VBox(self).hold(self._columns)

    # Its parts ---------------------------------------------------------------------------

    def _lay_out(self, inputs: SectionColumn, middle: QWidget, why: QWidget, **kept: _Part) -> None:
        """Fill the lens. How ``kept`` is looked at is saved under these names.

        What is selected or exported in tables among them is what the lens selects and writes.
        """
        self._columns.hold(inputs, middle, why)
        if isinstance(inputs, _ShowsSession):
            self._shows = inputs
        self._kept = {"inputs": inputs}
        if isinstance(middle, ChartOverTables):
            self._rows, self._kept["rows"] = middle, middle.rows
        self._kept |= kept
        for tables in self._tabbed():
            tables.selected.connect(self.select)
            tables.export_requested.connect(lambda request: write_rows(self.context, request))

    def _tabbed(self) -> Iterable[TableTabs[Any, Any]]:
        return (part for part in self._kept.values() if isinstance(part, TableTabs))

    def _begin(self) -> None:
        """Look as the lens did last time, and join it to the session."""
        if isinstance(self.why, _Explains):
            self._explains = self.why
            self.why.note_written.connect(self._write_note)
        self._restore(self.context.saved_state)
        store = self.context.store
        self._endings.append(store.subscribe(lambda _old, new: self._follow_session(new)))
        self._endings.append(store.before_opening(self._forget))
        self.context.theme.changed.connect(self._change_theme)
        self._connect()
        self._follow_session(self.context.store.session)

    def _connect(self) -> None:
        """Join the parts to each other."""

    def _follow_session(self, session: Session) -> None:
        """Show a session's inputs and notes."""
        if self._shows is not None:
            self._shows.set_session(session)
        if self._explains is not None:
            self._explains.set_subject(self.subject, session.notes)

    def _forget(self) -> None:
        """Show nothing: another session takes the place of the one that is open.

        A lens adds what it shows itself, so that it looks as if it had just been made.
        """
        self.select("")
        for tables in self._tabbed():
            tables.clear()
        self.context.set_problems(())
        if isinstance(self._shows, PartInputs):
            self._shows.set_problems(())
        self._show_nothing()

    def _show_nothing(self) -> None:
        """Show that there is no result; a lens adds to forget the one it has."""
        if self._rows is not None:
            self._rows.show_rows(shown=False)
        if isinstance(self.why, ExplanationPane):
            self.why.explain(None)
        self.context.set_old(is_old=False)
        self.context.set_status("")
        self.context.refresh_commands()

    # What is selected ------------------------------------------------------------------------

    def select(self, subject: str) -> None:
        """Select a subject everywhere; "" selects nothing, or the whole."""
        if subject == self.subject:
            return
        self.subject = subject
        self._mark(subject)
        for tables in self._tabbed():
            tables.select(subject)
        if self._explains is not None:
            self._explains.set_subject(subject, self.context.store.session.notes)
        self.context.refresh_commands()

    def _mark(self, subject: str) -> None:
        """Mark what is selected in chart and inputs."""

    def _change_theme(self) -> None:
        """Let every widget follow that keeps what it took of the theme: by ``follow_theme``."""
        for widget in (self, *self.findChildren(QWidget)):
            follow = getattr(type(widget), "follow_theme", None)  # a widget's own takes longer
            if follow is not None:
                follow(widget, self.context.theme)

    # Work in the background ------------------------------------------------------------------

    def _working(self, work: Work) -> Work:
        """Return what works in the background; it is closed when the work ends."""
        self._endings.append(work.close)
        return work

    def _running(self, runner: Runner, take: Callable[[Any], None]) -> Runner:
        """Return what runs the session, joined to the lens; ``take`` gets its results."""
        for shown in (runner.foreseen, runner.finished):
            shown.connect(lambda _result: self.context.set_old(is_old=False))
            shown.connect(take)
        runner.finished.connect(self.context.set_result)
        runner.busy_changed.connect(self._show_busy)
        runner.failed.connect(self._tell)
        for ended in (runner.failed, runner.stopped):
            ended.connect(lambda *_: self.context.set_old(is_old=runner.result is not None))
            ended.connect(lambda *_: self.context.set_result(None))
        return self._working(runner)

    def _running_in_sight(self, runner: Runner, take: Callable[[Any], None]) -> Runner:
        """Return what runs the session while somebody looks at the lens.

        Once nobody does, a result and its problems end with its inputs.
        """
        self._watching.append(runner)
        runner.missed.connect(lambda: self.context.set_problems(()))
        runner.missed.connect(lambda: self.context.set_result(None))
        return self._running(runner, take)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Follow the session while somebody looks."""
        super().showEvent(event)
        for runner in self._watching:
            runner.set_active(active=True)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Begin no work while nobody looks."""
        super().hideEvent(event)
        for runner in self._watching:
            runner.set_active(active=False)

    def end_work(self) -> None:
        """Close what works in the background, and follow the session no more."""
        while self._endings:
            self._endings.pop()()

    @property
    def busy(self) -> bool:
        """Whether what may take long is under way."""
        return self._at_work is not None and self._at_work.busy

    def _show_busy(self, busy: bool) -> None:
        if busy:
            self.context.set_status(self.doing)

    def _tell(self, failure: Failure) -> None:
        self.context.messages.tell(notice_of(failure))

    def _write_note(self, subject: str, text: str, gesture: object) -> None:
        self.context.store.commit(tr("Write a note"), set_note(subject, text), gesture=gesture)

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return widths, and how each part is looked at."""
        state = {name: part.view_state() for name, part in self._kept.items()}
        return {"columns": self._columns.view_state(), **state}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        """Look as it was saved. What cannot be read is as it was at first."""
        self._columns.restore(saved.get("columns"))
        for name, part in self._kept.items():
            if name in saved:
                part.restore_view_state(saved[name])


class ChartRows(QSplitter):
    """A chart above tables. Once somebody has set their heights, these stay; sizes are in pixels.

    Until then the chart has the height that it needs, where ``fit_to`` says how to ask for it.
    """

    def __init__(self, name: str, rows: Sequence[QWidget], sizes: Sequence[int]) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setObjectName(name)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._rows = rows
        for row in rows:
            self.addWidget(row)
            row.installEventFilter(self)
        self.setSizes(sizes)
        self._arranged = False
        self._wanted: Callable[[], int] | None = None
        self._fair = 1.0
        self.splitterMoved.connect(self._keep)

    @property
    def arranged(self) -> bool:
        """Whether somebody has set the heights, now or at another time."""
        return self._arranged

    def fit_to(self, wanted: Callable[[], int], fair: float = 0.6) -> None:
        """Give the chart the height it wants from now on, up to a ``fair`` part of the whole."""
        self._wanted, self._fair = wanted, fair

    def fit(self) -> None:
        """Give the chart the height it wants now."""
        whole = sum(self.sizes())
        if self._wanted is not None and not self._arranged and whole > 0:
            chart = min(self._wanted(), round(whole * self._fair))
            self.setSizes([chart, whole - chart])

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new height; a chart may want another one at another width."""
        super().resizeEvent(event)
        self._make_room()
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Make room for what a row says now."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._make_room()
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        for row in self._rows:
            least = least_height(row, self.width())
            if least != row.minimumHeight():
                row.setMinimumHeight(least)

    def view_state(self) -> list[int]:
        """Return the heights, none where nobody has set them."""
        return self.sizes() if self._arranged else []

    def restore_view_state(self, saved: Any) -> None:
        """Take heights that were saved, if that is what they are."""
        self._arranged = restore_sizes(self, saved) or self._arranged

    def _keep(self) -> None:
        self._arranged = True


def sentence_of(name: str, nothing: str, **looks: Any) -> QLabel:
    """Return what stands in the place of a result, with what ``with_name`` gives."""
    label = text_label(name, None, nothing, role="muted", **looks)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label


class ChartOverTables(QStackedWidget):
    """Shows ``nothing`` at first."""

    def __init__(
        self, name: str, nothing: str, rows: Sequence[QWidget], sizes: Sequence[int]
    ) -> None:
        """The object name of the rows is ``{name}.rows``, that of the sentence ``nothing``."""
        super().__init__()
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sentence = sentence_of("nothing", nothing)
        self.rows = ChartRows(f"{name}.rows", rows, sizes)
        self.addWidget(self._sentence)
        self.addWidget(Scrolled(self.rows))

    def say_nothing(self, text: str) -> None:
        """Show another sentence in place of chart and tables."""
        self._sentence.setText(text)
        self.show_rows(shown=False)

    def show_rows(self, *, shown: bool) -> None:
        """Show chart and tables, or the sentence."""
        self.setCurrentIndex(1 if shown else 0)


def restore_sizes(rows: QSplitter, saved: Any) -> bool:
    """Give two parts the sizes that were saved, if that is what they are; tell whether."""
    if not isinstance(saved, list) or len(saved) != 2:
        return False
    if any(isinstance(size, bool) or not isinstance(size, int) or size <= 0 for size in saved):
        return False
    rows.setSizes(saved)
    return True
