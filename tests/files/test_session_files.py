"""A session opens with all its parts, and saving it loses nothing that its file held."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.problems import Severity
from inspector.files import Loaded, load_session, save_session
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.edits import choose_request, set_at, set_note, set_strategy
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Note, Session, StoryStep, Strategy
from inspector.session.window_stage import WindowStage
from inspector.stage import Part
from tests.shared.card_records import plain_cards
from tests.shared.problem_lists import codes, spots, written

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"
REQUEST = {
    "schema_version": 1,
    "trace_id": "r1",
    "timestamp": "2026-04-03T12:00:00Z",
    "model": {"name": "m", "context_window": 1000, "encoding": "o200k_base"},
}
CANDIDATES = {"schema_version": 1, "set_id": "s", "knowledge_cards": plain_cards(3), "buckets": []}
POLICY = {"schema_version": 1, "min_bucket_tokens": 77}
INLINE = {
    "schema_version": 1,
    "title": "T",
    "policy": {"inline": POLICY},
    "candidates": {"inline": CANDIDATES},
    "request": {"inline": REQUEST},
    "strategy": "depth",
    "notes": [{"subject": "card-0", "text": "a note"}],
    "story": [
        {"title": "One", "text": "first", "select": "card-0"},
        {"title": "Two", "text": "then", "change": {"policy": {"min_bucket_tokens": 5}}},
    ],
}


def the_session(loaded: Loaded[Session]) -> Session:
    assert loaded.value is not None, loaded.problems
    return loaded.value


def read(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_bytes())
    return value


def load(folder: Path, content: object, name: str = "s.inspector.json") -> Loaded[Session]:
    return load_session(written(folder, name, content))


@pytest.mark.parametrize("name", ["s.inspector.json", "s.yaml"])
def test_a_session_may_hold_all_its_parts(name: str, tmp_path: Path) -> None:
    text = json.dumps(INLINE, ensure_ascii=False)
    loaded = load(tmp_path, text, name)
    session = the_session(loaded)
    assert loaded.problems == ()
    assert session.title == "T"
    assert session.policy.min_bucket_tokens == 77
    assert session.candidates.knowledge_cards.node_ids == ["card-0", "card-1", "card-2"]
    assert session.request is not None
    assert session.request.trace_id == "r1"
    assert session.strategy is Strategy.DEPTH
    assert session.notes == (Note("card-0", "a note"),)
    assert session.story == (
        StoryStep("One", "first", "card-0"),
        StoryStep("Two", "then", None, (("min_bucket_tokens", 5),)),
    )
    assert session.sources == ()


def test_relative_paths_start_at_the_sessions_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "parts" / "bucket").mkdir(parents=True)
    (tmp_path / "here").mkdir()
    written(tmp_path / "parts" / "bucket", "a.txt", "text")
    written(tmp_path / "parts", "policy.yaml", json.dumps(POLICY))
    written(tmp_path / "parts", "-", REQUEST)
    content = {
        "schema_version": 1,
        "policy": {"path": "parts/policy.yaml"},
        "candidates": {"path": "parts/bucket"},
        "request": {"path": str(tmp_path / "parts" / "-")},
    }
    written(tmp_path, "s.inspector.json", content)
    monkeypatch.chdir(tmp_path / "here")
    session = the_session(load_session("../s.inspector.json"))
    assert session.policy.min_bucket_tokens == 77
    assert session.candidates.buckets[0].files[0].text == "text"
    assert session.request is not None
    assert dict(session.sources) == {
        Part.POLICY: "../parts/policy.yaml",
        Part.CANDIDATES: "../parts/bucket",
        Part.REQUEST: str(tmp_path / "parts" / "-"),
    }


def test_a_file_named_dash_in_a_session_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "-", POLICY)
    written(tmp_path, "s.json", {"schema_version": 1, "policy": {"path": "-"}})
    assert the_session(load_session("s.json")).policy.min_bucket_tokens == 77


def test_a_part_that_cannot_be_used_is_told_and_the_rest_opens(tmp_path: Path) -> None:
    content = INLINE | {
        "policy": {"path": "none.json"},
        "request": {"inline": REQUEST | {"timestamp": "now"}},
        "strategy": "deepest",
        "notes": [{"subject": "x"}, {"subject": "card-1", "text": "good"}],
        "story": "once",
        "window": 5,
    }
    loaded = load(tmp_path, content)
    session = the_session(loaded)
    assert session.policy == DEFAULT_POLICY
    assert session.request is None
    assert session.strategy is Strategy.COVERAGE
    assert session.notes == (Note("card-1", "good"),)
    assert len(session.candidates.knowledge_cards) == 3
    assert {one.place.pointer for one in loaded.problems} == {
        None,
        "/request/inline/timestamp",
        "/strategy",
        "/notes/0/text",
        "/story",
        "/window",
    }
    assert all(one.severity is Severity.ERROR for one in loaded.problems)


def test_what_was_not_understood_is_saved_as_it_was(tmp_path: Path) -> None:
    content = INLINE | {
        "policy": {"path": "none.json"},
        "candidates": {"inline": {"no": "set"}},
        "request": {"inline": REQUEST | {"timestamp": "now"}},
        "strategy": "deepest",
        "notes": [{"subject": "x"}, {"subject": "card-1", "text": "good"}],
        "window": 5,
        "colour_scheme": {"dark": True},
        "settings": {"background_part": 2},
    }
    session = the_session(load(tmp_path, content))
    target = tmp_path / "again.inspector.json"
    assert save_session(session, target) == ()
    again = read(target)
    assert again.pop("notes") == [{"subject": "card-1", "text": "good"}, {"subject": "x"}]
    assert again.pop("story")[1]["change"] == {"policy": {"min_bucket_tokens": 5}}
    assert again == {key: value for key, value in content.items() if key not in ("notes", "story")}


def test_what_has_taken_the_place_of_a_broken_part_is_saved_instead(tmp_path: Path) -> None:
    session = the_session(load(tmp_path, INLINE | {"policy": {"path": "none"}, "strategy": 7}))
    edited = set_strategy(Strategy.OPTIMAL)(set_at("policy", "min_bucket_tokens", 9)(session))
    assert save_session(edited, tmp_path / "again") == ()
    assert read(tmp_path / "again")["policy"]["inline"]["min_bucket_tokens"] == 9
    assert read(tmp_path / "again")["strategy"] == "optimal"


def test_an_unknown_member_is_a_warning_with_its_place(tmp_path: Path) -> None:
    loaded = load(tmp_path, '{"schema_version": 1,\n "stratgy": "depth"}')
    assert codes(loaded) == ["field.unknown"]
    assert loaded.problems[0].fix == "Did you mean strategy?"
    assert spots(loaded.problems) == [(2, 2, "/stratgy")]
    assert the_session(loaded).kept == {"stratgy": "depth"}


@pytest.mark.parametrize(
    "content",
    ['{"title": "x"}', '{"schema_version": 2}', "[]", "5", "{", '{"schema_version": 1,}', "- x"],
)
def test_a_file_without_a_known_version_is_no_session(content: str, tmp_path: Path) -> None:
    for name in ("s.json", "s.yaml"):
        loaded = load(tmp_path, content, name)
        if loaded.value is None:
            assert any(one.severity is Severity.ERROR for one in loaded.problems)
        else:
            assert "," in content  # YAML allows a comma at the end.


def test_a_story_that_changes_what_no_policy_has_is_told(tmp_path: Path) -> None:
    steps = [
        {"title": "a", "text": "", "change": {"policy": {"min_bucket_token": 5}}},
        {"title": "b", "text": "", "change": {"policy": {"min_bucket_tokens": "5"}}},
        {"title": "c", "text": "", "change": None},
    ]
    loaded = load(tmp_path, {"schema_version": 1, "story": steps})
    assert [step.title for step in the_session(loaded).story] == ["a", "c"]
    assert codes(loaded) == ["field.unknown", "field.invalid"]
    assert [one.place.pointer for one in loaded.problems] == [
        "/story/0/change/policy/min_bucket_token",
        "/story/1/change/policy/min_bucket_tokens",
    ]


def test_the_request_is_one_of_the_corpus(tmp_path: Path) -> None:
    several = [REQUEST | {"trace_id": f"r{number}"} for number in range(3)]
    written(tmp_path, "corpus.jsonl", "\n".join(map(json.dumps, several)))
    written(tmp_path, "r2.json", several[2])
    corpus = {"schema_version": 1, "requests": {"path": "corpus.jsonl"}}
    for choice, expected in (
        (None, "r0"),
        ({"trace_id": "r1"}, "r1"),
        ({"path": "r2.json"}, "r2"),
        ({"inline": several[1]}, "r1"),
    ):
        session = the_session(load(tmp_path, corpus | {"request": choice}))
        assert session.request is not None
        assert session.request.trace_id == expected
        assert any(session.request is one for one in session.requests)
        assert session.source(Part.REQUEST) == str(tmp_path / "corpus.jsonl")
    loaded = load(tmp_path, corpus | {"request": {"trace_id": "r9"}})
    assert the_session(loaded).request is None
    assert codes(loaded) == ["session.no-such-request"]
    assert loaded.problems[0].place.pointer == "/request/trace_id"


def test_requests_are_linted_against_the_candidates_at_their_place(tmp_path: Path) -> None:
    request = REQUEST | {"relevance": {"cards": {"7": 1, "card-0": 1}}}
    loaded = load(tmp_path, INLINE | {"request": {"inline": request}})
    assert codes(loaded) == ["request.unknown-id"]
    assert spots(loaded.problems)[0][2] == "/request/inline/relevance/cards/7"
    column = loaded.problems[0].place.column or 0
    assert (tmp_path / "s.inspector.json").read_text("utf-8")[column - 1 :].startswith("1,")


def test_stages_are_read_from_the_session_or_from_what_they_are_about(tmp_path: Path) -> None:
    written(tmp_path, "config.json", {"urgency_overrides": ["facts"], "colour": 1})
    written(tmp_path, "state.json", {"session_id": "s", "objective": "o"})
    written(tmp_path, "chat.json", {"messages": [{"role": "user", "content": "hello"}]})
    content = {
        "schema_version": 1,
        "relevance": {"path": "config.json"},
        "discipline": {"path": "state.json"},
        "window": {"path": "chat.json"},
        "assembly": {"inline": {"items": [{"step": 1, "item_id": "a"}, {"step": 9}]}},
    }
    loaded = load(tmp_path, content)
    session = the_session(loaded)
    assert session.relevance.config == {"urgency_overrides": ["facts"], "colour": 1}
    assert session.discipline.hot_state == {"session_id": "s", "objective": "o"}
    assert [chunk.content for chunk in session.window.chunks] == ["hello"]
    assert [item.item_id for item in session.assembly.items] == ["a"]
    places = {(one.code, one.place.pointer, one.place.line) for one in loaded.problems}
    assert ("relevance.unknown-field", "/colour", 1) in places
    assert ("field.missing", "/assembly/inline/items/1/item_id", 1) in places
    target = tmp_path / "again.json"
    assert save_session(session, target) == ()
    for part in ("relevance", "discipline", "window"):
        assert read(target)[part] == content[part]
    assert the_session(load_session(target)) == session


def test_a_saved_session_opens_as_the_same_session(tmp_path: Path) -> None:
    stages = {
        "relevance": RelevanceStage(
            config={"node_token_estimates": {"b": 1, "a": 2}}, node_texts={"b": "t"}
        ),
        "discipline": DisciplineStage(hot_state={"session_id": "é"}, enable_compression=False),
        "window": WindowStage(available_tokens=5, now_ms=7),
    }
    session = the_session(load(tmp_path, INLINE)).having(**stages)
    assert save_session(session, tmp_path / "again.inspector.json") == ()
    again = load_session(tmp_path / "again.inspector.json")
    assert again.problems == ()
    assert again.value == session
    assert list(the_session(again).relevance.config["node_token_estimates"]) == ["b", "a"]
    saved = (tmp_path / "again.inspector.json").read_bytes()
    assert save_session(the_session(again), tmp_path / "again.inspector.json") == ()
    assert (tmp_path / "again.inspector.json").read_bytes() == saved


@pytest.mark.parametrize(
    "sample", sorted(path.parent.name for path in SAMPLES.glob("*/session.inspector.json"))
)
def test_a_sample_saved_elsewhere_still_refers_to_its_parts(sample: str, tmp_path: Path) -> None:
    path = SAMPLES / sample / "session.inspector.json"
    session = the_session(load_session(path))
    folder = tmp_path / "deeper"
    folder.mkdir()
    assert save_session(session, folder / "copy.inspector.json") == ()
    saved = read(folder / "copy.inspector.json")
    referred = [
        part for part, value in read(path).items() if isinstance(value, dict) and "path" in value
    ]
    assert referred
    for part in referred:
        assert set(saved[part]) == {"path"}
        assert not Path(saved[part]["path"]).is_absolute()
    assert saved["story"] == [
        {name: value for name, value in step.items() if value is not None}
        for step in read(path).get("story", [])
    ]
    again = the_session(load_session(folder / "copy.inspector.json"))
    assert replace(again, sources=()) == replace(session, sources=())


def test_a_sample_saved_in_its_folder_is_its_file_again(tmp_path: Path) -> None:
    folder = tmp_path / "sample"
    shutil.copytree(SAMPLES / "securities-fraud", folder)
    path = folder / "session.inspector.json"
    before = read(path)
    assert save_session(the_session(load_session(path)), path) == ()
    after = read(path)
    assert {name: after[name] for name in before if name != "story"} == {
        name: before[name] for name in before if name != "story"
    }


def test_a_part_that_was_changed_goes_into_the_session_with_a_note(tmp_path: Path) -> None:
    written(tmp_path, "policy.json", POLICY)
    content = {"schema_version": 1, "policy": {"path": "policy.json"}}
    session = the_session(load(tmp_path, content))
    edited = set_at("policy", "min_bucket_tokens", 5)(session)
    problems = save_session(edited, tmp_path / "again.json")
    assert [one.code for one in problems] == ["session.part-kept-inside"]
    assert problems[0].severity is Severity.NOTE
    assert read(tmp_path / "again.json")["policy"]["inline"]["min_bucket_tokens"] == 5
    assert read(tmp_path / "policy.json") == POLICY
    (tmp_path / "policy.json").unlink()
    assert save_session(session, tmp_path / "again.json") != ()
    assert read(tmp_path / "again.json")["policy"]["inline"]["min_bucket_tokens"] == 77


def test_a_corpus_is_saved_with_the_chosen_request(tmp_path: Path) -> None:
    several = [REQUEST | {"trace_id": f"r{number}"} for number in range(3)]
    written(tmp_path, "corpus.jsonl", "\n".join(map(json.dumps, several)))
    content = {"schema_version": 1, "requests": {"path": "corpus.jsonl"}}
    session = choose_request(2)(the_session(load(tmp_path, content)))
    assert save_session(session, tmp_path / "again.json") == ()
    saved = read(tmp_path / "again.json")
    assert saved["requests"] == {"path": "corpus.jsonl"}
    assert saved["request"] == {"trace_id": "r2"}
    assert the_session(load_session(tmp_path / "again.json")) == session
    inside = replace(session, sources=())
    assert save_session(inside, tmp_path / "again.json") == ()
    assert read(tmp_path / "again.json")["requests"]["inline"] == several
    assert the_session(load_session(tmp_path / "again.json")) == inside


def test_saving_an_empty_session_says_its_policy_and_little_else(tmp_path: Path) -> None:
    assert save_session(Session(), tmp_path / "s.json") == ()
    assert read(tmp_path / "s.json") == {
        "schema_version": 1,
        "title": "",
        "policy": {"inline": DEFAULT_POLICY.model_dump(mode="json")},
        "strategy": "coverage",
        "notes": [],
        "story": [],
    }
    assert the_session(load_session(tmp_path / "s.json")) == Session()


def test_a_session_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    noted = set_note("x", "y")(Session())
    for path in (tmp_path / "none" / "s.json", tmp_path, "a\0b"):
        problems = save_session(noted, path)
        assert [one.code for one in problems] == ["file.not-written"]


def test_texts_that_no_utf8_holds_are_saved_and_read_back(tmp_path: Path) -> None:
    content = json.dumps(INLINE)
    content = content.replace("compact 1", "half \\ud83d")
    session = the_session(load(tmp_path, content))
    assert save_session(session, tmp_path / "again.json") == ()
    again = the_session(load_session(tmp_path / "again.json"))
    assert again.candidates.knowledge_cards[1].renderings.compact == "half \ud83d"
    assert again == session


def test_a_step_about_a_request_is_kept_and_one_that_is_not_there_is_told(tmp_path: Path) -> None:
    steps = [
        {"title": "a", "text": "b", "change": {"request": "r1"}},
        {"title": "c", "text": "d", "change": {"request": "none"}},
    ]
    session = {"schema_version": 1, "story": steps}
    loaded = load(tmp_path, session)
    assert [step.request for step in the_session(loaded).story] == ["r1", "none"]
    assert [one.code for one in loaded.problems] == ["session.no-such-request"] * 2
    assert save_session(the_session(loaded), tmp_path / "again") == ()
    assert read(tmp_path / "again")["story"] == steps
