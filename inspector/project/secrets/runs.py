"""What a run of signs is: drawn by a machine, named by a person, or a text in an encoding.

Names are made of syllables, also in ``camelCase`` and with numbers; random tokens are not. The
measure is how surprising each sign is behind the one before it, in bits, for who knows the names
in programs. A text may be encoded as base64 or hexadecimal digits.
"""

from __future__ import annotations

import base64
import binascii
import re
from itertools import pairwise

_SIGNS = "abcdefghijklmnopqrstuvwxyz0_"
_ROWS = (
    "6544975a5b6344b5a34366777a55",
    "3646478945937746a5573a9a4843",
    "386737945b347928a563589b7b53",
    "4775278a3aa58848a65759aa7b52",
    "5844767a8b956486732497757b62",
    "4766437a2ab48738b4654b9a7b43",
    "587828654ca57569c446589a9862",
    "298729984c977839c5756aab8b72",
    "6645565b8a945245a543b6c6c696",
    "4767287758579845975738887852",
    "587727684a95967797477a5b8a61",
    "3785279a3b948837c95458ac5a83",
    "3586299a4b965833d9565bbc6b73",
    "484435385b668647a84366ab8b72",
    "6644866a7a654254d3554657a884",
    "397738875c8498459364689c4d63",
    "687889787b748687766818899a63",
    "4866275a4d776637d544678b6c82",
    "6a6939754c7788558942599b6c82",
    "497728b44ea77957c4566a8a6982",
    "5456466b5ca34374e3438ab9ca46",
    "287918993aa96868b878988a8954",
    "397648952aa68448a3589877bb62",
    "563646a74a976974b88399956a32",
    "776768996ba66473b84497685771",
    "597718873b976957997899766353",
    "666566a99aa9a9a8b9999aa9aa12",
    "4545445648755554854356569874",
)
"""Bits of surprise, as hex digits: a row for the sign before, a column for the sign itself.

Digits count as 0, and what parts words, a change to capitals among it, as the underscore. Counted
over the names in Python's standard library.
"""
_BITS = {
    (ord(before), ord(sign)): int(_ROWS[row][column], 16)
    for row, before in enumerate(_SIGNS)
    for column, sign in enumerate(_SIGNS)
}
_SEAM = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+")
_AS_SIGN = bytes(
    ord("0" if sign.isdigit() else sign if sign in _SIGNS else "_")
    for sign in (chr(code).lower() for code in range(128))
).ljust(256, b"_")

_ID = re.compile(
    r"(?:0[xX])?[0-9a-fA-F]+(?:[uU]?[lL]{1,2})?|[0-9]+|[0-9A-F]{8}-?(?:[0-9A-F]{4}-?){3}[0-9A-F]{12}"
    r"|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|[0-9a-f]{1,5}-[A-Za-z0-9/+_-]{27}"
)
PUBLISHED = (
    r"Qm[1-9A-HJ-NP-Za-km-z]{44}|[xyz]pub\w{100}|n(?:pub|ote|profile|event)1\w{50}|z6Mk\w{40}"
    r"|12D3KooW"
)
"""Names made of the public half of a key, or of what they name: IPFS, wallets, Nostr, DIDs."""

CERTIFICATE = r"(?:MII[\w+/]{2}(?:[DjTz](?:CC|AN)|[AQgw]YJ)|MIGfMA0G|MHYwEAYH|MFkwEwYH|MCowBQYD)"
"""How certificates, public keys and envelopes begin (DER in base64), and private keys do not."""

_CONSTANT = re.compile(r"[A-Z]{2,}\d?(?:_[A-Z]{2,}\d?){2,}")
_REPEATED = re.compile(r"(.)\1{4}")
"""The same sign five times: bytes of nothing, as packed data and formats of messages hold them."""

_ORDERED = re.compile(r"abcdefghij|ABCDEFGHIJ|0123456789|qwertyuiop|QWERTYUIOP|0-9A-")
_SHORT_TEXT = 14
_NAME = re.compile(r"[a-z]*(?:[A-Z][a-z]{2,}[0-9]{0,3}){3,}")
_LONG_WORD = re.compile(r"[A-Z][a-z]{5,}")
_DIGIT = re.compile(r"[0-9]")

MIXED, LETTERS, ONE_CASE = 4.5, 4.75, 5.25
"""Least mean surprise of a random run: with capitals and digits, without digits, without case.

Digits are few among capitals alone, which are base32 mostly: they count as letters.
"""
SETTLED, LESS = 24, 0.15
"""Signs from which the mean of a run is settled, and how much less is enough then."""


def surprise(run: str) -> float:
    """Return the mean bits of surprise of a sign of a run of ASCII."""
    signs = _SEAM.sub("_", run).encode("ascii", "replace").translate(_AS_SIGN)
    return sum(map(_BITS.__getitem__, pairwise(signs))) / len(signs)


def is_id(run: str) -> bool:
    """Whether a run is a number, a hash in hex digits, a UUID or an entity tag: public names."""
    return _ID.fullmatch(run) is not None


def is_random(run: str, *, least: int = 20) -> bool:
    """Whether a run is drawn from letters and digits at random. Hex digits alone are no proof."""
    if len(run) < least:
        return False
    digits = _DIGIT.search(run) is not None
    mixed = not (run.islower() or run.isupper())
    if not digits and (not mixed or len(run) < least + 4):
        return False
    if (
        _NAME.fullmatch(run)
        or _CONSTANT.fullmatch(run)
        or sum(map(len, _LONG_WORD.findall(run))) >= len(run) * 0.6
    ):
        return False
    bits = MIXED if mixed and digits else LETTERS if mixed or run.isupper() else ONE_CASE
    if len(run) >= SETTLED:
        bits -= LESS
    return (
        surprise(run) >= bits
        and len(set(run)) >= min(len(run) // 4, 16)
        and not (
            _ORDERED.search(run) or _REPEATED.search(run) or is_id(run) or is_encoded_text(run)
        )
    )


def _unpacked(run: str) -> bytes:
    """Return the bytes that a run encodes as base64 of either alphabet, none where it does not."""
    body = run.rstrip("=")
    signs = b"-_" if "-" in run or "_" in run else None
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4), altchars=signs)
    except (binascii.Error, ValueError):
        return b""


def is_encoded_text(run: str) -> bool:
    """Whether a run is base64 of mostly plain text, which hides nothing that was not readable."""
    data = _unpacked(run)
    try:
        if data.decode().isprintable() and len(data) > _SHORT_TEXT:
            return True
    except UnicodeDecodeError:
        pass
    plain = sum(32 <= byte < 127 or byte in b"\t\r\n" for byte in data)
    return plain == len(data) > 0 or (
        len(data) > 14 and plain >= len(data) * (0.8 if len(data) < 30 else 0.7)
    )


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
        data = _unpacked(run)
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
