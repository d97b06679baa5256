"""Values given to names that mean a secret: ``DB_PASSWORD=…``, ``"api_key": …``, ``token = …``.

Whether a word without quotes behind ``password=`` is the secret itself or refers to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets.contexts import is_drawn, near_value
from inspector.project.secrets.dialect import is_code
from inspector.project.secrets.names import ANY_KEY, LONGEST, SecretName, secret_names
from inspector.project.secrets.placeholders import is_placeholder, is_type
from inspector.project.secrets.values import Form, Value, bare_value, block_value, quoted_value

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


_QUOTE = r"\\{0,3}[\"'`]"
_LITERAL_AHEAD = rf"(?=[ \t]{{0,8}}[bruf@$L]{{0,2}}{_QUOTE})"
_ASSIGNMENT = re.compile(
    # A bracket alone ends an index (`a[token] =`), or a label in Markdown (`[token]: …`).
    rf"(?:{_QUOTE}\]?|\](?=[ \t]*=))?[?!]?[ \t]{{0,40}}(?:"
    # With a type between the name and the value: `password: str = "…"`.
    r"(?P<colon>:(?![:=]))"
    rf"(?:[ \t]{{0,8}}[A-Za-z_&][\w.\[\]|?&*<> ]{{0,60}}=(?!=){_LITERAL_AHEAD})?"
    rf"|(?:\|\||\?\??|\+|:)?=(?!=)>?|(?P<same>[!=]==?){_LITERAL_AHEAD})"
    # A literal may stand on the next line; behind a colon a text in three quotes describes.
    rf"\*{{0,2}}[ \t]{{0,40}}(?:[(\[]?[ \t]{{0,8}}\\?(?:\r\n|\r|\n)[ \t]{{0,80}}{_LITERAL_AHEAD}"
    r"(?![ \t]{0,8}[bruf]{0,2}(?:\"\"\"|'''))|(?=\S))?",
    re.IGNORECASE,
)
_ELEMENT = re.compile(r"(?:[ \t][^<>\r\n]{0,120})?>(?P<value>[^<>]*)</")
_TAG = re.compile(r"<[\w.:-]{0,64}\Z")
_PAIR = re.compile(
    rf"(?:{_QUOTE})?\s{{0,80}},?\s{{0,80}}(?:{_QUOTE})?value(?:{_QUOTE})?[ \t]{{0,8}}[=:]"
    r"[ \t]{0,8}",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?:name|key|type)(?:{_QUOTE})?[ \t]{{0,8}}[=:][ \t]{{0,8}}(?:{_QUOTE})?\Z", re.IGNORECASE
)
_DEFINITION = re.compile(rf"(?:{_QUOTE})?[ \t,]{{1,40}}(?=[^\s=:])")
_DEFINING = re.compile(
    r"(?P<macro>#[ \t]*define[ \t]+\Z)|(?P<image>(?:\A|[\r\n])[ \t]*(?:ENV|ARG)[ \t]+\Z)"
    r"|(?P<call>(?:get|env|fetch|setdefault|pop)\w{0,20}\(\s{0,8}[\"']\Z)"
    r"|\b(?:setx?|setenv|identified)[ \t]+\Z",
    re.IGNORECASE,
)
_LEADING = frozenset({"with", "by"})
_WORD = re.compile(r"[^\W\d]\w*")
_COMPOSED = re.compile(r"\{[A-Za-z_][\w.]*\}")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?")


def keyword_values(text: str) -> Iterator[SecretFinding]:
    """Yield literal values that are given to names that mean a secret.

    The name alone makes nothing certain, so all of them are uncertain.
    """
    reader = _Reader(text)
    done = 0
    for name in secret_names(text):
        if name.start < done:
            continue
        value = reader.given(name)
        if value is None:
            continue
        if name.kind != ANY_KEY or is_drawn(text[value.start : value.end]):
            done = value.end
            rule = f"{name.kind}-value"
            yield SecretFinding(value.start, value.end, name.kind, rule, Confidence.UNCERTAIN)


@dataclass(frozen=True)
class _Reader:
    """One text, and what is given to names in it."""

    text: str

    @cached_property
    def code(self) -> bool:
        return is_code(self.text)

    @cached_property
    def _words(self) -> Counter[str]:
        return Counter(_WORD.findall(self.text))

    def _once(self, word: str) -> bool:
        return self._words[word] == 1

    def given(self, name: SecretName) -> Value | None:
        return (
            self._assigned(name)
            or self._in_element(name)
            or self._in_pair(name)
            or self._defined(name)
            or near_value(self.text, name)
        )

    def _assigned(self, name: SecretName) -> Value | None:
        given = _ASSIGNMENT.match(self.text, name.end)
        if given is None or (given["same"] and name.weak):
            return None
        at = given.end()
        line = Line(self.text, name, at, colon=bool(given["colon"]))
        if line.closes_here or line.is_role:
            return None
        quoted = quoted_value(self.text, at)
        if quoted is not None or given["same"]:
            compared = given["same"] and quoted and self.text[quoted.start : quoted.end]
            return None if compared and is_type(compared) else self._secret(quoted, name)
        if given["colon"] and (block := block_value(self.text, at, line.indent)) is not None:
            return self._secret(block, name)
        bare = self._secret(bare_value(self.text, at), name)
        if bare is None or bare.form is Form.QUOTED:
            return bare
        return bare if is_literal(line, bare, code=self.code, once=self._once) else None

    def _in_element(self, name: SecretName) -> Value | None:
        if not _TAG.search(self.text, max(0, name.start - LONGEST), name.start):
            return None
        found = _ELEMENT.match(self.text, name.end)
        return self._secret(Value(*found.span("value"), Form.QUOTED), name) if found else None

    def _in_pair(self, name: SecretName) -> Value | None:
        given = _PAIR.match(self.text, name.end)
        if given is None or not _NAMED.search(self.text, max(0, name.start - 40), name.start):
            return None
        return self._behind(given.end(), name)

    def _defined(self, name: SecretName) -> Value | None:
        given = _DEFINITION.match(self.text, name.end)
        if given is None:
            return None
        before = self.text[max(0, name.start - 80) : name.start]
        defining = _DEFINING.search(before)
        words = before[-1:].isspace() and not name.weak and before.split()[-2:]
        # `--password …`, `WITH PASSWORD …` of SQL, `login … password …` of netrc.
        if not (
            defining
            or self._is_option(name, given[0])
            or (words and (words[-1].lower() in _LEADING or words[0].lower() == "login"))
        ):
            return None
        value = self._behind(given.end(), name)
        if value is None or value.form is Form.QUOTED or (defining and defining["image"]):
            return value
        if defining and defining["macro"]:
            return None
        content = self.text[value.start : value.end]
        return value if any(map(str.isdigit, content)) and content[0].isalnum() else None

    def _is_option(self, name: SecretName, gap: str) -> bool:
        """Whether it is an option of a command; in a list of arguments only a long one."""
        return self.text.startswith("--" if "," in gap else "-", name.start)

    def _behind(self, at: int, name: SecretName) -> Value | None:
        return self._secret(
            quoted_value(self.text, at, within=False) or bare_value(self.text, at), name
        )

    def _secret(self, value: Value | None, name: SecretName) -> Value | None:
        """Return a value that may be a secret, and None for one that only stands for it."""
        if value is None:
            return None
        content = self.text[value.start : value.end]
        if is_placeholder(content, self.text[name.start : name.end]):
            return None
        if name.weak and value.form is Form.QUOTED and self._is_of_language(content):
            return None
        return value

    def _is_of_language(self, content: str) -> bool:
        """Whether a token is composed, a colour, or in code as short as those of languages."""
        if _COMPOSED.search(content) or _COLOUR.fullmatch(content):
            return True
        return self.code and (len(content) < 6 or sum(map(str.isalnum, content)) < 5)
