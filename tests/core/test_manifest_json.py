"""A manifest written from columns is, byte for byte, the one that its model writes."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given
from pydantic import ValidationError

from inspector.core import fingerprint, inject
from inspector.core import manifest_json as written
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.manifest_json import (
    manifest_canonical,
    manifest_json,
    manifest_sha256,
)
from inspector.files import manifest_bytes
from tests.shared.examples import examples
from tests.shared.injection_draws import sessions
from tests.shared.injection_input import CHARACTERS, candidate_set, card, request

texts = st.text(max_size=20) | st.sampled_from(['"\\\n\x00\x1f\x7f', "é" * 20, "😀"])
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(
    [0.0, -0.0, 1.0, 1e-7, 1e16, 1e21, 5e-324, 123456789.0]
)


@st.composite
def odd_cards(draw):
    """Cards with texts and numbers of every kind, and with what few cards have."""
    said = st.fixed_dictionaries(
        {},
        optional={
            "resolution_source": texts,
            "primary_tag": texts,
            "hedge_mode": texts,
            "force_level": texts,
            "source_bundle_ids": st.lists(texts, max_size=3),
        },
    )
    return [
        card(f"{number}{draw(texts)}", draw(numbers), 5, kind=draw(texts))
        | {"canonical_name": draw(texts)}
        | draw(said)
        for number in range(draw(st.integers(0, 7)))
    ]


def of(cards, **fields):
    return inject(request(**fields), candidate_set(cards), DEFAULT_POLICY, CHARACTERS)


@examples(30)
@given(sessions())
def test_the_manifest_of_any_run_is_its_models(session):
    report = inject(
        session.request,
        session.candidates,
        session.policy,
        CHARACTERS,
        strategy=session.strategy,
        settings=session.settings,
        overrides=session.overrides,
    )
    assert manifest_bytes(report) == manifest_bytes(report.manifest)
    assert manifest_sha256(report) == fingerprint(report.manifest.model_dump(mode="json"))


@examples(75)
@given(odd_cards(), st.sampled_from([1, 2, 3, 4_096]))
def test_cards_of_any_kind_are_written_as_their_model_writes_them(cards, at_once):
    report = of(cards)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(written, "_AT_ONCE", at_once)
        found = b"".join(manifest_json(report))
        value = report.manifest.model_dump(mode="json")
        assert found == manifest_bytes(report.manifest)
        assert json.loads(found) == value
        assert manifest_sha256(report) == fingerprint(value)


def test_a_text_that_looks_like_the_place_of_the_cards_is_a_text():
    gap = '\n  "knowledge_cards": []"knowledge_cards":[]'
    report = of([card("a", 0.5)], trace_id=gap)
    assert manifest_bytes(report) == manifest_bytes(report.manifest)
    assert manifest_sha256(report) == fingerprint(report.manifest.model_dump(mode="json"))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("names", "é" * 201, "at most 200"),
        ("names", "\ud800", "half of a surrogate pair"),
        ("node_ids", "\ud800", "half of a surrogate pair"),
    ],
    ids=["long", "half", "half of an id"],
)
def test_a_text_is_refused_as_the_model_refuses_it(name, text, words):
    cards = candidate_set([card("a", 0.5)])
    getattr(cards.knowledge_cards, name)[0] = text
    report = inject(request(), cards, DEFAULT_POLICY, CHARACTERS)
    for written_by in (manifest_json, manifest_canonical):
        with pytest.raises(ValidationError, match=words):
            list(written_by(report))


def test_a_card_without_any_rendering_is_written_with_no_tokens():
    report = of([card("a", 0.5, 0)])
    assert manifest_bytes(report) == manifest_bytes(report.manifest)
    assert json.loads(manifest_bytes(report))["knowledge_cards"][0]["token_count"] == 0


def test_cards_that_fit_are_written_without_making_the_manifest_of_them():
    report = of([card("a", 0.5)])
    b"".join(manifest_json(report))
    manifest_sha256(report)
    assert "manifest" not in vars(report)


def test_it_can_be_stopped_between_two_pieces():
    report = of([card(f"n{number}", 0.5) for number in range(5)])
    asked = []
    assert manifest_sha256(report, lambda: bool(asked.append(None))) == ""
    assert len(asked) == 1
    assert next(manifest_canonical(report)).startswith(b"{")


def test_what_many_cards_share_is_written_once(monkeypatch):
    made = []
    make = written._Form._make  # work is counted
    monkeypatch.setattr(written, "_AT_ONCE", 20)
    monkeypatch.setattr(
        written._Form,
        "_make",
        lambda form, code, *parts: made.append(code) or make(form, code, *parts),
    )
    cards = [
        card(f"c{number}", number, 5, kind=("event", "entity")[number % 2]) | {"primary_tag": "t"}
        for number in range(200)
    ]
    report = of(cards)
    assert b"".join(manifest_canonical(report)).count(b'"primary_tag":"t"') == 200
    assert len(made) == len(set(made)) <= 8
