"""What the frozen app touches, told by the system: files it opens, sockets it makes.

Needs ``strace``; without it these checks say that they were left out.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from programs import Program, SmokeError, libraries

_RUNS = (
    ("run", "samples/securities-fraud/session.inspector.json", "--no-history"),
    ("build", "samples/builder/project", "--target", "planner/desk.py", "--no-history"),
    ("--pictures", "out-traced", "start-light", "injection-light"),
)
_OPENED = re.compile(r'(?:open(?:at)?|execve)\((?:AT_FDCWD, )?"([^"]+)".*= \d+')
_SOCKET = re.compile(r"socket\((AF_\w+)")
# Where a system keeps its libraries, settings and facts about itself.
_OF_THE_SYSTEM = (
    *("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/etc/", "/proc/", "/dev/", "/sys/"),
    *("/usr/share/X11/", "/usr/share/fontconfig/", "/usr/share/fonts/", "/usr/share/glvnd/"),
    *("/usr/share/locale/", "/usr/share/zoneinfo/", "/usr/share/drirc.d/", "/var/cache/fontconfig"),
    *("/usr/share/icons", "/usr/local/share/fonts", "/usr/share/mime", "/usr/share/icu"),
)
_PYTHON = re.compile(r"python|site-packages|dist-packages", re.IGNORECASE)


def needs_no_python(frozen: Program, _unfrozen: Program) -> Iterator[str]:
    """It opens nothing outside its folder but the system's, and no Python anywhere else."""
    opened: set[str] = set()
    for arguments in _RUNS:
        opened |= set(_OPENED.findall(_traced(frozen, arguments, "trace=openat,open,execve")))
    own = (f"{libraries(frozen).parent}/", f"{frozen.folder}/", str(frozen.folder))
    outside = {str(Path(name)) for name in opened if name.startswith("/")}
    outside = {name for name in outside if not f"{name}/".startswith(own)}
    strange = sorted(
        name
        for name in outside
        if _PYTHON.search(name) or not f"{name}/".startswith(_OF_THE_SYSTEM)
    )
    if strange:
        raise SmokeError(f"files outside the app were opened: {', '.join(strange)}")
    if len(opened) < 50:
        raise SmokeError("the trace is empty, which proves nothing")
    yield f"{len(opened) - len(outside)} files of its own and {len(outside)} of the system"


def opens_no_socket(frozen: Program, _unfrozen: Program) -> Iterator[str]:
    """It makes no socket that could leave the machine."""
    made: set[str] = set()
    for arguments in _RUNS:
        made |= set(_SOCKET.findall(_traced(frozen, arguments, "trace=network,execve")))
    if made - {"AF_UNIX"}:
        raise SmokeError(f"sockets were made: {', '.join(sorted(made))}")
    yield f"sockets: {', '.join(sorted(made)) or 'none'}"


def can_trace() -> bool:
    """Whether there is a ``strace`` that may trace."""
    return shutil.which("strace") is not None


def _traced(program: Program, arguments: tuple[str, ...], what: str) -> str:
    log = program.home / "trace"
    strace = shutil.which("strace") or "strace"
    before = (strace, "-f", "-qq", "-s", "4096", "-e", what, "-o", str(log))
    done = program.run(arguments, before=before)
    if done.code not in (0, 1):
        raise SmokeError(f"inspector {' '.join(arguments)} ends with {done.code}: {done.errors}")
    return log.read_text(encoding="utf-8", errors="replace")
