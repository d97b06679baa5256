"""Canonical JSON (RFC 8785) and fingerprints: the same value is the same bytes everywhere."""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785


def canonical_json(value: Any) -> bytes:
    """Return ``value`` as canonical JSON (RFC 8785), UTF-8.

    Raises ``ValueError`` for what JSON cannot carry exactly: NaN, infinities, integers beyond
    2^53 - 1, and text with lone surrogates.
    """
    try:
        return rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeError) as error:
        raise ValueError(f"no canonical JSON for this value: {error}") from error


def fingerprint(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of ``value``, as 64 hex digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()
