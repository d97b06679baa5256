"""The sample about discipline says the same in all its files."""

import json

from inspector.core.discipline import MemoryArtifactStore, discipline, restore_hot_state
from inspector.files import load_discipline, load_metrics, load_output, load_session
from tests.shared.samples import FOLDER, text_of

SAMPLE = FOLDER / "discipline"


def test_every_file_loads_without_a_problem():
    assert load_session(SAMPLE / "session.inspector.json").problems == ()
    assert load_discipline(SAMPLE / "discipline.json").problems == ()
    assert load_discipline(SAMPLE / "hot-state.json").problems == ()
    assert load_metrics(SAMPLE / "turns.jsonl").problems == ()


def test_the_files_for_the_command_line_are_parts_of_the_stage():
    stage = load_discipline(SAMPLE / "discipline.json").value
    assert stage is not None
    assert stage.hot_state == json.loads(text_of(SAMPLE / "hot-state.json"))
    assert stage.turns == load_metrics(SAMPLE / "turns.jsonl").value
    assert stage.output.text == load_output(SAMPLE / "answer.md").value


def test_json_files_have_readable_letters_and_unix_line_ends():
    for path in sorted(SAMPLE.glob("*.json")):
        text = text_of(path)
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n", path


def test_a_story_takes_about_a_minute_to_read():
    story = json.loads(text_of(SAMPLE / "session.inspector.json"))["story"]
    assert 3 <= len(story) <= 7
    assert sum(len(step["text"].split()) for step in story) <= 300


def test_nothing_of_its_state_is_lost():
    state = json.loads(text_of(SAMPLE / "hot-state.json"))
    store = MemoryArtifactStore()
    report = discipline(state, registry=store)
    assert restore_hot_state(report, store).model_dump(mode="json") == state
