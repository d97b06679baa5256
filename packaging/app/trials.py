"""What the frozen app is asked to do: the same as the unfrozen program, byte for byte."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from made_from import ROOT
from programs import Outcome, Program, SmokeError, libraries

_INJECTION = "samples/securities-fraud/session.inspector.json"
_STARVED = "samples/starved-budget/session.inspector.json"
_MANIFEST = "samples/audit/manifest.json"
_SESSIONS = ("securities-fraud", "direct-target", "starved-budget", "with-problems", "audit")

# One line for each command; files named with `out` are compared as well.
SAME = (
    ("--version",),
    ("--help",),
    *(
        (
            *("run", f"samples/{name}/session.inspector.json", "--no-history"),
            *("--manifest", f"out-{name}.json", "--report", f"out-{name}.html"),
        )
        for name in _SESSIONS
    ),
    ("run", _INJECTION, "--no-history", "--bundle", "out-run.zip"),
    ("relevance", "samples/relevance/session.inspector.json", "--no-history", "--log"),
    (
        "relevance",
        "samples/relevance/session.inspector.json",
        "--no-history",
        "--chart",
        "out-grid.svg",
    ),
    ("discipline", "samples/discipline/hot-state.json", "--no-history", "--json"),
    (
        "discipline",
        "samples/discipline/hot-state.json",
        "--no-history",
        "--encoding",
        "cl100k_base",
    ),
    ("diff-check", "samples/discipline/answer.md"),
    ("metrics", "samples/discipline/turns.jsonl"),
    ("place", "samples/window/session.inspector.json", "--no-history", "--chart", "out-window.svg"),
    ("assemble", "samples/assembly/session.inspector.json", "--no-history", "--text", "out-a.txt"),
    ("verify", _MANIFEST, "--inputs", "samples/audit/session.inspector.json", "--json"),
    ("verify", "out-run.zip", "--report", "out-audit.html"),
    ("sweep", _INJECTION, "--axis", "division", "--chart", "out-sweep.svg", "--json"),
    ("compare", _INJECTION, _STARVED, "--json"),
    ("lint", "samples/with-problems/session.inspector.json"),
    ("schema", "policy"),
    ("story", _INJECTION, "-o", "out-story.html"),
    ("demo", "--output", "out-demo"),
)
_BUILD = (
    *("build", "samples/builder/project", "--target", "planner/desk.py", "--purpose", "diff"),
    *("--step", "Let the letter name the berths that were too short.", "--no-history"),
    *("--intent", "Skippers ask why.", "--created-at", "2026-01-01T00:00:00Z"),
    *("--correlation-id", "123e4567-e89b-42d3-a456-426614174000", "--out", "out-build"),
)
_REQUESTS = 12
_CORPUS = (
    *("corpus", "--session", _INJECTION, "--requests", "out-corpus.csv", "--json"),
    *("--chart", "out-corpus.svg"),
)
# A picture of each lens; the rest of the window is in all of them.
PICTURES = tuple(
    f"{lens}-light"
    for lens in (
        *("injection", "relevance", "discipline", "builder", "window"),
        *("assembly", "tuning", "compare", "corpus", "audit"),
    )
)
LEAST_COLOURS = 500


def same_everywhere(frozen: Program, unfrozen: Program) -> Iterator[str]:
    """Every command on built-in samples leaves the same bytes, exit code and messages."""
    for arguments in SAME:
        _same(arguments, *_both(arguments, frozen, unfrozen))
    yield f"{len(SAME)} command lines on {len(_SESSIONS) + 6} samples"
    compared = len(frozen.files())
    if compared < len(_SESSIONS) * 2 + 8:
        raise SmokeError(f"only {compared} files were left to compare")
    yield f"{compared} files"


def help_of_each_command(frozen: Program, _unfrozen: Program) -> Iterator[str]:
    """Every command loads what it needs to explain itself."""
    from inspector.cli import COMMANDS

    for command in COMMANDS:
        there = frozen.run((command, "--help"))
        if there.code or f"usage: inspector {command} " not in there.output:
            raise SmokeError(f"inspector {command} --help ends with {there.code}: {there.errors}")
    yield f"{len(COMMANDS)} commands"


def builds_context(frozen: Program, unfrozen: Program) -> Iterator[str]:
    """The builder parses, finds secrets and keeps its index under the key of these sources."""
    first, here = _both(_BUILD, frozen, unfrozen)
    _same(_BUILD, first, here)
    _same(_BUILD, frozen.run(_BUILD), first)
    if first.code not in (0, 4) or "out-build/manifest.json" not in first.files:
        raise SmokeError(f"nothing was built: {first.output}{first.errors}")
    keys = [_index_keys(program.home) for program in (frozen, unfrozen)]
    if keys[0] != keys[1] or len(keys[0]) != 1:
        raise SmokeError(f"the keys of the index caches are {keys}, not one and the same")
    yield f"index cache v{keys[0].pop()[:12]}…"


def works_on_a_corpus(frozen: Program, unfrozen: Program) -> Iterator[str]:
    """Two processes of the frozen program give what one process gives."""
    request = json.loads((ROOT / "resources/samples/securities-fraud/request.json").read_bytes())
    lines = [
        json.dumps(request | {"trace_id": f"request-{number}", "tokens_used_before": number * 900})
        for number in range(_REQUESTS)
    ]
    for program in (frozen, unfrozen):
        (program.folder / "many.requests.jsonl").write_text("\n".join(lines), encoding="utf-8")
    candidates = "samples/securities-fraud/candidates.json"
    options = (*_CORPUS, "--no-history", "--no-journal", "--candidates", candidates)
    two = (*options, "--processes", "2", "many.requests.jsonl")
    found = frozen.run(two)
    _same(two, found, unfrozen.run((*options, "--processes", "1", "many.requests.jsonl")))
    if found.code or found.files["out-corpus.csv"].count(b"\n") <= _REQUESTS:
        raise SmokeError(f"the corpus was not worked out: {found.output}{found.errors}")
    asked = frozen.run((*options, "--scheduler", "tcp://127.0.0.1:9", "many.requests.jsonl"))
    if asked.code == 0 or "not part of this program" not in asked.errors:
        raise SmokeError(f"a scheduler was asked for, and this was said: {asked.errors}")
    yield f"{_REQUESTS} requests on 2 processes"


def remembers_runs(frozen: Program, _unfrozen: Program) -> Iterator[str]:
    """What was run can be listed afterwards."""
    for session in (_INJECTION, "samples/direct-target/session.inspector.json"):
        if frozen.run(("run", session)).code:
            raise SmokeError(f"{session} was not run")
    listed = frozen.run(("history", "--json"))
    if listed.code or len(json.loads(listed.output)) != 2:
        raise SmokeError(f"two runs were recorded, and these are listed: {listed.output}")
    yield "2 runs"


def paints_each_lens(frozen: Program, unfrozen: Program) -> Iterator[str]:
    """The window with each lens looks the same, without a display.

    Where the edge of an icon is smoothed, a colour may be off by one of its 255 steps.
    """
    arguments = ("--pictures", "out-pictures", *PICTURES)
    both = _both(arguments, frozen, unfrozen)
    for one in both:
        if one.code:
            raise SmokeError(f"inspector {' '.join(arguments)}: exit code {one.code}\n{one.errors}")
    # What Qt cannot do without a display it says as often as it happens to ask, which varies.
    _same(arguments, *(replace(one, errors="", files={}) for one in both))
    least = 1 << 24
    for name in PICTURES:
        one, other = (_pixels(program, name) for program in (frozen, unfrozen))
        colours = len(np.unique(one))
        if colours < LEAST_COLOURS:
            raise SmokeError(f"the picture {name} has no more than {colours} colours")
        if one.shape != other.shape:
            raise SmokeError(f"the picture {name} has {one.shape} and {other.shape} pixels")
        steps = np.abs(one.view(np.uint8).astype(np.int16) - other.view(np.uint8))
        if different := int(np.count_nonzero(steps > 1)):
            raise SmokeError(f"the picture {name} differs in {different:,} colours of pixels")
        least = min(least, colours)
    yield f"{len(PICTURES)} pictures, each of {least} colours or more"


def _pixels(program: Program, name: str) -> npt.NDArray[np.uint32]:
    """Return the pixels of a picture that a program has left, row by row."""
    from PySide6.QtGui import QImage

    image = QImage(str(program.folder / "out-pictures" / f"{name}.png"))
    if image.isNull():
        raise SmokeError(f"there is no picture {name}")
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(image.constBits(), np.uint32).copy()
    return flat.reshape(image.height(), image.width())


def ships_the_data(frozen: Program, _unfrozen: Program) -> Iterator[str]:
    """Every resource of the checkout is inside, unchanged, and beside them only licences."""
    inside, outside = (
        {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
            and "__pycache__" not in path.parts
            and path.relative_to(folder).parts[0] != "licences"
        }
        for folder in (libraries(frozen) / "resources", ROOT / "resources")
    )
    if inside != outside:
        names = sorted(name for name in inside | outside if inside.get(name) != outside.get(name))
        raise SmokeError(f"these resources differ: {', '.join(names)}")
    yield f"{len(inside)} resources"


def _both(arguments: tuple[str, ...], *programs: Program) -> Iterable[Outcome]:
    """Run the programs at the same time."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda program: program.run(arguments), programs))


def _same(arguments: tuple[str, ...], one: Outcome, other: Outcome) -> None:
    line = f"inspector {' '.join(arguments)}"
    if (one.code, one.output, one.errors) != (other.code, other.output, other.errors):
        raise SmokeError(
            f"{line}: exit codes {one.code} and {other.code};"
            f" output\n{one.output}{one.errors}\nand\n{other.output}{other.errors}"
        )
    if one.files != other.files:
        names = sorted(
            name
            for name in {*one.files, *other.files}
            if one.files.get(name) != other.files.get(name)
        )
        raise SmokeError(f"{line}: these files differ: {', '.join(names)}")


def _index_keys(home: Path) -> set[str]:
    keys: set[str] = set()
    for path in (home / "cache").rglob("*"):
        if path.is_file() and path.read_bytes()[:15] == b"SQLite format 3":
            connection = sqlite3.connect(path)
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            keys |= {name[1:] for (name,) in names if name[0] == "v" and len(name) == 65}
            connection.close()
    return keys
