"""What rows of ledgers are called: in the language of the window where no input names them.

Tables, whose values stand in files and are typed into filters, call them as the engine does.
"""

import numpy as np

from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.present import reason_text
from inspector.present.reason_text import entry_name
from inspector.present.table.cells import cell_texts
from inspector.stages.injection.ledger_table import ledger_table
from tests.shared.samples import sample_session


def test_no_two_rows_that_close_the_sum_have_the_same_name():
    report = InjectionRuns().run(sample_session("securities-fraud")).report
    names = [entry.name for entry in report.ledger.parts[3]]
    assert len(names) == len(set(names)) == 6
    assert {"unused knowledge budget", "unused file budget"} < set(names)


def test_what_an_input_names_is_called_so_in_every_language(monkeypatch):
    monkeypatch.setattr(reason_text, "tr", str.upper)
    rows = [
        LedgerEntry("unused", kind, "unused", "knowledge", Reason.UNUSED, 1)
        for kind in ("balance", "assembly", "card", "file")
    ]
    assert [entry_name(row) for row in rows] == ["UNUSED", "UNUSED", "unused", "unused"]


def test_the_table_of_the_ledger_is_the_same_in_every_language(monkeypatch):
    monkeypatch.setattr(reason_text, "tr", str.upper)
    report = InjectionRuns().run(sample_session("securities-fraud")).report
    table = ledger_table(report)
    found = cell_texts(table, table.column("name"), np.arange(table.row_count)[-6:])
    assert found == [entry.name for entry in report.ledger.parts[3]]
