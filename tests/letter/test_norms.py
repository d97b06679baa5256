"""The list of norms has the documents' headings and names, and every place is in the program."""

from __future__ import annotations

import json
import re
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

import pytest

from inspector.present.rules_page import DOCUMENTS, norms, rules_page
from inspector.resources import resource_names

ROOT = Path(__file__).parents[2]
HEADINGS = json.loads((Path(__file__).parent / "headings.json").read_text("utf-8"))
"""The headings of each document in their order, with the names of fields, values and constants
that it has below each: those of examples and of its own code left out."""
NORMS = tuple(norms())


def test_every_heading_of_the_documents_is_in_the_list_in_its_order():
    listed = {
        document: [heading for heading, _ in groupby(one.heading for one in of)]
        for document, of in groupby(NORMS, key=lambda one: one.document)
    }
    assert listed == {document: list(headings) for document, headings in HEADINGS.items()}
    assert {f"norms/{one.lower()}.txt" for one in DOCUMENTS} == set(resource_names("norms"))


def test_every_name_that_a_document_has_below_a_heading_is_in_a_rule_there():
    for (document, heading), of in groupby(NORMS, key=lambda one: (one.document, one.heading)):
        said = " ".join(one.rule for one in of)
        for name in HEADINGS[document][heading]:
            assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said), (heading, name)


def test_a_heading_either_has_rules_with_places_or_says_why_it_has_none():
    for (_, heading), of in groupby(NORMS, key=lambda one: (one.document, one.heading)):
        rules = list(of)
        numbers = [one.number for one in rules]
        assert numbers in ([0], [*range(1, len(rules) + 1)]), heading
        assert all(bool(one.places) is bool(one.number) and one.rule for one in rules), heading


@pytest.mark.parametrize("place", sorted({place for one in NORMS for place in one.places}))
def test_every_place_is_in_the_program(place: str):
    module, _, name = place.partition(":")
    if not module.startswith("tests."):
        assert find_spec(f"inspector.{module}"), module
        assert not name or hasattr(import_module(f"inspector.{module}"), name)
        return
    path = ROOT / module.replace(".", "/")
    assert path.is_dir() or path.with_suffix(".py").is_file()
    assert not name or f"\ndef {name}(" in path.with_suffix(".py").read_text("utf-8")


def test_the_page_of_rules_shows_all_of_it():
    page = rules_page()
    assert all(f"| {one.heading} | {one.number or ''} | {one.rule} |" in page for one in NORMS)
