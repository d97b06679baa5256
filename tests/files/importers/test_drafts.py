"""What ids, names, scores and moments of other programs become."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.core.scalars import SAFE_INTEGER
from inspector.files.findings import Findings
from inspector.files.importers import Foreign, importers, open_foreign, recognised
from inspector.files.importers.drafts import SetDraft
from inspector.files.importers.imported import Head, Importer, listed, member, text_at
from inspector.files.importers.values import HitScore, closeness, finite, utc_timestamp
from inspector.files.source import Source


@pytest.fixture
def foreign() -> Foreign:
    """A file of two lines."""
    return open_foreign(Source("a.jsonl", b"{}\n{}\n"), "a.jsonl", Findings())


def test_the_kind_of_a_card_has_40_units(foreign: Foreign) -> None:
    draft = SetDraft(foreign, "any")
    record = next(foreign.records())
    for text, kind in (("a", "k" * 40), ("b", "k" * 41), ("c", " \n"), ("d", "two\nlines")):
        assert draft.card(record, text, kind=kind)
    candidates = draft.candidates()
    assert candidates is not None
    kinds = [one.node_kind for one in candidates.knowledge_cards]
    assert kinds == ["k" * 40, "k" * 39 + "…", "entity", "two"]
    assert candidates.buckets == ()


def test_evidence_is_named_once_and_nothing_is_none(foreign: Foreign) -> None:
    draft = SetDraft(foreign, "any")
    request = draft.request("t", "m")
    assert draft.request("t", "m") is request
    request.needs()
    for subjects in (("a", "b"), ("a",), ("a", "b")):
        request.needs(*subjects)
    (finished,) = draft.requests()
    assert finished.expect is not None
    assert finished.expect.must_include == (("a", "b"), "a")
    assert draft.candidates() is None


def test_a_card_and_a_file_of_one_id_compete_apart(foreign: Foreign) -> None:
    draft = SetDraft(foreign, "any")
    record = next(foreign.records())
    request = draft.request("t", "m")
    assert (
        draft.card(record, "x", identity="i", measure=HitScore("score", 3), request=request) == "i"
    )
    two = HitScore("score", 2)
    assert draft.passage(record, "x", identity="i", measure=two, request=request) == "a:i"
    assert draft.passage(record, "y", identity="j") == "a:j"
    imported = draft.imported()
    assert imported is not None
    (finished,) = imported.requests
    assert (finished.relevance.cards, finished.relevance.files) == ({"i": 3}, {"a:i": 2})
    assert finished.candidates is not None
    assert finished.candidates.only == ("i", "a:i")


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-01-02T03:04:05.25+02:00", "2026-01-02T01:04:05.250Z"),
        (" 2026-01-02 ", "2026-01-02T00:00:00Z"),
        (0, "1970-01-01T00:00:00Z"),
        (-1.5, "1969-12-31T23:59:58.500Z"),
        ("-1", "1969-12-31T23:59:59Z"),
        (1767322645123, "2026-01-02T02:57:25.123Z"),
        (1767322645123456, "2026-01-02T02:57:25.123Z"),
        (-1767322645123, "1913-12-30T21:02:34.877Z"),
        ((SAFE_INTEGER + 1) * 1000 - 1024, "2255-06-05T23:47:34.740Z"),
        ((SAFE_INTEGER + 1) * 1000, None),
        ("1e400", None),
        (True, None),
        ("", None),
        ([], None),
    ],
)
def test_a_moment_is_iso_8601_or_a_number_since_1970(moment: object, expected: str | None) -> None:
    assert utc_timestamp(moment) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, 1.0), ("-2.5", -2.5), (True, None), ("x", None), ("inf", None), (10**400, None)],
)
def test_a_finite_number_may_be_written_as_text(value: object, expected: float | None) -> None:
    assert finite(value) == expected


@pytest.mark.parametrize(("distance", "score"), [(0, 0.5), (1, 0.25), (-1, 0.75), (3, 0.125)])
def test_closeness_halves_and_halves_again(distance: float, score: float) -> None:
    assert closeness(distance) == score


def test_a_way_leads_through_members_and_places() -> None:
    value = {"a": [{"b": 1}, "x"], "0": 2, "e": ""}
    assert member(value, "a/0/b") == 1
    assert member(value, "a/1") == "x"
    assert member(value, "0") == 2
    assert member(value, "a/2") is member(value, "a/-1") is member(value, "a/1/b") is None
    assert listed(value, "a") == [{"b": 1}, "x"]
    assert listed(value, "0") == []
    assert text_at(value, "z", "0", "e", "a/1") == "x"
    assert text_at(value, "e") is None


def test_the_beginning_of_a_file_has_what_one_record_has_whole() -> None:
    head = Head("a", (5, {"a": 1}, {"b": {"c": 2}, "d": None}), is_list=True)
    assert head.first == {"a": 1}
    assert Head("a", (5,), is_list=True).first == {}
    assert head.has("a")
    assert head.has("b", "b/c")
    assert not head.has("a", "b")
    assert not head.has("d")


def test_twelve_records_are_looked_at_to_tell_what_a_file_is() -> None:
    for before, kind in ((11, "documents"), (12, None)):
        text = b"{}\n" * before + b'{"page_content": "x"}\n'
        head = open_foreign(Source("a.jsonl", text), "a.jsonl", Findings()).head
        found = recognised(head)
        assert (found.name if found else None) == kind


def _sure(of: float) -> Importer:
    return Importer("any", "any", (("x",),), lambda _: of, lambda _: None)


def test_the_surest_reads_a_file_if_it_is_sure_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    head = Head("a", ({"x": 1},), is_list=False)
    for sure, expected in (((0.59,), None), ((0.6,), 0), ((0.6, 0.7, 0.7), 1)):
        offered = tuple(map(_sure, sure))
        monkeypatch.setattr("inspector.files.importers.importers", lambda offered=offered: offered)
        assert recognised(head) is (None if expected is None else offered[expected])


def test_importers_have_names_of_their_own() -> None:
    names = [one.name for one in importers()]
    assert len(set(names)) == len(names)
    head = Head("a", (), is_list=False)
    assert [recognised(head, name) for name in names] == list(importers())
    assert recognised(head, "none") is None


def test_a_draft_is_named_by_its_file(tmp_path: Path) -> None:
    source = Source("x", b"{}")
    assert SetDraft(open_foreign(source, tmp_path / "b.c.json", Findings()), "any").name == "b.c"
