"""The commands of the Assembly lens.

The files that the Assembly lens can write.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.core.assembly import Assembly, prompt_text, texts_left_out
from inspector.core.problems import Problem, Severity
from inspector.files import assembly_result
from inspector.gui.commands import Choice, Command
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import in_sentence_case, tr
from inspector.present.ledger_table import ledger_table
from inspector.stages.assembly.bands import bands_of
from inspector.stages.assembly.bands_items import bands_svg
from inspector.stages.assembly.view.lens import AssemblyLens
from inspector.stages.assembly.view.piece_form import STEPS
from inspector.stages.assembly.view.tables import TABLES, TITLES, table_of


def assembly_commands(lens: AssemblyLens) -> Sequence[Command]:
    """Return what can be done in the lens while it is in sight."""

    def in_sight() -> bool:
        return lens.isVisible()

    def shown() -> bool:
        return lens.assembly is not None and lens.isVisible()

    return (
        Command(
            "assembly-add-piece",
            tr("Add a piece to a step"),
            tr("Adds an empty piece and goes to its form."),
            choices=lambda: [
                Choice(
                    f"step-{int(step)}",
                    f"{int(step)} {tr(step.title)}",
                    lambda step=step: lens.inputs.add_piece(int(step)),  # type: ignore[misc]  # a default binds the loop's value
                    tr(step.help),
                )
                for step in STEPS
            ],
            enabled=in_sight,
        ),
        Command(
            "assembly-remove-piece",
            tr("Remove the piece"),
            tr("Removes the piece that is selected."),
            lens.inputs.remove_piece,
            enabled=lambda: lens.isVisible() and lens.subject.startswith("item:"),
        ),
        Command(
            "assembly-open-steps",
            tr("Open all steps"),
            tr("Shows the pieces of every step at full width."),
            lens.chart.open_all,
            enabled=shown,
        ),
        Command(
            "assembly-close-steps",
            tr("Close all steps"),
            tr("Shows one row for each step."),
            lens.chart.close_all,
            enabled=shown,
        ),
        Command(
            "assembly-deciding-lens",
            tr("Go to the lens that decided"),
            tr("Shows what is selected in Relevance, State or Budget."),
            lambda: lens.show_deciding_lens(lens.subject),
            keys=("Ctrl+J",),
            enabled=lambda: shown() and bool(lens.deciding_lens(lens.subject)[0]),
        ),
    )


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
        made.rows(
            "assembly-ledger.csv",
            tr("Assembly: ledger as CSV…"),
            lambda one: ledger_table(one.ledger),
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
