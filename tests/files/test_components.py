"""What of others is in the program is told, in a package, in a checkout and in an environment."""

from __future__ import annotations

import json
from importlib.metadata import Distribution, PackageNotFoundError, PathDistribution
from pathlib import Path

import pytest

from inspector import resources
from inspector.files import components as module
from inspector.files.components import (
    components,
    licence_of,
    licence_texts,
    required_packages,
    resource_components,
)


def _package(folder: Path, metadata: str, *files: str) -> Distribution:
    about = folder / "thing-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: thing\nVersion: 1\n{metadata}", encoding="utf-8")
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text", encoding="utf-8")
    (about / "RECORD").write_text("".join(f"{name},,\n" for name in files), encoding="utf-8")
    return PathDistribution(about)


def test_a_package_that_holds_everything_lists_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = [{"name": "Qt", "version": "6", "licence": "LGPL-3.0-only", "texts": ["Qt/a.txt"]}]
    (tmp_path / "resources/licences/Qt").mkdir(parents=True)
    (tmp_path / "resources/licences/Qt/a.txt").write_text("the text", encoding="utf-8")
    (tmp_path / "resources" / module.LIST_NAME).write_text(json.dumps(listed), encoding="utf-8")
    monkeypatch.setattr(resources, "resource_folder", lambda: tmp_path / "resources")
    (part,) = components()
    assert (part.name, part.version, part.licence, part.is_inside) == (
        *("Qt", "6", "LGPL-3.0-only"),
        True,
    )
    assert [path.read_text("utf-8") for path in part.texts] == ["the text"]


def test_elsewhere_only_resources_are_inside() -> None:
    inside = {part.name for part in components() if part.is_inside}
    assert inside == {part.name for part in resource_components()}
    assert "Python" in {part.name for part in components() if not part.is_inside}


def test_parts_are_listed_by_name_and_those_inside_have_their_texts() -> None:
    found = components()
    assert [part.name for part in found] == sorted((part.name for part in found), key=str.lower)
    assert all(path.stat().st_size > 500 for part in found if part.is_inside for path in part.texts)


def test_what_a_package_needs_is_followed_without_extras() -> None:
    names = {package.metadata["Name"].lower() for package in required_packages("pydantic")}
    assert {"pydantic_core", "typing_extensions", "annotated-types"} <= names
    assert "email-validator" not in names


def test_what_a_package_needs_for_another_system_is_left_out() -> None:
    assert required_packages("no-such-package") == ()


@pytest.mark.parametrize(
    ("metadata", "licence"),
    [
        ("License-Expression: MIT\nLicense: other\n", "MIT"),
        ("License: BSD\n", "BSD"),
        ("License: line\n        line\nClassifier: License :: OSI Approved :: ISC\n", "ISC"),
        ("Classifier: License :: OSI Approved :: ISC\nClassifier: Topic :: X\n", "ISC"),
        ("", ""),
    ],
)
def test_the_licence_of_a_package_is_what_it_names(
    metadata: str, licence: str, tmp_path: Path
) -> None:
    assert licence_of(_package(tmp_path, metadata)) == licence


def test_texts_of_licences_are_found_in_new_and_old_places(tmp_path: Path) -> None:
    found = licence_texts(
        _package(
            tmp_path,
            "License-File: docs/terms.txt\n",
            "thing-1.dist-info/LICENSE",
            "thing-1.dist-info/licenses/docs/terms.txt",
            "thing-1.dist-info/licenses/COPYING.LESSER",
            "thing-1.dist-info/WHEEL",
            "thing/licenses.py",
            "thing/LICENSE",
        )
    )
    assert [path.name for path in found] == ["LICENSE", "COPYING.LESSER", "terms.txt"]


def test_packages_that_need_each_other_are_there_once(monkeypatch: pytest.MonkeyPatch) -> None:
    needs = {"a": ("b", "c"), "b": ("a", "gone"), "c": ("b",)}
    asked: list[str] = []

    def found(name: str) -> str:
        asked.append(name)
        if name == "gone":
            raise PackageNotFoundError
        return name.upper()

    monkeypatch.setattr(module, "_required_by", lambda name: needs.get(name, ()))
    monkeypatch.setattr(module, "distribution", found)
    assert required_packages("a") == ("A", "B", "C")
    assert sorted(asked) == ["a", "b", "c", "gone"]
