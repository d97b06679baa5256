"""How long it takes from starting the program to the first painted window, beside a bare one.

``python -m tests.benchmarks.bench_startup [RUNS]`` (15 by default). Each run is a process of its
own; the variants take turns. *filled* is until menus, commands and the first page are there,
*result* until a sample's first result is shown. Processor time is that of the whole process, which
ends at once; it says more than the clock on a busy machine. It asserts nothing.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]

BARE = """
import sys, time
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        print(time.monotonic(), flush=True)
        QApplication.instance().quit()
app = QApplication([])
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
"""

OURS = """
import sys, time
from pathlib import Path
from inspector.__main__ import collect_seldom
collect_seldom()
from inspector.gui.qt import import_as_usual
import_as_usual()
from inspector.gui.app import make_application, start
from inspector.gui.settings import preferences_path
from inspector.gui.settings import Settings
UNTIL = sys.argv[1]
app = make_application()
files = [Path("resources/samples/securities-fraud/session.inspector.json")]
window = start(app, Settings(preferences_path()), files if UNTIL == "result" else [])
done = lambda *_: (print(time.monotonic(), flush=True), app.quit())
def filled():
    from PySide6.QtCore import QTimer
    from inspector.gui.workspace import Workspace
    workspace = window.findChild(Workspace)
    if workspace is None:
        QTimer.singleShot(0, filled)
    elif UNTIL == "filled":
        done()
    else:
        workspace.runner.finished.connect(lambda result: result.report and done())
window.painted.connect(done if UNTIL == "painted" else filled)
window.show()
app.exec()
window.close()
"""

VARIANTS = {
    "bare window": ("-c", BARE),
    "painted": ("-c", OURS, "painted"),
    "filled": ("-c", OURS, "filled"),
    "result": ("-c", OURS, "result"),
}


def milliseconds(arguments: tuple[str, ...]) -> tuple[float, float]:
    """Return the time from a process's start until it prints, and its processor time."""
    environment = os.environ | {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    used = _processor_time()
    began = time.monotonic()
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    shown = float(run.stdout.split()[0])
    return (shown - began) * 1000, (_processor_time() - used) * 1000


def _processor_time() -> float:
    """Return the seconds that all ended children have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(runs: int) -> dict[str, list[tuple[float, float]]]:
    """Return the times of every run by variant, which take turns."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in VARIANTS}
    for _ in range(runs):
        for name, arguments in VARIANTS.items():
            times[name].append(milliseconds(arguments))
    return times


def medians(found: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the median time on the clock and on the processor, in milliseconds."""
    clock, processor = (statistics.median(column) for column in zip(*found, strict=True))
    return clock, processor


def main(runs: int) -> None:
    """Print the table."""
    times = measured(runs)
    print(f"{'':14}{'median':>9}{'fastest':>9}{'of bare':>9}{'processor':>11}{'of bare':>9}")
    bare = medians(times["bare window"])
    for name, found in times.items():
        clock, processor = medians(found)
        fastest = min(clock for clock, _ in found)
        print(
            f"{name:14}{clock:6.0f} ms{fastest:6.0f} ms{clock / bare[0]:8.2f}x"
            f"{processor:8.0f} ms{processor / bare[1]:8.2f}x"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 15)
