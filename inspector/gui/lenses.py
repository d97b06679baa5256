"""The lenses of the stages, door by door, in the order of a prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from inspector.gui.commands import commands_of
from inspector.gui.lens_record import LensRecord
from inspector.language import tr
from inspector.stage import Stage, stages

if TYPE_CHECKING:
    from inspector.gui.lens import LensContext, LensWidget
    from inspector.gui.workspace import Workspace

_BETWEEN_PIECES = 200  # milliseconds


def fitted(stage: Stage, lens: LensWidget, context: LensContext) -> LensWidget:
    """Return a lens whose commands and files the window knows; it knows nothing of them itself."""
    has_commands = stage.load(stage.lens_commands)(lens) if stage.lens_commands else lens
    context.register_commands(commands_of(has_commands))
    context.register_exporters(stage.load(stage.exporters)(lens))
    return lens


def _made(stage: Stage, context: LensContext) -> LensWidget:
    return fitted(stage, stage.load(stage.lens)(context), context)


def _tokens(stage: Stage, result: Any) -> str:
    said: str = stage.load(stage.tokens)(result) if stage.tokens else tr("done")
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


class LoadedAhead(QTimer):
    """Loads modules one after the other, some time apart, as long as nobody waits for anything.

    What cannot be loaded is passed over: whoever needs it says so.
    """

    def __init__(
        self,
        pieces: Iterable[Callable[[], object]],
        parent: QObject,
        *,
        may_load: Callable[[], bool],
    ) -> None:
        super().__init__(parent, interval=_BETWEEN_PIECES)
        self._left = list(pieces)
        self._may_load = may_load
        self.timeout.connect(self._load_next)
        self.start()

    def _load_next(self) -> None:
        if self._left and self._may_load():
            with suppress(ImportError):
                self._left.pop(0)()
        if not self._left:
            self.stop()


def load_ahead(workspace: Workspace) -> LoadedAhead:
    """Load what all lenses are made of while one is shown, so that showing another is quicker."""

    def nobody_waits() -> bool:
        shown = workspace.lenses.widget
        works = workspace.runner.busy or workspace.opening.loads.busy or workspace.store.in_gesture
        return shown is not None and shown.settled and not works and not QApplication.mouseButtons()

    def make_part(stage: Stage) -> None:
        """Have what checks the part of a stage in a session, which is made when first used."""
        workspace.store.session.part(stage.id)

    pieces: list[Callable[[], object]] = []
    for stage in stages():
        named = (stage.result, stage.lens, stage.lens_commands, stage.exporters)
        pieces += [partial(stage.load, one) for one in named if one]
        if stage.part:
            pieces.append(partial(make_part, stage))
    return LoadedAhead(pieces, workspace, may_load=nobody_waits)
