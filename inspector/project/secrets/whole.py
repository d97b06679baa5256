"""What kind of text a whole one is, by which its parts and views are judged."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cached_property

from inspector.project.secrets.lexing import is_code

_TESTS = tuple(
    (needle, re.compile(form))
    for needle, form in (
        ("def test_", r"\bdef test_\w+\("),
        ("func test", r"\bfunc Test\w+\("),
        ("@test", r"@Test\b"),
        ("xctassert", r"\bXCTAssert\w*\("),
        ("#[test]", r"#\[test\]"),
        ("assert_", r"\bassert_(?:equal|not|raises|redirected\w*|response)\b"),
        ("class ", r"\bclass \w+Test\b"),
        ("[testmethod]", r"\[TestMethod\]"),
        ("extends testcase", r"extends TestCase\b"),
        ("self.assert", r"\bself\.assert\w+\("),
        ("import pytest", r"\bimport pytest\b"),
        ("[fact]", r"\[Fact\]"),
        ("[theory]", r"\[Theory\]"),
    )
)
"""What a test is known by: what is heard of it, and the form."""
_BLOCK = re.compile(r"(?:describe|it|test|context)\(?\s?[\"'`]")
"""What opens a test at the beginning of a line."""
_BLOCKS = tuple(
    word + sign
    for word in ("describe", "it", "test", "context")
    for sign in ("(", '"', "'", "`", ' "', " '", " `")
)
NEEDLES = (*(needle for needle, _ in _TESTS), *_BLOCKS)
"""What is listened for here."""
_PAIRS = re.compile(r"[:=>]\s{0,4}[\"']?([^\"'<>\r\n,{}]{1,80})[\"']?\s*(?:[,<}\r\n]|\Z)")
_LEAST_VALUES, _MUCH = 3, 40_000
"""Values of the smallest file of translations, and code points that are read of one."""


_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")


def is_word(value: str) -> bool:
    """Whether a value is letters alone, perhaps with spaces: a word of an interface may be so."""
    core = _ESCAPED.sub(lambda code: chr(int(code[1], 16)), value).strip(" :.!?…*()'’")
    # Marks are parts of letters in many scripts, and signs of no width join or part them.
    return (
        core.count("-") < 2
        and core != ""
        and all(
            sign.isalpha()
            or sign in " '’-().?…"
            or (not sign.isascii() and unicodedata.category(sign) in {"Mn", "Mc", "Cf", "Po"})
            for sign in core
        )
    )


def _begins_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()


class Whole:
    """A text, and what kind it is: found out once, and only where it is asked."""

    def __init__(self, text: str, heard: Mapping[str, list[int]]) -> None:
        """``heard`` has the places of ``NEEDLES``."""
        self.text = text
        self._heard = heard

    @cached_property
    def code(self) -> bool:
        """Whether the text is program code."""
        return is_code(self.text)

    @cached_property
    def interface(self) -> bool:
        """Whether most of its values are words: a file of translations."""
        words = 0
        values = [found[1] for found in _PAIRS.finditer(self.text[:_MUCH])]
        for value in values:
            words += is_word(value) and (not value.islower() or not value.isascii() or " " in value)
        return len(values) >= _LEAST_VALUES and words >= len(values) * 0.75

    @cached_property
    def tested(self) -> bool:
        """Whether the text is a test, where only what looks like a secret is one."""
        text, heard = self.text, self._heard
        return any(
            form.match(text, at) for needle, form in _TESTS for at in heard.get(needle, ())
        ) or any(
            _BLOCK.match(text, at) and _begins_line(text, at)
            for needle in _BLOCKS
            for at in heard.get(needle, ())
        )
