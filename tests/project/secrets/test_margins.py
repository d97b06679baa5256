"""What stands before the lines of a text, or around them, hides no secret."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from inspector.project.secrets import PatternScanner

VALUE = "T1g3r-Copper85"
TEXT = f"shelf ready\nexport SHELF_PASSWORD={VALUE[:7]}\\\n{VALUE[7:]}\nshelf open\n"
Frame = Callable[[str], str]


def framed(margin: str) -> Frame:
    """Return a frame with a margin before each line, in which 0 is the number of the line."""
    return lambda text: "\n".join(
        margin.replace("0", str(number)) + line for number, line in enumerate(text.split("\n"), 8)
    )


FRAMES = {
    "quotation": framed("> "),
    "quotation in a quotation": framed("> > "),
    "added lines": framed("+"),
    "hunk": lambda text: f"@@ -1,2 +1,4 @@ shelf\n {text.replace(chr(10), chr(10) + '+')}",
    "numbered": framed("   0\t"),
    "numbered by an editor": framed("  0→"),
    "numbered with a line": framed("0 │ "),
    "found by grep": lambda text: "$ grep -rn shelf\n" + framed("src/shelf.sh:0:")(text),
    "logged": framed("2026-03-0 shelf-76fd | "),
    "quotation in a listing": lambda text: framed("0\t")(framed("> ")(text)),
    "result of a tool": lambda text: json.dumps({"content": [{"text": text}]}),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_both_parts_of_a_value_are_found_in_a_frame(frame: Frame) -> None:
    text = frame(TEXT)
    found = PatternScanner().scan(text)
    for part in (VALUE[:7], VALUE[7:]):
        assert any(one.start <= text.index(part) < one.end for one in found)


@pytest.mark.parametrize(
    "text",
    [
        f" id | password\n----+----\n  1 | {VALUE}\n  2 | x\n  3 | y\n",
        f"user | password\nann1 | {VALUE}\nann2 | x\nann3 | y\n",
    ],
)
def test_a_column_of_a_table_is_no_margin(text: str) -> None:
    assert [text[one.start : one.end] for one in PatternScanner().scan(text)] == [VALUE]


def test_what_a_program_adds_is_no_margin() -> None:
    text = 'secret_key = "T1g3r"\n+ "-Copper85"\n+ "-x"\n+ "y"\n'
    (found,) = PatternScanner().scan(text)
    assert text[found.start : found.end].endswith('-x"\n+ "y')
