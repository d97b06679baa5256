"""What the program holds in memory (PSS: pages shared with others count in parts), each alone.

``./dev bench memory [--large]``: a bare window of Qt, the empty window, one with a sample, with
every lens shown once, with 100,000 cards, and with ``--large`` 1,000,000. *Whole* is the program as
it is started, once nothing is left to be done behind the window: results are recorded, texts are
looked through for secrets, and lenses are loaded ahead. Linux only.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

PSS = """
import os
def pss(process=os.getpid()):
    lines = open(f"/proc/{process}/smaps_rollup").read().splitlines()
    held = next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))
    children = open(f"/proc/{process}/task/{process}/children").read().split()
    return held + sum(pss(child) for child in children)
"""
BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.show()
app.processEvents()
print(pss())
"""
OURS = """
import sys
from inspector.__main__ import collect_seldom
from inspector.gui.qt import import_as_usual
import_as_usual()
from inspector.gui.unattended import settle, unattended_window
collect_seldom()
what = sys.argv[1]
with unattended_window() as workspace:
    if what in ("sample", "lenses"):
        from inspector import resources
        from inspector.files import load_session
        path = resources.resource_path(resources.sample_sessions()["securities-fraud"])
        workspace.store.open(load_session(path).value)
        workspace.show_lens("injection")
        settle(workspace)
    if what == "lenses":
        for record in workspace.lenses.records:
            workspace.show_lens(record.id)
            settle(workspace)
        workspace.show_lens("injection")
        settle(workspace)
    if what.isdigit():
        from inspector.session.session import Session
        from tests.shared.injection_input import request
        from tests.shared.large_sets import large_set
        model = {"name": "m", "context_window": 1_000_000, "encoding": "chars"}
        session = Session(candidates=large_set(int(what)), request=request(model=model))
        workspace.store.open(session)
        workspace.show_lens("injection")
        settle(workspace)
    print(pss())
"""

WHOLE = """
import multiprocessing, sys, tempfile, time
from pathlib import Path
from inspector import resources
from inspector.__main__ import collect_seldom
from inspector.gui.qt import import_as_usual
import_as_usual()
from inspector.analysis.secret_lint import user_scanner_process
from inspector.gui.app import make_application, start
from inspector.gui.app import load_ahead
from inspector.gui.settings import Settings
from inspector.gui.unattended import Nobody, settle, wait_until
from inspector.gui.workspace import Workspace
collect_seldom()
what = sys.argv[1]
app = make_application()
with tempfile.TemporaryDirectory() as folder:
    ahead = []
    window = start(
        app, Settings(Path(folder) / "preferences.json"), [], messages=Nobody(),
        history=Path(folder) / "history", secrets=user_scanner_process,
        rescue=Path(folder) / "unsaved",
        filled=lambda workspace: ahead.append(load_ahead(workspace)),
    )
    window.show()
    wait_until(lambda: bool(ahead))
    workspace = window.findChild(Workspace)
    if what.isdigit():
        from inspector.session.session import Session
        from tests.shared.injection_input import request
        from tests.shared.large_sets import large_set
        model = {"name": "m", "context_window": 1_000_000, "encoding": "chars"}
        session = Session(candidates=large_set(int(what)), request=request(model=model))
        workspace.store.open(session)
        workspace.show_lens("injection")
    else:
        workspace.open([resources.resource_path(resources.sample_sessions()[what])])
    settle(workspace)
    wait_until(lambda: not ahead[0].isActive())
    still = time.monotonic() + 3
    busy = time.process_time()
    while time.monotonic() < still:
        app.processEvents()
        time.sleep(0.01)
        if time.process_time() - busy > 0.3:
            still, busy = time.monotonic() + 3, time.process_time()
    wait_until(lambda: not multiprocessing.active_children())
    print(pss())
    workspace.end()
    window.close()
"""


def megabytes(compiled: str, program: str, *arguments: str) -> float:
    """Return what a process of its own holds at its end, in MB.

    ``compiled`` is a folder for compiled modules: compiling leaves memory that an installation,
    whose modules are compiled, does not use.
    """
    environment = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
    environment |= {"QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": compiled}
    done = subprocess.run(
        [sys.executable, "-c", PSS + program, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])


def held(*, large: bool) -> Iterator[tuple[str, float]]:
    """Give what each holds, in MB, a process after the other; a bare window of Qt first."""
    names = {"empty": "empty", "sample": "a sample", "lenses": "every lens shown once"}
    names |= {"100000": "100,000 cards"}
    if large:
        names |= {"1000000": "1,000,000 cards"}
    with tempfile.TemporaryDirectory() as compiled:
        megabytes(compiled, OURS, "lenses")
        yield "a bare window of Qt", megabytes(compiled, BARE)
        for what, name in names.items():
            yield name, megabytes(compiled, OURS, what)
        for what, name in (("securities-fraud", "a sample"), ("100000", "100,000 cards")):
            yield f"whole: {name}", megabytes(compiled, WHOLE, what)


def main() -> None:
    """Print the table."""
    for name, amount in held(large="--large" in sys.argv[1:]):
        print(f"{name:<28}{amount:6.0f} MB", flush=True)


if __name__ == "__main__":
    main()
