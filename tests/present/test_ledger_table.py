"""Every stage's ledger leaves as a table with the columns of the rows of results."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from inspector.cli import main
from inspector.cli.output import BAD_USAGE
from inspector.files.result_rows import LedgerRow
from inspector.present.table.spec import ROW_COLUMNS

FIELDS = list(LedgerRow.model_fields)
STAGES = {
    "run": "sample:securities-fraud",
    "relevance": "sample:relevance",
    "discipline": "sample:discipline",
    "build": "sample:builder",
    "place": "sample:window",
    "assemble": "sample:assembly",
}
each_stage = pytest.mark.parametrize("command", STAGES)


def written(command: str, folder: Path, *options: str) -> str:
    place = folder / "result"
    # A sample may break a limit or hold a secret, which the exit code says.
    assert main([command, STAGES[command], *options, "--output", str(place)]) != BAD_USAGE
    return place.read_text("utf-8")


def test_the_columns_are_the_fields_of_a_row() -> None:
    assert [column.id for column in ROW_COLUMNS] == FIELDS


@each_stage
def test_the_rows_of_a_ledger_have_the_same_keys_in_every_stage(
    command: str, tmp_path: Path
) -> None:
    rows = json.loads(written(command, tmp_path, "--table", "ledger", "--format", "json"))
    assert rows
    assert all(row.keys() >= set(FIELDS) for row in rows)
    assert all(row["why"] == row["sentence"] for row in rows)  # its old name, for one release


@pytest.mark.parametrize("command", [name for name in STAGES if name != "run"])
def test_a_table_and_a_result_say_the_same_rows(command: str, tmp_path: Path) -> None:
    rows = json.loads(written(command, tmp_path, "--table", "ledger", "--format", "json"))
    whole = json.loads(written(command, tmp_path, "--format", "json"))
    result = (
        whole
        if "ledger" in whole
        else next(one for one in whole.values() if isinstance(one, dict) and "ledger" in one)
    )
    plain = [{name: row[name] for name in FIELDS} for row in result["ledger"]]
    # A table has no value where a row of a result has an empty text.
    assert [{name: row[name] for name in FIELDS} for row in rows] == plain


@pytest.mark.parametrize("command", [name for name in STAGES if name != "run"])
def test_csv_has_the_same_columns_and_rows(command: str, tmp_path: Path) -> None:
    text = written(command, tmp_path, "--table", "ledger", "--format", "csv")
    head, *rows = csv.reader(text.splitlines())
    assert head == [column.title for column in ROW_COLUMNS]
    plain = json.loads(written(command, tmp_path, "--table", "ledger", "--format", "json"))
    assert [row[FIELDS.index("tokens")] for row in rows] == [str(one["tokens"]) for one in plain]
