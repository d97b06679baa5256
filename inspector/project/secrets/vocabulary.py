"""The words of a text, each looked at once, and where those stand that tell.

Most of a text says nothing. Its words and its long runs are made into sets first, which costs less
than one look by an expression; only what no other text had is looked at, and only what tells is
looked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from inspector.project.secrets.names import (
    ANY_KEY,
    NEEDLES,
    PUBLIC,
    NameMatch,
    lowered,
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
_LONG = 48
"""Code points of a word beside a sign that is none of ASCII which are read."""

_CALLED = frozenset("( '\"`=!:<")


def _kept(signs: bytes) -> bytes:
    """Return a table for ``translate`` that leaves letters, digits and signs of ASCII alone."""
    return bytes(
        sign if (chr(sign).isalnum() and sign < 128) or sign in signs else 32 for sign in range(256)
    )


_RUNS, _PARTED = _kept(b"_$.-~+/"), _kept(b"_$.-")
_FEW = 256
"""Telling words of a text up to which each is looked for by itself."""

_SHORT, _MOST_KEPT = 32, 100_000


class Listener:
    """Knows which words tell: names, and functions whose calls are looked for.

    Most words of a text were met in others: short ones without digits are kept.
    """

    def __init__(self, functions: Collection[str] = ()) -> None:
        """``functions`` are in lower case without underscores."""
        self._functions = frozenset(functions)
        self._dull: set[bytes] = set()
        self._names: set[bytes] = set()
        self._called: set[bytes] = set()

    def telling(self, words: set[bytes]) -> tuple[set[str], set[str]]:
        """Return the words that are names, and those that are functions."""
        names, called = words & self._names, words & self._called
        fresh = words - self._dull
        fresh -= names
        fresh -= called
        if fresh:
            joined = b"\n".join(fresh)
            near = [needle for needle in NEEDLES if needle in joined]
            new_names = {word for needle in near for word in fresh if needle in word}
            new_called = {word for word in fresh if self._is_function(word.decode())}
            self._keep(fresh, new_names, new_called)
            names |= new_names
            called |= new_called
        return (
            {word.decode().lstrip("_$.-") for word in names},
            {word.decode().lstrip("_$.-") for word in called},
        )

    def _keep(self, fresh: set[bytes], names: set[bytes], called: set[bytes]) -> None:
        if len(self._dull) > _MOST_KEPT:
            self._dull, self._names, self._called = set(), set(), set()
        for word in fresh:
            if len(word) < _SHORT and word.translate(None, b"_.").isalpha():
                if word in names:
                    self._names.add(word)
                if word in called:
                    self._called.add(word)
                if word not in names and word not in called:
                    self._dull.add(word)

    def _is_function(self, word: str) -> bool:
        """Whether a path ends in a function, or in the last two words of one."""
        parts = word.replace("_", "").replace("..", ".").replace("-", "").rsplit(".", 2)
        return parts[-1] in self._functions or ".".join(parts[-2:]) in self._functions


def _foreign(lower: str) -> set[bytes]:
    """Return the words that have other signs than those of ASCII."""
    found: set[str] = set()
    done = 0
    for one in _FOREIGN.finditer(lower):
        if one.end() > done:
            done = one.end() + _LONG
            found.update(_IDENTIFIER.findall(lower, max(0, one.start() - _LONG), done))
    return {word.encode() for word in found if not word.isascii()}


class Vocabulary:
    """The words and long runs of a text, and where those words stand that tell."""

    def __init__(self, text: str, listener: Listener) -> None:
        self.text = text
        self.lower = lowered(text)
        raw = text.encode("ascii", "replace")
        runs = set(raw.translate(_RUNS).split())
        self.runs = {run for run in runs if len(run) >= LEAST_RUN}
        self.joined_runs = b"\n".join(runs)
        # An arrow joins words as a dot does.
        self._words = self.lower
        if b"->" in raw:
            self._words = self.lower.replace("->", "..")
            runs = set(raw.replace(b"->", b"..").translate(_RUNS).split())
        parted = set(b" ".join(runs).lower().translate(_PARTED).split())
        self.joined = b"\n".join(parted)
        if not text.isascii():
            parted |= _foreign(self._words)
        self.calls: list[tuple[int, int]] = []
        self.names: list[NameMatch] = []
        self._look(*listener.telling(parted))

    def _look(self, near: set[str], called: set[str]) -> None:
        either = near | called
        lower, text = self._words, self.text
        if len(either) > _FEW:
            form = _ASCII if lower.isascii() else _IDENTIFIER
            spans = [one.span() for one in form.finditer(lower) if one[0] in either]
        else:
            spans = sorted(span for word in either for span in self._places(word))
        for start, last in spans:
            word = lower[start:last]
            if word in called and lower[last : last + 1] in _CALLED:
                self.calls.append((start, last))
            if word in near:
                end = start + len(word.rstrip("-_.$"))
                kind = meaning(text[start:end])
                if kind in {"", ANY_KEY}:
                    kind = self._phrase(start, end) or kind
                if kind and kind != PUBLIC:
                    self.names.append(NameMatch(start, end, kind))

    def _places(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield where a word stands by itself."""
        lower = self._words
        for at in occurrences(lower, word):
            end = at + len(word)
            if _GOES_ON.match(lower, end):
                continue
            first = at
            while first > 0 and lower[first - 1] in "_$.-":
                first -= 1
            if first == 0 or not _GOES_ON.match(lower, first - 1):
                yield at, end

    def _phrase(self, start: int, end: int) -> str:
        """Return what a name of several words says: ``api key``, ``mot de passe``."""
        before = self.text[max(0, start - 24) : end].rpartition("\n")[2]
        kind = meaning(before)
        return kind if kind != ANY_KEY else ""

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
