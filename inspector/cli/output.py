"""How commands end and where they write: results to a file, standard output or the clipboard."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from inspector.cli.terminal import MANNER, painted
from inspector.core.problems import Place, Problem, Severity
from inspector.core.text import visible
from inspector.plurals import count_of

if TYPE_CHECKING:
    from inspector.session.session import Session

T = TypeVar("T")

DONE = 0
FAILED = 1  # done, but an expectation or the balance failed
BAD_USAGE = 2
BAD_INPUT = 3  # or an output that cannot be written
WARNED = 4  # done, above a soft limit
BROKEN = 70  # the program itself failed
INTERRUPTED = 130  # as shells have it for SIGINT


class UsageError(Exception):
    """The command was used wrongly; the text says how."""

    code = BAD_USAGE


class InputError(UsageError):
    """An input that the command was given beside its files cannot be used; the text says why."""

    code = BAD_INPUT


class UnusableError(Exception):
    """An input cannot be used; why was told among its problems."""


STANDARD = "-"
_PROBLEMS_OF_A_KIND = 5  # as many have a line each

_STANDARD_NAME = "standard output"
_STANDARD_OUTPUT, _STANDARD_ERROR = 1, 2
# What a shell calls a stream that is open already. Opening it would cut a file off that another
# program writes into, and replacing it would take it away from that program.
_OPEN_ALREADY = re.compile(r"/(?:dev|proc/self)/fd/(\d+)|/dev/(stdout)|/dev/(stderr)")


@dataclass(slots=True)
class Outputs:
    """What a run has written and told so far, and what could not be written, with the reason."""

    written: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    told: dict[tuple[str, str, str | None], set[Place | str]] = field(default_factory=dict)

    def begin(self) -> None:
        """Forget the run before."""
        self.written.clear()
        self.refused.clear()
        self.told.clear()

    def first_time(self, problem: Problem) -> bool:
        """Note a problem as told; return whether it is new.

        One who tells it again, such as a run what loading told, may know less of its place.
        """
        told = self.told.setdefault((problem.code, problem.message, problem.place.pointer), set())
        place = problem.place
        less = place.line is None and (place.file in told or (place.file is None and bool(told)))
        known = less or place in told
        told |= {place} if place.file is None else {place, place.file}
        return not known

    def note(self, name: str, why: str | None) -> bool:
        """Note an output as refused, or as written without a reason; return whether it is."""
        if why is None:
            self.written.append(name)
        elif (name, why) not in self.refused:
            self.refused.append((name, why))
        return why is None

    def sentence(self) -> str:
        """Return what could not be written and what was, "" when nothing was refused."""
        if not self.refused:
            return ""
        wrong = "; ".join(f"cannot write {name}: {why}" for name, why in self.refused)
        return wrong + (f" (written: {', '.join(self.written)})" if self.written else "")


THIS_RUN = Outputs()
"""The outputs of the command that runs; a process runs one at a time."""


def write_result(path: str, data: bytes, *, add: bool = False, shown: bool = False) -> bool:
    """Write to a file or, for ``-``, to standard output; return whether that was possible.

    A file is replaced as a whole, or with ``add`` gets one whole line more; a pipe or a device is
    written into. On a terminal, controls are escaped in what was not made to be ``shown``. What is
    refused is told when the command ends, and does not keep it from writing the rest. A reader that
    went away is no failure.
    """
    name = _STANDARD_NAME if path == STANDARD else path
    try:
        _write(path, data, add=add, shown=shown)
    except BrokenPipeError:
        return True
    except (OSError, ValueError) as error:
        return THIS_RUN.note(name, reason(error))
    return THIS_RUN.note(name, None)


def write_text(path: str, text: str, *, severities: bool = False) -> bool:
    """Write a text for people or JSON, in which no control can act on a terminal.

    In one with ``severities``, lines that begin as problems do, these are marked in colour where
    the reader wants it.

    Controls and marks of direction are written as JSON writes them, so that a JSON text stays the
    same value.
    """
    shown = visible(text)
    if severities and path == STANDARD and sys.stdout is not None and MANNER.colored(sys.stdout):
        shown = painted(shown)
    return write_result(path, shown.encode(), shown=True)


def flush_standard_output() -> None:
    """Write what may be left of standard output, and note where that is not possible."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError) as error:
        if not isinstance(error, BrokenPipeError):
            THIS_RUN.note(_STANDARD_NAME, reason(error))
        sys.stdout = None  # else the interpreter fails flushing it


_WAYS_OUT = {
    errno.ENOSPC: "free some space, or name another place",
    errno.EDQUOT: "free some space, or name another place",
    errno.EROFS: "name a place that can be written to",
    errno.EACCES: "name a place that can be written to",
    errno.EISDIR: "name a file in it",
    errno.ENOENT: "make its folder first",
    errno.ENOTDIR: "make its folder first",
}


def reason(error: OSError | ValueError) -> str:
    """Say why the system refused an output, and the way out of it."""
    said = getattr(error, "strerror", None) or str(error)
    way_out = _WAYS_OUT.get(getattr(error, "errno", None) or 0)
    return f"{said} ({way_out})" if way_out else said


def _write(path: str, data: bytes, *, add: bool, shown: bool) -> None:
    number = _open_already(path)
    if number == _STANDARD_OUTPUT:
        if sys.stdout is None:
            raise OSError("it is closed")
        if not shown and sys.stdout.isatty():
            data = visible(data.decode(errors="backslashreplace")).encode()
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    elif number is not None or add or _is_stream(path):
        flags = os.O_WRONLY | (os.O_APPEND | os.O_CREAT if add else 0)
        handle = os.open(path, flags, 0o666) if number is None else os.dup(number)
        try:
            while data:
                data = data[os.write(handle, data) :]
        finally:
            os.close(handle)
    else:
        from inspector.files import write_atomically

        write_atomically(path, data)


def _open_already(path: str) -> int | None:
    if path == STANDARD:
        return _STANDARD_OUTPUT
    found = _OPEN_ALREADY.fullmatch(path)
    if found is None:
        return None
    return int(found[1]) if found[1] else _STANDARD_OUTPUT if found[2] else _STANDARD_ERROR


def _is_stream(path: str) -> bool:
    """Whether something stands there that cannot be replaced: a pipe, a device, a socket."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def report_problems(problems: Iterable[Problem]) -> None:
    """Write problems to standard error, without secrets: a line for each, or for many of a kind.

    Each is told once in a run. ``lint`` lists every one, and so does ``--verbose``; ``--quiet``
    leaves errors only.
    """
    new = [one for one in problems if THIS_RUN.first_time(one)]
    if MANNER.quiet:
        new = [one for one in new if one.severity is Severity.ERROR]
    if not new:
        return
    from inspector.present.problem_list import grouped

    for group in grouped(new):
        most = len(group.problems) if MANNER.verbose else _PROBLEMS_OF_A_KIND
        for line in group.lines(most):
            report_line(line)


def usable(value: T | None, problems: Iterable[Problem]) -> T:
    """Report the problems of what was read or run, and return it.

    Raises ``UnusableError`` where it came to nothing.
    """
    report_problems(problems)
    if value is None:
        raise UnusableError
    return value


def report_note(line: str) -> None:
    """Write a line to standard error that is no error: ``--quiet`` does without it."""
    if not MANNER.quiet:
        report_line(line)


def report_line(line: str) -> None:
    """Write a line to standard error, without the secrets and controls that names may hold.

    Where standard error is closed or full, there is nobody to tell.
    """
    from inspector.project.secrets.redaction import without_secrets

    if sys.stderr is None:
        return
    encoding = sys.stderr.encoding or "utf-8"
    # A file's name may hold what the terminal's encoding cannot show.
    told = visible(without_secrets(line)).encode(encoding, "backslashreplace").decode(encoding)
    if MANNER.colored(sys.stderr):
        told = painted(told)
    try:
        print(told, file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None


def has_errors(problems: Iterable[Problem]) -> bool:
    """Tell whether any part of the input could not be used."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def warn_of_secrets(session: Session, what: str, *, contents: bool = True) -> None:
    """Write a warning where a file that holds texts of a session may hold secrets, too.

    Notes go with every file; without ``contents``, nothing else does. Only patterns are looked for
    here: compiling all rules would take longer than the command.
    """
    from inspector.analysis.secret_lint import SecretLints
    from inspector.project.secrets import PatternScanner

    scanner = PatternScanner()
    held = len(SecretLints(scanner).lint(session)) if contents else 0
    held += sum(bool(scanner.scan(note.text)) for note in session.notes)
    if held:
        items = count_of(held, "item")
        report_note(
            f"warning: {items} may hold a secret, and so may the {what}"
            " (inspector lint --secrets names each)"
        )


_SECONDS = 10
_HELP = "write it to a file with --text FILE instead"


class ClipboardError(Exception):
    """The text could not be put on a clipboard; the message says what would help."""


def copy_to_clipboard(text: str) -> None:
    """Give a text to the first program that can take it. Raises ``ClipboardError``.

    Programs are ``pbcopy`` (macOS), ``clip`` (Windows), ``wl-copy`` where there is a Wayland
    display, ``xclip`` or ``xsel`` where there is an X display. The window's own clipboard would end
    with this process.
    """
    commands = list(_commands())
    if not commands:
        raise ClipboardError(f"there is no display, and so no clipboard; {_HELP}")
    for command in commands:
        program = shutil.which(command[0])
        if program is not None:
            _give(text, [program, *command[1:]])
            return
    names = " or ".join(command[0] for command in commands)
    raise ClipboardError(f"install {names}, or {_HELP}")


def _commands() -> Iterator[tuple[str, ...]]:
    if sys.platform == "darwin":
        yield ("pbcopy",)
    elif sys.platform == "win32":
        yield ("clip",)
    else:
        if os.environ.get("WAYLAND_DISPLAY"):
            yield ("wl-copy",)
        if os.environ.get("DISPLAY"):
            yield ("xclip", "-selection", "clipboard")
            yield ("xsel", "--input", "--clipboard")


def _give(text: str, command: list[str]) -> None:
    encoding = "utf-16" if sys.platform == "win32" else "utf-8"  # clip goes by the mark
    try:
        subprocess.run(  # noqa: S603  # a fixed program of the system, and the text as its input
            command,
            input=text.encode(encoding, "backslashreplace"),
            stdout=subprocess.DEVNULL,  # what serves the clipboard goes on, and would hold a pipe
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        why = error.strerror if isinstance(error, OSError) else "it reported an error"
        raise ClipboardError(f"{command[0]} did not take the text: {why}; {_HELP}") from None
