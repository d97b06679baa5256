"""What a user can change about the window."""

import pytest
from pydantic import ValidationError

from inspector.core.window.config import PlacementOptions, TokenBudgets, WindowConfig
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.window_stage import WindowStage
from inspector.stage import Part
from inspector.stages.window.part import open_window
from tests.shared.window_input import NOW, chunk


def change(field, value):
    return set_at("window", (field,), value)


STAGE = WindowStage(chunks=(chunk("a", days_old=3), chunk("b")))


def test_opened_chunks_replace_the_chunks_and_keep_what_they_do_not_say():
    session = change("available_tokens", 999)(Session())
    opened = open_window(STAGE, "chat.json")(session)
    assert [one.id for one in opened.window.chunks] == ["a", "b"]
    assert opened.window.available_tokens == 999
    assert opened.source(Part.WINDOW) == "chat.json"


def test_chunks_without_a_time_of_the_request_are_looked_at_from_their_newest():
    assert open_window(STAGE, None)(Session()).window.now_ms == STAGE.chunks[0].timestamp_ms


def test_a_time_of_the_request_that_was_given_is_kept():
    stage = WindowStage(chunks=STAGE.chunks, now_ms=NOW)
    assert open_window(stage, None)(Session()).window.now_ms == NOW


def test_chunks_without_any_time_leave_the_time_of_the_request():
    session = change("now_ms", 5)(Session())
    assert open_window(WindowStage(chunks=(chunk("b"),)), None)(session).window.now_ms == 5


def test_every_field_can_be_changed():
    config = WindowConfig(token_budgets=TokenBudgets(max_history=5))
    options = PlacementOptions(prefer_recent=False)
    session = Session()
    for edit in (
        change("available_tokens", 10),
        change("max_system_prompt", 3),
        change("now_ms", NOW),
        change("options", options),
        change("config", config),
    ):
        session = edit(session)
    assert session.window == WindowStage(
        available_tokens=10, max_system_prompt=3, now_ms=NOW, options=options, config=config
    )
    assert change("max_system_prompt", None)(session).window.max_system_prompt is None


@pytest.mark.parametrize(
    "edit",
    [change("available_tokens", -1), change("max_system_prompt", -1), change("now_ms", 10**17)],
)
def test_values_out_of_bounds_are_refused(edit):
    with pytest.raises(ValidationError):
        edit(Session())
