"""The built-in samples are written as they should be, and say what they claim to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.core import (
    CandidateSet,
)
from inspector.core.text import utf16_length
from tests.shared.samples import (
    FOLDER,
    POLICY_FIELDS,
    SAMPLES,
    STAGE_SAMPLES,
    TIERS,
    bucket_ids,
    cards,
    counter,
    every_sample,
    every_sound_sample,
    files,
    part,
    repeated,
    session,
    subjects,
    text_of,
)

# Every sample ------------------------------------------------------------------------------------


def test_these_are_all_the_samples() -> None:
    found = {path.name for path in FOLDER.iterdir() if path.is_dir()}
    assert set(SAMPLES) <= found <= {*SAMPLES, *STAGE_SAMPLES}


@every_sample
def test_a_session_refers_to_its_parts_by_paths_beside_it(name: str) -> None:
    for key in ("policy", "candidates", "request"):
        assert set(session(name)[key]) == {"path"}
        assert Path(session(name)[key]["path"]).parts == (session(name)[key]["path"],)
        assert part(name, key)["schema_version"] == 1
    assert session(name)["schema_version"] == 1
    assert session(name)["strategy"] == "coverage"


@every_sample
def test_json_files_are_utf8_with_readable_letters_and_unix_line_ends(name: str) -> None:
    for path in sorted((FOLDER / name).rglob("*.json")):
        text = text_of(path)
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n", path


@every_sample
def test_a_story_takes_about_a_minute_to_read(name: str) -> None:
    story = session(name)["story"]
    assert 3 <= len(story) <= 7
    assert sum(len(step["text"].split()) for step in story) <= 300  # silently; twice that aloud


@every_sample
def test_notes_and_steps_point_at_something_in_the_set(name: str) -> None:
    pointed = [note["subject"] for note in session(name)["notes"]]
    pointed += [step["select"] for step in session(name)["story"] if step["select"] is not None]
    assert pointed
    assert set(pointed) <= subjects(name)


@every_sample
def test_steps_change_nothing_but_fields_of_the_policy(name: str) -> None:
    for step in session(name)["story"]:
        assert set(step) == {"title", "text", "select", "change"}
        if step["change"] is not None:
            assert set(step["change"]) == {"policy"}
            assert set(step["change"]["policy"]) <= POLICY_FIELDS


@every_sample
def test_policies_name_every_field(name: str) -> None:
    assert set(part(name, "policy")) == POLICY_FIELDS


@every_sample
def test_expectations_point_at_cards_and_files(name: str) -> None:
    expect = part(name, "request")["expect"]
    named = set(expect.get("must_exclude", []))
    for entry in expect["must_include"]:
        named |= {entry} if isinstance(entry, str) else set(entry)
    assert named <= subjects(name) - set(bucket_ids(name))


# The sound ones ----------------------------------------------------------------------------------


@every_sound_sample
def test_ids_are_unique_and_free_of_colons(name: str) -> None:
    file_ids = [ref.partition(":")[2] for ref in files(name)]
    ids = [card["node_id"] for card in cards(name)]
    assert not repeated(ids)
    assert not repeated(bucket_ids(name))
    assert not set(ids) & set(bucket_ids(name))
    assert sum(len(b["files"]) for b in part(name, "candidates")["buckets"]) == len(file_ids)
    assert not [text for text in (*bucket_ids(name), *file_ids) if ":" in text]


@every_sound_sample
def test_references_name_a_file_of_the_set(name: str) -> None:
    request = part(name, "request")
    named = {
        card["provenance_source_ref"] for card in cards(name) if "provenance_source_ref" in card
    }
    assert named | set(request["direct_target_refs"]) <= set(files(name))
    relevance = request.get("relevance", {"cards": {}, "files": {}})
    assert set(relevance["cards"]) <= {card["node_id"] for card in cards(name)}
    assert set(relevance["files"]) <= set(files(name))


@every_sound_sample
def test_only_cards_of_bucket_files_carry_a_reference(name: str) -> None:
    for card in cards(name):
        from_file = card.get("provenance_source") == "bucket_file"
        assert from_file == ("provenance_source_ref" in card), card["node_id"]


@every_sound_sample
def test_every_rendering_has_a_natural_length_and_grows_with_its_tier(name: str) -> None:
    for card in cards(name):
        texts = card["renderings"]
        assert list(texts) == list(TIERS)[: len(texts)], card["node_id"]
        for tier, text in texts.items():
            least, most = TIERS[tier]
            assert least <= counter(name).count(text) <= most, (card["node_id"], tier)


@every_sound_sample
def test_nothing_is_longer_than_a_manifest_allows(name: str) -> None:
    assert all(utf16_length(card["canonical_name"]) <= 200 for card in cards(name))
    assert all(utf16_length(card["node_kind"]) <= 40 for card in cards(name))
    for bucket in part(name, "candidates")["buckets"]:
        assert utf16_length(bucket["bucket_title"]) <= 80


@every_sound_sample
def test_the_set_as_read_says_what_its_file_says(name: str) -> None:
    read = CandidateSet.model_validate(part(name, "candidates"))
    assert [card.node_id for card in read.knowledge_cards] == [c["node_id"] for c in cards(name)]
    assert read.skipped_records == 0


@every_sound_sample
def test_no_text_appears_twice(name: str) -> None:
    texts = [text for card in cards(name) for text in card["renderings"].values()]
    texts += [file["text"] for file in files(name).values()]
    assert not repeated(texts)


def test_declared_counts_are_those_of_the_encoding() -> None:
    count = counter("direct-target").count
    for card in cards("direct-target"):
        assert card["token_counts"] == {t: count(s) for t, s in card["renderings"].items()}
    for file in files("direct-target").values():
        assert file["token_count"] == count(file["text"])


def test_only_the_sample_about_comparing_and_the_faulty_one_declare_counts() -> None:
    for name in ("securities-fraud", "starved-budget"):
        assert not [card for card in cards(name) if "token_counts" in card]
        assert not [file for file in files(name).values() if "token_count" in file]


# Import ------------------------------------------------------------------------------------------


def test_the_jsonl_file_to_import_has_one_new_card_on_each_line() -> None:
    text = text_of(FOLDER / "starved-budget" / "import" / "late-cards.jsonl")
    late = [json.loads(line) for line in text.splitlines()]
    assert len(late) == 4
    assert not {card["node_id"] for card in late} & subjects("starved-budget")
    for card in late:
        assert 20 <= counter("starved-budget").count(card["renderings"]["compact"]) <= 60


def test_the_folder_to_import_holds_three_texts() -> None:
    folder = FOLDER / "starved-budget" / "import" / "site-visits"
    texts = {path.name: text_of(path) for path in folder.iterdir()}
    assert len(texts) == 3
    assert all(name.endswith(".txt") and len(text) > 200 for name, text in texts.items())


# The faulty one ----------------------------------------------------------------------------------


def test_the_faulty_set_has_a_card_without_id_a_repeated_id_and_a_score_written_as_text() -> None:
    faulty = cards("with-problems")
    assert sum("node_id" not in card for card in faulty) == 1
    assert repeated([card["node_id"] for card in faulty if "node_id" in card]) == ["ent-case-4"]
    assert [c["node_id"] for c in faulty if isinstance(c["relevance_score"], str)] == [
        "ent-transport"
    ]


def test_the_faulty_set_spells_one_reference_in_two_ways() -> None:
    spelled = [
        f"{bucket['bucket_id']}:{file['file_id']}"
        for bucket in part("with-problems", "candidates")["buckets"]
        for file in bucket["files"]
    ]
    assert repeated(spelled) == ["loans:2026:condition"]


def test_the_faulty_set_has_unknown_fields_on_a_card_and_on_a_bucket() -> None:
    assert [card["node_id"] for card in cards("with-problems") if "priority" in card] == [
        "ent-lender-ode"
    ]
    buckets = part("with-problems", "candidates")["buckets"]
    assert [bucket["bucket_id"] for bucket in buckets if "colour" in bucket] == ["loans"]


def test_the_faulty_set_has_a_file_with_neither_text_nor_summary() -> None:
    bare = [ref for ref, file in files("with-problems").items() if file["text"] is None]
    assert bare == ["loans:floor-plan"]
    assert "summary" not in files("with-problems")["loans:floor-plan"]


def test_the_faulty_set_declares_counts_that_are_wrong() -> None:
    count = counter("with-problems").count
    case = next(card for card in cards("with-problems") if "token_counts" in card)
    for tier, declared in case["token_counts"].items():
        assert declared != count(case["renderings"][tier])
    agreement = files("with-problems")["loans:agreement-ode"]
    assert agreement["token_count"] != count(agreement["text"])


def test_one_title_has_80_characters_and_more_than_80_utf16_units() -> None:
    title = part("with-problems", "candidates")["buckets"][-1]["bucket_title"]
    assert len(title) == 80
    assert utf16_length(title) == 83


def test_the_faulty_policy_has_shares_of_more_than_one() -> None:
    policy = part("with-problems", "policy")
    shares = policy["knowledge_card_share_default"] + policy["bucket_content_share_default"]
    assert shares == pytest.approx(1.2)


def test_the_faulty_request_names_a_document_that_is_not_there() -> None:
    assert part("with-problems", "request")["direct_target_refs"] == ["loans:climate-spec"]
    assert "loans:climate-spec" not in files("with-problems")


def test_most_of_the_faulty_set_is_usable() -> None:
    known = {card.get("node_id") for card in cards("with-problems")} - {None, "ent-transport"}
    expect = part("with-problems", "request")["expect"]
    named = {e for entry in expect["must_include"] for e in ([entry] * isinstance(entry, str))}
    assert named <= known
    assert len(known) >= 8
