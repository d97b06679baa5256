"""A session is looked at through the lens that its contents are for."""

from __future__ import annotations

import pytest

from inspector.files import load_session
from inspector.resources import resource_path, sample_sessions
from inspector.session.session import Session
from inspector.session.subject import subject_of

OF_STAGES = {"assembly", "audit", "builder", "discipline", "relevance", "window"}


@pytest.mark.parametrize("sample", sorted(sample_sessions()))
def test_each_sample_is_about_the_stage_it_was_made_for(sample: str) -> None:
    session = load_session(resource_path(sample_sessions()[sample])).value
    assert session is not None
    assert subject_of(session) == (sample if sample in OF_STAGES else "injection")


def test_an_empty_session_is_about_nothing() -> None:
    assert subject_of(Session()) is None
