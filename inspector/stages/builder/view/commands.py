"""The commands of the Builder lens, and the files that it can write, none with a secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtGui import QGuiApplication

from inspector.core.builder.layout import PromptFormat
from inspector.core.problems import Problem
from inspector.files import build_result, context_bytes, save_artifacts
from inspector.gui.commands import Choice, command
from inspector.gui.lens import Exporter
from inspector.gui.messages import Done, FileChoice, Notice, Tone, not_written
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows
from inspector.language import tr
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.stages.builder.actions import GoTo
from inspector.stages.builder.charts import budget_svg, fit_drawing
from inspector.stages.builder.pages import build_page
from inspector.stages.builder.recording import BUDGET, BUNDLE, MANIFEST, REDACTIONS, artifact_files
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.tables import TITLES, BuilderTable, builder_table
from inspector.stages.builder.view.lens import BuilderLens
from inspector.stages.builder.view.tabs import Page


def _shown(self: BuilderCommands) -> bool:
    return self.lens.shown is not None


def _has_bundle(self: BuilderCommands) -> bool:
    return self.lens.shown is not None and not self.lens.shown.report.refused


def _has_project(self: BuilderCommands) -> bool:
    return bool(self.lens.context.store.session.builder.root)


@dataclass(frozen=True)
class BuilderCommands:
    """What can be done in the lens."""

    lens: BuilderLens

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        files = (_FILES[0], *_prompts(self.lens), *_FILES[1:])
        return exports_of("builder", tr("Builder"), lambda: self.lens.shown, files)

    @command("builder-folder", tr("Choose project folder…"), "Ctrl+Shift+O")
    def _choose_folder(self) -> None:
        """Chooses the folder whose files a call may see."""
        self.lens.choose_folder()

    @command("builder-save", tr("Export bundle…"), when=_shown)
    def _save(self) -> None:
        """Writes bundle, manifest, redaction report and budget report into a folder. A refused
        call has no bundle.
        """
        shown, messages = self.lens.shown, self.lens.context.messages
        if shown is None:
            return
        folder = messages.choose_folder(FileChoice(tr("Save the artifacts into")))
        if folder is None:
            return
        problems = save_artifacts(shown.report, folder)
        if problems:
            messages.tell(not_written(str(folder), problems))
        else:
            told = tr("Saved the artifacts into {folder}.", folder=folder.name)
            messages.say(Done(told, folder))

    @command("builder-index", tr("Index again"), "Ctrl+Shift+R", when=_has_project)
    def _index(self) -> None:
        """Looks at the project's files as they are now, and builds the bundle again."""
        self.lens.index_again()

    @command("builder-replay", tr("Replay commits…"), when=_has_project)
    def _replay(self) -> None:
        """Builds what would have been sent for commits of the project's own history, and says how
        much of what they touched was there.
        """
        # Imported late: few windows ever replay.
        from inspector.stages.builder.replay_command import BUDGETS, REPLAYED_COMMITS
        from inspector.stages.builder.view.replay_dialog import ReplayDialog

        lens, session = self.lens, self.lens.context.store.session
        job = partial(lens.runs.replayed, session, BUDGETS, REPLAYED_COMMITS)
        ReplayDialog(job, lens.context.theme, lens.window()).open()

    @command("builder-stop", tr("Cancel indexing"), when=lambda self: self.lens.busy)
    def _stop(self) -> None:
        """Ends the run under way; the last result stays."""
        self.lens.stop()

    @command("builder-add-target", tr("Add a target…"))
    def _add_target(self) -> None:
        """Goes to the search for files and symbols to work on."""
        self.lens.inputs.go_to(GoTo.TARGETS)

    @command(
        "builder-target",
        tr("Make the file a target, or no longer"),
        "Ctrl+T",
        when=lambda self: self.can("target", "untarget"),
    )
    def _target(self) -> None:
        """Adds the selected file to the step's targets, or takes it out of them."""
        self._act("target", "untarget")

    @command("builder-deny", tr("Never send the file"), when=lambda self: self.can("deny"))
    def _deny(self) -> None:
        """Adds a deny rule for exactly the selected file."""
        self._act("deny")

    def can(self, *names: str) -> bool:
        """Whether *Why* offers one of these actions now."""
        return any(action.id in names for action in self.lens.why.actions_now)

    def _act(self, *names: str) -> None:
        for action in self.lens.why.actions_now:
            if action.id in names:
                self.lens.do_action(action)
                return

    @command("builder-copy-text", tr("Copy the bundle's text"), when=_has_bundle)
    def _copy_text(self) -> None:
        """Puts the text that a model would get on the clipboard."""
        if self.lens.shown is not None:
            QGuiApplication.clipboard().setText(self.lens.shown.report.rendered)

    @command("builder-copy-markdown", tr("Copy prompt as Markdown"), when=_has_bundle)
    def _copy_markdown(self) -> None:
        """Puts the bundle on the clipboard as a prompt to paste: what its marks mean, its files as
        a tree, the blocks, the task once more.
        """
        self._copy_prompt(PromptFormat.MARKDOWN)

    @command("builder-copy-xml", tr("Copy prompt as XML"), when=_has_bundle)
    def _copy_xml(self) -> None:
        """Puts the bundle on the clipboard as a prompt to paste: what its marks mean, its files as
        a tree, the blocks, the task once more.
        """
        self._copy_prompt(PromptFormat.XML)

    def _copy_prompt(self, form: PromptFormat) -> None:
        made = self.lens.prompt(form)
        if isinstance(made, Problem):
            notice = Notice(made.message, made.fix, tone=Tone.ERROR)
            self.lens.context.messages.tell(notice)
        else:
            QGuiApplication.clipboard().setText(made)

    @command("builder-page", tr("Show page"), when=_shown, offers=True)
    def _page(self) -> Sequence[Choice]:
        """Shows one of the pages below the budget."""
        return self.lens.tabs.choices()

    @command(
        "builder-flat",
        tr("Files as a table"),
        when=_shown,
        checked=lambda self: self.lens.tabs.files.is_flat,
    )
    def _turn_over(self) -> None:
        """Shows the files as a table with the filter language instead of a tree."""
        self.lens.tabs.files.turn_over()

    @command("builder-source", tr("Show the file's text"), "Ctrl+Shift+T", when=_shown)
    def _show_source(self) -> None:
        """Shows what is sent of the selected file, what is cut and what is redacted."""
        self.lens.tabs.turn_to(Page.SOURCE)

    @command(
        "builder-next-place",
        tr("Next cut or redaction"),
        "Ctrl+Shift+J",
        when=lambda self: self.lens.tabs.current is Page.SOURCE,
    )
    def _next_place(self) -> None:
        """Goes to the next place of the text that is not sent as it is."""
        self.lens.tabs.source.next_place()

    @command("builder-filter", tr("Filter the page"), "Ctrl+Shift+F", when=_shown)
    def _filter(self) -> None:
        """Goes to the filter of the page in sight."""
        self.lens.tabs.focus_filter()

    @command(
        "builder-select-nothing", tr("Select nothing"), when=lambda self: bool(self.lens.subject)
    )
    def _select_nothing(self) -> None:
        """Explains the bundle as a whole."""
        self.lens.select("")


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


def _prompts(lens: BuilderLens) -> Iterator[File]:
    return (
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
