"""The lenses of the stages, door by door, in the order of a prompt."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from inspector.gui.lens_record import LensRecord
from inspector.language import tr
from inspector.stage import Stage, stages

if TYPE_CHECKING:
    from inspector.gui.lens import LensContext, LensWidget


def fitted(stage: Stage, lens: LensWidget, context: LensContext) -> LensWidget:
    """Return a lens whose commands and files the window knows; it knows nothing of them itself."""
    context.register_commands(stage.load(stage.lens_commands)(lens))
    context.register_exporters(stage.load(stage.exporters)(lens))
    return lens


def _made(stage: Stage, context: LensContext) -> LensWidget:
    return fitted(stage, stage.load(stage.lens)(context), context)


def _tokens(stage: Stage, result: Any) -> str:
    said: str = stage.load(stage.tokens)(result) if stage.tokens else ""
    return said


LENSES: tuple[LensRecord, ...] = tuple(
    LensRecord(
        stage.id,
        tr(stage.title),
        tr(stage.help),
        stage.key,
        partial(_made, stage),
        stage.door,
        tr(stage.specified),
        tr(stage.needs),
        stage.inputs,
        partial(_tokens, stage),
    )
    for stage in stages()
)
