"""Sentences of the unified context budget, each held by the library, the command and the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from inspector import cli
from inspector.core import UnifiedInjectionManifest
from inspector.core.candidates.card import Card
from inspector.core.injection.overrides import Overrides
from inspector.files import load_manifest
from inspector.files.requests import policy_storage_path
from inspector.gui.starting import named_files

SAMPLE = "sample:securities-fraud"
MANIFEST = {
    "trace_id": "t",
    "timestamp": "2026-04-03T12:00:00Z",
    "total_budget_tokens": 0,
    "knowledge_card_budget_tokens": 0,
    "bucket_content_budget_tokens": 0,
    "total_tokens_used": 0,
    "schema_version": 1,
}
CARD = {
    "node_id": "n",
    "node_kind": "entity",
    "canonical_name": "N",
    "rendering_tier": "compact",
    "token_count": 0,
    "relevance_score": 0.5,
}


@pytest.mark.parametrize(
    "fields",
    [
        {"trace_id": "\ud83d"},
        {"knowledge_cards": [CARD | {"canonical_name": "half \udc00"}]},
        {"knowledge_cards": [CARD | {"source_bundle_ids": ["\ud800"]}]},
        {
            "bucket_cards": [
                {
                    "bucket_id": "b",
                    "bucket_title": "\udfff",
                    "mode": "inline",
                    "background_included": False,
                    "token_count": 0,
                }
            ]
        },
    ],
)
def test_the_manifest_accepts_nothing_that_it_cannot_write(fields, tmp_path, capsys):
    with pytest.raises(ValidationError, match="half of a surrogate pair"):
        UnifiedInjectionManifest.model_validate(MANIFEST | fields)
    written = json.dumps(MANIFEST | fields)
    with pytest.raises(ValidationError, match="half of a surrogate pair"):
        UnifiedInjectionManifest.model_validate_json(written)
    path = tmp_path / "manifest.json"
    path.write_text(written)
    (problem,) = load_manifest(path).problems
    assert (problem.code, problem.severity) == ("json.lone-surrogate", "error")
    assert problem.place.line == 1
    assert problem.fix == "Write the whole pair, or the character itself."
    assert cli.main(["verify", str(path)]) == 1
    assert "half of a surrogate pair" in capsys.readouterr().out
    whole = UnifiedInjectionManifest.model_validate(MANIFEST | {"trace_id": "\U0001f600"})
    assert "\U0001f600" in whole.model_dump_json()


def test_nothing_of_an_input_is_lost_for_half_a_surrogate_pair(tmp_path, capsys):
    """What names something costs its record, with its place; a text costs its own tokens."""
    cards = [
        CARD | {"node_id": "named \ud83d", "renderings": {"compact": "x"}},
        CARD | {"node_id": "n", "renderings": {"compact": "half \udc00", "standard": "whole"}},
    ]
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"set_id": "s", "knowledge_cards": cards}))
    out = tmp_path / "manifest.json"
    assert cli.main(["run", str(path), "--manifest", str(out)]) == 0
    shown = capsys.readouterr().err
    assert "/knowledge_cards/0/node_id: error: " in shown
    assert "/knowledge_cards/1/renderings/compact: warning: " in shown
    manifest = UnifiedInjectionManifest.model_validate_json(out.read_bytes())
    assert manifest.degraded_state == "partial"
    assert [(one.node_id, one.rendering_tier) for one in manifest.knowledge_cards] == [
        ("n", "standard")
    ]
    with pytest.raises(ValidationError, match="half of a surrogate pair"):
        Card.model_validate(cards[0])
    with pytest.raises(ValidationError, match="half of a surrogate pair"):
        Overrides(pin=("\ud800",))


def test_the_policy_is_stored_below_the_production_folder_and_read_from_there(tmp_path, capsys):
    path = policy_storage_path(tmp_path)
    assert path.relative_to(tmp_path).as_posix() == ("system/delivery/unified_context_budget.json")
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"schema_version": 1, "max_injection_tokens_absolute": 777}))
    assert cli.main(["run", SAMPLE, "--production", str(tmp_path), "--json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)["quantities"]["total_budget"] == 777
    both = ["run", SAMPLE, "--production", str(tmp_path), "--policy", str(path)]
    assert cli.main(both) == 2
    assert cli.main(["run", SAMPLE, "--production", str(tmp_path / "nowhere")]) == 3


def test_counts_of_the_joined_text_stand_beside_the_sum_of_parts(capsys):
    cli.main(["run", SAMPLE, "--json"])
    joined = json.loads(capsys.readouterr().out)["joined"]
    assert [one["account"] for one in joined] == ["knowledge", "bucket"]
    for one in joined:
        assert one["difference"] == one["joined"] - one["parts"]


def test_a_sample_opens_in_the_window_by_the_name_that_commands_take(tmp_path: Path):
    named = named_files([SAMPLE, "sample:nothing"], tmp_path)
    assert [path.name for path in named.files] == ["session.inspector.json"]
    assert named.files[0].is_file()
    assert named.refused == ("sample:nothing",)
