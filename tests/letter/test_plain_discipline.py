"""Context discipline once more, read plainly: whatever state is given, the engine does the same."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.discipline import discipline
from tests.core.discipline.hot_states import HOT_STATES, LIMITS, SWITCHES
from tests.shared.examples import examples

ORDER = [
    *("session_id", "session_key", "run_id", "objective", "current_plan_id"),
    *("accepted_decisions", "open_questions", "constraints", "last_successful_step"),
    *("risk_level", "artifact_index"),
]
ENTRY = ["artifact_id", "type", "label", "version", "summary"]
ESSENTIAL = {
    *("session_id", "session_key", "run_id", "current_plan_id", "risk_level"),
    *("objective", "artifact_index"),
}
MINIMAL = {"session_id", "session_key", "run_id", "risk_level"}
NO_STATES: tuple[Any, ...] = (
    *(None, "text", [], {}, {"session_id": ""}, {"session_id": 1}),
    *({"session_id": "s", "prose": "x"}, {"session_id": "s", "objective": None}),
    *({"session_id": "s", "risk_level": "none"}, {"session_id": "s", "constraints": [1]}),
    {"session_id": "s", "artifact_index": [{"artifact_id": "a"}]},
    {"session_id": "s", "artifact_index": [{"artifact_id": "a", "type": "code", "more": 1}]},
)
NO_LIMITS = ("1000", True, None, float("nan"), float("inf"), [], 2**60)


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_json(state: dict[str, Any]) -> str:
    """The state's JSON, keys in the order of the schema."""
    shown = {name: state[name] for name in ORDER if name in state}
    if "artifact_index" in shown:
        shown["artifact_index"] = [
            {name: one[name] for name in ENTRY if name in one} for one in shown["artifact_index"]
        ]
    return compact(shown)


def _entries(value: list[Any]) -> str:
    return "entry" if len(value) == 1 else "entries"


def entry(content: str, label: str, summary: str) -> dict[str, str]:
    digest = hashlib.sha256(content.encode()).hexdigest()
    return {"artifact_id": digest, "type": "data", "label": label, "summary": summary}


def over(one: dict[str, Any], limits: dict[str, Any]) -> bool:
    tokens = -(-len(as_json(one).encode("utf-16-le")) // 2 // 4)
    entries = len(one.get("artifact_index", []))
    most = limits.get("max_hot_state_tokens", 1000)
    return tokens > most or entries > limits.get("max_artifact_index_entries", 20)


def pointed(small: dict[str, Any], state: dict[str, Any], limits: dict[str, Any]) -> Any:
    """With an index that leads to what compression took out, as far as there is room (D2a)."""
    gone = {name: state[name] for name in ORDER if name in state and name not in ESSENTIAL}
    if not gone:
        return small
    each = [
        entry(compact(value), name, f"{len(value)} {name} {_entries(value)}")
        if isinstance(value, list)
        else entry(compact(value), name, "1 value")
        for name, value in gone.items()
    ]
    whole = entry(compact(gone), "removed_fields", f"{len(gone)} fields: {', '.join(gone)}")
    for more in (each, [whole]):
        longer = small | {"artifact_index": [*small.get("artifact_index", []), *more]}
        if not over(longer, limits):
            return longer
    return small


def referenced(small: dict[str, Any], limits: dict[str, Any]) -> dict[str, Any]:
    """With a long index behind one entry, and without an empty one (D2)."""
    index = small.get("artifact_index", [])
    if 0 < len(index) <= min(5, limits.get("max_artifact_index_entries", 20)):
        return small
    rest = {name: value for name, value in small.items() if name != "artifact_index"}
    if not index:
        return rest
    content = compact(json.loads(as_json({"artifact_index": index}))["artifact_index"])
    told = f"{len(index)} artifact_index {_entries(index)}"
    return rest | {"artifact_index": [entry(content, "artifact_index.json", told)]}


def reading(state: dict[str, Any], limits: dict[str, Any], options: dict[str, bool]) -> Any:
    """What is done, the JSON that is left (None of a rejection), and whether it is over a limit."""
    if not over(state, limits):
        return "pass", as_json(state), False
    if options.get("enable_compression", True):
        small = {name: value for name, value in state.items() if name in ESSENTIAL}
        tried = [("compress", small)]
        if options.get("enable_reference_extraction", True):
            tried.append(("reference", referenced(small, limits)))
        for action, one in tried:
            if not over(one, limits):
                kept = pointed(one, state, limits) if options.get("keep_pointers", False) else one
                return action, as_json(kept), False
    if options.get("reject_on_persistent_overflow", True):
        return "reject", None, False
    least = {name: value for name, value in state.items() if name in MINIMAL}
    return "compress", as_json(least), over(least, limits)


@examples(150)
@given(HOT_STATES, LIMITS, SWITCHES)
def test_the_plain_reading_does_the_same(state, limits, options):
    report = discipline(state, limits=limits, **options)
    assert (report.type, report.json, report.over_limit) == reading(state, limits, options)


@examples(50)
@given(
    st.sampled_from(NO_STATES),
    st.sampled_from(NO_LIMITS),
    st.sampled_from(["max_hot_state_tokens", "max_artifact_index_entries"]),
    SWITCHES,
)
def test_what_cannot_be_judged_is_rejected_whatever_the_options_say(wrong, limit, name, options):
    for report in (
        discipline(wrong, **options),
        discipline({"session_id": "s"}, limits={name: limit}, **options),
    ):
        assert (report.type, report.json) == ("reject", None)
        assert report.reason
