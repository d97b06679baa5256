"""Counters by name."""

from __future__ import annotations

import pytest

from inspector.core.tokens import available_counters, counter_by_name
from inspector.core.tokens.counter import ESTIMATORS


def test_all_counters_are_listed_encodings_first() -> None:
    assert available_counters() == (
        "o200k_base",
        "cl100k_base",
        "discipline@1",
        "business@1",
        "code@1",
        "general@1",
        "chars",
    )


@pytest.mark.parametrize("name", available_counters())
def test_every_listed_counter_counts_and_records_the_name_it_is_listed_by(name: str) -> None:
    counter = counter_by_name(name)
    assert counter.name == name
    assert counter.count("four") >= 1
    assert counter.count_many(["", "four"]) == [0, counter.count("four")]


@pytest.mark.parametrize("name", ESTIMATORS)
def test_the_version_of_an_estimator_may_be_left_out(name: str) -> None:
    assert counter_by_name(name) is ESTIMATORS[name]


def test_an_unknown_name_is_an_error_that_lists_all() -> None:
    with pytest.raises(ValueError, match="'gpt-4o'") as caught:
        counter_by_name("gpt-4o")
    assert all(name in str(caught.value) for name in available_counters())
