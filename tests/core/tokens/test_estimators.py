"""The named estimates from the length of a text."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.tokens import estimator

DENSITIES = {"discipline": 4.0, "business": 4.2, "code": 3.5, "general": 3.8}


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [
        ("discipline", "", 0),
        ("discipline", "a", 1),
        ("discipline", "abcd", 1),
        ("discipline", "abcde", 2),
        ("discipline", "😀😀", 1),
        ("discipline", "😀😀a", 2),
        ("discipline", "ééééé", 2),
        ("business", "x" * 42, 10),
        ("business", "x" * 43, 11),
        ("code", "x" * 35, 10),
        ("code", "x" * 36, 11),
        ("general", "x" * 38, 10),
        ("general", "x" * 39, 11),
        ("general", "", 0),
        ("chars", "a😀é", 3),
        ("chars", "e\u0301", 2),
    ],
)
def test_estimates_of_known_texts(name: str, text: str, tokens: int) -> None:
    assert estimator(name).count(text) == tokens


@pytest.mark.parametrize("name", DENSITIES)
@given(text=st.text(st.characters()))
def test_an_estimate_is_the_utf16_length_by_the_density_rounded_up(name: str, text: str) -> None:
    units = len(text.encode("utf-16-be", "surrogatepass")) // 2
    assert estimator(name).count(text) == math.ceil(units / DENSITIES[name])


@given(units=st.integers(0, 10**7))
def test_four_units_a_token_are_never_rounded_wrongly(units: int) -> None:
    assert estimator("discipline").count("a" * units) == math.ceil(Fraction(units, 4))


@pytest.mark.parametrize("name", [*DENSITIES, "chars"])
@given(texts=st.lists(st.text(st.characters()), max_size=8))
def test_estimating_many_gives_the_estimates_of_each(name: str, texts: list[str]) -> None:
    found = estimator(name)
    assert found.count_many(iter(texts)) == [found.count(text) for text in texts]


@pytest.mark.parametrize("name", DENSITIES)
def test_the_recorded_name_has_a_version_and_leads_back(name: str) -> None:
    assert estimator(name).name == f"{name}@1"
    assert estimator(f"{name}@1") is estimator(name)


def test_an_unknown_estimator_or_version_is_an_error_that_names_those_there_are() -> None:
    for name in ("words", "discipline@2", ""):
        with pytest.raises(ValueError, match="discipline, business, code, general, chars"):
            estimator(name)
