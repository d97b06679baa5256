"""Rules that hold for every test; docs/development.md explains them to those who write tests."""

from __future__ import annotations

from tests.shared import sandbox

sandbox.replace_environment()  # Before anything below can import Qt.
NETWORK_IS_CUT = sandbox.cut_network()  # Before anything below can start a thread.

import gc

gc.disable()  # Nothing of what is imported and collected goes: to look for it took a fourth.

import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers
from pytestqt.qtbot import QtBot

from inspector.gui.qt import import_as_usual
from inspector.project.secrets import layers
from tests.shared.examples import DRAWN, SEARCHED
from tests.shared.patience import PATIENCE

if TYPE_CHECKING:
    from kingfisher_sdk import Scanner
    from PySide6.QtWidgets import QApplication

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell started the tests beside itself
    signal.signal(signal.SIGINT, signal.default_int_handler)

hypothesis.settings.register_profile(
    "repeatable",
    derandomize=True,
    max_examples=DRAWN,
    deadline=None,
    database=None,
    # How fast an example is made is a fact about the machine.
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "search",
    hypothesis.settings.get_profile("repeatable"),
    derandomize=False,
    max_examples=SEARCHED,
    print_blob=True,
)
# What fails is only asked for, not made small.
hypothesis.settings.register_profile(
    "first",
    hypothesis.settings.get_profile("repeatable"),
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)
hypothesis.settings.load_profile("repeatable")

_is_local = providers.is_local_module_file


def _gives_constants(path: str) -> bool:
    """Let Hypothesis take constants out of the program's modules only where it draws at random.

    Which modules are loaded depends on what ran before, and which count as the program's on the
    names of the folders above: nobody would get the same examples.
    """
    return not hypothesis.settings().derandomize and _is_local(path)


providers.is_local_module_file = _gives_constants

_compiled = layers._scanner
_KEPT_BY_THE_CHECKOUT = (None, sandbox.own_rules())


def _compiled_once(folder: Path | None) -> Scanner:
    """Take the rules that find secrets from what is kept, also where a test wants no cache."""
    return _compiled(sandbox.COMPILED_RULES if folder in _KEPT_BY_THE_CHECKOUT else folder)


if sandbox.COMPILED_RULES.is_dir():
    layers._scanner = _compiled_once

SEARCHES_FOR_GARBAGE = (50_000, 10, 10)  # seldom, as in the program

_FAILED = pytest.StashKey[bool]()
_RECORDS = pytest.StashKey["_Records"]()
_THREADS = pytest.StashKey[set[threading.Thread]]()


class _Records(logging.Handler):
    """Keeps every record from WARNING up."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.kept: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(record)


def pytest_configure() -> None:
    """Let modules be loaded in any order of the tests; pytest-qt loads Qt for all of them."""
    import_as_usual()


@pytest.fixture(scope="session")
def network_is_cut() -> bool:
    """Whether this process has no network; False where the system refused to take it away."""
    return NETWORK_IS_CUT


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The driver of widgets, which waits for as long as it takes and not five seconds.

    How fast a machine is, or how busy, decides nothing; only what hangs runs into the end.
    """
    bot = QtBot(request)
    bot.waitUntil = partial(bot.waitUntil, timeout=PATIENCE)
    bot.waitSignal = partial(bot.waitSignal, timeout=PATIENCE)
    return bot


@pytest.fixture
def expected_logs(request: pytest.FixtureRequest) -> list[logging.LogRecord]:
    """The records from WARNING up that the test caused; asking for them makes them no failure."""
    return request.node.stash[_RECORDS].kept


def pytest_collection_finish() -> None:
    """Spare the collector all that stays to the end: it is looked through after every window."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCHES_FOR_GARBAGE)
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    records = _Records()
    logging.getLogger().addHandler(records)
    item.stash[_RECORDS] = records
    item.stash[_THREADS] = set(threading.enumerate())
    item.stash[_FAILED] = False
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    item.stash[_FAILED] |= report.failed
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Judge what is left when every fixture of the test is gone."""
    fixtures = getattr(item, "fixturenames", ())
    records = item.stash[_RECORDS]
    try:
        with _watch_qt(item.config) if "qapp" in fixtures else contextlib.nullcontext([]) as found:
            yield
    finally:
        logging.getLogger().removeHandler(records)
    if "expected_logs" not in fixtures:
        found += [f"log record {kept.levelname} of {kept.name}" for kept in records.kept]
    found += _threads_since(item.stash[_THREADS])
    # The traceback of a failed test keeps its windows alive.
    if found and not item.stash[_FAILED]:
        pytest.fail("The test left behind:\n  " + "\n  ".join(found), pytrace=False)


def _watch_qt(config: pytest.Config) -> contextlib.AbstractContextManager[list[str]]:
    # Only tests of the window pay for importing Qt.
    from tests.shared.leftovers import watch_qt

    return watch_qt(config.getini("qt_log_ignore"))


def _threads_since(before: set[threading.Thread]) -> list[str]:
    # A dummy stands for a thread that Python did not start; Qt's are watched on their own.
    new = [
        thread
        for thread in threading.enumerate()
        if thread not in before and not isinstance(thread, threading._DummyThread)
    ]
    for thread in new:
        thread.join(2.0)
    return [f"running thread {thread.name}" for thread in new if thread.is_alive()]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the checks that failed beside the tests, where the eye ends up."""
    if not (place := os.environ.get("INSPECTOR_CHECKS")):
        return
    ended = Path(place, "failed")
    while not ended.exists():
        time.sleep(0.1)
    if failed := ended.read_text("utf-8"):
        terminalreporter.section("checks beside the tests", red=True, bold=True)
        terminalreporter.write(Path(place, "said").read_text("utf-8", "replace"))
        terminalreporter.line(f"Failed: {failed}")
