"""The commands of the Discipline lens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from inspector.core.discipline import DEFAULT_LIMITS
from inspector.gui.commands import Choice, Command, CommandId
from inspector.gui.views.discipline.lens import DisciplineLens
from inspector.language import tr
from inspector.session.discipline_edits import reset_limits

_PAGES = (
    ("state", tr("Hot state"), tr("Shows the hot state, the steps and what was moved.")),
    ("check", tr("Change check"), tr("Shows the output and whether it is a change.")),
    ("turns", tr("Turns"), tr("Shows the series of turns and its warnings.")),
)


def discipline_commands(lens: DisciplineLens) -> Sequence[Command]:
    """Return what can be done in the lens; all of it needs the lens in sight."""
    store = lens.context.store

    def with_state() -> bool:
        view = lens.view
        return lens.isVisible() and view is not None and view.result.report is not None

    def reset() -> None:
        store.commit(tr("Reset the limits"), reset_limits())

    def pages() -> Sequence[Choice]:
        return [
            Choice(
                page,
                title,
                partial(lens.show_page, page),
                text,
                checked=partial(_is_page, lens, page),
            )
            for page, title, text in _PAGES
        ]

    def command(
        which: CommandId,
        title: str,
        help_text: str,
        run: Callable[[], None],
        *keys: str,
        enabled: Callable[[], bool] = lens.isVisible,
    ) -> Command:
        return Command(
            which,
            title,
            help_text,
            run,
            keys=keys,
            enabled=enabled,
        )

    return (
        Command(
            CommandId.DISCIPLINE_PAGE,
            tr("Discipline page"),
            tr("Shows the hot state, the change check or the series of turns."),
            choices=pages,
            enabled=lens.isVisible,
        ),
        command(
            CommandId.DISCIPLINE_OPEN_STATE,
            tr("Open a hot state…"),
            tr("Opens a hot state or a discipline stage into the session."),
            partial(lens.open_file, "state"),
        ),
        command(
            CommandId.DISCIPLINE_EDIT_STATE,
            tr("Edit the hot state's JSON"),
            tr("Goes to the given state's JSON; what is typed there is taken after a moment."),
            lens.focus_json,
            enabled=with_state,
        ),
        command(
            CommandId.DISCIPLINE_RESET_LIMITS,
            tr("Reset the limits of discipline"),
            tr("Gives every limit its default."),
            reset,
            enabled=lambda: lens.isVisible() and store.session.discipline.limits != DEFAULT_LIMITS,
        ),
        command(
            CommandId.DISCIPLINE_FOLDER,
            tr("Keep artifacts in a folder…"),
            tr("Stores what is taken out of the state in an artifact registry on disk."),
            lens.choose_folder,
        ),
        command(
            CommandId.DISCIPLINE_CHECK_OUTPUT,
            tr("Check an output for being a change"),
            tr("Goes to the output, where one can be pasted or dropped."),
            lens.focus_output,
        ),
        command(
            CommandId.DISCIPLINE_OPEN_SERIES,
            tr("Open a series of turns…"),
            tr("Opens a log with one line of metrics a turn."),
            partial(lens.open_file, "turns"),
        ),
        command(
            CommandId.DISCIPLINE_ADD_TURN,
            tr("Add the hot state to the series"),
            tr("Measures the hot state in sight, and adds it as a turn of this moment."),
            lens.add_turn,
            enabled=with_state,
        ),
    )


def _is_page(lens: DisciplineLens, page: str) -> bool:
    return lens.page == page
