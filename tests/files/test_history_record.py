"""A record is checked when it is made, and equal values have one form."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.files.history import HistoryError
from inspector.files.history.record import microseconds, utc_text
from inspector.files.history.rows import PackedValue, pack
from tests.files.history_samples import as_json, codes, digest, record


def pointers(caught):
    return [problem.place.pointer for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"stage": ""}, "/stage"),
        ({"recorded_at": "2026-04-03T12:00:00"}, "/recorded_at"),
        ({"recorded_at": "2026-04-03T12:00:00+00:00"}, "/recorded_at"),
        ({"recorded_at": "2026-02-30T12:00:00Z"}, "/recorded_at"),
        ({"recorded_at": "2026-04-03T12:00:00.1234567Z"}, "/recorded_at"),
        ({"recorded_at": None}, "/recorded_at"),
        ({"title": "x" * 301}, "/title"),
        ({"title": "half of \ud83d"}, "/title"),
        ({"version": ""}, "/version"),
        ({"inputs": {"policy": "abc"}}, "/inputs/policy"),
        ({"inputs": {"policy": digest("policy").upper()}}, "/inputs/policy"),
        ({"inputs": {"": digest("policy")}}, "/inputs/0"),
        ({"configuration": b""}, "/configuration"),
        ({"configuration": "{}"}, "/configuration"),
        ({"result": b"{} {}"}, "/result"),
        ({"result": b'{"a":NaN}'}, "/result"),
        ({"result": b'"\xff"'}, "/result"),
        ({"result": b"[" * 100_000 + b"]" * 100_000}, "/result"),
        ({"metrics": {"used": float("nan")}}, "/metrics/used"),
        ({"metrics": {"used": float("inf")}}, "/metrics/used"),
        ({"metrics": {"used": 2**53}}, "/metrics/used"),
        ({"metrics": {"used": None}}, "/metrics/used"),
        ({"metrics": {"text": "x" * 301}}, "/metrics/text"),
        ({"verdicts": {"dropped": -1}}, "/verdicts/dropped"),
        ({"verdicts": {"dropped": 1.5}}, "/verdicts/dropped"),
        ({"series": "\udc00"}, "/series"),
    ],
)
def test_what_cannot_be_saved_is_refused_with_its_place(changes, pointer):
    with pytest.raises(HistoryError) as caught:
        record(**changes)
    assert codes(caught.value.problems) == ["history.unusable-value"]
    assert pointers(caught) == [pointer]


def test_all_that_is_wrong_with_a_record_is_told_at_once():
    with pytest.raises(HistoryError) as caught:
        record(stage="", recorded_at="today", metrics={"a": None, "b": 1, "c": float("nan")})
    assert pointers(caught) == ["/stage", "/recorded_at", "/metrics/a", "/metrics/c"]


def test_a_complaint_never_quotes_the_value():
    with pytest.raises(HistoryError) as caught:
        record(title="secret" * 100, metrics={"text": "secret" * 100}, result=b"secret")
    assert "secret" not in str(caught.value)


def test_a_time_has_one_form():
    same = [record(recorded_at=f"2026-04-03T12:00{tail}Z") for tail in ("", ":00", ":00.000")]
    assert [one.recorded_at for one in same] == ["2026-04-03T12:00:00Z"] * 3
    assert record(recorded_at="2026-04-03T12:00:00.5Z").recorded_at == "2026-04-03T12:00:00.500000Z"


def test_truth_values_become_numbers():
    assert record(metrics={"balances": True}).metrics["balances"] == 1
    assert record(metrics={"balances": True}).identity == record(metrics={"balances": 1}).identity


def test_a_record_does_not_change_with_what_it_was_made_from():
    metrics = {"used": 1}
    one = record(metrics=metrics)
    metrics["used"] = 2
    assert one.metrics == {"used": 1}


def test_the_order_of_names_does_not_matter():
    one, other = record(metrics={"a": 1, "b": 2}), record(metrics={"b": 2, "a": 1})
    assert one.identity == other.identity
    assert list(one.metrics) == list(other.metrics)


@pytest.mark.parametrize(
    "changes",
    [
        {"stage": "window"},
        {"series": "corpus"},
        {"title": "Another"},
        {"version": "0.2.0"},
        {"inputs": {"policy": digest("another")}},
        {"configuration": as_json({"strategy": "depth"})},
        {"result": as_json({"total_tokens_used": 7})},
        {"metrics": {"tokens_used": 7}},
        {"verdicts": {"included": 7}},
    ],
)
def test_everything_but_the_time_is_part_of_the_identity(changes):
    assert record(**changes).identity != record().identity
    assert record(recorded_at="2020-01-01T00:00:00Z").identity == record().identity


def test_configuration_and_result_can_be_had_parsed():
    one = record(result=b'{ "b": [1.0, null] }')
    assert one.configuration_value == {"strategy": "coverage"}
    assert one.result_value == {"b": [1.0, None]}


@given(st.datetimes())
def test_every_time_of_the_calendar_keeps_its_microseconds(moment):
    text = moment.isoformat() + "Z"
    assert utc_text(microseconds(text)) == text


@given(st.datetimes(), st.datetimes())
def test_times_sort_as_numbers(one, other):
    numbers = [microseconds(moment.isoformat() + "Z") for moment in (one, other)]
    assert (numbers[0] < numbers[1]) == (one < other)


@given(st.binary() | st.binary(min_size=1).map(lambda data: data * 100))
def test_what_is_packed_can_be_unpacked_and_never_grows(data):
    packed = pack(data)
    assert packed.unpacked() == data
    assert (packed.size, len(packed.body) <= len(data)) == (len(data), True)


@given(st.data())
def test_a_damaged_content_is_never_taken_for_the_one_that_was_saved(data):
    packed = pack(data.draw(st.binary(min_size=1)) * data.draw(st.sampled_from([1, 100])))
    body = bytearray(packed.body)
    place = data.draw(st.integers(0, len(body) - 1))
    body[place] ^= data.draw(st.integers(1, 255))
    damaged = PackedValue(packed.fingerprint, packed.size, packed.packing, bytes(body))
    with contextlib.suppress(ValueError):
        # A bit that zlib does not look at may change without changing what is unpacked.
        assert damaged.unpacked() == packed.unpacked()


@pytest.mark.parametrize("changes", [{"size": 10}, {"packing": "other"}, {"body": b""}])
def test_a_content_described_wrongly_is_refused(changes):
    packed = pack(b"abc" * 1000)
    values = {"size": packed.size, "packing": packed.packing, "body": packed.body} | changes
    with pytest.raises(ValueError, match=r"packed|fingerprint"):
        PackedValue(packed.fingerprint, **values).unpacked()
