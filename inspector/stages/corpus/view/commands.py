"""The commands of the Corpus lens.

The files that the Corpus lens can write.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.gui.commands import Command
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows_of
from inspector.language import tr
from inspector.stages.corpus.plots import curve_svg, front_svg
from inspector.stages.corpus.report import corpus_page
from inspector.stages.corpus.results import corpus_result
from inspector.stages.corpus.tables import CorpusTable
from inspector.stages.corpus.view.lens import CorpusLens
from inspector.stages.corpus.waterfall import waterfall_svg


def corpus_commands(lens: CorpusLens) -> Sequence[Command]:
    """Return what can be done in the lens while it is in sight."""

    def shown() -> bool:
        return lens.study is not None and lens.isVisible()

    return (
        Command(
            "corpus-run",
            tr("Run the corpus"),
            tr("Runs every request of the open corpus over the whole range, on all cores."),
            lens.run,
            keys=("Ctrl+Alt+R",),
            enabled=lambda: lens.isVisible() and lens.can_run,
        ),
        Command(
            "corpus-stop",
            tr("Stop the corpus"),
            tr("Stops the run; what is done is kept, and the next run goes on from there."),
            lens.stop,
            enabled=lambda: lens.isVisible() and lens.busy,
        ),
        Command(
            "corpus-best",
            tr("Look at the recommended value"),
            tr("Looks at the value with the best mean recall; nothing is changed."),
            lens.look_at_best,
            enabled=shown,
        ),
        Command(
            "corpus-apply",
            tr("Apply the corpus value"),
            tr("Gives the policy the value that is looked at in the corpus, as one undoable edit."),
            lens.apply,
            enabled=lambda: shown() and lens.can_apply,
        ),
        Command(
            "corpus-open",
            tr("Open the selected request"),
            tr("Opens the request in Budget with the value looked at, as one edit."),
            lens.open_request,
            keys=("Ctrl+Alt+O",),
            enabled=lambda: shown() and lens.can_open,
        ),
        Command(
            "corpus-table",
            tr("Table of the corpus"),
            tr("Brings the requests, the curve, the Pareto front or the policies in sight."),
            choices=lens.tables.choices,
            enabled=shown,
        ),
    )


_FILES = (
    File(
        "corpus.json",
        tr("results as JSON"),
        tr("Curves, front, recommendation and every request."),
        lambda study: json_text(corpus_result(study), indent=1),
    ),
    File(
        "corpus.html",
        tr("page as HTML"),
        tr("Sentence, charts and every lost piece as one page for reading, without a script."),
        corpus_page,
    ),
    File(
        "corpus-chart.svg",
        tr("chart as SVG"),
        tr("The curves as a drawing that can be scaled, light."),
        curve_svg,
    ),
    File(
        "corpus-losses.svg",
        tr("lost evidence as SVG"),
        tr("Where the evidence went, cause by cause, as a drawing that can be scaled, light."),
        waterfall_svg,
    ),
    File(
        "corpus-front.svg",
        tr("Pareto front as SVG"),
        tr("Recall against tokens as a drawing that can be scaled, light."),
        front_svg,
    ),
)


def corpus_exporters(lens: CorpusLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the study that is shown."""
    files = (*_FILES, *(rows_of(lens.tables, table) for table in CorpusTable))
    return exports_of("corpus", tr("Corpus"), lambda: lens.study, files)
