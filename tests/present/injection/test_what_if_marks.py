"""A run under overrides says so wherever it is shown or written, and no other run does."""

import json

import numpy as np
import pytest

from inspector.analysis.independent import independent_run
from inspector.core import inject
from inspector.core.injection.card_rows import FORCED_LABELS, CardRows
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.present.table import (
    TableQuery,
    cell_texts,
    cell_value,
    filter_for_cell,
    to_json,
    visible_rows,
)
from inspector.stages.injection.overview import status_text
from inspector.stages.injection.provenance import what_if_name, what_if_text
from inspector.stages.injection.report import html_report
from inspector.stages.injection.summary import summary_lines
from inspector.stages.injection.tables import RunTables, TableId
from inspector.stages.injection.why import why_injection
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

CANDIDATES = candidate_set(
    [card("a", 0.9, 30, file="b:f"), card("c", 0.7, 30), card("d", 0.1, 30)],
    [bucket("b", file("f", 1.0, 50), file("g", 0.5, 50), background="z" * 9)],
)
FORCED = Overrides(pin=["d"], exclude=["c", "b:g"], keep=["b"])


def run(overrides):
    return inject(request(), CANDIDATES, policy(300), CHARACTERS, overrides=overrides)


WITH, WITHOUT = run(FORCED), run(NO_OVERRIDES)


@pytest.mark.parametrize(
    ("subject", "said"), [("card:d", "the card is pinned"), ("bucket:b", ""), ("card:a", "")]
)
def test_what_is_said_about_the_rule_names_the_override_that_decided(subject, said):
    found, plain = why_injection(WITH, subject), why_injection(WITHOUT, subject)
    if said:
        assert said in found.help
        assert "The rule itself:" in found.help
    elif found is not None:
        assert "An override decided" not in found.help
    assert plain is None or "An override decided" not in plain.help


@pytest.mark.parametrize(
    ("overrides", "subject", "said"),
    [
        (Overrides(pin=["a"]), "card:a", "its turn comes before all others"),
        (Overrides(keep=["a"]), "card:a", "the card is kept"),
        (Overrides(inline=["b:g"]), "file:b:g", "the file's turn comes before all others"),
    ],
)
def test_every_override_that_lets_something_in_is_named(overrides, subject, said):
    assert said in why_injection(run(overrides), subject).help


def test_words_count_what_is_forced():
    assert what_if_text(FORCED) == (
        "What-if: 2 excluded, 1 pinned, 1 never suppressed. The sources are as they were."
    )
    assert what_if_text(NO_OVERRIDES) == ""


@pytest.mark.parametrize(
    ("name", "marked"),
    [
        ("manifest.json", "manifest.what-if.json"),
        ("cards", "cards.what-if"),
        ("a.tar.gz", "a.what-if.tar.gz"),
    ],
)
def test_proposed_names_of_files_carry_a_mark(name, marked):
    assert what_if_name(name, FORCED) == marked
    assert what_if_name(name, NO_OVERRIDES) == name


def test_summary_status_and_report_say_so():
    for report, said in ((WITH, True), (WITHOUT, False)):
        lines = summary_lines(report, independent_run(report))
        assert any(line.startswith("What-if: ") for line in lines) is said
        assert ("what-if (4)" in status_text(report, None)) is said
        assert ('class="what-if"' in html_report(report)) is said


def test_the_ledger_has_a_column_for_it_under_overrides_only():
    table = TableId.LEDGER
    assert "what_if" not in [column.id for column in RunTables().table(table, WITHOUT).columns]
    data = RunTables().table(table, WITH)
    rows = visible_rows(data, TableQuery(filter="what_if:excluded"))
    exported = json.loads(to_json(data, rows, ["what_if"]))
    assert exported == [{"what_if": "excluded"}] * 2


def test_the_ledger_says_title_only_as_everything_else_does_and_finds_both_words():
    data = RunTables().table(TableId.LEDGER, run(Overrides(list_only=["b:f"])))
    column = data.column("what_if")
    found = [
        visible_rows(data, TableQuery(filter=term)).tolist()
        for term in ("what_if:listed", 'what_if:"title only"')
    ]
    assert found[0] == found[1] != []
    row = found[0][0]
    assert cell_texts(data, column, np.array([row])) == ["title only"]
    assert cell_value(data, column, row) == "listed"
    assert filter_for_cell(column, "listed") == 'what_if:"title only"'


def test_codes_of_cards_are_the_ledgers():
    codes = CardRows(WITH).forced
    assert [FORCED_LABELS[code] or None for code in codes] == [
        entry.what_if for entry in WITH.ledger.parts[0]
    ]


def test_independent_budgets_are_those_of_the_rules_alone():
    assert independent_run(WITH).total_used == independent_run(WITHOUT).total_used
