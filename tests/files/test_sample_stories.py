"""The built-in samples tell their stories through the real core."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from inspector.core import (
    CandidateSet,
    InjectionReport,
    LedgerEntry,
    Reason,
    Request,
    UnifiedContextBudgetPolicy,
    inject,
)
from tests.shared.samples import cards, counter, every_sound_sample, files, part, session

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
