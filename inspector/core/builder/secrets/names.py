"""Names that mean a secret: passwords, API keys, tokens and their relatives, in any case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.builder.secrets.occurrences import occurrences

_STEMS = {
    "password": "password",
    "passwd": "password",
    "passphrase": "password",
    "passcode": "password",
    "passwort": "password",
    "kennwort": "password",
    "pwd": "password",
    "pass": "password",
    "secret": "secret",
    "credential": "secret",
    "token": "token",
    "key": "api-key",
}
_KEYS = (
    *("api", "access", "secret", "private", "auth", "encryption", "signing", "account", "shared"),
    "master",
    "service",
)
_AFTER = re.compile(
    r"s?(?:[_-]?(?:value|val|string|str|text|raw|plain|base64|b64|hex|base|prod|production|dev"
    r"|development|test|testing|staging|stage|live|default|old|new|current|main|primary|secondary"
    r"|\d{1,3}))?(?![A-Za-z0-9_-])"
)
_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_$.-")

_PUBLIC = "publickey"
"""What a token of an assembly's public key begins with; it identifies a publisher."""

_SEAMS = frozenset("_-")

LONGEST = 64
"""Code points before the telling word that are looked at as part of a name."""


@dataclass(frozen=True, slots=True)
class SecretName:
    """A name whose end means a secret, with its place in code points."""

    start: int
    end: int
    kind: str

    @property
    def weak(self) -> bool:
        """Whether programs use the word for many other things."""
        return self.kind == "token"


def lowered(text: str) -> str:
    """Return a text in lower case with every code point in its place."""
    # One capital letter would become two code points: the I with a dot.
    return text.replace("\u0130", "i").lower()


def secret_names(text: str) -> Iterator[SecretName]:
    """Yield names that end in a telling word, in order of place.

    ``password_field`` and ``token_count`` do not: they name something about a secret.
    """
    lower = lowered(text)
    found = sorted(
        (at, len(stem), kind) for stem, kind in _STEMS.items() for at in occurrences(lower, stem)
    )
    for at, length, kind in found:
        after = _AFTER.match(lower, at + length)
        if after is None or not _is_whole(lower, at, length):
            continue
        if kind == "token" and (lower.startswith("tokens", at) or lower.endswith(_PUBLIC, 0, at)):
            continue
        yield SecretName(_start(lower, at), after.end(), kind)


def _is_whole(lower: str, at: int, length: int) -> bool:
    """Whether ``key`` follows a word that makes it a secret, and ``pass`` stands by itself."""
    if lower.startswith("key", at):
        before = lower[max(0, at - 12) : at]
        return before.rstrip("_. -").endswith(_KEYS)
    return length > len("pass") or not lower.startswith("pass", at) or lower[at - 1 : at] in _SEAMS


def _start(lower: str, at: int) -> int:
    start = at
    while start > 0 and at - start < LONGEST and lower[start - 1] in _CHARACTERS:
        start -= 1
    return start
