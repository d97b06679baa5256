"""What can be tried out on the selected subject, as commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.core.injection.overrides import Forced
from inspector.files import save_overrides
from inspector.gui.commands import Command
from inspector.gui.messages import Done, FileChoice, not_written
from inspector.language import in_sentence_case, tr
from inspector.session.edits import clear_overrides
from inspector.stages.injection.view.lens import InjectionLens
from inspector.stages.injection.what_if import OverrideChoice, choices_for

_COMMANDS = {
    Forced.PINNED: ("what-if-pin", tr("Pin"), "Alt+P"),
    Forced.KEPT: ("what-if-keep", tr("Never suppress"), "Alt+K"),
    Forced.EXCLUDED: ("what-if-exclude", tr("Exclude"), "Alt+X"),
    Forced.INLINED: ("what-if-inline", tr("Full text first"), "Alt+I"),
    Forced.LISTED: ("what-if-list", tr("Title only"), "Alt+L"),
}
_HELP = {
    Forced.PINNED: tr(
        "Considers the selected card before all others and keeps it from suppression;"
        " again to take it back."
    ),
    Forced.KEPT: tr(
        "Keeps the selected card or background although something covers it; again to take it back."
    ),
    Forced.EXCLUDED: tr("Keeps the selected card, file or background out; again to take it back."),
    Forced.INLINED: tr("Considers the selected file before all others; again to take it back."),
    Forced.LISTED: tr(
        "Lists the selected file, even if its text would fit; again to take it back."
    ),
}


def override_commands(lens: InjectionLens) -> Sequence[Command]:
    """Return the commands: one for each thing that can be forced, clear, and save."""
    store = lens.context.store

    def choice(forced: Forced) -> OverrideChoice | None:
        choices = choices_for(lens.subject, store.session.overrides)
        return next((one for one in choices if one.forced is forced), None)

    return (
        *(
            Command(
                command,
                tr("What-if: {title}", title=in_sentence_case(title)),
                _HELP[forced],
                partial(lens.toggle_override, forced),
                keys=(key,),
                enabled=lambda forced=forced: choice(forced) is not None,  # type: ignore[misc]
                checked=lambda forced=forced: _holds(choice(forced)),  # type: ignore[misc]
            )
            for forced, (command, title, key) in _COMMANDS.items()
        ),
        Command(
            "what-if-clear",
            tr("Remove overrides"),
            tr("Takes every override back: the rules alone decide again."),
            partial(store.commit, tr("Remove overrides"), clear_overrides),
            keys=("Alt+Backspace",),
            enabled=lambda: bool(store.session.overrides),
        ),
        Command(
            "what-if-save",
            tr("Save the what-if as…"),
            tr(
                "Writes the overrides as a patch that can be opened above the same or another"
                " session."
            ),
            partial(_save, lens),
            enabled=lambda: bool(store.session.overrides),
        ),
    )


def _holds(choice: OverrideChoice | None) -> bool:
    return choice is not None and choice.holds


def _save(lens: InjectionLens) -> None:
    context = lens.context
    choice = FileChoice(
        tr("Save the what-if"), (tr("JSON (*.json)"), tr("All files (*)")), suffix="json"
    )
    path = context.messages.choose_target(choice)
    if path is None:
        return
    problems = save_overrides(context.store.session.overrides, path)
    if problems:
        context.messages.tell(not_written(path.name, problems))
    else:
        done = Done(tr("Saved the what-if as {name}.", name=path.name), path.absolute())
        context.messages.say(done)
