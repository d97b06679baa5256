"""The window of the frozen app as a desktop starts it: painted, found by a second start, ended."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

from programs import PATIENCE, Program, SmokeError, libraries

_PAINTED = "Flushing"  # what Qt logs when a window's contents go to the screen
_FIRST = "samples/securities-fraud/session.inspector.json"
_SECOND = "samples/direct-target/session.inspector.json"
# What Qt itself says in a German window; it is read before the window is painted.
_GERMAN = ("PySide6/Qt/translations/qtbase_de.qm",)


def opens_a_window(frozen: Program, _unfrozen: Program) -> Iterator[str]:
    """It paints, in German where asked to, takes what a second start hands over, ends when told."""
    environment = frozen.environment() | {
        "LANG": "de_DE.UTF-8",
        "QT_LOGGING_RULES": "qt.widgets.painting=true",
    }
    with subprocess.Popen(
        [*frozen.command, _FIRST],
        cwd=frozen.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as window:
        # A window that hangs is ended, so that the lines end.
        guard = threading.Timer(PATIENCE, window.kill)
        guard.start()
        try:
            lines = iter(window.stderr or ())
            if not any(_PAINTED in line for line in lines):
                raise SmokeError("no window was painted")
            missing = [name for name in _GERMAN if not _is_mapped(window.pid, frozen, name)]
            if missing:
                raise SmokeError(f"the German window did without {', '.join(missing)}")
            reading = threading.Thread(target=lambda: list(lines), daemon=True)
            reading.start()
            second = frozen.run((_SECOND,))
            if second.code or window.poll() is not None:
                raise SmokeError(f"a second start ends with {second.code}: {second.errors}")
            window.terminate()
            code = window.wait(PATIENCE)
        finally:
            guard.cancel()
            window.kill()
        if code != 128 + signal.SIGTERM:
            raise SmokeError(f"told to end, the window ended with {code}")
    yield "painted, handed a file over, ended"


def _is_mapped(process: int, program: Program, name: str) -> bool:
    """Return whether a process has a file of the app in its memory; True where nobody can tell."""
    maps = Path(f"/proc/{process}/maps")
    return not maps.exists() or str(libraries(program) / name) in maps.read_text("utf-8")
