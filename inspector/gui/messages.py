"""The one door for messages to the user and for questions that wait for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from inspector.core.problems import Problem
    from inspector.files.opening import Offer


class Answer(StrEnum):
    """What somebody answers to a question."""

    YES = "yes"
    NO = "no"
    CANCEL = "cancel"


class Tone(StrEnum):
    """How a message is meant."""

    PLAIN = "plain"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its buttons. Without ``no`` the answer is yes or cancel."""

    text: str
    detail: str
    yes: str
    no: str | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be told. ``detail`` explains; ``log`` is a longer text that can be copied."""

    text: str
    detail: str = ""
    log: str = ""
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done, told in passing. ``path`` is the file or folder it led to."""

    text: str
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class FileChoice:
    """A file or folder to be chosen.

    ``filters`` are written as Qt writes them ("JSON (*.json)"); ``start`` is the folder or the file
    to begin at; ``suffix`` is added to a name for saving that has none.
    """

    title: str
    filters: Sequence[str] = ()
    start: Path | None = None
    suffix: str = ""


class Messages(Protocol):
    """Talks to the user. Tests put their own in its place."""

    def ask(self, question: Question) -> Answer:
        """Ask and wait for the answer."""
        ...

    def ask_text(self, question: Question) -> str | None:
        """Ask for a line of text; None when it was cancelled or left empty."""
        ...

    def tell(self, notice: Notice) -> None:
        """Tell and wait until it has been read."""
        ...

    def say(self, done: Done) -> None:
        """Say what was done, where it disturbs nobody, with a way to the file."""
        ...

    def choose_import(self, offer: Offer, problems: Sequence[Problem]) -> Offer | None:
        """Show what a file of another program becomes; return it as it is to be opened.

        A table comes back with the columns that were chosen. None: cancelled.
        """
        ...

    def choose_files(self, choice: FileChoice) -> tuple[Path, ...]:
        """Let existing files be chosen; none when it was cancelled."""
        ...

    def choose_folder(self, choice: FileChoice) -> Path | None:
        """Let a folder be chosen; None when it was cancelled."""
        ...

    def choose_target(self, choice: FileChoice) -> Path | None:
        """Let a file be named for saving, asking before one is replaced; None: cancelled."""
        ...
