"""The files that the Assembly lens can write."""

from __future__ import annotations

from functools import partial

from inspector.core.assembly import Assembly, prompt_text, texts_left_out
from inspector.core.problems import Problem, Severity
from inspector.files import assembly_result
from inspector.gui.lens import Exporter
from inspector.gui.views.assembly.lens import AssemblyLens
from inspector.gui.views.assembly.tables import TABLES, TITLES, table_of
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import in_sentence_case, tr
from inspector.present.assembly.bands import bands_of
from inspector.present.assembly.bands_svg import bands_svg


def assembly_exporters(lens: AssemblyLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the assembly that is shown."""
    made = LensExports("assembly", lambda: lens.assembly)
    return (
        made.file(
            "assembly.json",
            tr("Assembly: result as JSON…"),
            tr("Steps, spans, limits, decision and the whole ledger."),
            lambda one: json_text(assembly_result(one)),
        ),
        made.file(
            "prompt.txt",
            tr("Assembly: prompt as text…"),
            tr("The prompt as the model would get it."),
            _prompt,
        ),
        *(
            made.rows(
                f"{table.value}.csv",
                tr("Assembly: {title} as CSV…", title=in_sentence_case(TITLES[table])),
                partial(table_of, table),
            )
            for table in TABLES
        ),
        made.file(
            "bands.svg",
            tr("Assembly: bands as SVG…"),
            tr("The eight bands as a drawing that can be scaled, light."),
            lambda one: bands_svg(bands_of(one)),
        ),
    )


def _prompt(assembly: Assembly) -> str | Problem:
    """Return the prompt's text, or why there is none."""
    if assembly.refused:
        why = " ".join(entry.sentence for entry in assembly.judgements)
        return Problem(
            Severity.ERROR,
            "assembly.refused",
            tr("The prompt is not written. {why}", why=why),
            tr("Bring it within its limits."),
        )
    text = prompt_text(assembly)
    if text is not None:
        return text
    return Problem(
        Severity.ERROR,
        "assembly.texts-left-out",
        tr(
            "These texts are not in the session: {names}.",
            names=", ".join(texts_left_out(assembly)),
        ),
        tr("Give the pieces their texts."),
    )
