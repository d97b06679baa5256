"""The patterns that the specification names, as a layer of our own (Builder, secret patterns).

Private keys in text form: whole blocks, and headers whose end is missing.

Credentials in an Authorization header, or behind the word Bearer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from inspector.project.findings import OPEN_KEY, Confidence, SecretFinding, merged_findings
from inspector.project.secrets.margins import inner_texts, unframed
from inspector.project.secrets.named import NamedReader
from inspector.project.secrets.names import stands_free
from inspector.project.secrets.takers import KEY_MARKS, LISTENER
from inspector.project.secrets.tokens import (
    issued_and_random,
    issued_tokens,
    sk_keys,
    url_passwords,
)
from inspector.project.secrets.views import (
    composed_values,
    encoded_values,
    findings_in,
    findings_of_view,
)
from inspector.project.secrets.vocabulary import Vocabulary
from inspector.project.secrets.worth import is_drawn, is_placeholder

KIND = "private-key"
LONGEST_BLOCK = 65_536
"""Code points between a header and its end that may still be one key."""

_NAME = (
    r"[ \t]+(?:(?:[A-Z0-9]{1,20}[ \t]+){0,4}PRIVATE KEY(?:[ \t]BLOCK)?|PKCS12"
    r"|OpenVPN[ \t][\w -]{3,30}(?i:key)(?:[ \t]V1)?)"
)
_BORDER = re.compile(
    rf"(?:-{{2,8}}[ \t]?)?(?P<begin>BEGIN){_NAME}(?:[ \t]?-{{2,8}})?"
    rf"|(?:-{{2,8}}[ \t]?)?END{_NAME}(?:[ \t]?-{{2,8}})?"
    r"|(?P<putty>PuTTY-User-Key-File-\d{1,2}):"
    r"|Private-MAC:[ \t]*[0-9a-fA-F]+"
)
_BODY = re.compile(r"(?:[A-Za-z0-9+/\s\"'`\\,:.>#*|-]|(?<=[A-Za-z0-9+/=])=)*+")
_CLOSED = re.compile(r"(?:\\[nr])*[\"'`]")
_NO_BODY = re.compile(r"(?:\s|\\[nr]|[\"'`+,])*")
_KEY_RUN = re.compile(r"(?=[A-Za-z/+]{0,40}\d)[A-Za-z0-9+/]{24,}")
_LINE = re.compile(
    r"[ \t>|*#/\"'`+,\\nr]{0,40}"
    r"(?:[A-Za-z0-9+/]{16,}={0,2}|(?:Proc-Type|DEK-Info|Version|Comment)[^\r\n]{0,200})?"
    r"[ \t\"'`+,;)\\nr]{0,40}(?:\r\n|\r|\n|\Z)"
)


def private_keys(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield private keys. A header with its end is certain; one without is not.

    Without an end the span goes on over the lines that look like a key, but nothing proves that
    the key stops there.
    """
    text = words.text
    if not any(mark in words.heard for mark in KEY_MARKS):
        return
    opened: tuple[int, int] | None = None
    for border in _BORDER.finditer(text):
        if border["begin"] or border["putty"]:
            if opened and text[opened[1]] not in "\"'`":
                yield _without_end(text, *opened, border.start())
            opened = border.span()
        elif opened:
            if not _is_written(text, opened[1], border.start()):
                yield _block(text, opened, border.span())
            opened = None
    if opened and text[opened[1] : opened[1] + 1] not in set("\"'`"):
        yield _without_end(text, *opened, len(text))


def _block(text: str, begin: tuple[int, int], end: tuple[int, int]) -> SecretFinding:
    between = end[0] - begin[1]
    if between <= LONGEST_BLOCK and _is_body(text, begin[1], end[0]):
        return SecretFinding(begin[0], end[1], KIND, KIND, Confidence.HIGH)
    if between <= LONGEST_BLOCK:
        return SecretFinding(begin[0], end[1], KIND, OPEN_KEY, Confidence.UNCERTAIN)
    return _without_end(text, *begin, end[0])


def _is_written(text: str, start: int, end: int) -> bool:
    """Whether nothing is between a header and its end, or a program writes a key there."""
    if _NO_BODY.fullmatch(text, start, end):
        return True
    closed = _CLOSED.match(text, start)
    return closed is not None and _KEY_RUN.search(text, start, end) is None


def _is_body(text: str, start: int, end: int) -> bool:
    found = _BODY.match(text, start, end)
    return found is not None and found.end() == end


def _without_end(text: str, start: int, end: int, limit: int) -> SecretFinding:
    until = end
    while until < limit and until - end < LONGEST_BLOCK:
        line = _LINE.match(text, until, limit)
        if line is None or line.end() == until:
            break
        until = line.end()
    # Blank lines at the end are no part of a key.
    until = end + len(text[end:until].rstrip())
    return SecretFinding(start, until, KIND, OPEN_KEY, Confidence.UNCERTAIN)


_HEADER = re.compile(
    r"authorization\\{0,3}[\"'`]?\]?[ \t]{0,8}(?:[:=,]|=>)[ \t]{0,8}(?:[bfr]{0,2}\\{0,3}[\"'`])?"
    r"(?:(?P<scheme>[A-Za-z-]{3,12})[ \t]{1,8})(?P<value>[^\s\"'`\\,;<>]{1,8192})",
    re.IGNORECASE,
)
_BEARER = re.compile(
    r"bearer(?:[ \t]|%20|\+){1,8}"
    r"(?P<value>[A-Za-z0-9._~+/=-]{3,8192})",
    re.IGNORECASE,
)
_SCHEMES = frozenset(
    {
        "bearer",
        "basic",
        "token",
        "apikey",
        "api-key",
        "api-token",
        "digest",
        "negotiate",
        "ntlm",
        "bot",
        "splunk",
    }
)
_WORDS = """
are as at authentication authorisation be by can error flow for format from has headers http if in
missing must only protocol realm scheme schemes security should supported types via was when which
will with scope without
"""
_PROSE = frozenset(_WORDS.split())
_SHORTEST = 8
_LEADS = frozenset("\"'`:=")


def bearer_tokens(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield what stands behind ``Authorization:`` with a scheme, or behind ``Bearer``."""
    text = words.text
    for at in words.heard.get("authorization", ()):
        found = _HEADER.match(text, at)
        if found is None:
            continue
        quoted = text[found.end() : found.end() + 1] in {"'", '"', "`"}
        known = found["scheme"].lower() in _SCHEMES or is_drawn(found["value"])
        basic = found["scheme"].lower() == "basic"
        none = basic and is_placeholder(f"Basic {found['value']}", "token")
        if known and not none and _is_value(found["value"], strict=True, quoted=quoted):
            yield _finding(found, "authorization-header", "given to Authorization")
    for at in words.heard.get("bearer", ()):
        found = _BEARER.match(text, at) if stands_free(text, at) else None
        quoted = found is not None and text[found.end() : found.end() + 1] in {"'", '"', "`"}
        if found and _is_value(found["value"], strict=_leads(text, at), quoted=quoted):
            yield _finding(found, "bearer-token", "behind Bearer")


def _leads(text: str, at: int) -> bool:
    """Whether the word begins a literal or a value, as it does not in prose."""
    return text[max(0, at - 2) : at].rstrip(" \t")[-1:] in _LEADS


def _finding(found: re.Match[str], rule: str, names: str) -> SecretFinding:
    return SecretFinding(*found.span("value"), "bearer-token", rule, Confidence.UNCERTAIN, names)


def _is_value(value: str, *, strict: bool, quoted: bool) -> bool:
    """Whether it is a literal credential. In prose, plain words are none."""
    core = value.rstrip(".,:;)]}=")
    if core.lower() in _PROSE or any(is_placeholder(word, "token") for word in (value, core)):
        return False
    told = any(c.isdigit() for c in core) or len(core) >= 20 or _mixed(core)
    if quoted:  # a literal of a program: of a test, where it is short or a word
        return told and len(core) >= _SHORTEST
    return told or (strict and len(core) > 0)


def _mixed(value: str) -> bool:
    return any(c.isupper() for c in value[1:]) and any(c.islower() for c in value)


Detector = Callable[[Vocabulary], Iterator[SecretFinding]]

VERSION = 24
"""Goes up whenever the same text may give other findings."""


def named_values(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield values whose names say that they are secret."""
    return NamedReader(words).findings()


_DETECTORS = (
    private_keys, sk_keys, url_passwords, bearer_tokens, named_values, composed_values,
)  # fmt: skip
_AS_WRITTEN = (issued_and_random, *_DETECTORS)
_AS_READ = (issued_tokens, *_DETECTORS)
# Literals put together run on into each other, which makes them look drawn at random.


class PatternScanner:
    """Finds private keys, issuers' and random tokens, and values of names that mean a secret.

    Time grows with the length of a text, whatever is in it.
    """

    @property
    def name(self) -> str:
        """Name and version."""
        return f"patterns {VERSION}"

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return the findings of a text, joined where they overlap, in order of place."""
        return merged_findings(_found(text, _MOST_FRAMES))


_MOST_FRAMES = 2
"""Margins that are taken off one after the other: of a quotation in a listing."""


def _found(text: str, frames: int) -> Iterator[SecretFinding]:
    words = Vocabulary(text, LISTENER)
    frame = unframed(text, words.heard) if frames else None
    if frame is not None:
        yield from findings_in(frame, lambda plain: _found(plain, frames - 1))
        return

    def as_read(view: str) -> Iterator[SecretFinding]:
        return _detected(Vocabulary(view, LISTENER, words.whole), _AS_READ)

    written = tuple(_detected(words, _AS_WRITTEN))
    yield from written
    yield from _without_known_keys(findings_of_view(text, as_read), written)
    yield from findings_in(
        inner_texts(text), lambda inner: _detected(Vocabulary(inner, LISTENER), _AS_READ)
    )
    yield from encoded_values(words, as_read)


def _without_known_keys(
    read: Iterator[SecretFinding], written: tuple[SecretFinding, ...]
) -> Iterator[SecretFinding]:
    """Yield what is read, but no header without its end of a key that is whole as written.

    A text as it is read has only the lines with seams, and so a header without its key.
    """
    whole = [one for one in written if one.rule == KIND]
    for one in read:
        if one.rule != OPEN_KEY or not any(key.start <= one.start < key.end for key in whole):
            yield one


def _detected(words: Vocabulary, detectors: tuple[Detector, ...]) -> Iterator[SecretFinding]:
    for detect in detectors:
        yield from (finding for finding in detect(words) if finding.end > finding.start)
