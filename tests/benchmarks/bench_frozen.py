"""The frozen program beside the unfrozen one: how large it is and how fast it starts.

``python -m tests.benchmarks.bench_frozen [RUNS [FOLDER]]`` (7 by default, the folder that
``./dev build app`` makes). Each run is a process of its own; both programs take turns, so that a
busy machine slows both. *painted* is from the start to the first time that a window's contents go
to the screen (in memory here), which Qt is asked to log. A ratio is the median of the ratios of
neighbours, with the middle half of them; the unfrozen program has its modules compiled already.
It asserts nothing.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ROOT / "packaging" / "app"
SAMPLE = "resources/samples/securities-fraud/session.inspector.json"
PAINTED = "Flushing"

VARIANTS = {
    "--version": ("--version",),
    "run a sample": ("run", SAMPLE, "--no-history"),
    "window painted": (),
}


def milliseconds(command: tuple[str, ...], home: str) -> tuple[float, float]:
    """Return the time from a process's start to its end or first paint, and its processor time."""
    environment = os.environ | {
        "HOME": home,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_LOGGING_RULES": "qt.widgets.painting=true",
        "XDG_CACHE_HOME": home,
        "XDG_CONFIG_HOME": home,
        "XDG_DATA_HOME": home,
    }
    used = processor_time()
    began = time.monotonic()
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if PAINTED in line:
                break
        else:
            process.wait()
        took = time.monotonic() - began
        process.kill()
        process.stderr.read()
    return took * 1000, (processor_time() - used) * 1000


def processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def middle(values: list[float]) -> str:
    low, median, high = statistics.quantiles(values, n=4)
    return f"{median:.2f} ({low:.2f}–{high:.2f})"


def main(arguments: list[str]) -> None:
    runs = int(arguments[0]) if arguments else 7
    sys.path.insert(0, str(PARTS))
    import sizes
    from made_from import APP
    from smoke_test import why_not

    app = Path(arguments[1]).resolve() if arguments[1:] else APP
    why = why_not(app)
    if why:
        print(why)
        return
    print(sizes.table(app))
    print(f"\n{'':16}{'frozen':>10}{'unfrozen':>10}  ratio, and of processor time, n={runs}")
    with tempfile.TemporaryDirectory() as home:
        for name, variant in VARIANTS.items():
            compare(name, variant, app, home, runs)


def compare(name: str, variant: tuple[str, ...], app: Path, home: str, runs: int) -> None:
    frozen = (str(app / "inspector"), *variant)
    unfrozen = (sys.executable, "-m", "inspector", *variant)
    pairs = []
    for number in range(runs + 1):
        pair = milliseconds(frozen, home), milliseconds(unfrozen, home)
        if number:  # the first reads from the disk
            pairs.append(pair)
    clock = [[side[0] for side in pair] for pair in pairs]
    used = [[side[1] for side in pair] for pair in pairs]
    print(
        f"{name:16}{statistics.median(one for one, _ in clock):7.0f} ms"
        f"{statistics.median(other for _, other in clock):7.0f} ms"
        f"  {middle([one / other for one, other in clock])}"
        f"  {middle([one / other for one, other in used])}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
