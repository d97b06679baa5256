"""Where a reason that ``test_touch.py`` adds to a copy of the program has to appear."""

import json
from html import unescape

import numpy as np

from inspector.core.injection.card_rows import REASON_LABELS
from inspector.core.injection.step import inject
from inspector.core.reasons import REASONS_BY_CODE
from inspector.files import manifest_bytes
from inspector.present.rules_page import rules_page
from inspector.stages.injection.item_table import ItemTables
from inspector.stages.injection.ledger_table import ledger_table
from inspector.stages.injection.report import html_report
from inspector.stages.injection.why_content import why_card
from tests.shared.injection_input import CHARACTERS, candidate_set, card, policy, request

SENTENCE = "Not Odd."
REPORT = inject(
    request(),
    candidate_set([card("odd", 0.9, 2000, kind="synthetic"), card("other", 0.5)]),
    policy(1000),
    CHARACTERS,
)


def test_synthetic_is_known_by_its_code() -> None:
    assert REASONS_BY_CODE["synthetic"].rule == "Injection §9"
    assert "synthetic" in REASON_LABELS


def test_synthetic_is_the_reason_of_its_row() -> None:
    entry = REPORT.ledger.entries[0]
    assert (entry.reason.code, entry.sentence) == ("synthetic", SENTENCE)


def test_synthetic_is_in_the_manifest() -> None:
    first = json.loads(manifest_bytes(REPORT.manifest))["knowledge_cards"][0]
    assert (first["node_id"], first["suppression_reason"]) == ("odd", "synthetic")


def test_synthetic_is_in_the_table_on_the_screen_and_in_the_one_in_files() -> None:
    for table in (ItemTables(REPORT.prepared).table(REPORT), ledger_table(REPORT)):
        reason = table.take("reason", np.array([0]))
        assert reason.labels[reason.codes[0]] == "synthetic"


def test_synthetic_is_explained() -> None:
    why = why_card(REPORT, "card:odd", "odd")
    assert why is not None
    assert SENTENCE in why.sentence


def test_synthetic_is_on_the_page_of_rules() -> None:
    assert "synthetic" in rules_page()


def test_synthetic_is_in_the_report() -> None:
    assert SENTENCE in unescape(html_report(REPORT))
