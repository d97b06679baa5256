"""``inspector compare`` finds what changed and which input did it, and can fail a CI."""

import json

import pytest

from inspector.files.session_format import schema
from tests.shared.injection_input import bucket, card, file

SAMPLE = "sample:securities-fraud"
SMALLER = ("--set", "max_injection_tokens_absolute=4500")


def session_value(cards, **fields):
    candidates = {
        "schema_version": 1,
        "set_id": "s",
        "knowledge_cards": cards,
        "buckets": [bucket("k", file("f", 1, 50))],
    }
    request = {
        "trace_id": "t",
        "timestamp": "2026-04-03T12:00:00Z",
        "model": {"name": "m", "context_window": 1600, "encoding": "chars"},
    }
    return {
        "schema_version": 1,
        "candidates": {"inline": candidates},
        "request": {"inline": request | fields},
    }


@pytest.fixture
def pair(tmp_path):
    """Write two sessions, of which the second has a card more; return their paths."""
    cards = [card(name, score, 60) for name, score in (("a", 0.9), ("b", 0.5))]
    one, two = tmp_path / "one.inspector.json", tmp_path / "two.inspector.json"
    one.write_text(json.dumps(session_value(cards)))
    more = [*cards, card("new", 1.0, 60)]
    two.write_text(json.dumps(session_value(more, expect={"must_include": ["b"]})))
    return one, two


def test_the_same_twice_has_no_changes(inspector):
    code, out, err = inspector("compare", SAMPLE, "--fail-on", "any")
    assert (code, err) == (0, "")
    assert "The inputs are the same." in out
    assert "0 of 57 subjects changed" in out


def test_options_change_the_second_side_and_are_the_cause(inspector):
    code, out, _ = inspector("compare", SAMPLE, *SMALLER)
    assert code == 0
    assert "Max injected tokens: 6,000 → 4,500" in out
    assert "because of Max injected tokens" in out


def test_a_card_that_took_the_room_is_named(inspector, pair):
    code, out, _ = inspector("compare", *pair)
    assert code == 0
    assert "card b: included, compact (60) → dropped" in out
    assert "because of Cards in the set" in out
    assert "“New” took its room" in out


@pytest.mark.parametrize(
    ("what", "code"),
    [("any", 1), ("flip", 1), ("lost", 1), ("gained", 1), ("expectation", 1), ("more-tokens", 0)],
)
def test_what_was_asked_to_fail_fails(inspector, pair, what, code):
    found, _, err = inspector("compare", *pair, "--fail-on", what)
    assert found == code
    assert ("inspector compare: there is" in err) is bool(code)


def test_the_json_is_what_its_schema_says(inspector, pair):
    _, out, _ = inspector("compare", *pair, "--json")
    result = json.loads(out)
    described = schema("comparison")
    assert set(result) == set(described["properties"])
    assert sum(one["count"] for one in result["transitions"]) == result["subjects"]
    change = next(one for one in result["changes"] if one["subject"] == "b")
    assert change["cause"] == {"kind": "alone", "differences": ["cards.members"]}
    assert change["displaced_by"] == {"how": "alone", "subjects": ["new"]}
    came = next(one for one in result["changes"] if one["subject"] == "new")
    assert came["before"]["verdict"] is None


def test_a_manifest_is_compared_without_causes(inspector, tmp_path):
    manifest = tmp_path / "manifest.json"
    assert inspector("run", SAMPLE, "--manifest", manifest)[0] == 0
    assert inspector("compare", manifest, SAMPLE, "--fail-on", "any")[0] == 0
    code, out, _ = inspector("compare", manifest, SAMPLE, *SMALLER, "--fail-on", "lost")
    assert code == 1
    assert "it tells no inputs" in out
    code, out, _ = inspector("compare", manifest, manifest, "--json")
    assert (code, json.loads(out)["differences"]) == (0, None)


def test_wrong_usage_and_wrong_input_have_their_codes(inspector, tmp_path):
    assert inspector("compare")[0] == 2
    assert inspector("compare", SAMPLE, "--fail-on", "nothing")[0] == 2
    assert inspector("compare", SAMPLE, "--displaced", "-1")[0] == 2
    code, _, err = inspector("compare", tmp_path / "none.json", SAMPLE)
    assert code == 3
    assert "none.json" in err
    assert inspector("compare", SAMPLE, "--output", tmp_path / "no" / "folder")[0] == 3
