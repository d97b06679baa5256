"""The rules that hold for every test do fail a test that breaks them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA"]
PYTEST += ["-c", str(ROOT / "pyproject.toml")]

# One file of tests, each of which is wrong in one way, or right.
EXAMPLES = """
import gc, logging, os, threading, time
import pytest
from PySide6.QtCore import QObject, QThread, QThreadPool, QTimer, qWarning
from PySide6.QtWidgets import QLabel, QWidget

kept = []

def test_quiet():
    logging.getLogger("inspector").info("nothing to see")

def test_that_logs():
    logging.getLogger("inspector.core").warning("too late")

def test_that_logs_as_expected(expected_logs):
    logging.getLogger("inspector").error("on purpose")
    assert [record.getMessage() for record in expected_logs] == ["on purpose"]

def test_that_leaves_a_thread():
    threading.Thread(target=time.sleep, args=(60,), daemon=True, name="sleeper").start()

def test_whose_thread_ends():
    threading.Thread(target=time.sleep, args=(0.1,)).start()

def test_that_warns(qapp):
    qWarning("something is off")

def test_that_is_told_by_the_platform(qapp):
    qWarning("This plugin does not support propagateSizeHints()")

@pytest.fixture
def warning_later(qapp):
    yield
    qWarning("off at the end")

def test_whose_fixture_warns(warning_later):
    pass

def test_that_leaves_a_window(qapp):
    kept.append(QLabel("still here"))

def test_that_closes_its_window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()

def test_whose_window_only_waits_for_the_collector(qapp):
    window = QWidget()
    window.itself = window
    window.called = lambda: window

def test_that_leaves_a_timer(qapp):
    timer = QTimer(objectName="ticking")
    timer.start(10_000)
    kept.append(timer)

def test_whose_timer_is_stopped(qapp):
    timer = QTimer()
    timer.start(10_000)
    timer.stop()
    kept.append(timer)

class Sleeper(QThread):
    def run(self):
        while not self.isInterruptionRequested():
            self.msleep(5)

def test_that_leaves_a_qt_thread(qapp):
    kept.append(Sleeper(objectName="sleeper"))
    kept[-1].start()

def test_that_ends_the_qt_thread(qapp):
    kept[-1].requestInterruption()
    assert kept[-1].wait(5000)

def test_that_leaves_work_in_the_pool(qapp):
    QThreadPool.globalInstance().start(lambda: time.sleep(3))

def test_that_fails_and_leaves_a_window(qapp):
    window = QWidget()
    assert window is None

def test_after_the_one_that_failed(qapp):
    QThreadPool.globalInstance().waitForDone()

def test_that_reads_no_setting_of_the_person():
    assert os.environ["HOME"] != "/somewhere/personal"
    assert os.environ["XDG_CONFIG_HOME"].startswith(os.environ["HOME"])
    assert "DISPLAY" not in os.environ and "QT_SCALE_FACTOR" not in os.environ
"""


# A module with a number that nobody draws by chance, and tests that write down what is drawn, and
# whether it could have been that number.
PROGRAM = "RARE = 918273645546372819\n"
PROPERTY = """
import json, pathlib, program
from hypothesis.internal.conjecture import providers
from hypothesis import given, settings, strategies as st

drawn = []

@settings(max_examples=50)
@given(st.integers(), st.floats(allow_nan=False, allow_infinity=False))
def test_of_anything(number, other):
    drawn.append((number, other))

def test_that_tells():
    known = program.RARE in providers._get_local_constants().integers
    pathlib.Path("drawn.json").write_text(json.dumps([known, drawn]))
"""


@pytest.mark.parametrize("profile", ["repeatable", "search"])
def test_examples_are_the_same_in_any_folder_unless_they_are_searched_for(
    profile: str, tmp_path: Path
) -> None:
    drawn = []
    for name in ("plain", "tests"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "conftest.py").write_text("from tests.conftest import *\n", encoding="utf-8")
        (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
        (folder / "test_drawn.py").write_text(PROPERTY, encoding="utf-8")
        subprocess.run(
            [*PYTEST, f"--rootdir={ROOT}", f"--hypothesis-profile={profile}", "test_drawn.py"],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
            capture_output=True,
            check=True,
        )
        drawn.append(json.loads((folder / "drawn.json").read_text(encoding="utf-8")))
    assert (drawn[0][1] == drawn[1][1]) == (profile == "repeatable")
    assert [known for known, _ in drawn] == [profile == "search", False]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pytest says of each example: passed, failed or error, with the line that says why."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "conftest.py").write_text("from tests.conftest import *\n", encoding="utf-8")
    (folder / "test_examples.py").write_text(EXAMPLES, encoding="utf-8")
    (folder / "said").write_text("== types\nx.py:1: error: no\n", encoding="utf-8")
    (folder / "failed").write_text("types", encoding="utf-8")
    personal = {"HOME": "/somewhere/personal", "DISPLAY": ":9", "QT_SCALE_FACTOR": "2"}
    run = subprocess.run(
        [*PYTEST, f"--rootdir={ROOT}", str(folder)],
        cwd=ROOT,
        env=os.environ | personal | {"INSPECTOR_CHECKS": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = run.stdout.splitlines()
    outcomes = {"": run.stdout}
    for line in said:
        outcome, _, rest = line.partition(" ")
        if outcome in {"PASSED", "FAILED", "ERROR"} and "::" in rest:
            name = rest.partition("::")[2].split(" ")[0]
            # A test with an error at its end is listed as passed, too.
            outcomes[name] = max(
                outcome, outcomes.get(name, ""), key=["", "PASSED", "FAILED", "ERROR"].index
            )
    return outcomes


RIGHT = [
    "test_quiet",
    "test_that_logs_as_expected",
    "test_whose_thread_ends",
    "test_that_is_told_by_the_platform",
    "test_that_closes_its_window",
    "test_whose_window_only_waits_for_the_collector",
    "test_whose_timer_is_stopped",
    "test_that_ends_the_qt_thread",
    "test_after_the_one_that_failed",
    "test_that_reads_no_setting_of_the_person",
]
WRONG = {
    "test_that_logs": "log record WARNING of inspector.core",
    "test_that_leaves_a_thread": "running thread sleeper",
    "test_whose_fixture_warns": "Qt message 'off at the end'",
    "test_that_leaves_a_window": "window QLabel",
    "test_that_leaves_a_timer": "active timer QTimer 'ticking' of nobody",
    "test_that_leaves_a_qt_thread": "running Sleeper 'sleeper'",
    "test_that_leaves_work_in_the_pool": "running QThreadPool",
}


@pytest.mark.parametrize("name", RIGHT)
def test_an_example_that_keeps_the_rules_passes(name: str, outcomes: dict[str, str]) -> None:
    assert outcomes[name] == "PASSED", outcomes[""]


@pytest.mark.parametrize("name", WRONG)
def test_an_example_that_leaves_something_behind_is_an_error(
    name: str, outcomes: dict[str, str]
) -> None:
    assert outcomes[name] == "ERROR", outcomes[""]
    assert WRONG[name] in outcomes[""]


def test_a_qt_warning_fails_the_test_that_caused_it(outcomes: dict[str, str]) -> None:
    assert outcomes["test_that_warns"] == "FAILED"


def test_a_failed_test_is_not_blamed_for_what_its_traceback_holds(
    outcomes: dict[str, str],
) -> None:
    assert outcomes["test_that_fails_and_leaves_a_window"] == "FAILED"


def test_what_checks_said_that_failed_stands_above_the_closing_line(
    outcomes: dict[str, str],
) -> None:
    _, _, shown = outcomes[""].partition("= checks beside the tests =")
    assert shown.splitlines()[1:4] == ["== types", "x.py:1: error: no", "Failed: types"]
    assert "passed" in shown.splitlines()[-1]
