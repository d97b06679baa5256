"""Private keys in text form: whole blocks, and headers whose end is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.merging import OPEN_KEY

KIND = "private-key"
LONGEST_BLOCK = 65_536
"""Code points between a header and its end that may still be one key."""

_MARKS = ("PRIVATE KEY", "PuTTY-User-Key-File-")
_NAME = r"[ \t]+(?:[A-Z0-9]{1,20}[ \t]+){0,4}PRIVATE KEY(?:[ \t]BLOCK)?"
_BORDER = re.compile(
    rf"(?:-{{2,8}}[ \t]?)?(?P<begin>BEGIN){_NAME}(?:[ \t]?-{{2,8}})?"
    rf"|(?:-{{2,8}}[ \t]?)?END{_NAME}(?:[ \t]?-{{2,8}})?"
    r"|(?P<putty>PuTTY-User-Key-File-\d{1,2}):"
    r"|Private-MAC:[ \t]*[0-9a-fA-F]+"
)
_BODY = re.compile(r"(?:[A-Za-z0-9+/\s\"'`\\,:.>#*|-]|(?<=[A-Za-z0-9+/=])=)*+")
_LINE = re.compile(
    r"[ \t>|*#/\"'`+,\\nr]{0,40}"
    r"(?:[A-Za-z0-9+/]{16,}={0,2}|(?:Proc-Type|DEK-Info|Version|Comment)[^\r\n]{0,200})?"
    r"[ \t\"'`+,;)\\nr]{0,40}(?:\r\n|\r|\n|\Z)"
)


def private_keys(text: str) -> Iterator[SecretFinding]:
    """Yield private keys. A header with its end is certain; one without is not.

    Without an end the span goes on over the lines that look like a key, but nothing proves that
    the key stops there.
    """
    if not any(mark in text for mark in _MARKS):
        return
    opened: tuple[int, int] | None = None
    for border in _BORDER.finditer(text):
        if border["begin"] or border["putty"]:
            if opened:
                yield _without_end(text, *opened, border.start())
            opened = border.span()
        elif opened:
            yield _block(text, opened, border.span())
            opened = None
    if opened:
        yield _without_end(text, *opened, len(text))


def _block(text: str, begin: tuple[int, int], end: tuple[int, int]) -> SecretFinding:
    between = end[0] - begin[1]
    if between <= LONGEST_BLOCK and _is_body(text, begin[1], end[0]):
        return SecretFinding(begin[0], end[1], KIND, KIND, Confidence.HIGH)
    if between <= LONGEST_BLOCK:
        return SecretFinding(begin[0], end[1], KIND, OPEN_KEY, Confidence.UNCERTAIN)
    return _without_end(text, *begin, end[0])


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
