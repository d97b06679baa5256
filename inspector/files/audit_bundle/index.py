"""The index of a bundle: every part with its size and its hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Literal

from inspector.core.canonical import fingerprint
from inspector.core.injection.policy import DEFAULT_SETTINGS, InjectionSettings, Strategy
from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural, SafeInteger, SchemaVersion

SUFFIX = ".audit.zip"

INDEX, INDEX_HASH = "index.json", "index.sha256"
MANIFEST = "manifest.json"
POLICY = "policy.json"
CANDIDATES = "candidates.json"
REQUEST = "request.json"
CONFIGURATION = "configuration.json"
LEDGER = "ledger.json"
LEFT_OUT = "left-out.json"
NOTES = "notes.json"
SIGN_OFF = "sign-off.json"

PARTS = (
    MANIFEST,
    POLICY,
    CANDIDATES,
    REQUEST,
    CONFIGURATION,
    LEDGER,
    LEFT_OUT,
    NOTES,
    SIGN_OFF,
)
"""All that a bundle can hold, in the order in which it stands there, after the index."""

_NOT_SIGNED = (SIGN_OFF, LEFT_OUT)


class Configuration(Document):
    """How the inputs of a bundle are run."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    title: AnyText = ""
    """What people call the session."""

    strategy: Strategy = Strategy.COVERAGE
    """How cards are given their renderings."""

    settings: InjectionSettings = DEFAULT_SETTINGS
    """Settings of the injection step."""

    counter: AnyText = ""
    """The encoding or estimator that counted."""

    tokens_used_before: SafeInteger = 0
    """Tokens of the steps before, as they were given or counted."""


class PartEntry(Document):
    """One part of a bundle."""

    name: AnyText
    """Its name in the bundle."""

    bytes: Natural
    """Its size in bytes."""

    sha256: AnyText
    """SHA-256 of its bytes."""

    whole_sha256: AnyText | None = None
    """SHA-256 of the part before contents were left out; None where nothing was."""


class BundleIndex(Document):
    """What is in a bundle."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    format: Literal["context-budget-inspector.audit-bundle"] = (
        "context-budget-inspector.audit-bundle"
    )
    """What kind of file this is."""

    core_version: AnyText
    """Version of the program that wrote it."""

    counter: AnyText | None = None
    """The encoding or estimator that counted; None where the bundle has no inputs."""

    vocabulary_sha256: AnyText | None = None
    """SHA-256 of the encoding's vocabulary; None for an estimator."""

    left_out: Natural = 0
    """Texts whose contents were left out."""

    signed_over: AnyText
    """The fingerprint of all parts that a sign-off is about, as they were in whole."""

    parts: tuple[PartEntry, ...]
    """Every part but the index."""


def sha256(data: bytes) -> str:
    """Return the SHA-256 of some bytes, as 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def entries_of(
    parts: Mapping[str, bytes], whole: Mapping[str, str] | None = None
) -> tuple[PartEntry, ...]:
    """Return the index's entries of some parts; ``whole`` are hashes before leaving out."""
    before = whole or {}
    return tuple(
        PartEntry(
            name=name,
            bytes=len(parts[name]),
            sha256=sha256(parts[name]),
            whole_sha256=before.get(name),
        )
        for name in PARTS
        if name in parts
    )


def signed_over(entries: Iterable[PartEntry]) -> str:
    """Return the fingerprint that a sign-off is given for: all parts that it can be about.

    It stays the same when contents are left out, because parts count as they were in whole.
    """
    return fingerprint(
        {
            entry.name: entry.whole_sha256 or entry.sha256
            for entry in entries
            if entry.name not in _NOT_SIGNED
        }
    )
