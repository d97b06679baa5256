"""Small changes of a room that its own tests should notice: the share of mutants that they kill.

``python -m tests.mutants.mutants [ROOM…]`` changes one place of a room after the other, such as
``<=`` to ``<``, and runs the room's own tests on each in a copy of the checkout, which stays as it
is. Which places is drawn from a seed, so two runs are the same. A room is a folder or a module of
`inspector`, such as ``core.injection`` or ``analysis.audit.finding``; without one it is each of
``ROOMS``. A mutant is killed by the first test that fails, or by a test that does not come back.
`equivalents.toml` names mutants that change nothing anybody could see; they do not count.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL
from typing import Any

from tests.mutants.warm import OPTIONS, clock, limit_processor_time, place_of

ROOT = Path(__file__).parents[2]
GOAL = 0.80
ROOMS = {
    "core.assembly": ("core/assembly", "core/test_odd_arguments.py"),
    "core.builder": (
        "core/builder",
        "core/test_odd_arguments.py",
        "present/builder",
        "files/test_bundle_files.py",
        "cli/test_build_prompt.py",
    ),
    "core.candidates": ("core/candidates", "core/injection", "files/test_candidate_files.py"),
    "core.discipline": ("core/discipline", "core/test_odd_arguments_of_stages.py"),
    "core.injection": (),
    "core.relevance": ("core/relevance", "core/test_odd_arguments.py"),
    "core.selection": ("core/selection", "core/window", "core/injection", "analysis/tuning"),
    "core.tokens": ("core/tokens", "core/test_odd_arguments.py"),
    "core.window": ("core/window", "core/test_odd_arguments_of_stages.py"),
    "analysis.audit": (),
    "analysis.comparison": ("analysis/comparison", "present/compare"),
    "analysis.corpus": (
        "analysis/corpus",
        "present/corpus",
        "present/injection/test_recall_strip.py",
        "cli/test_corpus_command.py",
    ),
    "analysis.tuning": (),
    "files": (),
}
"""The rooms that are measured, and where their own tests are if not in the folder of their name."""

_LEFT_OUT = (".git", ".venv", ".mypy_cache", ".ruff_cache", ".hypothesis", "build", "dist")
_PATIENCE = 10.0  # seconds of processor time beyond four times what the tests take, watched
_SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change: ``span`` of bytes of a file, and what stands there instead."""

    path: str
    line: int
    within: str
    was: str
    becomes: str
    span: tuple[int, int]
    nth: int
    function: tuple[int, str] | None = None
    """Where the outermost function begins that is changed, and its name; None outside of any."""

    @property
    def name(self) -> str:
        """What it is called in the list of equivalents: lines move, names rarely do.

        Where one function can be changed in the same way at several places, they are numbered.
        """
        place = f" ({self.nth})" if self.nth > 1 else ""
        becomes = " ".join(self.becomes.split())
        return f"{self.path} {self.within}: {self.was} -> {becomes}{place}"

    def applied(self, source: bytes) -> bytes:
        """The source with the change."""
        return source[: self.span[0]] + self.becomes.encode() + source[self.span[1] :]


class _Places(ast.NodeVisitor):
    """Finds all mutants of a module, leaving out types, docstrings and what only types read."""

    def __init__(self, path: str, source: bytes) -> None:
        self.found: list[Mutant] = []
        self._path = path
        self._source = source
        self._within: list[str] = []
        self._function: tuple[int, str] | None = None
        self._alike: Counter[tuple[str, str, str]] = Counter()
        lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))
        self.visit(ast.parse(source))

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)

    def _add(self, node: ast.expr | ast.stmt, start: int, end: int, becomes: str) -> None:
        was = " ".join(self._source[start:end].decode().split())
        within = ".".join(self._within) or "module"
        alike = (within, was, becomes)
        self._alike[alike] += 1
        self.found.append(
            Mutant(
                self._path,
                node.lineno,
                *alike,
                (start, end),
                self._alike[alike],
                self._function,
            )
        )

    def _swap(self, node: ast.expr, operator: ast.AST, left: ast.expr, right: ast.expr) -> None:
        """Replace an operator, with its operands so that it is told from its neighbours."""
        was, becomes = _SWAPS.get(type(operator), ("", ""))
        start, end = self._start(left), self._end(right)
        before, after = self._end(left), self._start(right)
        between = self._source[before:after].decode()
        if was and "#" not in between:
            said = [self._source[start:before], self._source[after:end]]
            self._add(
                node, start, end, between.replace(was, becomes, 1).join(map(bytes.decode, said))
            )

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._within.append(node.name)
        for part in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        around = self._function
        if around is None:
            began = min(one.lineno for one in [*node.decorator_list, node])
            self._function = began, ".".join(self._within)
        for statement in node.body:
            self.visit(statement)
        self._function = around
        self._within.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        # A decorator's flags, such as a frozen dataclass's, are what the type checker holds.
        self._within.append(node.name)
        for part in (*node.bases, *node.keywords, *node.body):
            self.visit(part)
        self._within.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        # The other way round of a comparison is one of its own changes.
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.NamedExpr):
            said = self._source[self._start(test) : self._end(test)].decode()
            self._add(test, self._start(test), self._end(test), f"not ({said})")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            said = self._source[self._start(node.operand) : self._end(node.operand)].decode()
            self._add(node, self._start(node), self._end(node), f"bool({said})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for at, operator in enumerate(node.ops):
            self._swap(node, operator, sides[at], sides[at + 1])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        if len(node.values) == 2:
            self._swap(node, node.op, *node.values)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not any(isinstance(side, ast.JoinedStr) for side in (node.left, node.right)):
            self._swap(node, node.op, node.left, node.right)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and (other := _CALLS.get(node.func.id)):
            self._add(node, self._start(node), self._end(node.func), other)
        zipped = isinstance(node.func, ast.Name) and node.func.id == "zip"
        for part in (node.func, *node.args, *node.keywords):
            # That columns are of one length is an assertion, and nobody sees one that holds.
            if not (zipped and isinstance(part, ast.keyword) and _is_true(part.value)):
                self.visit(part)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, self._start(node), self._end(node), str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, self._start(node), self._end(node), str(node.value + 1))

    def visit_Expr(self, node: ast.Expr) -> None:
        # A call whose result nobody takes is there for what it does.
        if isinstance(node.value, ast.Call):
            self._add(node, self._start(node), self._end(node), "pass")
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts as they are: places inside them are not told before Python 3.12."""

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, self._start(node), self._end(node), "pass")


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def mutants_of(room: str, root: Path = ROOT) -> list[Mutant]:
    """Return all mutants of a room, by path and place."""
    place = root / "inspector" / Path(*room.split("."))
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    found: list[Mutant] = []
    for file in files:
        found += _Places(file.relative_to(root).as_posix(), file.read_bytes()).found
    return sorted(found, key=lambda one: (one.path, one.span, one.becomes))


def own_tests(room: str, root: Path = ROOT) -> list[str]:
    """Return where a room's own tests are: in the folder of its name, or of the room around it."""
    if places := ROOMS.get(room):
        return [f"tests/{place}" for place in places]
    folder = root / "tests" / Path(*room.split("."))
    return (
        [f"tests/{room.replace('.', '/')}"] if folder.is_dir() else own_tests(_around(room), root)
    )


def likely_first(path: str, tests: Sequence[str], root: Path = ROOT) -> list[str]:
    """Return the test files at these places, those with the name of a changed module first."""
    files: list[Path] = []
    for place in tests:
        at = root / place
        files += sorted(at.rglob("test_*.py")) if at.is_dir() else [at]
    files.sort(key=lambda file: Path(path).stem not in file.stem)
    return [file.relative_to(root).as_posix() for file in files]


def _around(room: str) -> str:
    around, _, name = room.rpartition(".")
    if not around:
        raise SystemExit(f"There are no tests of {name}.")
    return around


def least_share(killed: int, tried: int) -> float:
    """The lower bound of the 95 % interval of a share (Wilson); 0 where nothing was tried."""
    if not tried:
        return 0.0
    z, share = 1.959964, killed / tried
    middle = share + z * z / (2 * tried)
    return (middle - z * sqrt(share * (1 - share) / tried + (z / (2 * tried)) ** 2)) / (
        1 + z * z / tried
    )


def equivalents() -> dict[str, str]:
    """Why each mutant that nobody could tell from the program is one, by its name."""
    listed = tomllib.loads(Path(__file__).with_name("equivalents.toml").read_text("utf-8"))
    return {one["mutant"]: one["reason"] for one in listed.get("equivalent", [])}


@dataclass(frozen=True)
class Seen:
    """What the own tests of a room call, each, and how long they take (see `warm`)."""

    calls: dict[str, frozenset[str]]
    kept: frozenset[str]
    at_start: frozenset[str]
    starts: frozenset[str]
    took: dict[str, float]

    @classmethod
    def of(cls, answer: dict[str, Any]) -> Seen:
        """Read the answer of a warm process."""
        return cls(
            {test: frozenset(called) for test, called in answer["calls"].items()},
            *(frozenset(answer[name]) for name in ("kept", "at_start", "starts")),
            took=answer["took"],
        )

    def telling(self, mutant: Mutant) -> list[str] | None:
        """The tests that could notice a change, those that are done soonest first.

        None where the change may matter before any test begins: outside of functions, or in one
        that is called while modules are imported. A test that starts a process could notice
        anything; and any test could, where a result is kept from one test to the next.
        """
        if mutant.function is None:
            return None
        place = place_of(mutant.path, *mutant.function)
        if place in self.at_start:
            return None
        quickest = sorted(self.took, key=self.took.__getitem__)
        calling = [test for test in quickest if place in self.calls[test]]
        others = [
            test
            for test in quickest
            if place not in self.calls[test] and (place in self.kept or test in self.starts)
        ]
        return calling + others


class Copy:
    """A copy of the checkout, in which one mutant runs after the other."""

    def __init__(self, folder: Path, tests: Sequence[str]) -> None:
        self._folder = folder
        self._tests = tests
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*_LEFT_OUT, "__pycache__"))
        self._warm = self._start("tests.mutants.warm", tests, {}, subprocess.PIPE)

    def seen(self) -> Seen:
        """Run all tests on the program as it is, and return what they call."""
        answer = self._ask({})
        if answer["failed"]:
            raise SystemExit(f"Fails without any change: {', '.join(answer['failed'])}.")
        seen = Seen.of(answer)
        # In another order, too, as they run on mutants.
        if not self._ask(_job(seen, sorted(seen.took, key=seen.took.__getitem__))):
            raise SystemExit("Tests fail without any change where they run in another order.")
        return seen

    def survives(self, mutant: Mutant, seen: Seen) -> bool:
        """Whether all tests that could notice a mutant pass, within their time."""
        file = self._folder / mutant.path
        source, stamp = file.read_bytes(), file.stat()
        file.write_bytes(mutant.applied(source))
        # Bytecode is told by size and second, which a mutant may share with the program.
        os.utime(file, (stamp.st_atime, stamp.st_mtime + 10))
        try:
            lives = self._lives_warm(mutant, seen)
            return self._lives_cold(mutant, seen) if lives is None else lives
        finally:
            file.write_bytes(source)
            os.utime(file, (stamp.st_atime, stamp.st_mtime))

    def close(self) -> None:
        """End the process that waits."""
        _end(self._warm)

    def _lives_warm(self, mutant: Mutant, seen: Seen) -> bool | None:
        tests = seen.telling(mutant)
        if tests is None or mutant.function is None:
            return None
        line, function = mutant.function
        place = {"file": mutant.path, "line": line, "function": function}
        lives: bool | None = self._ask(_job(seen, tests) | place)
        return lives

    def _lives_cold(self, mutant: Mutant, seen: Seen) -> bool:
        tests = likely_first(mutant.path, self._tests, self._folder)
        more = {"PYTHONDONTWRITEBYTECODE": "1"}
        process = self._start("pytest", [*OPTIONS, "-x", "-n", "0", *tests], more)
        seconds = _patience(seen, seen.took)
        limit_processor_time(seconds, process.pid)
        try:
            return process.wait(clock(seconds)) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            _end(process)

    def _ask(self, job: dict[str, object]) -> Any:
        writing, reading = self._warm.stdin, self._warm.stdout
        assert writing is not None
        assert reading is not None
        writing.write(f"{json.dumps(job)}\n".encode())
        writing.flush()
        if not (answer := reading.readline()):
            raise SystemExit(f"The tests in {', '.join(self._tests)} cannot be collected.")
        return json.loads(answer)

    def _start(
        self, module: str, arguments: Sequence[str], more: dict[str, str], pipe: int = DEVNULL
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", module, f"--basetemp={self._folder}-{module}", *arguments],
            cwd=self._folder,
            env=os.environ | {"PYTHONPATH": str(self._folder)} | more,
            stdin=pipe,
            stdout=pipe,
            stderr=DEVNULL,
            start_new_session=True,
        )


def _job(seen: Seen, tests: Sequence[str]) -> dict[str, object]:
    return {"tests": tests, "seconds": _patience(seen, tests)}


def _patience(seen: Seen, tests: Iterable[str]) -> float:
    return _PATIENCE + 4 * sum(seen.took[test] for test in tests)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and with it what its tests started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def measure(room: str, count: int, seed: int, jobs: int) -> float:
    """Try mutants of a room, print what came of them, and return the least share of the killed."""
    every = mutants_of(room)
    drawn = random.Random(f"{room} {seed}").sample(every, min(count, len(every)))
    known = equivalents()
    tried = [one for one in drawn if one.name not in known]
    with tempfile.TemporaryDirectory(prefix="inspector-mutants-") as folder:
        copies = [Copy(Path(folder, str(at)), own_tests(room)) for at in range(jobs)]
        with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
            for copy in copies:
                stack.callback(copy.close)
            seen = copies[0].seen()
            free: SimpleQueue[Copy] = SimpleQueue()
            for copy in copies:
                free.put(copy)

            def survives(mutant: Mutant) -> bool:
                copy = free.get()
                try:
                    return copy.survives(mutant, seen)
                finally:
                    free.put(copy)

            done = killed = 0
            try:
                for one, lives in zip(tried, pool.map(survives, tried), strict=True):
                    done += 1
                    killed += not lives
                    if lives:
                        print(f"  {one.line}: {one.name}", flush=True)
            except KeyboardInterrupt:  # What was tried until then counts.
                pool.shutdown(cancel_futures=True)
    share, least = killed / max(done, 1), least_share(killed, done)
    print(
        f"{room}: {killed} of {done} killed ({share:.0%}, at least {least:.0%} in 95 of 100 draws),"
        f" of {len(every)} there are; {len(drawn) - len(tried)} equivalents drawn",
        flush=True,
    )
    if done < len(tried):
        raise SystemExit(f"Stopped after {done} of {len(tried)}.")
    return least


def main(arguments: Sequence[str]) -> int:
    """Measure rooms; the exit code is 1 where one may have less than its goal."""
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", default=list(ROOMS))
    parser.add_argument("--count", type=int, default=300, help="how many mutants of each room")
    parser.add_argument("--seed", type=int, default=1, help="another draw")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4))
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    shares = [measure(room, options.count, options.seed, options.jobs) for room in options.rooms]
    return int(min(shares) < GOAL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
