"""What a lens is, and what the window offers to one.

A lens is one widget: inputs on the left, chart and tables in the middle, *Why* on the right. It
knows the context it is made with and nothing else of the window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtWidgets import QWidget

from inspector.gui.columns import ThreeColumns
from inspector.gui.views.pacing import Pace

if TYPE_CHECKING:
    from inspector.core.problems import Problem
    from inspector.gui.commands import Command
    from inspector.gui.messages import Messages
    from inspector.gui.runner import Runner
    from inspector.gui.swept_corpus import SweptCorpus
    from inspector.gui.theme import Theme
    from inspector.present.why import Passage
    from inspector.project.findings import SecretScanner
    from inspector.session.store import Store


class LensWidget(QWidget):
    """The base of every lens."""

    @property
    def busy(self) -> bool:
        """Whether work is under way that ``stop`` ends."""
        return False

    @property
    def settled(self) -> bool:
        """Whether everything that follows from what is shown is shown, too."""
        return not self.busy

    def stop(self) -> None:
        """End the work under way. What is shown stays; the lens can be used as before."""

    def end_work(self) -> None:
        """End all work in the background and wait for it; nothing follows the session any more.

        The window calls it once, before the lens goes: work that ended later would find nobody.
        """

    def view_state(self) -> dict[str, Any]:
        """Return how things are looked at (sizes, sort, selection) as plain JSON values.

        The window saves it; the next time the lens is made it finds it in
        ``LensContext.saved_state``.
        """
        return {}

    def show_place(self, _problem: Problem) -> bool:
        """Go to the place of a problem; return whether the lens has such a place."""
        return False

    @property
    def columns(self) -> ThreeColumns | None:
        """Inputs, middle and *Why*, side by side; None where the lens is laid out otherwise."""
        return self.findChild(ThreeColumns)

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        return ()

    def select(self, subject: str) -> None:
        """Select a subject, written ``kind:id``; "" selects nothing."""

    def read(self, subject: str) -> None:
        """Select a subject where its text is read, in a lens that has one."""
        self.select(subject)

    @property
    def stage_picture(self) -> QWidget | None:
        """What of it fills the stage of a presentation; None is all that stands in its middle."""
        return None

    @property
    def stage_evidence(self) -> Sequence[Passage]:
        """The texts of what is selected, which stand on the stage of a presentation."""
        return ()

    @property
    def stage_sentence(self) -> str:
        """What a presentation says of the newest result where that is not a step's; "" nothing."""
        return ""

    def begin_telling(self) -> None:
        """Show what a presentation of the lens begins with, where that is more than what it is."""

    def include(self, subject: str) -> None:
        """Make the nearest change that lets a subject in, where the lens knows of one."""


@dataclass(frozen=True, eq=False, repr=False)
class Exporter:
    """A file that a lens can write.

    ``id`` is unique among all exporters, ``title`` stands in File > Export ("Manifest as JSON…"),
    ``file_filter`` is written as Qt writes it ("JSON (*.json)"), ``file_name`` is proposed.
    ``write`` returns what went wrong; the window tells about an ``OSError``.
    """

    id: str
    title: str
    help: str
    file_filter: str
    file_name: str
    write: Callable[[Path], Sequence[Problem]]
    enabled: Callable[[], bool] = lambda: True
    name_now: Callable[[], str] | None = None  # a name that depends on the moment


class _SetOld(Protocol):
    def __call__(self, *, is_old: bool) -> None: ...


@dataclass(frozen=True, eq=False, repr=False)
class LensContext:
    """What a lens is given.

    ``set_status`` shows a line below everything; ``set_old`` says beside it whether what the lens
    shows is the result of the previous inputs; ``set_result`` takes the result of the newest
    inputs, None where there is none; ``set_problems`` replaces the lens's problems in
    the Problems panel (the lens passes on those of the results it shows); ``show_problem`` opens
    the panel at one of them. ``refresh_commands`` has the commands asked again whether they are
    possible, which also happens after every edit, result and change of focus. ``saved_state`` is
    what ``view_state`` returned last, perhaps in an older version: nothing in it is certain.
    ``pace`` does what follows a gesture in its turn, for the window and its lenses alike.
    ``open_lens`` shows another lens, by id, with a subject selected in it ("" leaves that as it
    is); it tells whether there is such a lens. ``show_in_prompt`` shows a subject's place in the
    text of the prompt. ``record`` takes every result that a lens shows, for the history of runs;
    ``swept`` is what the newest study of a corpus says of every split.
    ``open_files`` opens files of any kind, as if they were dropped; ``save_policy`` asks for a file
    and writes the policy to it, what-ifs beside it where that is wanted;
    ``history`` is the file of the history of runs, None for the user's own. ``scanner`` is
    the one for secrets that the whole window uses; threads may share it. ``start_page`` is what
    the window shows at first; the lens that it begins with takes it while it has no result.
    A lens is made as a child of ``parent``: moved there later, its whole tree would be styled anew.
    """

    store: Store
    runner: Runner
    messages: Messages
    theme: Theme
    register_commands: Callable[[Iterable[Command]], None]
    register_exporters: Callable[[Iterable[Exporter]], None]
    refresh_commands: Callable[[], None]
    pace: Pace
    set_status: Callable[[str], None]
    set_old: _SetOld
    set_result: Callable[[Any], None]
    set_problems: Callable[[Sequence[Problem]], None]
    show_problem: Callable[[Problem], None]
    saved_state: Mapping[str, Any]
    open_lens: Callable[[str, str], bool]
    show_in_prompt: Callable[[str], None]
    record: Callable[[Any], None]
    swept: SweptCorpus
    open_files: Callable[[Sequence[Path]], None]
    save_policy: Callable[[], bool]
    history: Path | None
    scanner: SecretScanner | None
    start_page: QWidget
    parent: QWidget
