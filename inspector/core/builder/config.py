"""The project's rules for bundles: what is never sent, what is sent when asked, how much."""

from __future__ import annotations

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Flag, Natural, SchemaVersion

NEVER_SENT = (
    ".git/**",
    ".vs/**",
    "**/bin/**",
    "**/obj/**",
    "node_modules/**",
    "packages/**",
    "**/*.pfx",
    "**/*.key",
    "**/*.pem",
    "**/*.env",
)
"""Paths that are never sent unless an override says so (Builder, never-send paths)."""

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


class DenyOverride(Document):
    """A default rule that a project takes back, and why. It is recorded in every report."""

    pattern: AnyText
    """The default pattern, spelled as it is there."""

    reason: AnyText
    """Why the project may send what the pattern covers."""


class BuilderConfig(Document):
    """How bundles of one project are built. Goes into the configuration's fingerprint."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    deny: tuple[AnyText, ...] = ()
    """Patterns, as in a .gitignore file, of paths that are never sent, beside the default ones."""

    deny_overrides: tuple[DenyOverride, ...] = ()
    """Default patterns that are taken back."""

    max_file_bytes: Natural = 2_000_000
    """Size in bytes above which a file is not read."""

    include_optional: Flag = False
    """Whether files of priority P3 are sent where they fit."""

    max_hops: Natural = 2
    """Steps along relations from a target to a candidate."""

    configuration_files: tuple[AnyText, ...] = CONFIGURATION_FILES
    """Names of files, with * and ?, that configure or build what stands beside or below them."""
