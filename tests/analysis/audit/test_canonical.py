"""JSON is written as RFC 8785 has it."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.analysis.audit.canonical import canonical

AS_ECMASCRIPT_WRITES = (
    "0.00005", "0.000001", "1e-7", "2.5e-7", "1.5e-9", "1e-10", "5e-324", "0.1",
    "0.30000000000000004", "123.456", "1000000000000000.5", "1.7976931348623157e+308", "1e+21",
    "1.5e+22", "123456789012345680000", "-2.5e-7", "-0.00001", "100.5", "0.000001234",
)  # fmt: skip


@pytest.mark.parametrize("number", AS_ECMASCRIPT_WRITES)
def test_a_number_is_written_as_ecmascript_writes_it(number):
    assert canonical(float(number)) == number


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(-0.0)
def test_every_number_is_read_again_as_it_was(number):
    assert float(canonical(number)) == number


def test_members_stand_in_the_order_of_their_units_in_utf_16():
    assert canonical({"\ufb33": 1, "\U0001f600": 2, "a": [True, None]}) == (
        '{"a":[true,null],"\U0001f600":2,"\ufb33":1}'
    )


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_json_has_not_is_refused(number):
    with pytest.raises(ValueError, match="no such number"):
        canonical({"a": [number]})


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(0, 1) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
))  # fmt: skip
def test_what_was_written_is_the_same_value(value):
    assert json.loads(canonical(value)) == value
