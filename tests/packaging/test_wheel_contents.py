"""The wheel of this checkout holds what it has to, and a fault in one is told."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from inspector import __version__

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "packaging" / "wheel"
SECOND = "1700000000"

_BUILD = """
import sys
from hatchling.builders.wheel import WheelBuilder
print(*WheelBuilder(sys.argv[1]).build(directory=sys.argv[2], versions=["standard"]))
"""


@pytest.fixture(scope="module")
def distributions() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as path:
        path.syspath_prepend(str(FOLDER))
        import distributions

        yield distributions


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the wheel is made from, which nobody edits meanwhile."""
    copy = tmp_path_factory.mktemp("project")
    for name in ("inspector", "resources"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    return copy


def _build(project: Path, target: Path) -> Path:
    """Build the wheel by the back end alone, which takes a second or two."""
    built = subprocess.run(
        [sys.executable, "-c", _BUILD, str(project), str(target)],
        env={"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": SECOND, "PYTHONHASHSEED": target.name},
        cwd=target.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return Path(built.stdout.strip())


@pytest.fixture(scope="module")
def wheel(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _build(project, tmp_path_factory.mktemp("wheel") / "1")


def test_it_holds_every_module_and_resource_and_nothing_else(
    wheel: Path, project: Path, distributions: ModuleType
) -> None:
    assert list(distributions.faults_of_wheel(wheel, project)) == []


def test_its_types_are_meant_to_be_seen(wheel: Path) -> None:
    assert "inspector/py.typed" in zipfile.ZipFile(wheel).namelist()


def test_building_it_again_gives_the_same_bytes(wheel: Path, project: Path, tmp_path: Path) -> None:
    elsewhere = shutil.copytree(project, tmp_path / "elsewhere")
    assert _build(elsewhere, tmp_path / "2").read_bytes() == wheel.read_bytes()


def _changed(wheel: Path, target: Path, leave: str, **added: str) -> Path:
    """Copy a wheel without one file and with others."""
    copy = target / wheel.name
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(copy, "w") as new:
        for entry in old.infolist():
            if not re.fullmatch(leave, entry.filename):
                new.writestr(entry, old.read(entry))
        for name, text in added.items():
            new.writestr(name.replace("__", "/"), text)
    return copy


@pytest.mark.parametrize(
    ("leave", "fault"),
    [
        ("inspector/py.typed", "inspector/py.typed is not in the wheel"),
        (r"inspector/resources/fonts/Inter-Bold\.ttf", "Inter-Bold.ttf is not in the wheel"),
        (r".*/licenses/.*Inter-LICENSE\.txt", "no licence file Inter-LICENSE.txt"),
    ],
)
def test_what_is_missing_is_named(
    leave: str,
    fault: str,
    wheel: Path,
    project: Path,
    distributions: ModuleType,
    tmp_path: Path,
) -> None:
    (told,) = distributions.faults_of_wheel(_changed(wheel, tmp_path, leave), project)
    assert fault in told


def test_what_does_not_belong_there_is_named(
    wheel: Path, project: Path, distributions: ModuleType, tmp_path: Path
) -> None:
    other = _changed(wheel, tmp_path, "inspector/locks.py", tests__test_x="", inspector__locks="")
    assert list(distributions.faults_of_wheel(other, project)) == [
        "inspector/locks.py is not in the wheel",
        "inspector/locks does not belong in the wheel",
        "tests/test_x does not belong in the wheel",
    ]


def test_the_wheel_is_called_by_the_version_of_the_program(wheel: Path) -> None:
    assert wheel.name.startswith(f"context_budget_inspector-{__version__}-")


def test_the_source_distribution_is_compared_with_git(
    distributions: ModuleType, tmp_path: Path
) -> None:
    if not shutil.which("git"):
        pytest.skip("no git")
    project = tmp_path / "project"
    project.mkdir()
    for name in ("kept", "lost"):
        (project / name).write_text(name, encoding="utf-8")
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    subprocess.run(["git", "-C", str(project), "add", "."], check=True)
    (project / "stray").write_text("stray", encoding="utf-8")
    (project / "PKG-INFO").write_text("", encoding="utf-8")
    source = tmp_path / "project-1.tar.gz"
    command = ["tar", "-czf", str(source), "-C", str(tmp_path), "--exclude=.git"]
    subprocess.run([*command, "--exclude=lost", "project"], check=True)
    assert list(distributions.faults_of_source(source, project)) == [
        "lost is not in the source distribution",
        "stray is in the source distribution and not in git",
    ]
