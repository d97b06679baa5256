"""From the text of a filter to its parts, or to the place where it stops making sense."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from inspector.core.problems import Problem
from inspector.present.table.filter_terms import (
    All,
    Compare,
    Either,
    Find,
    Node,
    Not,
    Sign,
    filter_problem,
    unquoted,
)

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
