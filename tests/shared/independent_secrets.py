"""Secrets planted without knowledge of the rules, and what of them leaves."""

import base64
import random
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.project.findings import Confidence, SecretScanner
from inspector.project.secrets import redact
from tests.shared.issued_tokens import ISSUERS, private_keys
from tests.shared.telling_places import (
    ISSUER,
    NAMES,
    NEUTRAL,
    TELLING,
    Place,
)

GROUPS = ("issuers", "random values", "keys", "strong passwords", "dictionary words")

_KNOWN_TAIL = 12
"""Code points at a secret's end that may not be left: what stands before may be its public part."""


@dataclass(frozen=True)
class Planted:
    """A file with one secret in it."""

    group: str
    what: str
    file: str
    text: str
    secret: str


def planted(seed: int, half: int) -> Iterator[Planted]:
    """Every group, made from one half of issuers and places; the other half shares none."""
    source = random.Random(f"planted {seed} {half}")
    for number, issuer in enumerate(ISSUERS):
        for place in _sample(ISSUER if issuer.named else NEUTRAL, 3, source, half):
            if number % 2 == half:
                token = issuer.token(source)
                yield _in(place, "issuers", token, issuer.name.partition("-")[0], issuer.name)
    for place in TELLING:
        for name in source.sample(NAMES, 2) if place.id % 2 == half else ():
            strong = strong_password(source, quoted=place.quoted)
            yield _in(place, "strong passwords", strong, name)
            yield _in(place, "random values", random_value(source), name)
            yield _in(place, "dictionary words", dictionary_word(source), name)
    for number, (what, (file, text, secret)) in enumerate(private_keys(source).items()):
        if number % 2 == half:
            yield Planted("keys", what, file, text, secret)


def leaves(case: Planted, scanner: SecretScanner) -> bool:
    """Whether the end of the secret is still there when what was found is out."""
    found = scanner.scan(case.text)
    start = case.text.index(case.secret)
    end = start + len(case.secret)
    sure = [one for one in found if one.confidence is Confidence.HIGH]
    if any(one.start < end and start < one.end for one in found if one not in sure):
        return False  # the whole block is out
    return case.secret[-_KNOWN_TAIL:] in redact(case.text, sure).text


def _sample(places: tuple[Place, ...], count: int, source: random.Random, half: int) -> list[Place]:
    return source.sample([place for place in places if place.id % 2 == half], count)


def _in(place: Place, group: str, value: str, name: str, what: str = "") -> Planted:
    text = place.text(value, name)
    return Planted(group, f"{what} {name} {place.form!r}", place.file, text, place.secret(value))


_WORDS = (
    "tiger",
    "river",
    "copper",
    "window",
    "garden",
    "falcon",
    "silver",
    "bridge",
    "rocket",
    "planet",
    "orange",
    "meadow",
    "hammer",
    "violet",
    "canyon",
    "pepper",
    "marble",
    "button",
    "walnut",
    "candle",
    "thunder",
    "basket",
    "lantern",
    "harbor",
    "saddle",
)


def strong_password(source: random.Random, *, quoted: bool) -> str:
    """A password nobody guesses: random signs, or several words that were changed."""
    signs = "!#%*+-=?@^_.&$" if quoted else "!%+-=_.^@"
    words = source.sample(_WORDS, 4)
    alphabet = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    kind = source.randrange(4)
    if kind == 0:
        body = source.choices(alphabet, k=source.randint(9, 17)) + source.choices(signs, k=3)
        source.shuffle(body)
        return "x" + "".join(body) + "7"
    if kind == 1:
        leet = words[0].title().replace("e", "3").replace("a", "@").replace("i", "1")
        return f"{leet}{source.choice('!%-_')}{words[1].title()}{source.randint(10, 99)}"
    if kind == 2:
        return source.choice("-_.").join(words)
    return f"{words[0].title()}{words[1].title()}{source.randint(1000, 9999)}{source.choice('!%')}"


def random_value(source: random.Random) -> str:
    """A value that a machine made: hex, base64, base62, URL-safe."""
    kind = source.randrange(5)
    if kind == 0:
        return source.randbytes(source.choice((16, 20, 32))).hex()
    if kind == 1:
        return base64.b64encode(source.randbytes(source.choice((18, 24, 32, 48)))).decode()
    if kind == 2:
        return base64.urlsafe_b64encode(source.randbytes(source.choice((18, 24, 33)))).decode()
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    return "".join(source.choices(alphabet, k=source.choice((20, 24, 32, 40))))


def dictionary_word(source: random.Random) -> str:
    """What a person takes who takes no care."""
    return source.choice(_WORDS) + source.choice(("", "", str(source.randint(1, 99))))
