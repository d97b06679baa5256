"""The files that the Assembly lens can write."""

from __future__ import annotations

from functools import partial

from inspector.core.assembly import Assembly, prompt_text, texts_left_out
from inspector.core.problems import Problem, Severity
from inspector.files import assembly_result
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows
from inspector.language import tr
from inspector.present.ledger_table import ledger_table
from inspector.stages.assembly.bands import bands_of
from inspector.stages.assembly.bands_items import bands_svg
from inspector.stages.assembly.view.lens import AssemblyLens
from inspector.stages.assembly.view.tables import TABLES, TITLES, table_of


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


_FILES = (
    File(
        "assembly.json",
        tr("result as JSON"),
        tr("Steps, spans, limits, decision and the whole ledger."),
        lambda one: json_text(assembly_result(one)),
    ),
    File("prompt.txt", tr("prompt as text"), tr("The prompt as the model would get it."), _prompt),
    *(rows(f"{table.value}.csv", TITLES[table], partial(table_of, table)) for table in TABLES),
    rows("assembly-ledger.csv", tr("Ledger"), lambda one: ledger_table(one.ledger)),
    File(
        "bands.svg",
        tr("bands as SVG"),
        tr("The eight bands as a drawing that can be scaled, light."),
        lambda one: bands_svg(bands_of(one)),
    ),
)


def assembly_exporters(lens: AssemblyLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the assembly that is shown."""
    return exports_of("assembly", tr("Assembly"), lambda: lens.assembly, _FILES)
