"""The Discipline lens: one widget that passes values between inputs, pages and Why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.core.discipline import DEFAULT_LIMITS
from inspector.core.problems import Problem, Severity
from inspector.files import Loaded, load_discipline, load_metrics, load_output
from inspector.gui.boxes import TabBar, VBox, with_name
from inspector.gui.columns import line
from inspector.gui.commands import Choice, command
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.loaded_inputs import may_take
from inspector.gui.messages import FileChoice, Notice, Tone
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.gui.views.lens_exports import exports_of, write_rows
from inspector.gui.views.stage_lens import StageLens
from inspector.gui.views.worker import Worker
from inspector.language import localized, tr
from inspector.stages.discipline.part import (
    add_turn,
    open_discipline,
    reset_limits,
    set_hot_state,
    set_output,
    set_turns,
)
from inspector.stages.discipline.result_view import ResultView
from inspector.stages.discipline.runs import turn_of
from inspector.stages.discipline.view.diff_page import DiffPage
from inspector.stages.discipline.view.inputs import DisciplineInputs
from inspector.stages.discipline.view.page_tables import TurnsPage
from inspector.stages.discipline.view.runner import FILES, DisciplineRunner
from inspector.stages.discipline.view.state_page import StatePage
from inspector.stages.discipline.why import explained
from inspector.stages.discipline.words import status_line


def _has_state(lens: DisciplineLens) -> bool:
    return lens.view is not None and lens.view.result.report is not None


_PAGES = {
    "state": (tr("Hot state"), tr("Shows the hot state, the steps and what was moved.")),
    "check": (tr("Change check"), tr("Shows the output and whether it is a change.")),
    "turns": (tr("Turns"), tr("Shows the series of turns and its warnings.")),
}
_PAGE_OF = {"turn": "turns", "warning": "turns", "diff": "check", "finding": "check"}
_SMALLEST = {"session_id": "session"}
_LOADERS: dict[str, Callable[[Path], Loaded[Any]]] = {
    "state": load_discipline,
    "check": load_output,
    "turns": load_metrics,
}
_FILTERS = {
    "state": (tr("Hot states (*.json *.yaml *.yml)"), tr("All files (*)")),
    "check": (tr("All files (*)"),),
    "turns": (tr("Metrics (*.jsonl *.ndjson *.json *.log)"), tr("All files (*)")),
}


class DisciplineLens(StageLens):
    """Shows the newest result, and what is selected on its pages."""

    doing = tr("Working … what is shown is an older result")

    view: ResultView | None = None
    """The result that is shown, None before the first."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("discipline", context)
        self._subjects = dict.fromkeys(_PAGES, "")
        theme = context.theme
        self._runner = self._at_work = self._running(
            DisciplineRunner(context.store, self), self._take_view
        )
        self._reader = self._working(Worker(self))
        self.inputs = DisciplineInputs(context.store, theme, self._columns)
        self.state = StatePage(theme)
        self.diff = DiffPage(theme)
        self.turns = TurnsPage(theme)
        titles = {"remedies": tr("What would help")}
        self.why = ExplanationPane(theme, self._columns, explain=explained, titles=titles)
        self._tabs = with_name(TabBar(), "discipline.pages", tr("Pages"))
        self._pages = QStackedWidget()
        for (title, _), page in zip(_PAGES.values(), self._by_name().values(), strict=True):
            self._tabs.addTab(title)
            self._pages.addWidget(page)
        middle = QWidget(self._columns)
        middle.setProperty("role", "pane")
        VBox(middle, spacing=0).hold(self._tabs, line(middle), (self._pages, 1))
        self._lay_out(
            self.inputs, middle, self.why, state=self.state, check=self.diff, turns=self.turns
        )
        self._begin()
        self._runner.run()

    def _connect(self) -> None:
        context, store = self.context, self.context.store
        self._runner.finished.connect(lambda view: context.record(view.result))
        self._reader.failed.connect(self._tell)
        self._tabs.currentChanged.connect(self._turn_to)
        self.inputs.open_asked.connect(lambda: self.open_file("state"))
        self.inputs.folder_asked.connect(self.choose_folder)
        self.inputs.memory_asked.connect(lambda: self._keep_in(None))
        self.state.open_asked.connect(lambda: self.open_file("state"))
        self.state.start_asked.connect(self.begin_state)
        self.state.state_edited.connect(
            lambda value, gesture: store.commit(
                tr("Edit the hot state"), set_hot_state(value), gesture=gesture
            )
        )
        self.diff.open_asked.connect(lambda: self.open_file("check"))
        self.diff.file_dropped.connect(lambda path: self._read("check", path))
        self.diff.typed.connect(
            lambda text, gesture: store.commit(
                tr("Change the output"), set_output(text), gesture=gesture
            )
        )
        self.turns.open_asked.connect(lambda: self.open_file("turns"))
        self.turns.add_asked.connect(self.add_turn)
        for page in (self.state, self.diff, self.turns):
            page.selected.connect(self.select)
            page.tables.export_requested.connect(lambda request: write_rows(context, request))

    # For commands and exporters ----------------------------------------------------------

    @property
    def page(self) -> str:
        """The page that is in sight."""
        return list(_PAGES)[self._tabs.currentIndex()]

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        return exports_of(
            *("discipline", tr("Discipline")), lambda: self.view and self.view.result, FILES
        )

    @property
    def stage_picture(self) -> QWidget:
        """What fills the stage of a presentation: that of the page in sight."""
        pictures = {"state": self.state.chart, "check": self.diff.output, "turns": self.turns.chart}
        return pictures[self.page]

    @command("discipline-page", tr("Discipline page"), offers=True)
    def _page_choices(self) -> Sequence[Choice]:
        """Shows the hot state, the change check or the series of turns."""
        return [
            Choice(
                page, title, partial(self.show_page, page), told, checked=partial(self._is_on, page)
            )
            for page, (title, told) in _PAGES.items()
        ]

    def _is_on(self, page: str) -> bool:
        return self.page == page

    def show_page(self, page: str) -> None:
        """Bring a page in sight."""
        self._tabs.setCurrentIndex(list(_PAGES).index(page))

    def select(self, subject: str) -> None:
        """Select a subject everywhere, on the page about it; "" selects nothing."""
        page = _PAGE_OF.get(subject.partition(":")[0], "state") if subject else self.page
        self.show_page(page)
        if subject == self._subjects[page]:
            return
        self._subjects[page] = self.subject = subject
        self._by_name()[page].select(subject)
        self._explain()
        self.context.refresh_commands()

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        self._by_name()[self.page].tables.focus_filter()

    @command("discipline-edit-state", tr("Edit the hot state's JSON"), when=_has_state)
    def focus_json(self) -> None:
        """Goes to the given state's JSON; what is typed there is taken after a moment."""
        self.show_page("state")
        self.state.focus_json()

    @command("discipline-check-output", tr("Check an output for being a change"))
    def focus_output(self) -> None:
        """Goes to the output, where one can be pasted or dropped."""
        self.show_page("check")
        self.diff.focus_output()

    def _by_name(self) -> dict[str, StatePage | DiffPage | TurnsPage]:
        return {"state": self.state, "check": self.diff, "turns": self.turns}

    # Values that come in -----------------------------------------------------------------

    def _take_view(self, view: ResultView) -> None:
        self.view = view
        result = view.result
        self.context.set_problems(result.problems)
        for page in (self.state, self.diff, self.turns):
            page.set_view(view)
        size = (
            ""
            if result.prompt_tokens is None
            else tr("{prompt_tokens:,} tokens", prompt_tokens=result.prompt_tokens)
        )
        self.inputs.set_badge("prompt", size)
        self._title_pages(view)
        self._explain()
        self.context.set_status(status_line(result))
        self.context.refresh_commands()

    def _forget(self) -> None:
        for page in self._by_name().values():
            page.select("")
            page.tables.clear()
        self._subjects = dict.fromkeys(_PAGES, "")
        super()._forget()
        self.view = None
        self._reader.forget()

    def _title_pages(self, view: ResultView) -> None:
        """Say in the tabs what came of their pages."""
        check, turns = view.result.check, view.result.session.discipline.turns
        said = {
            "check": "" if check is None else (" ✓" if check.valid else " ✕"),
            "turns": f" {localized(len(turns))}" if turns else "",
        }
        for place, (page, (title, _)) in enumerate(_PAGES.items()):
            self._tabs.setTabText(place, f"{title}{said.get(page, '')}")

    def _explain(self) -> None:
        """Explain what is selected on the page in sight, or the page as a whole."""
        self.why.explain(self.view and (self.view.result, self.page))
        self.why.set_subject(self.subject, self.context.store.session.notes)

    def _turn_to(self, place: int) -> None:
        self.why.finish()
        self._pages.setCurrentIndex(place)
        self.subject = self._subjects[self.page]
        self._explain()
        self.context.refresh_commands()

    # What somebody does ------------------------------------------------------------------

    def open_file(self, page: str) -> None:
        """Let a file be chosen for a page, and read it."""
        titles = {
            "state": tr("Open a hot state"),
            "check": tr("Open an output"),
            "turns": tr("Open a series"),
        }
        for path in self.context.messages.choose_files(FileChoice(titles[page], _FILTERS[page]))[
            :1
        ]:
            self._read(page, path)

    @command("discipline-open-state", tr("Open a hot state…"))
    def open_state(self) -> None:
        """Opens a hot state or a discipline stage into the session."""
        self.open_file("state")

    @command("discipline-open-series", tr("Open a series of turns…"))
    def open_series(self) -> None:
        """Opens a log with one line of metrics a turn."""
        self.open_file("turns")

    @command(
        "discipline-reset-limits",
        tr("Reset the limits of discipline"),
        when=lambda lens: lens.context.store.session.discipline.limits != DEFAULT_LIMITS,
    )
    def reset_limits(self) -> None:
        """Gives every limit its default."""
        self.context.store.commit(tr("Reset the limits"), reset_limits())

    def begin_state(self) -> None:
        """Begin with the smallest hot state there is."""
        self.context.store.commit(tr("Begin a hot state"), set_hot_state(_SMALLEST))
        self.state.focus_json()

    @command("discipline-add-turn", tr("Add the hot state to the series"), when=_has_state)
    def add_turn(self) -> None:
        """Measures the hot state in sight, and adds it as a turn of this moment."""
        now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        turn = None if self.view is None else turn_of(self.view.result, now)
        if turn is None:
            return
        self.context.store.commit(tr("Add a turn"), add_turn(turn))
        self.show_page("turns")

    @command("discipline-folder", tr("Keep artifacts in a folder…"))
    def choose_folder(self) -> None:
        """Stores what is taken out of the state in an artifact registry on disk."""
        folder = self.context.messages.choose_folder(FileChoice(tr("Keep artifacts in a folder")))
        if folder is not None:
            self._keep_in(folder)

    def _keep_in(self, folder: Path | None) -> None:
        self._runner.keep_in(folder)
        self.inputs.show_folder(folder)

    def _read(self, page: str, path: Path) -> None:
        self._reader.ask(
            tr("reading a file"),
            partial(_LOADERS[page], path),
            partial(self._take_file, page, path),
        )

    def _take_file(self, page: str, path: Path, loaded: Loaded[Any]) -> None:
        if loaded.value is None:
            self._refuse(path, loaded.problems)
            return
        source = str(path) if page == "state" else None
        opened: dict[str, tuple[str, str, Callable[[Any], Any]]] = {
            "state": (tr("Open a hot state"), "", partial(open_discipline, source=source)),
            "check": (tr("Open an output"), tr("the output that is checked"), set_output),
            "turns": (tr("Open a series"), tr("the series of turns"), set_turns),
        }
        label, told, edit = opened[page]
        store, taken = self.context.store, edit(loaded.value)
        if not may_take(store, self.context.messages, path.name, taken, source, told=told):
            return
        store.commit(label, taken)
        self.show_page(page)
        errors = [one for one in loaded.problems if one.severity is Severity.ERROR]
        if errors and page == "turns":
            self._refuse(path, loaded.problems)

    def _refuse(self, path: Path, problems: tuple[Problem, ...]) -> None:
        """Tell what could not be used of a file."""
        first = next((one for one in problems if one.severity is Severity.ERROR), None)
        log = "\n".join(map(str, problems))
        detail = "" if first is None else f"{first.message} {first.fix}"
        what = tr("{path}: not everything could be used.", path=path.name)
        self.context.messages.tell(Notice(what, detail, log, Tone.WARNING))

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return how all parts are looked at, and the page in sight."""
        return super().view_state() | {"page": self.page}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        super()._restore(saved)
        if saved.get("page") in list(_PAGES):
            self.show_page(str(saved["page"]))
            self._pages.setCurrentIndex(self._tabs.currentIndex())

    def show_place(self, problem: Problem) -> bool:
        """Go to the limit, or select the part of the state, that a problem points to."""
        if problem.code.startswith("discipline.") and self.inputs.show_problem(problem):
            return True
        if not problem.code.startswith("hot-state."):
            return False
        steps = (problem.place.pointer or "").split("/")[1:]
        if steps[:1] == ["hot_state"]:
            steps = steps[1:]
        if not steps:
            return False
        part = "/".join(steps)
        self.select(f"field:{steps[0]}" if len(steps) == 1 else f"part:/{part}")
        return True
