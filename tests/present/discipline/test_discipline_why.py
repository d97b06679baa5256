"""Tables and explanations of discipline."""

import pytest
from hypothesis import given

from inspector.core.reasons import Verdict
from inspector.stages.discipline.tables import (
    ALL,
    FIELDS,
    MOVED,
    STEPS,
    VIOLATIONS,
    moved_fields,
    row_of_subject,
)
from inspector.stages.discipline.why import why_discipline, why_page
from inspector.stages.discipline.words import status_line
from tests.core.discipline.hot_states import HOT_STATES, LIMITS, SWITCHES
from tests.shared.discipline_input import BROKEN_DIFF, GROWING, STATE, result_of

TIGHT = {"max_hot_state_tokens": 70, "max_artifact_index_entries": 3}
TURNS = [one.model_dump(mode="json") for one in GROWING]


@given(HOT_STATES, LIMITS, SWITCHES)
def test_every_row_of_every_table_can_be_explained(state, limits, switches):
    stage = {"hot_state": state, "limits": limits, **switches, "turns": TURNS}
    result = result_of(**stage, output={"text": BROKEN_DIFF})
    assert result.report is not None
    assert result.check is not None
    for table in ALL:
        for key in table.data(result).keys:
            assert why_discipline(result, key) is not None, key
    for page in ("state", "check", "turns"):
        assert why_page(result, page) is not None


@pytest.mark.parametrize(
    "key",
    ["", "field:none", "step:none", "violation:99", "violation:x", "moved:a", "turn:9", "x:y"],
)
def test_what_is_not_there_has_no_explanation(key):
    assert why_discipline(result_of(turns=TURNS), key) is None


def test_a_moved_field_is_explained_with_its_text_and_what_would_keep_it():
    why = why_discipline(result_of(limits=TIGHT), "field:open_questions")
    assert why is not None
    assert why.verdict is Verdict.REDUCED
    assert why.passages[0].text == '["Who tells the school?"]'
    assert any("max_hot_state_tokens" in remedy for remedy in why.remedies)
    assert max(map(len, why.sentence.split())) < 30  # nothing that no line can hold


def test_a_part_is_explained_with_its_field():
    result = result_of(limits=TIGHT)
    part = why_discipline(result, "part:/artifact_index/0/label")
    field = why_discipline(result, "field:artifact_index")
    assert part is not None
    assert field is not None
    assert part.sentence == field.sentence


def test_nothing_about_a_rejected_state_says_that_it_is_stored():
    result = result_of(limits={"max_hot_state_tokens": 3})
    why = why_discipline(result, "moved:compress:open_questions")
    assert why is not None
    assert why.verdict is Verdict.REFUSED
    assert "not stored" in why.sentence
    assert not any(MOVED.data(result).whole("stored").values)


LONG = {"session_id": "ferry", "objective": "Go.", "last_successful_step": "word " * 1200}
STUCK = {"session_id": "ferry", "objective": "word " * 1200}


def said(why):
    assert why is not None
    return why


def test_a_field_that_the_index_leads_to_is_said_to_be_stored():
    result = result_of(hot_state=LONG, keep_pointers=True)
    why = said(why_discipline(result, "moved:compress:last_successful_step"))
    assert why.sentence.startswith("Stored")
    assert why.steps[-1].result == "yes"
    assert [(one.entry, stored) for one, stored in moved_fields(result.report)] == [(True, True)]


def test_an_index_that_grew_is_not_said_to_be_as_it_was_given():
    result = result_of(hot_state=LONG, keep_pointers=True)
    why = said(why_discipline(result, "field:artifact_index"))
    assert why.reason == "field_pointed"
    assert f"with {why.tokens} tokens of entries" in why.sentence


@given(HOT_STATES, LIMITS, SWITCHES)
def test_the_arithmetic_of_a_step_always_adds_up(state, limits, switches):
    result = result_of(hot_state=state, limits=limits, **switches)
    for step in result.report.steps:
        if step.tried:
            first, *rest, last = said(why_discipline(result, f"step:{step.name.value}")).steps
            numbers = [int(one.result.replace(",", "").replace("−", "-")) for one in (first, *rest)]
            assert sum(numbers) == int(last.result.replace(",", ""))


@pytest.mark.parametrize(
    ("stage", "helps"),
    [
        ({"hot_state": STUCK, "enable_compression": False}, ()),
        ({"hot_state": LONG, "enable_compression": False}, ("Compression is switched on.",)),
        (
            {
                "hot_state": STATE,
                "limits": {"max_artifact_index_entries": 3},
                "enable_compression": False,
                "enable_reference_extraction": False,
            },
            ("Compression and reference extraction are switched on.",),
        ),
    ],
)
def test_only_a_switch_that_would_help_is_named(stage, helps):
    why = said(why_discipline(result_of(**stage), "field:session_id"))
    assert tuple(one for one in why.remedies if "switched on" in one) == helps


def test_a_state_that_does_not_validate_is_not_asked_for_a_number():
    why = said(why_page(result_of(hot_state={"objective": 5}), "state"))
    assert why.remedies == ("The state is one that validates; Problems says where it does not.",)


def test_a_limit_that_is_no_number_is_not_shown_as_a_limit_of_0():
    why = said(why_page(result_of(limits={"max_hot_state_tokens": "many"}), "state"))
    assert why.steps[0].working == "max_hot_state_tokens, which is not a number: none"


def test_fields_find_their_row_in_each_table():
    report = result_of(limits=TIGHT)
    assert row_of_subject(MOVED.data(report), "field:open_questions") == (
        "moved:compress:open_questions"
    )
    assert row_of_subject(FIELDS.data(report), "part:/open_questions/0") == "field:open_questions"
    assert row_of_subject(STEPS.data(report), "field:open_questions") == ""


def test_violations_are_those_of_the_state_then_those_of_the_prompt():
    result = result_of(limits=TIGHT, prompt={"system_prompt_chars": 99_000})
    data = VIOLATIONS.data(result)
    labels = data.whole("of")
    assert [labels.labels[code] for code in labels.codes] == ["given", "given", "prompt"]


def test_a_violation_of_the_prompt_alone_is_told_once():
    assert VIOLATIONS.data(result_of(prompt={"rag_chunk_count": 11})).row_count == 1


def test_the_status_line_says_that_the_balance_closes():
    line = status_line(result_of(limits=TIGHT, turns=TURNS, output={"text": BROKEN_DIFF}))
    assert "reconciled" in line
    assert "output refused" in line
    assert "5 turns, 6 warnings" in line
    assert status_line(result_of(hot_state=None)) == "no hot state yet"


def test_contents_of_the_state_are_in_no_message():
    state = STATE | {"risk_level": "secret-value", "secret_key": 1}
    result = result_of(hot_state=state)
    assert result.problems
    assert not any("secret-value" in str(problem) for problem in result.problems)
