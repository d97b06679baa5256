"""A text as a program reads it: escapes and runs decoded, what is in pieces put together.

Pieces are literals beside each other, or have names of their own: `A=…`, `B=…`, `PASSWORD=$A$B`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from html import unescape

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.lone import named_finding
from inspector.project.secrets.runs import is_login, plain_text
from inspector.project.secrets.vocabulary import Vocabulary, foreign_signs, lines_of
from inspector.project.secrets.worth import is_drawn, is_placeholder, looks_secret

_ENCODED = re.compile(r"(?:(?<![A-Za-z0-9+/_-])|(?<==))(?P<run>[A-Za-z0-9+/_-]{13,}+={0,2})")
_ENCODING = re.compile(rb"[A-Za-z0-9+/_-]{13,}")
_TEXT = re.compile(
    # What encoded text begins with: each third sign tells, of ASCII and of other scripts.
    rb"(?<![A-Za-z0-9+/_-])(?:[CDI-Za-f](?:[A-Za-z0-9+/_-]{3}[ACDI-Za-f]){2}"
    rb"|[w-z0-6](?:[A-Za-z0-9+/_-]{3}[g-z0-6]){2}|[2-7][0-9a-fA-F]{19})"
)
_MOST_KEPT = 50_000
_REACH = 2_000
"""Code points around a seam that are read of a line."""

_JOIN = (
    # A literal ends and the next begins, with a sign or a line end between them.
    r"[ \t]{0,200}(?:[+&.]|(?P<end>\\?(?:\r\n|\r|\n)))"
    r"(?(end)[ \t]{0,200}[+&.]?|[ \t]{0,200}(?:[\\_]?(?:\r\n|\r|\n))?)[ \t]{0,200}[bBrRuUfF]{0,2}"
)
_SEAM = re.compile(
    r"(?P<percent>%(?:2[1-9A-Fa-f]|[34567][0-9A-Fa-f]))(?![0-9A-Fa-f]{6})"
    r"|(?P<wide>[\uff01-\uff5e]{2,})"
    r"|(?P<nothing>[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\x1b\[[\d;]{0,20}m)"
    r"|(?P<first>[\\&\"'`])(?:"
    r"(?<=\\)(?:u(?P<four>[0-9a-fA-F]{4})|u\{(?P<braced>[0-9a-fA-F]{1,6})\}"
    r"|x(?P<two>[0-9a-fA-F]{2})|(?P<octal>[01][0-7]{2})|(?:\r\n|\r|\n)[ \t]{0,200})"
    r"|(?<=&)(?P<entity>#\d{1,7};|#x[0-9a-fA-F]{1,6};|quot;|apos;|amp;|lt;|gt;)"
    rf"|(?<![\\&]){_JOIN}(?P=first)|(?<=\w')'(?=\w))"
)
_FIRST = {
    # Where a seam may begin; each is found fast, because it begins with a sign.
    form[0]: re.compile(form)
    for form in (
        r"%[2-7]",
        r"\\[01ux\r\n]",
        r"&[#qalg]",
        "\x1b\\[",
        *(f"{sign}(?=[ \t+&.\\\r\n]){_JOIN}{sign}" for sign in '"`'),
        rf"'(?:(?=[ \t+&.\\\r\n]){_JOIN}'|(?<=\w')'(?=\w))",
    )
}
_WIDE = re.compile(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|[\uff01-\uff5e]{2,}")


def _seams(text: str) -> Iterator[re.Match[str]]:
    forms = [form for sign, form in _FIRST.items() if sign in text]
    if _WIDE.search(foreign_signs(text)):
        forms.append(_WIDE)
    done = 0
    for at in sorted(found.start() for form in forms for found in form.finditer(text)):
        found = _SEAM.match(text, at) if at >= done else None
        if found is not None:
            yield found
            done = found.end()


@dataclass(frozen=True, slots=True)
class PlainView:
    """The decoded text, and from which places of the original each piece came."""

    text: str
    _at: tuple[int, ...]
    _origin: tuple[tuple[int, int], ...]

    def start(self, place: int) -> int:
        """Return where the code point at a place of the view begins in the original."""
        return self._span(place)[0]

    def end(self, place: int) -> int:
        """Return where the code point before a place of the view ends in the original."""
        return self._span(place - 1)[1]

    def _span(self, place: int) -> tuple[int, int]:
        piece = bisect_right(self._at, place) - 1
        first, last = self._origin[piece]
        if first < 0:
            # As written: code point by code point.
            begin = last + place - self._at[piece]
            return begin, begin + 1
        return first, last


Piece = tuple[int, int, str | None]
"""A part of a text, and what stands for it in a view: itself, where that is None."""


def view_of(text: str, pieces: Iterable[Piece]) -> PlainView | None:
    """Return some parts of a text in a row, or None where there are none."""
    told: list[str] = []
    at: list[int] = []
    origin: list[tuple[int, int]] = []
    length = 0
    for start, end, decoded in pieces:
        piece = text[start:end] if decoded is None else decoded
        if piece:
            at.append(length)
            origin.append((-1, start) if decoded is None else (start, end))
            told.append(piece)
            length += len(piece)
    return PlainView("".join(told), tuple(at), tuple(origin)) if told else None


def _read(text: str) -> Iterator[Piece]:
    """Yield the lines with seams, and what the seams are decoded to.

    Only they are read, of a packed line what is near: all else is as it was.
    """
    done = -1
    for found in _seams(text):
        begin = text.rfind("\n", max(0, done), found.start()) + 1
        near = max(0, done, found.start() - _REACH)
        if done < 0:
            done = max(begin, near)
        elif begin > done or near > done + _REACH:
            line = text.find("\n", done, done + _REACH)
            last = line if line >= 0 else done + _REACH
            yield done, last, None
            yield last, last, "\r"  # which leaves a packed line one
            done = max(begin, near)
        yield done, found.start(), None
        yield *found.span(), _decoded(found)
        done = found.end()
    if done >= 0:
        line = text.find("\n", done, done + _REACH)
        yield done, line + 1 if line >= 0 else done + _REACH, None


def findings_of_view(
    text: str, scan: Callable[[str], Iterable[SecretFinding]]
) -> Iterator[SecretFinding]:
    """Yield what a scan finds in a text as a program would read it, where that is another one."""
    return findings_in(view_of(text, _read(text)), scan)


def findings_in(
    view: PlainView | None, scan: Callable[[str], Iterable[SecretFinding]]
) -> Iterator[SecretFinding]:
    """Yield what a scan finds in a view, at its places in the original."""
    if view is not None:
        for finding in scan(view.text):
            start, end = view.start(finding.start), view.end(finding.end)
            yield replace(finding, start=start, end=end)


_PLAIN: set[bytes] = set()
"""Runs that were met before and encode no text."""


def encoded_values(
    words: Vocabulary, scan: Callable[[str], Iterable[SecretFinding]]
) -> Iterator[SecretFinding]:
    """Yield runs that encode a text with a secret in it: base64 or hexadecimal digits."""
    text = words.text
    fresh = words.runs - _PLAIN
    joined = b"\n%b\n" % b"\n".join(fresh)
    told = {
        run
        for run in lines_of(joined, (found.end() for found in _TEXT.finditer(joined)))
        if any(map(_may_encode, _ENCODING.findall(run)))
    }
    if len(_PLAIN) > _MOST_KEPT:
        _PLAIN.clear()
    _PLAIN.update(fresh - told)
    pieces = {piece for run in told for piece in _ENCODING.findall(run)}
    for run in words.places(pieces, _ENCODED):
        plain = plain_text(run["run"])
        if not plain:
            continue
        before = text[max(0, run.start("run") - 40) : run.start("run")]
        first = next(iter(scan(plain)), None)
        if is_login(plain, before) and not is_placeholder(plain.partition(":")[2], "password"):
            span, rule = run.span("run"), "encoded-login"
            yield SecretFinding(*span, "password", rule, Confidence.UNCERTAIN, "behind a login")
        elif first is not None:
            rule = f"encoded-{first.rule}"
            sure = first.confidence if first.kind == "private-key" else Confidence.UNCERTAIN
            yield SecretFinding(*run.span("run"), first.kind, rule, sure, first.names)


def _decoded(found: re.Match[str]) -> str:
    if found["percent"]:
        return chr(int(found[0][1:], 16))
    if found["entity"]:
        return unescape(found[0])
    if found["octal"]:
        return chr(int(found["octal"], 8))
    if found["wide"]:
        return unicodedata.normalize("NFKC", found["wide"])
    digits = found["four"] or found["braced"] or found["two"]
    if digits is None:
        return ""
    code = int(digits, 16)
    # Halves of a pair and numbers of no character are left as they are.
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else found[0]


def _may_encode(run: bytes) -> bool:
    # A sign that fills a run up is no part of it.
    return bool(plain_text(run.decode()) or plain_text(run.decode() + "="))


_REFERENCE = r"(?:[$#]?\{\w+\}|\$\(\w+\)|\$\w+|%\w+%)"
_COMPOSED = re.compile(
    r"[ \t]*(?::[ \t]?&?\w{1,20}[ \t]*)?:?=[ \t]*[fF$@]{0,2}[\"'`]?"
    rf"(?P<parts>{_REFERENCE}{{2,9}}"
    r"|[A-Za-z_]\w*(?:[ \t]*(?:\+|\.\.|&|<>|~)[ \t]*[A-Za-z_]\w*){1,8}"
    r"|\$\w+(?:[ \t]*\.[ \t]*\$\w+){1,8})[\"'`]?[ \t]*(?=[;\r\n]|\Z)"
)
_PART = re.compile(r"[A-Za-z_]\w*")
_GIVEN = re.compile(
    r"(?<![\w.])(?P<name>[A-Za-z_]\w*)(?:[ \t]*:[ \t]*[\w&' ]{1,20})?[ \t]*:?=[ \t]*[\"'`]?"
    r"(?P<value>[^\s\"'`;,]{4,512})"
)


def composed_values(words: Vocabulary) -> Iterator[SecretFinding]:
    """Yield what is given to the names of which a secret is made, if it looks like one together."""
    given: dict[str, tuple[int, int]] | None = None
    for name in words.names:
        made = _COMPOSED.match(words.text, name.end)
        if made is None:
            continue
        given = _given(words.text) if given is None else given
        spans = [given[part] for part in _PART.findall(made["parts"]) if part in given]
        value = "".join(words.text[start:end] for start, end in spans)
        if len(spans) > 1 and (looks_secret(value) or is_drawn(value)):
            called = words.text[name.start : name.end]
            yield from (named_finding(span, name.kind, "part of", called) for span in spans)


def _given(text: str) -> dict[str, tuple[int, int]]:
    """Return where what is first given to each name begins and ends."""
    spans: dict[str, tuple[int, int]] = {}
    for found in _GIVEN.finditer(text):
        spans.setdefault(found["name"], found.span("value"))
    return spans
