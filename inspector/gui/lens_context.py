"""What the window offers to a lens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from inspector.core.problems import Problem
from inspector.gui.actions import Actions
from inspector.gui.commands import Command, Menu
from inspector.gui.exports import Exports
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.lens_record import LensRecord
from inspector.gui.lens_row import LensRow
from inspector.gui.messages import Messages
from inspector.gui.runner import Runner
from inspector.gui.theme import Theme
from inspector.gui.views.pacing import Pace
from inspector.project.findings import SecretScanner
from inspector.session.store import Store

if TYPE_CHECKING:
    from inspector.gui.swept_corpus import SweptCorpus


@dataclass(frozen=True, eq=False, repr=False)
class LensContexts:
    """Makes the context of each lens out of the parts of a window."""

    store: Store
    runner: Runner
    messages: Messages
    theme: Theme
    actions: Actions
    exports: Exports
    lenses: LensRow
    refresh_soon: Callable[[], None]
    pace: Pace
    show_problem: Callable[[Problem], None]
    record: Callable[[Any], None]
    swept: SweptCorpus
    open_files: Callable[[Sequence[Path]], None]
    save_policy: Callable[[], bool]
    history: Path | None
    scanner: SecretScanner | None
    start_page: QWidget
    pages: QWidget

    def make(self, record: LensRecord, saved: Mapping[str, Any]) -> LensContext:
        """Return what a lens is given; ``saved`` is how it was looked at last time."""
        lenses, lens = self.lenses, record.id
        return LensContext(
            store=self.store,
            runner=self.runner,
            messages=self.messages,
            theme=self.theme,
            register_commands=partial(register_commands, self.actions, lenses, lens),
            register_exporters=partial(self._register_exporters, record),
            refresh_commands=self.refresh_soon,
            pace=self.pace,
            set_status=partial(lenses.set_line, lens),
            set_old=partial(lenses.set_old, lens),
            set_result=partial(lenses.set_result, lens),
            set_problems=partial(lenses.set_problems, lens),
            show_problem=self.show_problem,
            saved_state=saved,
            open_lens=lenses.open,
            show_in_prompt=lenses.show_in_prompt,
            record=self.record,
            swept=self.swept,
            open_files=self.open_files,
            save_policy=self.save_policy,
            history=self.history,
            scanner=self.scanner,
            start_page=self.start_page,
            parent=self.pages,
        )

    def _register_exporters(self, record: LensRecord, exporters: Iterable[Exporter]) -> None:
        self.exports.register(exporters, record.full_title)
        self.refresh_soon()


def register_commands(
    actions: Actions, lenses: LensRow, lens: str, commands: Iterable[Command]
) -> None:
    """Take the commands of a lens. They can be done while that lens is the one to be seen."""

    def is_in_front() -> bool:
        return lenses.current == lens

    def can(command: Command) -> bool:
        return is_in_front() and command.enabled()

    actions.register(
        replace(
            command,
            menu=Menu.LENS,
            lens=lens,
            in_reach=is_in_front,
            enabled=partial(can, command),
        )
        for command in commands
    )
