"""What holds for every hot state, limit and switch."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.discipline import (
    DisciplineReport,
    HotState,
    MemoryArtifactStore,
    cap_hot_state,
    check_hot_state_budget,
    check_prompt_budget,
    discipline,
    hot_state_tokens,
    read_hot_state,
    restore_hot_state,
)
from tests.core.discipline.hot_states import HOT_STATES, JSON, LIMITS, SWITCHES
from tests.shared.examples import examples

Case = tuple[dict[str, Any], DisciplineReport, MemoryArtifactStore]


@st.composite
def _disciplined(draw: st.DrawFn) -> Case:
    state, store = draw(HOT_STATES), MemoryArtifactStore()
    report = discipline(state, limits=draw(LIMITS), registry=store, **draw(SWITCHES))
    return state, report, store


@given(_disciplined())
def test_nothing_is_lost(case: Case) -> None:
    state, report, store = case
    if report.hot_state is not None:
        assert restore_hot_state(report, store) == HotState.model_validate(state)
        assert restore_hot_state(report) == HotState.model_validate(state)


@given(_disciplined())
def test_what_left_the_state_is_named_and_what_is_named_left_it(case: Case) -> None:
    state, report, store = case
    if report.hot_state is None:
        assert report.moved == ()
        return
    left = report.hot_state.model_dump()
    given_values = HotState.model_validate(state).model_dump()
    changed = {
        name for name, value in given_values.items() if name not in left or left[name] != value
    }
    assert changed == {moved.field for moved in report.moved}
    for moved in report.moved:
        assert json.loads(store.get(moved.artifact_id).content) == json.loads(moved.content)


@given(_disciplined())
def test_a_returned_state_keeps_every_limit_or_is_marked(case: Case) -> None:
    _, report, _ = case
    if report.hot_state is not None:
        last = report.steps[-1]
        assert report.over_limit == bool(last.violations)
        assert report.violations == last.violations
        assert report.json == report.hot_state.to_json()
        assert report.tokens == hot_state_tokens(report.json) == last.tokens_after


@given(_disciplined(), LIMITS)
def test_a_state_is_over_its_limit_only_with_rejection_off(case: Case, limits: Any) -> None:
    state, _, _ = case
    report = discipline(state, limits=limits)
    assert not report.over_limit
    if report.hot_state is not None:
        assert check_hot_state_budget(report.hot_state, limits).passed


@given(_disciplined())
def test_the_ledger_closes_and_has_every_given_field_once(case: Case) -> None:
    state, report, _ = case
    assert report.ledger.balances
    rows = [entry for entry in report.ledger.entries if entry.kind == "field"]
    assert [row.subject for row in rows] == list(HotState.model_validate(state).model_dump())
    assert all(row.sentence and row.tokens >= 0 for row in rows)
    overhead = [row for row in report.ledger.entries if row.subject == "overhead"]
    assert all(row.tokens >= 0 for row in overhead)
    used = sum(row.tokens for row in [*rows, *overhead])
    assert used == (report.tokens or 0)


@given(_disciplined())
def test_the_same_input_gives_the_same_report(case: Case) -> None:
    state, report, _ = case
    again = discipline(json.loads(json.dumps(state)), registry=MemoryArtifactStore())
    assert again == discipline(HotState.model_validate(state), registry=MemoryArtifactStore())
    assert report.original_tokens == again.original_tokens


@given(_disciplined())
def test_steps_follow_one_another(case: Case) -> None:
    _, report, _ = case
    for before, after in zip(report.steps, report.steps[1:], strict=False):
        assert before.violations
        if after.name != "minimal":
            assert after.tokens_before == before.tokens_after
        assert after.tried or after.tokens_after == after.tokens_before


@given(JSON, SWITCHES)
def test_no_json_value_raises_and_what_is_no_hot_state_is_rejected(
    value: Any, switches: dict[str, bool]
) -> None:
    report = discipline(value, **switches)
    valid = read_hot_state(value).hot_state is not None
    assert valid or (report.type == "reject" and report.violations and report.problems)
    assert report.ledger.balances


@given(HOT_STATES, st.dictionaries(st.text(max_size=12), JSON, max_size=2))
def test_a_key_that_is_not_in_the_schema_is_rejected(
    state: dict[str, Any], more: dict[str, Any]
) -> None:
    unknown = {key: value for key, value in more.items() if key not in HotState.model_fields}
    report = discipline(state | unknown)
    assert bool(unknown) == any(p.code == "hot-state.extra-forbidden" for p in report.problems)
    assert not unknown or report.type == "reject"


@given(JSON)
def test_no_limit_that_is_not_a_number_passes(limit: Any) -> None:
    for name in ("max_hot_state_tokens", "max_rag_chunks"):
        report = discipline({"session_id": "s"}, limits={name: limit})
        number = isinstance(limit, int | float) and not isinstance(limit, bool)
        if not (number and abs(limit) < 2**53):
            assert report.type == "reject"
            assert report.ledger.balances


@given(HOT_STATES, st.integers(-5, 200) | st.floats())
def test_a_capped_state_is_within_the_cap_or_says_that_it_is_not(
    state: dict[str, Any], cap: float
) -> None:
    whole = HotState.model_validate(state)
    capped = cap_hot_state(whole, cap)
    allowed = max(1, cap) if abs(cap) < 2**53 else 1
    assert capped.over_limit == (capped.tokens > allowed)
    assert capped.was_truncated or capped.hot_state == whole
    kept = capped.hot_state.model_dump()
    assert set(kept) | set(capped.removed) == set(whole.model_dump())
    assert not set(kept) & set(capped.removed)


@given(HOT_STATES)
def test_json_has_the_order_of_the_schema_and_reads_back(state: dict[str, Any]) -> None:
    shuffled = HotState.model_validate(dict(reversed(state.items())))
    text = shuffled.to_json()
    order = [name for name in HotState.model_fields if name in state]
    assert list(json.loads(text)) == order
    assert HotState.model_validate_json(text) == HotState.model_validate(state)
    assert hot_state_tokens(text) == -(-len(text.encode("utf-16-le")) // 8)


@given(JSON, JSON, JSON, st.lists(JSON, max_size=3), JSON)
@examples(30)
def test_no_prompt_size_raises(a: Any, b: Any, c: Any, d: Any, limit: Any) -> None:
    check = check_prompt_budget(
        system_prompt_chars=a,
        user_content_chars=b,
        hot_state={"session_id": "s"},
        rag_chunk_count=c,
        inline_artifact_chars=d,
        limits={"max_prompt_tokens": limit},
    )
    sizes = [a, b, c, *d, limit]
    known = [isinstance(one, int | float) and not isinstance(one, bool) for one in sizes]
    assert all(known) or check.ambiguous
    assert check.passed == (not check.violations)
