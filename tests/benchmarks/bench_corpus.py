"""Runs a second over a corpus: counted once against counted anew for every request.

``python -m tests.benchmarks.bench_corpus CANDIDATES.json REQUESTS.jsonl`` (a made-up corpus
without arguments)
"""

import json
import sys
import time
from pathlib import Path

from inspector.analysis.corpus.single_policy import run_corpus
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.counting import count_candidates
from inspector.core.candidates.request import Request
from inspector.core.injection.policy import DEFAULT_POLICY, DEFAULT_SETTINGS, Strategy
from inspector.core.injection.step import inject
from inspector.core.tokens import MemoCounter, counter_by_name
from tests.shared.injection_input import bucket, candidate_set, card, file, request

SENTENCE = "the court found that each statement was made with knowledge of its falsity"


def made_up() -> tuple[CandidateSet, list[Request]]:
    """Return 400 cards, 30 files and 200 requests with scores of their own."""
    text = SENTENCE
    cards = [
        card(
            f"c{number}",
            0.0,
            renderings={"compact": text, "standard": 2 * text},
            file=f"b:f{number % 40}",
        )
        for number in range(400)
    ]
    files = [
        file(f"f{number}", 0.0, text=0) | {"text": text * (10 + number)} for number in range(30)
    ]
    requests = [
        request(
            trace_id=f"q{turn}",
            model={"name": "m", "context_window": 32_768, "encoding": "o200k_base"},
            relevance={
                "cards": {f"c{(turn * 7 + place) % 400}": 1 / (1 + place) for place in range(60)},
                "files": {f"b:f{(turn + place) % 30}": 1 / (1 + place) for place in range(8)},
            },
        )
        for turn in range(200)
    ]
    return candidate_set(cards, [bucket("b", *files)]), requests


def read(candidates: str, requests: str) -> tuple[CandidateSet, list[Request]]:
    lines = Path(requests).read_text("utf-8").splitlines()
    return (
        CandidateSet.model_validate(json.loads(Path(candidates).read_text("utf-8"))),
        [Request.model_validate_json(line) for line in lines if line.strip()],
    )


def measure(candidates: CandidateSet, requests: list[Request]) -> None:
    tokens = MemoCounter(counter_by_name("o200k_base"))
    start = time.perf_counter()
    counted = count_candidates(candidates, tokens)
    print(f"{candidates.set_id}: counted in {time.perf_counter() - start:.2f} s")
    for strategy in Strategy:
        start = time.perf_counter()
        rows = [
            row
            for row, _ in run_corpus(
                requests, counted, tokens, DEFAULT_POLICY, strategy, DEFAULT_SETTINGS
            )
        ]
        spent = time.perf_counter() - start
        some = requests[:20]
        start = time.perf_counter()
        for one in some:
            inject(one, candidates, DEFAULT_POLICY, tokens, strategy=strategy)
        alone = (time.perf_counter() - start) / len(some)
        closed = sum(row.balances for row in rows)
        print(
            f"  {strategy:9} {len(rows) / spent:8,.0f} runs a second; ledger closes in {closed} of"
            f" {len(rows)}; ×{alone / (spent / len(rows)):.1f} of separate runs"
        )


if __name__ == "__main__":
    measure(*(read(*sys.argv[1:3]) if len(sys.argv) > 2 else made_up()))
