"""Injections whose manifests are audited, drawn at random or small enough to read."""

import hypothesis.strategies as st

from inspector.core import Strategy, inject
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

_scores = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.5, 0.9, 1.0])
_kinds = st.sampled_from(["entity", "event", "procedure", "interaction_policy"])
_references = st.sampled_from(["b0:f0", "b0:f1", "b1:f0", "b1:f9", None])
_lengths = st.integers(0, 60)
_fractions = st.sampled_from([0.0, 0.1, 0.4, 0.6, 1.0])
_matters = st.sampled_from(["m0", "m1", None])


@st.composite
def _cards(draw):
    return [
        card(
            f"n{number}",
            draw(_scores),
            draw(_lengths),
            lengths={"standard": draw(_lengths), "full": draw(_lengths)},
            kind=draw(_kinds),
            file=draw(_references),
            matter_id=draw(_matters),
        )
        for number in range(draw(st.integers(0, 9)))
    ]


@st.composite
def _buckets(draw):
    return [
        bucket(
            f"b{number}",
            *(
                file(f"f{place}", draw(_scores), draw(st.integers(0, 120)))
                for place in range(draw(st.integers(0, 3)))
            ),
            background=draw(st.sampled_from([None, "", "z" * 20, "z" * 80])),
            matter_id=draw(_matters),
        )
        for number in range(draw(st.integers(0, 3)))
    ]


@st.composite
def reports(draw):
    """Any injection that this core can do."""
    floors = st.integers(0, 200)
    chosen = policy(
        draw(st.integers(0, 600)),
        knowledge_card_share_default=draw(_fractions),
        bucket_content_share_default=draw(_fractions),
        min_knowledge_card_tokens=draw(floors),
        min_bucket_tokens=draw(floors),
        procedure_sub_budget_pct=draw(_fractions),
        interaction_policy_sub_budget_pct=draw(_fractions),
    )
    asked = request(
        tokens_used_before=draw(st.sampled_from([0, 0, 999_500, 2_000_000])),
        direct_target_refs=draw(st.sampled_from([(), ("b0",), ("b0:f0",)])),
    )
    found = candidate_set(draw(_cards()), draw(_buckets()))
    strategy = draw(st.sampled_from(list(Strategy)))
    return inject(asked, found, chosen, CHARACTERS, strategy=strategy)
