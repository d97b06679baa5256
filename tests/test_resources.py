"""The files that ship are found, whole, and accounted for."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from inspector import resources
from inspector.resources import MissingResourceError


def test_an_installed_program_uses_the_folder_in_its_package(tmp_path: Path) -> None:
    (tmp_path / "inspector" / "resources").mkdir(parents=True)
    (tmp_path / "resources").mkdir()
    package = tmp_path / "inspector"
    assert resources.resource_folder(package) == package / "resources"


def test_a_checkout_uses_the_folder_beside_the_package(tmp_path: Path) -> None:
    (tmp_path / "inspector").mkdir()
    (tmp_path / "resources").mkdir()
    assert resources.resource_folder(tmp_path / "inspector") == tmp_path / "resources"


def test_without_either_folder_the_installation_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(MissingResourceError, match="Install it again"):
        resources.resource_folder(tmp_path / "inspector")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(MissingResourceError, match=r"icons/none\.svg"):
        resources.read_bytes("icons/none.svg")


@pytest.mark.parametrize("name", ["/etc/passwd", "../pyproject.toml", "icons/../../dev", "a\\b"])
def test_a_name_never_leads_out_of_the_resources(name: str) -> None:
    with pytest.raises(ValueError, match="relative"):
        resources.resource_path(name)


def test_names_are_listed_sorted_and_can_be_read() -> None:
    names = resources.resource_names("vocabularies", ".zz")
    assert names == (
        "vocabularies/cl100k_base.tokens.zz",
        "vocabularies/o200k_base.tokens.zz",
    )
    assert all(resources.resource_path(name).is_file() for name in names)


def test_samples_are_listed_with_sessions_that_can_be_read() -> None:
    sessions = resources.sample_sessions()
    assert "securities-fraud" in sessions
    for sample, name in sessions.items():
        assert name == f"samples/{sample}/session.inspector.json"
        assert resources.read_bytes(name)


def test_texts_are_read_as_utf_8() -> None:
    assert "<svg" in resources.read_text("icons/app.svg")


def test_every_third_party_file_is_the_one_that_is_accounted_for() -> None:
    accounted = {
        name: digest
        for part in tomllib.loads(resources.read_text("third_party.toml"))["component"]
        for name, digest in part["files"].items()
    }
    shipped = (
        *resources.resource_names("vocabularies"),
        *resources.resource_names("fonts"),
        "models.json",
        "models-LICENSE.txt",
    )
    assert accounted == {
        name: hashlib.sha256(resources.read_bytes(name)).hexdigest() for name in shipped
    }


def test_the_fonts_stay_small() -> None:
    assert sum(len(resources.read_bytes(name)) for name in resources.resource_names("fonts")) < 3e6


def test_the_icon_is_a_square_that_scales() -> None:
    root = ET.fromstring(resources.read_text("icons/app.svg"))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert width == height
