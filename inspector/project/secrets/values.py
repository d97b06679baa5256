"""The value that stands behind a name: quoted, bare, in a block, or wrapped in a call."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_OPENING = re.compile(
    r"(?:(?:new[ \t]+)?(?:[\w.]{0,60}(?:secret|secure|password|passphrase)\w{0,20}"
    r"|[\w.]{0,60}(?:b64decode|b64encode|bytes|bytearray|str|string|text|from|atob|btoa|of))"
    r"\(\s{0,40})?(?:[(\[][ \t]{0,8})?"
    r"(?P<prefix>[bBrRuUfF@$]{0,2}|L|char\[\])(?P<quote>\\{0,3}(?:\"\"\"|\'\'\'|[\"\'`]))",
    re.IGNORECASE,
)
_GETTER = re.compile(
    r"[\w.$>:\[\]-]{0,80}(?:get|getenv|environ|env|setdefault|fetch|pop|value|default)\w{0,20}\("
    r"[^()\r\n\"']{0,40}[\"'][^\"'\r\n]{0,80}[\"'],\s{0,40}(?P<quote>[\"'])",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"[^\"'`;{},\r\n]{0,120}(?:\|\||\?\?|\bor\b|\belse\b|\?(?:[^\"'`;{},\r\n]{0,60}:)?)"
    r"[ \t]{0,8}(?P<quote>[\"'`])"
)
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)")
_BARE = re.compile(r"[^\s\"'`,;&<>(){}]+")
_SIGN = r"(?:\+|\.{1,2}|&(?!&))[ \t]*"
_CONTINUED = re.compile(
    rf"[ \t]*(?:{_SIGN})?(?:\\?(?:\r\n|\r|\n)[ \t]*)?(?:{_SIGN})?[bBrRuUfF]{{0,2}}(?P<quote>[\"'`])"
)
_DEFAULT = re.compile(r"\$\{\w+:?[-=+?](?P<value>[^}\r\n]{0,1024})\}")
_LINE_END = re.compile(r"\r\n|\r|\n")


class Form(Enum):
    """How a value is written."""

    QUOTED = "quoted"
    BARE = "bare"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Value:
    """A value with its place in the text, in code points."""

    start: int
    end: int
    form: Form


def quoted_value(text: str, at: int, *, within: bool = True) -> Value | None:
    """Return the literal in quotes that begins at a place, in a wrapper, too.

    ``within`` also takes one that is the default of an expression: ``get(…, "…")``, ``… or "…"``.
    """
    found = _OPENING.match(text, at)
    if found is None and within:
        found = _GETTER.match(text, at) or _OTHERWISE.match(text, at)
    if found is None:
        return None
    start = found.end()
    end, after = _closing(text, start, found["quote"])
    while (more := _CONTINUED.match(text, after)) is not None and more.end() - after > 1:
        end, after = _closing(text, more.end(), more["quote"])
    return Value(start, end, Form.QUOTED)


def block_value(text: str, at: int, indent: int) -> Value | None:
    """Return the lines of a YAML block that begins at a place: those indented more than its key."""
    opening = _BLOCK.match(text, at)
    if opening is None:
        return None
    start = end = opening.end()
    while start < len(text):
        line_end = _LINE_END.search(text, start)
        until = line_end.start() if line_end else len(text)
        line = text[start:until]
        if line.strip():
            if len(line) - len(line.lstrip(" \t")) <= indent:
                break
            end = until
        if line_end is None:
            break
        start = line_end.end()
    return Value(opening.end(), end, Form.BLOCK) if end > opening.end() else None


def bare_value(text: str, at: int) -> Value | None:
    """Return the word without quotes that begins at a place; of ``${NAME:-value}`` the value."""
    default = _DEFAULT.match(text, at)
    if default is not None:
        start, end = default.span("value")
        return Value(start, end, Form.QUOTED) if end > start else None
    found = _BARE.match(text, at)
    return Value(*found.span(), Form.BARE) if found else None


def _closing(text: str, start: int, quote: str) -> tuple[int, int]:
    """Return where a literal ends, and where the text goes on behind its quote.

    The quote is looked for first and a line end only before it, so that however many literals
    stay open, no part of a text is looked at more than once for each sort of quote.
    """
    at = text.find(quote, start)
    while at > start and not quote.startswith("\\") and _escaped(text, start, at):
        at = text.find(quote, at + 1)
    limit = len(text) if at < 0 else at
    if len(quote.lstrip("\\")) == 1 and quote[-1] != "`":
        line_end = _LINE_END.search(text, start, limit)
        if line_end is not None:
            return line_end.start(), line_end.start()
    return limit, limit if at < 0 else at + len(quote)


def _escaped(text: str, start: int, at: int) -> bool:
    before = at
    while before > start and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1
