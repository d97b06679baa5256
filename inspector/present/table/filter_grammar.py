"""From the text of a filter to its parts, or to the place where it stops making sense.

Parts are as written, and as bound to the columns of a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from inspector.core.problems import Place, Problem, Severity

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_NEEDS_QUOTES = re.compile(r'[\s()"\\*]')


def unquoted(phrase: str) -> str:
    """Return what a phrase in quotation marks stands for."""
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), phrase[1:-1])


def quoted(value: str) -> str:
    r"""Return a value as it can stand after a sign, in quotation marks if it needs them.

    Inside them ``\"`` and ``\\`` are the characters themselves, ``\n``, ``\r`` and ``\t`` are
    line end, carriage return and tab.
    """
    if value and not _NEEDS_QUOTES.search(value):
        return value
    text = value.replace("\\", "\\\\").replace('"', '\\"')
    for letter, character in _ESCAPED.items():
        text = text.replace(character, f"\\{letter}")
    return f'"{text}"'


class Sign(StrEnum):
    """What stands between a column and a value."""

    IS = ":"
    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    MORE = ">"
    MORE_OR_EQUAL = ">="


@dataclass(frozen=True, slots=True)
class Find:
    """A word or phrase on its own: rows where any text column contains it."""

    text: str


@dataclass(frozen=True, slots=True)
class Compare:
    """A column and a value, as written.

    Places count code points of the filter from 1; the same term elsewhere is the same term.
    """

    name: str
    sign: Sign
    value: str
    quoted: bool
    name_place: int = field(compare=False)
    value_place: int = field(compare=False)


class TextTest(StrEnum):
    """How a text is compared; letter case never counts."""

    CONTAINS = "contains"
    BEGINS = "begins"
    EQUALS = "equals"


@dataclass(frozen=True, slots=True)
class TextIs:
    """Rows whose text or label in a column compares so."""

    column: str
    test: TextTest
    text: str


@dataclass(frozen=True, slots=True)
class NumberIn:
    """Rows whose number lies between two bounds; None is no bound."""

    column: str
    low: float | None = None
    high: float | None = None
    low_open: bool = False  # the bound itself does not match
    high_open: bool = False


@dataclass(frozen=True, slots=True)
class HasValue:
    """Rows that have a value in a column; for a flag, rows where it is set."""

    column: str


@dataclass(frozen=True, slots=True)
class Not:
    """Rows that the part leaves out."""

    part: Node


@dataclass(frozen=True, slots=True)
class All:
    """Rows that every part keeps."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Rows that at least one part keeps."""

    parts: tuple[Node, ...]


Bound = Find | TextIs | NumberIn | HasValue
Node = Bound | Compare | Not | All | Either


def filter_problem(
    code: str, place: int, message: str, fix: str, severity: Severity = Severity.ERROR
) -> Problem:
    """Return a problem at a place of the filter, in code points from 1."""
    return Problem(severity, f"filter.{code}", message + ".", fix, Place(line=1, column=place))


MAX_DEPTH = 50  # brackets in brackets; evaluating them recurses

# Terms stand side by side and all must hold. OR binds looser than that, - and NOT tighter.
_GRAMMAR = r"""
start: either?
?either: all (_OR all)*
?all: factor (_AND? factor)*
?factor: (_MINUS | _NOT) factor -> negated
       | "(" either ")"
       | NAME SIGN (VALUE | PHRASE) -> compare
       | (WORD | PHRASE) -> find

NAME.2: /[^\s()":<>=!-][^\s()":<>=!]*(?=\s*(?:[<>!]=|[:<>=]))/
SIGN: /[<>!]=|[:<>=]/
VALUE: /[^\s()"]+/
WORD: /(?!(?:OR|AND|NOT)(?![^\s()"]))[^\s()":<>=-][^\s()":<>=]*/
PHRASE: /"(?:\\.|[^"\\])*"/s
_OR.3: /OR(?![^\s()"])/
_AND.3: /AND(?![^\s()"])/
_NOT.3: /NOT(?![^\s()"])/
_MINUS.3: /-(?=[^\s)])/
%ignore /\s+/
"""


def parse_filter(text: str) -> Node | Problem | None:
    """Return the parts of a filter, None for a blank one, or the problem with its column."""
    try:
        tree: Node | None = _parser().parse(text)  # type: ignore[assignment]  # the builder's
    except UnexpectedInput as error:
        return _explained(text, error)
    except _TooDeepError as error:
        return filter_problem(
            "too-deep", error.place, f"More than {MAX_DEPTH} brackets in each other", "use fewer"
        )
    return tree


class _TooDeepError(Exception):
    def __init__(self, place: int) -> None:
        self.place = place


class _DepthGuard:
    """Stops at the bracket that goes too deep, before anything is built."""

    always_accept = ()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        for token in stream:
            depth += (token.type == "LPAR") - (token.type == "RPAR")
            if depth > MAX_DEPTH:
                raise _TooDeepError((token.start_pos or 0) + 1)
            yield token


class _Builder(Transformer[Token, Node | None]):
    """Builds the parts while parsing, so that no tree is walked afterwards."""

    def start(self, parts: list[Node]) -> Node | None:
        return parts[0] if parts else None

    def either(self, parts: list[Node]) -> Node:
        return Either(tuple(parts))

    def all(self, parts: list[Node]) -> Node:
        return All(tuple(parts))

    def negated(self, parts: list[Node]) -> Node:
        part = parts[0]
        return part.part if isinstance(part, Not) else Not(part)

    def compare(self, tokens: list[Token]) -> Node:
        name, sign, value = tokens
        is_phrase = value.type == "PHRASE"
        return Compare(
            name=str(name),
            sign=Sign(str(sign)),
            value=unquoted(value) if is_phrase else str(value),
            quoted=is_phrase,
            name_place=(name.start_pos or 0) + 1,
            value_place=(value.start_pos or 0) + 1,
        )

    def find(self, tokens: list[Token]) -> Node:
        token = tokens[0]
        return Find(unquoted(token) if token.type == "PHRASE" else str(token))


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", transformer=_Builder(), postlex=_DepthGuard())


def _explained(text: str, error: UnexpectedInput) -> Problem:
    """Say what is wrong, in the words of someone who types a filter."""
    at = len(text)
    wanted: set[str] = set()
    if isinstance(error, UnexpectedCharacters):
        at, wanted = getattr(error, "pos_in_stream", 0), set(error.allowed)
    elif isinstance(error, UnexpectedToken):
        wanted = set(error.accepts)
        if error.token.type != "$END":
            at = error.token.start_pos or 0
    code, message, fix = _reason(text[at:], wanted)
    return filter_problem(code, at + 1, message, fix)


def _reason(rest: str, wanted: set[str]) -> tuple[str, str, str]:
    first = rest[:1]
    if first == '"':
        return "open-quote", "This quotation mark is never closed", 'add a closing "'
    if "VALUE" in wanted:
        return "no-value", "A value is missing here", "write one after the sign, as in tokens>500"
    if first and first in ":<>=!":
        return (
            "no-column",
            f"There is no column before this {first}",
            'put a column in front of it, or the whole text in "…" to search for it',
        )
    if first == "-":
        return "lone-minus", "This - leaves nothing out", "write a term right after it"
    if not rest and "RPAR" in wanted:
        return "open-bracket", "A bracket is never closed", "add a closing )"
    if first == ")" and ({"WORD", "_MINUS"} & wanted):
        return "empty", "Something is missing before this )", "write a term, or take it out"
    if first == ")":
        return "stray-bracket", "This ) closes no bracket", "take it out, or open one before"
    if not rest:
        return "unfinished", "The filter ends in the middle of a term", "write what is to follow"
    return "misplaced", "AND and OR stand between two terms", "write a term on both sides"
