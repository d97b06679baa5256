"""The files that the Window lens can write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from inspector.core.problems import Problem, Severity
from inspector.core.window.report import TextOf, placed_without_text, window_text
from inspector.files import optimization_result, placement_result
from inspector.files.saving import write_atomically
from inspector.gui.views.lens_exports import File, json_text, rows_of
from inspector.language import tr, tr_n
from inspector.stages.window.ruler import SpanOrder, ruler
from inspector.stages.window.ruler_items import ruler_svg
from inspector.stages.window.runs import WindowResult
from inspector.stages.window.tables import WindowTable
from inspector.stages.window.view.middle import WindowTables

_TEXTS = {
    "window.txt": (TextOf.LLM, tr("text")),
    "window-business.txt": (TextOf.BUSINESS, tr("text of business chunks")),
    "window-rag.txt": (TextOf.RAG, tr("text of what was retrieved")),
}


def files(tables: WindowTables, order: Callable[[], SpanOrder]) -> tuple[File, ...]:
    """Return what can be written of a placement; ``order`` returns that of the spans."""
    return (
        File(
            "placement.json",
            tr("placement as JSON"),
            tr("Spans, verdicts, conflicts, limits, ledger and log of the placement."),
            lambda result: json_text(placement_result(result.report, with_events=True)),
        ),
        File(
            "optimization.json",
            tr("optimization as JSON"),
            tr("Result, record and log under the specification's names, with the chosen texts."),
            lambda result: json_text(optimization_result(result.report, result.session.window)),
        ),
        *(
            File(
                name,
                title,
                tr("What was placed, in original order, as one text."),
                partial(_write_text, of),
                to_path=True,
            )
            for name, (of, title) in _TEXTS.items()
        ),
        *(
            rows_of(tables, table, f"window-{table.removeprefix('window-')}")
            for table in WindowTable
            if table is not WindowTable.REQUESTS  # exported from its own table, once placed
        ),
        File(
            "ruler.svg",
            tr("ruler as SVG"),
            tr("The whole ruler as a drawing that can be scaled, light."),
            lambda result: ruler_svg(ruler(result.report, order())),
        ),
    )


def _write_text(of: TextOf, result: WindowResult, path: Path) -> Sequence[Problem]:
    """Write a text of the window; say how many of the placed chunks it lacks."""
    if result.report is None:
        return ()
    write_atomically(path, window_text(result.report, of).encode("utf-8", "backslashreplace"))
    missing = placed_without_text(result.report)
    if not missing:
        return ()
    said = tr_n(
        "1 placed chunk came without its text.",
        "{missing:,} placed chunks came without their text.",
        missing,
        missing=missing,
    )
    return (Problem(Severity.NOTE, "window.without-text", said),)
