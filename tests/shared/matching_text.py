"""A text that an expression matches, made from the expression itself."""

import re
import re._constants as ops  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import string
from functools import cache
from random import Random
from typing import Any

_SIGNS = string.ascii_letters + string.digits + "-_+/=.:,;!' \"\t\n"
_CLASSES = {
    ops.CATEGORY_DIGIT: str.isdigit,
    ops.CATEGORY_WORD: lambda sign: sign.isalnum() or sign == "_",
    ops.CATEGORY_SPACE: str.isspace,
    ops.CATEGORY_NOT_DIGIT: lambda sign: not sign.isdigit(),
    ops.CATEGORY_NOT_WORD: lambda sign: not (sign.isalnum() or sign == "_"),
    ops.CATEGORY_NOT_SPACE: lambda sign: not sign.isspace(),
}


def matching(form: re.Pattern[str], random: Random, value: str = "") -> str:
    """Return a text that a form may match; its group ``value`` is the value given.

    What must stand before or behind is part of it, what must not is left to chance.
    """
    tree = parser.parse(form.pattern, form.flags & ~re.UNICODE)
    names = {number: name for name, number in tree.state.groupdict.items()}
    return _Maker(random, value, names).of(tree)


class _Maker:
    def __init__(self, random: Random, value: str, names: dict[int, str]) -> None:
        self._random, self._value, self._names = random, value, names
        self._groups: dict[int, str] = {}

    def of(self, tree: Any) -> str:
        return "".join(self._one(op, told) for op, told in tree)

    def _one(self, op: Any, told: Any) -> str:
        if op is ops.LITERAL:
            return chr(told)
        if op in {ops.NOT_LITERAL, ops.ANY}:
            return next(sign for sign in "aZ" if ord(sign) != told)
        if op is ops.IN:
            return self._random.choice(_signs_in(tuple(told)))
        if op is ops.BRANCH:
            return self.of(self._random.choice(told[1]))
        if op in {ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT}:
            least, _, inner = told
            return "".join(self.of(inner) for _ in range(least))
        if op is ops.SUBPATTERN:
            number, *_, inner = told
            named = self._names.get(number) == "value" and self._value
            self._groups[number] = named or self.of(inner)
            return self._groups[number]
        if op is ops.ATOMIC_GROUP:
            return self.of(told)
        if op is ops.ASSERT:
            return self.of(told[1])
        return self._groups[told] if op is ops.GROUPREF else ""


@cache
def _signs_in(told: tuple[Any, ...]) -> list[str]:
    """Return the signs that a class holds."""
    negated = told[0][0] is ops.NEGATE

    def holds(sign: str) -> bool:
        return any(
            (op is ops.LITERAL and ord(sign) == what)
            or (op is ops.RANGE and what[0] <= ord(sign) <= what[1])
            or (op is ops.CATEGORY and _CLASSES[what](sign))
            for op, what in told
        )

    others = [chr(what) for op, what in told if op is ops.LITERAL]
    return [sign for sign in [*_SIGNS, *others] if holds(sign) is not negated]
