"""Small injections for tests of sweeps: strategies, and the core's report of one."""

from collections.abc import Sequence
from typing import Any

import hypothesis.strategies as st

from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.policy import InjectionSettings, Strategy
from inspector.core.injection.prepare import prepare
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from tests.shared.injection_draws import ceilings, kinds
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

_lengths = st.integers(0, 60)


@st.composite
def card_lists(draw: Any, at_most: int = 9) -> list[dict[str, Any]]:
    return [
        card(
            f"n{number}",
            draw(st.sampled_from([-0.5, 0.0, 0.1, 0.25, 0.5, 0.5, 0.9, 1.0])),
            draw(_lengths),
            lengths={"standard": draw(_lengths), "full": draw(_lengths)},
            kind=draw(kinds),
            file=draw(st.sampled_from(["b0:f0", "b0:f1", "b1:f0", "b1:f9", None])),
            matter_id=draw(st.sampled_from(["m0", "m1", None])),
        )
        for number in range(draw(st.integers(0, at_most)))
    ]


@st.composite
def bucket_lists(draw: Any) -> list[dict[str, Any]]:
    buckets = []
    for number in range(draw(st.integers(0, 3))):
        files = [
            file(
                f"f{place}",
                draw(st.sampled_from([0.1, 0.5, 0.5, 1.0])),
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
    st.integers(0, 500),
    max_injection_tokens_pct_of_context=st.sampled_from([0.0001, 0.0003, 1.0]),
    knowledge_card_share_default=st.one_of(st.sampled_from([0.0, 0.4, 1.0]), st.floats(0, 1)),
    bucket_content_share_default=st.one_of(st.sampled_from([0.0, 0.6, 1.0]), st.floats(0, 1)),
    min_knowledge_card_tokens=st.sampled_from([-5, 0, 50, 500]),
    min_bucket_tokens=st.sampled_from([0, 50, 500]),
    **ceilings,
)


def report_of(
    cards: Sequence[dict[str, Any]] = (),
    buckets: Sequence[dict[str, Any]] = (),
    chosen: Any = None,
    strategy: Strategy = Strategy.COVERAGE,
    **settings: Any,
) -> InjectionReport:
    """Return the core's report.

    ``settings`` are fields of the request, ``background_part`` or ``overrides``.
    """
    part = settings.pop("background_part", 0.25)
    overrides = settings.pop("overrides", NO_OVERRIDES)
    asked = request(**settings)
    counted = count_candidates(candidate_set(cards, buckets), CHARACTERS)
    prepared = prepare(asked, counted, asked.used_before(CHARACTERS))
    return Injector(prepared).run(
        chosen or policy(200), strategy, InjectionSettings(background_part=part), overrides
    )


_some = st.lists(
    st.sampled_from(["n0", "n1", "n2", "n3", "b0:f0", "b0:f1", "b1:f0", "b0", "b1"]), max_size=3
).map(tuple)
_overrides = st.one_of(
    st.just(NO_OVERRIDES),
    st.builds(Overrides, exclude=_some, list_only=_some, inline=_some, pin=_some, keep=_some),
)


def _drawn(**settings: st.SearchStrategy[Any]) -> st.SearchStrategy[InjectionReport]:
    return st.builds(
        report_of,
        card_lists(),
        bucket_lists(),
        policies,
        st.sampled_from(list(Strategy)),
        direct_target_refs=st.sampled_from([(), (), ("b0",)]),
        background_part=st.sampled_from([0.0, 0.25, 0.7]),
        overrides=_overrides,
        **settings,
    )


reports = _drawn()
expecting_reports = _drawn(
    expect=st.fixed_dictionaries(
        {"must_include": st.lists(st.sampled_from(["n0", "n1", "n2", "b0:f0"]), min_size=1)},
        optional={"must_exclude": st.just(["n3"])},
    )
)
