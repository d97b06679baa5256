"""The frozen and the unfrozen program, run the same way where nothing of the user's is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from made_from import LIBRARIES, ROOT

PATIENCE = 900  # seconds; a machine that builds may be busy
COPIES = ("samples",)
_HOME = "home"


class SmokeError(AssertionError):
    """The frozen app does not do what it has to; the message says what and shows it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run left: exit code, output, and the files in its folder by name."""

    code: int
    output: str
    errors: str
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Program:
    """A command to start the program with, and the folder in which it has its home and works."""

    name: str
    command: tuple[str, ...]
    folder: Path

    def prepare(self) -> Program:
        """Make the folder with copies of the built-in samples; return the program."""
        for name in COPIES:
            shutil.copytree(ROOT / "resources" / name, self.folder / name)
        for kind in ("cache", "config", "data", "run", "state"):
            (self.folder / _HOME / kind).mkdir(parents=True, mode=0o700)
        key = self.home / "data" / "context-budget-inspector" / "finding.key"
        key.parent.mkdir()
        key.write_bytes(bytes(32))  # a user's own is drawn, and ids of findings follow from it
        return self

    def environment(self) -> dict[str, str]:
        """Return surroundings that hold nothing but a home, and no Python that could be used."""
        home = self.folder / _HOME
        said = {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PATH": "/nonexistent",
            "QT_QPA_PLATFORM": "offscreen",
            "TMPDIR": str(home / "run"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_RUNTIME_DIR": str(home / "run"),
            "XDG_STATE_HOME": str(home / "state"),
        }
        if self.command[0] == sys.executable:
            return said | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        # What would lead a Python astray that looked at it.
        return said | {"PYTHONHOME": "/nonexistent", "PYTHONPATH": "/nonexistent"}

    def run(self, arguments: Sequence[str], *, before: Sequence[str] = ()) -> Outcome:
        """Run the program to its end, with other programs before it on the same line."""
        run = subprocess.run(
            [*before, *self.command, *arguments],
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return Outcome(run.returncode, run.stdout, run.stderr, self.files())

    def files(self) -> dict[str, bytes]:
        """Return what stands in the folder, without the home and the samples."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path.relative_to(self.folder).parts[0] not in (_HOME, *COPIES)
        }

    @property
    def home(self) -> Path:
        """Return where it keeps its settings, caches and history."""
        return self.folder / _HOME


def frozen(app: Path, folder: Path) -> Program:
    """Return the frozen program of an app, copied to where nobody built it."""
    moved = folder / "elsewhere" / "app with blanks"
    shutil.copytree(app, moved, symlinks=True)
    return Program("frozen", (str(moved / executable_name()),), folder / "frozen").prepare()


def unfrozen(folder: Path) -> Program:
    """Return the program of the checkout, run by the interpreter that runs this."""
    command = (sys.executable, "-P", "-m", "inspector")
    return Program("unfrozen", command, folder / "unfrozen").prepare()


def executable_name() -> str:
    """Return the name of the program's file inside an app."""
    return "inspector.exe" if os.name == "nt" else "inspector"


def libraries(program: Program) -> Path:
    """Return the folder inside a frozen app that holds all but the executable."""
    return Path(program.command[0]).parent / LIBRARIES
