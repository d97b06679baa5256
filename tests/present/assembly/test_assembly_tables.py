"""Tables, explanations and summary of an assembly."""

import hypothesis.strategies as st
from hypothesis import given

from inspector.core.assembly import Step
from inspector.core.reasons import Verdict
from inspector.present.table import TableQuery, visible_rows
from inspector.stages.assembly.bands import bands_of, item_rows
from inspector.stages.assembly.bands_items import bands_svg
from inspector.stages.assembly.tables import item_table, step_table
from inspector.stages.assembly.why import WHOLE, lens_of, why_assembly
from inspector.stages.assembly.words import assembly_lines, status_line
from tests.shared.assembly_input import STORY, STORY_ITEMS, assembled, item
from tests.shared.examples import examples


def story(*more, **fields):
    return assembled(*STORY_ITEMS, *more, **{**STORY, **fields})


def test_rows_of_the_items_add_up_to_the_window():
    for assembly in (story(), story(window=200), story(hot_state={"session_id": 1})):
        assert sum(row.size for row in item_rows(assembly)) == assembly.limits.window


@examples(20)
@given(st.lists(st.tuples(st.integers(1, 8), st.integers(0, 400)), max_size=8), st.integers(0, 999))
def test_the_steps_always_close_to_the_window(sizes, reserve):
    items = [item(step, f"i{n}", tokens=tokens) for n, (step, tokens) in enumerate(sizes)]
    assembly = assembled(*items, reserve=reserve)
    table = step_table(assembly)
    assert int(table.whole("tokens").values.sum()) == assembly.limits.window


def test_the_items_of_a_step_can_be_filtered():
    table = item_table(story())
    rows = visible_rows(table, TableQuery(filter='step:"3 Memory"'))
    assert [table.keys[row] for row in rows] == ["item:facts-item", "item:gists-item"]
    out = visible_rows(table, TableQuery(filter="state:excluded lens:Relevance"))
    assert [table.keys[row] for row in out] == ["item:gists-item"]


def test_candidates_that_were_not_injected_are_one_row():
    row = next(row for row in item_rows(story()) if row.key == "left_out:injection")
    assert row.name == "1 card not injected"
    counts = step_table(story()).whole("out").values.tolist()
    assert counts[:8] == [0, 0, 1, 0, 0, 1, 0, 0]


def test_every_row_and_every_step_has_an_explanation():
    for assembly in (story(), story(window=200), story(hot_state={"session_id": 1})):
        for key in (*item_table(assembly).keys, *step_table(assembly).keys, WHOLE):
            why = why_assembly(assembly, key)
            assert why is not None, key
            assert why.sentence
            assert why.key == key
    assert why_assembly(story(), "item:nobody") is None
    assert why_assembly(story(), "step:9") is None


def test_each_row_leads_to_the_lens_that_decided():
    assembly = story()
    assert lens_of(assembly, "item:gists-item") == ("relevance", "node:gists")
    assert lens_of(assembly, "hot_state:hot_state")[0] == "discipline"
    assert lens_of(assembly, "card:a") == ("injection", "card:a")
    assert lens_of(assembly, "step:6")[0] == "injection"
    assert lens_of(assembly, "item:system") == ("", "")


def test_an_item_that_is_out_is_explained_with_its_text_and_a_way_in():
    why = why_assembly(story(), "item:gists-item")
    assert why.verdict is Verdict.EXCLUDED
    assert why.passages[0].text == "g" * 40
    assert "Relevance lens" in why.remedies[0]


def test_the_arithmetic_of_the_hot_state_shows_every_step_of_discipline():
    state = {"session_id": "s", "open_questions": ["q" * 100]}
    steps = why_assembly(story(hot_state=state, hot_limit=20), "hot_state:hot_state").steps
    assert [step.label for step in steps][:3] == ["Limit", "As it was given", "Compressed"]


def test_a_refused_prompt_says_what_would_let_it_through():
    assembly = story(window=150, reserve=20)
    why = why_assembly(assembly, WHOLE)
    assert why.verdict is Verdict.REFUSED
    assert f"{assembly.over:,} tokens less in all steps together" in why.remedies
    larger = (
        f"a window of at least {assembly.used + 20:,} tokens, with these {assembly.used:,} in it"
    )
    assert larger in why.remedies


def test_steps_are_not_asked_for_more_tokens_than_they_have():
    why = why_assembly(assembled(item(1, "a", "x" * 20), window=100, reserve=200), WHOLE)
    assert [one for one in why.remedies if "less" in one] == []
    assert why.remedies[0].startswith("an output reserve of at most 78")


def test_a_prompt_as_large_as_its_soft_limit_is_within_it():
    why = why_assembly(assembled(item(1, "a", tokens=900), soft=100), WHOLE)
    assert why.sentence == "Fits: 900 tokens, within the soft limit of 900. The hard limit is 900."


def test_what_the_request_states_of_five_steps_is_said_of_no_one_of_them():
    assembly = assembled(item(7, "task", "t"), tokens_used_before=300)
    said = {why_assembly(assembly, f"step:{number}").sentence for number in range(1, 6)}
    (sentence,) = said
    assert sentence.startswith("Steps 1 to 5 together take 300 tokens, as the request states")
    rows = step_table(assembly)
    assert rows.whole("step").values[0] == "1–5 As the request states"
    assert any(line.startswith("1–5 As the request states") for line in assembly_lines(assembly))
    lines = bands_of(assembly).lines
    assert [line.empty for line in lines[1:5]] == ["in 1–5"] * 4
    assert "System and safety" not in bands_svg(bands_of(assembly))
    own = assembled(item(1, "system", "s"), tokens_used_before=300)
    assert why_assembly(own, "step:2").sentence.startswith("Step 2 takes 0 ")


def test_the_budget_of_the_injection_stands_with_its_step():
    labels = [step.label for step in why_assembly(story(), "step:6").steps]
    assert labels[0] == "Already in context"
    assert "Total budget" in labels


def test_the_summary_tells_every_step_the_decision_and_that_it_closes():
    text = "\n".join(assembly_lines(story()))
    for step in Step:
        assert f"{int(step)} {step.title}" in text
    assert "gists-item" in text
    assert "Reconciled: adds up to 1,000." in text
    assert "reconciled · fits" in status_line(story())
