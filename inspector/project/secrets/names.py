"""Names that mean a secret: passwords, API keys, tokens and their relatives, in any case.

Where words occur in a text, found without looking at every code point in Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


def occurrences(text: str, word: str) -> Iterator[int]:
    """Yield where a word begins, from left to right; occurrences do not overlap."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


class Words:
    """Words that are looked for together: those that begin alike cost one search."""

    def __init__(self, words: Iterable[str]) -> None:
        self._longer: dict[str, tuple[str, ...]] = {}
        known = sorted(set(words))
        for word in known:
            # In order, the shortest beginning comes first; an empty one would be everywhere.
            first = next((one for one in self._longer if word.startswith(one)), word)
            self._longer[first] = (*self._longer.get(first, ()), word)

    def places(self, text: str) -> dict[str, list[int]]:
        """Return where each word begins that occurs, from left to right, as ``occurrences``."""
        found: dict[str, list[int]] = {}
        for first, words in self._longer.items():
            for at in occurrences(text, first):
                for word in words:
                    if word is first or text.startswith(word, at):
                        found.setdefault(word, []).append(at)
        return found


def stands_free(text: str, at: int) -> bool:
    """Whether no longer word leads up to a place; an escape such as ``\\n`` is no word."""
    before = text[max(0, at - 2) : at]
    if before[-1:].isascii() and (before[-1:].isalnum() or before[-1:] in {"_", "-"}):
        return before in _ESCAPES
    return True


_ESCAPES = frozenset({"\\n", "\\r", "\\t"})


_WORDS = {
    # English, German, French, Spanish, Italian, Portuguese, Dutch, Polish.
    "password": "password|passwd|passphrase|passcode|pwd|pass"
    "|passwort|kennwort|passphrase|mot de passe|mdp|contrasena|contraseña|contrasenya"
    "|parola d'ordine|parola ordine|parola chiave|senha|palavra passe|wachtwoord|haslo|hasło",
    "secret": "secret|credential|geheimnis|zugangsdaten|clave secreta|clave privada|clave acceso"
    "|chiave segreta|chiave privata|chiave accesso|chave secreta|chave privada|geheim|sekret"
    "|cle secrete|clé secrète|tajny klucz",
    "token": "token|jeton",
    "api-key": "key|schluessel|schlüssel|sleutel|clave api|chiave api|chave api|cle api|klucz api",
}
_STEMS = tuple(
    # What is looked for first, and the whole: words may be parted by any seam or none.
    (max(words.split(), key=len), re.compile(r"[ _.-]?".join(map(re.escape, words.split()))), kind)
    for kind, listed in _WORDS.items()
    for words in listed.split("|")
)
_NEEDLES = Words(needle for needle, _, _ in _STEMS)
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

_LOGINS = (
    *("smtp", "db", "user", "usr", "mysql", "pg", "postgres", "mongo", "redis", "ftp", "ssh"),
    *("mail", "email", "root", "admin", "proxy", "auth", "login", "account", "server", "app"),
)
"""What stands before ``Pass`` in a name that means a password, where capitals part words."""

_OTHERS = (
    *("public", "cache", "primary", "foreign", "sort", "partition", "site", "row", "storage"),
    *("react", "query", "host", "registry", "hot", "short", "mon", "tur", "don", "hoc", "jo"),
)
"""What stands before a key that opens nothing, or ends in the letters of one."""

ANY_KEY = "key"
"""Kind of a name of some key or other: only a random value makes it a secret."""

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
    found = sorted((start, end - start, kind) for start, end, kind in _told(lower))
    for at, length, told in found:
        after = _AFTER.match(lower, at + length)
        if after is None:
            continue
        kind = told
        if not _is_whole(lower, at, length):
            if told != "api-key" or lower[max(0, at - 12) : at].rstrip("_-").endswith(_OTHERS):
                continue
            kind = ANY_KEY
        if kind == "token" and (lower.startswith("tokens", at) or lower.endswith(_PUBLIC, 0, at)):
            continue
        yield SecretName(_start(lower, at), after.end(), kind)


def _told(lower: str) -> Iterator[tuple[int, int, str]]:
    places = _NEEDLES.places(lower)
    for needle, whole, kind in _STEMS:
        for at in places.get(needle, ()):
            if needle == whole.pattern:
                yield at, at + len(needle), kind
            else:
                near = whole.finditer(lower, max(0, at - LONGEST), at + LONGEST)
                yield from ((*one.span(), kind) for one in near if one.start() <= at < one.end())


def _is_whole(lower: str, at: int, length: int) -> bool:
    """Whether ``key`` follows a word that makes it a secret, and short words stand alone."""
    before = lower[max(0, at - 12) : at]
    if lower.startswith(("key", "schl", "sleutel"), at):
        return before.rstrip("_. -").endswith(_KEYS)
    if length > len("pass"):
        return True
    if lower.startswith("pwd", at):
        return True
    if lower.startswith("pass", at):
        seam = before[-1:] in _SEAMS and not before.endswith(("to_", "to-"))
        return seam or before.endswith(_LOGINS)
    return not before[-1:].isalnum()


def _start(lower: str, at: int) -> int:
    start = at
    while start > 0 and at - start < LONGEST and lower[start - 1] in _CHARACTERS:
        start -= 1
    return start
