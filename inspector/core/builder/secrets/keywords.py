"""Values given to names that mean a secret: ``DB_PASSWORD=…``, ``"api_key": …``, ``token = …``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.core.builder.findings import Confidence, SecretFinding
from inspector.core.builder.secrets.bare_words import Line, is_literal
from inspector.core.builder.secrets.dialect import is_code
from inspector.core.builder.secrets.placeholders import is_placeholder
from inspector.core.builder.secrets.values import (
    Form,
    Value,
    bare_value,
    block_value,
    quoted_value,
)

_KEY = re.compile(
    r"(?P<password>pass(?:word|wd|phrase|code)s?|pwd|passwort|kennwort)"
    r"|(?P<api_key>(?:api|access|secret|private|auth|encryption|signing|account|shared|master)"
    r"[_. -]?keys?)"
    r"|(?P<secret>secrets?|credentials?)"
    r"|(?P<token>token)"
    r"|(?<=[_-])(?P<pass>pass)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:[_-]?(?:value|val|string|str|text|raw|plain|base64|b64|hex|base|prod|production|dev"
    r"|development|test|testing|staging|stage|live|default|old|new|current|main|primary|secondary"
    r"|\d{1,3}))?(?![A-Za-z0-9_-])",
    re.IGNORECASE,
)
_CLOSE = r"\\{0,3}[\"'`]?[\])]{0,2}"
_LITERAL_AHEAD = r"(?=[ \t]{0,8}(?:[bruf@$L]{0,2})\\{0,3}[\"'`])"
_ASSIGNMENT = re.compile(
    _CLOSE + r"[?!]?(?P<before>[ \t]{0,40})"
    r"(?:(?P<colon>:(?![:=]))(?:[ \t]{0,8}[A-Za-z_&][\w.\[\]|?&*<> ]{0,60}=(?!=)"
    + _LITERAL_AHEAD
    + r")?|(?:\|\||\?\??|\+|:)?=(?!=)>?|(?P<same>[!=]==?)"
    + _LITERAL_AHEAD
    + r")"
    r"(?P<gap>[ \t]{0,40}(?:[(\[]?[ \t]{0,8}\\?(?:\r\n|\r|\n)[ \t]{0,80}" + _LITERAL_AHEAD + r")?)",
    re.IGNORECASE,
)
_ELEMENT = re.compile(r"(?:[ \t][^<>\r\n]{0,120})?>\s{0,80}(?P<value>[^<>]{1,4096}?)\s{0,80}</")
_PAIR = re.compile(
    r"\\{0,3}[\"']?\s{0,80},?\s{0,80}\\{0,3}[\"']?value\\{0,3}[\"']?[ \t]{0,8}[=:][ \t]{0,8}",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:name|key)\\{0,3}[\"']?[ \t]{0,8}[=:][ \t]{0,8}\\{0,3}[\"']?\Z", re.IGNORECASE
)
_DEFINITION = re.compile(r"\\{0,3}[\"']?[ \t,]{1,40}(?=[^\s=:])")
_DEFINING = re.compile(r"(?:#[ \t]*define|ENV|ARG|setx?|setenv|identified)[ \t]+\Z", re.IGNORECASE)
_OPTION = re.compile(
    r"--?[A-Za-z-]{0,40}\Z|\b(?:with|by|login[ \t]+\S{1,64})[ \t]+\Z", re.IGNORECASE
)

_NAME_LENGTH = 64
_NAME_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$.-")


def keyword_values(text: str) -> Iterator[SecretFinding]:
    """Yield literal values that are given to names that mean a secret.

    The name alone makes nothing certain, so all of them are uncertain.
    """
    code: bool | None = None
    done = 0
    for key in _KEY.finditer(text):
        if key.start() < done:
            continue
        after = _AFTER.match(text, key.end())
        if after is None:
            continue
        if code is None:
            code = is_code(text)
        value = _given(text, key, after.end(), code)
        if value is not None:
            done = value.end
            kind = {"pass": "password", "api_key": "api-key"}.get(
                key.lastgroup or "", key.lastgroup
            )
            yield SecretFinding(
                value.start, value.end, str(kind), f"{kind}-value", Confidence.UNCERTAIN
            )


def _given(text: str, key: re.Match[str], end: int, code: bool) -> Value | None:
    start = _name_start(text, key.start())
    return (
        _assigned(text, key, (start, end), code)
        or _in_element(text, start, end)
        or _in_pair(text, start, end)
        or _defined(text, key, (start, end))
    )


def _assigned(text: str, key: re.Match[str], name: tuple[int, int], code: bool) -> Value | None:
    given = _ASSIGNMENT.match(text, name[1])
    if given is None:
        return None
    at, called = given.end(), text[name[0] : name[1]]
    quoted = quoted_value(text, at)
    if quoted is not None:
        return quoted if _is_secret(text, quoted, called, key, compared=given["same"]) else None
    if given["same"]:
        return None
    if given["colon"]:
        block = block_value(text, at, _indent(text, name[0]))
        if block is not None:
            return block if _is_secret(text, block, called, key) else None
    bare = bare_value(text, at)
    if bare is None or is_placeholder(text[bare.start : bare.end], called):
        return None
    if bare.form is Form.QUOTED:
        return bare
    line = Line(text, name[0], name[1], at, colon=bool(given["colon"]), code=code)
    return bare if is_literal(line, bare, weak=key["token"] is not None) else None


def _in_element(text: str, start: int, end: int) -> Value | None:
    before = text[max(0, start - _NAME_LENGTH) : start]
    tag = before.rpartition("<")[2]
    if "<" not in before or not all(c.isalnum() or c in "_-.:" for c in tag):
        return None
    found = _ELEMENT.match(text, end)
    if found is None or is_placeholder(found["value"], text[start:end]):
        return None
    return Value(*found.span("value"), Form.QUOTED)


def _in_pair(text: str, start: int, end: int) -> Value | None:
    given = _PAIR.match(text, end)
    if given is None or not _NAMED.search(text, max(0, start - 40), start):
        return None
    value = quoted_value(text, given.end()) or bare_value(text, given.end())
    if value is None or is_placeholder(text[value.start : value.end], text[start:end]):
        return None
    return value


def _defined(text: str, key: re.Match[str], name: tuple[int, int]) -> Value | None:
    given = _DEFINITION.match(text, name[1])
    if given is None:
        return None
    window = max(0, name[0] - 80)
    defining = _DEFINING.search(text, window, name[0])
    option = _OPTION.search(text, window, name[0]) or text[name[0]] == "-"
    if not (defining or option):
        return None
    value = quoted_value(text, given.end()) or bare_value(text, given.end())
    if value is None or not _is_secret(text, value, text[slice(*name)], key):
        return None
    content = text[value.start : value.end]
    return value if defining or any(c.isdigit() for c in content) else None


def _is_secret(
    text: str, value: Value, name: str, key: re.Match[str], *, compared: str | None = None
) -> bool:
    content = text[value.start : value.end]
    if is_placeholder(content, name):
        return False
    if key["token"] is None:
        return True
    return compared is None and _could_be_token(content)


def _could_be_token(content: str) -> bool:
    """Whether a literal could be a credential, and not the token of a language."""
    return len(content) >= 6 and sum(c.isalnum() for c in content) >= 5


def _name_start(text: str, at: int) -> int:
    start = at
    while start > 0 and at - start < _NAME_LENGTH and text[start - 1] in _NAME_CHARACTERS:
        start -= 1
    return start


def _indent(text: str, at: int) -> int:
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    line = text[begin:at]
    return len(line) - len(line.lstrip(" \t-"))
