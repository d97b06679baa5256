"""Canonical JSON is that of the RFC's own library, whichever way it is written."""

from __future__ import annotations

import enum
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core.canonical import canonical_json


class Word(str, enum.Enum):  # noqa: UP042  # a text whose str() is another one
    ONE = "one"


NUMBERS = st.integers() | st.integers(-5, 5).map(float) | st.floats()
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(st.characters()) | st.just(Word.ONE)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=4) | st.integers(0, 1), inner, max_size=4)
    ),
)


@given(VALUES)
@example([1e15, 1e16, 1e21, 1e-4, 1e-5, 123456789.5, -0.0, 2.0**53, 5e-324])
@example({"\U0001f600": 1, "\ufb01": 2})
@example('\x00\x1f\x7f\u2028"\\/\b\f\n\r\t')
@example("\ud800")
def test_a_value_is_written_as_the_library_of_the_rfc_writes_it(value: Any) -> None:
    try:
        expected = rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeError):
        with pytest.raises(ValueError, match="no canonical JSON"):
            canonical_json(value)
    else:
        assert canonical_json(value) == expected
