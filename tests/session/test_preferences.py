"""Preferences come back as they were, and nothing in their file can do harm."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from inspector.session.preferences import (
    MOST_RECENT,
    Preferences,
    ThemeChoice,
    from_plain,
    to_plain,
    with_recent,
    without_recent,
)

TEXT = st.text(max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
PREFERENCES = st.builds(
    Preferences,
    theme=st.sampled_from(ThemeChoice),
    memory_root=st.none() | TEXT,
    recent=st.lists(TEXT, max_size=MOST_RECENT, unique=True).map(tuple),
    lens=st.none() | TEXT,
    keep_history=st.booleans(),
    window=st.dictionaries(TEXT, JSON, max_size=3),
    lenses=st.dictionaries(TEXT, st.dictionaries(TEXT, JSON, max_size=2), max_size=3),
)
NAMES = st.sampled_from(
    ["version", "theme", "memory_root", "recent", "lens", "keep_history", "window", "lenses"]
)


@given(PREFERENCES)
def test_preferences_come_back_as_they_were(preferences: Preferences) -> None:
    plain = json.loads(json.dumps(to_plain(preferences)))
    assert from_plain(plain) == (preferences, ())


@given(JSON | st.dictionaries(NAMES, JSON, max_size=7))
def test_whatever_is_in_the_file_gives_preferences_that_can_be_saved(plain: object) -> None:
    preferences, _ = from_plain(plain)
    again, unusable = from_plain(json.loads(json.dumps(to_plain(preferences))))
    assert again == preferences
    assert unusable == ()


def test_each_value_that_cannot_be_used_is_reported_at_its_place() -> None:
    preferences, unusable = from_plain({"theme": "pink", "recent": [1], "lens": "injection"})
    assert [one.pointer for one in unusable] == ["/theme", "/recent"]
    assert "light" in unusable[0].expected
    assert preferences == Preferences(lens="injection")


def test_a_file_that_is_no_object_gives_the_defaults() -> None:
    preferences, unusable = from_plain([])
    assert preferences == Preferences()
    assert [one.pointer for one in unusable] == [""]


def test_fields_of_a_newer_version_are_left_out() -> None:
    preferences, unusable = from_plain({"version": 2, "theme": "dark", "colours": "many"})
    assert preferences == Preferences(theme=ThemeChoice.DARK)
    assert unusable == ()


@given(PREFERENCES, TEXT)
def test_the_latest_file_is_first_and_stands_once(preferences: Preferences, path: str) -> None:
    recent = with_recent(preferences, path).recent
    assert recent[0] == path
    assert recent.count(path) == 1
    assert len(recent) <= MOST_RECENT


@given(PREFERENCES, TEXT)
def test_a_file_can_be_forgotten(preferences: Preferences, path: str) -> None:
    assert path not in without_recent(preferences, path).recent
