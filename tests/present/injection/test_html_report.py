"""The report holds the whole run, escapes what it is given, and needs nothing beside it."""

import re
from xml.etree import ElementTree as ET

from inspector.analysis.independent import independent_run
from inspector.core.injection.overrides import Overrides
from inspector.core.problems import Place, Problem, Severity
from inspector.session.session import Note
from inspector.stages.injection.bar import bar_svg, budget_bar
from inspector.stages.injection.bar_cells import GROUPS, group_title
from inspector.stages.injection.report import ROWS_PRINTED, fingerprints, html_report
from inspector.stages.injection.summary import duplicated_text
from tests.shared.injection_input import (
    bucket,
    card,
    file,
    injected,
)

HOSTILE = '<script>alert("x")</script> & "quotes"'


def small_run(total=400):
    cards = [card("a", 1, 20), card("b", 0.9, 20, file="k:f"), card("c", 0.1, 900)]
    return injected(cards, [bucket("k", file("f", 1, 50), background="z" * 20)], total)


def text_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_every_verdict_has_its_table_with_sentences():
    text = text_of(html_report(small_run(), "A title"))
    assert "A title" in text
    assert "Suppressed cards (1)" in text
    assert "Suppressed: it was extracted from t, whose full text is in." in text
    assert "Dropped cards (1)" in text
    assert "Dropped: needed 902 tokens" in text
    assert "✓ Reconciled: adds up to 400" in text


def test_what_is_given_is_escaped():
    names = {"canonical_name": HOSTILE}
    report = injected([card("a", 1, 20) | names], total=400, user_message=HOSTILE)
    problem = Problem(Severity.WARNING, "x.y", HOSTILE, HOSTILE, Place(file=HOSTILE))
    page = html_report(report, HOSTILE, [Note(HOSTILE, HOSTILE)], [problem])
    assert "<script>" not in page
    assert page.count("&lt;script&gt;") >= 6


def test_beyond_the_printed_rows_it_is_said_how_many_there_are():
    cards = [card(f"c{number}", 1, 900) for number in range(ROWS_PRINTED + 7)]
    text = text_of(html_report(injected(cards, total=400)))
    assert f"Dropped cards ({ROWS_PRINTED + 7})" in text
    assert "7 more rows are not printed here" in text


def test_fingerprints_differ_when_what_they_are_of_differs():
    first, second = dict(fingerprints(small_run())), dict(fingerprints(small_run(total=500)))
    assert first["policy"] != second["policy"]
    assert first["manifest"] != second["manifest"]
    assert first["request"] == second["request"]


def test_the_picture_is_well_formed_and_draws_every_segment():
    report = small_run()
    bar = budget_bar(report)
    picture = ET.fromstring(bar_svg(bar))
    titles = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}title")]
    drawn = len(bar.filled) + len(bar.beside)
    assert len(titles) == 1 + drawn


def test_every_group_has_a_name():
    assert all(group_title(group) for group in GROUPS)


def test_what_a_what_if_keeps_out_is_not_said_to_have_nothing_to_inject():
    cards = [card("a", 1, 20), card("b", 0.9, 20)]
    report = injected(cards, total=400, overrides=Overrides(top_k=0))
    text = text_of(html_report(report))
    assert "Excluded cards (2) They have nothing to inject, or a what-if keeps them out." in text


def test_what_two_budgets_duplicate_is_said_of_cards_and_summaries():
    cards = [card(name, 1, 20, file="k:f") for name in "abc"]
    run_of_it = injected(cards, [bucket("k", file("f", 1, 50), background="z" * 20)], total=2_000)
    alone = independent_run(run_of_it)
    assert alone.cards_spent_twice
    assert duplicated_text(alone) in text_of(html_report(run_of_it))


def test_a_report_names_no_folder_of_a_problem():
    place = Place(file="/home/somebody/matter/policy.json", line=3)
    text = text_of(
        html_report(small_run(), problems=[Problem(Severity.NOTE, "x.y", "m", "", place)])
    )
    assert "somebody" not in text
    assert "policy.json:3" in text


def test_a_background_without_room_is_said_to_need_its_text_and_headings():
    text = text_of(html_report(injected([], [bucket("k", background="z" * 2_000)], total=400)))
    assert "Dropped: its text takes 2,000 tokens; at least 2," in text
