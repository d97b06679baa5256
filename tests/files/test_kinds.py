"""Any file can simply be opened: what it is shows in its contents."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.core.builder.inputs import BuilderStage
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import DEFAULT_POLICY, UnifiedContextBudgetPolicy
from inspector.core.problems import Severity
from inspector.files import FileKind, detect_kind, load_any, yaml_reading
from inspector.session.audit_stage import AuditStage
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.session.timeline_stage import TimelineStage
from inspector.session.window_stage import WindowStage
from tests.shared.card_records import plain_cards
from tests.shared.problem_lists import codes, written

REQUEST = {
    "trace_id": "t",
    "timestamp": "2026-04-03T12:00:00Z",
    "model": {"name": "m", "context_window": 1},
}
MANIFEST = {
    "trace_id": "t",
    "timestamp": "2026-04-03T12:00:00Z",
    "total_budget_tokens": 1,
    "knowledge_card_budget_tokens": 1,
    "bucket_content_budget_tokens": 0,
    "total_tokens_used": 0,
    "knowledge_cards": [],
    "schema_version": 1,
}
CHAT = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
EXAMPLES: dict[str, tuple[FileKind, Any, Any]] = {
    "policy": (FileKind.POLICY, DEFAULT_POLICY.model_dump(), UnifiedContextBudgetPolicy),
    "least policy": (FileKind.POLICY, {"schema_version": 1}, UnifiedContextBudgetPolicy),
    "what-if": (FileKind.OVERRIDES, {"schema_version": 1, "inline": ["b:f"]}, Overrides),
    "set": (FileKind.CANDIDATES, {"set_id": "s", "knowledge_cards": plain_cards(1)}, CandidateSet),
    "buckets": (FileKind.CANDIDATES, {"set_id": "s", "buckets": []}, CandidateSet),
    "request": (FileKind.REQUEST, REQUEST, Request),
    "request without model name": (FileKind.REQUEST, REQUEST | {"expect": {}}, Request),
    "requests": (FileKind.REQUESTS, [REQUEST, REQUEST | {"trace_id": "u"}], tuple),
    "session": (FileKind.SESSION, {"schema_version": 1, "story": []}, Session),
    "session of parts": (
        FileKind.SESSION,
        {"schema_version": 1, "policy": {"inline": DEFAULT_POLICY.model_dump()}},
        Session,
    ),
    "manifest": (FileKind.MANIFEST, MANIFEST, AuditStage),
    "chat": (FileKind.FOREIGN, CHAT, WindowStage),
    "messages": (FileKind.FOREIGN, CHAT["messages"], WindowStage),
    "chunks": (
        FileKind.CHUNKS,
        [{"id": "a", "type": "tool_output", "content": "x", "timestamp": "2026-04-03T12:00:00Z"}],
        WindowStage,
    ),
    "window": (FileKind.WINDOW_CONFIG, {"contextWindow": {"tokenBudgets": {}}}, WindowStage),
    "relevance": (FileKind.RELEVANCE_CONFIG, {"template_masks": {}}, RelevanceStage),
    "builder": (FileKind.BUILDER, {"root": ".", "request": {"purpose": "plan"}}, BuilderStage),
    "build request": (FileKind.BUILD_REQUEST, {"plan_step": {"step_id": "s"}}, BuilderStage),
    "builder rules": (FileKind.BUILDER_CONFIG, {"deny": ["*.sql"]}, BuilderStage),
    "hot state": (FileKind.HOT_STATE, {"session_id": "s"}, DisciplineStage),
    "timeline": (FileKind.TIMELINE, {"log": "log.jsonl", "window": 200_000}, TimelineStage),
}


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("suffix", [".json", ".yaml", ".txt"])
def test_a_file_is_recognised_and_opened_as_what_it_is(
    name: str, suffix: str, tmp_path: Path
) -> None:
    kind, content, opened = EXAMPLES[name]
    text = json.dumps(content, ensure_ascii=False)
    path = written(tmp_path, f"file{suffix}", text)
    assert detect_kind(path).value is kind
    assert detect_kind(path).problems == ()
    assert isinstance(load_any(path).value, opened)


@pytest.mark.parametrize("name", EXAMPLES)
def test_standard_input_is_read_once_and_opened_as_what_it_is(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, content, opened = EXAMPLES[name]
    stream = io.BytesIO(json.dumps(content).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    assert isinstance(load_any("-").value, opened)


def test_json_lines_are_recognised_by_their_first_good_line(tmp_path: Path) -> None:
    for content, kind in (
        (plain_cards(2), FileKind.CANDIDATES),
        ([REQUEST] * 2, FileKind.REQUESTS),
    ):
        text = "{broken\n" + "\n".join(map(json.dumps, content))
        path = written(tmp_path, "file.jsonl", text)
        assert detect_kind(path).value is kind
        loaded = load_any(path)
        assert loaded.value is not None
        assert any(one.severity is Severity.ERROR for one in loaded.problems)


def test_a_session_is_recognised_by_its_name_when_it_says_little(tmp_path: Path) -> None:
    path = written(tmp_path, "x.inspector.json", {"schema_version": 1, "title": "x"})
    assert isinstance(load_any(path).value, Session)


def test_a_folder_is_opened_as_candidates(tmp_path: Path) -> None:
    written(tmp_path, "a.txt", "text")
    assert detect_kind(tmp_path).value is FileKind.FOLDER
    assert isinstance(load_any(tmp_path).value, CandidateSet)


@pytest.mark.parametrize("content", ["{}", "[]", "5", '{"x": 1}', "- a\n- b", "just text", "[[1]]"])
def test_for_anything_else_it_is_said_what_would_help(content: str, tmp_path: Path) -> None:
    path = written(tmp_path, "file", content)
    for loaded in (detect_kind(path), load_any(path)):
        assert loaded.value is None
        assert codes(loaded) == ["file.unknown-kind"]
        assert loaded.problems[0].message
        assert "--map" in loaded.problems[0].fix


@pytest.mark.parametrize("content", ["", "{", '{"set_id": "s",}', "a: [", b"\xff", "[" * 5000])
def test_a_file_that_cannot_be_read_says_why(content: str | bytes, tmp_path: Path) -> None:
    path = written(tmp_path, "file", content)
    for loaded in (detect_kind(path), load_any(path)):
        assert loaded.value is None
        assert loaded.problems
        assert "file.unknown-kind" not in codes(loaded)


def test_problems_of_what_was_opened_are_told_once(tmp_path: Path) -> None:
    text = '{"schema_version": 1,\n"schema_version": 1, "min_bucket_tokens": -1}'
    loaded = load_any(written(tmp_path, "file.json", text))
    assert codes(loaded) == ["file.repeated-key", "policy.negative-tokens"]


MARKS = {
    FileKind.RELEVANCE_CONFIG: "template_masks signal_rules node_token_estimates safety_overrides"
    " urgency_overrides soft_recovery_budget soft_recovery_priority max_included_nodes"
    " log_exclusions node_texts",
    FileKind.SESSION: "story strategy",
    FileKind.WINDOW_CONFIG: "contextWindow",
    FileKind.CHUNKS: "chunks",
    FileKind.METRICS: "hs_tokens hot_state_tokens",
    FileKind.ASSEMBLY: "response_token_reserve soft_limit_threshold_pct",
    FileKind.BUILDER: "root estimator",
    FileKind.BUILD_REQUEST: "purpose plan_step intent user_selected_targets active_file last_error",
    FileKind.BUILDER_CONFIG: "deny deny_overrides max_file_bytes include_optional max_hops"
    " configuration_files",
    FileKind.DISCIPLINE: "hot_state enable_compression enable_reference_extraction turns",
    FileKind.OVERRIDES: "exclude inline keep list_only pin relevance_floor top_k",
    FileKind.HOT_STATE: "session_id session_key artifact_index current_plan_id risk_level",
    FileKind.POLICY: "bucket_content_share_default interaction_policy_sub_budget_pct"
    " knowledge_card_share_default max_injection_tokens_absolute"
    " max_injection_tokens_pct_of_context min_bucket_tokens min_knowledge_card_tokens"
    " procedure_sub_budget_pct",
    FileKind.CANDIDATES: "set_id knowledge_cards buckets",
}


def kind_of_object(fields: dict[str, Any], folder: Path) -> FileKind | None:
    path = folder / "x.json"
    path.write_text(json.dumps(fields), "utf-8")
    return detect_kind(path).value


@pytest.mark.parametrize("kind", MARKS, ids=lambda kind: kind.name)
def test_one_field_that_only_a_format_has_tells_it(kind: FileKind, tmp_path: Path) -> None:
    for name in MARKS[kind].split():
        assert kind_of_object({name: None}, tmp_path) is kind, name
        assert kind_of_object({"other": 1, name: None}, tmp_path) is kind, name


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"trace_id": "t", "total_budget_tokens": 1}, FileKind.MANIFEST),
        ({"total_budget_tokens": 1}, None),
        ({"trace_id": "t"}, None),
        ({"trace_id": "t", "model": "m"}, None),
        ({"trace_id": "t", "model": {"name": "m"}}, FileKind.REQUEST),
        ({"trace_id": "t", "user_message": ""}, FileKind.REQUEST),
        ({"user_message": "m"}, None),
        ({"model": {"name": "m"}}, None),
        ({"node_id": "n", "canonical_name": "n"}, FileKind.CANDIDATES),
        ({"node_id": "n"}, None),
        ({"canonical_name": "n"}, None),
        ({"schema_version": 1}, FileKind.POLICY),
        ({"schema_version": 1, "other": 1}, None),
        ({"enabled": True}, FileKind.RELEVANCE_CONFIG),
        ({"enabled": True, "dependencies": {}}, FileKind.RELEVANCE_CONFIG),
        ({"enabled": True, "other": 1}, None),
        ({"policy": {"path": "p"}}, FileKind.SESSION),
        ({"policy": {"inline": {}}}, FileKind.SESSION),
        ({"requests": {"path": "p"}}, FileKind.SESSION),
        ({"policy": {}}, None),
        ({"policy": {"path": "p", "inline": {}}}, None),
        ({"policy": {"other": 1}}, None),
        ({"log": "log.jsonl"}, FileKind.TIMELINE),
        ({"schema_version": 1, "log": "l", "what_if": {"keep_turns": 2}}, FileKind.TIMELINE),
        ({"log": "log.jsonl", "other": 1}, None),
        ({"log": {"entries": []}}, None),
        ({"window": 200_000}, None),
        ({"items": []}, FileKind.ASSEMBLY),
        ({"items": [], "other": 1}, None),
        ({"bundle_id": "b", "plan_step": {}}, None),
        ({}, None),
    ],
)
def test_fields_that_others_have_too_tell_a_format_only_together(
    fields: dict[str, Any], kind: FileKind | None, tmp_path: Path
) -> None:
    assert kind_of_object(fields, tmp_path) is kind


def test_a_bundle_is_told_by_its_first_bytes_and_parquet_by_its_name(tmp_path: Path) -> None:
    assert detect_kind(written(tmp_path, "a.json", b"PK\x03\x04")).value is FileKind.AUDIT_BUNDLE
    assert detect_kind(written(tmp_path, "a.parquet", b"PAR1")).value is FileKind.FOREIGN
    missing = detect_kind(tmp_path / "none.json")
    assert (missing.value, codes(missing)) == (None, ["file.missing"])


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("x.inspector.json", '{"a": 1}', FileKind.SESSION),
        ("x.inspector.json", "{}", FileKind.SESSION),
        ("x.inspector.json", "[]", None),
        ("x.json", '{"body": "t"}', None),
        ("x.json", '[{"body": "t"}]', FileKind.FOREIGN),
        ("x.csv", "id,text\na,b\n", FileKind.FOREIGN),
        ("x.csv", "id,said\na,b\n", None),
        ("x.jsonl", '5\n{"set_id": "s"}\n', None),
        ("x.jsonl", '{broken\n{"set_id": "s"}\n', FileKind.CANDIDATES),
        ("x.json", '[[], {"set_id": "s"}]', None),
        ("x.json", '[{"set_id": "s"}, 5]', FileKind.CANDIDATES),
        ("x.yaml", "set_id: s", FileKind.CANDIDATES),
        ("x.json", '{"policy": {"path": "p"}, "policy": 5}', None),
    ],
)
def test_what_a_file_is_may_depend_on_its_name_and_its_first_record(
    name: str, text: str, kind: FileKind | None, tmp_path: Path
) -> None:
    assert detect_kind(written(tmp_path, name, text)).value is kind


def test_a_table_is_not_tried_as_yaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(
        yaml_reading, "parse_yaml", lambda source, *_: tried.append(Path(source.name).name)
    )
    for name, text in (("rows.csv", "id,text\n1,one\n2,two\n"), ("odd.csv", "a,b\n1,2\n3,4\n")):
        (tmp_path / name).write_text(text)
    assert detect_kind(tmp_path / "rows.csv").value is FileKind.FOREIGN
    assert tried == []
    detect_kind(tmp_path / "odd.csv")
    assert tried == ["odd.csv"]
