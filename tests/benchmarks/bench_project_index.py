"""How long a project takes to be indexed: cold, warm, and after one file changed.

``python -m tests.benchmarks.bench_project_index [FOLDER ...]`` (the standard library and the
installed packages by default). Each folder has a process of its own, so that the peak of memory is
its own, too. "Warm" is the better of two runs that find the cache of the cold one and nothing
changed; "relations" is a warm run that has to make all relations again.
"""

import json
import resource
import sqlite3
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from inspector.core.builder.inputs import BuilderConfig
from inspector.project import IndexCache, index_project
from inspector.project.index import ProjectIndex

SELF = "tests.benchmarks.bench_project_index"
# The standard library without what is installed into it.
CONFIG = BuilderConfig(deny=("/site-packages/", "/dist-packages/", "__pycache__/"))
HEADINGS = ("files", "MB read", "parsed", "symbols", "relations")
TIMES = ("cold s", "warm s", "ratio", "relations s", "print ms", "import MB", "peak MB", "cache MB")


def seconds(work: Callable[[], object]) -> float:
    """Return how long one call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def megabytes() -> float:
    """Return the most memory that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def without_relations(cache: IndexCache) -> None:
    """Make a cache forget the relations."""
    with sqlite3.connect(cache.path) as connection:
        connection.execute("DELETE FROM facts WHERE name = 'relations'")
    connection.close()


def measured(folder: str) -> dict[str, object]:
    """Index one folder several times."""
    before = megabytes()
    with tempfile.TemporaryDirectory() as place:
        cache = IndexCache(Path(place) / "index.sqlite")
        found: list[ProjectIndex] = []

        def index() -> None:
            found[:] = [index_project(folder, config=CONFIG, cache=cache)]

        cold = seconds(index)
        first = found[0]
        peak = megabytes()
        fresh = first.fingerprint
        warm = min(seconds(index), seconds(index))
        took = seconds(lambda: found[0].fingerprint)
        assert found[0].fingerprint == fresh
        assert found[0].statistics.files_parsed == 0
        without_relations(cache)
        again = seconds(index)
        languages = Counter(file.language for file in first.files.values() if file.language)
        return {
            "languages": dict(languages.most_common()),
            "files": len(first.files),
            "MB read": first.statistics.bytes_read / 1e6,
            "parsed": first.statistics.files_parsed,
            "symbols": sum(len(file.symbols) for file in first.files.values()),
            "relations": len(first.relations),
            "cold s": cold,
            "warm s": warm,
            "ratio": cold / warm,
            "relations s": again,
            "print ms": took * 1000,
            "import MB": before,
            "peak MB": peak,
            "cache MB": cache.path.stat().st_size / 1e6,
        }


def main() -> None:
    """Print one block for each folder."""
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(sys.argv[2])))
        return
    places = sysconfig.get_paths()
    for folder in sys.argv[1:] or [places["stdlib"], places["purelib"]]:
        command = [sys.executable, "-m", SELF, "--one", folder]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        result = json.loads(run.stdout)
        print(folder)
        print("  " + ", ".join(f"{name} {n:,}" for name, n in result["languages"].items()))
        for names in (HEADINGS, TIMES):
            print("  " + "".join(f"{name:>13}" for name in names))
            print("  " + "".join(f"{result[name]:>13,.{digits(name)}f}" for name in names))


def digits(name: str) -> int:
    """Return how many digits after the point a figure has."""
    return 2 if name.endswith(" s") else 1 if name.endswith(("MB", "ms")) or name == "ratio" else 0


if __name__ == "__main__":
    main()
