"""Whether a word without quotes behind ``password=`` is the secret itself or refers to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from inspector.project.secrets.names import SecretName
from inspector.project.secrets.placeholders import is_type
from inspector.project.secrets.values import Value

_COMMENT = re.compile(r"[ \t]*(?:#|//|/?\*|--|;|<!--|rem\b)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[\d_.]+[fLlu]?")
_PATH = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)*[?!]?")
_LINE_START = re.compile(
    r"[ \t]*(?:[#/;*-]+[ \t]*)?(?:(?:export|set|setx|declare|local|readonly|-e|--env)[ \t]+)?"
    r"[\"']?"
)
_REST = re.compile(r"[ \t]*(?:[#;,][^\r\n]{0,200})?(?=[\r\n]|\Z)")
_TYPE = re.compile(
    r"(?:u|i|f|u?int|u?long|float|double|bytes|char|utf|vec)_?\d+(?:_t)?", re.IGNORECASE
)
_QUOTES = re.compile(r"\\.|(?<=[A-Za-z])'(?=[A-Za-z])|([\"'`])")
_STANDARD = re.compile(r"[A-Z]{2,6}-\d{1,4}")

WINDOW = 200
"""Code points before a name in which its line is looked at."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where a value stands: behind which name, and what is before it on its line."""

    text: str
    name: SecretName
    value_start: int
    colon: bool

    @property
    def before(self) -> str:
        """What stands before the name on its line."""
        return self._from_line_start(self.name.start)

    @property
    def spaced(self) -> bool:
        """Whether there is a space around the sign that gives the value."""
        return any(c in " \t" for c in self.text[self.name.end : self.value_start])

    @property
    def indent(self) -> int:
        """How far the name is indented; the dash of a list counts as a space."""
        before = self.before
        return len(before) - len(before.lstrip(" \t-"))

    @property
    def in_quotes(self) -> bool:
        """Whether the value stands inside a literal that began on its line."""
        return bool(self._open_quotes())

    @property
    def closes_here(self) -> bool:
        """Whether a quote where the value would be ends a literal that holds the name."""
        quote = self.text[self.value_start : self.value_start + 1]
        after = self.text[self.value_start + 1 : self.value_start + 2]
        return quote in self._open_quotes() and not after.isalnum() if quote else False

    @property
    def continues(self) -> bool:
        """Whether the line goes on with what the one before it began."""
        begin = self.name.start - len(self.before)
        above = self.text[max(0, begin - WINDOW) : begin].rstrip()
        return above.endswith(("(", ",", "[", "{", "\\"))

    @property
    def is_role(self) -> bool:
        """Whether it is a role of reStructuredText: ``:token:`` and a word in backticks."""
        start, end = self.name.start, self.value_start
        return self.text[start - 1 : start] == ":" == self.text[end - 1 : end]

    def _open_quotes(self) -> str:
        counts: dict[str, int] = {}
        for found in _QUOTES.finditer(self._from_line_start(self.value_start)):
            if found[1]:
                counts[found[1]] = counts.get(found[1], 0) + 1
        return "".join(quote for quote, count in counts.items() if count % 2)

    def _from_line_start(self, end: int) -> str:
        head = self.text[max(0, end - WINDOW) : end]
        return head[max(head.rfind("\n"), head.rfind("\r")) + 1 :]


def is_literal(line: Line, value: Value, *, code: bool, once: Callable[[str], bool]) -> bool:
    """Whether a bare word is a secret itself, and not a reference to one.

    In settings and prose a word behind ``=`` is what it says. In program code it refers to
    something, except inside literals and comments and where a line does nothing but give a value:
    without space, or a word with digits that stands ``once`` in the text, so that it names nothing.
    """
    word = line.text[value.start : value.end]
    if line.colon and is_type(word):
        return False
    if _NUMBER.fullmatch(word):
        return sum(c.isdigit() for c in word) >= 4 and not (line.name.weak and code)
    alone = _LINE_START.fullmatch(line.before) is not None
    if not code:
        return _in_settings(line, word, value, alone=alone)
    if line.in_quotes or _COMMENT.match(line.before):
        plain = line.name.weak and word.isupper() and len(word) < 6
        return (not line.colon and not line.spaced and not plain) or _is_mixed(word)
    if line.before.rstrip().endswith((";", "?", "&")) and not line.spaced and not line.colon:
        return True
    if not alone or not _REST.match(line.text, value.end):
        return False
    if _names_nothing(line, word) and once(word):
        return True
    if line.spaced or line.colon:
        return False
    upper = not any(c.islower() for c in line.text[line.name.start : line.name.end])
    if upper or not _PATH.fullmatch(word):
        return True
    # Code leaves no room around the sign only between the arguments of a call.
    ends = line.text[value.end : value.end + 1] not in {",", ";"}
    return ends and word.isidentifier() and not line.continues


def _names_nothing(line: Line, word: str) -> bool:
    """Whether a word on a line of its own looks like a value rather than a variable or a type."""
    digits = any(c.isdigit() for c in word)
    return digits and word.isidentifier() and not line.continues and not _TYPE.fullmatch(word)


def _in_settings(line: Line, word: str, value: Value, *, alone: bool) -> bool:
    called = line.text[value.end : value.end + 1] == "(" and _PATH.fullmatch(word) is not None
    if called and (line.spaced or not alone):
        return False
    name = line.text[line.name.start : line.name.end]
    if _PATH.fullmatch(word) and word.endswith(f".{name}"):
        return False
    if line.colon:
        whole = alone and _REST.match(line.text, value.end) is not None
        return whole or _is_mixed(word)
    return True


def _is_mixed(word: str) -> bool:
    """Whether a word has digits or signs between its letters, as words of a language have not."""
    core = word.strip(".,:;!?-_")
    if _STANDARD.fullmatch(core):
        return False
    return any(c.isalpha() for c in core) and (
        any(c.isdigit() for c in core) or sum(not c.isalnum() for c in core) >= 2
    )
