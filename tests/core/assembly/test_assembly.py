"""The eight steps in order, one result."""

import pytest

from inspector.core import Severity, Verdict
from inspector.core.assembly import (
    AssemblyStage,
    Decision,
    HotStateInputs,
    NodeInputs,
    Step,
    assemble,
    prompt_text,
    texts_left_out,
)
from inspector.core.candidates.linting import lint_candidates
from inspector.core.discipline import DisciplineAction
from inspector.core.injection.materialization import Mode
from tests.shared.assembly_input import (
    STORY,
    STORY_ITEMS,
    assembled,
    inputs,
    item,
    relevance_config,
)
from tests.shared.injection_input import bucket, candidate_set, card, file


def rows(assembly):
    return {row.subject: row for row in assembly.ledger.entries}


def codes(assembly):
    return {problem.code for problem in assembly.problems}


def test_steps_follow_each_other_with_their_pieces_in_order():
    assembly = assembled(*STORY_ITEMS, **STORY)
    # 20 + separator 2; {"session_id":"s"} has 18 + 2; 30 + 2; 7 declared, no text, no separator.
    assert [(int(band.step), band.start, band.end) for band in assembly.bands[:5]] == [
        (1, 0, 22), (2, 22, 42), (3, 42, 74), (4, 74, 81), (5, 81, 81),
    ]  # fmt: skip
    assert [span.piece.subject for span in assembly.bands[5].spans] == [
        "knowledge.heading", "a", "b0.heading", "b0:f0", "b0:f1",
    ]  # fmt: skip
    assert [span.piece.subject for span in assembly.spans][-2:] == ["task", "user_message"]


def test_the_first_five_steps_stand_before_the_injection():
    assert [step for step in Step if step.before_injection] == list(Step)[:5]


def test_what_the_steps_before_take_is_what_the_injection_finds_used():
    assembly = assembled(*STORY_ITEMS, **STORY)
    assert assembly.tokens_used_before == 81
    assert assembly.injection.prepared.tokens_used_before == 81
    assert assembly.injection.budget.remaining == 1_000 - 81


def test_the_band_of_the_injection_is_what_the_injection_uses():
    assembly = assembled(*STORY_ITEMS, **STORY)
    assert assembly.bands[5].tokens == assembly.injection.total_tokens_used > 0


def test_an_item_is_out_with_the_reason_relevance_had_for_its_node():
    assembly = assembled(*STORY_ITEMS, **STORY)
    row = rows(assembly)["gists-item"]
    assert row.verdict is Verdict.EXCLUDED
    assert row.reason.code == "node_masked"
    assert row.sentence == "Excluded: the M template does not use it. Saves 40 tokens."
    assert "gists-item" not in {span.piece.subject for span in assembly.spans}


def test_an_item_without_a_text_takes_that_of_its_node():
    row = rows(assembled(*STORY_ITEMS, **STORY))["facts-item"]
    assert (row.reason.code, row.tokens) == ("node_in_mask", 30)


def test_an_item_of_a_node_without_any_text_takes_the_estimate():
    nodes = NodeInputs(relevance_config(facts=True))
    assembly = assembled(item(3, "facts-item", node="facts"), nodes=nodes, mode="M")
    assert rows(assembly)["facts-item"].tokens == 50


def test_without_a_mode_every_node_is_in_and_the_rows_say_so():
    assembly = assembled(*STORY_ITEMS, **{**STORY, "mode": None})
    row = rows(assembly)["gists-item"]
    assert assembly.relevance is None
    assert row.tokens == 40
    assert "the request names no mode" in row.sentence


def test_an_item_of_an_unknown_node_is_in_and_reported():
    nodes = NodeInputs(relevance_config(facts=True))
    assembly = assembled(item(3, "x", "abc", node="fcats"), nodes=nodes, mode="M")
    assert rows(assembly)["x"].verdict is Verdict.INCLUDED
    found = next(p for p in assembly.problems if p.code == "assembly.unknown-node")
    assert found.place.pointer == "/items/0/node"


def test_included_nodes_that_no_item_stands_for_are_noted():
    nodes = NodeInputs(relevance_config(facts=True, gists=True))
    assembly = assembled(item(3, "x", "abc", node="facts"), nodes=nodes, mode="M")
    found = next(p for p in assembly.problems if p.code == "assembly.nodes-without-item")
    assert "stands for: gists." in found.message
    assert found.severity is Severity.NOTE


def test_a_node_that_relevance_leaves_out_needs_no_item():
    nodes = NodeInputs(relevance_config(facts=True, gists=False))
    assembly = assembled(item(3, "x", "abc", node="facts"), nodes=nodes, mode="M")
    assert not assembly.problems


def test_a_node_is_known_by_its_estimate_where_relevance_is_not_asked():
    nodes = NodeInputs(relevance_config(facts=True))
    assert not assembled(item(3, "x", "abc", node="facts"), nodes=nodes).problems
    assert codes(assembled(item(3, "x", "abc", node="fcats"), nodes=nodes)) == {
        "assembly.unknown-node"
    }


def test_a_hot_state_over_its_limit_goes_in_compressed():
    state = {"session_id": "s", "objective": "o", "open_questions": ["q" * 100]}
    assembly = assembled(hot_state=state, hot_limit=20)
    assert assembly.discipline.type is DisciplineAction.COMPRESS
    row = rows(assembly)["hot_state"]
    assert row.verdict is Verdict.REDUCED
    assert row.tokens == len(assembly.discipline.json)
    assert not assembly.refused


def test_nothing_of_a_refused_hot_state_goes_in_and_the_whole_is_refused():
    assembly = assembled(item(1, "a", "x"), hot_state={"session_id": ""})
    assert assembly.decision is Decision.REFUSE_HOT_STATE
    assert assembly.bands[1].tokens == 0
    row = rows(assembly)["hot_state"]
    assert row.verdict is Verdict.REFUSED
    assert row.detail == {"why": assembly.discipline.reason}
    assert assembly.discipline.reason
    assert assembly.ledger.balances


def test_a_hot_state_is_disciplined_as_discipline_does_it_unless_said_otherwise():
    given = HotStateInputs()
    assert (given.enable_compression, given.enable_reference_extraction) == (True, True)
    assert (given.reject_on_persistent_overflow, given.keep_pointers) == (True, False)


def test_the_hard_limit_is_the_window_less_the_reserve():
    text = item(1, "a", "x" * 898)  # 900 with its separator
    assert assembled(text, soft=100).decision is Decision.OK
    assert assembled(text).decision is Decision.WARN_SOFT_LIMIT
    over = assembled(text, item(7, "b", tokens=1))
    assert over.decision is Decision.REFUSE_HARD_LIMIT
    assert over.over == 1
    assert rows(over)["window.assembly_over"].tokens == -1
    assert over.judgements[0].sentence == (
        "Refused: 901 tokens and the reserve of 100 are 1 more than the window of 1,000."
        " Nothing is cut."
    )


def test_a_reserve_above_the_window_is_said_with_numbers_that_add_up():
    said = assembled(item(1, "a", tokens=5), reserve=1500).judgements[0].sentence
    assert said == (
        "Refused: 5 tokens and the reserve of 1,500 are 505 more than the window of 1,000."
        " Nothing is cut."
    )


def test_the_soft_limit_is_a_part_of_the_hard_one_rounded_down():
    limits = assembled(window=1_001, reserve=100, soft=33).limits
    assert (limits.hard, limits.soft) == (901, 297)
    assert assembled(item(1, "a", tokens=297), window=1_001, soft=33).decision is Decision.OK
    warned = assembled(item(1, "a", tokens=298), window=1_001, soft=33)
    assert warned.decision is Decision.WARN_SOFT_LIMIT


def test_a_reserve_larger_than_the_window_refuses_even_an_empty_prompt():
    assembly = assembled(window=50, reserve=100)
    assert assembly.refused
    assert assembly.limits.hard == 0
    assert assembly.ledger.balances
    assert [row.tokens for row in assembly.judgements] == [0]


def test_a_reserve_of_the_whole_window_lets_an_empty_prompt_through():
    assembly = assembled(window=100, reserve=100)
    assert not assembly.refused
    assert assembled(item(1, "a", tokens=1), window=100, reserve=100).refused


def test_a_prompt_that_is_let_through_is_judged_with_its_tokens():
    assembly = assembled(item(1, "a", tokens=70))
    assert [(row.tokens, row.needed) for row in assembly.judgements] == [(70, 70)]


def test_every_row_belongs_to_its_step_or_to_the_window():
    assembly = assembled(*STORY_ITEMS, **STORY)
    steps = {row.subject: assembly.step_of(row) for row in assembly.ledger.entries}
    wanted = {
        "system": Step.SYSTEM,
        "clock": Step.FRESHNESS,
        "task": Step.TASK,
        "user_message": Step.MESSAGE,
        "a": Step.INJECTION,
        "b0:f0": Step.INJECTION,
        "window.response_reserve": None,
    }
    assert {subject: steps.get(subject, "no row") for subject in wanted} == wanted


def test_every_reason_to_refuse_is_named():
    assembly = assembled(item(1, "a", tokens=5_000), hot_state={"session_id": ""})
    assert [row.reason.code for row in assembly.judgements] == [
        "assembly_state_refused",
        "assembly_over_limit",
    ]


def test_without_pieces_before_the_number_of_the_request_stands_for_them():
    assembly = assembled(item(7, "task", "t"), tokens_used_before=300)
    assert assembly.tokens_used_before == 300
    assert rows(assembly)["tokens_used_before"].reason.code == "tokens_given"
    assert not assembly.problems


def test_without_pieces_before_the_texts_of_the_request_stand_for_them():
    assembly = assembled(tokens_used_before={"system": "abc", "memory": "de"})
    assert [span.piece.title for span in assembly.spans] == ["system", "memory"]
    assert assembly.tokens_used_before == 5


def test_a_request_that_counts_the_steps_before_otherwise_is_reported():
    assembly = assembled(item(1, "a", tokens=10), tokens_used_before=12)
    assert assembly.tokens_used_before == 10
    assert "request.tokens-before" in codes(assembly)
    for agreeing in (0, 10):  # 0 is what a request says that says nothing
        assert not codes(assembled(item(1, "a", tokens=10), tokens_used_before=agreeing))
    assert codes(assembled(item(1, "a", tokens=10), tokens_used_before=1))


def test_one_token_that_the_request_gives_is_placed_and_none_is_not():
    assert assembled(tokens_used_before=1).used == 1
    assert "tokens_used_before" not in rows(assembled(tokens_used_before=0))


def test_an_item_of_step_6_stays_out_and_is_reported():
    assembly = assembled(item(6, "x", "abc"))
    assert rows(assembly)["x"].reason.code == "item_in_injection"
    assert "assembly.item-in-injection" in codes(assembly)


def test_declared_tokens_give_way_to_those_of_the_text_and_are_noted_where_they_differ():
    assembly = assembled(item(1, "same", "abc", tokens=3), item(1, "other", "abc", tokens=4))
    assert [rows(assembly)[name].tokens for name in ("same", "other")] == [3, 3]
    (found,) = assembly.problems
    assert (found.code, found.place.pointer) == ("assembly.declared-tokens", "/items/1/tokens")


def test_an_item_with_neither_text_nor_tokens_takes_none_and_is_reported():
    assembly = assembled(item(1, "a", "x"), item(1, "nothing"))
    assert rows(assembly)["nothing"].tokens == 0
    (found,) = assembly.problems
    assert (found.code, found.place.pointer) == ("assembly.empty-item", "/items/1")


def test_an_id_used_twice_keeps_the_first_item_and_reports_the_second():
    assembly = assembled(item(1, "x", "abc"), item(2, "x", "de"))
    found = next(p for p in assembly.problems if p.code == "assembly.repeated-item")
    assert found.place.pointer == "/items/1/item_id"
    assert assembly.used == 5


def test_a_text_that_cannot_be_counted_refuses_the_whole():
    from inspector.core import UncountableTextError
    from tests.shared.injection_input import Characters

    class Picky(Characters):
        def count(self, text):
            if "?" in text:
                raise UncountableTextError("a question")
            return len(text)

    assembly = assemble(inputs(item(1, "x", "what?"), user_message="why?"), Picky())
    assert assembly.decision is Decision.REFUSE_UNCOUNTED
    assert rows(assembly)["x"].reason.code == "uncountable"
    assert rows(assembly)["user_message"].reason.code == "uncountable"
    assert {p.code for p in assembly.problems} == {"assembly.uncountable", "request.uncountable"}
    (refusal,) = assembly.judgements
    assert refusal.detail["uncounted"] == "x, The user's message"
    named = assemble(inputs(tokens_used_before=["fine", "why?"]), Picky())
    assert "/tokens_used_before/1" in {p.place.pointer for p in named.problems}
    nodes = NodeInputs(relevance_config(facts=True), {"facts": "what?"})
    of_node = assemble(inputs(item(3, "x", node="facts"), nodes=nodes, mode="M"), Picky())
    assert "/items/0/node" in {p.place.pointer for p in of_node.problems}
    assert "/items/0/text" in {p.place.pointer for p in assembly.problems}


def test_a_counter_is_asked_for_as_such():
    with pytest.raises(TypeError, match="tokens"):
        assemble(inputs(), len)


def test_the_text_of_the_prompt_has_as_many_tokens_as_its_pieces():
    items = [one for one in STORY_ITEMS if one.tokens is None]
    assembly = assembled(*items, **STORY)
    text = prompt_text(assembly)
    assert len(text) == assembly.used
    assert text.startswith("s" * 20 + "\n\n" + '{"session_id":"s"}\n\n' + "f" * 30)
    assert text.endswith("t" * 10 + "\n\nhi")
    assert "g" * 40 not in text


def test_there_is_no_text_of_a_prompt_with_a_piece_that_has_none():
    assembly = assembled(*STORY_ITEMS, **STORY)
    assert prompt_text(assembly) is None
    assert texts_left_out(assembly) == ("clock",)
    declared = {"file_id": "f", "title": "t", "relevance_score": 0.9, "token_count": 50}
    files = [bucket("b0", declared)]
    assert texts_left_out(assembled(buckets=files)) == ("bucket files",)
    bare = card("a", 0.9) | {"renderings": {}, "token_counts": {"compact": 20}}
    assert texts_left_out(assembled(cards=[bare])) == ("knowledge cards",)


def test_the_message_of_the_request_ends_the_prompt():
    assembly = assembled(item(8, "attachment", "a"), user_message="hello")
    assert [span.piece.subject for span in assembly.bands[7].spans] == [
        "attachment",
        "user_message",
    ]
    assert assembly.bands[7].step is Step.MESSAGE


def test_an_item_that_stands_for_no_node_is_placed_whether_relevance_is_asked_or_not():
    nodes = NodeInputs(relevance_config(facts=True))
    for mode in ("M", None):
        row = rows(assembled(item(3, "x", "abc"), nodes=nodes, mode=mode))["x"]
        assert (row.reason.code, row.tokens) == ("item_placed", 3)
        assert "step 3" in row.sentence


def test_a_bucket_of_which_nothing_goes_in_has_no_heading():
    buckets = [bucket("b0", file("f0", 0.9, 5_000, inlinable=True))]
    for total, listed in ((60, 1), (10, 0)):
        assembly = assembled(cards=[card("a", 0.9)], buckets=buckets, total=total)
        assert not assembly.injection.files_of(0, Mode.INLINED)
        assert len(assembly.injection.files_of(0, Mode.LISTED)) == listed
        assert len([one for one in assembly.spans if one.piece.group == "bucket:b0"]) == 2 * listed


def test_what_is_wrong_with_the_candidates_is_a_problem_of_the_injection_and_doubts_are_not():
    cards = [card("a", 0.9), card("a", 0.8)]
    problems = assembled(cards=cards).injection.problems
    assert all(one.severity is Severity.ERROR for one in problems)
    expected = [one for one in lint_candidates(candidate_set(cards)) if one.severity == "error"]
    assert [one.code for one in problems if one.code in {two.code for two in expected}] == [
        one.code for one in expected
    ]


def test_the_reserve_and_the_soft_limit_where_nothing_is_said():
    stage = AssemblyStage()
    assert (stage.response_token_reserve, stage.soft_limit_threshold_pct) == (4_000, 80)
