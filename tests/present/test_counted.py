"""One thing is called one, several are called several, and a sum that is not right says so."""

import pytest

from inspector.present import shares

NOUNS = ("cards", "files", "chunks", "requests", "items", "tokens")


@pytest.mark.parametrize("noun", NOUNS)
def test_one_is_one_and_any_other_number_several(noun):
    said = getattr(shares, f"counted_{noun}")
    assert said(1) == f"1 {noun[:-1]}"
    assert [said(0), said(1234)] == [f"0 {noun}", f"1,234 {noun}"]


def test_a_sum_is_reconciled_only_where_it_is_the_budget():
    assert shares.reconciled_text(6000, 6000) == "Reconciled: adds up to 6,000"
    said = shares.reconciled_text(5, 6000)
    assert said == "NOT RECONCILED: adds up to 5, the budget is 6,000"
