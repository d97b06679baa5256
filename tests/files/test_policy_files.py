"""A policy file is right in every field or no policy, and every wrong field is told at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.problems import Severity
from inspector.files import load_manifest, load_policy, policy_storage_path, save_policy
from tests.shared.problem_lists import codes, spots, written
from tests.shared.vectors import cases


def error_paths(problems: Any) -> set[str]:
    return {
        (one.place.pointer or "").removeprefix("/").replace("/", ".")
        for one in problems
        if one.severity is Severity.ERROR
    }


@pytest.mark.parametrize(
    ("vectors", "load"), [("policy_schema", load_policy), ("manifest_schema", load_manifest)]
)
def test_files_are_accepted_and_refused_as_the_reference_does(
    vectors: str, load: Any, tmp_path: Path
) -> None:
    for case in cases(vectors):
        loaded = load(written(tmp_path, "file.json", case["input_text"]))
        expected = case["expected"]
        if case["tag"] == "lone_surrogate":  # it could not be written again
            expected = {"accepted": False}
        assert (loaded.value is not None) == expected["accepted"], case["tag"]
        if "error_paths" in expected:
            assert error_paths(loaded.problems) == set(expected["error_paths"]), case["tag"]


def test_every_wrong_field_is_told_with_its_place_and_what_to_do(tmp_path: Path) -> None:
    text = """{
  "max_injection_tokens_absolute": 6000.5,
  "knowledge_card_share_default": 1.5,
  "bucket_content_share_default": "0.6",
  "min_bucket_tokens": null
}"""
    loaded = load_policy(written(tmp_path, "policy.json", text))
    assert loaded.value is None
    assert spots(loaded.problems) == [
        (1, 1, "/schema_version"),
        (2, 36, "/max_injection_tokens_absolute"),
        (3, 35, "/knowledge_card_share_default"),
        (4, 35, "/bucket_content_share_default"),
        (5, 24, "/min_bucket_tokens"),
    ]
    assert codes(loaded) == ["field.missing"] + ["field.invalid"] * 4
    assert all(problem.fix for problem in loaded.problems)
    assert all("6000.5" not in str(problem) for problem in loaded.problems)


def test_an_unknown_field_is_a_warning_that_guesses_what_was_meant(tmp_path: Path) -> None:
    content = {"schema_version": 1, "min_buckets_token": 5, "zzz": 0, "k" * 500: 1}
    loaded = load_policy(written(tmp_path, "policy.json", content))
    assert loaded.value == DEFAULT_POLICY
    assert codes(loaded) == ["field.unknown"] * 3
    assert all(one.severity is Severity.WARNING for one in loaded.problems)
    assert loaded.problems[0].fix == "Did you mean min_bucket_tokens?"
    assert loaded.problems[0].place.column == 23
    assert "500 characters" in loaded.problems[2].message


def test_what_is_questionable_in_a_policy_is_told_at_its_field(tmp_path: Path) -> None:
    content = '{"schema_version": 1,\n "knowledge_card_share_default": 0.7}'
    loaded = load_policy(written(tmp_path, "policy.json", content))
    assert codes(loaded) == ["policy.shares-over-one"]
    assert spots(loaded.problems) == [(2, 34, "/knowledge_card_share_default")]
    defaulted = load_policy(
        written(tmp_path, "policy.json", {"schema_version": 1, "bucket_content_share_default": 0.7})
    )
    assert spots(defaulted.problems) == [(1, 1, "/knowledge_card_share_default")]


@pytest.mark.parametrize("content", ["[]", "5", '"x"', "null"])
def test_a_document_of_another_shape_is_no_policy(content: str, tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.json", content))
    assert codes(loaded) == ["field.invalid"]
    assert "must be an object" in loaded.problems[0].message


def test_several_records_are_no_policy(tmp_path: Path) -> None:
    content = '{"schema_version": 1}\n{"schema_version": 1}\n'
    loaded = load_policy(written(tmp_path, "policy.json", content))
    assert codes(loaded) == ["file.several-records"]
    assert spots(loaded.problems) == [(2, 1, None)]


def test_the_policy_of_a_production_folder_is_where_production_keeps_it(tmp_path: Path) -> None:
    path = policy_storage_path(tmp_path)
    assert path == tmp_path / "system" / "delivery" / "unified_context_budget.json"
    path.parent.mkdir(parents=True)
    assert save_policy(DEFAULT_POLICY, path) == ()
    assert load_policy(path).value == DEFAULT_POLICY
