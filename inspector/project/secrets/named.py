"""Values whose names say that they are secret: two questions, of the name and of the value."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from inspector.project.findings import SecretFinding
from inspector.project.secrets.bare import BareReader
from inspector.project.secrets.forms import GROUPS, numbers_behind
from inspector.project.secrets.lexing import tokens_of
from inspector.project.secrets.literal import is_of_language
from inspector.project.secrets.lone import named_finding
from inspector.project.secrets.names import (
    ANY_KEY,
    PUBLIC,
    TOKEN,
    meaning,
    occurrences,
)
from inspector.project.secrets.public import HASHED_PASSWORD
from inspector.project.secrets.sides import Name, NameRole
from inspector.project.secrets.structure import names_over
from inspector.project.secrets.tables import column_values
from inspector.project.secrets.takers import PLACES, taken
from inspector.project.secrets.vocabulary import Vocabulary
from inspector.project.secrets.whole import is_word
from inspector.project.secrets.worth import (
    is_drawn,
    is_placeholder,
    is_type,
    looks_secret,
)

_LEAST_DRAWN = 16
_MOST_DRAWN = 256
_HEX_RUN = re.compile(rb"(?:0x)?[0-9a-fA-F]{32,}")
_DIGIT = re.compile(rb"[0-9]")
_NOT_DRAWN: set[bytes] = set()
"""Runs that were met before and were drawn by no machine."""
_MOST_KEPT = 50_000
_BEFORE, _NEAR, _FAR, _LINE = 160, 160, 700, 4000
_OPENS = re.compile(r"[^\r\n]{0,20}(?:[\[{(`]|\"{3}|'{3})\s*[\r\n]")
_NESTED = 2
_SENTENCE = 7
"""Spaces above which a literal is a message."""

_QUOTED = re.compile(r"[\"'`]")
_BEGIN = (
    r"[\"'`<@R\[](?:(?:(?<=\")\"\"|(?<=')''|(?<=`)(?=[ \t]*[\r\n])|(?<=@)[\"'](?=[ \t]*[\r\n])"
    r"|(?<=<)<[<~-]?[ \t]?[\"']?\w{2,20}[\"']?[ \t]*\r?\n|(?<=R)\"\w{0,16}\(|(?<=\[)=*\[)"
    r"(?:\\?\s)*+|(?<=[\"'`]))"
)
"""What opens a literal, up to its first sign: of one over several lines that may be lines below."""
_ANY = re.compile(_BEGIN + r"[^\s\"'`]{3,}")
_PAIR = re.compile(r"[\"'],\s*[\"'][^\s\"'`]{6,}[\"']")
_MAY_BE = {
    ANY_KEY: re.compile(_BEGIN + r"(?=[^\"'`\s]{0,40}\d)[\w+/=.-]{16,}"),
    TOKEN: re.compile(_BEGIN + r"(?=[^\"'`\s]{0,60}[\d!_.%^*+-])[^\s\"'`]{6,}"),
}
"""What a text must hold near a name for a literal there to be a secret."""

_DOCUMENTS = re.compile(r"^[ \t]*(?://[/!].*|(?P<block>/\*\*)(?![/*]))", re.MULTILINE)
_CONTINUED = re.compile(r"(?:\\?[\r\n]|\s)+")
_ENDED = re.compile(r"[ \t]*\\?(?:\r\n|\r|\n)[ \t]*")
"""What ends a line of a literal that goes on in the next."""
_NUMBERED = re.compile(r"(?=[A-Za-z_]{6})(?=\w{12})\w*?\d{4,}")
"""What is no weak value in a comment either: a word and a number, longer than in examples."""
_THREE_QUOTES = re.compile(r"\"{3}|'{3}")
_BOUND = re.compile(r"<[A-Za-z][\w.-]*\s[^<]*(?<=\s)(?:[\[(*]+[\w.$-]+[\])]*|[:@][\w.-]+)=\Z")
_INNER = re.compile(r"'([^']*\d[^']*)'")
_HEADER = re.compile(r"(?:\A(?:[ \t]*(?:#[^\n]*)?\n)*|\b(?:def|class)\b[^\n]*:)\s*[rRuU]?\Z")
_WEAK = 4
"""Letters up to which a word in lower case is no key of a service: `dev`, `test`."""


class NamedReader:
    """One text, and the values in it whose names say something."""

    def __init__(self, words: Vocabulary) -> None:
        self.text = words.text
        self.words = words
        self.whole = words.whole
        self.told = words.names
        if any(one.kind == ANY_KEY for one in self.told) and not self._drawn:
            # Nothing of a key but its bytes or groups of letters could be one.
            self.told = [
                one
                for one in self.told
                if one.kind != ANY_KEY
                or numbers_behind(self.text, one.end)
                or GROUPS.match(self.text, one.end)
            ]

    @property
    def _drawn(self) -> bool:
        """Whether any run of the text was made by a machine."""
        for run in self.words.runs - _NOT_DRAWN:
            if len(run) >= _LEAST_DRAWN and _DIGIT.search(run) and is_drawn(run.decode()):
                return True
            _NOT_DRAWN.add(run)
        if len(_NOT_DRAWN) > _MOST_KEPT:
            _NOT_DRAWN.clear()
        return False

    def findings(self) -> Iterator[SecretFinding]:
        """Yield literals and bare words that names make secret. The name alone proves nothing."""
        for found in self._found():
            value = self.text[found.start : found.end]
            strong = looks_secret(value) or _NUMBERED.fullmatch(value) is not None
            if strong or not self._is_documented(found):
                yield found

    def _is_documented(self, found: SecretFinding) -> bool:
        """Whether a place is in a documentation comment, where what looks weak is text."""
        before = bisect_left(self._documentation, (found.start,))
        return before > 0 and found.start < self._documentation[before - 1][1]

    @cached_property
    def _documentation(self) -> list[tuple[int, int]]:
        """Where documentation comments begin and end: the last of them that begins before a place
        is the only one that can hold it."""
        found: list[tuple[int, int]] = []
        end = 0
        for one in _DOCUMENTS.finditer(self.text):
            if one.start() >= end >= 0:
                end = self.text.find("*/", one.end()) if one["block"] else one.end()
                found.append((one.start(), end))
        opened: re.Match[str] | None = None
        for quotes in _THREE_QUOTES.finditer(self.text):
            if opened is None:
                opened = quotes
            elif quotes[0] == opened[0]:
                before = self.text[: opened.start()]  # of a module: below what remarks say
                near = before if len(before) < _LINE else before[-_NEAR:]
                if _HEADER.search(near):
                    found.append((opened.start(), quotes.start()))
                opened = None
        return sorted(found)

    def _found(self) -> Iterator[SecretFinding]:
        yield from self._literals()
        columns = column_values(self.text, self.told, code=self.whole.code) if self.told else ()
        for name, start, end in columns:
            value, called = self.text[start:end], self.text[name.start : name.end]
            if self.is_one(value, called, name.kind, sure=True):
                yield named_finding((start, end), name.kind, "below", called)
        code = bool(self.told) and self.whole.code
        yield from BareReader(self.words, self.told, self.is_one, code=code).findings()

    def _literals(self) -> Iterator[SecretFinding]:
        for start, end in self._zones():
            yield from self._in_zone(start, end, _NESTED)

    def _in_zone(self, start: int, end: int, depth: int) -> Iterator[SecretFinding]:
        tokens = tokens_of(self.text, start, end)
        for at in tokens.literals():
            first, last = tokens.starts[at], tokens.ends[at]
            if last - first < 3:
                continue
            if found := _CONTINUED.match(self.text, first, last):
                first = found.end()  # of a literal over several lines
            while last > first and self.text[last - 1].isspace():
                last -= 1
            value = _ENDED.sub("", self.text[first:last])
            if depth and last - first < _LINE and self._tells_inside(first, last):
                # A text in a text: JSON in a string, a line of a notebook.
                yield from self._in_zone(first, last, depth - 1)
            if value.count(" ") > _SENTENCE or _DULL.fullmatch(value) or self._is_none(value):
                continue
            kind, name = self.judged(names_over(tokens, at), value)
            apart = tokens.only_sets_apart(at) and not looks_secret(value)
            if kind and not apart and not self._is_bound(first, value):
                yield named_finding((first, last), kind, name.role.value, name.text)

    def _is_none(self, value: str) -> bool:
        """Whether no name would make a secret of a literal."""
        return is_placeholder(value, "") or (
            self.whole.tested and not looks_secret(value) and not is_drawn(value)
        )

    def _is_bound(self, first: int, value: str) -> bool:
        """Whether a literal is an attribute's expression in a template: `[error]="f()"`."""
        before = self.text[max(0, first - _FAR) : first - 1]
        bound = before[-1:] == "=" and "<" in before and _BOUND.search(before) is not None
        return bound and not any(map(looks_secret, _INNER.findall(value)))

    def _tells_inside(self, first: int, last: int) -> bool:
        """Whether a literal holds a name and a literal of its own."""
        if not _QUOTED.search(self.text, first, last):
            return False
        at = bisect_left(self._starts, first)
        return at < len(self._starts) and self._starts[at] < last

    @cached_property
    def _starts(self) -> list[int]:
        return [one.start for one in self.told]

    def _zones(self) -> Iterator[tuple[int, int]]:
        """Yield the parts of the text near what tells in which a literal may be a secret, once."""
        text = self.text
        may_be = _MAY_BE if self.told and self.whole.code else {ANY_KEY: _MAY_BE[ANY_KEY]}
        places = [(one.start, one.end, may_be.get(one.kind, _ANY)) for one in self.told]
        places += [(*span, _ANY) for span in self.words.calls]
        places += [(*span, _ANY) for span in self._drawn_arguments()]
        places += [(*span, _PAIR) for span in self.words.pairs]
        first = last = 0
        for start, end, form in sorted(places, key=lambda one: one[:2]):
            begin = text.rfind("\n", max(0, start - _BEFORE), start) + 1 or max(0, start - _BEFORE)
            until = end + (_FAR if _OPENS.match(text, end) else _NEAR)
            if until <= last or form.search(text, begin, min(len(text), until + 400)) is None:
                continue
            line = text.find("\n", until, until + _LINE)
            if line < 0:  # the text ends, or the line is a packed one
                quote = _QUOTED.search(text, until, until + _LINE)
                line = quote.end() if quote else until
            until = min(len(text), line)
            if begin <= last:
                last = until
            else:
                if last:
                    yield first, last
                first, last = begin, until
        if last:
            yield first, last

    def _drawn_arguments(self) -> Iterator[tuple[int, int]]:
        """Yield what a machine has drawn and stands in quotes behind a bracket."""
        drawn = [run for run in self.words.runs if len(run) >= 32 and _HEX_RUN.fullmatch(run)]
        for run in drawn if len(drawn) < _MOST_DRAWN else ():
            for at in occurrences(self.text, run.decode()):
                line = self.text[max(0, at - _BEFORE) : at]
                if line[-1:] in {'"', "'"} and "(" in line:
                    yield at, at + len(run)

    def judged(self, names: tuple[Name, ...], value: str) -> tuple[str, Name]:
        """Return the kind of secret that a value is by its names, "" for none, and which told."""
        for place, name in enumerate(names):
            kind, sure = _told_by(name)
            if not kind:
                continue
            if place and name.role is NameRole.BEFORE and " " not in name.text:
                sure = False  # words of a sentence are between
            if kind == PUBLIC:
                if name.role in {NameRole.BESIDE, NameRole.CALL, NameRole.BEFORE, NameRole.PARENT}:
                    continue
                return "", name
            if kind == ANY_KEY:
                if name.role is not NameRole.BESIDE and self.is_one(value, "", kind, sure=True):
                    return "api-key", name
                continue
            if kind == TOKEN and len(value) < _LEAST_DRAWN:
                called = name.role is NameRole.CALL and not sure
                if called or (name.role is NameRole.COMPARED and not looks_secret(value)):
                    continue  # of a language, or a function that is called after one or a cookie
            if (kind != TOKEN or self._is_token(value)) and self.is_one(
                value, name.text, kind, sure=sure
            ):
                return kind, name
            if sure:
                return "", name
        return "", Name(NameRole.BESIDE, "")

    def _is_token(self, value: str) -> bool:
        """Whether a literal may be a credential, and not a word of some language, or a cookie."""
        if is_of_language(value, code=self.whole.code) or value[0] in ",;)]}+":
            return False
        if not self.whole.code:
            return _TWO_WORDS.fullmatch(value) is None
        if _WORDS.fullmatch(value) and value.count("-") < 3 and not is_drawn(value):
            return False
        return any(map(str.isdigit, value)) or looks_secret(value)

    def is_one(self, value: str, name: str, kind: str, sure: bool) -> bool:
        """Whether a value is a secret itself, given what its name says."""
        if kind == ANY_KEY:
            return is_drawn(value) and not is_placeholder(value, "")
        if is_placeholder(value, name) or is_type(value) or HASHED_PASSWORD.match(value):
            return False
        if kind == TOKEN and (value.isdigit() or _is_weak_token(value)):
            return False
        weak = value.isalpha() and value.islower() and len(value) <= _WEAK
        if weak and kind not in {"password", TOKEN}:
            return False
        if self.whole.tested and not looks_secret(value):
            return False
        if not sure:
            return looks_secret(value) or is_drawn(value)
        return not (is_word(value) and self.whole.interface)


_IN_ORDER = re.compile(r"(?i:abcdef[g-j]{0,4})")
"""What stands for a token in examples: no service issues it."""

_WORDS = re.compile(r"[A-Za-z]+(?:[-_. ][A-Za-z]+)*")
_DEFINERS = re.compile(
    r"def\w*|env|arg|with|by|set[a-z]?|setx?env|export|const|param|identified|local"
)
_TWO_WORDS = re.compile(r"[A-Z]+|[A-Za-z]{4,}(?:[-_ ][A-Za-z]+)?|[a-z]{4,}(?:\.[a-z_-]+)+")
_COOKIE = re.compile(r"(?:[a-z_][\w-]{1,40}|[A-Z][a-z]+(?:-[A-Z][a-z]+)*)=[^=]")
_SAYS_NOTHING = re.compile(r"(?:\d+(?:ms|[smhdw]))+|[a-z]+(?:_[a-z]+)+=|0x[0-9a-fA-F]{40}")


def _is_weak_token(value: str) -> bool:
    """Whether it is the beginning of the alphabet, a period, an address of a chain of blocks, or a
    cookie that says nothing."""
    if _IN_ORDER.fullmatch(value):
        return True
    if _SAYS_NOTHING.fullmatch(value):
        return True
    content = value.partition("=")[2].partition(";")[0]
    return _COOKIE.match(value) is not None and not is_drawn(content)


_IDENTIFIER = re.compile(r"[#.:@-]{0,2}[\w.$-]{2,60}")
_DULL = re.compile(
    r"latin-?1|ascii|(?i:utf)-?(?:8|16|32)(?:-?[bl]e|-sig)?|base64|hex|sha256|GET|POST|string|password"
)


def _told_by(name: Name) -> tuple[str, bool]:
    """Return what a name in its role says of a value, and whether that is enough by itself."""
    if name.role is NameRole.CALL:
        return taken(name)
    if name.role is NameRole.BEFORE and PLACES.get(name.text.replace("-", "").lower()) == 1:
        return "password", True
    kind = meaning(name.text)
    if name.role is NameRole.AMONG:
        return (ANY_KEY if kind not in {"", PUBLIC} else ""), True
    if name.role is NameRole.BEFORE and not kind:
        kind = meaning(name.text.rstrip().rpartition(" ")[2])
    if kind in {"", PUBLIC, ANY_KEY}:
        return kind, True
    if name.role is NameRole.BESIDE:
        # What stands beside it may be any other thing; a sentence names nothing.
        return (kind, False) if _IDENTIFIER.fullmatch(name.text) else ("", False)
    if name.text.lower().rpartition(" ")[2] in {"pass", "pw"} and name.role not in {
        NameRole.GIVEN,
        NameRole.COMPARED,
    }:
        return (kind, False) if name.role is not NameRole.BEFORE else ("", False)
    if name.role is NameRole.BEFORE:
        return kind, len(told := name.text.split()) > 1 and (
            _DEFINERS.fullmatch(told[-2].lower()) is not None
        )
    return kind, True
