"""Where a field of the policy that ``test_touch.py`` adds to a copy of the program has to appear.

It is a ceiling for cards of the kind ``synthetic``; and so is a column that the ledger gets.
"""

import csv
import io
import json
from html import unescape
from pathlib import Path

import numpy as np

from inspector import cli
from inspector.analysis.audit.plain_step import plain_run
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.sweep import sweep
from inspector.core.injection.step import inject
from inspector.core.reasons import REASONS_BY_CODE
from inspector.files.session_format import schema
from inspector.present.axis_names import AXIS_TITLES
from inspector.present.form_fields import form_fields
from inspector.resources import resource_path, sample_sessions
from inspector.session.session import Session
from inspector.stages.injection.item_table import ItemTables
from inspector.stages.injection.policy_effects import policy_effects
from inspector.stages.injection.report import html_report
from tests.shared.injection_input import CHARACTERS, candidate_set, card, policy, request

FIELD, AXIS = "synthetic_sub_budget_pct", "synthetics"
CARDS = [card("odd", 0.9, 150, kind="synthetic"), card("other", 0.5)]
POLICY = policy(1000, **{FIELD: 0.1})
REPORT = inject(request(), candidate_set(CARDS), POLICY, CHARACTERS)
SAMPLE = str(resource_path(sample_sessions()["securities-fraud"]))


def test_synthetic_has_a_row_in_the_form() -> None:
    [row] = [one for one in form_fields(type(POLICY)) if one.id == FIELD]
    assert (row.title, row.minimum, row.maximum, row.default) == ("Synthetic cap", 0, 1, 0.5)


def test_synthetic_is_in_the_schema_of_a_policy() -> None:
    assert schema("policy")["properties"][FIELD]["description"] == "Of a test."


def test_synthetic_decides() -> None:
    entry = REPORT.ledger.entries[0]
    assert entry.reason is REASONS_BY_CODE["synthetic_cap"]
    assert (entry.needed, entry.left, entry.cap) == (152, 100, "synthetic_cap")


def test_synthetic_decides_in_the_plain_rewrite() -> None:
    session = Session(candidates=candidate_set(CARDS), request=request(), policy=POLICY)
    assert plain_run(session, CHARACTERS).budget.caps["synthetic"] == 100


def test_synthetic_can_be_set_and_swept_on_the_command_line(capsys) -> None:
    assert cli.main(["run", SAMPLE, "--set", f"{FIELD}=0.2", "--no-history", "-q"]) == 0
    capsys.readouterr()
    assert cli.main(["sweep", SAMPLE, "--axis", AXIS, "-q"]) == 0
    assert capsys.readouterr().out


def test_synthetic_is_an_axis_that_moves_what_it_decides() -> None:
    axis = Axis(AXIS)
    assert (axis.field, AXIS_TITLES[axis]) == (FIELD, "Synthetic cap")
    assert len(sweep(REPORT, axis).pieces) > 1


def test_synthetic_says_what_it_comes_to() -> None:
    [effect] = [one for one in policy_effects(REPORT) if one.field == FIELD]
    assert (effect.effective, effect.binds) == (100, True)


def test_synthetic_is_in_the_report_and_in_the_table() -> None:
    assert "Synthetic cap" in unescape(html_report(REPORT))
    cap = ItemTables(REPORT.prepared).table(REPORT).take("cap", np.array([0]))
    assert cap.labels[cap.codes[0]] == "synthetic_cap"


def test_synthetic_column_is_in_every_form_of_the_ledger(tmp_path: Path) -> None:
    for form in ("csv", "json"):
        target = tmp_path / form
        arguments = ["run", SAMPLE, "--no-history", "-q", "--ledger", form]
        assert cli.main([*arguments, f"--ledger-file={target}"]) == 0
    [first, *_] = csv.DictReader(io.StringIO((tmp_path / "csv").read_text("utf-8")))
    assert first["Synthetic"] == first["Tokens"]
    rows = json.loads((tmp_path / "json").read_text("utf-8"))
    assert rows[0]["synthetic"] == rows[0]["tokens"]
