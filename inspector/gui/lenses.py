"""The lenses of the stages, door by door, and what is known of each before it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from inspector.gui.commands import commands_of
from inspector.language import in_sentence_case, tr
from inspector.stage import Door, Stage, stages

if TYPE_CHECKING:
    from inspector.gui.lens import LensContext, LensWidget


class LensRecord(NamedTuple):
    """One lens: where it stands, what it is called, and what is said of it.

    ``make`` imports what it needs by itself, because records are read before the first paint.
    ``specified`` is what the specification calls its subject, where that is another name than the
    title. ``needs`` says what a session without input for it would take; "" is never said.
    ``inputs`` are the parts of the session that it goes by, as ``Part`` spells them. ``tokens``
    tells the tokens of one of its results, in and out, "" where there are none.
    """

    id: str
    title: str
    help: str
    key: str
    make: Callable[[LensContext], LensWidget]
    door: Door = Door.INSPECT
    specified: str = ""
    needs: str = ""
    inputs: Sequence[str] = ("policy", "candidates", "request")
    tokens: Callable[[Any], str] = lambda _result: ""

    @property
    def full_title(self) -> str:
        """What it is called outside of its door."""
        if self.door is not Door.OPTIMISE:
            return self.title
        return f"{self.door.title}: {in_sentence_case(self.title)}"

    @property
    def tip(self) -> str:
        """What is shown while the pointer rests on it."""
        key = f" ({self.key})" if self.key else ""
        return f"{self.specified}\n{self.help}{key}" if self.specified else f"{self.help}{key}"


def fitted(stage: Stage, lens: LensWidget, context: LensContext) -> LensWidget:
    """Return a lens whose commands and files the window knows; it knows nothing of them itself."""
    described = stage.load(stage.lens_commands)(lens) if stage.lens_commands else lens
    context.register_commands(commands_of(described))
    context.register_exporters(described.exporters())
    return lens


def _made(stage: Stage, context: LensContext) -> LensWidget:
    return fitted(stage, stage.load(stage.lens)(context), context)


def _tokens(stage: Stage, result: Any) -> str:
    return stage.load(stage.tokens)(result) if stage.tokens else tr("done")


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
