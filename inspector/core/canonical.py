"""Canonical JSON (RFC 8785) and fingerprints: the same value is the same bytes everywhere."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import rfc8785


def canonical_json(value: Any) -> bytes:
    """Return ``value`` as canonical JSON (RFC 8785), UTF-8.

    Raises ``ValueError`` for what JSON cannot carry exactly: NaN, infinities, integers beyond
    2^53 - 1, and text with lone surrogates.
    """
    try:
        return _ENCODER.encode(_plain(value)).encode()
    except (_OtherFormError, UnicodeError):
        return _written(value)


def fingerprint(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of ``value``, as 64 hex digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


# Python's own encoder is several times as fast, and writes the same of what ``_plain`` lets pass.
_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)
_EXACT = 2**53 - 1


class _OtherFormError(Exception):
    """Python's encoder would not write a value as the RFC does, or nobody would."""


def _plain(value: Any) -> Any:
    """Return a value with its whole numbers as integers. Raises ``_OtherFormError``."""
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return value
    if kind is dict:
        if not all(type(name) is str and name.isascii() for name in value):
            raise _OtherFormError  # others are sorted by their UTF-16 units
        return {name: _plain(one) for name, one in value.items()}
    if kind is list or kind is tuple:
        return [_plain(one) for one in value]
    if kind is int and -_EXACT <= value <= _EXACT:
        return value
    if kind is float:
        if value.is_integer() and -_EXACT <= value <= _EXACT:
            return int(value)
        if 1e-4 <= abs(value) < 1e15:  # outside Python writes exponents where the RFC has none
            return value
    raise _OtherFormError


def _written(value: Any) -> bytes:
    """Return what the library writes, which is slower; it says what is wrong with a value."""
    try:
        return rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeError) as error:
        raise ValueError(f"no canonical JSON for this value: {error}") from error
