"""Moments as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.chunk import read_instant, write_instant

LATEST = 253_402_300_799_999  # the end of the year 9999


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("1970-01-01", 0),
        ("1970-01-01T00:00:01Z", 1_000),
        ("1970-01-01T01:00:00+01:00", 0),
        ("1970-01-01T00:00:00.5", 500),
        (" 1775217600000 ", 1_775_217_600_000),
        ("-5", -5),
    ],
)
def test_dates_times_and_numbers_are_read(text, milliseconds):
    assert read_instant(text) == milliseconds


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-13-01", "1.5", "12:00"])
def test_anything_else_is_refused(text):
    with pytest.raises(ValueError, match="must be a time such as"):
        read_instant(text)


@given(st.integers(-62_135_596_800_000, LATEST))
def test_a_moment_that_is_written_is_read_back(milliseconds):
    assert read_instant(write_instant(milliseconds)) == milliseconds


def test_a_moment_beyond_the_calendar_is_written_as_its_number():
    assert write_instant(LATEST + 1) == str(LATEST + 1)
    assert read_instant(write_instant(LATEST + 1)) == LATEST + 1
