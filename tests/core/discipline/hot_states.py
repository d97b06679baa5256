"""Hot states to try things on, made by hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

TYPES = ["repo", "doc", "code", "log", "data", "plan", "result"]

# No lone surrogates: UTF-8 and JSON have none.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAME = TEXT.filter(bool)
TEXTS = st.lists(TEXT, max_size=8)

INDEX = st.lists(
    st.fixed_dictionaries(
        {"artifact_id": NAME, "type": st.sampled_from(TYPES)},
        optional={"label": TEXT, "version": TEXT, "summary": TEXT},
    ),
    max_size=8,
)

HOT_STATES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"session_id": NAME},
    optional={
        "session_key": NAME,
        "run_id": NAME,
        "objective": NAME,
        "current_plan_id": st.none() | NAME,
        "accepted_decisions": TEXTS,
        "open_questions": TEXTS,
        "constraints": TEXTS,
        "last_successful_step": NAME,
        "risk_level": st.sampled_from(["low", "medium", "high"]),
        "artifact_index": INDEX,
    },
)

LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "max_hot_state_tokens": st.integers(-2, 300) | st.floats(0, 300),
        "max_artifact_index_entries": st.integers(-1, 9),
    },
)

SWITCHES = st.fixed_dictionaries(
    {},
    optional={
        "enable_compression": st.booleans(),
        "enable_reference_extraction": st.booleans(),
        "reject_on_persistent_overflow": st.booleans(),
        "keep_pointers": st.booleans(),
    },
)


def _json_values(floats: st.SearchStrategy[float]) -> st.SearchStrategy[Any]:
    return st.recursive(
        st.none() | st.booleans() | st.integers() | floats | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
        max_leaves=12,
    )


JSON = _json_values(st.floats())
FINITE_JSON = _json_values(st.floats(allow_nan=False, allow_infinity=False))
