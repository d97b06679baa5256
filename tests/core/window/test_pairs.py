"""A call and its result belong together: a split is named, and `keep_pairs` mends it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.optimum import optimum
from inspector.core.window.placement import place
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import pairs_of


def chunk(name: str, kind: str, tokens: int, call: str | None = None) -> dict[str, object]:
    metadata = {} if call is None else {"metadata": {"call_id": call}}
    return {"id": name, "type": kind, "tokens": tokens, **metadata}


ASK = chunk("ask", "current_user_prompt", 10)
CALL = chunk("call", "tool_input", 30, "c")
RESULT = chunk("result", "tool_output", 10, "c")


def placed(chunks: list[dict[str, object]], room: int, **options: object) -> WindowReport:
    return place(chunks, now_ms=0, available_tokens=room, max_system_prompt=0, options=options)


def split(report: WindowReport) -> list[str]:
    return [one.message for one in report.problems if one.code == "window.pair-split"]


def test_a_result_without_its_call_is_named():
    report = placed([ASK, CALL, RESULT], 40)
    assert report.allocated == ("ask", "result")
    assert split(report) == [
        "A tool's result (result) is placed without its call (call); no interface takes that."
    ]


def test_a_call_without_its_result_is_named():
    (said,) = split(placed([ASK, CALL, chunk("result", "tool_output", 90, "c")], 40))
    assert said.startswith("A tool's call (call) is placed without its result (result)")


def test_a_pair_that_is_placed_or_dropped_whole_and_one_that_stands_alone_are_no_split():
    assert split(placed([ASK, CALL, RESULT], 90)) == []
    assert split(placed([ASK, CALL, RESULT], 10)) == []
    assert split(placed([ASK, CALL, chunk("r", "tool_output", 90, "other")], 40)) == []


def test_of_thousands_of_calls_under_one_id_a_few_are_named_and_each_row_has_the_same_pair():
    calls = [{**CALL, "id": f"call{at}"} for at in range(2_000)]
    report = placed([ASK, RESULT, *calls], 60)
    assert split(report)[0].count("call") < 10
    assert "1,995 more" in split(report)[0]
    whole = pairs_of(report.outcome.chunks)
    assert len(whole) == 2_001
    assert len(set(map(id, whole.values()))) == 1


def test_kept_pairs_are_placed_both_or_none_and_room_goes_to_others():
    later = chunk("later", "chat_history_user", 25)
    report = placed([ASK, CALL, RESULT, later], 45, keep_pairs=True)
    assert report.allocated == ("ask", "later")
    assert split(report) == []
    reasons = {row.name: row.reason.code for row in report.ledger.rows if row.name}
    assert reasons["result"] == "pair_kept"
    assert reasons["call"] == "pair_kept"
    assert report.ledger.balances
    assert optimum(report).value is None
    assert placed([ASK, CALL, RESULT, later], 50, keep_pairs=True).allocated == (
        "ask",
        "call",
        "result",
    )


_kinds = st.sampled_from(["tool_input", "tool_output", "chat_history_user", "system_prompt"])
_rows = st.lists(
    st.tuples(_kinds, st.integers(0, 40), st.sampled_from([None, "a", "b", "c"])), max_size=9
)


@given(_rows, st.integers(0, 120), st.booleans(), st.booleans())
def test_with_kept_pairs_nothing_is_ever_split_and_the_ledger_closes(rows, room, partial, limits):
    chunks = [chunk(str(place), *row) for place, row in enumerate(rows)]
    report = placed(
        chunks, room, keep_pairs=True, allow_partial_fill=partial, enforce_category_limits=limits
    )
    assert split(report) == []
    assert report.ledger.balances
    assert sum(int(chunks[int(one)]["tokens"]) for one in report.allocated) <= room


@given(_rows, st.integers(0, 120))
def test_without_pairs_in_the_input_the_option_changes_nothing(rows, room):
    chunks = [chunk(str(place), kind, tokens) for place, (kind, tokens, _) in enumerate(rows)]
    free, kept = placed(chunks, room), placed(chunks, room, keep_pairs=True)
    assert free.allocated == kept.allocated
    assert free.outcome.selection == kept.outcome.selection
