"""Before there is a window: what the command line names, and whether another window takes it.

Files are named by paths, and by addresses as file managers write them. Later starts hand theirs to
the first window of a user on a display, and no socket is needed for that: the first start holds a
lock in a private folder; a later one puts a file there that says what it was asked for, and ends
when the first has taken it away. Who holds the lock is alive, because the system frees the locks of
a program that ends, however it ends. Neither Qt nor the core is loaded for this, so that a later
start is over in a moment.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from platformdirs import user_state_path

from inspector.locks import FileLock, private_folder
from inspector.resources import PROGRAM, resource_path, sample_sessions


def state_folder() -> Path:
    """Return the folder; it need not be there."""
    return user_state_path(PROGRAM, appauthor=False)


def rescue_folder() -> Path:
    """Return the folder of the copies of what is not saved; it need not be there."""
    return state_folder() / "unsaved"


PROTOCOL = 1
ANSWERS_WITHIN = 5.0  # seconds; a window that takes longer is busy for good, or hangs
STARTS_WITHIN = 30.0  # seconds until a window that has just been started answers
MOST_FILES = 1000
MOST_BYTES = 1 << 20
_LONGEST = 4096  # characters of a name
_FORGOTTEN = 120.0  # seconds after which nobody waits for an answer any more
_PAUSE = 0.02  # seconds
_CALL, _PART, _READY, _LOCK = ".call", ".part", "ready", "lock"


@dataclass(frozen=True, slots=True)
class Call:
    """What a later start was asked for.

    ``files`` are absolute paths, ``refused`` names that are no files of this machine; ``token``
    is what the desktop gave that start for bringing a window to the front.
    """

    files: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    token: str = ""


class StartOutcome(Enum):
    """How a start that is not the first goes on."""

    HANDED_OVER = "handed over"
    APART = "apart"


def display_of(environment: Mapping[str, str], system: str = sys.platform) -> str | None:
    """Name the display that a window would be on; None where there seems to be none."""
    drawn = environment.get("QT_QPA_PLATFORM", "")
    if drawn.startswith(("offscreen", "minimal", "vnc")):
        return drawn
    if system.startswith(("darwin", "win32", "cygwin")):
        return system
    if environment.get("WAYLAND_DISPLAY"):
        return f"wayland {environment['WAYLAND_DISPLAY']}"
    display = environment.get("DISPLAY", "")
    host, colon, number = display.rpartition(":")
    return f"x11 {host}:{number.partition('.')[0]}" if colon else display or None


def meeting_place(environment: Mapping[str, str], display: str) -> Path:
    """Return the folder in which the windows of this user on a display meet.

    It is in the folder that the system makes for a user who is logged in, else in the user's own
    state folder; that may be shared by several machines, so their names are told apart.
    """
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    if runtime and Path(runtime).is_absolute() and Path(runtime).is_dir():
        base, where = Path(runtime) / PROGRAM, display
    else:
        import platform  # where there is the system's folder, nobody needs it

        base = state_folder()
        where = f"{display} {platform.node()}"
    # Versions that do not understand each other do not meet.
    return base / f"windows-{PROTOCOL}-{sha256(where.encode('utf-8', 'replace')).hexdigest()[:16]}"


def meet(
    folder: Path,
    call: Call,
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> FirstWindow | StartOutcome:
    """Be the first window, or hand a call over to it, or go on apart if it does not answer.

    Raises ``OSError`` where the folder cannot be used, or is not this user's alone.
    """
    data = call_bytes(call)
    can_be_handed_over = len(data) <= MOST_BYTES and read_call(data) == call
    private_folder(folder.parent)
    lock = FileLock(private_folder(folder) / _LOCK)
    begun, ready_since, letter = clock(), None, None
    while not lock.take():
        now = clock()
        if not can_be_handed_over:
            return StartOutcome.APART
        if letter is None:
            letter = _post(folder, data)
        elif not letter.exists():
            return StartOutcome.HANDED_OVER
        if ready_since is None and (folder / _READY).exists():
            ready_since = now
        since, within = (
            (begun, STARTS_WITHIN) if ready_since is None else (ready_since, ANSWERS_WITHIN)
        )
        if now - since > within:
            return StartOutcome.APART if _removed(letter) else StartOutcome.HANDED_OVER
        sleep(_PAUSE)
    if letter is not None and not _removed(letter):
        lock.release()
        return StartOutcome.HANDED_OVER
    return FirstWindow(folder, lock)


class FirstWindow:
    """The place of the first window. It ends with the process at the latest."""

    def __init__(self, folder: Path, lock: FileLock) -> None:
        """Take the place of a window before, whose lock is held now."""
        self.folder = folder
        self._lock = lock
        _removed(folder / _READY)  # of a window that did not end in order

    def answers(self) -> None:
        """Say that calls are answered from now on."""
        (self.folder / _READY).touch(0o600)

    def calls(self) -> list[Call]:
        """Take the calls that have come in, in their order; what is no call is thrown away."""
        taken = []
        for path in sorted(self.folder.iterdir()):
            if path.suffix not in (_CALL, _PART):
                continue
            age, data = _letter(path)
            if age < _FORGOTTEN and path.suffix == _PART:
                continue
            # One that is gone by now was withdrawn by its sender, who opens a window instead.
            if _removed(path) and age < _FORGOTTEN and data is not None:
                call = read_call(data)
                taken += [] if call is None else [call]
        return taken

    def close(self) -> None:
        """Leave the place to others."""
        if self._lock.held:
            _removed(self.folder / _READY)
            self._lock.release()


def call_bytes(call: Call) -> bytes:
    """Return a call as it is handed over."""
    fields = {"files": call.files, "refused": call.refused, "token": call.token}
    return json.dumps(fields).encode("ascii")


def read_call(data: bytes) -> Call | None:
    """Understand what was handed over; None where it is anything but a call."""
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(plain, dict):
        return None
    files, refused = _names(plain.get("files")), _names(plain.get("refused"))
    token = _names([plain.get("token")])
    if files is None or refused is None or token is None:
        return None
    if not all(Path(file).is_absolute() for file in files):
        return None
    return Call(files, refused, token[0])


def _names(value: object) -> tuple[str, ...] | None:
    """Return a list of names; None where it is none, or longer than anybody needs."""
    if not isinstance(value, list) or len(value) > MOST_FILES:
        return None
    usable = all(isinstance(one, str) and len(one) <= _LONGEST and "\0" not in one for one in value)
    return tuple(value) if usable else None


def _post(folder: Path, data: bytes) -> Path:
    """Put a call into the folder, where it is seen only once it is whole."""
    name = f"{time.time_ns():020}-{os.getpid()}"
    part, letter = folder / (name + _PART), folder / (name + _CALL)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    return part.rename(letter)


def _letter(path: Path) -> tuple[float, bytes | None]:
    """Return the age of a file in seconds, and its contents if it may be a call."""
    try:
        status = path.lstat()
        usable = stat.S_ISREG(status.st_mode) and status.st_size <= MOST_BYTES
        return time.time() - status.st_mtime, path.read_bytes() if usable else None
    except OSError:
        return _FORGOTTEN, None


def _removed(path: Path) -> bool:
    """Remove a file; return whether it was there."""
    with contextlib.suppress(OSError):
        path.unlink()
        return True
    return False


NO_DISPLAY = 3  # exit code where no window can be shown
_NO_ANSWER_TEXT = (
    f"inspector: the window that is open did not answer within {ANSWERS_WITHIN:.0f} seconds."
    " This is another one.\n"
)


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """A window to be opened. ``first`` is what makes it the one that later starts call."""

    named: Named
    first: FirstWindow | None = None


def prepare(arguments: Sequence[str], environment: Mapping[str, str]) -> Start | None:
    """Return the window to be opened; None where one that is open has taken the files.

    Where nothing can be handed over safely, because the
    place for that is not this user's alone or cannot be made, each start has a window of its own.
    """
    named = named_files(arguments, _current_folder())
    display = display_of(environment)
    if named.new_window or display is None:
        return Start(named)
    call = Call(
        tuple(str(file) for file in named.files),
        named.refused,
        environment.get("XDG_ACTIVATION_TOKEN", ""),
    )
    try:
        met = meet(meeting_place(environment, display), call)
    except OSError:
        return Start(named)
    if met is StartOutcome.HANDED_OVER:
        return None
    if met is StartOutcome.APART:
        sys.stderr.write(_NO_ANSWER_TEXT)
        return Start(named)
    return Start(named, met)


def _current_folder() -> Path:
    """Return the folder in which relative paths start; one that was removed has no files."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")


NEW_WINDOW = "--new-window"
SAMPLE = "sample:"  # before the name of a sample that ships with the program
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")  # two letters: C:// is a drive
_THIS_MACHINE = ("", "localhost")


@dataclass(frozen=True, slots=True)
class Named:
    """What somebody asked for. ``files`` are absolute; ``refused`` are no files of this machine."""

    files: tuple[Path, ...] = ()
    refused: tuple[str, ...] = ()
    new_window: bool = False


def named_files(arguments: Sequence[str], folder: Path) -> Named:
    """Understand arguments: paths, ``file:`` addresses, ``sample:NAME``, and ``--new-window``.

    Relative paths start at ``folder``. A name such as ``./file://x`` is always a path.
    """
    files: list[Path] = []
    refused: list[str] = []
    new_window = False
    options_end = False
    for argument in arguments:
        if not options_end and argument in ("--", NEW_WINDOW):
            options_end = argument == "--"
            new_window = new_window or argument == NEW_WINDOW
            continue
        path = path_of(argument)
        if path is None:
            refused.append(argument)
        else:
            files.append(folder / path)
    return Named(tuple(files), tuple(refused), new_window)


def path_of(name: str) -> Path | None:
    """Return the path that a name or an address stands for; None where it is none of here."""
    if not name or "\0" in name:
        return None
    if name.startswith(SAMPLE):
        session = sample_sessions().get(name.removeprefix(SAMPLE))
        return None if session is None else Path(str(resource_path(session)))
    if not name.startswith("file:") and not _ADDRESS.match(name):
        return Path(name)
    try:
        parts = urlsplit(name)
    except ValueError:
        return None
    path = os.fsdecode(unquote_to_bytes(parts.path))
    is_here = parts.scheme.lower() == "file" and parts.netloc.lower() in _THIS_MACHINE
    if not is_here or not path.startswith("/") or "\0" in path:
        return None
    # An address of Windows has a slash before the drive.
    return Path(path[1:] if re.match(r"/[A-Za-z]:", path) and os.name == "nt" else path)
