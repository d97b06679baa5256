"""The commands of the Builder lens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.core.builder.layout import PromptFormat
from inspector.gui.commands import Choice, Command, CommandId, Menu
from inspector.gui.views.builder.lens import BuilderLens
from inspector.gui.views.builder.tabs import PAGE_TITLES, Page
from inspector.language import tr

_GROUP = 60  # of the menus, after the other lenses'


def builder_commands(lens: BuilderLens) -> Sequence[Command]:
    """Return what can be done in the lens while it is in sight."""

    def shown() -> bool:
        return lens.shown is not None

    def has_bundle() -> bool:
        return lens.shown is not None and not lens.shown.report.refused

    def has_action(name: str) -> bool:
        return any(action.id == name for action in lens.why.actions_now)

    def act(*names: str) -> None:
        for action in lens.why.actions_now:
            if action.id in names:
                lens.do_action(action)
                return

    def pages() -> Sequence[Choice]:
        return [
            Choice(page.value, title, partial(lens.tabs.turn_to, page))
            for page, title in ((page, PAGE_TITLES[page]) for page in Page)
        ]

    return (
        Command(
            CommandId.BUILDER_FOLDER,
            tr("Choose project folder…"),
            tr("Chooses the folder whose files a call may see."),
            lens.choose_folder,
            menu=Menu.FILE,
            group=_GROUP,
            keys=("Ctrl+Shift+O",),
        ),
        Command(
            CommandId.BUILDER_SAVE,
            tr("Export bundle…"),
            tr(
                "Writes bundle, manifest, redaction report and budget report into a folder. A"
                " refused"
                " call has no bundle."
            ),
            lens.save_artifacts,
            menu=Menu.FILE,
            group=_GROUP,
            enabled=shown,
        ),
        Command(
            CommandId.BUILDER_INDEX,
            tr("Index again"),
            tr("Looks at the project's files as they are now, and builds the bundle again."),
            lens.index_again,
            menu=Menu.RUN,
            group=_GROUP,
            keys=("Ctrl+Shift+R",),
            enabled=lambda: bool(lens.context.store.session.builder.root),
        ),
        Command(
            CommandId.BUILDER_STOP,
            tr("Cancel indexing"),
            tr("Ends the run under way; the last result stays."),
            lens.stop,
            menu=Menu.RUN,
            group=_GROUP,
            enabled=lambda: lens.runner.busy,
        ),
        Command(
            CommandId.BUILDER_ADD_TARGET,
            tr("Add a target…"),
            tr("Goes to the search for files and symbols to work on."),
            lens.go_to_targets,
            menu=Menu.EDIT,
            group=_GROUP,
        ),
        Command(
            CommandId.BUILDER_TARGET,
            tr("Make the file a target, or no longer"),
            tr("Adds the selected file to the step's targets, or takes it out of them."),
            lambda: act("target", "untarget"),
            menu=Menu.EDIT,
            group=_GROUP,
            keys=("Ctrl+T",),
            enabled=lambda: has_action("target") or has_action("untarget"),
        ),
        Command(
            CommandId.BUILDER_DENY,
            tr("Never send the file"),
            tr("Adds a deny rule for exactly the selected file."),
            lambda: act("deny"),
            menu=Menu.EDIT,
            group=_GROUP,
            enabled=lambda: has_action("deny"),
        ),
        Command(
            CommandId.BUILDER_COPY_TEXT,
            tr("Copy the bundle's text"),
            tr("Puts the text that a model would get on the clipboard."),
            lens.copy_text,
            menu=Menu.EDIT,
            group=_GROUP,
            enabled=has_bundle,
        ),
        *(
            Command(
                command,
                title,
                tr(
                    "Puts the bundle on the clipboard as a prompt to paste: what its marks mean,"
                    " its files as a tree, the blocks, the task once more."
                ),
                partial(lens.copy_prompt, form),
                menu=Menu.EDIT,
                group=_GROUP,
                enabled=has_bundle,
            )
            for command, title, form in (
                (
                    CommandId.BUILDER_COPY_MARKDOWN,
                    tr("Copy prompt as Markdown"),
                    PromptFormat.MARKDOWN,
                ),
                (CommandId.BUILDER_COPY_XML, tr("Copy prompt as XML"), PromptFormat.XML),
            )
        ),
        Command(
            CommandId.BUILDER_PAGE,
            tr("Show page"),
            tr("Shows one of the pages below the budget."),
            choices=pages,
            menu=Menu.VIEW,
            group=_GROUP,
            enabled=shown,
        ),
        Command(
            CommandId.BUILDER_FLAT,
            tr("Files as a table"),
            tr("Shows the files as a table with the filter language instead of a tree."),
            lens.tabs.files.turn_over,
            menu=Menu.VIEW,
            group=_GROUP,
            checked=lambda: lens.tabs.files.is_flat,
            enabled=shown,
        ),
        Command(
            CommandId.BUILDER_SOURCE,
            tr("Show the file's text"),
            tr("Shows what is sent of the selected file, what is cut and what is redacted."),
            lambda: lens.tabs.turn_to(Page.SOURCE),
            menu=Menu.VIEW,
            group=_GROUP,
            keys=("Ctrl+Shift+T",),
            enabled=shown,
        ),
        Command(
            CommandId.BUILDER_NEXT_PLACE,
            tr("Next cut or redaction"),
            tr("Goes to the next place of the text that is not sent as it is."),
            lens.tabs.source.next_place,
            menu=Menu.VIEW,
            group=_GROUP,
            keys=("Ctrl+Shift+J",),
            enabled=lambda: lens.tabs.current is Page.SOURCE,
        ),
        Command(
            CommandId.BUILDER_FILTER,
            tr("Filter the page"),
            tr("Goes to the filter of the page in sight."),
            lens.tabs.focus_filter,
            menu=Menu.VIEW,
            group=_GROUP,
            keys=("Ctrl+Shift+F",),
            enabled=shown,
        ),
        Command(
            CommandId.BUILDER_SELECT_NOTHING,
            tr("Select nothing"),
            tr("Explains the bundle as a whole."),
            lambda: lens.select(""),
            menu=Menu.VIEW,
            group=_GROUP,
            enabled=lambda: bool(lens.subject),
        ),
    )
