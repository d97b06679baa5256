"""How much of the program one step of the slider runs: files, and calls of its functions.

``python -m tests.benchmarks.bench_step [SAMPLE] [--most N]`` drags the divider in the Budget lens,
counts one step once all is loaded, until it returns and until the window is at rest, and lists the
``N`` files with the most calls. The goals of the first are 45 files and 700 calls.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import inspector
from inspector.files import load_session
from inspector.gui.unattended import settle, unattended_window
from inspector.resources import resource_path, sample_sessions
from inspector.session.session import Session
from inspector.stages.injection.view.lens import InjectionLens

PACKAGE = f"{Path(inspector.__file__).parent}{os.sep}"
FILES, CALLS = 45, 700
SHARES = [0.35 + step / 100 for step in range(10)]


def counted(work: Callable[[], object]) -> Counter[tuple[str, str]]:
    """Return how often each function of the program is called by ``work``."""
    calls: Counter[tuple[str, str]] = Counter()

    def watch(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            calls[code.co_filename.removeprefix(PACKAGE), code.co_qualname] += 1

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def by_file(calls: Counter[tuple[str, str]]) -> Counter[str]:
    """Return the calls of each file."""
    found: Counter[str] = Counter()
    for (name, _), count in calls.items():
        found[name] += count
    return found


def steps_counted(session: Session) -> dict[str, Counter[tuple[str, str]]]:
    """Return the calls of a step of a drag that goes on: until it returns, and until rest."""
    with unattended_window() as workspace:
        workspace.store.open(session)
        workspace.show_lens("injection")
        settle(workspace)
        lens, gesture = workspace.lenses.widget, object()
        assert isinstance(lens, InjectionLens)
        for share in SHARES[:-3]:
            lens.bar.moved.emit(share, gesture)
            settle(workspace)
        lens.bar.moved.emit(SHARES[-3], gesture)  # what follows waits, however slow the machine is
        step = counted(lambda: lens.bar.moved.emit(SHARES[-2], gesture))

        def at_rest() -> None:
            lens.bar.moved.emit(SHARES[-1], gesture)
            settle(workspace)

        settle(workspace)
        return {"until it returns": step, "until rest": counted(at_rest)}


def main() -> None:
    """Count one step, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sample", nargs="?", default="securities-fraud")
    parser.add_argument("--most", type=int, default=0, metavar="N")
    parser.add_argument("--functions", action="store_true", help="list functions, not files")
    options = parser.parse_args()
    session = load_session(resource_path(sample_sessions()[options.sample])).value
    assert session is not None
    found = steps_counted(session)
    for title, calls in found.items():
        files = by_file(calls)
        print(f"{title}: {len(files)} files, {sum(files.values()):,} calls")
    print(f"goals of the first: {FILES} files, {CALLS} calls")
    step = found["until it returns"]
    listed = step if options.functions else by_file(step)
    for name, count in listed.most_common(options.most):
        print(f"{count:6}  {name if isinstance(name, str) else ' '.join(name)}")


if __name__ == "__main__":
    main()
