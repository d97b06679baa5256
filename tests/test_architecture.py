"""The shape of the code: which part may load which, and what a module looks like."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.shared.imports import imports, imports_by_name, statements

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "inspector"
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in MODULES
}
TESTS = sorted((ROOT / "tests").rglob("*.py"))
# Programs that are run by hand. What was moved breaks them where no test imports them.
PROGRAMS = sorted(
    path
    for folder in ("packaging", "tests/benchmarks", "tests/golden", "tests/mutants", "tests/soak")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".spec") and not path.name.startswith("test_")
)
QT = ("PySide6", "shiboken6", "pyqtgraph")
LINES_IN_ONE_SITTING = 400

# Imports every module below the package named first, then prints which of the others are loaded.
LOAD = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*(name for name in sys.argv[2:] if name in sys.modules))
"""


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _calls(path: Path, names: set[str]) -> Iterator[tuple[int, str]]:
    """Yield line and function of the calls of functions and methods of these names."""
    source = path.read_text("utf-8")
    # A search of the text spares the tree of nearly every module.
    if not any(name in source for name in names):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called.rpartition(".")[2] in names:
                yield node.lineno, called


def _loaded(package: str, *watched: str) -> str:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"there is no {package}")
    run = subprocess.run(
        [sys.executable, "-c", LOAD, package, *watched],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.parametrize(
    "part", ["project", "core", "analysis", "session", "files", "present", "cli"]
)
def test_a_part_without_a_window_loads_no_qt(part: str) -> None:
    assert _loaded(f"inspector.{part}", *QT) == ""


def test_the_core_loads_nothing_that_only_commands_and_reports_need() -> None:
    assert _loaded("inspector.core", "rich", "jinja2", "platformdirs") == ""


def test_starting_the_program_loads_neither_window_nor_core_before_it_knows_what_to_do() -> None:
    if importlib.util.find_spec("inspector.__main__") is None:
        pytest.skip("there is no inspector.__main__")
    code = "import sys, inspector.__main__; print(*(n for n in sys.argv[1:] if n in sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code, *QT, "inspector.gui", "pydantic", "numpy", "tiktoken"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == ""


LAYERS = ("resources", "core project", "session", "analysis", "files present", "cli gui")


def _layer(module: str) -> int:
    """The place of a module of the package in the order of imports; -1 for what is beside it."""
    part = ([*module.split("."), ""])[1]
    return next((place for place, parts in enumerate(LAYERS) if part in parts.split()), -1)


def test_a_module_that_is_named_by_a_string_lies_in_no_layer_above() -> None:
    above = [
        (_place(path), name)
        for path in MODULES
        for name in imports_by_name(path)
        if name.startswith("inspector.")
        and -1 < _layer(_place(path)[:-3].replace("/", ".")) < _layer(name)
    ]
    assert above == []


def _imported(module: str, path: Path) -> set[str]:
    """The modules of ours that a module imports, also where only its types do.

    ``from a import b`` is the module ``a.b`` where there is one, else a name of ``a``.
    """
    found = set()
    for source, taken in statements(path):
        assert source, f"{module} imports from where it stands"
        name = f"{source}.{taken}"
        found.add(name if name in NAMES else source)
    above = {module.rsplit(".", depth)[0] for depth in range(module.count(".") + 1)}
    return (found & NAMES.keys()) - above


def test_modules_import_each_other_in_no_circle() -> None:
    # Not even for types: a reader goes round a circle that the interpreter does not see.
    sorter = TopologicalSorter({name: _imported(name, path) for name, path in NAMES.items()})
    circle: list[str] = []
    try:
        sorter.prepare()
    except CycleError as error:
        circle = error.args[1]
    assert circle == []


def test_only_the_window_names_qt_in_a_string() -> None:
    named = {
        (_place(path), name)
        for path in MODULES
        if PACKAGE / "gui" not in path.parents
        for name in imports_by_name(path)
        if name.partition(".")[0] in QT
    }
    assert named == set()


def test_the_core_asks_neither_clock_nor_chance_nor_locale() -> None:
    forbidden = {"time", "random", "secrets", "locale"}
    clocks = {"now", "utcnow", "today", "uuid1", "uuid4", "getpid"}
    core = [path for room in ("core", "project") for path in sorted((PACKAGE / room).rglob("*.py"))]
    loaded = [(_place(path), name) for path in core for name in imports(path)]
    calls = [
        (f"{_place(path)}:{line}", called) for path in core for line, called in _calls(path, clocks)
    ]
    assert [found for found in loaded if found[1] in forbidden] == []
    assert calls == []


def _has_docstring(source: str) -> bool:
    return source.startswith('"""') or bool(ast.get_docstring(ast.parse(source)))


def test_every_module_says_what_it_holds() -> None:
    silent = [path for path in MODULES if not _has_docstring(path.read_text("utf-8"))]
    assert [_place(path) for path in silent] == []


def test_a_module_reads_in_one_sitting() -> None:
    lengths = {_place(path): len(path.read_bytes().splitlines()) for path in MODULES + TESTS}
    assert {place: n for place, n in lengths.items() if n > LINES_IN_ONE_SITTING} == {}


def test_a_module_is_named_after_what_it_holds() -> None:
    vague = {"utils", "util", "helpers", "helper", "common", "misc"}
    assert [
        _place(path) for path in MODULES + TESTS if vague & set(_place(path)[:-3].split("/"))
    ] == []


def test_only_the_command_line_prints() -> None:
    quiet = [path for path in MODULES if PACKAGE / "cli" not in path.parents]
    printed = [
        f"{_place(path)}:{line}"
        for path in quiet
        for line, called in _calls(path, {"print"})
        if called == "print"
    ]
    assert printed == []


def test_calls_into_qt_do_not_use_up_none(qapp: object) -> None:
    # A release of PySide6 loses a reference to None on every call that returns nothing; under
    # Python 3.11 the interpreter then aborts after some thousands of them.
    from PySide6.QtWidgets import QWidget

    widget = QWidget()
    calls = 200
    before = sys.getrefcount(None)
    for _ in range(calls):
        widget.setVisible(False)
    lost = before - sys.getrefcount(None)
    widget.deleteLater()
    assert lost < calls / 4


@cache
def _is_there(module: str, name: str) -> bool:
    """Tell whether ``from module import name`` works; without a name, ``import module``."""
    try:
        found = importlib.import_module(module)
    except ImportError:
        return False
    return not name or hasattr(found, name) or _is_there(f"{module}.{name}", "")


def _taken(path: Path) -> Iterator[tuple[str, str]]:
    """Yield what a program takes out of the package, and out of a module of it that it imports."""
    modules: dict[str, str] = {}
    for module, name in statements(path):
        if module.partition(".")[0] == "inspector":
            yield module, name
            if f"{module}.{name}" in NAMES:
                modules[name] = f"{module}.{name}"
    if not modules:
        return
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id, "")
            if module:
                yield module, node.attr


def test_a_program_beside_the_package_imports_what_there_is() -> None:
    wrong = [
        f"{_place(path)}: {module}.{name}"
        for path in PROGRAMS
        for module, name in _taken(path)
        if not _is_there(module, name)
    ]
    assert wrong == []
