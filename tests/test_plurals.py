"""No text of the program says "1 cards": nouns after a number are written where one is known."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import inspector
from inspector import plurals
from inspector.plurals import count_of, noun_of, of_kind, of_one

SOURCES = sorted(Path(inspector.__file__).parent.rglob("*.py"))
# A number in a text, and a word that ends as plurals do, with up to two words between them.
COUNTED = re.compile(
    r"(?<!–)\{(\w+)[^{}]*\} ((?:(?!and |in |is |of |or |to |was )[\w-]+ ){0,2}?)([a-z]+(?<!s)s)\b"
)
# Words that end so and are no plurals, after a number or a name.
NO_PLURALS = re.compile(
    "always|as|asks|becomes|begins|belongs|comes|competes|contains|declares|differs|does|ends"
    "|equals|exceeds|follows|goes|has|holds|is|its|lens|lies|means|names|needs|recovers|remains"
    "|repeats|says|stands|stays|takes|this|uses|was"
)
# The number is two at least, or chooses its text; or the text is the specification's own.
NEVER_ONE = {
    *("{entities} injected entity cards", "{what} repeat what is", "{n} older ones"),
    *("{count:,} narrower ones", "{overrides:,} default rules", "{self__waiting} lines"),
    *("{encoding} counts", "{known_0} counts", "{self__encoding_name} without cuts"),
    *("{divider:,} for knowledge cards", "{used:,} used with separators"),
    *("{len_run} times", "{rises} times", "{times} times", "{number:,} with headings"),
    *("{len_several} requests", "{len_variants} policies", "{pair_difference_100} points"),
    *("{given_tokens_after} tokens", "{turn_budget_violation_count} violations"),
    *("{len_entries} messages", "{most_members} members", "{actual} chars"),
}


def _templates() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of everything with places for values."""
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parts = {
            id(part)
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for part in node.values
        }
        for node in ast.walk(tree):
            place = f"{path.parent.name}/{path.name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if "{" in node.value and id(node) not in parts:
                    names = re.findall(r"\{(\w+)", node.value)
                    yield place, of_one(node.value, dict.fromkeys(names, 1))
            elif isinstance(node, ast.JoinedStr):
                yield place, "".join(map(_part, node.values))


def _part(part: ast.expr) -> str:
    """A part of an f-string as a template has it; a constant of a module is one number for ever."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    written = ast.unparse(part.value)
    if re.search(r"\b_?[A-Z][A-Z_]+\b", written) or written.startswith(("count_of(", "_count(")):
        return "…"
    return "{" + (re.sub(r"\W+", "_", written).strip("_") or "value") + "}"


def test_no_text_of_the_program_says_a_plural_of_one() -> None:
    wrong = [
        f"{place}: {found[0]}"
        for place, template in _templates()
        for found in COUNTED.finditer(template)
        if not NO_PLURALS.fullmatch(found[3]) and found[0] not in NEVER_ONE
    ]
    assert wrong == []


def test_no_text_of_the_program_says_that_one_of_something_are() -> None:
    nouns = "|".join(plurals._SINGULARS.values())
    one = re.compile(
        rf"\{{\w+[^{{}}]*\}} (?:[\w-]+ )?({nouns})(?: of [\w -]+?)? (are|were|have|stay|remain)\b"
    )
    wrong = [f"{place}: {found[0]}" for place, text in _templates() for found in one.finditer(text)]
    assert wrong == []


def test_a_verb_fits_its_number_also_behind_what_it_is_part_of() -> None:
    said = "{n} tokens of the window stay free, {m} cards of its matter are in."
    one = "{n} token of the window stays free, {m} card of its matter is in."
    assert of_one(said, {"n": "1", "m": 1}) == one
    assert of_one(said, {"n": 2, "m": 2}) == said
    asked = "{n} tokens of what are called files that are left"
    assert of_one(asked, {"n": 1}) == "{n} token of what is called files that are left"


def test_a_kind_of_things_is_singular_where_there_is_one() -> None:
    kinds = ("messages of a person", "parts of answers", "records of the conversation")
    assert [of_kind(1, kind) for kind in kinds] == [
        "1 message of a person",
        "1 part of answers",
        "1 record of the conversation",
    ]
    assert [noun_of(said, "files in full text") for said in ("1", "2")] == [
        "file in full text",
        "files in full text",
    ]
    assert of_kind(1234, "parts of answers") == "1,234 parts of answers"


def test_a_number_stands_with_the_noun_that_fits_it() -> None:
    said = [count_of(number, "more entry") for number in (0, 1, 2, 1000)]
    assert said == ["0 more entries", "1 more entry", "2 more entries", "1,000 more entries"]
    assert [count_of(change, "token", "+,g") for change in (-1.0, 2.0)] == ["-1 token", "+2 tokens"]
