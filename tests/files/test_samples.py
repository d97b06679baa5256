"""Facts about the built-in samples: they hold together, and their stories come true."""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from inspector.core import (
    CandidateSet,
    InjectionReport,
    LedgerEntry,
    Reason,
    Request,
    UnifiedContextBudgetPolicy,
    inject,
)
from inspector.core.text import utf16_length
from inspector.core.tokens import TokenCounter, tiktoken_counter

FOLDER = Path(__file__).parents[2] / "resources" / "samples"
SOUND = ("securities-fraud", "direct-target", "starved-budget")
SAMPLES = (*SOUND, "with-problems")
TIERS = {"compact": (20, 60), "standard": (60, 120), "full": (120, 260)}
POLICY_FIELDS = set(UnifiedContextBudgetPolicy.model_fields)

every_sample = pytest.mark.parametrize("name", SAMPLES)
every_sound_sample = pytest.mark.parametrize("name", SOUND)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


@cache
def session(name: str) -> dict[str, Any]:
    return json.loads(text_of(FOLDER / name / "session.inspector.json"))


@cache
def part(name: str, key: str) -> dict[str, Any]:
    """A part of a sample, read from the file that its session refers to."""
    return json.loads(text_of(FOLDER / name / session(name)[key]["path"]))


@cache
def counter(name: str) -> TokenCounter:
    return tiktoken_counter(part(name, "request")["model"]["encoding"])


def cards(name: str) -> list[dict[str, Any]]:
    return part(name, "candidates")["knowledge_cards"]


def files(name: str) -> dict[str, dict[str, Any]]:
    return {
        f"{bucket['bucket_id']}:{file['file_id']}": file
        for bucket in part(name, "candidates")["buckets"]
        for file in bucket["files"]
    }


def bucket_ids(name: str) -> list[str]:
    return [bucket["bucket_id"] for bucket in part(name, "candidates")["buckets"]]


def subjects(name: str) -> set[str]:
    ids = {card["node_id"] for card in cards(name) if "node_id" in card}
    return ids | set(files(name)) | set(bucket_ids(name))


def repeated(values: list[str]) -> list[str]:
    return [value for value, times in Counter(values).items() if times > 1]


# Every sample ------------------------------------------------------------------------------------


def test_these_are_all_the_samples() -> None:
    assert sorted(SAMPLES) == sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


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


# The stories -------------------------------------------------------------------------------------


def report(name: str, **change: float) -> InjectionReport:
    return inject(
        Request.model_validate(part(name, "request")),
        CandidateSet.model_validate(part(name, "candidates")),
        UnifiedContextBudgetPolicy.model_validate(part(name, "policy") | change),
        counter(name),
        strategy=session(name)["strategy"],
    )


def last_step(name: str) -> InjectionReport:
    """What the last step of a story makes of its sample."""
    return report(name, **session(name)["story"][-1]["change"]["policy"])


def rows(of: InjectionReport) -> dict[tuple[str, str], LedgerEntry]:
    return {(entry.kind, entry.subject): entry for entry in of.ledger.entries}


def reasons(of: InjectionReport, kind: str) -> dict[str, Reason]:
    return {e.subject: e.reason for e in of.ledger.entries if e.kind == kind}


def expectations_missed(name: str, of: InjectionReport) -> list[Any]:
    inside = {
        e.subject
        for e in of.ledger.entries
        if e.reason is Reason.FILE_INLINED or (e.kind == "card" and e.tokens)
    }
    expect = part(name, "request")["expect"]
    missed = [
        entry
        for entry in expect["must_include"]
        if not inside & ({entry} if isinstance(entry, str) else set(entry))
    ]
    return missed + [entry for entry in expect["must_exclude"] if entry in inside]


@every_sound_sample
def test_every_step_closes_its_sum(name: str) -> None:
    for step in session(name)["story"]:
        change = (step["change"] or {}).get("policy", {})
        assert report(name, **change).ledger.balances, step["title"]


def test_the_complaint_is_inlined_and_its_seven_cards_step_aside() -> None:
    outcome = report("securities-fraud")
    source = {
        card["node_id"]: card.get("provenance_source_ref") for card in cards("securities-fraud")
    }
    suppressed = [
        source[subject]
        for subject, reason in reasons(outcome, "card").items()
        if reason is Reason.BUCKET_FILE_OVERLAP
    ]
    assert (outcome.budget.knowledge_card_budget, outcome.budget.bucket_budget) == (2400, 3600)
    assert reasons(outcome, "file")["henderson:complaint"] is Reason.FILE_INLINED
    assert Counter(suppressed) == {"henderson:complaint": 7, "henderson:form-8k": 1}
    assert 1900 <= rows(outcome)["file", "henderson:complaint"].tokens <= 2200


def test_the_privileged_memo_is_listed_while_the_card_about_it_gets_in() -> None:
    outcome = report("securities-fraud")
    assert reasons(outcome, "file")["henderson:expert-memo"] is Reason.FILE_LISTED
    assert rows(outcome)["card", "dec-no-memo"].tokens > 0
    assert rows(outcome)["card", "ent-voss-client"].tokens > 0


def test_all_expectations_of_the_fraud_case_are_met() -> None:
    assert not expectations_missed("securities-fraud", report("securities-fraud"))


def test_what_the_two_old_budgets_would_hold_is_in_the_fraud_case_with_duplicates() -> None:
    count = counter("securities-fraud").count
    compact = sum(count(card["renderings"]["compact"]) for card in cards("securities-fraud"))
    texts = {ref: count(file["text"]) for ref, file in files("securities-fraud").items()}
    assert compact > 2000
    assert sum(texts.values()) > 6000
    # The memo fits the old budget for files after everything that is more relevant than it.
    ahead = ("henderson:complaint", "henderson:deposition-tell", "henderson:expert-memo")
    assert sum(texts[ref] for ref in ahead) < 5500
    # The card about the memo does not fit the old budget for cards.
    ranked = sorted(cards("securities-fraud"), key=lambda card: -card["relevance_score"])
    place = [card["node_id"] for card in ranked].index("dec-no-memo")
    assert sum(count(card["renderings"]["compact"]) for card in ranked[: place + 1]) > 2000


def test_fourteen_entity_cards_cover_the_background_of_the_fraud_case() -> None:
    backgrounds = reasons(report("securities-fraud"), "background")
    assert backgrounds["henderson"] is Reason.BACKGROUND_OVERLAP
    assert backgrounds["finch"] is Reason.BACKGROUND_INCLUDED
    entry = rows(report("securities-fraud"))["background", "henderson"]
    assert entry.detail["entities"] == 14


def test_with_fewer_tokens_the_complaint_leaves_and_its_cards_come_back() -> None:
    outcome = last_step("securities-fraud")
    assert outcome.budget.bucket_budget == 2250
    assert reasons(outcome, "file")["henderson:complaint"] is Reason.FILE_LISTED
    for card in cards("securities-fraud"):
        if card.get("provenance_source_ref") == "henderson:complaint":
            assert rows(outcome)["card", card["node_id"]].tokens > 0
    assert reasons(outcome, "card")["dec-no-memo"] is Reason.KNOWLEDGE_BUDGET


def test_the_runbook_fits_as_direct_target_and_not_otherwise() -> None:
    outcome = report("direct-target")
    total = outcome.budget.total_budget
    runbook = rows(outcome)["file", "runbooks:queue-failover"]
    assert (outcome.budget.knowledge_card_budget, outcome.budget.bucket_budget) == (640, 2560)
    assert runbook.reason is Reason.FILE_INLINED
    assert runbook.tokens > math.floor(total * 0.6) == 1920
    assert not expectations_missed("direct-target", outcome)


def test_the_direct_target_costs_the_cards() -> None:
    outcome = report("direct-target")
    found = reasons(outcome, "card")
    assert list(found.values()).count(Reason.BUCKET_FILE_OVERLAP) == 5
    assert found["proc-drain"] is Reason.BUCKET_FILE_OVERLAP
    assert found["pol-no-guess"] is Reason.INTERACTION_POLICY_CAP
    assert list(found.values()).count(Reason.KNOWLEDGE_BUDGET) >= 4
    assert rows(outcome)["card", "ent-crane-bridge"].tokens > 0
    assert outcome.budget.procedure_cap == 192
    assert outcome.budget.interaction_policy_cap == 64


def test_one_postmortem_is_listed_and_the_older_one_gets_no_line() -> None:
    found = reasons(report("direct-target"), "file")
    assert found["postmortems:pm-0114"] is Reason.FILE_LISTED
    assert found["postmortems:pm-1103"] is Reason.BUCKET_BUDGET


def test_at_2500_tokens_even_the_direct_target_is_only_listed() -> None:
    outcome = last_step("direct-target")
    assert reasons(outcome, "file")["runbooks:queue-failover"] is Reason.FILE_LISTED
    assert reasons(outcome, "card")["proc-drain"] is not Reason.BUCKET_FILE_OVERLAP


def test_two_floors_of_500_are_scaled_to_209() -> None:
    budget = report("starved-budget").budget
    assert budget.total_budget == 418
    assert (budget.knowledge_card_budget, budget.bucket_budget) == (209, 209)
    assert (budget.procedure_cap, budget.interaction_policy_cap) == (62, 20)


def test_both_ceilings_bind_and_most_cards_are_dropped() -> None:
    outcome = report("starved-budget")
    found = reasons(outcome, "card")
    most_relevant = max(cards("starved-budget"), key=lambda card: card["relevance_score"])
    assert most_relevant["node_id"] == "pol-safety-first"
    assert found["pol-safety-first"] is Reason.INTERACTION_POLICY_CAP
    assert found["proc-plug"] is Reason.PROCEDURE_CAP
    assert sum(entry.tokens == 0 for entry in outcome.ledger.entries if entry.kind == "card") >= 12
    assert expectations_missed("starved-budget", outcome) == ["manual:fault-codes"]


def test_without_floors_rounding_leaves_one_token_to_neither_half() -> None:
    budget = report("starved-budget", min_knowledge_card_tokens=0, min_bucket_tokens=0).budget
    assert (budget.knowledge_card_budget, budget.bucket_budget) == (167, 250)
    assert budget.total_budget == 418


def test_with_65_percent_of_the_window_the_chapter_and_the_card_on_safety_are_in() -> None:
    outcome = last_step("starved-budget")
    assert outcome.budget.total_budget == 1359
    assert reasons(outcome, "file")["manual:fault-codes"] is Reason.FILE_INLINED
    assert list(reasons(outcome, "card").values()).count(Reason.BUCKET_FILE_OVERLAP) == 2
    assert rows(outcome)["card", "pol-safety-first"].tokens > 0
    assert not expectations_missed("starved-budget", outcome)


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
