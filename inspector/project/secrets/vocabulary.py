"""Where the words of a text stand that tell, and its long runs of signs.

Most of a text says nothing. One pass finds the pieces of which one is in every telling name,
function and row; only the words around them are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from ahocorasick_rs import AhoCorasick, Implementation

from inspector.project.secrets.names import (
    ANY_KEY,
    NEEDLES,
    PHRASES,
    PUBLIC,
    NameMatch,
    lowered,
    meaning,
    occurrences,
)
from inspector.project.secrets.whole import Whole

LEAST_RUN = 13
"""Signs of the shortest run that is kept: of base64 with a password in it."""

_PART = re.compile(r"[\w$.\u0900-\u0dff\u0e00-\u0e7f-]")
_GAP = re.compile(_PART.pattern.replace("[", "[^"))
_WORDS_ONLY = bytes(32 if _GAP.match(chr(code)) and code != 63 else code for code in range(256))
"""What leaves the signs of words alone, and those that stand for foreign letters: `?`."""

# A name with what is said of it in the same word: `密码是`.
_INSIDE = re.compile(
    r"(?P<name>密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|トークン|キー|密钥|令牌)[はがを는은은이가为是為]"
)
_LAST = re.compile(
    r"[^\w\n]{{1,20}}(?P<last>{})(?!{})".format(
        "|".join(last for last in PHRASES if not any(one in last for one in NEEDLES)),
        _PART.pattern,
    )
)
"""The last word of a name of several, if no piece of a name is in it, behind the word before."""

_VERB = re.compile(
    r"[ \t]+(?:the|an?|in|this|that|it|to|your|any|as|on|through|them)\b|[ \t]*[\r\n]\s*\.\."
)
"""What stands behind `pass` where it is a verb."""

_ASCII_SIGNS = bytes(range(128))
_CALLED = frozenset("([ '\"`=!:<>")
_RUNS = bytes(
    sign if (chr(sign).isalnum() and sign < 128) or sign in b"_$.-~+/" else 32
    for sign in range(256)
)
"""What leaves letters, digits and the other signs of runs alone."""

_FEW = 256
"""Runs of a text up to which each is looked for by itself."""


Words = Collection[str]


class Listener:
    """Knows what tells: names, functions whose calls are looked for, and other needles."""

    def __init__(self, functions: Words = (), needles: Words = (), pieces: Words = ()) -> None:
        """``functions`` are in lower case with underscores between their words; ``pieces`` make a
        function of every word that holds one."""
        self.pieces = re.compile("|".join(pieces) or "(?!)")
        self._functions = frozenset(one.replace("_", "") for one in functions)
        inside = {one.replace("_", sign) for one in functions for sign in ("", "_", "-")}
        inside.update(NEEDLES, pieces)
        both, needles = inside.intersection(needles), set(needles)
        self._needles = (*(inside - both), *both, *(needles - both))
        self._inside = len(inside)
        self._looked_for = len(inside) - len(both)
        self.is_function = lru_cache(maxsize=20_000)(self._is_function)
        self._finder = AhoCorasick(self._needles, implementation=Implementation.DFA)

    def heard(self, lower: str) -> tuple[dict[str, list[int]], list[tuple[int, int]]]:
        """Return where needles stand in a text, and the words in which names may be."""
        if not lower.isascii():  # halves of a pair of surrogates are no text elsewhere
            lower = lower.encode("utf-8", "replace").decode()
        found = self._finder.find_matches_as_indexes(lower, overlapping=True)
        parted = lower
        for sign in {"?", *foreign_signs(lower)}:  # by which foreign letters stand below
            parted = parted.replace(sign, " ") if _GAP.match(sign) else parted
        words_only = parted.encode("ascii", "replace").translate(_WORDS_ONLY) + b" "
        words: list[tuple[int, int]] = []
        places: dict[str, list[int]] = {}
        done = 0
        for which, at, end in found:
            if which < self._inside and at >= done:
                start = max(done, words_only.rfind(b" ", done, at) + 1)
                done = words_only.index(b" ", end)
                words.append((start, done))
            if which >= self._looked_for:
                places.setdefault(self._needles[which], []).append(at)
        return places, words

    def _is_function(self, word: str) -> bool:
        """Whether a path ends in a function, or in the last two words of one."""
        parts = word.replace("_", "").replace("..", ".").replace("-", "").rsplit(".", 2)
        return parts[-1] in self._functions or ".".join(parts[-2:]) in self._functions


def lines_of(joined: bytes, places: Iterable[int]) -> set[bytes]:
    """Return the lines in which some places are; a line end is before and behind each."""
    lines: set[bytes] = set()
    start = end = 0
    for at in places:
        if not start <= at < end:  # a long line is taken once, not for each of its places
            start, end = joined.rfind(b"\n", 0, at) + 1, joined.index(b"\n", at)
            lines.add(joined[start:end])
    return lines


def foreign_signs(text: str) -> str:
    """Return the signs of a text that are none of ASCII, in their order."""
    if text.isascii():
        return ""
    return text.encode("utf-8", "replace").translate(None, _ASCII_SIGNS).decode()


@lru_cache(maxsize=20_000)
def _is_silent(word: str) -> bool:
    """Whether a word names nothing, whatever is around it."""
    if not word.isascii() or word.lower() in PHRASES:
        return False
    return meaning(word.rstrip("-_.$")) in {"", PUBLIC}


class Vocabulary:
    """The long runs of a text, and where those words stand that tell."""

    def __init__(self, text: str, listener: Listener, whole: Whole | None = None) -> None:
        """``whole`` is the text that this one is a view of, by which it is judged."""
        self.text = text
        self.lower = lower = lowered(text)
        runs = text.encode("ascii", "replace").translate(_RUNS).split()
        self.runs = {run for run in runs if len(run) >= LEAST_RUN}
        self.heard, words = listener.heard(lower)
        self.whole = whole or Whole(text, self.heard)
        self.calls: list[tuple[int, int]] = []
        self.pairs: list[tuple[int, int]] = []
        self.names: list[NameMatch] = []
        for begin, end in words:
            word = text[begin:end].lstrip("_$.-")
            start = end - len(word)
            sign = text[end : end + 1]
            if sign in _CALLED and listener.is_function(lower[start:end]):
                self.calls.append((start, end))
            elif sign == "(" and listener.pieces.search(
                lower, lower.rfind(".", start, end) + 1 or start, end
            ):
                self.pairs.append((start, end))
            if not (_is_silent(word) or (word == "pass" and self._is_statement(start, end))):
                self._tell(start, end)
            if (last := _LAST.match(lower, end)) is not None:
                self._tell(*last.span("last"))

    def _is_statement(self, start: int, end: int) -> bool:
        """Whether nothing but a word is in its line of a program."""
        before = self.text[max(0, start - 80) : start].rstrip(" \t")[-1:]
        return (
            before in {"\n", ":", ""} and self.text[end : end + 1] in {"\n", ""} and self.whole.code
        )

    def _tell(self, start: int, end: int) -> None:
        told = self._told(start, end)
        if told is not None:
            self.names.append(told)

    def _told(self, start: int, end: int) -> NameMatch | None:
        """Return the name that a word is, or ends."""
        word = self.lower[start:end]
        end = start + len(word.rstrip("-_.$"))
        inside = None if word.isascii() else _INSIDE.search(self.text, start, end)
        if inside is not None:
            return NameMatch(*inside.span("name"), meaning(inside["name"]))
        kind = meaning(self.text[start:end])
        if word == "pass" and _VERB.match(self.lower, end):
            return None
        joined = word in PHRASES and kind in {"", ANY_KEY}
        phrase = self._phrase(start, end, word) if joined else None
        if phrase is not None and phrase.kind == PUBLIC:
            return None
        return phrase or (NameMatch(start, end, kind) if kind not in {"", PUBLIC} else None)

    def _phrase(self, start: int, end: int, word: str) -> NameMatch | None:
        """Return the name of several words that ends with one: ``mot de passe``."""
        begin = max(0, start - 24)
        kind = meaning(self.text[begin:end].rpartition("\n")[2])
        if kind in {"", ANY_KEY}:
            return None
        firsts = (self.lower.rfind(one, begin, start) for one in PHRASES[word])
        return NameMatch(max((at for at in firsts if at >= 0), default=start), end, kind)

    def written(self, needle: str) -> Iterator[int]:
        """Yield where a needle stands as it is written."""
        for at in self.heard.get(needle.lower(), ()):
            if self.text.startswith(needle, at):
                yield at

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
