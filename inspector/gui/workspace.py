"""One window with everything in it: the store, what runs it, what shows it, what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.problems import Problem
from inspector.gui.actions import Actions
from inspector.gui.chart_objects import announce, make_charts_known
from inspector.gui.commands import Menu
from inspector.gui.document import Saving, SessionFiles
from inspector.gui.exports import CopyWatch, Exports
from inspector.gui.inputs_bar import InputsBar
from inspector.gui.keyboard import FieldKeys, FocusRing, step_pane
from inspector.gui.layout import layout_of, problems_layout
from inspector.gui.lens import LensContext
from inspector.gui.lens_row import LensRow, first_lenses, lens_context
from inspector.gui.lenses import LensRecord
from inspector.gui.loading_page import LoadingPage
from inspector.gui.main_window import MainWindow
from inspector.gui.messages import Failure, Messages, notice_of
from inspector.gui.opening import Opening, open_elsewhere
from inspector.gui.presentation import Presentation
from inspector.gui.problems_panel import ProblemsPanel
from inspector.gui.recorder import HistoryRecorder
from inspector.gui.runner import Runner
from inspector.gui.safekeeping import Safekeeping
from inspector.gui.samples import OfferBar, samples
from inspector.gui.secret_watch import SecretWatch, lens_of_holder
from inspector.gui.settings import Settings
from inspector.gui.stage_strip import StageStrip
from inspector.gui.start_page import StartPage
from inspector.gui.story_export import story_exporters
from inspector.gui.swept_corpus import SweptCorpus
from inspector.gui.theme import Theme
from inspector.gui.thing_search import ThingSearch, palette_of
from inspector.gui.views.pacing import PAUSE, Pace, Veil
from inspector.language import tr
from inspector.present.problem_list import joined_problems
from inspector.project.findings import SecretScanner
from inspector.session.preferences import ThemeChoice
from inspector.session.session import Session, stages_with_input, subject_of
from inspector.session.store import Store
from inspector.stage import Door

_FIRST = "injection"  # the lens to begin with


class Workspace(QObject):
    """Fills a window and keeps its parts up to date. It lives as long as the window."""

    closing = Signal()
    """All work ends now; nothing is to be opened any more."""

    def __init__(
        self,
        window: MainWindow,
        theme: Theme,
        settings: Settings,
        messages: Messages,
        lenses: Sequence[LensRecord],
        runs: InjectionRuns | None = None,
        history: Path | None = None,
        secrets: Callable[[], SecretScanner] | None = None,
        rescue: Path | None = None,
    ) -> None:
        super().__init__(window)
        self.window = window
        self.theme = theme
        self.settings = settings
        self.messages = messages
        self.store = Store()
        self.runner = Runner(self.store, runs, self)
        self.recorder = HistoryRecorder(
            lambda: settings.now.keep_history, history, self, gives_way=self.runner.works
        )
        scanner = None if secrets is None else secrets()
        self.secrets = SecretWatch(self.store, scanner, self)
        self.document = SessionFiles(self.store, settings, self)
        self.saving = Saving(self.document, self.store, settings, messages)
        self.opening = Opening(self.document, self.store, settings, self.saving, messages, self)
        self.exports = Exports(self.document, messages, self.secrets)
        self.problems = ProblemsPanel(theme)
        self.problems.offer_exclusion(self.secrets.may_exclude)
        self._pace = Pace(self.store, self)
        bars = InputsBar(self.store, self.opening, settings), StageStrip(lenses)
        window.fit_out(*bars, self.problems, problems_layout(settings.now.window))
        self.actions = Actions(window)
        stages = {record.id: record.title for record in lenses}
        self._start = StartPage(theme, samples(), stages, self.opening, window.pages)
        self.lenses = LensRow(window, lenses, self._start, settings.now.lenses)
        self._loading = LoadingPage(theme, self.store, self.opening.loads, self.runner, self.lenses)
        shared = partial(
            LensContext,
            store=self.store,
            runner=self.runner,
            messages=messages,
            theme=theme,
            refresh_commands=self.refresh_soon,
            pace=self._pace,
            show_problem=self.problems.show_problem,
            record=self.recorder.note,
            swept=SweptCorpus(self),
            open_files=self.opening.open_files,
            save_policy=self.saving.save_policy_as,
            history=history,
            scanner=scanner,
            start_page=self._start,
            parent=window.pages,
        )
        self.lenses.make_context = partial(
            lens_context, shared, self.actions, self.exports, self.lenses
        )
        things = ThingSearch(self.runner, self.lenses, self.store, self.actions)
        self.palette = palette_of(self.actions, things, self.theme, window)
        self.presentation = Presentation(
            window, theme, self.store, self.lenses, self.runner, self.opening
        )
        self.safekeeping = Safekeeping(
            rescue,
            self.store,
            settings,
            self.document,
            self.saving,
            self.opening,
            self.presentation,
            messages,
            self,
        )
        self._offer = OfferBar(self.opening, self.store, self.lenses)
        window.add_bar(self._offer)
        window.add_bar(self.safekeeping.bar)
        self.exports.register(
            story_exporters(self.store, lambda: self.lenses.current or ""), tr("Session")
        )
        self._closed = self._ends_unasked = False
        self._field_keys = FieldKeys(lambda: bool(self.presentation.steps), self)
        FocusRing(theme, window, self)
        make_charts_known(theme.application)
        theme.follow_system(window)
        for part in (window.strip, window.status):
            Veil(part, self._pace)
        self._connect()
        self._start.show_recent(settings.now.recent)
        self._show_document()
        self.lenses.show_start()

    def _connect(self) -> None:
        window, runner, loads = self.window, self.runner, self.opening.loads
        window.may_close = self._may_close
        window.door_chosen.connect(self.show_door)
        window.strip.chosen.connect(self.show_lens)
        self._start.present_asked.connect(self.presentation.present_files)
        window.inputs.problems_asked.connect(lambda: self.problems.set_open(is_open=True))
        window.inputs.search_asked.connect(self.palette.open)
        self.theme.changed.connect(window.strip.fold)
        window.files_dropped.connect(self.opening.open_files)
        window.palette_button.clicked.connect(self.palette.open)
        window.status.stopped.connect(self.stop)
        self._unsubscribe = self.store.subscribe(self._follow)
        self.store.before_opening(self.lenses.forget)
        window.status.follow(self.store)
        CopyWatch(window, self.messages, self)
        self.document.changed.connect(self._show_document)
        self.opening.nothing_opened.connect(self.problems.show_problem)
        self.opening.taken.connect(self.lenses.show_opened)
        self.opening.elsewhere_wanted.connect(open_elsewhere)
        self.document.begun.connect(self._show_fitting_lens)
        self._loading.left.connect(self._show_fitting_lens)
        self.document.begun.connect(self.presentation.restart)
        self.actions.refused.connect(self._refuse)
        # At once: the next key may be there already, and would go to whom it no longer belongs.
        self.presentation.changed.connect(self.actions.refresh)
        self.lenses.changed.connect(self._show_lens_facts)
        self.lenses.turned.connect(partial(self.actions.fill, Menu.LENS))
        self.lenses.turned.connect(self.actions.refresh)
        self.problems.go_to.connect(self.go_to)
        self.problems.exclude_asked.connect(self.secrets.exclude)
        self.secrets.changed.connect(self._show_problems)
        self.secrets.failed.connect(self.tell_failure)
        self.settings.changed.connect(self._show_settings)
        for task, source in ((tr("Running"), runner), (tr("Loading"), loads)):
            source.busy_changed.connect(partial(self._show_busy, task))
            source.progress.connect(partial(window.status.show_progress, task))
            source.failed.connect(self.tell_failure)
        for told in (self.problems.toggled, self.secrets.changed, runner.facts_ready):
            told.connect(self.refresh_soon)
        runner.finished.connect(lambda _result: self._pace.ask(self._follow_run))
        for other in (self.recorder, self.safekeeping):
            other.problems_changed.connect(self._show_problems)
            other.failed.connect(self.tell_failure)
        self.theme.application.focusChanged.connect(self._follow_focus)

    def show_lens(self, lens: str) -> None:
        """Show a lens."""
        self.lenses.show(lens)

    def show_door(self, door: Door) -> None:
        """Show what stands behind a door: what did last, else what the session is about."""
        self.lenses.show_door(door, *first_lenses(self.store.session))

    def choose_theme(self, choice: ThemeChoice) -> None:
        """Put on another theme and remember it."""
        self.theme.choose(choice)
        self.settings.update(lambda now: replace(now, theme=choice))

    def choose_text_size(self, percent: int | None) -> None:
        """Draw texts in another size and remember it; None is as the system has it."""
        self.theme.set_text_size(percent)
        self.settings.update(lambda now: replace(now, text_size=percent))

    def stop(self) -> None:
        """End what is under way."""
        self.runner.stop()
        self.opening.loads.stop()
        self.lenses.stop()

    def open_export(self) -> None:
        """Offer everything that can be written into a file, that of the lens in front first."""
        from inspector.gui.exports import ExportDialog

        record = self.lenses.record
        first = "" if record is None else record.full_title
        ExportDialog(self.exports, first, self.window).open()

    def step_pane(self, by: int) -> None:
        """Give the keyboard to the next pane."""
        lens = self.lenses.widget
        middle: list[QWidget] = [lens or self._start]
        if lens is not None and (columns := lens.columns) is not None:
            middle = [one for one in map(columns.widget, range(columns.count())) if one is not None]
        frame = (self.window.inputs, self.window.door_bar, self.window.strip)
        step_pane([*frame, self.safekeeping.bar, *middle, self.problems], by)

    def go_to(self, problem: Problem) -> None:
        """Go to the place of a problem; where no lens has it, say where it is."""
        held = self.secrets.held(problem)
        if held is not None and self.lenses.open(*lens_of_holder(held)):
            return
        if not self.lenses.show_place(problem):
            where = str(problem.place)
            self.window.status.set_text(
                tr("The place is {where}", where=where) if where else problem.message
            )

    def open(self, paths: Sequence[Path], refused: Sequence[str] = ()) -> None:
        """Open files, as when the program was started with them.

        ``refused`` are names of what cannot be a file of this machine.
        """
        self.opening.open_files(paths, refused)

    def tell_failure(self, failure: Failure) -> None:
        """Tell about an exception that nobody expected."""
        self.messages.tell(notice_of(failure))

    def keep_for_the_end(self) -> bool:
        """Keep what is not saved, because the system is about to end the program.

        Return whether that was done; the window then closes without a question.
        """
        self._ends_unasked = self.safekeeping.rescuer.keep_now()
        return self._ends_unasked

    def end_unasked(self) -> None:
        """Let the window close without a question, because it was answered already."""
        self._ends_unasked = True

    def end(self) -> None:
        """End without a question; what is not saved is kept for the next start."""
        self.presentation.end()
        self.close(keep=True)
        self.window.may_close = lambda: True

    def close(self, *, keep: bool = False) -> None:
        """End all work and remember how things look; what is not saved is lost unless kept."""
        if self._closed:
            return
        self._closed = True
        self._pace.catch_up()
        self._unsubscribe()
        self.closing.emit()
        window = layout_of(self.window, self.problems)
        lens, states = self.lenses.current or self.settings.now.lens, self.lenses.view_states()
        self.settings.update(lambda now: replace(now, window=window, lenses=states, lens=lens))
        self.window.hide()  # nobody waits for what is still to be saved
        self.safekeeping.close(keep=keep)
        self.theme.application.focusChanged.disconnect(self._follow_focus)
        for work in (self.runner, self.presentation, self.secrets):
            work.close()
        self.lenses.end_work()
        self.recorder.close()  # the only one that saves what it has, with nobody beside it
        self.opening.loads.close()
        self.document.close()
        self.actions.close()

    def _may_close(self) -> bool:
        unasked = self._ends_unasked
        # What a story changed is no change of the session, and how it was told no layout.
        self.presentation.end()
        if not unasked and not self.saving.may_discard():
            return False
        self.close(keep=unasked)
        return True

    def _refuse(self, text: str) -> None:
        """Say that something cannot be done, so that no key is without an answer."""
        self.window.status.set_text(text)
        announce(self.window.status, text)

    def _show_fitting_lens(self) -> None:
        """Show the lens that the session is about; an empty one stays in the lens that is shown."""
        ids = [record.id for record in self.lenses.records]
        about = subject_of(self.store.session)
        keeps_what_is_shown = self.lenses.current is not None or not self.store.undo_label
        if self._loading.in_front or (about is None and keeps_what_is_shown):
            return
        wanted = (about, self.settings.now.lens, _FIRST, *ids[:1])
        self.lenses.show(next((lens for lens in wanted if lens in ids), ""))

    def refresh_soon(self) -> None:
        """Ask the commands anew what is possible, once all that happens now is done."""
        self.actions.refresh_soon(PAUSE if self.store.in_gesture else 0)

    def _follow_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        self._field_keys.follow(old, new)
        self.refresh_soon()

    def _follow(self, _old: Session, _new: Session) -> None:
        self._ends_unasked = False  # the system goes on after all
        self._pace.ask(self._follow_session)

    def _follow_session(self) -> None:
        self.store.catch_up()
        begun = subject_of(self.store.session) or self.store.undo_label
        if begun and self.lenses.current is None:
            self._show_fitting_lens()
        self._show_session()

    def _follow_run(self) -> None:
        result = self.runner.result
        if result is not None:
            self.recorder.note(result)
        self.lenses.set_result(_FIRST, result)
        self.refresh_soon()

    def _show_session(self) -> None:
        self._show_title()
        self.window.inputs.show_session()
        self._offer.show_session()
        self.window.strip.show_filled(stages_with_input(self.store.session))
        self.refresh_soon()

    def _show_document(self) -> None:
        self._show_problems()
        self._show_session()

    def _show_title(self) -> None:
        name = self.document.name
        self.window.setWindowTitle(tr("{document}[*] – Context Budget Inspector", document=name))
        self.window.setWindowModified(self.store.modified)
        self._show_state()

    def _show_lens_facts(self) -> None:
        self.window.status.set_text(self.lenses.line)
        self.window.status.set_old(is_old=self.lenses.is_old)
        self._show_problems()
        self.refresh_soon()

    def _show_problems(self) -> None:
        own = (*self.settings.problems, *self.recorder.problems, *self.document.problems)
        own += (*self.safekeeping.problems, *self.secrets.problems)
        self.problems.set_problems(joined_problems(own, self.lenses.problems))
        self._show_state()

    def _show_state(self) -> None:
        problems = len(self.problems.problems)
        self.window.inputs.show_state(
            saved=self.document.state, problems=problems, copy=self.document.policy_copy
        )

    def _show_settings(self) -> None:
        self._show_problems()
        self._start.show_recent(self.settings.now.recent)
        self.refresh_soon()

    def _show_busy(self, task: str, busy: bool) -> None:
        (self.window.status.begin if busy else self.window.status.end)(task)
        self.refresh_soon()
