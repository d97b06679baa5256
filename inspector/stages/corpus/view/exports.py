"""The files that the Corpus lens can write."""

from __future__ import annotations

from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows_of
from inspector.language import tr
from inspector.stages.corpus.plots import curve_svg, front_svg
from inspector.stages.corpus.report import corpus_page
from inspector.stages.corpus.results import corpus_result
from inspector.stages.corpus.tables import CorpusTable
from inspector.stages.corpus.view.lens import CorpusLens
from inspector.stages.corpus.waterfall import waterfall_svg

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
