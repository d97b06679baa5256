"""Shares are written as people write them, and read as they may write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.language import ENGLISH, use
from inspector.present.shares import (
    exact_split_text,
    percent,
    share_of_text,
    share_text,
    split_text,
)


def test_shares_are_written_with_as_many_decimals_as_they_have() -> None:
    assert [percent(one) for one in (0.4, 0.405, 0.0, 1.0, 0.123456)] == [
        "40",
        "40.5",
        "0",
        "100",
        "12.3456",
    ]
    assert split_text(0.4) == "40 : 60"
    assert split_text(0.123456) == "12.3456 : 87.6544"


def test_a_share_in_a_few_decimals_is_rounded_to_the_nearest() -> None:
    assert [share_text(one) for one in (0.228, 0.22849, 0.2285)] == ["22.8 %", "22.8 %", "22.9 %"]
    assert share_text(0.228, 0) == "23 %"


@given(st.integers(0, 10**9), st.integers(1, 10**9), st.integers(0, 2))
def test_nothing_and_all_are_written_of_what_is_that_and_of_nothing_else(
    part: int, whole: int, places: int
) -> None:
    said = share_text(part / whole, places).split()[0]
    assert (float(said) == 0) is (part == 0)
    assert (float(said) > 100) is (part > whole)
    assert (float(said) == 100) is (part == whole)


@pytest.mark.parametrize(
    "text",
    ["0.4", "0,4", ".4", "0.40", "40", "40 %", "40%", "40 : 60", "40:60", "2 : 3", "2400:3600"],
)
def test_a_share_is_read_however_it_is_written(text: str) -> None:
    assert share_of_text(text) == 0.4


@pytest.mark.parametrize(
    ("text", "share"), [("0", 0), ("1", 1), ("1 %", 0.01), ("100", 1), ("0:1", 0), ("100 : 0", 1)]
)
def test_ends_and_small_shares_are_told_apart(text: str, share: float) -> None:
    assert share_of_text(text) == share


@pytest.mark.parametrize("text", ["", "40 :", "a", "101", "-1", "1:2:3", "0:0", "nan", "inf"])
def test_what_is_no_share_is_none(text: str) -> None:
    assert share_of_text(text) is None


@pytest.mark.parametrize("language", [ENGLISH, "de"])
@given(share=st.floats(0, 1).filter(lambda one: one == 0 or one > 1e-12))
def test_an_exact_split_always_reads_back_as_the_same_share(language: str, share: float) -> None:
    use(language)
    try:
        assert share_of_text(exact_split_text(share)) == share
    finally:
        use(ENGLISH)
