"""Credentials that are known by their own shape: prefixes of issuers, signed tokens, URLs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.core.builder.findings import Confidence, SecretFinding
from inspector.core.builder.secrets.occurrences import occurrences, stands_free
from inspector.core.builder.secrets.placeholders import is_placeholder

_ISSUED = (
    ("aws-access-key", ("AKIA", "ASIA"), r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("github-token", ("ghp_", "gho_", "ghs_", "ghu_", "ghr_"), r"[A-Za-z0-9]{36,}"),
    ("github-token", ("github_pat_",), r"[A-Za-z0-9_]{40,}"),
    ("gitlab-token", ("glpat-", "gldt-", "glrt-", "glptt-"), r"[A-Za-z0-9_.-]{20,}"),
    ("slack-token", tuple(f"xox{letter}-" for letter in "abeoprs"), r"[A-Za-z0-9-]{10,}"),
    ("google-api-key", ("AIza",), r"[A-Za-z0-9_-]{35}"),
    ("stripe-key", ("sk_live_", "rk_live_", "sk_test_", "rk_test_"), r"[A-Za-z0-9]{10,}"),
    ("npm-token", ("npm_",), r"[A-Za-z0-9]{36}"),
    ("pypi-token", ("pypi-",), r"[A-Za-z0-9_-]{50,}"),
    ("huggingface-token", ("hf_",), r"[A-Za-z0-9]{30,}"),
    ("json-web-token", ("eyJ",), r"[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{8,}"),
)
_RULES = tuple(
    (kind, prefix, re.compile(shape)) for kind, prefixes, shape in _ISSUED for prefix in prefixes
)
_SK = re.compile(r"sk-[A-Za-z0-9_-]{3,}")
_NO_KEY = re.compile(r"sk-(?:[A-Z]{2}(?:[_-]|\Z)|ssh-|ecdsa-)")
_WORDS = re.compile(r"sk(?:[_-]{1,2}[a-z]{2,14})+")
_STYLE = re.compile(r"[.#]\Z|class|keyframes|animation|selector|query", re.IGNORECASE)
_USERINFO = re.compile(
    r"://[^\s/:@\"'<>`\\]{0,128}:(?P<password>[^\s/@\"'<>`\\]{1,256})@(?=[\w\[{$%.-])"
)

LONG_KEY = 20
"""Code points from which a key with the prefix ``sk-`` is certain."""


def issued_tokens(text: str) -> Iterator[SecretFinding]:
    """Yield credentials with the prefix or structure of their issuer."""
    for kind, prefix, shape in _RULES:
        for at in occurrences(text, prefix):
            if stands_free(text, at) and (found := shape.match(text, at + len(prefix))):
                yield SecretFinding(at, found.end(), kind, kind, Confidence.HIGH)


def sk_keys(text: str) -> Iterator[SecretFinding]:
    """Yield keys with the prefix ``sk-``, short ones as uncertain.

    Words alone (``sk-fading-circle``) are names of styles, not keys, when a class or a selector
    stands before them; ``sk-SK`` is a language, ``sk-ssh-…`` an algorithm of SSH.
    """
    for at in occurrences(text, "sk-"):
        found = _SK.match(text, at) if stands_free(text, at) else None
        if found is None or _is_no_key(text, at, found[0]):
            continue
        sure = len(found[0]) >= LONG_KEY and any(character.isdigit() for character in found[0])
        rule = "sk-api-key" if sure else "sk-api-key-short"
        confidence = Confidence.HIGH if sure else Confidence.UNCERTAIN
        yield SecretFinding(at, found.end(), "sk-api-key", rule, confidence)


def url_passwords(text: str) -> Iterator[SecretFinding]:
    """Yield passwords before the host of a URL."""
    for found in _USERINFO.finditer(text):
        if not is_placeholder(found["password"], "password"):
            start, end = found.span("password")
            yield SecretFinding(start, end, "url-password", "url-password", Confidence.HIGH)


def _is_no_key(text: str, at: int, value: str) -> bool:
    if _NO_KEY.match(value) or len(set(value[3:].lower())) == 1:
        return True
    styled = _STYLE.search(text, max(0, at - 80), at) is not None
    return styled and _WORDS.fullmatch(value) is not None
