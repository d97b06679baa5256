"""English nouns in texts with places for numbers: one of something is no plural."""

from __future__ import annotations

import re
from collections.abc import Mapping

_PLURALS = (
    "blocks buckets bytes cards characters chunks commits compactions days entries errors"
    " expectations fields files findings items lines manifests members nodes overrides pieces"
    " pixels points policies problems receipts records requests rows seconds sessions"
    " signals summaries texts tokens turns units values warnings"
)
_SINGULARS = {
    noun: f"{noun[:-3]}y" if noun.endswith("ies") else noun[:-1] for noun in _PLURALS.split()
}
_VERBS = {" are": " is", " go": " goes", " have": " has", " lie": " lies", " were": " was"}
# A range such as "0–{most} tokens" is of many.
_COUNTED = re.compile(
    r"(?<!–)(\{(\w+)[^{}]*\} (?:(?!and |in |of |or |to )[\w-]+ )??)"
    rf"({'|'.join(_SINGULARS)})\b( (?:are|go|have|lie|were)\b)?"
)


def of_one(template: str, values: Mapping[str, object]) -> str:
    """Return an English template whose nouns are singular after each value that is one.

    Nouns are changed in the template only: what a value says stays as it is.
    """
    given = values.values()
    if 1 not in given and "1" not in given:
        return template

    def singular(found: re.Match[str]) -> str:
        value = values.get(found[2])
        if value != "1" and (value != 1 or isinstance(value, bool | float)):
            return found[0]
        return f"{found[1]}{_SINGULARS[found[3]]}{_VERBS.get(found[4], '')}"

    return _COUNTED.sub(singular, template)


def count_of(number: int, noun: str) -> str:
    """A number with its noun, as in ``1 file``, ``2 files`` and ``3 entries``."""
    several = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else several}"
