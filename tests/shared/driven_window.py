"""Driving the program in another process: starting it, telling it what to do, killing it."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.shared.sandbox import give_compiled_rules

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0  # seconds; how fast a machine is, or how busy, decides nothing


def private_environment(folder: Path, **more: str) -> dict[str, str]:
    """Return an environment with settings and folders of its own."""
    environment = dict(os.environ)
    for kind in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"):
        place = folder / kind.lower()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        environment[f"XDG_{kind}"] = str(place)
    give_compiled_rules(Path(environment["XDG_CACHE_HOME"]))
    return environment | {"QT_QPA_PLATFORM": "offscreen"} | more


class DrivenWindow:
    """A window in another process. ``said`` is all it has said so far."""

    def __init__(
        self, arguments: list[str], environment: dict[str, str], folder: Path = ROOT
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.shared.driven_program", *arguments],
            cwd=folder,
            env=environment | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.said: list[dict[str, Any]] = []
        self._rest = b""
        self._unheard: deque[dict[str, Any]] = deque()

    def __enter__(self) -> DrivenWindow:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for end in (self.process.stdin, self.process.stdout):
            if end is not None:
                end.close()

    def _listen(self, seconds: float) -> bool:
        """Hear what is said within so many seconds; return False once it has nothing more to say.

        A line that is cut short, because it was killed while it spoke, is not heard.
        """
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return True
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._unheard.extend(json.loads(line) for line in lines)
        return bool(data)

    def wait_for(self, field: str) -> dict[str, Any]:
        """Return the next thing said that has this field."""
        deadline = time.monotonic() + PATIENCE
        while True:
            while self._unheard:
                said = self._unheard.popleft()
                self.said.append(said)
                if field in said:
                    return said
            assert time.monotonic() < deadline, f"it never said {field}"
            assert self._listen(1.0), f"it ended without having said {field}"

    def tell(self, command: str, argument: object = "") -> None:
        """Have something done, and do not wait for the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{command} {argument}\n".encode())
        self.process.stdin.flush()

    def state(self) -> dict[str, Any]:
        """Return what a person would see."""
        self.tell("state")
        return self.wait_for("title")

    def wait_until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return what a person sees once that is how it should be."""
        deadline = time.monotonic() + PATIENCE
        while not holds(state := self.state()):
            assert time.monotonic() < deadline, state
            time.sleep(0.05)
        return state

    def kill(self) -> None:
        """End it without a chance to do anything about it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def last(self, field: str) -> Any:
        """Return what was said last about something, after the end of the process."""
        while self._listen(PATIENCE):
            pass
        self.said.extend(self._unheard)
        self._unheard.clear()
        return next((one[field] for one in reversed(self.said) if one.get(field)), None)

    def end(self, kind: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to end, and return its exit code."""
        self.process.send_signal(kind)
        return self.process.wait(PATIENCE)


def start_again(arguments: list[str], environment: dict[str, str], folder: Path = ROOT) -> int:
    """Start the program as a person does while a window is open; return its exit code."""
    return subprocess.run(
        [sys.executable, "-m", "inspector", *arguments],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=PATIENCE,
        check=False,
    ).returncode
