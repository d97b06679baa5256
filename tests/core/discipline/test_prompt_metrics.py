"""Metrics of turns, and seeing prompts grow."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from inspector.core.discipline import (
    HotState,
    PromptMetrics,
    RegressionKind,
    capture_discipline_metrics,
    capture_prompt_metrics,
    detect_prompt_regressions,
    detect_series_regressions,
    discipline,
)
from inspector.core.discipline.regressions import metric_thresholds

STATE = HotState(session_id="s")


def _turn(**sizes: Any) -> PromptMetrics:
    given_sizes = {"session_id": "s", "hot_state_truncated": False} | sizes
    values = {
        "timestamp": "2026-01-01T00:00:00Z",
        "hot_state_tokens": 5,
        "hot_state_bytes": 20,
        "artifact_index_count": 0,
        "artifact_types": [],
        "system_prompt_chars": 0,
        "user_content_chars": 0,
        "estimated_prompt_tokens": 5,
        "artifact_ref_bootstrap_files": 0,
        "budget_violation_count": 0,
        "budget_passed": True,
    }
    return PromptMetrics.model_validate(values | given_sizes)


def _capture(**more: Any) -> PromptMetrics:
    values: dict[str, Any] = {
        "now": "2026-01-01T00:00:00Z",
        "session_id": "s",
        "hot_state": STATE,
        "hot_state_truncated": False,
        "system_prompt_chars": 0,
        "user_content_chars": 0,
    }
    return capture_prompt_metrics(**values | more)


def test_sizes_are_measured_in_tokens_bytes_and_units() -> None:
    state = {"session_id": "é😀", "artifact_index": [{"artifact_id": "a", "type": "log"}] * 2}
    metrics = _capture(hot_state=state, system_prompt_chars=10, user_content_chars=3.0)
    text = HotState.model_validate(state).to_json()
    units = len(text.encode("utf-16-le")) // 2
    assert metrics.hot_state_bytes == len(text.encode())
    assert metrics.hot_state_tokens == -(-units // 4)
    assert metrics.estimated_prompt_tokens == -(-(units + 13) // 4)
    assert (metrics.artifact_index_count, metrics.artifact_types) == (2, ["log"])
    assert json.loads(metrics.log_line())["user_chars"] == 3
    assert '"user_chars":3,' in metrics.log_line()


def test_a_log_line_is_one_line_without_what_was_not_given() -> None:
    line = _capture(now="a\nb").log_line()
    assert "\n" not in line
    assert "run" not in json.loads(line)
    assert json.loads(_capture(run_id="r").log_line())["run"] == "r"


@pytest.mark.parametrize(
    "wrong",
    [
        {"hot_state": {}},
        {"session_id": ""},
        {"system_prompt_chars": float("nan")},
        {"user_content_chars": "3"},
        {"user_content_chars": True},
    ],
)
def test_what_cannot_be_measured_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        _capture(**wrong)


@pytest.mark.parametrize(
    ("field", "limit", "threshold"),
    [
        ("hot_state_tokens", "max_hot_state_tokens", 800),
        ("artifact_index_count", "max_artifact_index_entries", 15),
        ("estimated_prompt_tokens", "max_prompt_tokens", 6000),
    ],
)
def test_a_warning_begins_above_its_share_of_the_limit(
    field: str, limit: str, threshold: int
) -> None:
    assert detect_prompt_regressions(_turn(**{field: threshold})) == []
    (warning,) = detect_prompt_regressions(_turn(**{field: threshold + 1}))
    assert str(threshold + 1) in warning
    half = {
        "max_hot_state_tokens": 500,
        "max_artifact_index_entries": 10,
        "max_prompt_tokens": 4000,
    }
    assert detect_prompt_regressions(_turn(**{field: threshold // 2}), {limit: half[limit]}) == []
    assert detect_prompt_regressions(_turn(**{field: threshold // 2 + 1}), {limit: half[limit]})


def test_thresholds_are_a_share_of_their_limits_or_unknown() -> None:
    found = {
        one.limit_name: one.value
        for one in metric_thresholds({"max_prompt_tokens": 1001, "max_hot_state_tokens": "many"})
    }
    assert found["max_prompt_tokens"] == 750.75
    assert found["max_artifact_index_entries"] == 15
    assert found["max_hot_state_tokens"] is None


def test_a_broken_budget_is_a_warning() -> None:
    turn = _turn(budget_passed=False, budget_violation_count=2)
    assert detect_prompt_regressions(turn) == ["Context budget violated (2 violations)"]


def test_a_limit_that_is_not_a_number_is_a_warning() -> None:
    (warning,) = detect_prompt_regressions(_turn(), {"max_prompt_tokens": float("nan")})
    assert "max_prompt_tokens" in warning


def test_a_rejection_counts_its_violations_and_measures_the_session_alone() -> None:
    index = [{"artifact_id": "a", "type": "doc"}] * 4
    limits = {"max_hot_state_tokens": 3, "max_artifact_index_entries": 2}
    report = discipline({"session_id": "other", "artifact_index": index}, limits=limits)
    metrics = capture_discipline_metrics(now="now", session_id="s", report=report)
    assert (metrics.budget_violation_count, metrics.budget_passed) == (2, False)
    assert (metrics.hot_state_tokens, metrics.artifact_index_count) == (5, 0)
    assert metrics.hot_state_truncated


def test_a_state_that_passed_counts_no_violations() -> None:
    metrics = capture_discipline_metrics(now="now", session_id="s", report=discipline(STATE))
    assert (metrics.budget_violation_count, metrics.budget_passed) == (0, True)
    assert not metrics.hot_state_truncated


# A series of turns ------------------------------------------------------------------------------


def _sizes(*tokens: int, **more: Any) -> list[PromptMetrics]:
    return [_turn(hot_state_tokens=one, **more) for one in tokens]


def _kinds(turns: list[PromptMetrics], **limits: Any) -> list[tuple[str, int]]:
    return [(one.kind, one.turn) for one in detect_series_regressions(turns, limits)]


def test_a_steady_series_has_no_warnings() -> None:
    assert _kinds(_sizes(500, 510, 500, 520, 500)) == []
    assert detect_series_regressions([]) == []


def test_three_rises_in_a_row_are_a_trend_with_the_turns_that_are_left() -> None:
    (found,) = detect_series_regressions(_sizes(300, 100, 200, 300, 400, 400))
    assert (found.kind, found.turn) == (RegressionKind.GROWING, 4)
    # 100 a turn: 1,000 is reached after 6 turns and passed with the 7th.
    assert "100 -> 400" in found.message
    assert "in 7 turns" in found.message


def test_two_rises_or_small_ones_are_no_trend() -> None:
    assert _kinds(_sizes(100, 300, 500, 100)) == []
    assert _kinds(_sizes(100, 110, 120, 130)) == []
    assert _kinds(_sizes(100, 133, 166, 200)) == [("growing", 3)]


def test_the_turn_that_crosses_a_threshold_is_named_once() -> None:
    kinds = _kinds(_sizes(700, 900, 700, 900))
    assert kinds == [("hot_state", 1), ("crossed", 1), ("hot_state", 3)]
    assert ("crossed", 0) not in _kinds(_sizes(900, 900))


def test_three_truncated_turns_in_a_row_are_a_warning() -> None:
    cut, whole = _turn(hot_state_truncated=True), _turn()
    assert _kinds([cut, cut, whole, cut, cut]) == []
    assert _kinds([cut, cut, cut, whole]) == [("truncated", 2)]
    assert _kinds([cut, cut, cut, cut, whole]) == [("truncated", 3)]


def test_a_series_is_of_metrics() -> None:
    with pytest.raises(TypeError, match="turn"):
        detect_series_regressions([_turn(), {"session_id": "s"}])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        ((700, 800, 900, 1_000), "700 -> 1000; over its limit in 1 turn at this pace"),
        ((600, 700, 800, 900), "600 -> 900; over its limit in 2 turns at this pace"),
        ((100, 140, 170, 200), "100 -> 200; over its limit in 25 turns at this pace"),
        ((800, 900, 1_000, 1_100), "800 -> 1100"),
    ],
)
def test_a_rise_says_how_many_turns_are_left_at_its_pace(tokens: tuple[int], told: str) -> None:
    found = detect_series_regressions(_sizes(*tokens))
    (message,) = [one.message for one in found if one.kind == "growing"]
    assert message == f"hot_state_tokens rose 3 times in a row: {told}"


def test_sessions_are_looked_at_apart() -> None:
    mixed = []
    for one, other in zip(_sizes(100, 200, 300, 400), _sizes(50, 40, 30, 20), strict=True):
        mixed += [one, other.model_copy(update={"session_id": "other"})]
    assert _kinds(mixed) == [("growing", 6)]


@given(st.lists(st.integers(0, 1200), max_size=12))
def test_a_series_has_every_warning_of_its_turns_in_their_order(tokens: list[int]) -> None:
    turns = _sizes(*tokens)
    found = detect_series_regressions(turns)
    alone = [warning for turn in turns for warning in detect_prompt_regressions(turn)]
    assert [one.message for one in found if one.kind == "hot_state"] == alone
    assert [one.turn for one in found] == sorted(one.turn for one in found)
    growing = [one.turn for one in found if one.kind == "growing"]
    assert all(tokens[at] > tokens[at - 1] > tokens[at - 2] > tokens[at - 3] for at in growing)
