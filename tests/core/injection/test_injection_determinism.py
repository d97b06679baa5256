"""The same input gives the same bytes under any hash seed, locale and time zone."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import json, sys
from inspector.core import CandidateSet, Request, UnifiedContextBudgetPolicy, fingerprint, inject
from inspector.core import tiktoken_counter
folder = "resources/samples/securities-fraud"
read = lambda name: json.load(open(f"{folder}/{name}.json", encoding="utf-8"))
candidates = read("candidates")
if "reversed" in sys.argv:
    candidates["knowledge_cards"].reverse()
    candidates = {key: candidates[key] for key in reversed(candidates)}
for strategy in ("coverage", "depth", "optimal"):
    report = inject(
        Request.model_validate(read("request")),
        CandidateSet.model_validate(candidates),
        UnifiedContextBudgetPolicy.model_validate(read("policy")),
        tiktoken_counter("o200k_base"),
        strategy=strategy,
    )
    sentences = sorted(entry.sentence for entry in report.ledger.entries)
    print(fingerprint(report.manifest.model_dump(mode="json")), fingerprint(sentences))
"""
ROOT = Path(__file__).parents[3]


def output(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_neither_hash_seed_nor_locale_nor_time_zone_nor_order_changes_a_byte():
    expected = output(PYTHONHASHSEED="0")
    assert len(set(expected.split())) == 6
    assert output(PYTHONHASHSEED="4711", LC_ALL="C", TZ="Pacific/Chatham") == expected
    assert output("reversed", PYTHONHASHSEED="99", LC_ALL="C.UTF-8", TZ="UTC") == expected
