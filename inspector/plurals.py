"""English nouns in texts with places for numbers: one of something is no plural."""

from __future__ import annotations

import re
from collections.abc import Mapping

_PLURALS = (
    "answers artifacts backgrounds blocks branches breakpoints buckets budgets bytes calls"
    " candidates cards causes cells changes characters choices chunks commits compactions"
    " compositions conditions conflicts days definitions documents entries errors events"
    " expectations fetches fields files findings groups headings hits ids inconsistencies items"
    " judgements labels limits lines manifests members memories messages mismatches modes nodes"
    " notes notices outputs overlaps overrides pairs parts passages paths pieces pixels places"
    " points policies problems questions reads receipts records relations requests resamples"
    " redactions results rows rules runs scores seconds sessions signals sources spans states steps"
    " subjects summaries symbols targets texts things times tokens totals turns units values"
    " verdicts warnings"
)


def _singular(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith("ches") else noun[:-1]


_SINGULARS = {noun: _singular(noun) for noun in _PLURALS.split()}
_IRREGULAR = {" are": " is", " go": " goes", " have": " has", " were": " was"}
_VERBS = _IRREGULAR | {
    f" {verb}": f" {verb}s"
    for verb in ["belong", "compete", "differ", "equal", "hold", "lie", "name", "remain", "stay"]
}
# A range such as "0–{most} tokens" is of many. What it is part of stands before its verb.
_COUNTED = re.compile(
    r"(?<!–)(\{(\w+)[^{}]*\} (?:(?!and |in |of |or |to )[\w-]+ )??)"
    rf"({'|'.join(_SINGULARS)})\b"
    rf"(?:( of(?: (?!that |which |who)[\w-]+)+?|)((?:{'|'.join(_VERBS)})\b))?"
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
        part_of, verb = found[4] or "", _VERBS.get(found[5], "")
        return f"{found[1]}{_SINGULARS[found[3]]}{part_of}{verb}"

    return _COUNTED.sub(singular, template)


def noun_of(number: str, words: str) -> str:
    """Words for what a number counts, as ``file in full text`` after ``1``."""
    return of_one(f"{{n}} {words}", {"n": number}).removeprefix("{n} ")


def of_kind(number: int, kind: str) -> str:
    """A number with the name of a kind of things, as in ``1 part of answers``."""
    return f"{number:,} {noun_of(str(number), kind)}"


def count_of(number: float, noun: str, form: str = ",") -> str:
    """A number with its noun, as in ``1 file``, ``2 files`` and ``3 entries``."""
    several = f"{noun[:-1]}ies" if noun.endswith(("cy", "ry")) else f"{noun}s"
    return f"{number:{form}} {noun if abs(number) == 1 else several}"
