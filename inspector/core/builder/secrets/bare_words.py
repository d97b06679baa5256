"""Whether a word without quotes behind ``password=`` is the secret itself or refers to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.core.builder.secrets.placeholders import is_type
from inspector.core.builder.secrets.values import Value

_COMMENT = re.compile(r"[ \t]*(?:#|//|/?\*|--|;|<!--|rem\b)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[\d_.]+[fLlu]?")
_PATH = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)*[?!]?")
_LINE_START = re.compile(
    r"[ \t]*(?:[#/;*-]+[ \t]*)?(?:(?:export|set|setx|declare|local|readonly|-e|--env)[ \t]+)?"
    r"[\"']?[\w$.-]{0,64}\Z"
)
_REST = re.compile(r"[ \t]*(?:[#;,][^\r\n]{0,200})?(?=[\r\n]|\Z)")

WINDOW = 200
"""Code points before a name in which its line is looked at."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where a value without quotes stands: its name, how it is given, and in what kind of text."""

    text: str
    name_start: int
    name_end: int
    value_start: int
    colon: bool
    code: bool

    @property
    def before(self) -> str:
        """What stands before the name on its line."""
        begin = max(0, self.name_start - WINDOW)
        head = self.text[begin : self.name_start]
        return head[max(head.rfind("\n"), head.rfind("\r")) + 1 :]

    @property
    def spaced(self) -> bool:
        """Whether there is a space around the sign that gives the value."""
        return any(c in " \t" for c in self.text[self.name_end : self.value_start])

    @property
    def in_quotes(self) -> bool:
        """Whether the name stands inside a literal that began on its line."""
        before = self.before
        return any(before.count(quote) % 2 == 1 for quote in "\"'`")


def is_literal(line: Line, value: Value, *, weak: bool) -> bool:
    """Whether a bare word is a secret itself; ``weak`` names often mean something else."""
    word = line.text[value.start : value.end]
    if line.colon and is_type(word):
        return False
    if _NUMBER.fullmatch(word):
        return sum(c.isdigit() for c in word) >= 4 and not (weak and line.code)
    alone = _LINE_START.fullmatch(line.before) is not None
    if not line.code:
        return _in_settings(line, word, value, alone=alone)
    if line.in_quotes or _COMMENT.match(line.before):
        return (not line.colon and not line.spaced) or _is_mixed(word)
    upper = not any(c.islower() for c in line.text[line.name_start : line.name_end])
    if line.spaced or line.colon or not alone or not _REST.match(line.text, value.end):
        return False
    return upper or not _PATH.fullmatch(word)


def _in_settings(line: Line, word: str, value: Value, *, alone: bool) -> bool:
    called = line.text[value.end : value.end + 1] == "(" and _PATH.fullmatch(word) is not None
    if called and (line.spaced or not alone):
        return False
    if line.colon:
        whole = alone and _REST.match(line.text, value.end) is not None
        return whole or _is_mixed(word)
    return True


def _is_mixed(word: str) -> bool:
    """Whether a word has digits or signs between its letters, as words of a language have not."""
    core = word.strip(".,:;!?-_")
    return any(c.isalpha() for c in core) and (
        any(c.isdigit() for c in core) or sum(not c.isalnum() for c in core) >= 2
    )
