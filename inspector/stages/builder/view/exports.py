"""The files that the Builder lens can write. No value of a secret is in any of them."""

from __future__ import annotations

from functools import partial

from inspector.core.builder.layout import PromptFormat
from inspector.files import build_result, context_bytes
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
