"""The project's rules for bundles: what is sent when asked, how much, and the rules of reading."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Flag, Natural
from inspector.project.rules import ProjectRules

OPTIONAL_ROOM = "builder.optional-room"
"""The code of the note that optional context would fit."""

CONFIGURATION_FILES = (
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
    "package.json",
    "tsconfig.json",
    "*.csproj",
    "*.sln",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "go.mod",
    "Cargo.toml",
    "CMakeLists.txt",
    "Makefile",
)
"""Names of files that configure or build the folder they stand in and everything below it."""


class SignalWeights(Document):
    """How much each optional signal counts beside the document's scoring. 0 is off."""

    words: Natural = 4
    """Words of the intent and the step in paths and outlines (BM25)."""

    target_words: Natural = 2
    """Names that the targets define, in paths and outlines (BM25)."""

    co_change: Annotated[Natural, Field(title="Changed together")] = 8
    """Changed in the same commits as a target; takes a git checkout."""

    test_pair: Natural = 4
    """The test of a target, or what a target tests, by name."""

    edges: Natural = 4
    """Relations with a target, counted."""

    points: Natural = 300
    """Points that the best file gets; the others get their share."""

    most_files: Annotated[Natural, Field(title="Max candidates")] = 40
    """Files that signals make candidates, the best first."""

    most_changes: Annotated[Natural, Field(title="Max commits read")] = 1_000
    """Changes of the history that are read, the newest first."""


class BuilderConfig(ProjectRules):
    """How bundles of one project are built. Goes into the configuration's fingerprint."""

    include_optional: Flag = False
    """Whether files of priority P3 are sent where they fit."""

    max_hops: Natural = 2
    """Steps along relations from a target to a candidate."""

    signals: SignalWeights | None = None
    """Signals that add to the score; null leaves the document's scoring alone."""

    configuration_files: tuple[AnyText, ...] = CONFIGURATION_FILES
    """Names of files, with * and ?, that configure or build what stands beside or below them."""
