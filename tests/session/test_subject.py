"""A session is looked at through the lens that its contents are for."""

from __future__ import annotations

import pytest

from inspector.resources import sample_sessions
from inspector.session.session import Session, subject_of
from inspector.stage import stages
from tests.shared.samples import sample_session

OF_STAGES = {"assembly", "audit", "builder", "discipline", "relevance", "timeline", "window"}


@pytest.mark.parametrize("sample", sorted(sample_sessions()))
def test_each_sample_is_about_the_stage_it_was_made_for(sample: str) -> None:
    session = sample_session(sample)
    assert subject_of(session) == (sample if sample in OF_STAGES else "injection")


def test_an_empty_session_is_about_nothing() -> None:
    assert subject_of(Session()) is None


def test_what_a_session_has_of_a_stage_at_first_is_nothing_to_look_at() -> None:
    with_parts = [stage for stage in stages() if stage.part]
    assert len(with_parts) >= 6
    every = Session().having(**{stage.id: Session().part(stage.id) for stage in with_parts})
    assert subject_of(every) is None


def test_no_part_is_made_to_find_out_that_it_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "part", lambda _session, stage: pytest.fail(stage))
    assert subject_of(Session()) is None
