"""How long a run of the relevance pre-parser takes, and what the rest of a report adds to it.

Run from the root: ``python -m tests.benchmarks.bench_relevance``. The specification allows a run
0.5 ms. A dictionary look-up in Python, timed beside it, says how fast the machine is.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from time import perf_counter
from timeit import repeat
from typing import Any

from inspector.core.relevance import RelevanceConfig, check_relevance_config, flips, relevance

VECTORS = Path(__file__).parent.parent / "vectors"
ALLOWED = 0.5e-3  # seconds a run
RANDOM_RUNS = 100_000
GREETING = {
    "greeting_pattern": True,
    "prompt_token_count": 3,
    "context_warmth": 0.6,
    "working_memory_turns": 3,
    "information_density": 0.4,
    "implicit_reference": False,
    "fact_count": 2,
    "gist_count": 0,
}


def _seconds(statement: Any, times: int) -> float:
    """The best of five averages: the others were disturbed by something else."""
    return min(repeat(statement, number=times, repeat=5)) / times


def _random_questions(config: RelevanceConfig) -> list[dict[str, Any]]:
    dice = random.Random(7)
    choices: dict[str, list[Any]] = {
        "greeting_pattern": [True, False],
        "prompt_token_count": list(range(12)),
        "context_warmth": [0, 0.2, 0.3, 0.5, 0.9],
        "working_memory_turns": [0, 1, 2, 5],
        "information_density": [0.1, 0.2, 0.4, 0.5, 0.8],
        "implicit_reference": [True, False],
        "fact_count": [0, 3],
        "gist_count": [0, 2],
    }
    modes = [*config.template_masks, "UNKNOWN"]
    return [
        {
            "mode": dice.choice(modes),
            "signals": {
                name: dice.choice(values) for name, values in choices.items() if dice.random() < 0.8
            },
            "classification": {"urgency": dice.choice(["low", "high"])},
            "returning_from_silence": dice.random() < 0.2,
            "token_budget_remaining": dice.randrange(0, 8000),
        }
        for _ in range(RANDOM_RUNS)
    ]


def main() -> None:
    """Print the table."""
    raw = json.loads((VECTORS / "relevance_config_a.json").read_text("utf-8"))
    config = RelevanceConfig.model_validate(raw)
    question: dict[str, Any] = {
        "mode": "RESPOND",
        "signals": GREETING,
        "token_budget_remaining": 7000,
    }
    relevance(config, **question)  # makes the tables
    run = _seconds(lambda: relevance(config, **question), 2000)
    lookup = _seconds(lambda: GREETING["fact_count"], 200_000)
    rows = [
        ("one run", run),
        ("one run with its grid", _seconds(lambda: relevance(config, **question).trace, 300)),
        ("one run with its ledger", _seconds(lambda: relevance(config, **question).ledger, 300)),
        ("all flips", _seconds(lambda: flips(config, **question), 20)),
        ("reading a configuration", _seconds(lambda: check_relevance_config(raw), 50)),
    ]
    for name, seconds in rows:
        print(f"{name:<28}{seconds * 1e6:>10.1f} µs{seconds / lookup:>10.0f} look-ups")
    print(f"a run takes 1/{ALLOWED / run:.0f} of the 0.5 ms it is allowed")

    questions = _random_questions(config)
    started = perf_counter()
    included = sum(relevance(config, **each).total_included for each in questions)
    elapsed = perf_counter() - started
    print(
        f"{RANDOM_RUNS:,} random runs          {elapsed:>10.2f} s"
        f"   {elapsed / RANDOM_RUNS * 1e6:.1f} µs each, {included / RANDOM_RUNS:.1f} nodes included"
    )


if __name__ == "__main__":
    main()
