"""Credentials that are known by their own shape: prefixes of issuers, signed tokens, URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.core.builder.findings import Confidence, SecretFinding
from inspector.core.builder.secrets.placeholders import is_placeholder

# Nothing of a longer word, so that a run of such characters is looked at once.
_ALONE = r"(?<![A-Za-z0-9_-])"

_ISSUED = re.compile(
    _ALONE + r"(?:"
    r"(?P<aws_access_key>(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9]))"
    r"|(?P<github_token>gh[opsur]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255})"
    r"|(?P<gitlab_token>gl(?:pat|dt|rt|ptt|cbt)-[A-Za-z0-9_.-]{20,255})"
    r"|(?P<slack_token>xox[abeoprs]-[A-Za-z0-9-]{10,255})"
    r"|(?P<google_api_key>AIza[A-Za-z0-9_-]{35})"
    r"|(?P<stripe_key>[rs]k_(?:live|test)_[A-Za-z0-9]{10,255})"
    r"|(?P<npm_token>npm_[A-Za-z0-9]{36})"
    r"|(?P<pypi_token>pypi-[A-Za-z0-9_-]{50,1000})"
    r"|(?P<huggingface_token>hf_[A-Za-z0-9]{30,100})"
    r"|(?P<json_web_token>eyJ[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{8,})"
    r")"
)
_SK = re.compile(_ALONE + r"sk-[A-Za-z0-9_-]{3,}")
_LOCALE = re.compile(r"sk-[A-Z]{2}(?:[_-]|\Z)")
_WORDS = re.compile(r"sk(?:[_-]{1,2}[a-z]{2,14})+")
_USERINFO = re.compile(
    r"://(?P<user>[^\s/:@\"'<>`\\]{0,128}):(?P<password>[^\s/@\"'<>`\\]{1,256})@(?=[\w\[{$%.-])"
)

LONG_KEY = 20
"""Code points from which a key with the prefix ``sk-`` is certain."""


def issued_tokens(text: str) -> Iterator[SecretFinding]:
    """Yield credentials with the prefix or structure of their issuer."""
    for found in _ISSUED.finditer(text):
        kind = (found.lastgroup or "token").replace("_", "-")
        yield SecretFinding(found.start(), found.end(), kind, kind, Confidence.HIGH)


def sk_keys(text: str) -> Iterator[SecretFinding]:
    """Yield keys with the prefix ``sk-``, short ones as uncertain.

    Words alone (``sk-fading-circle``) are names of styles, not keys, when a class or a selector
    stands before them; ``sk-SK`` is a language.
    """
    for found in _SK.finditer(text):
        value = found[0]
        if _LOCALE.match(value) or len(set(value[3:].lower())) == 1:
            continue
        if _WORDS.fullmatch(value) and _is_style(text, found.start()):
            continue
        sure = len(value) >= LONG_KEY and any(character.isdigit() for character in value)
        yield SecretFinding(
            found.start(),
            found.end(),
            "sk-api-key",
            "sk-api-key" if sure else "sk-api-key-short",
            Confidence.HIGH if sure else Confidence.UNCERTAIN,
        )


def url_passwords(text: str) -> Iterator[SecretFinding]:
    """Yield passwords before the host of a URL."""
    for found in _USERINFO.finditer(text):
        if not is_placeholder(found["password"], "password"):
            start, end = found.span("password")
            yield SecretFinding(start, end, "url-password", "url-password", Confidence.HIGH)


_STYLE = re.compile(r"[.#]\Z|class|keyframes|animation|selector|query", re.IGNORECASE)


def _is_style(text: str, start: int) -> bool:
    return _STYLE.search(text, max(0, start - 80), start) is not None
