"""One edit changes any field of any part, by the way that leads to it."""

import pytest
from pydantic import ValidationError

from inspector.core.candidates.request import default_request
from inspector.core.injection.policy import DEFAULT_SETTINGS
from inspector.session.edits import open_requests, set_at
from inspector.session.session import Session


def test_a_changed_field_leaves_the_others_as_they_were():
    changed = set_at("settings", "tier_weights.full", 0.9)(Session()).settings
    assert changed.tier_weights.full == 0.9
    assert changed.tier_weights.compact == DEFAULT_SETTINGS.tier_weights.compact
    assert DEFAULT_SETTINGS.tier_weights.full == 1.0


def test_a_value_out_of_bounds_is_refused():
    with pytest.raises(ValidationError):
        set_at("policy", "knowledge_card_share_default", 1.5)(Session())


def test_a_value_that_is_there_changes_nothing():
    session = Session()
    assert set_at("policy", "min_bucket_tokens", 500)(session) is session


def test_a_field_that_there_is_not_is_no_value_to_change():
    with pytest.raises(KeyError):
        set_at("policy", "tokens", 1)(Session())


def test_a_document_that_is_not_there_is_made_for_its_field():
    step = set_at("builder", "request.plan_step.description", "x")(Session()).builder.request
    assert step.plan_step is not None
    assert step.plan_step.description == "x"


def test_a_changed_request_stays_one_of_its_corpus():
    first, second = (
        default_request().model_copy(update={"trace_id": name}) for name in ("first", "second")
    )
    session = open_requests((first, second), None)(Session())
    changed = set_at("request", "model.context_window", 7)(session)
    assert changed.request is changed.requests[0]
    assert [one.model.context_window for one in changed.requests] == [7, 128_000]


def test_without_a_request_none_of_its_fields_is_changed():
    session = Session()
    assert set_at("request", "trace_id", "x")(session) is session
