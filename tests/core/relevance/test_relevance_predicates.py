"""Predicates: how keys are read and values compared."""

from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.relevance import Operator, PredicateResult
from inspector.core.relevance.vocabulary import read_predicate, split_key

numbers = st.one_of(st.integers(-3, 3), st.sampled_from([0.5, 1.0, 2.5]), st.booleans())
COMPARISONS = {"_gte": operator.ge, "_gt": operator.gt, "_lte": operator.le, "_lt": operator.lt}


def _outcome(
    key: str, expected: object, silence: bool = False, **signals: object
) -> PredicateResult:
    return read_predicate(key, expected, "/when").outcome(signals, silence)


@pytest.mark.parametrize(
    ("key", "signal", "op"),
    [
        ("x", "x", Operator.EXACT),
        ("x_gte", "x", Operator.GTE),
        ("x_gt", "x", Operator.GT),
        ("x_lte", "x", Operator.LTE),
        ("x_lt", "x", Operator.LT),
        ("x_eq", "x", Operator.EQ),
        ("x_gte_eq", "x_gte", Operator.EQ),
        ("gte", "gte", Operator.EXACT),
        ("_gte", "", Operator.GTE),
        ("x_GTE", "x_GTE", Operator.EXACT),
        ("returning_from_silence", "returning_from_silence", Operator.SILENCE),
        ("returning_from_silence_eq", "returning_from_silence", Operator.EQ),
    ],
)
def test_a_key_is_a_signal_and_a_way_to_compare(key: str, signal: str, op: Operator) -> None:
    assert split_key(key) == (signal, op)


@given(st.sampled_from(sorted(COMPARISONS)), numbers, numbers)
def test_numbers_compare_as_numbers_and_true_is_1(
    suffix: str, actual: float, expected: float
) -> None:
    holds = COMPARISONS[suffix](actual, expected)
    assert _outcome(f"x{suffix}", expected, x=actual) is (
        PredicateResult.MATCH if holds else PredicateResult.MISS
    )


@given(st.sampled_from(sorted(COMPARISONS)), st.text(), st.text())
def test_texts_compare_by_their_characters(suffix: str, actual: str, expected: str) -> None:
    holds = COMPARISONS[suffix](actual, expected)
    assert _outcome(f"x{suffix}", expected, x=actual) is (
        PredicateResult.MATCH if holds else PredicateResult.MISS
    )


@pytest.mark.parametrize("suffix", COMPARISONS)
@pytest.mark.parametrize(
    ("actual", "expected"), [("1", 1), (1, "1"), ([1], 1), ([1], [1]), (1, None), (True, "v")]
)
def test_values_of_different_kinds_have_no_order(
    suffix: str, actual: object, expected: object
) -> None:
    assert _outcome(f"x{suffix}", expected, x=actual) is PredicateResult.UNCOMPARABLE


@pytest.mark.parametrize("suffix", COMPARISONS)
@pytest.mark.parametrize("expected", [0, "v", None, [1]])
def test_a_missing_or_null_signal_fails_every_comparison(suffix: str, expected: object) -> None:
    assert _outcome(f"x{suffix}", expected) is PredicateResult.MISS
    assert _outcome(f"x{suffix}", expected, x=None) is PredicateResult.MISS


@pytest.mark.parametrize("key", ["x", "x_eq"])
@pytest.mark.parametrize(
    ("actual", "expected", "equal"),
    [
        (1, True, True),
        (1.0, 1, True),
        ([1, 2.0], [1, 2], True),
        ({"k": True}, {"k": 1}, True),
        (None, None, True),
        ("1", 1, False),
        ("V", "v", False),
        (0, None, False),
        (None, False, False),
    ],
)
def test_equality_is_of_values(key: str, actual: object, expected: object, equal: bool) -> None:
    assert _outcome(key, expected, x=actual) is (
        PredicateResult.MATCH if equal else PredicateResult.MISS
    )


def test_an_expected_null_matches_a_missing_signal() -> None:
    assert _outcome("x", None) is PredicateResult.MATCH
    assert _outcome("x_eq", None) is PredicateResult.MATCH


def test_returning_from_silence_is_the_fact_of_the_run_and_not_a_signal() -> None:
    assert _outcome("returning_from_silence", expected=True, silence=True) is PredicateResult.MATCH
    signals = {"returning_from_silence": True}
    assert _outcome("returning_from_silence", expected=True, **signals) is PredicateResult.MISS
    assert _outcome("returning_from_silence_eq", expected=True, **signals) is PredicateResult.MATCH
