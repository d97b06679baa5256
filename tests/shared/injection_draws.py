"""Hypothesis strategies for small injection inputs in which everything can happen."""

import hypothesis.strategies as st

from tests.shared.injection_input import bucket, card, file, policy

scores = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.5, 0.9, 1.0])
kinds = st.sampled_from(["entity", "event", "procedure", "interaction_policy"])
references = st.sampled_from(["b0:f0", "b0:f1", "b1:f0", "b1:f9", None])
lengths = st.integers(0, 60)


@st.composite
def card_lists(draw, at_most=9):
    cards = []
    for number in range(draw(st.integers(0, at_most))):
        sizes = {"standard": draw(lengths), "full": draw(lengths)}
        cards.append(
            card(
                f"n{number}",
                draw(scores),
                draw(lengths),
                lengths=sizes,
                kind=draw(kinds),
                file=draw(references),
                matter_id=draw(st.sampled_from(["m0", "m1", None])),
            )
        )
    return draw(st.permutations(cards))


@st.composite
def bucket_lists(draw):
    buckets = []
    for number in range(draw(st.integers(0, 3))):
        files = [
            file(
                f"f{place}",
                draw(scores),
                draw(st.integers(0, 120)),
                inlinable=draw(st.booleans()),
                summary=draw(st.sampled_from([None, "a summary"])),
            )
            for place in range(draw(st.integers(0, 3)))
        ]
        background = "z" * draw(st.integers(0, 60))
        matter = draw(st.sampled_from(["m0", "m1", None]))
        buckets.append(bucket(f"b{number}", *files, background=background, matter_id=matter))
    return buckets


policies = st.builds(
    policy,
    st.integers(0, 600),
    knowledge_card_share_default=st.sampled_from([0.0, 0.2, 0.4, 0.5, 0.9, 1.0]),
    bucket_content_share_default=st.sampled_from([0.0, 0.3, 0.5, 0.6, 1.0]),
    min_knowledge_card_tokens=st.sampled_from([0, 50, 500]),
    min_bucket_tokens=st.sampled_from([0, 50, 500]),
    procedure_sub_budget_pct=st.sampled_from([0.0, 0.2, 0.3, 1.0]),
    interaction_policy_sub_budget_pct=st.sampled_from([0.0, 0.1, 0.5]),
)
targets = st.sampled_from([(), ("b0",), ("b1:f0",), ("nothing",)])
