"""Lengths in UTF-16 code units, and texts in markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.text import in_groups, in_markup, in_words, utf16_length


@pytest.mark.parametrize(
    ("text", "units"), [("", 0), ("abc", 3), ("é", 1), ("\uffff", 1), ("😀", 2), ("a😀", 3)]
)
def test_lengths_of_known_texts(text: str, units: int) -> None:
    assert utf16_length(text) == units


def test_a_lone_surrogate_is_one_unit() -> None:
    assert utf16_length("a\ud800") == 2


@given(text=st.text(st.characters()))
def test_characters_beyond_the_basic_plane_are_two_units(text: str) -> None:
    assert utf16_length(text) == len(text) + sum(ord(char) > 0xFFFF for char in text)


def test_marks_of_direction_and_brackets_are_text_in_markup() -> None:
    assert in_markup("a\u202eb <b> &") == "a\\u202eb &lt;b&gt; &amp;"


def test_names_of_files_stay_as_they_are() -> None:
    text = "a/quay_side.py and quay_side.py hold hot_state, not src/hot_state or old.hot_state"
    assert in_words(text) == text.replace(" hot_state,", " hot state,")


@pytest.mark.parametrize(
    ("said", "grouped"),
    [
        ("Hot state is 1677 tokens (max 1000)", "Hot state is 1,677 tokens (max 1,000)"),
        ("1234.5 of 1,000 and 0.12345", "1,234.5 of 1,000 and 0.12345"),
        ("#1234, a1234, 1234-5 and 0x1234", "#1234, a1234, 1234-5 and 0x1234"),
    ],
)
def test_whole_numbers_of_a_sentence_are_written_in_groups(said: str, grouped: str) -> None:
    assert in_groups(said) == grouped
