"""What a record or a configuration is told by, and what is said of what came without its text."""

from __future__ import annotations

import pytest

from inspector.core.window.chunk import ChunkType, is_chunk
from inspector.core.window.config import CONFIGURATION_MARKS, is_configuration
from inspector.core.window.placement import place
from inspector.core.window.report import placed_without_text
from tests.shared.window_input import chunk, placed

THRESHOLDS = {kind.value: 5 for kind in ChunkType}


@pytest.mark.parametrize("mark", CONFIGURATION_MARKS)
def test_an_object_with_a_mark_of_a_configuration_is_one(mark: str) -> None:
    assert is_configuration({mark: {}, "beside": 1})


def test_the_size_of_a_window_is_no_configuration_but_an_object_of_its_name_is() -> None:
    assert not is_configuration({"context_window": 200_000})
    assert is_configuration({"context_window": {"beside": 1}})


def test_thresholds_are_a_configuration_where_nothing_stands_beside_them() -> None:
    first = next(iter(THRESHOLDS))
    assert is_configuration({first: 5})
    assert is_configuration(THRESHOLDS)
    assert not is_configuration({first: 5, "beside": 1})
    assert not is_configuration({})
    assert not is_configuration([first])


def test_a_record_with_a_type_of_chunks_is_one_unless_it_has_a_role() -> None:
    record = {"type": ChunkType.TOOL_OUTPUT.value}
    assert is_chunk(record)
    assert not is_chunk(record | {"role": "user"})
    assert not is_chunk({"type": "message"})
    assert not is_chunk({"type": None})


def test_placed_chunks_without_a_text_are_counted_and_so_are_records_that_cannot_be_used() -> None:
    chunks = [chunk("a", 5), chunk("b", 5), chunk("c", None, content="words")]
    report = placed([*chunks, {"id": "d"}])
    assert placed_without_text(report) == 2
    assert report.outcome.records == 4


def test_a_time_beyond_all_dates_is_told_and_counts_as_0() -> None:
    report = place([chunk("a", 5)], now_ms=10**18, available_tokens=100)
    (told,) = [one for one in report.problems if "beyond all dates" in one.message]
    assert told.code == "window.number-invalid"
