"""A person who never rests: what somebody does with the window in an hour, as fast as it goes.

What is done is drawn from a seed, so a run can be repeated. Everything goes the way it goes for a
person: by commands, by keys in a widget, by an edit of the store. After each action the window
finishes what follows from it.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from inspector.core.injection.policy import Strategy
from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer, Done, FileChoice, Notice, Question
from inspector.gui.samples import samples
from inspector.gui.unattended import settle, wait_until
from inspector.gui.workspace import Workspace
from inspector.session.edits import set_at, set_note, set_strategy
from inspector.stages.injection.tables import TableId
from inspector.stages.injection.view.lens import InjectionLens

SAMPLE = "securities-fraud"
_FILTERS = (
    "state:suppressed",
    "tokens>50",
    "kind:entity",
    "voss",
    "state:suppressed OR tokens<9",
    "",
)
_NORMAL = Qt.KeyboardModifier.NoModifier


class Answers:
    """``Messages`` for somebody who throws changes away and names every file that is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.told: deque[Notice] = deque(maxlen=20)

    def ask(self, _question: Question) -> Answer:
        return Answer.NO

    def ask_text(self, _question: Question) -> str | None:
        return None

    def tell(self, notice: Notice) -> None:
        self.told.append(notice)

    def say(self, _done: Done) -> None:
        """Go on."""

    def choose_files(self, _choice: FileChoice) -> tuple[Path, ...]:
        return ()

    def choose_folder(self, _choice: FileChoice) -> Path | None:
        return None

    def choose_target(self, choice: FileChoice) -> Path | None:
        name = choice.start.name if choice.start is not None else "file"
        return self._folder / f"out-{name}"


class Person:
    """Somebody in front of a window. ``done`` counts what has been done, by name."""

    def __init__(self, workspace: Workspace, folder: Path, seed: int = 1) -> None:
        self._workspace = workspace
        self._random = random.Random(seed)
        self._own = folder / "own"
        shutil.copytree(_sample(SAMPLE).parent, self._own)
        self.session = self._own / _sample(SAMPLE).name
        self._step = 0
        self.done: Counter[str] = Counter()
        self._habits: dict[Callable[[], None], int] = {
            self.move_divider: 24,
            self.change_policy: 10,
            self.undo: 10,
            self.redo: 6,
            self.select: 12,
            self.filter: 8,
            self.turn_table: 5,
            self.show_lens: 10,
            self.change_strategy: 3,
            self.force: 3,
            self.write_note: 3,
            self.change_theme: 2,
            self.look_for_command: 2,
            self.fold_problems: 2,
            self.reload: 2,
            self.change_file: 1,
            self.export: 2,
            self.copy_picture: 1,
            self.open_another: 1,
            self.present: 1,
        }

    # What is gone about ------------------------------------------------------------------

    def act(self) -> None:
        """Do something, and wait for what follows."""
        [habit] = self._random.choices(list(self._habits), list(self._habits.values()))
        habit()
        self.done[habit.__name__] += 1
        self.settle()

    def do_everything(self, *, presenting: bool = True) -> None:
        """Do each thing once; a presentation takes as long as all the rest."""
        for habit in self._habits:
            if presenting or habit != self.present:
                habit()
                self.settle()

    def tour(self) -> None:
        """See every lens and every sample once, so that everything is made that is made once."""
        for sample in samples():
            self.open(sample.path)
        for record in self._workspace.lenses.records:
            self._workspace.show_lens(record.id)
            self.settle()
        self.do_everything()

    def come_home(self) -> None:
        """Bring the window to where it began, so that two moments can be compared."""
        workspace = self._workspace
        self.open(self.session)
        workspace.choose_theme(type(workspace.theme.choice).LIGHT)
        workspace.problems.set_open(is_open=False)
        for record in workspace.lenses.records:
            workspace.show_lens(record.id)
            self.settle()
        lens = self._injection()
        for table in TableId:
            lens.tables.turn_to(table)
            lens.tables.panel(table).set_filter("")
        lens.tables.turn_to(TableId.LEDGER)
        lens.select("")
        self.settle()

    def settle(self) -> None:
        """Let the window finish."""
        settle(self._workspace)
        wait_until(lambda: not self._workspace.lenses.busy)

    # Habits ------------------------------------------------------------------------------

    def move_divider(self) -> None:
        """Press an arrow key in the budget bar a few times."""
        key = self._random.choice((Qt.Key.Key_Left, Qt.Key.Key_Right))
        for _ in range(self._random.randint(1, 5)):
            _press(self._injection().bar, key)

    def change_policy(self) -> None:
        """Put another number into a field of the policy."""
        field, value = self._random.choice(
            (
                ("max_injection_tokens_absolute", self._random.randrange(500, 9000, 50)),
                ("max_injection_tokens_pct_of_context", self._random.randrange(5, 60) / 100),
                ("min_bucket_tokens", self._random.randrange(0, 1500, 50)),
            )
        )
        self._workspace.store.commit("Change the policy", set_at("policy", field, value))

    def undo(self) -> None:
        """Take something back."""
        self._do(CommandId.UNDO)

    def redo(self) -> None:
        """Do it again."""
        self._do(CommandId.REDO)

    def select(self) -> None:
        """Select another row and read why."""
        self._do(self._random.choice(("next-suppressed", "next-dropped")))
        lens = self._injection()
        panel = lens.tables.panel(lens.tables.current)
        if len(panel.rows):
            lens.select(panel.data.keys[int(self._random.choice(list(panel.rows)))])

    def filter(self) -> None:
        """Filter the table in sight."""
        lens = self._injection()
        lens.tables.panel(lens.tables.current).set_filter(self._random.choice(_FILTERS))

    def turn_table(self) -> None:
        """Look at another table."""
        self._injection().tables.turn_to(self._random.choice(list(TableId)))

    def show_lens(self) -> None:
        """Look through another lens."""
        self._workspace.show_lens(self._random.choice(self._workspace.lenses.records).id)

    def change_strategy(self) -> None:
        """Give cards their renderings in another way."""
        strategy = self._random.choice(list(Strategy))
        self._workspace.store.commit("Change strategy", set_strategy(strategy))

    def force(self) -> None:
        """Pin something, or take it back."""
        self.select()
        self._do(self._random.choice(("what-if-pin", "what-if-clear")))

    def write_note(self) -> None:
        """Write something down about what is selected."""
        subject = self._injection().subject.partition(":")[2] or "all"
        self._workspace.store.commit(
            "Write a note", set_note(subject, f"note {self._random.random()}")
        )

    def change_theme(self) -> None:
        """Put on light or dark colours."""
        choice = self._random.choice(list(type(self._workspace.theme.choice)))
        self._workspace.choose_theme(choice)

    def look_for_command(self) -> None:
        """Open the list of commands, type, and leave it."""
        self._do(CommandId.PALETTE)
        for text in ("e", "ex", "exp"):
            self._workspace.palette.search(text)
        self._workspace.palette.close_again()

    def fold_problems(self) -> None:
        """Open or close the list of problems."""
        self._do(CommandId.PROBLEMS)

    def reload(self) -> None:
        """Read all files again."""
        self._do(CommandId.RELOAD)

    def change_file(self) -> None:
        """Change a file on disk, as another program would, and take it."""
        path = self._own / "policy.json"
        text = path.read_text("utf-8")
        path.write_text(text.rstrip() + " " * self._random.randint(1, 9) + "\n", "utf-8")
        self._do(CommandId.RELOAD)

    def export(self) -> None:
        """Write one of the files that can be written."""
        self._injection()
        choices = self._workspace.exports.choices()
        self._random.choice(choices).run()

    def copy_picture(self) -> None:
        """Copy the chart."""
        self._do(CommandId.COPY_PICTURE)

    def open_another(self) -> None:
        """Open a sample, look at it, and come back."""
        self.open(self._random.choice(samples()).path)
        self.open(self.session)

    def present(self) -> None:
        """Tell some of the story."""
        self._do(CommandId.PRESENTATION)
        for _ in range(self._random.randint(0, 4)):
            self._do(CommandId.STORY_NEXT)
            self.settle()
        self._do(CommandId.END_PRESENTATION)

    # Ways --------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Open a session and wait for it."""
        self._workspace.open([path])
        self.settle()

    def _do(self, command: str) -> None:
        self._workspace.actions.refresh()
        action = self._workspace.actions.action(command)
        if action.isEnabled():
            action.trigger()

    def _injection(self) -> InjectionLens:
        self._workspace.show_lens("injection")
        lens: Any = self._workspace.lenses.widget
        assert isinstance(lens, InjectionLens)
        if lens.report is None:
            wait_until(lambda: lens.report is not None)
        return lens


def _sample(name: str) -> Path:
    return next(sample.path for sample in samples() if sample.id == name)


def _press(widget: QWidget, key: Qt.Key) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, _NORMAL))
