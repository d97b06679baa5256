"""Where a stage that ``test_touch.py`` adds to a copy of the program has to appear."""

import json
from pathlib import Path

from inspector import cli
from inspector.analysis.secret_lint import SecretLints
from inspector.cli.manual import manual
from inspector.cli.outline import outline
from inspector.files import load_session, save_session
from inspector.files.history import Query, open_history
from inspector.files.session_format import schema
from inspector.gui.commands import commands_page
from inspector.gui.lenses import LENSES
from inspector.present.story import story_frames
from inspector.project.secrets import PatternScanner
from inspector.session.opening import session_of
from inspector.session.session import Session, StoryStep, subject_of
from inspector.stage import stage_named

VALUE = "correct-horse-7"
NOTE = f"password={VALUE} and some more words"
STAGE = stage_named("tally")
PART = STAGE.load(STAGE.part)(note=NOTE, most=2)
SESSION = Session(title="synthetic").having(tally=PART)


def test_synthetic_stage_has_its_part_in_a_session_that_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "synthetic.inspector.json"
    assert not save_session(SESSION, path)
    loaded = load_session(path)
    assert loaded.problems == ()
    assert loaded.value == SESSION
    assert subject_of(SESSION) == "tally"


def test_synthetic_stage_is_read_from_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "note.json").write_text(json.dumps({"note": NOTE, "most": 2}))
    path = tmp_path / "s.inspector.json"
    path.write_text(json.dumps({"schema_version": 1, "tally": {"path": "note.json"}}))
    loaded = load_session(path)
    assert loaded.problems == ()
    assert loaded.value is not None
    assert loaded.value.part("tally") == PART
    again = session_of(PART, "note.json")
    assert again is not None
    assert (again.part("tally"), again.source("tally")) == (PART, "note.json")


def test_synthetic_stage_has_a_schema() -> None:
    assert schema("tally")["title"] == "A note and how many words it may have"


def test_synthetic_stage_has_a_command_and_records_its_runs(tmp_path: Path, capsys) -> None:
    path, history = tmp_path / "synthetic.inspector.json", tmp_path / "history.sqlite3"
    save_session(SESSION, path)
    assert cli.main(["tally", str(path), "--history", str(history)]) == 0
    assert capsys.readouterr().out == "5 words\n"
    opened = open_history(history).value
    assert opened is not None
    with opened:
        [run] = opened.search(Query(stage="tally"))
        stored = opened.get(run.id)
    assert run.title == "synthetic"
    assert stored is not None
    assert json.loads(stored.record.result) == {"words": 5, "kept": 2}
    assert json.loads(stored.record.configuration) == {"most": 2}  # numbers, and never the note


def test_synthetic_stage_is_not_run_where_its_part_cannot_be_read(tmp_path: Path, capsys) -> None:
    path = tmp_path / "s.inspector.json"
    path.write_text(json.dumps({"schema_version": 1, "tally": {"inline": {"most": "many"}}}))
    assert cli.main(["tally", str(path), "--no-history"]) == 3
    assert capsys.readouterr().out == ""


def test_synthetic_stage_is_in_the_manual() -> None:
    assert "Count the words of a note." in manual(outline(), "1")


def test_synthetic_stage_is_looked_at_for_secrets() -> None:
    [held] = SecretLints(PatternScanner()).lint(SESSION)
    assert (held.holder, held.subject) == ("note", "note")
    assert VALUE not in held.problem.message
    assert held.exclusion is not None
    assert held.exclusion(SESSION).part("tally").note == ""


def test_synthetic_stage_is_told_in_a_story() -> None:
    told = Session(story=(StoryStep("A step", "Its text."),)).having(tally=PART)
    [frame] = story_frames(told, 700)
    assert "<!--5-->" in frame.chart


def test_synthetic_stage_has_a_lens_with_command_and_file(open_screen, tmp_path: Path) -> None:
    path = tmp_path / "synthetic.inspector.json"
    save_session(SESSION, path)
    screen = open_screen(path, lenses=LENSES)
    workspace = screen.workspace
    assert workspace.lenses.current == "tally"
    assert workspace.lenses.widget.words.text() == "5 words"
    assert [one.id for one in workspace.exports.groups()["Tally"]] == ["tally.words.txt"]
    titles = {record.id: record.full_title for record in workspace.lenses.records}
    page = commands_page(workspace.actions.commands, titles)
    assert "Clear the note" in page
    workspace.lenses.widget.clear()
    assert workspace.lenses.widget.words.text() == "0 words"
