"""A part of a text as literals, words and signs with their brackets, in any language.

In program code a bare word refers to something; in settings and prose it is a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

_TOKEN = re.compile(
    r"(?P<word>(?!R\")[^\W\d][\w$]*+"
    r"(?:(?:\.|::(?:<[\w:, ]{1,60}>::)?|->|\?\.|-|:(?=[\w-]+=[\"']))(?=[\w$])[\w$]+)*+"
    r"(?:'(?:t|s|re|ll|ve|m|d)\b)?)"
    r"|(?P<line>\r\n|\r|\n)"
    r"|(?P<literal>\"\"\"[\s\S]{0,4000}?\"\"\"|'''[\s\S]{0,4000}?'''"
    r"|\"[^\"\\\r\n]*+(?:\\(?:\r\n|[\s\S])[^\"\\\r\n]*+)*+\"|'[^'\\\r\n]*+(?:\\[^\r\n][^'\\\r\n]*+)*+'"
    r"|<<[<~-]?[ \t]?[\"']?(?P<end>[A-Za-z_]\w{1,20})[\"']?[ \t]*\r?\n"
    r"[ \t]*\S++[ \t]*\r?\n[ \t]*(?P=end)\b"
    r"|@(?P<here>[\"'])[ \t]*\r?\n[\s\S]{0,4000}?\r?\n[ \t]*(?P=here)@"
    r"|R\"(?P<raw>\w{0,16})\([\s\S]{0,4000}?\)(?P=raw)\""
    r"|\[(?P<level>=*)\[\s*+[^\s\[\]\"',]{3,4000}\s*+\](?P=level)\]"
    r"|`[^`\r\n]*+`|(?:(?<=[=:(])|(?<=[=:(] ))`[^`]{0,4000}+`"
    r"|\\{1,3}\"[^\"\\\r\n]*+\\{1,3}\"|\\{1,3}'[^'\\\r\n]*+\\{1,3}')"
    r"|(?P<sign>\d\w*|===?|!==?|=[~>]|->|<<?-|::?=|\?\??=|\?\?|\|\|=?|&&|\?[:.]|\+=|\.\.|--|//"
    r"|[^\w\s])"
)
_PREFIX = re.compile(r"[bBrRuUfFlLN]{1,3}")
PAIRS = {")": "(", "]": "[", "}": "{"}
"""What closes, with what opens it."""
_OPEN = frozenset("([{")


@dataclass
class Tokens:
    """A part of a text as literals, words and signs."""

    text: str
    kinds: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)

    def value(self, at: int) -> str:
        """The text of a token; of a literal what is in its quotes."""
        return self.text[self.starts[at] : self.ends[at]]

    @cached_property
    def _brackets(self) -> tuple[list[int], dict[int, int]]:
        outer: list[int] = []
        partner: dict[int, int] = {}
        stack: list[int] = []
        for at, sign in enumerate(self.signs):
            if sign in PAIRS:
                for back in range(len(stack) - 1, max(-1, len(stack) - 6), -1):
                    if self.signs[stack[back]] == PAIRS[sign]:
                        partner[at] = stack[back]
                        partner[stack[back]] = at
                        del stack[back:]
                        break
            outer.append(stack[-1] if stack else -1)
            if sign in _OPEN:
                stack.append(at)
        return outer, partner

    @property
    def outer(self) -> list[int]:
        """The bracket that each token is in, −1 for none."""
        return self._brackets[0]

    @property
    def partner(self) -> dict[int, int]:
        """The bracket that closes or opens what another does."""
        return self._brackets[1]

    def literals(self) -> Iterator[int]:
        """Yield the literals that are no names of members."""
        last = len(self.kinds) - 1
        for at, kind in enumerate(self.kinds):
            if kind == "literal" and not (at < last and self._is_key(at)):
                yield at

    def _is_key(self, at: int) -> bool:
        """Whether a literal is a member's name."""
        sign = self.signs[at + 1]
        if sign == ":":
            return at == 0 or self.signs[at - 1] in {"{", ",", "("} or self.kinds[at - 1] == "line"
        return sign == "=>"

    def only_sets_apart(self, at: int) -> bool:
        """Whether a literal stands in backticks that give nothing: as in prose, around a word."""
        if self.text[self.starts[at] - 1 : self.starts[at]] != "`":
            return False
        sign = self.signs[at - 1] if at > 0 else ""
        member = sign == ":" and self.outer[at] >= 0 and self.signs[self.outer[at]] == "{"
        return not (member or sign in {"=", ":=", "("})


def tokens_of(text: str, start: int, end: int) -> Tokens:
    """Split a part of a text."""
    made = Tokens(text)
    kinds, starts, ends, signs = columns = made.kinds, made.starts, made.ends, made.signs
    for found in _TOKEN.finditer(text, start, end):
        kind = found.lastgroup or ""
        first, last = found.span()
        sign = ""
        if kind == "sign" or (kind == "word" and last - first < 8):
            sign = found[0]
        elif kind == "literal" and text.startswith("<<", first):
            first, last = text.index("\n", first) + 1, text.rindex("\n", first, last)
        elif kind == "literal":
            if kinds and ends[-1] == first and _PREFIX.fullmatch(signs[-1]):
                for column in columns:
                    column.pop()  # of `b"…"`
            opening, closing = _quotes(text, first)
            first, last = first + opening, last - closing
            if text.startswith('\\"', first) and text.endswith('\\"', first + 3, last):
                first, last = first + 2, last - 2
        kinds.append(kind)
        starts.append(first)
        ends.append(last)
        signs.append(sign)
    return made


def _quotes(text: str, at: int) -> tuple[int, int]:
    """Return how many signs open a literal and close it."""
    if text[at] == "R":
        opening = text.index("(", at) + 1 - at
        return opening, opening - 1
    quote = text.index("[", at + 1) + 1 - at if text[at] == "[" else _quote(text, at)
    return quote, quote


def _quote(text: str, at: int) -> int:
    if text[at] == "@":
        return 2
    if text[at] == "\\":
        slashes = 1
        while text[at + slashes] == "\\":
            slashes += 1
        return slashes + 1
    return 3 if text.startswith(('"""', "'''"), at) and text[at + 2 : at + 3] == text[at] else 1


_STATEMENT = re.compile(
    r"(?:def|class|import|from|return|if|elif|for|while|with|try|except|raise|async|await|lambda"
    r"|assert|pass|public|private|protected|internal|static|var|let|const|function|fn|func|impl"
    r"|using|module|require(?:_relative)?|unless|rescue|ensure|extend|defmodule|defp|namespace|package|struct|enum|interface|#include|switch|case|throw|catch|else|end)\b"
    r"(?![ \t]*[:=])"
    r"|[})\]]+[;,)]*\s*\Z"
    r"|@\w+(?![\w.]*[ \t]*=)"
)
_DATA = re.compile(r"\s*[\[{]\s*(?:[\[{]\s*)*\"[^\"\r\n]*\"\s*[:,\]]")
_SOURCES = '"sourcesContent"'
"""What says that the literals of a source map are programs."""

_CALL = re.compile(
    r"[A-Za-z_][\w.]{0,80}\([^\r\n]{0,200}\)?[;:,]?\s*\Z"
    r"|\w[\w., ]{0,80}[ \t]?(?:=|:=|\+=)[ \t]*[\w.]{1,80}\("
)
_ENDS = (";", "{", "(", "[")
_QUOTED = re.compile(r"[\"'#]")
_LONGEST_LINE = 200  # of what a bracket or a semicolon ends, in code points
_SETTING = re.compile(
    r"(?:-[ \t]+)?(?:export[ \t]+)?[\"']?[A-Za-z_][\w.-]{0,80}[\"']?"
    r"(?:[ \t]*=[ \t]*[^\s(){};]*|:(?:[ \t][^(){};\r\n]*)?)[ \t]*\Z"
    r"|\[[\w. \"-]{1,80}\][ \t]*(?:=>.*)?\Z"
)

SAMPLE, _MOST_LINES = 100_000, 250
"""Code points and lines at the beginning of a text that decide."""


def is_code(text: str) -> bool:
    """Whether most telling lines of a text are program code. In doubt it is not."""
    if _DATA.match(text):
        return _SOURCES in text
    code = settings = 0
    lines = text[:SAMPLE].replace("\r", "\n").split("\n", _MOST_LINES)
    for left, line in zip(range(len(lines), 0, -1), lines, strict=True):
        if abs(code - settings) > left:
            break  # whatever the rest is
        told = line.lstrip(" \t")
        if told:
            code += _is_statement(told)
            # Looked for first, because most lines have no sign of a setting.
            settings += ("=" in told or ":" in told or "]" in told) and (
                _SETTING.match(told) is not None
            )
    return code > 0 and code > settings


def _is_statement(told: str) -> bool:
    """Whether a line without its indent is one of a program."""
    if _STATEMENT.match(told):
        return True
    ended = told.rstrip()
    if ended.endswith(_ENDS) and len(ended) <= _LONGEST_LINE + 1 and not _QUOTED.search(ended):
        return True
    return "(" in told and _CALL.match(told) is not None
