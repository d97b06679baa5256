"""What the changelog says becomes Debian's changelog and AppStream's releases."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import __version__
from tests.shared.debian_package import module

releases = module("releases")
CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8")
EXAMPLE = """# Changelog

## Unreleased

### Added

- One thing, told
  in two lines.

## 1.1.0 - 2026-03-04

What is better: nearly & all.

### Fixed

- Another thing.
- A third.

## 1.0.0rc1 — 2026-02-03

- The first.
"""


def test_releases_are_read_with_version_day_summary_and_points() -> None:
    found = releases.read_releases(EXAMPLE)
    assert [(one.version, one.day) for one in found] == [
        (None, None),
        ("1.1.0", "2026-03-04"),
        ("1.0.0rc1", "2026-02-03"),
    ]
    assert found[0].changes == ("One thing, told in two lines.",)
    assert found[1].summary == "What is better: nearly & all."
    assert found[1].changes == ("Another thing.", "A third.")


def test_a_heading_that_is_no_release_is_refused() -> None:
    with pytest.raises(releases.ChangelogError):
        releases.read_releases("## 1.0\n\n- A point.\n")


def test_debians_changelog_has_an_entry_for_each_release() -> None:
    text = releases.debian_changelog(releases.read_releases(EXAMPLE), "1.2.0", 1_700_000_000)
    assert [line for line in text.splitlines() if line and line[0] != " "] == [
        "context-budget-inspector (1.2.0) UNRELEASED; urgency=medium",
        "context-budget-inspector (1.1.0) unstable; urgency=medium",
        "context-budget-inspector (1.0.0~rc1) unstable; urgency=medium",
    ]
    assert "  * One thing, told in two lines." in text
    assert text.count(f" -- {releases.MAINTAINER}  ") == 3
    assert "  Tue, 14 Nov 2023 22:13:20 +0000" in text
    assert "  Wed, 04 Mar 2026 12:00:00 +0000" in text


def test_a_version_that_the_changelog_does_not_know_is_refused() -> None:
    known = releases.read_releases("## 1.0.0 - 2026-01-02\n\n- A point.\n")
    with pytest.raises(releases.ChangelogError, match=r"2\.0\.0"):
        releases.debian_changelog(known, "2.0.0", 0)
    assert releases.debian_changelog(known, "1.0.0", 0)


def test_appstream_has_released_versions_only() -> None:
    element = ET.fromstring(releases.appstream_releases(releases.read_releases(EXAMPLE)))
    found = [(one.get("version"), one.get("date")) for one in element]
    assert found == [("1.1.0", "2026-03-04"), ("1.0.0rc1", "2026-02-03")]
    assert [one.text for one in element.iter("p")] == ["What is better: nearly & all."]


def test_the_changelog_of_this_project_can_be_packaged_under_this_version() -> None:
    known = releases.read_releases(CHANGELOG)
    text = releases.debian_changelog(known, __version__, 1_700_000_000)
    wanted = releases.debian_version(__version__)
    assert text.startswith(f"context-budget-inspector ({wanted}) ")
    # lintian takes a word that stands twice for a mistake, and a package with a warning is refused.
    assert re.findall(r"\b(\w+)\s+\1\b", text) == []


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="dpkg is not installed")
def test_versions_sort_for_dpkg_as_they_do_for_python() -> None:
    order = ["0.9", "1.0.0.dev3", "1.0.0a1", "1.0.0b2", "1.0.0rc1", "1.0.0", "1.0.1", "1.10.0"]
    for older, newer in itertools.pairwise(order):
        command = ["dpkg", "--compare-versions", releases.debian_version(older), "lt"]
        # A development version comes first in Python; here it only has to come before the release.
        if older.endswith("dev3"):
            newer = "1.0.0"
        done = subprocess.run([*command, releases.debian_version(newer)], check=False, timeout=600)
        assert done.returncode == 0, f"{older} before {newer}"


@given(st.lists(st.text(st.characters(categories=["L", "N", "P"]), min_size=1), min_size=1))
def test_no_line_of_debians_changelog_ever_starts_another_entry(words: list[str]) -> None:
    change = " ".join(words)
    entry = releases.Release("1.0", "2026-01-02", "", (change,))
    text = releases.debian_changelog([entry], "1.0", 0)
    lines = [line for line in text.splitlines() if line]
    assert all(line.startswith("  ") for line in lines[1:-1])
