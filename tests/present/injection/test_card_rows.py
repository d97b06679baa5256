"""Rows of some cards are those of all cards, column by column."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.injection.card_rows import VERDICT_LABELS, CardRows
from inspector.core.injection.policy import Strategy
from tests.shared.injection_input import (
    bucket,
    card,
    file,
    injected,
)

KINDS = ("entity", "procedure", "interaction_policy", "event")


@st.composite
def reports(draw):
    count = draw(st.integers(1, 12))
    cards = [
        card(
            f"c{place}",
            draw(st.sampled_from((0.1, 0.5, 0.9))),
            compact=draw(st.integers(0, 30)),
            kind=draw(st.sampled_from(KINDS)),
            lengths={"standard": draw(st.integers(0, 50)), "full": draw(st.integers(0, 80))},
            file=draw(st.sampled_from((None, "b:f"))),
        )
        for place in range(count)
    ]
    caps = st.sampled_from((0.0, 0.1, 0.5, 1.0))
    return injected(
        cards,
        [bucket("b", file("f", 0.5, text=40))],
        draw(st.integers(0, 300)),
        rules={
            "procedure_sub_budget_pct": draw(caps),
            "interaction_policy_sub_budget_pct": draw(caps),
        },
        strategy=draw(st.sampled_from(list(Strategy))),
    )


@given(reports(), st.data())
def test_some_cards_always_have_what_they_have_among_all(report, data):
    count = len(report.prepared.cards.order)
    ranks = np.array(data.draw(st.lists(st.integers(0, count - 1), max_size=8)), dtype=np.int64)
    some, everything = CardRows(report, ranks), CardRows(report)
    for name in ("tiers", "reasons", "verdicts", "tokens", "cumulative", "needed", "left", "caps"):
        assert getattr(some, name).tolist() == getattr(everything, name)[ranks].tolist(), name
    verdicts = [VERDICT_LABELS[code] for code in everything.verdicts.tolist()]
    assert verdicts == [row.verdict.value for row in everything]
    assert list(some) == [report.ledger.parts[0][rank] for rank in ranks.tolist()]
