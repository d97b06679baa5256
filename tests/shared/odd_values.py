"""Values that nobody would pass on purpose, for functions that have to answer all the same."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1.5,
    -math.inf,
    math.inf,
    math.nan,
    1e308,
    10**401,
    "",
    "x",
    "a\0b",
    "\ud800",
    b"",
    (),
    [],
    {},
    [None],
    {"a": None},
    {1: 2},
    {"node_id": ["x"], "bucket_id": "b", "provenance_source_ref": []},
    object(),
)


def odd_values() -> st.SearchStrategy[Any]:
    """Return one of the odd values, or a list or an object of them."""
    one = st.sampled_from(ODD)
    return one | st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=3), one, max_size=3)
