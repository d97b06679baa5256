"""Why: every subject of a run has an explanation whose numbers are those of the ledger."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.injection.materialization import Mode
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.present.table.cells import cell_value
from inspector.present.why import SHOWN_CHARACTERS, Why, passage
from inspector.stages.injection.ledger_table import ledger_table
from inspector.stages.injection.tables import RunTables, TableId
from inspector.stages.injection.why import why_injection
from tests.shared.injection_input import (
    bucket,
    card,
    file,
    injected,
)


def run(total=600, strategy=Strategy.COVERAGE, **fields) -> InjectionReport:
    cards = [
        card("alpha", 0.9, kind="entity", matter_id="m", lengths={"standard": 40, "full": 90}),
        card("beta", 0.8, kind="procedure"),
        card("gamma", 0.7, kind="interaction_policy"),
        card("twin", 0.5, file="b:f1"),
        card("empty", 0.3, compact=0),
    ]
    buckets = [
        bucket("b", file("f1", 0.9), file("f2", 0.8, text=900), background="z" * 20),
        bucket("c", file("f3", 0.1, text=5)),
    ]
    return injected(cards, buckets, total, rules=fields, strategy=strategy)  # fmt: skip


def explained(key: str, **fields) -> Why:
    found = why_injection(run(**fields), key)
    assert found is not None
    return found


def numbers(why: Why) -> dict[str, str]:
    return {step.label: step.result for step in why.steps}


@given(st.integers(0, 900), st.sampled_from(list(Strategy)), st.floats(0, 1))
def test_every_row_of_the_ledger_always_has_an_explanation(total, strategy, share):
    report = run(total, strategy, knowledge_card_share_default=share)
    for entry in report.ledger.entries:
        found = why_injection(report, f"{entry.kind}:{entry.subject}")
        assert found is not None
        assert (found.sentence, found.verdict, found.tokens) == (
            entry.sentence,
            entry.verdict,
            entry.tokens,
        )


@given(st.integers(0, 400), st.floats(0, 1))
def test_what_was_there_less_what_was_taken_is_always_what_was_left(total, ceiling):
    report = run(total, procedure_sub_budget_pct=ceiling)
    for entry in report.ledger.parts[0]:
        why = why_injection(report, f"card:{entry.subject}")
        steps = [int(s.result.replace("−", "-").replace(",", "")) for s in why.steps if _number(s)]
        labels = [step.label for step in why.steps if _number(step)]
        if "Headroom" in labels:
            left = labels.index("Headroom")
            assert steps[left - 2] + steps[left - 1] == steps[left]


def _number(step) -> bool:
    return step.result.replace("−", "").replace(",", "").isdigit()


@pytest.mark.parametrize("key", ["card:nobody", "file:b:x", "background:x", "balance:x", "x:y", ""])
def test_a_subject_that_the_run_does_not_have_has_no_explanation(key):
    assert why_injection(run(), key) is None


def test_a_suppressed_card_stands_beside_the_file_in_which_its_words_are_sought():
    why = explained("card:twin")
    assert why.verdict is Verdict.SUPPRESSED
    assert why.headline == "−10 tokens"
    own, other = why.passages
    assert other.sought == own.text == "x" * 10
    assert other.note == "b:f1 · in full text"
    assert "by title only" in why.remedies[0]


def test_a_dropped_card_says_how_much_it_was_short_by():
    why = explained("card:beta", total=60)
    assert numbers(why) | {"Headroom": "5", "Needed": "12", "Over by": "7"} == numbers(why)
    assert why.headline == "−10 tokens"
    assert next(one for one in why.steps if one.label == "Needed").working == "10 + 2 separator"
    assert "needed 12 tokens with its separator" in why.sentence
    assert why.remedies[0].startswith("7 more tokens")


def test_a_ceiling_is_worked_out_where_it_was_the_cap_that_bound():
    why = explained("card:beta", procedure_sub_budget_pct=0.01)
    steps = {step.label: step for step in why.steps}
    ceiling = steps["Procedure cap"]
    assert (ceiling.working, ceiling.result) == ("⌊300\u00a0×\u00a01\u00a0%⌋", "3")
    assert steps["Taken before its turn"].working == "0 cards"


def test_a_card_below_its_largest_tier_says_what_raising_it_met():
    why = explained("card:alpha", total=160)
    assert why.verdict is Verdict.REDUCED
    assert numbers(why)["To be raised"] == "30"
    assert "At compact (in)" in numbers(why)


def test_a_file_says_what_was_set_aside_and_taken_before_its_turn():
    assert numbers(explained("file:b:f2")) | {
        "File budget": "300",
        "Set aside": "−27",
        "Taken before its turn": "−108",
        "Headroom": "165",
    } == numbers(explained("file:b:f2"))


def test_an_inlined_file_says_how_many_cards_it_makes_redundant():
    assert numbers(explained("file:b:f1"))["Makes redundant"] == "1"


def test_a_bucket_without_a_background_is_explained_by_its_files():
    why = explained("background:c")
    assert (why.verdict, why.kind) == (None, "bucket")
    assert numbers(why)["Files in full text"] == "1"


def test_the_unused_row_of_a_half_is_worked_out_from_what_the_half_holds():
    report = run()
    why = explained("balance:knowledge.unused")
    half = numbers(why)["Knowledge budget"]
    assert half == f"{report.budget.knowledge_card_budget}"
    assert numbers(why)["Unused"] == f"{why.tokens:,}"


def test_a_text_that_is_not_in_the_set_is_said_to_be_missing():
    assert passage("F", None).note == "its text is not in the set"


def test_a_long_text_is_shown_in_part_and_says_so():
    shown = passage("F", "x" * (SHOWN_CHARACTERS + 1), "whole")
    assert len(shown.text) == SHOWN_CHARACTERS
    assert shown.note == "whole, the first 200,000 of 200,001 characters"


def two_files_that_spell_one_reference(total: int) -> InjectionReport:
    cards = [card("taken", 0.9, file="a:b:c")]
    long = file("c", 0.2, title="Long", text=5_000)
    buckets = [bucket("a", file("b:c", 0.8, title="Short")), bucket("a:b", long)]
    return injected(cards, buckets, total)


@pytest.mark.parametrize("total", [900, 20_000])
def test_why_of_each_file_that_spells_one_reference_shows_the_text_of_that_file(total):
    report = two_files_that_spell_one_reference(total)
    expected = [choice.file.counted.file for choice in report.materialization.files]
    shown = [why_injection(report, f"file:{key}") for key in ledger_files(report)]
    assert [why and why.name for why in shown] == [one.title for one in expected]
    inlined = [one for one in report.materialization.files if one.mode is Mode.INLINED]
    for choice in inlined:
        why = why_injection(report, f"file:{choice.file.counted.subject}")
        assert why is not None
        assert why.passages[0].text == choice.file.counted.file.text


def ledger_files(report: InjectionReport) -> list[str]:
    keys = RunTables().table(TableId.LEDGER, report).keys
    return [key.removeprefix("file:") for key in keys if key.startswith("file:")]


def test_a_card_is_covered_by_the_inlined_file_of_those_that_spell_its_reference():
    report = two_files_that_spell_one_reference(900)
    why = why_injection(report, "card:taken")
    assert why is not None
    assert why.verdict is Verdict.SUPPRESSED
    assert why.passages[1].title == "Short"


@pytest.mark.parametrize("total", [20, 60, 115, 200, 300])
@pytest.mark.parametrize("strategy", list(Strategy))
def test_the_tokens_of_what_is_out_are_those_of_the_ledger(total, strategy):
    report = run(total=total, strategy=strategy)
    table = ledger_table(report)
    for row, key in enumerate(table.keys):
        missing = cell_value(table, table.column("left_out"), row)
        if missing:
            headline = why_injection(report, key).headline
            assert f"{missing:,}" in headline, (key, headline)
