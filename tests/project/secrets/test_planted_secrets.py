"""Every plant is found by itself: no other file gives its value away."""

from __future__ import annotations

import pytest

from inspector.project.secrets import PatternScanner
from tests.shared.planted_secrets import plants

SCANNER = PatternScanner()
QUOTES = ('"""', "'''")
VALUE = "gazwwaxnq" + "653521"


def test_a_plant_is_found_without_its_neighbours() -> None:
    missed = [plant.path for plant in plants() if not SCANNER.scan(plant.text)]
    assert missed == []


def test_no_two_plants_share_a_value() -> None:
    marks = [mark for plant in plants() for mark in plant.marks]
    assert len(marks) == len({*marks})


def found_in(text: str) -> list[str]:
    """Return what is found in a text."""
    return [text[one.start : one.end] for one in SCANNER.scan(text)]


@pytest.mark.parametrize("name", ["api_key", "password", "token", "client_secret"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        *((f" = {quote}\n", quote) for quote in QUOTES),
        *((f" = {quote}\r\n    ", f"\r\n{quote}") for quote in QUOTES),
        *((f": {quote}\n\n\n", quote) for quote in QUOTES),
        *((f" = {quote}\n{' ' * 200}", f"\n{quote}") for quote in QUOTES),
        (' = textwrap.dedent("""\\\n    ', '\n""")'),
        (" = `\n", "`;"),
        (" = <<EOT\n", "\nEOT"),
        (" = <<~'END'\n  ", "\n  END"),
    ],
)
@pytest.mark.parametrize(
    "around", ["{}\n", "import os\n\n\ndef f(x):\n    return os.stat(x)\n\n{}\n"]
)
def test_a_value_may_begin_below_what_opens_its_literal(
    around: str, name: str, before: str, after: str
) -> None:
    assert found_in(around.format(f"{name}{before}{VALUE}{after}")) == [VALUE]


def test_a_member_of_an_object_may_be_in_backticks() -> None:
    assert found_in(f"const a = {{ apiKey: `\n{VALUE}` }};\n") == [VALUE]


@pytest.mark.parametrize(
    "value", ["\n", "\n  changeme\n", "\n${PASSWORD}\n", "\nWhat it is for.\n"]
)
@pytest.mark.parametrize("quote", [*QUOTES, "`"])
def test_a_literal_over_lines_without_a_secret_is_none(quote: str, value: str) -> None:
    assert found_in(f"password = {quote}{value}{quote}\n") == []
