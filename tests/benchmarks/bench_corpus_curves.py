"""Exact curves of a corpus against a plain loop over ``inject``, with a check that both are one.

``python -m tests.benchmarks.bench_corpus_curves FOLDER`` (pairs of NAME.requests.jsonl and
NAME.candidates.json; a made-up corpus without one)
"""

import os
import random
import sys
import time
from collections.abc import Callable

from inspector.analysis.corpus.facts import facts_of
from inspector.analysis.corpus.running import in_this_process, on_cores, run_workload
from inspector.analysis.corpus.study import study_of
from inspector.analysis.corpus.workload import Corpus, Variant, workload
from inspector.analysis.tuning.axes import Axis, AxisRange, policy_at
from inspector.analysis.tuning.sweep import sweep
from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.injection.prepare import prepare
from inspector.core.injection.step import Injector, inject
from inspector.core.tokens import MemoCounter, counter_by_name
from inspector.stages.corpus.corpora import load_corpora
from tests.benchmarks.bench_corpus import made_up
from tests.shared.corpus_input import facts_at

SPAN = AxisRange(Axis.DIVISION, 0.0, 1.0)
SAMPLED = 200
CHECKED_WHOLE = 5


def timed(work: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


def measure(corpora: tuple[Corpus, ...]) -> None:
    tokens = MemoCounter(counter_by_name("o200k_base"))
    spent, (load, _) = timed(
        lambda: workload(
            corpora, (Variant("as it is", DEFAULT_POLICY),), SPAN, lambda _name: tokens
        )
    )
    print(f"{len(load.jobs):,} requests; counted in {spent:.1f} s", flush=True)
    ratios = []
    for name, executor in (("two processes", on_cores(2)), ("one process", in_this_process)):
        spent, found = timed(lambda executor=executor: run_workload(load, executor))
        study = study_of(load, found, tuple(one.name for one in corpora))
        print(
            f"  {name}: {study.runs:,} runs in {spent:.1f} s, {study.runs / spent:,.0f} a second",
            flush=True,
        )
        ratios.append((name, study.runs / spent))
    spent, _ = timed(lambda: (study.means, study.front, study.recommendations))
    print(f"  means, front and recommendation: {spent:.1f} s", flush=True)

    places = [(corpus, one) for corpus in corpora for one in corpus.requests]
    draw = random.Random(1)
    checked, plain, kept = 0, 0.0, 0.0
    for _ in range(SAMPLED):
        at = draw.randrange(len(places))
        corpus, asked = places[at]
        value = draw.choice([draw.random(), draw.choice(study.curves[0][at].starts.tolist())])
        policy = policy_at(DEFAULT_POLICY, Axis.DIVISION, value)
        spent, facts = timed(
            lambda a=asked, c=corpus, p=policy: facts_of(inject(a, c.candidates, p, tokens))
        )
        plain += spent
        spent, _ = timed(lambda at=at, policy=policy: facts_at(load, at, policy))
        kept += spent
        assert study.curves[0][at].at(value) == facts, (asked.trace_id, value)
        checked += 1
    print(f"  plain loop over inject: {SAMPLED / plain:,.0f} runs a second (counts memoised)")
    print(f"  counted once, prepared for every run: {SAMPLED / kept:,.0f} a second")
    for name, speed in ratios:
        print(
            f"  {name}: ×{speed * plain / SAMPLED:,.0f} of inject,"
            f" ×{speed * kept / SAMPLED:,.0f} of counted once",
            flush=True,
        )
    whole = 0
    for at in range(0, len(places), max(1, len(places) // CHECKED_WHOLE)):
        corpus, asked = places[at]
        counted = count_candidates(corpus.candidates, tokens)
        injector = Injector(prepare(asked, counted, asked.used_before(tokens)))
        pieces = sweep(injector.run(DEFAULT_POLICY), SPAN).pieces
        for value in pieces.starts.tolist():
            run = injector.run(policy_at(DEFAULT_POLICY, Axis.DIVISION, value))
            assert study.curves[0][at].at(value) == facts_of(run), (asked.trace_id, value)
            whole += 1
    print(f"  identical at {checked} drawn values and at all {whole:,} budgets of some requests")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        loaded = load_corpora(sys.argv[1:])
        assert loaded.value is not None, loaded.problems
        corpora = loaded.value
    else:
        candidates, requests = made_up()
        corpora = (Corpus("made up", candidates, tuple(requests)),)
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    measure(corpora)
