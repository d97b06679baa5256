"""The names that stand over a literal: what a reader of the structure sees, in any language.

A text is read where something in it tells: from the line above a name to some lines below. There it
is split into literals, words and signs, brackets are matched, and from each literal the way leads
outward: what it is given to, the parameter and the function that take it, the member that holds it
and that one's parents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.project.secrets.lexing import PAIRS, Tokens
from inspector.project.secrets.sides import COMPARES, STORES, Name, NameRole, Side, says_little

_NAMED_BY = frozenset(("name", "key", "Name", "Key", "id", "field", "header", "variable", "k"))
_WRAPPER = re.compile(
    r"(?:.*(?:\.|::|->))?(?:\[\]byte|from\w*|\w*bytes?|bytearray|\w*decode\w*|\w*encode\w*|b64\w*|\w*hex\w*"
    r"|str|string\w*|text|char\w*|some|just|ok|new|of|wrap|atob|btoa|secur\w+|secret\w*|utf8\w*"
    r"|\w*password\w*|concat|join|format|list\w*|tuple|set|array\w*|n|final|sha256|sensitive|nonsensitive"
    r"|unquote|convert_\w+|decodeuri\w*|get_?string|field|lazy|option_env"
    r"|s?printf|paste0?|implode|dedent|clean_?doc|trim\w*|unwrap_or\w*|or|orelse\w*|getorelse|default\w*|or_default|fernet|dict|map\w*|append|push|std|quote|data|\w*parse\w*|pack)!?",
    re.IGNORECASE,
)
_GETTER = re.compile(
    r"(?:.*(?:\.|::|->|_))?(?:get\w*|env|fetch|environ\w*|pop|setdefault|lookup|config|read\w*|var|value"
    r"|param\w*|option|opt|flag|string\w*|from\w*env\w*|find|default)",
    re.IGNORECASE,
)
_BY_KEY = re.compile(r".*\.get_?string", re.IGNORECASE)
"""What looks up a value by its key, where that is a literal."""

_TYPES_IN = re.compile(r"fill|type|sendkeys|send_keys|set|settext|setvalue|val|with", re.IGNORECASE)
_COMPARING = re.compile(
    r"(?:.*(?:\.|::|->))?(?:equals\w*|eql|compare\w*|\w*_equals?|str\w*n?cmp|secure_?compare"
    r"|constanttimecompare|compare_digest|fixedtimeequals|tobe|toequal|tostrictequal)",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"(?:\A|[._])(?:http_?|basic_?)?(?:auth|login|cred(?:ential)?s)\Z", re.IGNORECASE
)
_NO_TYPES = frozenset(("new", "return", "await", "in", "throw", "raise", "else", "puts", "print"))
_FOR_KEY = re.compile(r"for\w*(?:Key|Field|Name)|key|name")
_MOST_FRAMES = 6
_MOST_ARGUMENTS = 200


def names_over(tokens: Tokens, at: int) -> tuple[Name, ...]:
    """Return the names that stand over a literal, the nearest first."""
    return tuple(_Way(tokens).outward(at))


class _Way:
    """The way from one literal to the names over it."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._pair: tuple[int, int] | None = None

    def outward(self, at: int) -> Iterator[Name]:
        tokens = self._tokens
        yield from self._behind(at)
        named = False
        for depth in range(_MOST_FRAMES):
            stop = tokens.outer[at]
            own = Side(tokens, at, stop, named=named).names
            yield from own
            login = self._pair and any(_LOGIN.search(one.text) for one in own)
            if login and self._pair and len(self._commas(*self._pair)) == 1:
                yield Name(NameRole.GIVEN, "login password")
            named = named or any(one.role is not NameRole.BEFORE for one in own)
            if not all(map(says_little, own)):
                yield from self._among(stop)
                return
            opener = tokens.signs[stop] if stop >= 0 else ""
            if named and depth == 0:
                yield from self._members(at, stop)
            if stop < 0:
                yield from self._section(at) if named else ()
                return
            head = self._head(stop)
            if (own and opener == "{" and not named) or self._is_key(at, stop, head):
                return
            if opener == "{" and tokens.partner.get(stop) == at + 1 == stop + 2 and stop > 0:
                if head:
                    yield Name(NameRole.GIVEN, head)
                    return
                # A block with nothing but a value: `fetch("NAME") { "…" }`.
                yield from self._called(stop - 1, NameRole.LOOKUP)
            if opener == "(":
                yield from self._call(at, stop, head)
                if (depth and named) or (not named and head and not _WRAPPER.fullmatch(head)):
                    return
            elif opener == "[" and head and tokens.ends[stop - 1] == tokens.starts[stop]:
                return
            self._pair = (at, stop) if not head else None
            at = self._begin(stop)

    def _is_key(self, at: int, stop: int, head: str) -> bool:
        """Whether a literal is the key by which a value is looked up."""
        first = at == stop + 1 and self._tokens.kinds[at] == "literal"
        return first and _BY_KEY.fullmatch(head) is not None

    def _among(self, stop: int) -> Iterator[Name]:
        """Yield the plural of which every member is one: `tokens: {ci: …}`."""
        tokens = self._tokens
        if stop > 0 and tokens.signs[stop] == "{":
            for one in Side(tokens, stop, tokens.outer[stop], named=True).names:
                if one.text.lower().endswith("s"):
                    yield Name(NameRole.AMONG, one.text)

    def _called(self, closing: int, role: NameRole) -> Iterator[Name]:
        """Yield the last argument of a call that ends at a bracket: of `fetch("NAME")`."""
        tokens = self._tokens
        opening = tokens.partner.get(closing, -1)
        if tokens.signs[closing] == ")" and 0 < closing - opening < 12:
            inner = [
                k for k in range(opening + 1, closing) if tokens.kinds[k] in {"literal", "word"}
            ]
            yield from [Name(role, tokens.value(k)) for k in inner[-1:]]

    def _members(self, at: int, stop: int) -> Iterator[Name]:
        """Yield what the members beside a value say: `{"name": "DB_PASSWORD", "value": …}`."""
        tokens = self._tokens
        first, last = max(stop, at - 24), min(len(tokens.kinds) - 2, at + 14)
        for k in range(first + 1, last):
            key = tokens.value(k).rpartition(":")[2]
            kinds = {"literal", "word"} if key == "id" else {"literal"}
            given = tokens.signs[k + 1] in {":", "=", "=>"} and tokens.kinds[k + 2] in kinds
            patched = key == "path" and tokens.value(at - 2) == "value"
            if given and tokens.outer[k] == stop and (patched or key in _NAMED_BY):
                yield Name(NameRole.BESIDE_MEMBER, tokens.value(k + 2))

    def _section(self, at: int) -> Iterator[Name]:
        """Yield the section of settings in which a line stands."""
        text, place = self._tokens.text, self._tokens.starts[at]
        begin = text.rfind("\n[", max(0, place - 2000), place) + 1
        if text.startswith("[", begin):
            section = text[begin + 1 : text.find("]", begin)]
            if len(section) < 60:
                yield Name(NameRole.PARENT, section)

    def _behind(self, at: int) -> Iterator[Name]:
        """Yield what a literal is compared with by a method, or named by behind it."""
        tokens = self._tokens
        words = [tokens.value(one) for one in range(at + 1, min(at + 5, len(tokens.kinds)))]
        if len(words) == 4 and words[1].lower().startswith("equals"):
            yield Name(NameRole.COMPARED, words[3])
        elif len(words) > 1 and words[0] in COMPARES:
            yield Name(NameRole.COMPARED, words[1])

    def _head(self, opener: int) -> str:
        """The word before a bracket: the function, or what is looked into."""
        if opener == 0:
            return ""
        at = opener - 1
        tokens = self._tokens
        if tokens.signs[at] == "!" and at > 0:
            at -= 1
        if tokens.signs[at] == ">":
            return "new"
        if tokens.signs[at] == "]":
            at = max(tokens.partner.get(at, 0) - 1, 0)  # of types: `connect[IO](…)`
        return tokens.value(at) if tokens.kinds[at] == "word" else ""

    def _begin(self, opener: int) -> int:
        """Where the expression begins that ends in a bracket: its head, or the bracket."""
        tokens, at = self._tokens, opener
        if tokens.signs[opener] == "{":
            # A block or an object with a label before it: `variable "x" {`, `Config {`.
            return at
        while at > 0:
            before = at - 1
            if tokens.kinds[before] == "word" and tokens.signs[before] not in {"return", "or"}:
                return before
            literal = tokens.kinds[before] == "literal" and tokens.signs[at] == "."
            if not literal and tokens.signs[before] not in {".", "!", "?"}:
                return at
            at = before
        return at

    def _call(self, at: int, stop: int, head: str) -> Iterator[Name]:
        """Yield what stands beside a literal among the arguments of a call, and the function."""
        tokens = self._tokens
        commas = self._commas(at, stop)
        place = len(commas) + 1
        if commas:
            yield from self._argument_before(commas[0], stop, head)
        elif at - stop > 2 and tokens.kinds[stop + 1] == "word" and self._is_list(at, stop):
            yield Name(NameRole.CALL, tokens.value(stop + 1), at - stop - 1)  # of Lisp
        after = [at + 1, at + 2, at + 3, at + 4]
        if after[-1] < len(tokens.signs) and tokens.signs[at + 1] == ",":
            literal = next((one for one in after if tokens.kinds[one] == "literal"), -1)
            if literal >= 0 and _FOR_KEY.fullmatch(tokens.value(at + 2)):
                yield Name(NameRole.LOOKUP, tokens.value(literal))
        joined = stop > 1 and tokens.ends[stop - 1] == tokens.starts[stop]
        declared = head and joined and place == 1 and tokens.kinds[stop - 2] == "word"
        if declared and tokens.value(stop - 2) not in _NO_TYPES:
            yield Name(NameRole.GIVEN, head)  # a declaration: `std::string password("…")`
        if (
            _TYPES_IN.fullmatch(head.rpartition(".")[2])
            and stop > 2
            and tokens.signs[stop - 2] == "."
        ):
            yield from self._called(stop - 3, NameRole.GIVEN)
        if _COMPARING.fullmatch(head):
            yield from self._compared(at, stop, head)
        if head:
            yield Name(NameRole.CALL, head, place)

    def _commas(self, at: int, stop: int) -> list[int]:
        """Return the commas between the arguments before a place, the nearest first."""
        tokens = self._tokens
        commas: list[int] = []
        k = at - 1
        while k > stop and at - k < _MOST_ARGUMENTS:
            if tokens.signs[k] in PAIRS and tokens.partner.get(k, -1) > stop:
                k = tokens.partner[k]
            elif tokens.signs[k] == ",":
                commas.append(k)
            k -= 1
        return commas

    def _is_list(self, at: int, stop: int) -> bool:
        """Whether nothing but words, literals and numbers stands before a place."""
        tokens = self._tokens
        return at - stop < 12 and all(
            tokens.kinds[k] in {"literal", "word"} or tokens.signs[k][:1].isdigit()
            for k in range(stop + 1, at)
        )

    def _compared(self, at: int, stop: int, head: str) -> Iterator[Name]:
        """Yield what a function compares a literal with: its other argument, or whose it is."""
        tokens = self._tokens
        ends = range(at, min(at + 24, len(tokens.signs)))
        closing = next((k for k in ends if tokens.partner.get(k) == stop), at)
        words = (k for k in range(stop + 1, closing) if tokens.kinds[k] in {"literal", "word"})
        others = [k for k in words if k != at and tokens.signs[k + 1] != "("]
        if "." in head and not others:
            yield Name(NameRole.COMPARED, head.rpartition(".")[0])
        yield from (Name(NameRole.COMPARED, tokens.value(k)) for k in others)

    def _argument_before(self, comma: int, stop: int, head: str) -> Iterator[Name]:
        """Yield the argument before, where it is one word or literal."""
        tokens = self._tokens
        before = comma - 1
        while before > stop and tokens.kinds[before] == "line":
            before -= 1
        if before <= stop or tokens.kinds[before] not in {"literal", "word"}:
            return
        simple = before - 1 <= stop or (
            tokens.signs[before - 1] in {",", "(", ":", "*", "&"}
            or tokens.kinds[before - 1] in {"line", "word"}
        )
        if simple:
            lookup = tokens.kinds[before] == "literal" and _GETTER.fullmatch(head)
            role = NameRole.LOOKUP if lookup or STORES.fullmatch(head) else NameRole.BESIDE
            yield Name(role, tokens.value(before))
