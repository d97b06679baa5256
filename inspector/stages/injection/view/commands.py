"""The commands of the Injection lens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtGui import QGuiApplication

from inspector.core.injection.overrides import Forced
from inspector.core.injection.policy import DEFAULT_POLICY, Strategy
from inspector.core.reasons import Verdict
from inspector.files import save_overrides
from inspector.gui.commands import Choice, command
from inspector.gui.lens import Exporter
from inspector.gui.messages import Done, FileChoice, not_written
from inspector.gui.views.choice_list import STRATEGIES
from inspector.gui.views.lens_exports import exports_of, save_as
from inspector.language import capitalized, in_sentence_case, tr
from inspector.present.table import TableQuery, visible_rows
from inspector.session.edits import clear_overrides, set_policy_fields, set_strategy
from inspector.stages.injection.provenance import OverrideChoice, choices_for, what_if_name
from inspector.stages.injection.tables import TableId
from inspector.stages.injection.view.lens import InjectionLens
from inspector.stages.injection.view.middle import WIDTHS, bar_file, files, picture_title

_RUN, _REQUESTS, _SELECT, _TABLES, _CHART = 2, 3, 4, 5, 6  # groups of the Lens menu


def _has_report(self: InjectionCommands) -> bool:
    return self.lens.report is not None


def _has_several(self: InjectionCommands) -> bool:
    return len(self.lens.context.store.session.requests) > 1


def _has_overrides(self: InjectionCommands) -> bool:
    return bool(self.lens.context.store.session.overrides)


def _is_explained(self: InjectionCommands) -> bool:
    return self.lens.why.why is not None


def _choice(forced: Forced, self: InjectionCommands) -> OverrideChoice | None:
    choices = choices_for(self.lens.subject, self.lens.context.store.session.overrides)
    return next((one for one in choices if one.forced is forced), None)


def _may(forced: Forced) -> Callable[[InjectionCommands], bool]:
    return lambda self: _choice(forced, self) is not None


def _holds(forced: Forced) -> Callable[[InjectionCommands], bool]:
    return lambda self: (choice := _choice(forced, self)) is not None and choice.holds


def _what_if(title: str) -> str:
    return tr("What-if: {title}", title=in_sentence_case(title))


@dataclass(frozen=True)
class InjectionCommands:
    """What can be done in the lens."""

    lens: InjectionLens

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        return exports_of(
            *("injection", "", lambda: self.lens.report, files(self.lens.context)),
            lambda report, name: what_if_name(name, report.overrides),
        )

    @command("strategy", tr("Strategy"), group=_RUN, offers=True)
    def _strategies(self) -> Sequence[Choice]:
        """Chooses how cards are given their renderings."""
        store = self.lens.context.store
        return [
            Choice(
                text.strategy.value,
                capitalized(text.title),
                partial(store.commit, tr("Change strategy"), set_strategy(text.strategy)),
                text.help,
                checked=partial(self._is_strategy, text.strategy),
            )
            for text in STRATEGIES
        ]

    def _is_strategy(self, strategy: Strategy) -> bool:
        return self.lens.context.store.session.strategy is strategy

    @command("next-strategy", tr("Next strategy"), "Ctrl+Shift+Down", group=_RUN)
    def _next_strategy(self) -> None:
        """Takes the next way of giving cards their renderings."""
        self.lens.inputs.step_strategy(1)

    @command("previous-strategy", tr("Previous strategy"), "Ctrl+Shift+Up", group=_RUN)
    def _previous_strategy(self) -> None:
        """Takes the way of giving cards their renderings that comes before."""
        self.lens.inputs.step_strategy(-1)

    @command(
        "reset-policy",
        tr("Reset policy"),
        group=_RUN,
        when=lambda self: self.lens.context.store.session.policy != DEFAULT_POLICY,
    )
    def _reset_policy(self) -> None:
        """Gives every field of the policy its default."""
        fields = DEFAULT_POLICY.model_dump(exclude={"schema_version"})
        self.lens.context.store.commit(tr("Reset policy"), set_policy_fields(fields))

    @command(
        "next-request", tr("Next request"), "Ctrl+Shift+Right", group=_REQUESTS, when=_has_several
    )
    def _next_request(self) -> None:
        """Goes to the next request of the open corpus."""
        self.lens.inputs.step_request(1)

    @command(
        "previous-request",
        tr("Previous request"),
        "Ctrl+Shift+Left",
        group=_REQUESTS,
        when=_has_several,
    )
    def _previous_request(self) -> None:
        """Goes to the request of the open corpus that comes before."""
        self.lens.inputs.step_request(-1)

    # What-ifs ----------------------------------------------------------------------------

    @command(
        "what-if-pin",
        _what_if(tr("Pin")),
        "Alt+P",
        when=_may(Forced.PINNED),
        checked=_holds(Forced.PINNED),
    )
    def _pin(self) -> None:
        """Considers the selected card before all others and keeps it from suppression; again to
        take it back.
        """
        self.lens.toggle_override(Forced.PINNED)

    @command(
        "what-if-keep",
        _what_if(tr("Never suppress")),
        "Alt+K",
        when=_may(Forced.KEPT),
        checked=_holds(Forced.KEPT),
    )
    def _keep(self) -> None:
        """Keeps the selected card or background although something covers it; again to take it
        back.
        """
        self.lens.toggle_override(Forced.KEPT)

    @command(
        "what-if-exclude",
        _what_if(tr("Exclude")),
        "Alt+X",
        when=_may(Forced.EXCLUDED),
        checked=_holds(Forced.EXCLUDED),
    )
    def _exclude(self) -> None:
        """Keeps the selected card, file or background out; again to take it back."""
        self.lens.toggle_override(Forced.EXCLUDED)

    @command(
        "what-if-inline",
        _what_if(tr("Full text first")),
        "Alt+I",
        when=_may(Forced.INLINED),
        checked=_holds(Forced.INLINED),
    )
    def _inline(self) -> None:
        """Considers the selected file before all others; again to take it back."""
        self.lens.toggle_override(Forced.INLINED)

    @command(
        "what-if-list",
        _what_if(tr("Title only")),
        "Alt+L",
        when=_may(Forced.LISTED),
        checked=_holds(Forced.LISTED),
    )
    def _list(self) -> None:
        """Lists the selected file, even if its text would fit; again to take it back."""
        self.lens.toggle_override(Forced.LISTED)

    @command("what-if-clear", tr("Remove overrides"), "Alt+Backspace", when=_has_overrides)
    def _clear_overrides(self) -> None:
        """Takes every override back: the rules alone decide again."""
        self.lens.context.store.commit(tr("Remove overrides"), clear_overrides)

    @command("what-if-save", tr("Save the what-if as…"), when=_has_overrides)
    def _save_overrides(self) -> None:
        """Writes the overrides as a patch that can be opened above the same or another session."""
        messages = self.lens.context.messages
        filters = (tr("JSON (*.json)"), tr("All files (*)"))
        path = messages.choose_target(FileChoice(tr("Save the what-if"), filters, suffix="json"))
        if path is None:
            return
        problems = save_overrides(self.lens.context.store.session.overrides, path)
        if problems:
            messages.tell(not_written(path.name, problems))
        else:
            told = tr("Saved the what-if as {name}.", name=path.name)
            messages.say(Done(told, path.absolute()))

    # What is selected ------------------------------------------------------------------------

    @command(
        "next-suppressed", tr("Select next suppressed"), "Alt+S", group=_SELECT, when=_has_report
    )
    def _next_suppressed(self) -> None:
        """Selects the next subject of the ledger with this verdict."""
        self._select_next(Verdict.SUPPRESSED)

    @command("next-dropped", tr("Select next dropped"), "Alt+D", group=_SELECT, when=_has_report)
    def _next_dropped(self) -> None:
        """Selects the next subject of the ledger with this verdict."""
        self._select_next(Verdict.DROPPED)

    @command("next-reduced", tr("Select next reduced"), "Alt+T", group=_SELECT, when=_has_report)
    def _next_reduced(self) -> None:
        """Selects the next subject of the ledger with this verdict."""
        self._select_next(Verdict.REDUCED)

    def _select_next(self, verdict: Verdict) -> None:
        """Select the next row of the ledger with a verdict, beginning again after the last."""
        lens = self.lens
        data = lens.tables.table(TableId.LEDGER)
        if data is None:
            return
        found = visible_rows(data, TableQuery(filter=f"verdict:{verdict}"))
        if len(found):
            now = data.row_of(lens.subject) if lens.subject else None
            after = found[found > (-1 if now is None else now)]
            lens.select(data.keys[int(after[0] if len(after) else found[0])])

    @command(
        "select-nothing",
        tr("Select nothing"),
        "Alt+0",
        group=_SELECT,
        when=lambda self: bool(self.lens.subject),
    )
    def _select_nothing(self) -> None:
        """Shows the run as a whole instead of one subject."""
        self.lens.select("")

    @command(
        "show-cards-of-file",
        tr("Show the cards of the selected file"),
        group=_SELECT,
        when=lambda self: self.lens.subject.startswith("file:"),
    )
    def _show_cards_of_file(self) -> None:
        """Filters the cards by the file they were extracted from."""
        self.lens.show_cards_of(self.lens.subject)

    @command(
        "show-in-prompt",
        tr("Show in prompt"),
        group=_SELECT,
        when=lambda self: self.lens.why.is_in_prompt,
    )
    def _show_in_prompt(self) -> None:
        """Shows the place of the selected subject in the text that is sent."""
        self.lens.show_in_prompt()

    @command("copy-sentence", tr("Copy sentence"), "Ctrl+Shift+C", group=1, when=_is_explained)
    def _copy_sentence(self) -> None:
        """Copies the sentence that says why the selected subject is in or out."""
        if self.lens.why.why is not None:
            QGuiApplication.clipboard().setText(self.lens.why.why.sentence)

    # Tables and chart ------------------------------------------------------------------------

    @command("show-table", tr("Table"), group=_TABLES, offers=True)
    def _tables(self) -> Sequence[Choice]:
        """Shows the whole ledger or what is expected."""
        return self.lens.tables.choices(lambda title: tr("Shows the table {titles}.", titles=title))

    @command("columns", tr("Columns"), group=_TABLES, when=_has_report, offers=True)
    def _columns(self) -> Sequence[Choice]:
        """Shows or hides columns of the table in sight."""
        panel = self.lens.tables.panel(self.lens.tables.current)
        shown = panel.query.columns

        def toggle(column: str) -> None:
            panel.show_column(column, visible=column not in shown)

        return [
            Choice(
                column.id,
                tr(column.title),
                partial(toggle, column.id),
                tr(column.help),
                checked=partial(shown.__contains__, column.id),
            )
            for column in panel.data.columns
        ]

    @command("focus-filter", tr("Filter the table"), "Ctrl+F", group=_TABLES, when=_has_report)
    def _focus_filter(self) -> None:
        """Goes to the filter line of the table in sight."""
        self.lens.tables.focus_filter()

    @command("focus-bar", tr("Go to the budget bar"), "Ctrl+B", group=_CHART, when=_has_report)
    def _focus_bar(self) -> None:
        """Lets the arrow keys move the divider by 1 %, with Shift by 0.1 %, and Ctrl with an arrow
        key walk through the segments.
        """
        self.lens.bar.setFocus()

    @command(
        "save-picture",
        tr("Save the budget bar as a picture"),
        group=_REQUESTS,
        when=_has_report,
        offers=True,
    )
    def _pictures(self) -> Sequence[Choice]:
        """Writes the chart in a width of your choice."""
        return [
            Choice(
                f"{form}-{width}",
                tr("{format}, {width:,} pixels wide…", format=form.upper(), width=width),
                partial(self._save_picture, form, width),
                tr("Writes the chart in the light theme, with its title and legend."),
            )
            for form in ("png", "svg")
            for width in WIDTHS
        ]

    def _save_picture(self, form: str, width: int) -> None:
        lens, report = self.lens, self.lens.report
        if report is not None:
            filters = (f"{form.upper()} (*.{form})", tr("All files (*)"))
            choice = FileChoice(tr("Save the budget bar"), filters, suffix=form)
            save_as(
                lens.context,
                choice,
                lambda: bar_file(report, picture_title(lens.context), form, width),
            )
