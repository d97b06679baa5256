"""Starting: what is loaded before the first picture and after it, and when there is no display."""

from __future__ import annotations

import builtins
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from inspector.gui.app import LoadedAhead, choose_platform
from inspector.gui.starting import NO_DISPLAY
from inspector.stage import STAGES

ROOT = Path(__file__).parents[2]

# Shows the window, and prints which of the modules named are loaded when it has been painted,
# then when it has been filled.
WATCH = """
import sys
from pathlib import Path
from inspector.gui.app import make_application, start
from inspector.gui.settings import Settings
app = make_application()
window = start(app, Settings(Path(sys.argv[1])), [])
loaded = lambda: print(*(name for name in sys.argv[2:] if name in sys.modules))
window.painted.connect(loaded)
window.show()
for _ in range(100):
    app.processEvents()
    if "inspector.gui.workspace" in sys.modules and window.menuBar().actions()[0].menu().actions():
        break
loaded()
window.close()
"""

# Takes memory in threads that run at the same time, and prints how many heaps there are then. Takes
# a large block, gives it back, takes another, and prints how many more blocks are in no heap.
HEAPS = """
import ctypes, os, re, threading
from inspector.gui.app import make_application
app = make_application()
library = ctypes.CDLL(None)
library.malloc.restype = library.fdopen.restype = ctypes.c_void_p
def told():
    read, write = os.pipe()
    stream = ctypes.c_void_p(library.fdopen(write, b"w"))
    library.malloc_info(0, stream)
    library.fclose(stream)
    return open(read).read()
beside = lambda: int(re.findall('type="mmap" count="([0-9]+)"', told())[-1])
together = threading.Barrier(4)
def take():
    together.wait()
    library.malloc(ctypes.c_size_t(5000))
    together.wait()
threads = [threading.Thread(target=take) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
before = beside()
library.free(ctypes.c_void_p(library.malloc(ctypes.c_size_t(30 << 20))))
library.malloc(ctypes.c_size_t(20 << 20))
print(told().count("<heap "), beside() - before)
"""

# Prints which lenses can be shown without loading them: on the first page, with a sample in front,
# and after some time.
AHEAD = """
import sys
from inspector import resources
from inspector.gui.app import load_ahead
from inspector.gui.unattended import settle, unattended_window, wait_until
from inspector.stage import stages
homes = {one.id: one.module_of(one.lens.partition(":")[0]) for one in stages()}
loaded = lambda: print(*(name for name, home in homes.items() if home in sys.modules), flush=True)
with unattended_window() as workspace:
    ahead = load_ahead(workspace)
    ahead.setInterval(1)
    for _ in range(3):
        settle(workspace)
    loaded()
    workspace.open([resources.resource_path(resources.sample_sessions()["starved-budget"])])
    settle(workspace)
    wait_until(lambda: not ahead.isActive())
    loaded()
"""


# Prints which sources have been read on the way from the start to a filled window.
SOURCES = """
import linecache, sys
from PySide6 import QtCore
from inspector.gui import app
from inspector.__main__ import main
def told(workspace):
    print(*set(linecache.cache) - before)
    print("inspector.core.injection" in sys.modules)
    QtCore.QTimer.singleShot(0, workspace.window.close)
app.load_ahead = told
before = set(linecache.cache)
main([])
"""


def test_no_source_is_read_when_a_module_is_imported(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", SOURCES],
        cwd=ROOT,
        env=os.environ
        | {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        | {"XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
        | {"XDG_RUNTIME_DIR": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert run.stdout.splitlines() == ["", "True"]


def test_no_source_is_read_for_pictures() -> None:
    program = (
        "import linecache\nfrom inspector.__main__ import main\nmain(['--pictures', 'x', 'none'])\n"
        "print(*(name for name in linecache.cache if 'inspector' in name))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "there is no picture" in run.stderr
    assert run.stdout.strip() == ""


def test_qt_leaves_the_import_of_the_tests_alone() -> None:
    assert builtins.__import__.__name__ != "__feature_import__"


def test_nothing_heavy_is_loaded_before_the_window_is_painted(tmp_path: Path) -> None:
    heavy = ("pydantic", "numpy", "tiktoken", "pyqtgraph", "inspector.core", "inspector.gui.table")
    run = subprocess.run(
        [sys.executable, "-c", WATCH, str(tmp_path / "preferences.json"), *heavy],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    painted, filled = run.stdout.splitlines()
    assert painted == ""
    assert "inspector.core" in filled
    assert "tiktoken" not in filled


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="only this library gives threads heaps of their own"
)
def test_all_threads_take_memory_from_one_heap_and_large_blocks_are_given_back() -> None:
    run = subprocess.run(
        [sys.executable, "-c", HEAPS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert run.stdout.split() == ["1", "1"]


def test_without_a_display_the_program_says_so_and_ends() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    run = subprocess.run(
        [sys.executable, "-m", "inspector"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == NO_DISPLAY
    assert "no display" in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="libraries come with the program there")
@pytest.mark.parametrize(
    ("library", "package", "words"),
    [
        ("libxcb-cursor.so.0", "libxcb-cursor0", []),
        ("libGL.so.1", "libgl1", []),
        ("libGL.so.1", "libgl1", ["--pictures", "pictures", "start-light"]),
    ],
    ids=["of the platform", "of Qt", "for pictures"],
)
def test_a_missing_library_is_named_with_the_line_that_installs_it(
    library: str, package: str, words: list[str], tmp_path: Path
) -> None:
    (tmp_path / library).write_bytes(b"")  # found first, and no library
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    run = subprocess.run(
        [sys.executable, "-m", "inspector", *words],
        cwd=tmp_path,
        env=environment
        | {"LD_LIBRARY_PATH": str(tmp_path), "DISPLAY": ":7654", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == NO_DISPLAY, run.stderr
    assert library in run.stderr
    [line] = [line for line in run.stderr.splitlines() if "apt-get install" in line]
    assert package in line.split()
    assert "no display" not in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("environment", "system", "expected"),
    [
        ({}, "linux", "offscreen"),
        ({"DISPLAY": ":0"}, "linux", "xcb;offscreen"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, "linux", "wayland;xcb;offscreen"),
        ({"QT_QPA_PLATFORM": "vnc"}, "linux", "vnc"),
        ({}, "darwin", None),
        ({}, "win32", None),
    ],
)
def test_qt_draws_in_memory_where_nothing_else_is_possible(
    environment: dict[str, str], system: str, expected: str | None
) -> None:
    choose_platform(environment, system)
    assert environment.get("QT_QPA_PLATFORM") == expected


class Pieces:
    """Three pieces, of which the second cannot be loaded; time is what a test says it is."""

    def __init__(self) -> None:
        self.loaded: list[str] = []
        self.somebody_waits = False
        self.parent = QObject()
        pieces = (lambda: self.loaded.append("first"), self._fail, self._load_last)
        self.timer = LoadedAhead(pieces, self.parent, may_load=lambda: not self.somebody_waits)

    def _fail(self) -> None:
        raise ImportError("no such library")

    def _load_last(self) -> None:
        self.loaded.append("last")

    def go_on(self) -> None:
        """Let the time between two pieces pass."""
        self.timer.timeout.emit()


@pytest.fixture
def pieces(qapp: QApplication) -> Iterator[Pieces]:
    made = Pieces()
    yield made
    made.timer.stop()


def test_pieces_are_loaded_one_at_a_time_and_in_order(pieces: Pieces) -> None:
    assert pieces.loaded == []
    pieces.go_on()
    assert pieces.loaded == ["first"]
    assert pieces.timer.isActive()


def test_what_cannot_be_loaded_is_left_to_who_needs_it(pieces: Pieces) -> None:
    for _ in range(3):
        pieces.go_on()
    assert pieces.loaded == ["first", "last"]


def test_time_is_not_taken_any_more_once_all_is_loaded(pieces: Pieces) -> None:
    for _ in range(3):
        assert pieces.timer.isActive()
        pieces.go_on()
    assert not pieces.timer.isActive()


def test_nothing_is_loaded_while_somebody_waits(pieces: Pieces) -> None:
    pieces.somebody_waits = True
    pieces.go_on()
    assert pieces.loaded == []
    assert pieces.timer.isActive()
    pieces.somebody_waits = False
    pieces.go_on()
    assert pieces.loaded == ["first"]


def test_lenses_are_loaded_once_one_is_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AHEAD], capture_output=True, text=True, check=True, timeout=600
    )
    on_the_first_page, with_a_sample = done.stdout.splitlines()
    assert on_the_first_page == ""
    assert tuple(with_a_sample.split()) == STAGES
