"""Credentials in an Authorization header, or behind the word Bearer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.names import lowered
from inspector.project.secrets.occurrences import occurrences, stands_free
from inspector.project.secrets.placeholders import is_placeholder

_HEADER = re.compile(
    r"authorization\\{0,3}[\"'`]?\]?[ \t]{0,8}(?:[:=,]|=>)[ \t]{0,8}(?:[bfr]{0,2}\\{0,3}[\"'`])?"
    r"(?:(?P<scheme>[A-Za-z]{3,12})[ \t]{1,8})(?P<value>[^\s\"'`\\,;<>]{1,8192})",
    re.IGNORECASE,
)
_BEARER = re.compile(
    r"bearer(?:[ \t]|%20|\+){1,8}"
    r"(?P<value>[A-Za-z0-9._~+/=-]{3,8192})",
    re.IGNORECASE,
)
_SCHEMES = frozenset({"bearer", "basic", "token", "apikey", "digest", "negotiate", "ntlm", "bot"})
_PROSE = frozenset(
    {
        "a",
        "access",
        "and",
        "api",
        "are",
        "as",
        "at",
        "auth",
        "authentication",
        "authorization",
        "authorisation",
        "be",
        "by",
        "can",
        "credential",
        "credentials",
        "error",
        "field",
        "flow",
        "for",
        "format",
        "from",
        "has",
        "header",
        "headers",
        "http",
        "if",
        "in",
        "invalid",
        "is",
        "it",
        "jwt",
        "key",
        "missing",
        "must",
        "not",
        "null",
        "of",
        "on",
        "only",
        "or",
        "protocol",
        "realm",
        "required",
        "scheme",
        "schemes",
        "security",
        "should",
        "string",
        "supported",
        "the",
        "this",
        "to",
        "token",
        "tokens",
        "type",
        "types",
        "undefined",
        "value",
        "via",
        "was",
        "when",
        "which",
        "will",
        "with",
        "without",
    }
)
_PARAMETER = 20
_LEADS = frozenset("\"'`:=")


def bearer_tokens(text: str) -> Iterator[SecretFinding]:
    """Yield what stands behind ``Authorization:`` with a scheme, or behind ``Bearer``."""
    lower = lowered(text)
    for at in occurrences(lower, "authorization"):
        found = _HEADER.match(text, at)
        if found is None:
            continue
        if found["scheme"].lower() in _SCHEMES and _is_value(found["value"], strict=True):
            yield _finding(found, "authorization-header")
    for at in occurrences(lower, "bearer"):
        found = _BEARER.match(text, at) if stands_free(text, at) else None
        if found and _is_value(found["value"], strict=_leads(text, at)):
            yield _finding(found, "bearer-token")


def _leads(text: str, at: int) -> bool:
    """Whether the word begins a literal or a value, as it does not in prose."""
    return text[max(0, at - 2) : at].rstrip(" \t")[-1:] in _LEADS


def _finding(found: re.Match[str], rule: str) -> SecretFinding:
    start, end = found.span("value")
    return SecretFinding(start, end, "bearer-token", rule, Confidence.UNCERTAIN)


def _is_value(value: str, *, strict: bool) -> bool:
    """Whether it is a literal credential. In prose, plain words are none."""
    core = value.rstrip(".,:;)]}")
    if (
        core.endswith("=")
        and core[:-1].islower()
        and core[:-1].isalpha()
        and len(core) < _PARAMETER
    ):
        return False  # a parameter of a challenge: `Bearer realm="…"`
    if core.lower() in _PROSE or any(is_placeholder(word, "token") for word in (value, core)):
        return False
    if strict:
        return len(core) > 0
    return any(c.isdigit() for c in core) or len(core) >= 20 or _mixed(core)


def _mixed(value: str) -> bool:
    return any(c.isupper() for c in value[1:]) and any(c.islower() for c in value)
