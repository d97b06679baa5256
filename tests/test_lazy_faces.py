"""Packages whose names load when asked for: what types say, what is loaded, and how much."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FACES = sorted(
    path
    for path in (ROOT / "inspector").rglob("__init__.py")
    if "load_when_asked(" in path.read_text("utf-8")
)
HEAVY = ("PySide6", "pyqtgraph", "tree_sitter", "yaml", "chardet", "pathspec", "jinja2", "lark")
ENGINE_MODULES = 60
RUN_MODULES = 142

LOADED = """
import sys
ours = [name for name in sys.modules if name.partition(".")[0] == "inspector"]
print(len(ours), *sorted({name.partition(".")[0] for name in sys.modules} & set(HEAVY)))
print(*ours)
"""


def loaded_by(program: str) -> tuple[int, list[str], list[str]]:
    """Return how many modules of ours a program loads, what it loads that is heavy, and all."""
    whole = f"HEAVY = {HEAVY!r}\n{program}\n{LOADED}"
    done = subprocess.run(
        [sys.executable, "-c", whole], cwd=ROOT, capture_output=True, text=True, check=True
    )
    first, ours = done.stdout.splitlines()[-2:]
    count, *heavy = first.split()
    return int(count), heavy, ours.split()


@pytest.mark.parametrize("path", FACES, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_a_face_loads_what_its_types_say(path: Path) -> None:
    package = ".".join(path.parent.relative_to(ROOT).parts)
    tree = ast.parse(path.read_bytes())
    typed = {
        alias.name: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    face = import_module(package)
    assert vars(face)["_homes"] == typed
    assert sorted(face.__all__) == sorted(typed)
    for name, home in typed.items():
        assert getattr(face, name) is getattr(import_module(home), name)
        assert name in dir(face)


def test_there_are_lazy_faces() -> None:
    assert ROOT / "inspector" / "core" / "__init__.py" in FACES
    assert ROOT / "inspector" / "files" / "__init__.py" in FACES


def test_a_name_that_a_face_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"inspector\.core"):
        _ = import_module("inspector.core").nothing_of_the_kind


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("inspector.core", "discipline"),
        ("inspector.core", "relevance"),
        ("inspector.core.relevance", "flips"),
        ("inspector.analysis.comparison", "compare"),
    ],
)
@pytest.mark.parametrize("first", ["module", "name"])
def test_a_public_function_stands_above_the_module_of_its_name(
    package: str, name: str, first: str
) -> None:
    steps = [f"import {package}.{name}", f"from {package} import {name}"]
    program = "\n".join(steps if first == "module" else [steps[1], steps[0], steps[1]])
    loaded_by(f"{program}\nassert callable({name}), {name}")


def test_the_injection_step_loads_little() -> None:
    count, heavy, ours = loaded_by("from inspector.core import inject")
    assert count <= ENGINE_MODULES
    assert heavy == []
    assert not [
        name for name in ours if name.startswith(("inspector.core.builder", "inspector.project"))
    ]


def test_a_run_of_a_sample_loads_what_it_needs() -> None:
    program = (
        "from inspector.cli import main\n"
        "assert main(['run', 'sample:securities-fraud', '--no-history']) == 0"
    )
    count, heavy, ours = loaded_by(program)
    assert count <= RUN_MODULES
    assert heavy == []
    others = ("builder", "discipline", "relevance", "window")
    assert not set(ours) & {f"inspector.session.{stage}_stage" for stage in others}


def test_a_recorded_run_loads_no_more_than_a_run_may(tmp_path: Path) -> None:
    history = str(tmp_path / "history.sqlite3")
    program = (
        "from inspector.cli import main\n"
        f"assert main(['run', 'sample:securities-fraud', '--history', {history!r}]) == 0"
    )
    count, _, _ = loaded_by(program)
    assert count <= RUN_MODULES


@pytest.mark.parametrize(
    ("lens", "late"),
    [
        ("injection", ("jinja2", "lark")),
        ("builder", ("chardet", "pathspec", "jinja2")),
        ("audit", ("jinja2",)),
    ],
)
def test_a_lens_is_shown_without_what_only_its_work_needs(lens: str, late: Sequence[str]) -> None:
    view = f"inspector.stages.{lens}.view"
    _, heavy, ours = loaded_by(f"import {view}.lens, {view}.commands")
    assert not set(late) & set(heavy)
    assert not set(ours) & {
        "inspector.core.builder.build",
        "inspector.project.indexing",
        "inspector.project.secrets.patterns",
    }


def test_a_filter_of_words_loads_no_grammar() -> None:
    _, heavy, _ = loaded_by(
        "from inspector.present.table import complete, read_filter\n"
        "from tests.present.table.table_samples import cards\n"
        "assert read_filter('two words', cards()).filter\n"
        "assert complete('su', 2, cards())"
    )
    assert "lark" not in heavy


def test_a_run_of_a_sample_hardly_searches_for_garbage(tmp_path: Path) -> None:
    program = (
        # Before the program can say anything, Python makes some objects for its first modules.
        "import atexit, gc, signal\n"
        "rounds = []\n"
        "gc.collect()\n"
        "gc.callbacks.append(lambda phase, found: rounds.append(phase))\n"
        # Modules that have to be compiled first make more objects.
        "atexit.register(lambda: print(len(rounds) < 10, gc.get_freeze_count() > 50_000))\n"
        "from inspector.__main__ import main\n"
        "assert main(['run', 'sample:securities-fraud', '--no-history', '--output',"
        f" {str(tmp_path / 'out')!r}]) == 0"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "True"]
