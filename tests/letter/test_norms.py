"""The list of norms has every heading of the documents, and every place is in the program."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import groupby
from pathlib import Path

import pytest

from inspector.present.norms import norms
from inspector.present.rules_page import rules_page

HEADINGS = json.loads((Path(__file__).parent / "headings.json").read_text("utf-8"))
NORMS = tuple(norms())


def test_every_heading_of_the_documents_is_in_the_list_in_its_order():
    listed = {
        document: [heading for heading, _ in groupby(one.heading for one in of)]
        for document, of in groupby(NORMS, key=lambda one: one.document)
    }
    assert listed == HEADINGS


def test_a_heading_either_has_rules_with_places_or_says_why_it_has_none():
    for one in NORMS:
        assert bool(one.places) is not one.rule.startswith("No rule: "), one


@pytest.mark.parametrize("place", sorted({place for one in NORMS for place in one.places}))
def test_every_place_is_in_the_program(place: str):
    module, _, name = place.partition(":")
    assert hasattr(import_module(f"inspector.{module}"), name)


def test_the_page_of_rules_shows_all_of_it():
    page = rules_page()
    assert all(f"| {one.heading} | {one.rule} |" in page for one in NORMS)
