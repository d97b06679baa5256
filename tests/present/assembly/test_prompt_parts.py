"""The prompt part by part: what is sent is its own text, ghosts stand by what covers them."""

import hypothesis.strategies as st
import numpy as np
from hypothesis import given

from inspector.core.assembly import prompt_text, texts_left_out
from inspector.stages.assembly.tables import GHOST, prompt_parts
from tests.shared.assembly_input import assembled, item
from tests.shared.injection_draws import bucket_lists, card_lists
from tests.shared.injection_input import bucket, card, file

WHALES = "Whales sing low songs at night."
SHIPS = "Ships carry grain across oceans."


def covered():
    """One card of a file that is in whole, one of none."""
    cards = [
        card("whale", 0.9, file="b:f") | {"renderings": {"compact": "Whales sing songs."}},
        card("moon", 0.8),
    ]
    text = f"{WHALES}\n\n{SHIPS}"
    return assembled(
        item(1, "rules", "Be brief."),
        cards=cards,
        buckets=[bucket("b", file("f", 1.0) | {"text": text})],
        user_message="Which songs?",
    )


@given(card_lists(), bucket_lists(), st.integers(0, 600))
def test_what_is_sent_is_the_text_of_the_prompt(cards, buckets, total):
    assembly = assembled(
        item(1, "rules", "Be brief."),
        item(7, "task", "Answer."),
        cards=cards,
        buckets=buckets,
        total=total,
        user_message="Which songs?",
    )
    parts = prompt_parts(assembly)
    if texts_left_out(assembly):
        assert prompt_text(assembly) is None
    else:
        assert "".join(part.text for part in parts if part.sent) == prompt_text(assembly)
    ghosts = {part.key for part in parts if part.key.startswith("card:") and not part.sent}
    report = assembly.injection
    ranks = np.flatnonzero(report.suppressed)
    ids = [report.prepared.cards.columns.node_ids[report.prepared.cards.order[at]] for at in ranks]
    assert ghosts == {f"card:{one}" for one in ids}


def test_a_suppressed_card_stands_behind_the_paragraph_that_is_most_like_it():
    parts = prompt_parts(covered())
    (ghost,) = (place for place, part in enumerate(parts) if not part.sent)
    assert parts[ghost].key == "card:whale"
    assert parts[ghost - 1].text.endswith(WHALES)
    assert SHIPS in parts[ghost + 1].text
    assert parts[ghost - 1].key == parts[ghost + 1].key == "file:b:f"


def test_parts_are_coloured_by_where_they_come_from():
    looks = [part.part for part in prompt_parts(covered())]
    assert looks[0] == "step-1"
    assert looks[-1] == "step-8"
    assert {"entity", "inlined", "overhead", GHOST} <= set(looks)
