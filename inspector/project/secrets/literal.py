"""Whether a word without quotes behind a name is a value itself, or refers to one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from inspector.project.secrets.names import TOKEN, NameMatch

_COMMENT = re.compile(r"[ \t]*(?:#|//|/?\*|--|;|<!--|rem\b)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[\d_.]+[fLlu]?")
_PATH = re.compile(
    r"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*|\[[^\[\]\s]{0,40}\])*[?!]?"
)
_LINE_START = re.compile(
    r"(?:[^\r\n]*[ \t](?=(?:-e|--env)[ \t]))?[ \t]*(?:[#/;*-]+[ \t]*|[\w.*|-]{1,40}\)[ \t]+)?"
    r"(?:(?:export|set|setx|declare|local|readonly|-e|--env|ENV|ARG)[ \t]+)?"
    r"[\"']?"
)
_REST = re.compile(r"[ \t]*(?:[#;,][^\r\n]{0,200})?(?=[\r\n]|\Z)")
_TYPE = re.compile(
    r"(?:u|i|f|u?int|u?long|float|double|bytes|char|utf|vec)_?\d+(?:_t)?", re.IGNORECASE
)
_ADDED = re.compile(r"[ \t]+[+*%][ \t]+[\w(]")
_NAME_OF_CODE = re.compile(r"@?[A-Za-z]+(?:(?:[_.]|::)[A-Za-z]+)+[?!]?")
_QUOTES = re.compile(r"\\.|(?<=[A-Za-z])'(?=[A-Za-z])|([\"'`])")

WINDOW = 200
"""Code points before a name in which its line is looked at."""


@dataclass(frozen=True, slots=True)
class WordPlace:
    """Where a word stands: behind which name, and what is before it on its line."""

    text: str
    name: NameMatch
    at: int
    colon: bool

    @property
    def before(self) -> str:
        """What stands before the name on its line."""
        return self._from_line_start(self.name.start)

    @property
    def spaced(self) -> bool:
        """Whether there is room between the name and the word."""
        return any(c in " \t" for c in self.text[self.name.end : self.at])

    @property
    def is_variable(self) -> bool:
        """Whether its line does nothing but give a value to a variable of a shell."""
        name = self.text[self.name.start : self.name.end]
        at_once = self.text[self.name.end : self.at] == "=" and name.isupper()
        return at_once and _LINE_START.fullmatch(self.before) is not None

    @property
    def in_quotes(self) -> bool:
        """Whether the word is in a literal that began before."""
        return bool(self._open_quotes())

    @property
    def closes_here(self) -> bool:
        """Whether a literal ends where the word should begin."""
        quote = self.text[self.at : self.at + 1]
        after = self.text[self.at + 1 : self.at + 2]
        return quote in self._open_quotes() and not after.isalnum() if quote else False

    @property
    def continues(self) -> bool:
        """Whether the line goes on from the one above."""
        begin = self.name.start - len(self.before)
        above = self.text[max(0, begin - WINDOW) : begin].rstrip()
        return above.endswith(("(", ",", "[", "{", "\\"))

    def is_packed(self, word: str) -> bool:
        """Whether it is one of several parts without room: of an address, of options."""
        option = self.before[-1:] == "," and not _PATH.fullmatch(word)
        return option or self.before.rstrip()[-1:] in set(";?&")

    @property
    def is_role(self) -> bool:
        """Whether it is a role of reStructuredText: ``:token:`` and a word in backticks."""
        start, end = self.name.start, self.at
        return self.text[start - 1 : start] == ":" == self.text[end - 1 : end]

    def _open_quotes(self) -> str:
        counts: dict[str, int] = {}
        for found in _QUOTES.finditer(self._from_line_start(self.at)):
            if found[1]:
                counts[found[1]] = counts.get(found[1], 0) + 1
        return "".join(quote for quote, count in counts.items() if count % 2)

    def _from_line_start(self, end: int) -> str:
        head = self.text[max(0, end - WINDOW) : end]
        return head[max(head.rfind("\n"), head.rfind("\r")) + 1 :]


def is_literal(
    place: WordPlace, word: str, end: int, *, code: bool, once: Callable[[str], bool]
) -> bool:
    """Whether a bare word is a secret itself, and not a reference to one.

    In settings and prose a word behind ``=`` is what it says. In program code it refers to
    something, except inside literals and comments and where a line does nothing but give a value:
    without space, or a word with digits that stands ``once`` in the text, so that it names nothing.
    """
    name, text = place.name, place.text
    if _NUMBER.fullmatch(word):
        return sum(c.isdigit() for c in word) >= 4 and not (code and name.kind == TOKEN)
    if _ADDED.match(text, end) and _PATH.fullmatch(word):
        return False
    alone = _LINE_START.fullmatch(place.before) is not None
    if not code:
        return _in_settings(place, word, end, alone=alone)
    if text[end : end + 1] in {"(", "<"} and _PATH.fullmatch(word):
        return False
    if place.in_quotes or _COMMENT.match(place.before):
        named = name.kind != "password" and _NAME_OF_CODE.fullmatch(word) is not None
        return not (place.colon or place.spaced) or (is_odd(word) and not named)
    if not (place.spaced or place.colon) and place.is_packed(word):
        return True
    upper = not any(c.islower() for c in text[name.start : name.end])
    if alone and upper and text[end : end + 1] == " " and not (place.colon or place.spaced):
        return is_odd(word)  # before a command
    if not alone or not _REST.match(text, end):
        return False
    digits = any(c.isdigit() for c in word)
    nothing = digits and word.isidentifier() and not place.continues and not _TYPE.fullmatch(word)
    if nothing and once(word):
        return True
    if place.spaced or place.colon:
        return False
    # Code leaves no room around the sign only between the arguments of a call.
    return upper or not _PATH.fullmatch(word) or not place.continues


def _in_settings(place: WordPlace, word: str, end: int, *, alone: bool) -> bool:
    called = place.text[end : end + 1] in {"(", "<"} and _PATH.fullmatch(word) is not None
    if called and (place.spaced or not alone):
        return False
    name = place.text[place.name.start : place.name.end]
    if word.endswith(f".{name}"):
        return False
    if place.colon:
        whole = alone and _REST.match(place.text, end) is not None
        return whole or is_odd(word)
    return True


def is_comment(before: str) -> bool:
    """Whether the line of which something is the beginning is a comment."""
    return _COMMENT.match(before, before.rfind("\n") + 1) is not None


def is_odd(word: str) -> bool:
    """Whether a word has digits or signs between its letters, as words of a language have not."""
    core = word.strip(".,:;!?-_")
    return any(c.isalpha() for c in core) and (
        any(c.isdigit() for c in core) or sum(not c.isalnum() for c in core) >= 2
    )


def is_code_word(value: str) -> bool:
    """Whether a word has digits and letters as words of a language have not."""
    return is_odd(value) and any(map(str.isdigit, value))


_COMPOSED = re.compile(r"\{[A-Za-z_][\w.]*\}")


def is_of_language(content: str, *, code: bool) -> bool:
    """Whether a token is composed, or in code as short as those of languages."""
    return _COMPOSED.search(content) is not None or (
        code and (len(content) < 6 or sum(map(str.isalnum, content)) < 5)
    )
