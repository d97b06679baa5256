"""The commands of the Window lens."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.gui.commands import Command, CommandId
from inspector.gui.views.window.chart_panel import ZOOM
from inspector.gui.views.window.lens import WindowLens
from inspector.language import tr
from inspector.present.window.result_tables import WindowTable
from inspector.present.window.ruler import SpanOrder


def window_commands(lens: WindowLens) -> Sequence[Command]:
    """Return what can be done in the lens; all of it needs chunks and the lens in sight."""

    def possible() -> bool:
        return lens.report is not None and lens.isVisible()

    ruler = lens.chart.ruler
    return (
        Command(
            CommandId.WINDOW_ZOOM_IN,
            tr("Zoom in on the ruler"),
            tr("Shows fewer tokens of the window, around the middle."),
            lambda: ruler.zoom(ZOOM),
            keys=("Alt++", "Alt+="),
            enabled=possible,
        ),
        Command(
            CommandId.WINDOW_ZOOM_OUT,
            tr("Zoom out of the ruler"),
            tr("Shows more tokens of the window, around the middle."),
            lambda: ruler.zoom(1 / ZOOM),
            keys=("Alt+-",),
            enabled=possible,
        ),
        Command(
            CommandId.WINDOW_FIT,
            tr("Show the whole window on the ruler"),
            tr("Shows reserve and room, and nothing beyond."),
            lambda: ruler.set_view(None),
            keys=("Alt+Home",),
            enabled=possible,
        ),
        Command(
            CommandId.WINDOW_SHOW_ALL,
            tr("Show everything on the ruler"),
            tr("Shows dropped chunks beyond the room, too."),
            ruler.show_all,
            keys=("Ctrl+Shift+0",),
            enabled=possible,
        ),
        Command(
            CommandId.WINDOW_ORIGINAL_ORDER,
            tr("Spans in original order"),
            tr("Lays chunks out as in the prompt, instead of by priority."),
            lens.toggle_order,
            enabled=possible,
            checked=lambda: lens.chart.order is SpanOrder.ORIGINAL,
        ),
        Command(
            CommandId.WINDOW_STEP_FORWARD,
            tr("Step forward in the log"),
            tr("Shows the ruler after the next event of the placement."),
            lambda: lens.tables.step(1),
            keys=("Alt+Right",),
            enabled=possible,
        ),
        Command(
            CommandId.WINDOW_STEP_BACK,
            tr("Step back in the log"),
            tr("Shows the ruler before the last event of the placement."),
            lambda: lens.tables.step(-1),
            keys=("Alt+Left",),
            enabled=possible,
        ),
        Command(
            CommandId.WINDOW_COMPARE_OPTIMUM,
            tr("Compare with the optimum"),
            tr("Shows the exact best choice of chunks beside the greedy one."),
            lambda: lens.tables.turn_to(WindowTable.OPTIMUM),
            enabled=possible,
        ),
    )
