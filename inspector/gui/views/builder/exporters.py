"""The files that the Builder lens can write. No value of a secret is in any of them."""

from __future__ import annotations

from functools import partial

from inspector.core.builder.layout import PromptFormat
from inspector.core.problems import Problem
from inspector.files import build_result, context_bytes
from inspector.files.bundles import BUDGET, BUNDLE, MANIFEST, REDACTIONS, artifact_files
from inspector.gui.lens import Exporter
from inspector.gui.views.builder.lens import BuilderLens
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import in_sentence_case, tr
from inspector.present.builder.bar import bar_drawing, budget_bar
from inspector.present.builder.fit_chart import fit_drawing
from inspector.present.builder.shown import Shown
from inspector.present.builder.tables import TITLES, BuilderTable, builder_table
from inspector.present.discipline.drawing_svg import drawing_svg, measured

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
    made = LensExports("builder", lambda: lens.shown)
    return (
        made.file(
            "context.txt",
            tr("Builder: text for the model…"),
            tr("The bundle as the text that a model gets, to the letter."),
            lambda shown: context_bytes(shown.report),
            possible=_has_bundle,
        ),
        *(
            made.file(
                f"prompt.{suffix}",
                tr("Builder: prompt as {title}…", title=title),
                tr("The bundle with what its marks mean and the task once more, to be pasted."),
                partial(_prompt, lens, form),
                possible=_has_bundle,
            )
            for form, title, suffix in (
                (PromptFormat.MARKDOWN, "Markdown", "md"),
                (PromptFormat.XML, "XML", "xml"),
            )
        ),
        *(
            made.file(
                file,
                tr("Builder: {title} as JSON…", title=title),
                help_text,
                partial(_artifact, file),
                possible=_has_bundle if file == BUNDLE else lambda _shown: True,
            )
            for file, title, help_text in _ARTIFACTS
        ),
        made.file(
            "build.json",
            tr("Builder: result as JSON…"),
            tr("Decision, ranking, fates, steps and ledger, without contents."),
            lambda shown: json_text(build_result(shown.report)),
        ),
        *(
            made.rows(
                f"{table.value}.csv",
                tr("Builder: {title} as CSV…", title=in_sentence_case(TITLES[table])),
                partial(builder_table, table),
            )
            for table in BuilderTable
        ),
        made.file(
            "budget-bar.svg",
            tr("Builder: budget as SVG…"),
            tr("The budget as a drawing that can be scaled, light."),
            lambda shown: drawing_svg(bar_drawing(budget_bar(shown), _WIDTH, measured)),
        ),
        made.file(
            "fitting.svg",
            tr("Builder: fitting as SVG…"),
            tr("The steps of fitting as a drawing that can be scaled, light."),
            lambda shown: drawing_svg(
                fit_drawing(shown.report.fit_steps, _WIDTH, _HEIGHT, measured)
            ),
        ),
    )


def _has_bundle(shown: Shown) -> bool:
    return not shown.report.refused


def _prompt(lens: BuilderLens, form: PromptFormat, _shown: Shown) -> str | Problem:
    return lens.prompt(form)


def _artifact(file: str, shown: Shown) -> bytes:
    return artifact_files(shown.report)[file]
