"""One row per chunk, the reserve, the rest: together the available tokens."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.reasons import Reason, Verdict
from inspector.core.window.placement import place
from tests.shared.window_input import NOW, chunk, chunk_lists, option_sets, placed


def test_rows_reserve_and_unused_are_the_available_tokens():
    report = placed([chunk("a", 60), chunk("b", 70)], room=100, max_system_prompt=40)
    rows = [(entry.subject, entry.verdict, entry.tokens) for entry in report.ledger.entries]
    assert rows == [
        ("a", Verdict.INCLUDED, 60),
        ("b", Verdict.DROPPED, 0),
        ("window_reserve", Verdict.BALANCE, 40),
        ("window_unused", Verdict.BALANCE, 40),
    ]
    assert report.ledger.budget == 140
    assert report.ledger.balances


def test_sentences_carry_the_numbers_of_the_run():
    report = placed([chunk("a", 1_060), chunk("b", 70)], room=1_100, max_system_prompt=40)
    assert [entry.sentence for entry in report.ledger.entries] == [
        "Placed at tokens 0 to 1,060, with priority 150.00: it needed 1,060, 1,100 were left.",
        "Dropped: needed 70 tokens with priority 150.00, left of the window: 40.",
        "40 tokens are kept in reserve for the system prompt.",
        "40 tokens of the window stayed unused.",
    ]


def test_a_chunk_after_filling_stopped_says_so():
    chunks = [chunk("a", 60, type="tool_output"), chunk("b", 5)]
    report = placed(chunks, room=50, options={"allow_partial_fill": False})
    assert [report.reason(row) for row in (0, 1)] == [Reason.WINDOW_BUDGET, Reason.FILL_STOPPED]
    assert "filling had stopped" in report.ledger.entries[1].sentence


def test_a_reserve_larger_than_what_is_available_takes_all_of_it():
    report = place([chunk("a", 1)], now_ms=NOW, available_tokens=30, max_system_prompt=50)
    rows = [(entry.subject, entry.tokens) for entry in report.ledger.entries]
    assert rows == [("a", 0), ("window_reserve", 30), ("window_unused", 0)]
    assert report.effective_available == -20


_fractional = st.lists(st.floats(0, 30, allow_nan=False).map(lambda size: round(size * 4) / 4))


@given(_fractional, st.integers(0, 60))
def test_fractional_counts_close_as_well(sizes, room):
    report = placed([chunk(str(n), size) for n, size in enumerate(sizes)], room=room)
    assert report.ledger.balances
    assert all(entry.tokens >= 0 for entry in report.ledger.entries)
    assert sum(entry.tokens for entry in report.ledger.entries) == room


@given(chunk_lists(), st.integers(-50, 400), st.integers(0, 100), option_sets)
def test_the_ledger_always_closes_with_one_row_per_chunk(chunks, available, reserve, options):
    report = place(
        chunks,
        now_ms=NOW,
        available_tokens=available,
        max_system_prompt=reserve,
        options=options,
    )
    entries = list(report.ledger.entries)
    assert report.ledger.balances
    assert sum(entry.tokens for entry in entries) == report.ledger.budget == max(0, available)
    assert sorted(entry.subject for entry in entries if entry.kind == "chunk") == sorted(
        one.id for one in chunks
    )
    assert all(entry.account == "window" and entry.sentence for entry in entries)
    assert all(entry.tokens >= 0 for entry in entries)
