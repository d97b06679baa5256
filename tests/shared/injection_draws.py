"""Hypothesis strategies for small injection inputs in which everything can happen."""

import hypothesis.strategies as st

from inspector.core import Strategy
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import CEILING_OF_KIND, InjectionSettings
from inspector.session.session import Session
from tests.shared.injection_input import bucket, candidate_set, card, file, policy, request

scores = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.5, 0.9, 1.0])
kinds = st.sampled_from(["entity", "event", *CEILING_OF_KIND])
ceilings = {field: st.sampled_from([0.0, 0.1, 0.2, 0.5, 1.0]) for field in CEILING_OF_KIND.values()}
"""Ceilings for cards of every kind that can have one."""
references = st.sampled_from(["b0:f0", "b0:f1", "b1:f0", "b1:f9", None])
lengths = st.integers(0, 60)
matters = st.sampled_from(["m0", "m1", None, "", " "])
declared = st.one_of(
    st.none(), st.none(), st.dictionaries(st.sampled_from(["compact", "full"]), lengths)
)


@st.composite
def card_lists(draw, at_most=9):
    cards = []
    for number in range(draw(st.integers(0, at_most))):
        sizes = {"standard": draw(lengths), "full": draw(lengths)}
        counts = draw(declared)
        fields = {} if counts is None else {"token_counts": counts}
        cards.append(
            card(
                f"n{number}",
                draw(scores),
                draw(lengths),
                lengths=sizes,
                kind=draw(kinds),
                file=draw(references),
                matter_id=draw(matters),
                **fields,
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
        matter = draw(matters)
        buckets.append(bucket(f"b{number}", *files, background=background, matter_id=matter))
    return buckets


policies = st.builds(
    policy,
    st.integers(0, 600),
    knowledge_card_share_default=st.sampled_from([0.0, 0.2, 0.4, 0.5, 0.9, 1.0]),
    bucket_content_share_default=st.sampled_from([0.0, 0.3, 0.5, 0.6, 1.0]),
    min_knowledge_card_tokens=st.sampled_from([0, 50, 500]),
    min_bucket_tokens=st.sampled_from([0, 50, 500]),
    **ceilings,
)
targets = st.sampled_from([(), ("b0",), ("b1:f0",), ("nothing",)])
subjects = st.sampled_from(
    [*(f"n{n}" for n in range(5)), "b0", "b1", "b0:f0", "b0:f1", "b1:f0", "nothing"]
)
overrides = st.builds(
    Overrides,
    **{
        name: st.lists(subjects, max_size=3).map(tuple)
        for name in ("exclude", "list_only", "inline", "pin", "keep")
    },
    relevance_floor=st.sampled_from([None, None, 0.0, 0.25, 0.3, 1.0]),
    top_k=st.sampled_from([None, None, 0, 1, 3]),
)
# Ids of the set and of nothing; own candidates repeat some of them, and each other.
own_candidates = st.one_of(
    st.none(),
    st.builds(
        lambda only, cards, buckets, repeats: {
            "only": only,
            "knowledge_cards": [*cards, *cards[:repeats]],
            "buckets": [*buckets, *buckets[:repeats]],
        },
        st.one_of(st.none(), st.lists(subjects, max_size=6)),
        card_lists(4),
        bucket_lists(),
        st.integers(0, 2),
    ),
)


@st.composite
def sessions(draw, strategies=tuple(Strategy), made_under=overrides):
    """Any session that this program can run, one character being one token."""
    relevance = {"cards": draw(st.dictionaries(st.sampled_from(["n0", "n1", "n7"]), scores))}
    return Session(
        policy=draw(policies),
        candidates=candidate_set(draw(card_lists()), draw(bucket_lists())),
        request=request(
            direct_target_refs=draw(targets),
            tokens_used_before=draw(st.sampled_from([0, 0, 999_500, 2_000_000])),
            relevance=relevance,
            candidates=draw(own_candidates),
        ),
        strategy=draw(st.sampled_from(strategies)),
        settings=InjectionSettings(background_part=draw(st.sampled_from([0.0, 0.25, 1.0]))),
        overrides=draw(made_under),
    )
