"""What the search for causes tries is what an input could have been."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.audit.replay_findings import shown
from inspector.analysis.audit.suspects import _share


def test_the_share_with_the_fewest_digits_is_named() -> None:
    assert _share(3200, 8000) == 0.4
    assert _share(1280, 3200) == 0.4
    assert _share(1, 3) == 0.5


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_a_share_always_leads_to_its_tokens(part: int, whole: int) -> None:
    if part <= whole:
        assert math.floor(whole * _share(part, whole)) == part


def test_a_time_is_written_as_it_stands_and_a_number_in_text_in_quotes() -> None:
    assert shown("2026-01-01T00:00:00Z") == "2026-01-01T00:00:00Z"
    assert shown("2026") == '"2026"'
    assert shown("") == '""'
