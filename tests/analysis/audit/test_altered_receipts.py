"""A receipt that was altered in any field is told, whatever fields receipts come to have."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.audit.receipts import verify_line
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.receipts.receipt import Receipt
from inspector.recorder import SUM, digest, line_of, receipt_of
from tests.shared.samples import sample_session

OF_NO_DECISION = {"dropped", "texts", "overrides"}  # fields that this receipt has no use for
Step = str | int


@cache
def line() -> bytes:
    session = sample_session("direct-target")
    return line_of(receipt_of(InjectionRuns().run(session).report))


def whole() -> dict[str, Any]:
    value: dict[str, Any] = json.loads(line())
    return value


def places(value: Any, above: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """Yield the way to everything in a value, objects and lists themselves included."""
    listed = enumerate(value) if isinstance(value, list) else ()
    for step, one in value.items() if isinstance(value, dict) else listed:
        yield (*above, step)
        yield from places(one, (*above, step))


@cache
def all_places() -> tuple[tuple[Step, ...], ...]:
    return tuple(places(whole()))


PLACES = st.deferred(lambda: st.sampled_from(all_places()))


def holder_of(value: Any, place: tuple[Step, ...]) -> Any:
    for step in place[:-1]:
        value = value[step]
    return value


OTHERS = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 9_999), st.floats(0, 2), st.text(max_size=5),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=2), st.integers(0, 3)),
)  # fmt: skip


def altered(place: tuple[Step, ...], how: Any) -> dict[str, Any] | None:
    """Return the receipt with another value at a place, or without it; None for the same one."""
    receipt = whole()
    holder = holder_of(receipt, place)
    if how is Ellipsis:
        del holder[place[-1]]
    else:
        holder[place[-1]] = deepcopy(how)
    return None if spelled(receipt) == spelled(whole()) else receipt


def spelled(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def test_every_field_that_a_receipt_may_have_is_altered_here():
    fields = {place[0] for place in all_places()}
    assert fields | OF_NO_DECISION >= set(Receipt.model_fields)
    assert fields <= set(Receipt.model_fields)


@given(PLACES, OTHERS | st.just(Ellipsis))
def test_another_value_anywhere_is_told(place, how):
    receipt = altered(place, how)
    if receipt is not None:
        assert verify_line(1, json.dumps(receipt)).outcome is Outcome.FAILED


@given(PLACES, st.text(max_size=4), OTHERS)
def test_a_member_more_is_told(place, name, value):
    receipt = whole()
    holder = holder_of(receipt, place)
    if isinstance(holder, dict) and name not in holder:
        holder[name] = value
        assert verify_line(1, json.dumps(receipt)).outcome is Outcome.FAILED


@pytest.mark.parametrize("name", sorted(Receipt.model_fields.keys() - OF_NO_DECISION))
def test_a_member_that_stands_twice_is_told_whichever_of_them_is_read(name):
    again = json.dumps({name: whole()[name]})[1:-1].encode()
    for text in (line().replace(b"{", b"{" + again + b",", 1), line()[:-2] + b"," + again + b"}"):
        found = verify_line(1, text)
        assert found.outcome is Outcome.FAILED
        assert "stands in it twice" in found.told


@given(st.sampled_from(["total", "knowledge", "bucket", "used"]), st.integers(1, 400))
def test_another_budget_is_told_by_the_replay_where_all_sums_were_made_anew(name, more):
    receipt = whole()
    receipt["budget"][name] += more
    assert verify_line(1, resummed(receipt)).outcome is Outcome.FAILED


@cache
def rows() -> list[tuple[str, int]]:
    listed = ((name, enumerate(whole()[name])) for name in ("cards", "files", "buckets"))
    return [(name, place) for name, found in listed for place, row in found if row[-1] is not None]


ROWS = st.deferred(lambda: st.sampled_from(rows()))


@given(ROWS, st.sampled_from([-1, -2]))
def test_another_form_or_reason_is_told_by_the_replay_where_all_sums_were_made_anew(row, column):
    receipt = whole()
    name, place = row
    was = receipt[name][place][column]
    receipt[name][place][column] = "unused" if was != "unused" else None
    assert verify_line(1, resummed(receipt)).outcome is Outcome.FAILED


def resummed(receipt: dict[str, Any]) -> bytes:
    competed = [receipt["cards"], receipt["buckets"], receipt["files"]]
    receipt["fingerprints"] = {"policy": digest(receipt["policy"]), "cards": digest(competed)}
    receipt.pop(SUM)
    return line_of(receipt)
