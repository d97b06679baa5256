"""Texts that runs of signs encode, as base64 or hexadecimal digits."""

from __future__ import annotations

import base64
import binascii
import re

_LONGEST_RUN = 65_536
_HEX_DIGITS = re.compile(r"(?:[0-9a-f]{2}){10,}|(?:[0-9A-F]{2}){10,}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
LOGIN = re.compile(r"[\w.@+-]{1,80}:\S{3,}")
"""A user and a password."""

_OF_LOGIN = re.compile(
    r"(?:auth\w{0,12}[\"']?\s{0,4}[:=]\s{0,4}[\"']?|basic[ \t]{1,4})\Z",
    re.IGNORECASE,
)
_READABLE = re.compile(rb"[\t\r\n\x20-\x7e\x80-\xbf\xc2-\xf4]+")
_DIGIT = re.compile(r"[0-9]")


def plain_text(run: str) -> str:
    """Return the text that a run encodes, "" where it encodes none."""
    if not 14 <= len(run) <= _LONGEST_RUN or not (run[-1] == "=" or _DIGIT.search(run)):
        return ""
    return decoded(run)


def decoded(run: str) -> str:
    """Return the text that a run encodes whatever its length and signs, "" where it is none."""
    data = b""
    if _HEX_DIGITS.fullmatch(run):
        data = bytes.fromhex(run)
    elif _BASE64.fullmatch(run):
        body = run.rstrip("=")
        try:
            data = base64.b64decode(
                body + "=" * (-len(body) % 4), altchars=b"-_" if "-" in run or "_" in run else None
            )
        except (binascii.Error, ValueError):
            return ""
    if len(data) > 8 and not any(data[1:9:2]) and len(data) % 2 == 0:
        data = data[::2]
    if _READABLE.fullmatch(data) is None:
        return ""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def is_login(plain: str, before: str) -> bool:
    """Whether it is a user with a password, where a login is kept so."""
    return LOGIN.fullmatch(plain) is not None and _OF_LOGIN.search(before) is not None
