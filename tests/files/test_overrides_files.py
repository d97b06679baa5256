"""What-if overrides as a patch: written, read, and kept in sessions."""

import json

import hypothesis.strategies as st
from hypothesis import given

from inspector.core.injection.overrides import Overrides
from inspector.files import (
    FileKind,
    detect_kind,
    load_any,
    load_overrides,
    load_session,
    save_overrides,
    save_session,
)
from inspector.files.requests import overrides_fields
from inspector.session.session import Session
from inspector.stage import Part
from tests.shared.problem_lists import codes, written

ids = st.lists(st.text(max_size=8), max_size=3)
some = st.builds(Overrides, pin=ids, exclude=ids, keep=ids, inline=ids, list_only=ids)


@given(some)
def test_what_is_written_is_read_again_as_it_was(overrides):
    assert (
        Overrides.model_validate(json.loads(json.dumps(overrides_fields(overrides)))) == overrides
    )


def test_a_patch_is_told_from_other_files_and_opened(tmp_path):
    path = tmp_path / "what-if.json"
    assert save_overrides(Overrides(pin=["a"], list_only=["b:f"]), path) == ()
    assert json.loads(path.read_text()) == {"schema_version": 1, "list_only": ["b:f"], "pin": ["a"]}
    assert detect_kind(path).value is FileKind.OVERRIDES
    assert (
        load_any(path).value
        == load_overrides(path).value
        == Overrides(pin=["a"], list_only=["b:f"])
    )


def test_every_wrong_field_of_a_patch_is_reported_with_its_place(tmp_path):
    path = written(tmp_path, "patch.yaml", "pin: a\nkeep: [1]\nforce: [b]\n")
    loaded = load_overrides(path)
    assert loaded.value is None
    assert {(one.place.line, one.place.pointer) for one in loaded.problems} == {
        (1, "/pin"),
        (2, "/keep/0"),
        (3, "/force"),
    }


def test_a_session_keeps_overrides_inside_or_refers_to_their_file(tmp_path):
    patch = tmp_path / "what-if.json"
    overrides = Overrides(exclude=["a"])
    save_overrides(overrides, patch)
    for sources, kept in (
        ((), {"inline": {"schema_version": 1, "exclude": ["a"]}}),
        (((Part.OVERRIDES, str(patch)),), {"path": "what-if.json"}),
    ):
        path = tmp_path / "one.inspector.json"
        save_session(Session(overrides=overrides, sources=sources), path)
        assert json.loads(path.read_text())["overrides"] == kept
        assert load_session(path).value.overrides == overrides


def test_a_session_without_overrides_does_not_mention_them(tmp_path):
    path = tmp_path / "one.inspector.json"
    save_session(Session(), path)
    assert "overrides" not in json.loads(path.read_text())


def test_overrides_of_a_session_that_cannot_be_used_are_kept_as_they_are(tmp_path):
    path = written(
        tmp_path, "one.inspector.json", '{"schema_version": 1, "overrides": {"inline": 5}}'
    )
    loaded = load_session(path)
    assert codes(loaded)
    save_session(loaded.value, path)
    assert json.loads(path.read_text())["overrides"] == {"inline": 5}
