"""Tables, explanations and summary of an assembly."""

import hypothesis.strategies as st
from hypothesis import given

from inspector.core.assembly import Step
from inspector.core.reasons import Verdict
from inspector.present.table import TableQuery, visible_rows
from inspector.stages.assembly.bands import item_rows
from inspector.stages.assembly.summary import assembly_lines, status_line
from inspector.stages.assembly.tables import item_table, step_table
from inspector.stages.assembly.why import WHOLE, lens_of, why_assembly
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
    assert f"{assembly.over:,} tokens less, in any step or in the reserve" in why.remedies
    larger = f"a window of at least {assembly.used + 20:,} tokens"
    assert larger in why.remedies


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
