"""What stands on the left of a value in its own brackets, and how it stands over it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from inspector.project.secrets.lexing import PAIRS, Tokens

_GIVES = frozenset(("=", ":", "=>", "->", "<-", "<<-", ":=", "::=", "?=", "??=", "||=", "+="))
COMPARES = frozenset(("==", "===", "!=", "!==", "=~"))
"""Signs that compare two sides."""
_OTHERWISE = frozenset(("||", "??", "?:", "or", "else"))
_ENDS = frozenset((",", ";", "&&", "in", "case", "when", "import", "from", "require"))
_JOINS = frozenset(("+", ".", "..", "&", "||", "??", "="))
_END = -1
_OPEN = frozenset("([{")
_CONTINUES = frozenset("=+,([{.&|:?\\%") | _GIVES | _OTHERWISE | {"return", "..", "or"}
_NEUTRAL = re.compile(
    r"(?:\w+_)?(?:value|val|default\w*|content|contents|data|plain|plaintext|text|raw|string|str|current"
    r"|fallback|unset|otherwise|with|_|prod|production|dev|development|test|staging|live|base64|primary|body|to_string|hex\w*|bytes"
    r"|com|org|net|io)",
    re.IGNORECASE,
)
STORES = re.compile(
    r"(?:.*(?:\.|::|->))?(?:set\w*|put\w*|define|add\w*|of|header|setenv|append|store|config\w*|with\w*"
    r"|entry|pair|map|regwrite|insert|update|register|fill\w*|type|strcpy)",
    re.IGNORECASE,
)
"""Functions that give a value to what the argument before names."""

_FUNCTION = re.compile(r"\b(?:def|func|fun|fn|function|sub)[ \t]+(\w+)")
_OR_ELSE = re.compile(
    r"unwrap_or\w*|orElse\w*|getOrElse|or_else|or|default\w*|fetch", re.IGNORECASE
)
_PART = re.compile(r"[.:]")
_SETS = re.compile(r"set[a-z]?|def[a-z]*")
_MOST_STEPS = 60


class NameRole(Enum):
    """How a name stands over a value."""

    GIVEN = "given to"
    COMPARED = "compared with"
    LOOKUP = "default of"
    RETURNED = "returned by"
    CALL = "argument of"
    BESIDE = "beside"
    BEFORE = "behind"
    BESIDE_MEMBER = "member beside"
    PARENT = "in"
    AMONG = "one of"


@dataclass(frozen=True, slots=True)
class Name:
    """A name that stands over a value, and how; ``place`` counts the arguments of a call from 1."""

    role: NameRole
    text: str
    place: int = 0


class Side:
    """What stands on the left of a place in its own brackets, and how it stands over it."""

    def __init__(self, tokens: Tokens, at: int, stop: int, *, named: bool) -> None:
        self.names: list[Name] = []
        self._tokens = tokens
        self._at = at
        self._stop = stop
        self._outer = NameRole.PARENT if named else NameRole.GIVEN
        self._role = NameRole.PARENT if named else NameRole.BEFORE
        if tokens.kinds[at] == "word" and _OR_ELSE.fullmatch(tokens.value(at).rpartition(".")[2]):
            self._role = NameRole.LOOKUP
        self._given = self._condition = self._keyed = False
        k, count = at - 1, 0
        while k > stop and count < _MOST_STEPS:
            count += 1
            k = self._step(k, first=count == 1, near=count < 8)

    def _step(self, k: int, *, first: bool, near: bool) -> int:
        """Read one token; return the place of the next, −1 for the end."""
        tokens, sign = self._tokens, self._tokens.signs[k]
        if tokens.kinds[k] == "line":
            return self._line(k)
        little = not self._given or all(map(says_little, self.names))
        if sign == "," and self._given and self.names and self.names[-1].text in {"_", "err", "ok"}:
            return k - 1  # of several that are given at once
        if sign == "," and little and near and k > 0:
            self.names += _beside_comma(tokens, k, self._stop)
            return _END
        if sign in _ENDS or (sign == "<" and self._given):
            return _END  # an attribute has the name of no sentence before its element
        if sign in PAIRS:
            return self._group(k)
        if sign in {"return", "yield"}:
            self.names += _returned(tokens, self._at, self._stop)
            return _END
        if not self._is_sign(k, sign, first=first):
            return self._word(k, first=first)
        return k - 1

    def _is_sign(self, k: int, sign: str, *, first: bool) -> bool:
        """Take the meaning of a sign that gives, compares or chooses, if it is one."""
        if sign in COMPARES:
            self._role, self._given, self._condition = NameRole.COMPARED, True, False
        elif sign in _OTHERWISE or (sign == "//" and self._tokens.signs[k - 1] in {"}", ")"}):
            self._role = NameRole.LOOKUP
        elif sign == "?":
            self._condition = True
        elif sign in _GIVES or (sign == "to" and first and self._tokens.kinds[k - 1] == "literal"):
            self._role, self._given, self._condition = self._outer, True, False
        else:
            return False
        return True

    def _word(self, k: int, *, first: bool) -> int:
        tokens = self._tokens
        kind = tokens.kinds[k]
        literal = kind == "literal" and (self._given or tokens.signs[self._at] == "{")
        if not literal and (kind != "word" or self._condition):
            return k - 1
        if literal and self._keyed:
            return _END
        option = (
            first
            and self._role is NameRole.BEFORE
            and tokens.signs[k - 1] in {"-", "--"}
            and tokens.ends[k - 1] == tokens.starts[k]
        )
        attribute = (
            first and tokens.signs[k - 1] == "@" and (k < 2 or tokens.kinds[k - 2] == "line")
        )
        option = option or (first and self._role is NameRole.BEFORE and self._is_set(k))
        said = tokens.value(k)
        if self._role is NameRole.COMPARED and tokens.signs[k + 1] == "(" and "." in said:
            said = said.rpartition(".")[0]  # of a call: `password.trim() == "…"`
        name = Name(NameRole.GIVEN if option or attribute else self._role, said)
        self._keyed = self._keyed or (self._given and not says_little(name))
        self.names.append(name)
        if self._role is NameRole.COMPARED:
            return _END
        if self._role is NameRole.BEFORE and first and (phrase := self._phrase(k)):
            self.names.append(Name(self._role, phrase))
        return k - 1

    def _is_set(self, k: int) -> bool:
        """Whether what stands before a name sets it: `set -x NAME "…"`, `setx NAME "…"`."""
        while k > 1 and self._tokens.signs[k - 2] == "-":
            k -= 2
        return k > 0 and _SETS.fullmatch(self._tokens.value(k - 1)) is not None

    def _line(self, k: int) -> int:
        """Return the last token of the line above, where what it says goes on in this one."""
        tokens = self._tokens
        while k > self._stop and tokens.kinds[k] == "line":
            k -= 1
        if k <= self._stop:
            return _END
        if tokens.signs[k] in _CONTINUES and not self._given:
            return k
        first = self._at
        while first > 0 and tokens.kinds[first - 1] != "line":
            first -= 1
        joined = tokens.signs[first] in _JOINS and tokens.signs[first : first + 2] != ["..", "."]
        joined = joined or (tokens.signs[first] == "|" and not self._given)  # types to choose from
        adjacent = tokens.kinds[k] == "literal" and first == self._at
        return k if joined or adjacent else _END

    def _group(self, k: int) -> int:
        """Read what is in brackets: the member that is looked up."""
        tokens = self._tokens
        opening = tokens.partner.get(k, -1)
        variable = opening > 0 and tokens.value(opening - 1) == "ENV"
        if opening <= self._stop or not (tokens.signs[k] != "}" or self._given):
            return _END
        if self._role is not NameRole.BEFORE and k - opening < 8:
            symbol = tokens.signs[k] == "}" or tokens.signs[opening + 1] == ":"
            symbol = symbol or tokens.value(opening - 1) == "env"
            symbol = symbol or (k - opening == 2 and tokens.signs[k] == ")")  # `DATA(password) =`
            kinds = {"literal", "word"} if symbol else {"literal"}
            inner = [one for one in range(opening + 1, k) if tokens.kinds[one] in kinds]
            role = NameRole.GIVEN if self._given or variable else self._role
            chosen = inner[-1:] if role is NameRole.LOOKUP else inner[:1]
            self.names += [Name(role, tokens.value(one)) for one in chosen]
        return opening - 1

    def _phrase(self, k: int) -> str:
        first = k
        while first - 1 > self._stop and k - first < 2 and self._tokens.kinds[first - 1] == "word":
            first -= 1
        text = self._tokens.text[self._tokens.starts[first] : self._tokens.ends[k]]
        return text if first < k else ""


def _beside_comma(tokens: Tokens, comma: int, stop: int) -> Iterator[Name]:
    """Yield a name before a comma: `{password, "…"}`, or a call without brackets."""
    opener = tokens.signs[stop] if stop >= 0 else ""
    kind = tokens.kinds[comma - 1]
    beside = tokens.value(comma - 1) if kind in {"literal", "word"} else ""
    pair = opener == "{" and comma - stop < (4 if kind == "word" else 3)
    if beside and (pair or beside.startswith("--")):
        yield Name(NameRole.GIVEN, beside)
    if kind == "word" and tokens.signs[comma - 2] == ":":
        yield Name(NameRole.BESIDE, beside)  # a symbol: `set :session_secret, "…"`
    if opener not in {"", "{"}:
        return
    place, k = 2, comma - 1
    while k > stop and tokens.kinds[k] != "line" and comma - k < 12:
        sign = tokens.signs[k]
        place += sign == ","
        if sign in _GIVES or sign in PAIRS:
            return
        first = k - 1 <= stop or tokens.kinds[k - 1] == "line"
        if first and tokens.kinds[k] == "word" and tokens.kinds[k + 1] in {"literal", "word"}:
            if kind == "literal":
                stored = STORES.fullmatch(tokens.value(k))
                yield Name(NameRole.LOOKUP if stored else NameRole.BESIDE, beside)
            yield Name(NameRole.CALL, tokens.value(k), place)
        k -= 1


def _returned(tokens: Tokens, at: int, stop: int) -> Iterator[Name]:
    """Yield the function whose body begins at a bracket, or above by its indent."""
    if stop < 0:
        before = tokens.text[max(0, tokens.starts[at] - 300) : tokens.starts[at]]
        yield from [Name(NameRole.RETURNED, one[1]) for one in _FUNCTION.finditer(before)][-1:]
        return
    for k in range(stop - 1, max(-1, stop - 13), -1):
        if tokens.signs[k] == ")":
            opening = tokens.partner.get(k, -1)
            if opening > 0:
                yield Name(NameRole.RETURNED, tokens.value(opening - 1))
            return


def says_little(name: Name) -> bool:
    """Whether a name says so little that those around it count, too."""
    return (
        name.role is NameRole.BEFORE or _NEUTRAL.fullmatch(_PART.split(name.text)[-1]) is not None
    )
