"""Requests for bundles, rules of a project and builder stages in files."""

import json

import pytest

from inspector.core.builder.inputs import BuilderConfig, BuilderStage, BuildRequest, Purpose
from inspector.files import (
    load_any,
    load_build_request,
    load_builder_config,
    load_session,
    save_session,
    schemas,
)
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.builder.part import add_target_file
from tests.shared.problem_lists import codes, written

REQUEST = {
    "schema_version": 1,
    "purpose": "diff",
    "plan_step": {"step_id": "s1", "target_files": ["src/a.py"]},
    "model": {"max_input_tokens": 9000},
    "created_at": "2026-04-03T12:00:00Z",
}
RULES = {"schema_version": 1, "deny": ["*.sql"], "max_hops": 1}


def test_a_request_is_read_with_everything_it_says(tmp_path):
    loaded = load_build_request(written(tmp_path, "request.json", REQUEST))
    assert loaded.problems == ()
    assert loaded.value == BuildRequest.model_validate(REQUEST)


def test_rules_are_read_from_yaml_too(tmp_path):
    loaded = load_builder_config(written(tmp_path, "rules.yaml", "deny: ['*.sql']\nmax_hops: 1\n"))
    assert loaded.problems == ()
    assert loaded.value == BuilderConfig(deny=("*.sql",), max_hops=1)


def test_every_wrong_field_is_reported_at_its_place(tmp_path):
    wrong = {
        "purpose": "chat",
        "plan_step": {"target_files": "a.py"},
        "model": {"max_input_tokens": -1},
        "shape": 1,
    }
    loaded = load_build_request(written(tmp_path, "r.json", json.dumps(wrong, indent=1)))
    assert loaded.value is None
    places = {one.place.pointer: (one.code, one.place.line) for one in loaded.problems}
    assert places == {
        "/purpose": ("field.invalid", 2),
        "/plan_step/target_files": ("field.invalid", 4),
        "/model/max_input_tokens": ("field.invalid", 7),
        "/shape": ("field.unknown", 9),
    }


@pytest.mark.parametrize("load", [load_build_request, load_builder_config])
def test_what_is_no_object_is_no_request(load, tmp_path):
    loaded = load(written(tmp_path, "r.json", [1]))
    assert loaded.value is None
    assert codes(loaded) == ["field.invalid"]


def test_a_request_opens_as_a_stage_that_says_nothing_else(tmp_path):
    opened = load_any(written(tmp_path, "r.json", REQUEST)).value
    assert isinstance(opened, BuilderStage)
    assert opened.model_fields_set == {"request"}
    assert opened.request.purpose is Purpose.DIFF


def test_a_root_starts_at_the_folder_of_the_file_that_names_it(tmp_path):
    inner = tmp_path / "stages"
    inner.mkdir()
    path = written(inner, "stage.json", {"root": "../project", "request": REQUEST})
    assert load_any(path).value.root == str(tmp_path / "project")
    session = written(
        tmp_path, "s.inspector.json", {"schema_version": 1, "builder": {"inline": {"root": "p"}}}
    )
    assert load_session(session).value.builder.root == str(tmp_path / "p")


def test_an_absolute_root_stays_what_it_is(tmp_path):
    root = str(tmp_path / "project")
    assert load_any(written(tmp_path, "stage.json", {"root": root})).value.root == root


def test_a_session_refers_to_its_stage_until_that_is_changed(tmp_path):
    stage = written(tmp_path, "stage.json", {"root": "project", "request": REQUEST})
    written(tmp_path, "s.inspector.json", {"schema_version": 1, "builder": {"path": "stage.json"}})
    session = load_session(tmp_path / "s.inspector.json").value
    assert session.source(Part.BUILDER) == str(stage)

    other = tmp_path / "elsewhere" / "copy.inspector.json"
    other.parent.mkdir()
    assert save_session(session, other) == ()
    assert json.loads(other.read_bytes())["builder"] == {"path": "../stage.json"}
    assert load_session(other).value.builder == session.builder

    changed = add_target_file("src/b.py")(session)
    assert [one.code for one in save_session(changed, other)] == ["session.part-kept-inside"]
    kept = json.loads(other.read_bytes())["builder"]["inline"]
    assert kept["root"] == "../project"
    assert load_session(other).value.builder == changed.builder


def test_a_wrong_stage_is_reported_and_kept_for_saving(tmp_path):
    part = {"inline": {"root": 5}}
    path = written(tmp_path, "s.inspector.json", {"schema_version": 1, "builder": part})
    loaded = load_session(path)
    assert [one.place.pointer for one in loaded.problems] == ["/builder/inline/root"]
    assert loaded.value.builder == Session().builder
    save_session(loaded.value, path)
    assert json.loads(path.read_bytes())["builder"] == part


def test_the_formats_have_schemas():
    assert {
        "builder",
        "build-request",
        "builder-config",
        "context-bundle",
        "context-manifest",
        "redaction-report",
        "budget-report",
    } <= schemas().keys()
