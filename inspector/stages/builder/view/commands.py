"""The commands of the Builder lens.

The files that the Builder lens can write. No value of a secret is in any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.core.builder.layout import PromptFormat
from inspector.files import build_result, context_bytes
from inspector.gui.commands import Command
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows
from inspector.language import tr
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.stages.builder.bundles import BUDGET, BUNDLE, MANIFEST, REDACTIONS, artifact_files
from inspector.stages.builder.charts import budget_svg, fit_drawing
from inspector.stages.builder.refusal_page import build_page
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.tables import TITLES, BuilderTable, builder_table
from inspector.stages.builder.view.lens import BuilderLens
from inspector.stages.builder.view.tabs import Page


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

    return (
        Command(
            "builder-folder",
            tr("Choose project folder…"),
            tr("Chooses the folder whose files a call may see."),
            lens.choose_folder,
            keys=("Ctrl+Shift+O",),
        ),
        Command(
            "builder-save",
            tr("Export bundle…"),
            tr(
                "Writes bundle, manifest, redaction report and budget report into a folder. A"
                " refused"
                " call has no bundle."
            ),
            lens.save_artifacts,
            enabled=shown,
        ),
        Command(
            "builder-index",
            tr("Index again"),
            tr("Looks at the project's files as they are now, and builds the bundle again."),
            lens.index_again,
            keys=("Ctrl+Shift+R",),
            enabled=lambda: bool(lens.context.store.session.builder.root),
        ),
        Command(
            "builder-replay",
            tr("Replay commits…"),
            tr(
                "Builds what would have been sent for commits of the project's own history, and"
                " says how much of what they touched was there."
            ),
            lens.replay_commits,
            enabled=lambda: bool(lens.context.store.session.builder.root),
        ),
        Command(
            "builder-stop",
            tr("Cancel indexing"),
            tr("Ends the run under way; the last result stays."),
            lens.stop,
            enabled=lambda: lens.runner.busy,
        ),
        Command(
            "builder-add-target",
            tr("Add a target…"),
            tr("Goes to the search for files and symbols to work on."),
            lens.go_to_targets,
        ),
        Command(
            "builder-target",
            tr("Make the file a target, or no longer"),
            tr("Adds the selected file to the step's targets, or takes it out of them."),
            lambda: act("target", "untarget"),
            keys=("Ctrl+T",),
            enabled=lambda: has_action("target") or has_action("untarget"),
        ),
        Command(
            "builder-deny",
            tr("Never send the file"),
            tr("Adds a deny rule for exactly the selected file."),
            lambda: act("deny"),
            enabled=lambda: has_action("deny"),
        ),
        Command(
            "builder-copy-text",
            tr("Copy the bundle's text"),
            tr("Puts the text that a model would get on the clipboard."),
            lens.copy_text,
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
                enabled=has_bundle,
            )
            for command, title, form in (
                (
                    "builder-copy-markdown",
                    tr("Copy prompt as Markdown"),
                    PromptFormat.MARKDOWN,
                ),
                ("builder-copy-xml", tr("Copy prompt as XML"), PromptFormat.XML),
            )
        ),
        Command(
            "builder-page",
            tr("Show page"),
            tr("Shows one of the pages below the budget."),
            choices=lens.tabs.choices,
            enabled=shown,
        ),
        Command(
            "builder-flat",
            tr("Files as a table"),
            tr("Shows the files as a table with the filter language instead of a tree."),
            lens.tabs.files.turn_over,
            checked=lambda: lens.tabs.files.is_flat,
            enabled=shown,
        ),
        Command(
            "builder-source",
            tr("Show the file's text"),
            tr("Shows what is sent of the selected file, what is cut and what is redacted."),
            lambda: lens.tabs.turn_to(Page.SOURCE),
            keys=("Ctrl+Shift+T",),
            enabled=shown,
        ),
        Command(
            "builder-next-place",
            tr("Next cut or redaction"),
            tr("Goes to the next place of the text that is not sent as it is."),
            lens.tabs.source.next_place,
            keys=("Ctrl+Shift+J",),
            enabled=lambda: lens.tabs.current is Page.SOURCE,
        ),
        Command(
            "builder-filter",
            tr("Filter the page"),
            tr("Goes to the filter of the page in sight."),
            lens.tabs.focus_filter,
            keys=("Ctrl+Shift+F",),
            enabled=shown,
        ),
        Command(
            "builder-select-nothing",
            tr("Select nothing"),
            tr("Explains the bundle as a whole."),
            lambda: lens.select(""),
            enabled=lambda: bool(lens.subject),
        ),
    )


_WIDTH, _HEIGHT = 1040, 420
_ARTIFACTS = (
    (BUNDLE, "bundle", tr("The blocks that the model gets, with what is known of each.")),
    (MANIFEST, "manifest", tr("What is in, what is out and why, without contents.")),
    (
        REDACTIONS,
        tr("redaction report"),
        tr("Everything that was taken out; never a secret's value."),
    ),
    (BUDGET, tr("budget report"), tr("Tokens, limits and what they led to.")),
)


def builder_exporters(lens: BuilderLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the build that is shown."""
    prompts = (
        File(
            f"prompt.{suffix}",
            tr("prompt as {title}", title=title),
            tr("The bundle with what its marks mean and the task once more, to be pasted."),
            lambda _shown, form=form: lens.prompt(form),
            _bundle,
        )
        for form, title, suffix in (
            (PromptFormat.MARKDOWN, "Markdown", "md"),
            (PromptFormat.XML, "XML", "xml"),
        )
    )
    return exports_of(
        "builder", tr("Builder"), lambda: lens.shown, (_FILES[0], *prompts, *_FILES[1:])
    )


def _bundle(shown: Shown) -> Shown | None:
    """Return a build that has a bundle."""
    return None if shown.report.refused else shown


_FILES = (
    File(
        "context.txt",
        tr("text for the model"),
        tr("The bundle as the text that a model gets, to the letter."),
        lambda shown: context_bytes(shown.report),
        _bundle,
    ),
    *(
        File(
            file,
            tr("{title} as JSON", title=title),
            help_text,
            lambda shown, file=file: artifact_files(shown.report)[file],
            _bundle if file == BUNDLE else lambda shown: shown,
        )
        for file, title, help_text in _ARTIFACTS
    ),
    File(
        "build.json",
        tr("result as JSON"),
        tr("Decision, ranking, fates, steps and ledger, without contents."),
        lambda shown: json_text(build_result(shown.report)),
    ),
    *(
        rows(f"{table.value}.csv", TITLES[table], partial(builder_table, table))
        for table in BuilderTable
    ),
    File(
        "report.html",
        tr("report as HTML"),
        tr("Decision, budget and tables as a page for reading."),
        build_page,
    ),
    File(
        "budget-bar.svg",
        tr("budget as SVG"),
        tr("The budget as a drawing that can be scaled, light."),
        budget_svg,
    ),
    File(
        "fitting.svg",
        tr("fitting as SVG"),
        tr("The steps of fitting as a drawing that can be scaled, light."),
        lambda shown: drawing_svg(fit_drawing(shown.report.fit_steps, _WIDTH, _HEIGHT, measured)),
    ),
)
