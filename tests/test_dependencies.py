"""What the project depends on is declared once, pinned in the lock and explained in the docs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PINNED = re.compile(r"([A-Za-z0-9._-]+)==[A-Za-z0-9.+!]+")


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _declared(requirements: list[str]) -> list[str]:
    return [_normal(re.match(r"[A-Za-z0-9._-]+", line)[0]) for line in requirements]


def _all_declared() -> set[str]:
    extras = PROJECT["optional-dependencies"].values()
    return {*_declared(PROJECT["dependencies"]), *(name for e in extras for name in _declared(e))}


def test_the_lock_holds_versions_and_nothing_else() -> None:
    lines = [line for line in LOCK.splitlines() if not line.startswith("#")]
    assert [line for line in lines if not PINNED.fullmatch(line)] == []


def test_every_dependency_has_its_version_in_the_lock() -> None:
    pinned = {_normal(match[1]) for match in map(PINNED.match, LOCK.splitlines()) if match}
    assert _all_declared() - pinned == set()


def test_every_dependency_has_its_reason_in_the_docs_and_no_other_has() -> None:
    docs = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    explained = {_normal(name) for name in re.findall(r"^\| `([^`]+)` \|", docs, re.MULTILINE)}
    assert explained == _all_declared() | {"hatchling"}


def test_dependencies_are_listed_in_alphabetical_order() -> None:
    for listed in [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]:
        names = _declared(listed)
        assert names == sorted(names)
