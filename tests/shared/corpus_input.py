"""Small corpora for tests: the same every time, or drawn."""

from pathlib import Path
from typing import Any

import hypothesis.strategies as st

from inspector.analysis.corpus.facts import facts_of
from inspector.analysis.corpus.workload import Corpus, Variant, Workload, workload
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.core.injection.policy import Strategy, UnifiedContextBudgetPolicy
from inspector.core.injection.prepare import prepare
from inspector.core.injection.step import Injector
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)
from tests.shared.tuning_input import bucket_lists, card_lists, policies

DIVISION = AxisRange(Axis.DIVISION, 0.0, 1.0)


def made_corpus(requests: int = 12, name: str = "made") -> Corpus:
    """Return a set of twelve cards and four files, and requests that ask for one or two of each."""
    cards = [
        card(
            f"n{number}",
            0.0,
            20 + 7 * number,
            lengths={"standard": 60 + 5 * number, "full": 90 + 9 * number},
            file=f"b:f{number % 4}",
            kind="entity",
        )
        for number in range(12)
    ]
    files = [file(f"f{number}", 0.0, 90 + 40 * number) for number in range(4)]
    asked = [
        request(
            trace_id=f"q{turn:02}",
            relevance={
                "cards": {f"n{(turn * 5 + place) % 12}": 1 / (1 + place) for place in range(8)},
                "files": {f"b:f{(turn + place) % 4}": 1 / (1 + place) for place in range(3)},
            },
            expect={
                "must_include": [f"n{(turn * 5 + 1) % 12}", [f"b:f{turn % 4}", f"n{turn % 12}"]][
                    : turn % 3
                ]
            },
        )
        for turn in range(requests)
    ]
    return Corpus(name, candidate_set(cards, [bucket("b", *files)]), tuple(asked))


def made_workload(
    *corpora: Corpus,
    strategy: Strategy = Strategy.COVERAGE,
    span: AxisRange = DIVISION,
    totals: tuple[int, ...] = (400,),
    **policy_fields: Any,
) -> Workload:
    """Return a workload with a variant for each total."""
    variants = tuple(Variant(f"total {total}", policy(total, **policy_fields)) for total in totals)
    load, refused = workload(
        corpora or (made_corpus(),), variants, span, lambda _name: CHARACTERS, strategy=strategy
    )
    assert not refused
    return load


def write_corpus(corpus: Corpus, folder: Path, encoding: str = "o200k_base") -> tuple[Path, Path]:
    """Write a corpus as a pair of files; return the requests and the set."""
    requests = folder / f"{corpus.name}.requests.jsonl"
    candidates = folder / f"{corpus.name}.candidates.json"
    candidates.write_text(corpus.candidates.model_dump_json(exclude_none=True))
    lines = []
    for one in corpus.requests:
        model = one.model.model_copy(update={"encoding": encoding})
        lines.append(one.model_copy(update={"model": model}).model_dump_json(exclude_none=True))
    requests.write_text("\n".join(lines) + "\n")
    return requests, candidates


_ids = st.sampled_from(["n0", "n1", "n2", "n3", "b0:f0", "b0:f1", "b1:f0", "unknown"])


@st.composite
def drawn_workloads(draw: Any) -> Workload:
    """Draw corpora of up to three requests, with whatever expectations, along any axis."""
    requests = tuple(
        request(
            trace_id=f"q{number}",
            relevance={
                "cards": draw(st.dictionaries(_ids, st.sampled_from([0.1, 0.5, 1.0]), max_size=3))
            },
            direct_target_refs=draw(st.sampled_from([(), (), ("b0",)])),
            expect={
                "must_include": draw(
                    st.lists(st.one_of(_ids, st.lists(_ids, min_size=1, max_size=2)), max_size=3)
                )
            },
        )
        for number in range(draw(st.integers(1, 3)))
    )
    candidates = candidate_set(draw(card_lists(6)), draw(bucket_lists()))
    axis = draw(st.sampled_from(list(Axis)))
    span = AxisRange(axis, 0, 300) if axis.whole else AxisRange(axis, 0.0, 1.0)
    load, _ = workload(
        (Corpus("drawn", candidates, requests),),
        tuple(Variant(str(number), draw(policies)) for number in range(draw(st.integers(1, 2)))),
        span,
        lambda _name: CHARACTERS,
        strategy=draw(st.sampled_from(list(Strategy))),
    )
    return load


def facts_at(load: Workload, place: int, policy: UnifiedContextBudgetPolicy) -> tuple[int, ...]:
    """Return the core's own facts of one job, by which curves are checked."""
    job = load.jobs[place]
    injector = Injector(prepare(job.request, load.counted_of(job), job.used_before))
    return facts_of(injector.run(policy, load.strategy, load.settings, load.overrides))
