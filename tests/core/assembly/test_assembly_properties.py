"""What is always true of an assembly, whatever the inputs."""

import hypothesis.strategies as st
from hypothesis import assume, given

from inspector.core.assembly import AssemblyItem, NodeInputs
from inspector.core.reasons import Verdict
from tests.core.discipline.hot_states import HOT_STATES
from tests.shared.assembly_input import assembled, item, relevance_config
from tests.shared.examples import examples
from tests.shared.injection_input import bucket, card, file

sizes = st.none() | st.integers(0, 300)


@st.composite
def items(draw, steps=(1, 2, 3, 4, 5, 7, 8)):
    made = []
    for number in range(draw(st.integers(0, 6))):
        length = draw(sizes)
        made.append(
            AssemblyItem(
                step=draw(st.sampled_from(steps)),
                item_id=f"i{number}",
                text=None if length is None else "x" * length,
                tokens=draw(sizes),
                node=draw(st.sampled_from([None, "facts", "gists", "stranger"])),
            )
        )
    return made


@st.composite
def fields(draw):
    mask = {name: draw(st.booleans()) for name in ("facts", "gists")}
    texts = draw(st.sampled_from([{}, {"facts": "f" * 9}, {"facts": "f", "gists": "g" * 99}]))
    cards = [
        card(f"c{n}", 0.5 + n / 10, draw(st.integers(0, 60)), file=draw(st.sampled_from(["b:f0"])))
        for n in range(draw(st.integers(0, 3)))
    ]
    files = [file(f"f{n}", 0.5, draw(st.integers(0, 200))) for n in range(draw(st.integers(0, 2)))]
    return {
        "nodes": NodeInputs(draw(st.sampled_from([None, relevance_config(**mask)])), texts),
        "mode": draw(st.sampled_from([None, "M", "N"])),
        "hot_state": draw(st.none() | HOT_STATES | st.just({"session_id": 3})),
        "hot_limit": draw(st.integers(0, 100)),
        "cards": cards,
        "buckets": [bucket("b", *files, background=draw(st.sampled_from([None, "zz"])))],
        "total": draw(st.integers(0, 400)),
        "window": draw(st.integers(0, 1_500)),
        "reserve": draw(st.integers(0, 600)),
        "soft": draw(st.integers(0, 100)),
        "tokens_used_before": draw(st.integers(-5, 300)),
        "user_message": "m" * draw(st.integers(0, 50)),
    }


@given(items(), fields())
def test_spans_never_overlap_and_always_close_to_the_window(pieces, given_fields):
    assembly = assembled(*pieces, **given_fields)
    at = 0
    for span in assembly.spans:
        assert span.start == at
        assert span.end >= at
        at = span.end
    assert [band.end for band in assembly.bands[:-1]] == [b.start for b in assembly.bands[1:]]
    assert assembly.unused_span[0] == at
    assert assembly.reserve_span[0] == assembly.unused_span[1]
    assert assembly.reserve_span[1] == assembly.limits.window + assembly.over
    assert not (assembly.unused and assembly.over)


@given(items(), fields())
def test_the_ledger_always_closes_with_every_piece_on_one_row(pieces, given_fields):
    assembly = assembled(*pieces, **given_fields)
    assert assembly.ledger.balances
    entries = list(assembly.ledger.entries)
    assert sum(row.tokens for row in entries) == assembly.limits.window
    rows = [(row.kind, row.subject) for row in entries]
    assert len(rows) == len(set(rows))
    assert {piece.item_id for piece in pieces} <= {s for kind, s in rows if kind == "item"}
    out = {
        (row.kind, row.subject)
        for row in entries
        if row.verdict not in (Verdict.INCLUDED, Verdict.REDUCED, Verdict.BALANCE)
    }
    placed = {(span.piece.kind.value, span.piece.subject) for span in assembly.spans}
    assert not out & placed
    for row in entries:
        assert row.sentence
        assert row.kind == "balance" or row.tokens >= 0


@given(items(), fields())
def test_the_injection_always_finds_used_what_the_steps_before_take(pieces, given_fields):
    assembly = assembled(*pieces, **given_fields)
    before = sum(band.tokens for band in assembly.bands[:5])
    assert assembly.injection.prepared.tokens_used_before == before
    assert assembly.bands[5].tokens == assembly.injection.total_tokens_used


@given(items(), fields(), st.integers(1, 200))
def test_a_larger_reserve_never_lets_a_refused_prompt_through(pieces, given_fields, more):
    assembly = assembled(*pieces, **given_fields)
    assume(assembly.refused)
    larger = {**given_fields, "reserve": given_fields["reserve"] + more}
    assert assembled(*pieces, **larger).refused


@given(items(), fields(), st.integers(0, 200), st.sampled_from([7, 8]))
def test_more_after_the_injection_never_lets_a_refused_prompt_through(
    pieces, given_fields, tokens, step
):
    assembly = assembled(*pieces, **given_fields)
    assume(assembly.refused)
    assert assembled(*pieces, item(step, "more", tokens=tokens), **given_fields).refused


@given(items(), fields())
def test_no_part_of_a_refused_hot_state_is_ever_in(pieces, given_fields):
    assembly = assembled(*pieces, **given_fields)
    refused = assembly.discipline is not None and assembly.discipline.hot_state is None
    assert (assembly.decision.value == "refuse_hot_state") == refused
    placed = any(span.piece.subject == "hot_state" for span in assembly.spans)
    assert placed == (given_fields["hot_state"] is not None and not refused)


@examples(20)
@given(items(), fields())
def test_the_same_inputs_always_give_the_same_assembly(pieces, given_fields):
    first, second = (assembled(*pieces, **given_fields) for _ in range(2))
    assert first.spans == second.spans
    assert list(first.ledger.entries) == list(second.ledger.entries)
    assert first.problems == second.problems
