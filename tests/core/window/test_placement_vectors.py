"""Placement agrees with an independent reading of the document, but where it clamps."""

import dataclasses
from typing import Any

import pytest

from inspector.core.window.placement import place
from tests.shared.vectors import cases

# Literal readings of values out of range; here they are clamped, each with a problem.
CLAMPED = {"future_timestamp", "rag_out_of_range", "negative_revenue"}


def agree(ours: Any, theirs: Any) -> bool:
    if dataclasses.is_dataclass(ours):
        ours = {name: getattr(ours, name) for name in theirs}
    if isinstance(theirs, dict):
        return all(agree(ours[name], value) for name, value in theirs.items())
    if isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(agree, ours, theirs))
    if isinstance(theirs, int | float):
        return abs(ours - theirs) <= 1e-9
    return bool(ours == theirs)


@pytest.mark.parametrize("tag", sorted({case["tag"] for case in cases("window")} - CLAMPED))
def test_every_field_equals_the_reading(tag):
    for case in cases("window"):
        if case["tag"] != tag:
            continue
        report = place(**case["input"])
        for field, expected in case["expected"].items():
            assert agree(getattr(report, field), expected), (field, case["input"])
        assert report.ledger.balances


def test_a_relevance_over_1_counts_as_1_and_is_a_problem():
    (case,) = [case for case in cases("window") if case["tag"] == "rag_out_of_range"]
    report = place(**case["input"])
    assert report.allocations[0].rag_boost == 20
    assert report.allocations[0].priority == 140
    assert report.allocated == ("c0",)
    (problem,) = report.problems
    assert problem.code == "window.relevance-out-of-range"
    assert problem.place.pointer == "/chunks/0/metadata/rag_match_metadata/relevance"
