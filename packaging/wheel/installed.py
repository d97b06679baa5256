"""Installing what was built as anybody would, with plain pip, and trying it out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from distributions import NAME, Distributions, unpack

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "app"))

import programs  # noqa: E402 - beside the frozen app, which is tried out in the same way
import trials  # noqa: E402

# Everything else in the environment of a wheel belongs to the program or to what it needs.
_EDITABLE = ("__editable__*", "_editable_*", "*.egg-link", f"{NAME}.pth", f"_{NAME}.pth")
# Enough to see that the tests are whole; all of them are for `./dev test`.
_TESTS = ("tests/test_architecture.py", "tests/test_resources.py", "tests/core/injection")


class Installed(programs.Program):
    """The command of an environment that a distribution was installed into."""

    def environment(self) -> dict[str, str]:
        """Return surroundings that hold nothing but a home."""
        said = super().environment()
        return {name: value for name, value in said.items() if not name.startswith("PYTHON")}


class TrialError(Exception):
    """Something that was installed does not do what it has to."""


def try_out(found: Distributions, root: Path, folder: Path, version: str) -> Iterator[str]:
    """Install both, let them do what the checkout does, and yield what was seen.

    Raises ``TrialError`` or the trials' ``SmokeError``.
    """
    python = _environment(folder / "wheel", [str(found.wheel)], root)
    with_tools = _environment(folder / "sdist", [f"{found.source}[dev,package]"], root)
    for each in (python, with_tools):
        yield _is_whole(each)
    here = folder / "trials"
    installed = _program(python, here / "installed")
    if version not in installed.run(["--version"]).output.split():
        raise TrialError("the installed program does not say its version")
    unfrozen = programs.unfrozen(here)
    for trial in (trials.same_everywhere, trials.help_of_each_command):
        yield from trial(installed, unfrozen)
    yield _paints(installed, trials.PICTURES)
    demo = _program(with_tools, here / "source").run(["demo", "--output", "out"])
    if demo.code or "out/budget.svg" not in demo.files:
        raise TrialError(f"the demo does not work: {demo.errors}")
    yield f"the demo of the source distribution left {len(demo.files)} files without a display"
    yield _types_are_seen(python, with_tools, folder)
    project = unpack(found.source, folder / "source")
    quiet = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    yield f"its own tests: {_run([with_tools, *quiet, *_TESTS], project)}"
    yield f"all of its tests: {_run([with_tools, *quiet, '--collect-only'], project)}"


def _program(python: Path, folder: Path) -> Installed:
    program = Installed("installed", (str(python.parent / "inspector"),), folder)
    program.prepare()
    return program


def _environment(folder: Path, packages: Sequence[str], root: Path) -> Path:
    """Make a fresh environment with packages in it, and return its interpreter."""
    base = Path(sys.base_prefix, "bin", "python3")
    _run([base, "-m", "venv", str(folder)], folder.parent)
    python = folder / "bin" / "python"
    lock = str(root / "requirements.lock")
    quiet = ("--quiet", "--no-compile", "--disable-pip-version-check")
    _run([python, "-m", "pip", "install", *quiet, "-c", lock, *packages], folder.parent)
    return python


def _paints(installed: Installed, names: Sequence[str]) -> str:
    """Have the window painted without a display, once with each lens."""
    from PySide6.QtGui import QImage

    said = installed.run(["--pictures", "out-pictures", *names])
    for name in names:
        image = QImage(str(installed.folder / "out-pictures" / f"{name}.png"))
        pixels = image.convertToFormat(QImage.Format.Format_RGB32).constBits()
        colours = len(set(memoryview(pixels).cast("B").cast("I"))) if pixels else 0
        if said.code or colours < trials.LEAST_COLOURS:
            raise TrialError(f"the picture {name} has {colours} colours: {said.errors}")
    return f"{len(names)} pictures of the window"


def _is_whole(python: Path) -> str:
    packages = next((python.parent.parent / "lib").glob("python*/site-packages"))
    left = [path.name for pattern in _EDITABLE for path in packages.glob(pattern)]
    if left or not (packages / "inspector" / "__init__.py").is_file():
        raise TrialError(f"the installation leads elsewhere: {left}")
    return f"installed in {sum(1 for _ in (packages / 'inspector').rglob('*'))} files"


def _types_are_seen(python: Path, with_tools: Path, folder: Path) -> str:
    """Let one environment's mypy look at a program that uses the other one's package."""
    shutil.copy(HERE / "typed_use.py", folder)
    options = ("--strict", "--config-file=", "--no-incremental", "--python-executable", str(python))
    return f"mypy: {_run([with_tools, '-m', 'mypy', *options, 'typed_use.py'], folder)}"


def _run(command: Sequence[str | Path], folder: Path) -> str:
    """Run to the end and return the last line; raises ``TrialError`` with all that was said."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    ran = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**inherited, "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise TrialError(f"{' '.join(map(str, command))}\n{ran.stdout}{ran.stderr}")
    return (ran.stdout.strip().splitlines() or [""])[-1]
