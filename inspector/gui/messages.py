"""The one door for messages to the user and for questions that wait for an answer.

Unexpected exceptions: what is told about them, and how they get there.
"""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from inspector import __version__
from inspector.language import tr

if TYPE_CHECKING:
    from inspector.core.problems import Problem
    from inspector.files.opening import Offer


class Answer(StrEnum):
    """What somebody answers to a question."""

    YES = "yes"
    NO = "no"
    OTHER = "other"
    CANCEL = "cancel"


class Tone(StrEnum):
    """How a message is meant."""

    PLAIN = "plain"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its buttons. Without ``no`` and ``other`` the answer is yes or cancel."""

    text: str
    detail: str
    yes: str
    no: str | None = None
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be told. ``detail`` explains; ``log`` is a longer text that can be copied."""

    text: str
    detail: str = ""
    log: str = ""
    tone: Tone = Tone.PLAIN


def not_written(name: str, problems: Iterable[Problem]) -> Notice:
    """Return what is told of a file, or a folder of them, that could not be written: each reason
    once, with the way out."""
    reasons = dict.fromkeys(f"{one.message} {one.fix}".strip() for one in problems)
    return Notice(tr("{name} was not written.", name=name), "\n".join(reasons), tone=Tone.ERROR)


Next = tuple[str, Callable[[], None]]
"""Something that may be done: its title, and what does it."""


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done, told in passing. ``path`` is the file or folder it led to.

    ``next`` is what may be done after it.
    """

    text: str
    path: Path | None = None
    next: Next | None = None


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


class Agreed(NamedTuple):
    """An offer as somebody agreed to open it, and how it meets what is open.

    ``answer`` is that to the question about what is open; None where nothing was asked.
    """

    offer: Offer
    answer: Answer | None = None


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

    def choose_import(
        self,
        offer: Offer,
        problems: Sequence[Problem],
        about: Callable[[Offer], Question | None],
    ) -> Agreed | None:
        """Show what a file of another program becomes; return it as it is to be opened.

        A table comes back with the columns that were chosen. ``about`` is what there is to ask
        about what is open. None: cancelled.
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


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception that nobody expected. ``log`` is safe to pass on: it quotes no contents."""

    what: str
    log: str


def failure_of(error: BaseException, what: str) -> Failure:
    """Describe an exception that came up while doing ``what`` (a clause without a subject).

    The log has the places in the code and the types of the exceptions. Their messages and the
    values of variables are left out, because they may quote cards or files.
    """
    lines = [
        tr(
            "Context Budget Inspector {version}, Python {python_version}, {system} {machine}",
            version=__version__,
            python_version=platform.python_version(),
            system=platform.system(),
            machine=platform.machine(),
        ),
        tr("While {what}:", what=what),
    ]
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.append(link)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    for number, one in enumerate(reversed(chain)):
        if number:
            lines.append(tr("which led to:"))
        lines += [
            f"  {_module(frame.filename)}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(one.__traceback__)
        ]
        lines.append(_kind(one))
    return Failure(what, "\n".join(lines))


def notice_of(failure: Failure) -> Notice:
    """Return what is told about a failure."""
    return Notice(
        tr("Something went wrong that should not have."),
        tr(
            "It happened while {what}. Your session is as it was. The details hold no contents"
            " of cards or files; pass them on to whoever looks after the program.",
            what=failure.what,
        ),
        failure.log,
        Tone.ERROR,
    )


def _module(path: str) -> str:
    """Return the part of a source file's path below the folder that is on Python's path."""
    for marker in ("/site-packages/", "/inspector/"):
        _, found, after = path.replace("\\", "/").rpartition(marker)
        if found:
            return after if marker == "/site-packages/" else f"inspector/{after}"
    return path.replace("\\", "/").rpartition("/")[2]


def _kind(error: BaseException) -> str:
    kind = type(error)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    number = error.errno if isinstance(error, OSError) else None
    return f"{name} (errno {number})" if number is not None else name


class FailureHook:
    """Hands exceptions that nobody caught on the main thread to ``report`` while it is installed.

    ``report`` is not called again before it has returned: a failure of what it does would call it
    for ever.
    """

    def __init__(self, report: Callable[[Failure], None]) -> None:
        self._report = report
        self._reporting = False
        self._before = sys.excepthook

    def install(self) -> None:
        """Take the place of Python's own handler."""
        self._before = sys.excepthook
        sys.excepthook = self._handle

    def remove(self) -> None:
        """Give the place back."""
        sys.excepthook = self._before

    def _handle(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt) or self._reporting:
            self._before(kind, error, trace)
            return
        self._reporting = True
        try:
            self._report(failure_of(error, tr("answering something you did")))
        finally:
            self._reporting = False
