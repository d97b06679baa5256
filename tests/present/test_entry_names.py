"""What rows of ledgers are called: in the language of the window where no input names them."""

from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.present import reason_text
from inspector.present.reason_text import entry_name
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
