"""Every span, run and observation is on one side of the account."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.files.findings import Findings
from inspector.files.importers import read_foreign

ASKED = [{"role": "user", "content": "Which?"}]
FOUND = {"documents": [{"page_content": "North.", "score": 0.5}]}


@pytest.mark.parametrize(
    ("records", "taken"),
    [
        (
            [
                {"run_type": "llm", "inputs": {"messages": ASKED}},
                {"run_type": "llm", "inputs": {}},
                {"run_type": "chain", "inputs": {}},
                {"run_type": "retriever", "inputs": {"query": "q"}, "outputs": FOUND},
                {"run_type": "retriever", "inputs": {"query": "q"}, "outputs": {}},
            ],
            {"requests": 1, "passages": 1},
        ),
        (
            [
                {"traceId": "t", "type": "GENERATION", "input": ASKED},
                {"traceId": "t", "type": "EVENT", "input": 5},
                {"traceId": "t", "type": "RETRIEVER", "input": "q", "output": FOUND},
            ],
            {"requests": 1, "passages": 1},
        ),
        (
            [
                {"name": "a", "attributes": {"gen_ai.input.messages": json.dumps(ASKED)}},
                {"name": "b", "attributes": {"gen_ai.system": "x"}},
            ],
            {"spans": 1},
        ),
    ],
    ids=["runs", "observations", "spans"],
)
def test_a_trace_is_accounted_for(tmp_path: Path, records: list[object], taken: dict[str, int]):
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    imported = read_foreign(path, Findings())
    assert imported is not None
    account = imported.account
    assert (account.records, account.balances) == (len(records), True)
    assert account.taken == taken
