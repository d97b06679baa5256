"""Every file that the program keeps for itself, met with something else in its place."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inspector import cli
from inspector.analysis import builder_cache
from inspector.cli.output import BROKEN
from inspector.stages.builder import runs
from tests.shared.driven_window import ROOT, private_environment

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="folders are those of Linux")

PROGRAM = "context-budget-inspector"
SAMPLE = "sample:securities-fraud"

FOLDERS = {
    "inspector/resources.py own_models_path",
    "inspector/files/history/opening.py default_history_path",
    "inspector/analysis/builder_cache.py user_finding_key",
    "inspector/analysis/builder_cache.py default_cache_folder",
    "inspector/stages/corpus/journal.py default_journal_path",
    # The window's, walked in the tests of preferences, rescue copies and the first window.
    "inspector/gui/settings.py preferences_path",
    "inspector/gui/starting.py state_folder",
}
"""Who asks the system for a folder. Whoever comes to it brings a file into this walk."""

FILES = {
    f"config_home/{PROGRAM}/models.json": "run",
    f"data_home/{PROGRAM}/history.sqlite3": "run",
    f"data_home/{PROGRAM}/finding.key": "build",
    f"cache_home/{PROGRAM}/projects/*.sqlite3": "build",
    f"cache_home/{PROGRAM}/corpora/*.journal": "corpus",
}
"""What commands open there, and a command that does."""

ASKS = re.compile(r"(^|\.)(user_\w+_(path|dir)|writableLocation)$")

RECORD = """
import json, os, sys
from pathlib import Path
opened = set()
def hook(event, given):
    if event in ("open", "sqlite3.connect") and isinstance(given[0], (str, os.PathLike)):
        opened.add(os.fspath(given[0]).removeprefix("file://").partition("?")[0])
sys.addaudithook(hook)
from inspector import cli
from inspector.analysis import builder_cache
builder_cache.scanner_cache_folder = lambda _cache: Path(sys.argv[2])
for arguments in json.loads(sys.argv[1]):
    cli.main(arguments)
print(json.dumps(sorted(opened)))
"""


def circle(path: Path) -> None:
    path.symlink_to(path.name)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _askers() -> Iterator[str]:
    for path in sorted((ROOT / "inspector").rglob("*.py")):
        text = path.read_text("utf-8")
        if "platformdirs" not in text and "writableLocation" not in text:
            continue
        for made in ast.walk(ast.parse(text)):
            if isinstance(made, ast.FunctionDef):
                calls = [one for one in ast.walk(made) if isinstance(one, ast.Call)]
                said = [ast.unparse(one.func) for one in calls]
                if any(map(ASKS.search, said)):
                    yield f"{path.relative_to(ROOT).as_posix()} {made.name}"


def test_whoever_asks_for_a_folder_of_the_programs_own_is_known_here() -> None:
    assert set(_askers()) == FOLDERS


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    project = tmp_path_factory.mktemp("project")
    (project / "one.py").write_text("def one():\n    return 1\n")
    quiet = ["--output", os.devnull]
    return {
        "run": ["run", SAMPLE, *quiet],
        "build": ["build", str(project), "--target", "one.py", *quiet],
        "corpus": ["corpus", "--session", SAMPLE, "--processes", "1", *quiet],
    }


@pytest.fixture(scope="module")
def rules() -> Path:
    """Compiled rules, which take seconds: their own place is walked where they are kept."""
    folder = builder_cache.scanner_cache_folder(builder_cache.default_cache_folder())
    assert folder is not None
    return folder


@pytest.fixture(scope="module")
def opened(
    commands: dict[str, list[str]], rules: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """What the commands open below the user's folders, as ``FILES`` has it, and as it is."""
    home = tmp_path_factory.mktemp("home")
    environment = private_environment(home)
    (home / "config_home" / PROGRAM).mkdir()
    (home / "config_home" / PROGRAM / "models.json").write_text("{}")
    run = subprocess.run(
        [sys.executable, "-c", RECORD, json.dumps(list(commands.values())), str(rules)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    below = [Path(one) for one in json.loads(run.stdout.splitlines()[-1])]
    own = [one.relative_to(home).as_posix() for one in below if one.is_relative_to(home)]
    return {re.sub("[0-9a-f]{32}", "*", one): one for one in own}


def test_the_walk_has_every_file_that_the_commands_open(opened: dict[str, str]) -> None:
    assert set(opened) == set(FILES)


@pytest.mark.parametrize("put", [os.mkfifo, Path.mkdir, circle, device])
@pytest.mark.parametrize("name", FILES)
def test_what_stands_in_the_place_of_a_file_is_told_with_its_place(
    name: str,
    put: Callable[[Path], None],
    opened: dict[str, str],
    commands: dict[str, list[str]],
    rules: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for key, value in private_environment(tmp_path).items():
        monkeypatch.setenv(key, value)
    for place in (builder_cache, runs):  # which has it under its own name
        monkeypatch.setattr(place, "scanner_cache_folder", lambda _cache: rules)
    path = tmp_path / opened[name]
    path.parent.mkdir(parents=True)
    put(path)
    assert cli.main(commands[FILES[name]]) != BROKEN
    assert str(path) in capsys.readouterr().err
    assert not path.is_file()
