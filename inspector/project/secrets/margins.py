"""A text without what was put before its lines: by a quotation, a diff, a listing, a log.

And the texts that a literal holds with their line ends as escapes, as results of tools come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from inspector.project.secrets.views import Piece, PlainView, view_of

_MARGIN = re.compile(
    r"(?P<quote>(?:>[ \t]?)+)"
    r"|(?P<added>\+(?!\+\+)(?![ \t]*[\"'(]))"
    r"|(?P<count>[ \t]{0,8}(?P<number>\d{1,7})(?:\t|→|[ \t]?[:│][ \t]))"
    r"|(?P<place>[\w./@+-]{1,200}+:\d{1,7}:)"
    r"|(?P<log>[^|\r\n]{2,80}+(?<=[ \t])\|[ \t])"
)
"""What may stand before the lines of a text: what is the same, but for digits, or goes up."""

_HUNK = re.compile(
    r"^@@ [^\r\n]*@@[^\r\n]*\r?\n(?:[ +\\-][^\r\n]*(?:\r?\n|\Z)|\r?\n)+", re.MULTILINE
)
_DIGITS = re.compile(r"\d+")
_SAMPLE, _LEAST = 8, 3
"""Lines at the beginning of a text that are looked at, and the fewest that have a margin."""

_ESCAPE = re.compile(r"\\[nrt\"'\\/]")
_ESCAPED = {"n": "\n", "r": "\n", "t": "\t"}
_LITERAL = re.compile(r"\"(?:[^\"\\\r\n]|\\.){40,}+\"")
_TWO_ENDS = re.compile(r"\\n(?:[^\"\\\r\n]|\\(?!n)[^\r\n])*+\\n")
_MOST = 100_000
"""Code points of the longest literal that is read as a text."""


NEEDLES = ("\n@@ ", "\n> ", "\n+")
"""What is listened for here: hunks, and margins that need not be at the beginning of a text."""


def unframed(text: str, heard: Mapping[str, list[int]]) -> PlainView | None:
    """Return a text without the margins of its lines, or None where they have none.

    ``heard`` has the places of ``NEEDLES``.
    """
    spans = sorted(_margins(text, heard))
    return view_of(text, _between(spans, len(text))) if spans else None


def _between(spans: list[tuple[int, int]], end: int) -> Iterator[Piece]:
    done = 0
    for start, last in spans:
        if start >= done:
            yield done, start, None
            done = last
    yield done, end, None


def _margins(text: str, heard: Mapping[str, list[int]]) -> Iterator[tuple[int, int]]:
    for hunk in _HUNK.finditer(text) if NEEDLES[0] in heard or text.startswith("@@ ") else ():
        first = text.index("\n", hunk.start()) + 1
        yield from ((at, at + 1) for at in _line_starts(text, first, hunk.end()))
    lines = text.split("\n", _SAMPLE)[:_SAMPLE]
    framed = any(len(heard.get(needle, ())) >= _LEAST - 1 for needle in NEEDLES[1:])
    if framed or sum(_MARGIN.match(line) is not None for line in lines) >= _LEAST:
        yield from _blocks(text)


def _line_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where the lines of a part of a text begin that are not empty."""
    while 0 < start < end or start == 0 < end:
        if text[start] not in "\r\n":
            yield start
        start = text.find("\n", start, end) + 1
        if start == 0:
            return


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the margins of lines one below the other that have the same."""
    block: list[re.Match[str]] = []
    for at in [*_line_starts(text, 0, len(text)), len(text)]:
        found = _MARGIN.match(text, at)
        if block and (found is None or not _goes_on(block[-1], found)):
            if len(block) >= _LEAST and not _is_table(text, block):
                yield from (one.span() for one in block)
            block = []
        if found is not None:
            block.append(found)


def _goes_on(last: re.Match[str], found: re.Match[str]) -> bool:
    if found.lastgroup != last.lastgroup:
        return False
    if found["number"] is not None:
        return int(found["number"]) == int(last["number"]) + 1
    return found["quote"] is not None or _DIGITS.sub("0", found[0]) == _DIGITS.sub("0", last[0])


def _is_table(text: str, block: list[re.Match[str]]) -> bool:
    """Whether it is a column: of numbers, or headed by the line above."""
    if block[0]["log"] is None or not any(map(str.isalpha, block[0]["log"])):
        return block[0]["log"] is not None
    start = block[0].start()
    above = text[text.rfind("\n", 0, max(0, start - 1)) + 1 : start]
    return "|" in above


def inner_texts(text: str) -> PlainView | None:
    """Return the texts of several lines that are in literals, or None where there are none."""
    return view_of(text, _inner(text)) if "\\n" in text else None


def _inner(text: str) -> Iterator[Piece]:
    done = 0
    for ends in _TWO_ENDS.finditer(text):
        if ends.start() < done:
            continue
        line = text.rfind("\n", done, ends.start())
        begin = text.rfind('"', max(done, line), ends.start())
        while begin > 0 and text[begin - 1] == "\\":
            begin = text.rfind('"', done, begin - 1)
        found = _LITERAL.match(text, begin) if begin >= 0 else None
        done = found.end() if found else ends.end()  # what is passed by is not read again
        if found and len(found[0]) <= _MOST:
            start = begin + 1
            for sign in _ESCAPE.finditer(text, start, done - 1):
                yield start, sign.start(), None
                yield *sign.span(), _ESCAPED.get(sign[0][1:], sign[0][1:])
                start = sign.end()
            yield start, done - 1, None
            yield done - 1, done, "\n"
