"""Letting labels wrap long names, which have no spaces."""

from __future__ import annotations

import re

from inspector.present.why import Step

_LONG = 10  # characters; shorter names have room wherever they stand
_WORD = re.compile(r"\S+")
_JOINT = re.compile(r"([_/.:=-])(?=[^\s_/.:=-])")
_BREAK = "\u200b"  # of no width


def breakable(text: str) -> str:
    """Return a text whose long words may be wrapped after underscores, slashes and the like."""
    return _WORD.sub(_with_breaks, text)


def wrapping(step: Step) -> Step:
    """Return a line of an explanation whose texts may be wrapped so."""
    return Step(breakable(step.label), breakable(step.working), step.result)


def _with_breaks(word: re.Match[str]) -> str:
    return word[0] if len(word[0]) <= _LONG else _JOINT.sub(rf"\1{_BREAK}", word[0])
