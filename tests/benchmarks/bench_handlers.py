"""The longest stretch for which the window's thread answers nobody, by command.

``./dev bench handlers [CARDS]`` (100,000 by default): every command that can be done on a large set
is done twice, and each time the longest turn of the event loop is taken in time of the processor.
The first time holds what is imported and made once, the second what each further use costs. Nothing
is asserted.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QAbstractEventDispatcher, QTimer

from inspector.__main__ import collect_seldom
from inspector.gui.app import load_ahead
from inspector.gui.commands import CommandId
from inspector.gui.unattended import NobodyThereError, settle, unattended_window, wait_until
from inspector.gui.workspace import Workspace
from inspector.session.preferences import ThemeChoice
from inspector.session.session import Session
from inspector.stages.injection.tables import TableId
from inspector.stages.injection.view.lens import InjectionLens
from tests.shared.injection_input import request
from tests.shared.large_sets import large_set

LEFT_OUT = {  # they end the window, replace the set, or wait for somebody
    CommandId.NEW,
    CommandId.OPEN_SAMPLE,
    CommandId.OPEN_RECENT,
    CommandId.PALETTE,
    CommandId.QUIT,
    CommandId.REVERT,
}
SHOWN = 25


class Heart:
    """The longest time on the processor between two beats of the event loop, in milliseconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._begun: float | None = None
        loop = QAbstractEventDispatcher.instance()
        loop.awake.connect(self.begin)
        loop.aboutToBlock.connect(self.beat)

    def begin(self) -> None:
        """Begin a turn; one that has begun already was interrupted by nothing."""
        self.beat()
        self._begun = time.thread_time()

    def beat(self) -> None:
        """End a turn."""
        if self._begun is not None:
            self.longest = max(self.longest, (time.thread_time() - self._begun) * 1000)
        self._begun = None

    def longest_while(
        self, workspace: Workspace, work: Callable[[], object], *, rest: float = 0.0
    ) -> float:
        """Return the longest turn from here until the window has settled, and some seconds more."""
        self.beat()
        self.longest = 0.0
        done: list[object] = []
        QTimer.singleShot(0, lambda: done.append(work()))
        wait_until(lambda: bool(done))
        settle(workspace)
        end = time.monotonic() + rest
        wait_until(lambda: time.monotonic() >= end)
        self.beat()
        return self.longest


def doings(workspace: Workspace) -> dict[str, Callable[[], object]]:
    """Return what can be done by name: commands, and the first few choices of each."""
    found: dict[str, Callable[[], object]] = {}
    for command in workspace.actions.commands:
        if command.id in LEFT_OUT or not command.enabled():
            continue
        if command.run is not None:
            found[command.id] = lambda command=command: guarded(
                lambda: workspace.actions.run(command)
            )
        for choice in list(command.choices() if command.choices else ())[:12]:
            found[f"{command.id} {choice.id}"] = lambda choice=choice: guarded(choice.run)
    return found


def guarded(run: Callable[[], object]) -> None:
    with suppress(NobodyThereError):  # what it wanted to tell is not what is measured
        run()


def turns(cards: int) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Return the longest turns of showing and filtering a set, and of each command, twice.

    Garbage is searched for as seldom as in the program.
    """
    collect_seldom()
    with unattended_window() as workspace:
        heart = Heart()
        model = {"name": "m", "context_window": 1_000_000, "encoding": "chars"}
        session = Session(title="Large", candidates=large_set(cards), request=request(model=model))
        shown = {
            "opening the set": heart.longest_while(
                workspace, lambda: workspace.store.open(session)
            ),
            "showing the lens": heart.longest_while(
                workspace, lambda: workspace.show_lens("injection")
            ),
        }
        ahead = load_ahead(workspace)  # as the program does
        wait_until(lambda: not ahead.isActive())
        lens = workspace.lenses.widget
        assert isinstance(lens, InjectionLens)
        lens.tables.turn_to(TableId.LEDGER)
        settle(workspace)
        panel = lens.tables.panel(TableId.LEDGER)
        shown["entering the filter"] = heart.longest_while(workspace, panel.focus_filter, rest=0.3)
        for name, text in (("first filter", "number"), ("second filter", "card"), ("none", "")):
            shown[name] = heart.longest_while(workspace, lambda text=text: panel.set_filter(text))
        found = {
            name: (
                heart.longest_while(workspace, work),
                heart.longest_while(workspace, work),
            )
            for name, work in doings(workspace).items()
        }
        shown |= late_styles(workspace, heart)
        return shown, found


def late_styles(workspace: Workspace, heart: Heart) -> dict[str, float]:
    """Return the longest turns of showing each lens that a theme or a size has not reached yet."""
    spent = {}
    for what, change in (
        ("a theme", lambda: workspace.choose_theme(ThemeChoice.DARK)),
        ("a size of texts", lambda: workspace.choose_text_size(125)),
    ):
        change()
        settle(workspace)
        for record in workspace.lenses.records:
            name = f"{record.id} shown after {what}"
            spent[name] = heart.longest_while(
                workspace, lambda lens=record.id: workspace.show_lens(lens)
            )
    return spent


def main(cards: int) -> None:
    """Print the longest turns."""
    shown, found = turns(cards)
    print(f"{cards:,} cards, milliseconds of the processor: the longest turn of the window")
    for name, spent in shown.items():
        print(f"{name:<44}{spent:8.0f}")
    print(f"{'':<44}   first   again")
    for place in (1, 0):
        for name, (first, again) in sorted(found.items(), key=lambda one: -one[1][place])[:SHOWN]:
            print(f"{name:<44}{first:8.0f}{again:8.0f}")
        print()
    within = sum(again <= 16 for _, again in found.values())
    print(f"{within} of {len(found)} within 16 ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 100_000)
