"""The commands of the Window lens.

The files that the Window lens can write.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from inspector.core.problems import Problem, Severity
from inspector.core.window.report import TextOf, WindowReport, placed_without_text, window_text
from inspector.files import optimization_result, placement_result
from inspector.files.atomic import write_atomically
from inspector.gui.commands import Command
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import in_sentence_case, tr, tr_n
from inspector.session.window_stage import WindowStage
from inspector.stages.window.result_tables import TITLES, WindowTable
from inspector.stages.window.ruler import SpanOrder, ruler
from inspector.stages.window.ruler_items import ruler_svg
from inspector.stages.window.view.chart_panel import ZOOM
from inspector.stages.window.view.lens import WindowLens


def window_commands(lens: WindowLens) -> Sequence[Command]:
    """Return what can be done in the lens; all of it needs chunks and the lens in sight."""

    def possible() -> bool:
        return lens.report is not None and lens.isVisible()

    ruler = lens.chart.ruler
    return (
        Command(
            "window-zoom-in",
            tr("Zoom in on the ruler"),
            tr("Shows fewer tokens of the window, around the middle."),
            lambda: ruler.zoom(ZOOM),
            keys=("Alt++", "Alt+="),
            enabled=possible,
        ),
        Command(
            "window-zoom-out",
            tr("Zoom out of the ruler"),
            tr("Shows more tokens of the window, around the middle."),
            lambda: ruler.zoom(1 / ZOOM),
            keys=("Alt+-",),
            enabled=possible,
        ),
        Command(
            "window-fit",
            tr("Show the whole window on the ruler"),
            tr("Shows reserve and room, and nothing beyond."),
            lambda: ruler.set_view(None),
            keys=("Alt+Home",),
            enabled=possible,
        ),
        Command(
            "window-show-all",
            tr("Show everything on the ruler"),
            tr("Shows dropped chunks beyond the room, too."),
            ruler.show_all,
            keys=("Ctrl+Shift+0",),
            enabled=possible,
        ),
        Command(
            "window-original-order",
            tr("Spans in original order"),
            tr("Lays chunks out as in the prompt, instead of by priority."),
            lens.toggle_order,
            enabled=possible,
            checked=lambda: lens.chart.order is SpanOrder.ORIGINAL,
        ),
        Command(
            "window-step-forward",
            tr("Step forward in the log"),
            tr("Shows the ruler after the next event of the placement."),
            lambda: lens.tables.step(1),
            keys=("Alt+Right",),
            enabled=possible,
        ),
        Command(
            "window-step-back",
            tr("Step back in the log"),
            tr("Shows the ruler before the last event of the placement."),
            lambda: lens.tables.step(-1),
            keys=("Alt+Left",),
            enabled=possible,
        ),
        Command(
            "window-compare-optimum",
            tr("Compare with the optimum"),
            tr("Shows the exact best choice of chunks beside the greedy one."),
            lambda: lens.tables.turn_to(WindowTable.OPTIMUM),
            enabled=possible,
        ),
    )


_TEXTS = {
    TextOf.LLM: tr("Window: text…"),
    TextOf.BUSINESS: tr("Window: text of business chunks…"),
    TextOf.RAG: tr("Window: text of what was retrieved…"),
}


def window_exporters(lens: WindowLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the placement that is shown."""
    made = LensExports("window", lambda: lens.report)
    return (
        made.file(
            "placement.json",
            tr("Window: placement as JSON…"),
            tr("Spans, verdicts, conflicts, limits, ledger and log of the placement."),
            lambda report: json_text(placement_result(report, with_events=True)),
        ),
        made.file(
            "optimization.json",
            tr("Window: optimization as JSON…"),
            tr("Result, record and log under the specification's names, with the chosen texts."),
            lambda report: json_text(optimization_result(report, _stage(lens))),
        ),
        *(
            made.writer(
                f"window-{of}.txt" if of is not TextOf.LLM else "window.txt",
                title,
                tr("What was placed, in original order, as one text."),
                partial(_write_text, of),
            )
            for of, title in _TEXTS.items()
        ),
        *(
            made.rows(
                f"window-{table.value.removeprefix('window-')}.csv",
                tr("Window: {title} as CSV…", title=in_sentence_case(TITLES[table])),
                lambda _report, table=table: lens.tables.table(table),  # type: ignore[misc]  # a default binds the loop's value
            )
            for table in WindowTable
            if table is not WindowTable.REQUESTS  # exported from its own table, once placed
        ),
        made.file(
            "ruler.svg",
            tr("Window: ruler as SVG…"),
            tr("The whole ruler as a drawing that can be scaled, light."),
            lambda report: ruler_svg(ruler(report, lens.chart.order)),
        ),
    )


def _write_text(of: TextOf, report: WindowReport, path: Path) -> Sequence[Problem]:
    """Write a text of the window; say how many of the placed chunks it lacks."""
    write_atomically(path, window_text(report, of).encode("utf-8", "backslashreplace"))
    missing = placed_without_text(report)
    if not missing:
        return ()
    said = tr_n(
        "1 placed chunk came without its text.",
        "{missing:,} placed chunks came without their text.",
        missing,
        missing=missing,
    )
    return (Problem(Severity.NOTE, "window.without-text", said),)


def _stage(lens: WindowLens) -> WindowStage:
    """Return the stage that the shown placement is of."""
    return WindowStage() if lens.result is None else lens.result.session.window
