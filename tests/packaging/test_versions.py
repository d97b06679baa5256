"""The version is said in one place, and everything that is handed out has it from there."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from inspector import __version__
from inspector.cli.manual import manual
from inspector.cli.outline import outline
from tests.shared.debian_package import module

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
SECOND = 1_700_000_000
_WRITTEN = {".py", ".in", ".spec", ".iss", ".xml", ".plist", ".desktop", ".toml"}


def test_no_other_file_of_the_program_or_of_its_packages_says_the_version() -> None:
    said = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])")
    files = [
        path.relative_to(ROOT).as_posix()
        for folder in (ROOT / "inspector", PACKAGING)
        for path in folder.rglob("*")
        # Versions of other things stand there.
        if path.suffix in _WRITTEN and path.name not in {"known.toml", "metainfo.xml.in"}
        for line in path.read_text("utf-8").splitlines()
        if said.search(line) and "ersion" in line and "xml version" not in line
    ]
    assert files == ["inspector/__init__.py"]


def test_the_changelog_begins_with_it_or_with_what_is_not_released() -> None:
    releases = module("releases").read_releases((ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert releases[0].version in (__version__, None)
    assert __version__ in [one.version for one in releases]


def test_the_command_says_it() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "inspector", "--version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split()[-1] == __version__


def test_the_debian_package_says_it_in_control_manual_changelog_and_software_centre() -> None:
    releases = module("releases").read_releases((ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert f"\nVersion: {__version__}\n" in module("control").control(__version__, (), 1)
    page = manual(outline(), __version__, SECOND)
    assert f" {__version__}" in page.partition("\n.SH")[0].replace("\\", "")
    debian = module("releases").debian_changelog(releases, __version__, SECOND)
    assert debian.startswith(f"context-budget-inspector ({__version__}) ")
    assert f'version="{__version__}"' in module("releases").appstream_releases(releases)


@pytest.mark.parametrize(
    "program", ["deb/build.py", "inventory/build.py", "windows/version_info.py"]
)
def test_what_builds_takes_it_from_the_program(program: str) -> None:
    tree = ast.parse((PACKAGING / program).read_text("utf-8"))
    taken = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "inspector"
        for name in node.names
    }
    assert "__version__" in taken


def test_the_frozen_app_and_the_bill_of_materials_say_it(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as path:
        path.syspath_prepend(str(PACKAGING / "app"))
        path.syspath_prepend(str(PACKAGING / "inventory"))
        import made_from
        import sbom

        assert made_from.made_from_now()["version"] == __version__
        bill = json.loads(sbom.bill_of_materials(tmp_path, [], __version__, SECOND))
    assert bill["metadata"]["component"]["version"] == __version__
