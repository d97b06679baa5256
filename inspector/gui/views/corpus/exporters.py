"""The files that the Corpus lens can write."""

from __future__ import annotations

from inspector.files.corpus_results import corpus_result
from inspector.gui.lens import Exporter
from inspector.gui.views.corpus.lens import CorpusLens
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import in_sentence_case, tr
from inspector.present.corpus.curve_svg import curve_svg
from inspector.present.corpus.tables import TITLES, CorpusTable
from inspector.present.corpus.waterfall_svg import waterfall_svg


def corpus_exporters(lens: CorpusLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the study that is shown."""
    made = LensExports("corpus", lambda: lens.study)
    return (
        made.file(
            "corpus.json",
            tr("Corpus: results as JSON…"),
            tr("Curves, front, recommendation and every request."),
            lambda study: json_text(corpus_result(study), indent=1),
        ),
        made.file(
            "corpus-chart.svg",
            tr("Corpus: chart as SVG…"),
            tr("The curves as a drawing that can be scaled, light."),
            curve_svg,
        ),
        made.file(
            "corpus-losses.svg",
            tr("Corpus: lost evidence as SVG…"),
            tr("Where the evidence went, cause by cause, as a drawing that can be scaled, light."),
            waterfall_svg,
        ),
        *(
            made.rows(
                f"{table.value}.csv",
                tr("Corpus: {title} as CSV…", title=in_sentence_case(TITLES[table])),
                lambda _study, table=table: lens.tables.table(table),  # type: ignore[misc]  # a default binds the loop's value
            )
            for table in CorpusTable
        ),
    )
