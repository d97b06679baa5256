"""Texts made from the tables beside this module: planted secrets by group, and decoys.

The tables were written from public documentation and share nothing with the scanner's. Values are
made at run time, so that no secret stands in the project.
"""

from __future__ import annotations

import base64
import random
import re
import string
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

_HERE = Path(__file__).parent
_ALPHABETS = {
    "a": string.ascii_lowercase,
    "A": string.ascii_letters + string.digits,
    "A52": "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
    "U": string.ascii_uppercase + string.digits,
    "x": "0123456789abcdef",
    "X": "0123456789ABCDEF",
    "X16": "0123456789abcdef",
    "d": string.digits,
    "N": string.digits,
    "b": string.ascii_letters + string.digits + "+/",
    "B": string.ascii_letters + string.digits + "+/",
    "_": string.ascii_letters + string.digits + "-_",
    "l": string.ascii_lowercase + string.digits,
}
_GAP = re.compile(r"\{(?:(?P<alphabet>A52|X16|[aAUxXdNbB_l]):(?P<count>\d+)|(?P<id>[gU]))\}")
_ENCODED = re.compile(
    r"\{(?P<how>b64le|b64|hex|pct|zw|esc|ent):(?P<what>.*?[PR]+[^PR]*?)\}(?=[\"'\s<,}&%@]|\Z)"
)
_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|.)")
_FORMLESS = {
    *("mistral", "cohere", "exa", "assemblyai", "paypal", "postmark", "railway", "linode"),
    *("hetzner", "datadog", "zapier-mcp", "okta", "auth0", "duo", "algolia", "coinbase"),
    *("alchemy", "infura", "etherscan", "wireguard", "mailgun-new", "instagram", "linkedin"),
    *("facebook", "intercom", "sanity", "twilio", "mailgun", "voyage", "firecrawl", "ngrok"),
}
"""Issuers whose token has no fixed part: they stand behind a name, as their documentation shows."""


@dataclass(frozen=True)
class Case:
    """A file with one secret; ``pieces`` are the parts of it that stand in the text."""

    group: str
    what: str
    file: str
    text: str
    pieces: tuple[str, ...]


def table(name: str) -> Iterator[str]:
    """Return the lines of a table, without its remarks."""
    for line in (_HERE / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def filled(shape: str, source: random.Random) -> str:
    """Return a shape with its gaps filled at random."""

    def made(gap: re.Match[str]) -> str:
        if gap["id"]:
            return str(uuid.UUID(int=source.getrandbits(128), version=4))
        return "".join(source.choices(_ALPHABETS[gap["alphabet"]], k=int(gap["count"])))

    return _GAP.sub(made, shape)


def unescaped(text: str) -> str:
    """Return a table's text with its escapes read."""
    plain = {"n": "\n", "t": "\t"}
    return _ESCAPE.sub(
        lambda one: chr(int(one[1][1:], 16)) if len(one[1]) > 1 else plain.get(one[1], one[1]), text
    )


_WORD_LIST = """
anchor maple cobalt turbine lemon glacier pilot quartz saffron tundra velvet walrus zephyr barrel
comet drizzle ember fjord goblin hazel
"""
_WORDS = _WORD_LIST.split()


def password(source: random.Random) -> str:
    """A password of somebody who took care, without signs that any container must escape."""
    kind = source.randrange(5)
    first, second, third = source.sample(_WORDS, 3)
    if kind == 0:
        signs = string.ascii_letters + string.digits + "!-_.^*+"
        return (
            source.choice(string.ascii_letters)
            + "".join(source.choices(signs, k=source.randint(9, 19)))
            + source.choice(string.digits)
        )
    if kind == 1:
        return f"{first.title()}{source.randint(10, 9999)}{source.choice('!_-.')}"
    if kind == 2:
        return f"{first}-{second}-{third}"
    if kind == 3:
        return (
            f"{first.title().replace('e', '3').replace('o', '0')}_{second}{source.randint(1, 99)}"
        )
    return "".join(source.choices(string.ascii_letters + string.digits, k=source.randint(10, 14)))


def token(source: random.Random) -> str:
    """A random value as a generator of keys makes one."""
    kind = source.randrange(4)
    size = source.choice((24, 32, 40, 48))
    if kind == 0:
        return base64.b64encode(source.randbytes(size // 8 * 6)).decode()
    if kind == 1:
        return base64.urlsafe_b64encode(source.randbytes(size // 8 * 6)).decode().rstrip("=")
    return "".join(source.choices(_ALPHABETS["A"], k=size))


def _values(group: str, source: random.Random) -> Iterator[tuple[str, str]]:
    """Yield the group that a value counts for, and the value, for a place of a group."""
    if group == "value":
        yield "hexadecimal", source.randbytes(source.choice((16, 20, 24, 32))).hex()
        yield "UUIDs", str(uuid.UUID(int=source.getrandbits(128), version=4))
        yield "random in context", token(source)
    elif group == "random":
        yield "random values", token(source)
        yield "random values", token(source)
    elif group == "long":
        data = base64.b64encode(source.randbytes(source.choice((240, 330, 700, 1500)))).decode()
        yield "long", data.rstrip("=")
    else:
        for _ in range(2):
            yield (
                {"password": "passwords", "connection": "connection strings"}[group],
                password(source),
            )


def _encoded(text: str, source: random.Random) -> tuple[str, str]:
    secret = ""

    def one(gap: re.Match[str]) -> str:
        nonlocal secret
        plain = password(source) if "P" in gap["what"] else token(source)
        told = re.sub(r"(?<![A-Z_])(?:R+|P)(?![A-Z])", lambda _: plain, gap["what"], count=1)
        secret = _ENCODERS[gap["how"]](told)
        return secret

    made = _ENCODED.sub(one, text)
    if "{P}" in made:
        secret = password(source)
        made = made.replace("{P}", secret)
    return made, secret


_ENCODERS = {
    "b64": lambda text: base64.b64encode(text.encode()).decode(),
    "b64le": lambda text: base64.b64encode(text.encode("utf-16-le")).decode(),
    "hex": lambda text: text.encode().hex(),
    "pct": lambda text: "".join(
        f"%{ord(sign):02X}" if at % 3 == 1 else quote(sign, safe="") for at, sign in enumerate(text)
    ),
    "zw": lambda text: text[:4] + "\u200b" + text[4:7] + "\u200d" + text[7:],
    "esc": lambda text: _every_second(text, "\\u{:04x}"),
    "ent": lambda text: _every_second(text, "&#{};"),
}


def _every_second(text: str, form: str) -> str:
    return "".join(form.format(ord(sign)) if at % 2 else sign for at, sign in enumerate(text))


def cases(seed: int) -> Iterator[Case]:
    """Every place with its values, and every issuer in two neutral or telling places."""
    source = random.Random(f"by documents {seed}")
    neutral, telling = [], []
    for line in table("places.txt"):
        group, file, text = line.split(" ", 2)
        text = unescaped(text)
        if group == "random":
            neutral.append((file, text))
        if group == "value":
            telling.append((file, text))
        if group == "encoded":
            made, secret = _encoded(text, source)
            yield Case("encoded", line, file, made, (secret,))
        elif group == "pieces":
            whole = source.choice((password, token))(source)
            whole = whole if len(whole) > 12 else whole + token(source)[:12]
            cut = len(whole) // 2
            parts = whole[:cut], whole[cut:]
            made = text.replace("{1}", parts[0]).replace("{2}", parts[1])
            yield Case("pieces", line, file, made, parts)
        elif "{K}" in text:
            secret = base64.b64encode(source.randbytes(64)).decode()
            yield Case("connection strings", line, file, text.replace("{K}", secret), (secret,))
        else:
            for kind, value in _values(group, source):
                made = text.replace("{P}", value).replace("{X}", value)
                yield Case(kind, line, file, made, (value,))
    for line in table("issuers.txt"):
        issuer, shape = line.split(None, 1)
        for _ in range(3):
            formless = issuer in _FORMLESS
            file, text = source.choice(telling if formless else neutral)
            secret = filled(shape, source)
            yield Case(
                "issuers", f"{issuer} {text!r}", file, text.replace("{X}", secret), (secret,)
            )
    yield from _keys(source)


def _keys(source: random.Random) -> Iterator[Case]:
    for kind in ("RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED ", "DSA "):
        body = base64.b64encode(source.randbytes(480)).decode()
        lines = "\n".join(body[at : at + 64] for at in range(0, len(body), 64))
        block = f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}\n-----END {kind}PRIVATE KEY-----"
        for text in (
            block,
            f'key = """{block}"""',
            f'{{"private_key": "{block}"}}'.replace("\n", "\\n"),
            "key: |\n  " + block.replace("\n", "\n  "),
            block.rpartition("\n")[0],
        ):
            yield Case("keys", kind + text[:20], "key.txt", text, (lines[-20:],))
    jwk = base64.urlsafe_b64encode(source.randbytes(32)).decode().rstrip("=")
    yield Case("keys", "jwk", "key.json", f'{{"kty": "oct", "k": "{jwk}"}}', (jwk,))
    yield Case(
        "keys", "jwk", "key.json", f'{{"kty":"EC","crv":"P-256","d":"{jwk}","x":"AA"}}', (jwk,)
    )
    yield Case("keys", "wireguard", "wg.conf", f"[Interface]\nPrivateKey = {jwk}=\n", (jwk,))


def decoys(seed: int) -> Iterator[tuple[str, str]]:
    """Every decoy as a file's name and text."""
    source = random.Random(f"decoys by documents {seed}")
    for line in table("decoys.txt"):
        file, text = line.split(" ", 1)
        yield (
            file,
            filled(unescaped(text), source).replace(
                "{U}", str(uuid.UUID(int=source.getrandbits(128)))
            ),
        )
