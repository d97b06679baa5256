"""The words of a text, each looked at once, and where those stand that tell.

Most of a text says nothing. Its words and its long runs are made into sets first, which costs less
than one look by an expression; only what no other text had is looked at, and only what tells is
looked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from inspector.project.secrets.names import (
    ANY_KEY,
    BEGINNINGS,
    FOREIGN_SIGNS,
    LAST,
    NEEDLES,
    NUMBERED,
    PHRASES,
    PUBLIC,
    NameMatch,
    lowered,
    may_tell,
    meaning,
    occurrences,
)

LEAST_RUN = 13
"""Signs of the shortest run that is kept: of base64 with a password in it."""

_PART = r"\w$.\u0900-\u0dff\u0e00-\u0e7f-"
_IDENTIFIER = re.compile(rf"[^\W_][{_PART}]+")
_GOES_ON = re.compile(rf"[{_PART}]")
_ASCII = re.compile(r"[a-z0-9][a-z0-9_$.-]+")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
# A name with what is said of it in the same word: `密码是`.
_INSIDE = re.compile(
    r"(?P<name>密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|トークン|キー|密钥|令牌)[はがを는은은이が为是為]"
)
_ASCII_SIGNS = bytes(range(128))
_LONG = 48
"""Code points of a word beside a sign that is none of ASCII which are read."""

_CALLED = frozenset("( '\"`=!:<>")


def _kept(signs: bytes) -> bytes:
    """Return a table for ``translate`` that leaves letters, digits and signs of ASCII alone."""
    return bytes(
        sign if (chr(sign).isalnum() and sign < 128) or sign in signs else 32 for sign in range(256)
    )


_ASCII_NEEDLES = tuple(filter(bytes.isascii, NEEDLES))
_SIGNS = b"_$.-~+/"
_RUNS, _PARTED = _kept(_SIGNS), _kept(b"_$.-")
_AS_PARTS = bytes.maketrans(b".", b" ")
_FEW = 256
"""Telling words of a text up to which each is looked for by itself."""

LEAST_NEEDLE = 3
"""Signs of a needle from which words may hold it; a shorter one must be a word."""

_SHORT, _MOST_KEPT = 32, 200_000


class Heard(NamedTuple):
    """What the runs of a text have that tells: words in lower case, and needles in them."""

    names: set[bytes]
    called: set[bytes]
    words: set[bytes]
    needles: set[bytes]


class Listener:
    """Knows which words tell: names, functions whose calls are looked for, and other needles.

    Most words of a text were met in others: short ones of letters that tell nothing are kept.
    """

    def __init__(
        self,
        functions: Collection[str] = (),
        needles: Collection[bytes] = (),
        words: Collection[bytes] = (),
    ) -> None:
        """``functions`` are in lower case without underscores; needles are heard inside words,
        ``words`` only by themselves.
        """
        self._functions = frozenset(functions)
        # What one part of a path must be for its end to be a function.
        self._heads = frozenset(one.partition(".")[0].encode() for one in functions)
        self._needles = frozenset(needles)
        self._words = frozenset(words) | PHRASES.keys()
        self._dull: set[bytes] = set()

    def telling(self, runs: set[bytes], foreign: set[bytes]) -> Heard:
        """Return what tells in some runs, and in words that have other signs than ASCII."""
        fresh = runs - self._dull
        words = set(b" ".join(fresh).lower().translate(_PARTED).split())
        joined = b"\n%b\n" % b"\n".join(words)
        ends = b"\n".join([word for word in words if word.rstrip(NUMBERED)[-3:] in LAST])
        names = set(filter(may_tell, lines_with(b"\n%b\n" % ends, _ASCII_NEEDLES)))
        names |= lines_with(joined, BEGINNINGS)
        if foreign:
            names |= lines_with(b"\n%b\n" % b"\n".join(foreign), NEEDLES)
        called = set(self._functions_in(joined))
        heard = Heard(
            names,
            called,
            (words | foreign) & self._words,
            {needle for needle in self._needles if needle in joined},
        )
        self._keep(fresh, names | called | heard.words | lines_with(joined, heard.needles))
        return heard

    def _keep(self, fresh: set[bytes], told: set[bytes]) -> None:
        if len(self._dull) > _MOST_KEPT:
            self._dull = set()
        words = (run for run in fresh if run.isalpha() and len(run) < _SHORT)
        self._dull.update(word for word in words if word.lower() not in told)

    def _functions_in(self, joined: bytes) -> Iterator[bytes]:
        if not self._heads.isdisjoint(joined.translate(_AS_PARTS, b"_-").split()):
            yield from (word for word in joined.split() if self._is_function(word.decode()))

    def _is_function(self, word: str) -> bool:
        """Whether a path ends in a function, or in the last two words of one."""
        parts = word.replace("_", "").replace("..", ".").replace("-", "").rsplit(".", 2)
        return parts[-1] in self._functions or ".".join(parts[-2:]) in self._functions


def lines_with(joined: bytes, needles: Collection[bytes]) -> set[bytes]:
    """Return the lines that hold one of some needles."""
    found: set[bytes] = set()
    for needle in needles:
        at = joined.find(needle)
        while at >= 0:
            end = joined.find(b"\n", at)
            found.add(joined[joined.rfind(b"\n", 0, at) + 1 : end])
            at = joined.find(needle, end)
    return found


def foreign_signs(text: str) -> str:
    """Return the signs of a text that are none of ASCII, in their order."""
    if text.isascii():
        return ""
    return text.encode("utf-8", "replace").translate(None, _ASCII_SIGNS).decode()


def _foreign(lower: str) -> set[bytes]:
    """Return the words that have other signs than those of ASCII."""
    found: set[str] = set()
    if FOREIGN_SIGNS.isdisjoint(foreign_signs(lower)):
        return set()
    done = 0
    for one in _FOREIGN.finditer(lower):
        if one.end() > done:
            done = one.end() + _LONG
            found.update(_IDENTIFIER.findall(lower, max(0, one.start() - _LONG), done))
    return {word.encode() for word in found if not word.isascii()}


class Vocabulary:
    """The words and long runs of a text, and where those words stand that tell."""

    def __init__(self, text: str, listener: Listener, whole: str = "") -> None:
        """``whole`` is the text that this one is a view of, by which it is judged."""
        self.text = text
        self.whole = whole or text
        self.lower = lowered(text)
        runs = set(text.encode("ascii", "replace").translate(_RUNS).split())
        self.runs = {run for run in runs if len(run) >= LEAST_RUN}
        foreign = set() if text.isascii() else _foreign(self.lower)
        self.heard = listener.telling(runs, foreign)
        near = {word.decode().lstrip("_$.-") for word in self.heard.names}
        near.update(
            last.decode()
            for last in PHRASES.keys() & self.heard.words
            if any(first in self.lower for first in PHRASES[last])
        )
        self.calls: list[tuple[int, int]] = []
        self.names: list[NameMatch] = []
        self._look(near, {word.decode().lstrip("_$.-") for word in self.heard.called})

    def _look(self, near: set[str], called: set[str]) -> None:
        either = near | called
        lower = self.lower
        if len(either) > _FEW:
            form = _ASCII if lower.isascii() else _IDENTIFIER
            spans = [one.span() for one in form.finditer(lower) if one[0] in either]
        else:
            spans = sorted(span for word in either for span in self._places(word))
        for start, last in spans:
            word = lower[start:last]
            if word in called and lower[last : last + 1] in _CALLED:
                self.calls.append((start, last))
            told = self._told(start, word) if word in near else None
            if told is not None:
                self.names.append(told)

    def _told(self, start: int, word: str) -> NameMatch | None:
        """Return the name that a word is, or ends."""
        end = start + len(word.rstrip("-_.$"))
        inside = None if word.isascii() else _INSIDE.search(self.text, start, end)
        if inside is not None:
            return NameMatch(*inside.span("name"), meaning(inside["name"]))
        kind = meaning(self.text[start:end])
        phrase = self._phrase(start, end, word) if kind in {"", ANY_KEY} else None
        if phrase is not None and phrase.kind == PUBLIC:
            return None
        return phrase or (NameMatch(start, end, kind) if kind not in {"", PUBLIC} else None)

    def _places(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield where a word stands by itself."""
        lower = self.lower
        for at in occurrences(lower, word):
            end = at + len(word)
            if _GOES_ON.match(lower, end):
                continue
            first = at
            while first > 0 and lower[first - 1] in "_$.-":
                first -= 1
            if first == 0 or not _GOES_ON.match(lower, first - 1):
                yield at, end

    def _phrase(self, start: int, end: int, word: str) -> NameMatch | None:
        """Return the name of several words that ends with one: ``mot de passe``."""
        begin = max(0, start - 24)
        kind = meaning(self.text[begin:end].rpartition("\n")[2])
        if kind in {"", ANY_KEY}:
            return None
        firsts = (self.lower.rfind(one, begin, start) for one in PHRASES.get(word.encode(), ()))
        return NameMatch(max((at for at in firsts if at >= 0), default=start), end, kind)

    def places(self, runs: Collection[bytes], form: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield the matches of a form that begin where one of some runs does, in order of place."""
        if len(runs) > _FEW:
            yield from form.finditer(self.text)
            return
        text = self.text
        starts = {at for run in runs for at in occurrences(text, run.decode())}
        done = 0
        for at in sorted(starts):
            found = form.match(text, at) if at >= done else None
            if found is not None:
                yield found
                done = found.end()
