"""Words without quotes that a name makes a value: settings, prose, elements, commands, tables.

Whether a word behind ``password=`` is the secret itself or refers to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property

from inspector.project.findings import SecretFinding
from inspector.project.secrets.forms import (
    AFTER_WORD,
    ASSIGNED,
    CELL,
    CODE,
    CODES,
    DEFINING,
    ELEMENT,
    FENCED,
    GROUPS,
    ITEM,
    LIST,
    LOOKS,
    QUOTED,
    REMARK,
    SHOWS,
    SPOKEN,
    SURE,
    UNCLOSED,
    VALUE,
    Form,
    are_bytes,
    forms_behind,
    numbers_behind,
)
from inspector.project.secrets.literal import (
    WINDOW,
    WordPlace,
    is_code_word,
    is_comment,
    is_literal,
    is_odd,
)
from inspector.project.secrets.lone import lone_values, named_finding
from inspector.project.secrets.names import ANY_KEY, TOKEN, NameMatch
from inspector.project.secrets.public import HASHED
from inspector.project.secrets.vocabulary import Vocabulary
from inspector.project.secrets.worth import is_drawn, is_placeholder, looks_secret

_TYPE = re.compile(r"[A-Z]\w*")
_REMARKED = re.compile(r"(?:\s|\A)(?:#|//|/\*|--)")
# Of an account; in small letters that is also said of what things are known by.
_STATED = re.compile(r"(?:IDENTIFIED|(?i:\b(?:create|alter|connect)\b[^;]*identified))\Z")
_PUT_IN = re.compile(r"(?:\{[^{}\s]{0,200}\}|\([^()\s]{0,200}\))[^\s\"'`;,]{0,200}")
"""What a program inserts behind a `$` or a `#`, and what goes on behind it."""

_CACHED = re.compile(r"(?i:cache)[\w -]{0,12}\Z")
"""What stands before the key of a cache."""
_OBJECT = re.compile(r"[ \t]+[\w`\"'+]")
"""What stands behind a verb."""
_RESOURCE = re.compile(r"\b[au]rn:[\w.:/-]*\Z")
"""What a name is a part of that names a secret: `arn:aws:secretsmanager:…:secret:…`, or a badge."""

_BARE = re.compile(r"[^\s\"'`,;&<>(){}]+")
_LINE_VALUE = re.compile(r"[^\s\"'`$(<{][^\s\"'`]*[&;<>(){},][^\s\"'`]*(?=[\r\n]|\Z)")
_NEXT = re.compile(r",([^\s\"'`,;&<>(){}=]{16,}={0,2})")
"""Another key of a list behind one."""

_BRACED = re.compile(r"\{(?P<value>[^{}\s:]{4,256})\}")
_CALLED = re.compile(r"[A-Za-z_][\w.]*(?:::\w+)+\(|[A-Za-z_][\w.]*\(\)")
_JOINED = re.compile(r"[a-z]{3,}(?:([_.])(?!com|org|net|io\b)[a-z]{3,})(?:\1[a-z]{3,}){2,}")
"""Words of a passphrase, as they are said and not named in a program."""

_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_WORD = re.compile(r"[^\W\d]\w*")

_PACKED = 1_000
"""Code points around a place without a line end from which its line is a packed one."""


def _is_label(value: str, tag: str, name: NameMatch) -> bool:
    """Whether what an element of an interface holds is what a person reads on it."""
    if name.kind == TOKEN and value.istitle():
        return True
    return value.isalpha() and SHOWS.search(tag) is not None


IsOne = Callable[[str, str, str, bool], bool]
"""Whether a value is a secret itself, by its name, what that says, and whether it is enough."""


def _is_verb(text: str, name: NameMatch) -> bool:
    return (
        text[name.start : name.end].lower() == "pass" and _OBJECT.match(text, name.end) is not None
    )


class BareReader:
    """Finds words without quotes that names make values, in one text."""

    def __init__(
        self, words: Vocabulary, told: list[NameMatch], is_one: IsOne, *, code: bool
    ) -> None:
        self._text = words.text
        self._vocabulary = words
        self._told = told
        self._is_secret = is_one
        self._code = code

    @cached_property
    def _words(self) -> Counter[str]:
        return Counter(_WORD.findall(self._text))

    def findings(self) -> Iterator[SecretFinding]:
        """Yield words behind names, then what stands where nothing but a secret does."""
        for name in self._told:
            yield from self._of(name)
        yield from lone_values(self._vocabulary)

    def _of(self, name: NameMatch) -> Iterator[SecretFinding]:
        before = self._text[max(0, name.start - WINDOW) : name.start]
        if before.endswith(("/badge.svg?", "checksum/")) or (
            "rn:" in before and _RESOURCE.search(before)
        ):
            return
        if name.kind == ANY_KEY and _CACHED.search(before):
            return
        remark = self._remarked(name)
        if remark is not None and self._is_one(self._text[slice(*remark)], name, sure=False):
            yield self._found(remark, name, "remark behind")
        if self._is_packed(name.end) and (self._code or self._is_program(name.end)):
            return
        code = GROUPS.match(self._text, name.end)
        if code is not None:
            yield self._found(code.span("value"), name, "said of")
            return
        spans = self._given(name)
        if spans:
            yield from (self._found(span, name, "given to") for span in spans)
            return
        yield from self._listed(name)
        yield from self._behind(name)

    def _listed(self, name: NameMatch) -> Iterator[SecretFinding]:
        coded = "cod" in self._text[name.start : name.end].lower()
        codes = CODES.match(self._text, name.end) if coded else None
        for one in CODE.finditer(self._text, *codes.span("items")) if codes else ():
            yield self._found(one.span("value"), name, "in")
        listed = LIST.match(self._text, name.end)
        if listed is None:
            return
        for item in ITEM.finditer(self._text, *listed.span("items")):
            # A list of secrets may name them; words between are of a sentence.
            value = item["value"]
            sure = name.kind != "secret" and (not listed["said"] or is_code_word(value))
            if self._is_one(value, name, sure=sure):
                yield self._found(item.span("value"), name, "in")

    def _given(self, name: NameMatch) -> list[tuple[int, int]]:
        """Return the value behind a sign, whose quote may be missing at its end."""
        given = ASSIGNED.match(self._text, name.end)
        value = self._assigned(name, given) if given is not None else None
        if value is None:
            opened = UNCLOSED.match(self._text, name.end)
            if opened is not None and self._is_one(opened["value"], name, sure=True):
                value = opened.span("value")
        if value is None:
            quoted = QUOTED.match(self._text, name.end)
            told = quoted is not None and (name.kind != TOKEN or is_drawn(quoted["value"]))
            if quoted is not None and told and self._is_one(quoted["value"], name, sure=False):
                value = quoted.span("value")
        return [] if value is None else [value]

    def _behind(self, name: NameMatch) -> Iterator[SecretFinding]:
        text, end = self._text, name.end
        tag = text[max(0, name.start - 120) : name.start].rpartition(">")[2]
        if "<" in tag and not LOOKS.search(tag):
            found = ELEMENT.match(text, end)
            value = found["value"].strip("`") if found else ""
            if found and self._is_one(value, name, sure=not _is_label(value, tag, name)):
                yield self._found(found.span("value"), name, "element")
                return
        numbers = numbers_behind(text, end) if name.kind != TOKEN else None
        if numbers is not None and are_bytes(numbers["value"], name.kind):
            yield self._found(numbers.span("value"), name, "given to")
            return
        verb = _is_verb(text, name)
        doubtful = verb or text[name.start - 1 : name.start] in set("/.-_@")
        for form, role, strict in self._forms(name, doubtful=doubtful):
            found = form.match(text, end)
            if found is None:
                continue
            value = found["value"].rstrip(".,;)")
            start = found.start("value")
            if doubtful and strict and not self._is_told_by_path(value, start):
                continue
            prose = strict and self._code and not any(map(str.isdigit, value))
            told = form in (SPOKEN, FENCED, CELL) and name.kind == "password" and "(" not in value
            sure = not strict or (
                told
                and len(value) >= 8
                and (is_code_word(value) or _JOINED.fullmatch(value) is not None)
            )
            if self._is_hit(form, value, name, prose=prose, sure=sure):
                yield self._found((start, start + len(value)), name, role)
                return
        yield from () if verb and self._code else self._after_word(name)

    def _after_word(self, name: NameMatch) -> Iterator[SecretFinding]:
        text = self._text
        found = AFTER_WORD.match(text, name.end)
        before = text[max(0, name.start - 120) : name.start]
        if found is not None and not self._code and is_drawn(found["value"]):
            if not is_placeholder(found["value"], ""):
                yield self._found(found.span("value"), name, "behind")
            return
        if found is None or name.kind == ANY_KEY:
            return
        defined = DEFINING.search(before) or _STATED.search(
            before + text[name.start : name.start + 10]
        )
        code = self._code and not is_comment(before)
        if not defined and (code or name.kind != "password"):
            return
        strict = not defined or name.kind == TOKEN or (self._code and not SURE.search(before))
        looks = looks_secret(found["value"]) or (not strict and is_odd(found["value"]))
        if looks and self._is_one(found["value"], name, sure=True):
            yield self._found(found.span("value"), name, "behind")

    def _is_told_by_path(self, value: str, start: int) -> bool:
        """Whether a value is one that the name of a file may tell: a machine drew it."""
        return is_drawn(value) and not HASHED.search(self._text, start - WINDOW, start)

    def _forms(self, name: NameMatch, *, doubtful: bool) -> tuple[Form, ...]:
        """Return the forms in which a value may stand behind a name where it is."""
        before = self._text[max(0, name.start - 2) : name.start]
        return forms_behind(
            code=self._code,
            doubtful=doubtful,
            password=name.kind == "password",
            marked=before[-1:] in {"#", "/"},
            option=before == "--",
        )

    def _is_hit(
        self, form: re.Pattern[str], value: str, name: NameMatch, *, prose: bool, sure: bool
    ) -> bool:
        """Whether what stands in a form behind a name is a secret; in prose of a program none."""
        told = prose or (form is SPOKEN and self._is_typed(name, value))
        return not told and self._is_one(value, name, sure=sure)

    def _is_typed(self, name: NameMatch, value: str) -> bool:
        """Whether a program says the type of what has the name, outside literals and comments."""
        if not self._code or not _TYPE.fullmatch(value):
            return False
        place = WordPlace(self._text, name, name.start, colon=False)
        remarked = is_comment(place.before) or _REMARKED.search(place.before)
        return not (place.in_quotes or remarked)

    def _found(self, span: tuple[int, int], name: NameMatch, role: str) -> SecretFinding:
        return named_finding(span, name.kind, role, self._text[name.start : name.end])

    def _remarked(self, name: NameMatch) -> tuple[int, int] | None:
        """Return the last value before a remark at the end of its line that holds the name."""
        text = self._text
        first = max(0, name.start - WINDOW)
        begin = max(first, text.rfind("\n", first, name.start) + 1)
        remark = REMARK.search(text, begin, name.start)
        if remark is None:
            return None
        values = [one.span("value") for one in VALUE.finditer(text, begin, remark.start())]
        secret = (one for one in values if looks_secret(text[slice(*one)]))
        return next(secret, values[-1] if values else None)

    def _is_one(self, value: str, name: NameMatch, *, sure: bool) -> bool:
        return self._is_secret(value, self._text[name.start : name.end], name.kind, sure)

    def _assigned(self, name: NameMatch, given: re.Match[str]) -> tuple[int, int] | None:
        text, at = self._text, given.end()
        place = WordPlace(text, name, at, colon=bool(given["colon"]))
        if place.closes_here or place.is_role:
            return None
        plural = text[max(0, name.end - 6) : name.end].lower() == "tokens"
        if plural and (not given["open"] or self._code):
            return None
        if given["colon"] and (block := self._block(at, place)) is not None:
            return block if self._is_one(text[slice(*block)].strip(), name, sure=True) else None
        braced = _BRACED.match(text, at)
        if braced is not None:
            sure = place.before.rstrip().endswith(";")  # of an address of a driver
            return braced.span("value") if self._is_one(braced["value"], name, sure=sure) else None
        line = _LINE_VALUE.match(text, at) if place.is_variable else None
        if line is not None and self._is_one(line[0], name, sure=False):
            return line.span()
        found = _BARE.match(text, at)
        if found is None or _CALLED.match(text, at):
            return None
        word = found[0].rstrip("]") if given["open"] else found[0]
        word = word.removesuffix("\\n")  # of a line in a literal
        if word[-1:] in {"#", "$"} and (put_in := _PUT_IN.match(text, found.end())) is not None:
            span = at, put_in.end()
            return span if self._is_one(text[slice(*span)], name, sure=True) else None
        ends = text[max(0, name.end - 7) : name.end].lower()
        listed = bool(given["open"]) and ends == "secrets"  # a list of secrets may name them
        if not self._is_one(word, name, sure=not listed):
            return None
        literal = is_literal(place, word, found.end(), code=self._code, once=self._once)
        end = at + len(word)
        if literal and looks_secret(word):
            while (more := _NEXT.match(text, end)) and looks_secret(more[1]):
                end = more.end()
        return (at, end) if literal else None

    def _is_program(self, at: int) -> bool:
        """Whether what is around a place has the brackets of a program."""
        return self._text.count("(", max(0, at - _PACKED), at + _PACKED) > _PACKED // 50

    def _is_packed(self, at: int) -> bool:
        """Whether a place is in a line as no person writes: a packed program, or a source map."""
        return len(self._text) > _PACKED and (
            self._text.find("\n", at, at + _PACKED) < 0
            or self._text.rfind("\n", max(0, at - _PACKED), at) < 0 < at - _PACKED
        )

    def _once(self, word: str) -> bool:
        return self._words[word] == 1

    def _block(self, at: int, place: WordPlace) -> tuple[int, int] | None:
        """Return the lines of a YAML block that begins at a place: indented more than its key."""
        opening = _BLOCK.match(self._text, at)
        if opening is None:
            return None
        before = place.before
        indent = len(before) - len(before.lstrip(" \t-"))
        start = end = opening.end()
        while start < len(self._text):
            line = _LINE.match(self._text, start)
            if line is None or line.end() == start:
                break
            told = line[0].rstrip("\r\n")
            if told.strip():
                if len(told) - len(told.lstrip(" \t")) <= indent:
                    break
                end = start + len(told)
            start = line.end()
        return (opening.end(), end) if end > opening.end() else None
