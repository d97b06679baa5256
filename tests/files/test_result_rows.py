"""The rows that results of all stages have in common."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest
from pydantic import BaseModel

from inspector.cli import main
from inspector.core.ledger import LedgerEntry
from inspector.core.problems import Place, Problem, Severity
from inspector.core.reasons import Reason
from inspector.files.result_rows import (
    KEPT,
    LedgerRow,
    ProblemRow,
    kept,
    kept_rows,
    ledger_rows,
)

KEYS = ["subject", "kind", "name", "account", "verdict", "reason", "rule", "tokens", "needed"]
KEYS += ["left", "cap", "sentence"]
ENTRY = LedgerEntry("n1", "card", "Plan", "knowledge", Reason.CARD_INJECTED, 7,
                    detail={"tier": "full"})  # fmt: skip
STAGES = {
    "run": ("run", "sample:starved-budget", "--ledger", "json"),
    "relevance": ("relevance", "sample:relevance", "--json"),
    "discipline": ("discipline", "sample:discipline", "--json"),
    "place": ("place", "sample:window", "--json"),
    "build": ("build", "sample:builder", "--json"),
    "assemble": ("assemble", "sample:assembly", "--json"),
}


def rows_of(stage: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    main([*STAGES[stage], "--no-history"])
    said = json.loads(capsys.readouterr().out)
    return said if isinstance(said, list) else said["ledger"]


@pytest.mark.parametrize("stage", STAGES)
def test_the_ledger_of_every_stage_has_the_same_keys(
    stage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = rows_of(stage, capsys)
    assert rows
    for row in rows:
        assert set(KEYS) <= row.keys()


def test_a_row_has_the_values_of_its_entry_in_the_order_of_the_keys() -> None:
    (row,) = ledger_rows([ENTRY])
    assert list(row) == KEYS
    assert row["reason"] == ENTRY.reason.code
    assert [row[name] for name in ("subject", "name", "tokens", "rule", "sentence")] == [
        "n1",
        "Plan",
        7,
        ENTRY.rule,
        ENTRY.sentence,
    ]


class Inner(BaseModel):
    """A part of which a history keeps a number."""

    number: Annotated[int, KEPT]
    text: str


class Outer(BaseModel):
    """A result with parts."""

    one: Annotated[Inner | None, KEPT]
    many: Annotated[list[Inner], KEPT]
    plain: Annotated[dict[str, int], KEPT]
    text: str


def test_a_history_keeps_of_parts_what_is_marked_in_them() -> None:
    inner = Inner(number=1, text="secret")
    outer = Outer(one=inner, many=[inner, inner], plain={"a": 2}, text="secret")
    told = {"one": {"number": 1}, "many": [{"number": 1}] * 2, "plain": {"a": 2}}
    assert kept(Outer, outer.model_dump()) == told
    nothing = outer.model_copy(update={"one": None, "many": []})
    assert kept(Outer, nothing.model_dump()) == told | {"one": None, "many": []}


def test_a_history_keeps_no_text_of_a_row_and_both_names_of_its_subject() -> None:
    (row,) = kept_rows([ENTRY])
    assert row.keys() == set(KEYS) - {"name", "sentence"} | {"id"}
    assert row["id"] == row["subject"]
    assert kept(LedgerRow, ledger_rows([ENTRY])[0]) == {
        name: value for name, value in row.items() if name != "id"
    }


def test_a_problem_is_told_with_its_place() -> None:
    problem = Problem(Severity.NOTE, "a.code", "Odd.", "Mend it.", Place("f.json", 3, 4, "/a"))
    assert ProblemRow.model_validate(problem).model_dump() == {
        "severity": "note",
        "code": "a.code",
        "message": "Odd.",
        "fix": "Mend it.",
        "file": "f.json",
        "line": 3,
        "column": 4,
        "pointer": "/a",
    }
