"""The divider of a report carries what the core decides at every position, and one script."""

import base64
import hashlib
import json
import re

import hypothesis.strategies as st
from hypothesis import given

from inspector.analysis import quantities as q
from inspector.analysis.expectations import check_expectations
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.split import splits_of
from inspector.analysis.tuning.sweep import report_at
from inspector.stages.injection.report import MOST_ITEMS, MOST_STATES, html_report, split_states
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of, reports


@given(reports, st.floats(0, 1))
def test_a_position_always_shows_the_cores_own_report(report, where):
    states = split_states(splits_of(report))
    place = round(where * states["steps"])
    at = report_at(report, Axis.DIVISION, place / states["steps"])
    state, found = states["state"][place], states["states"]
    assert states["knowledge"][place] == at.budget.knowledge_card_budget
    assert states["bucket"][place] == at.budget.bucket_budget
    assert found["used"][state] == q.TOKENS_USED.of(at)
    assert found["cards"][state] == q.CARDS_INJECTED.of(at)
    assert found["files"][state] == q.FILES_INLINED.of(at)
    assert found["released"][state] == at.released
    assert sum(one[state] for one in found["knowledge"].values()) == at.knowledge_used
    assert sum(one[state] for one in found["bucket"].values()) == at.bucket_used
    assert states["met"][place] == sum(one.met for one in check_expectations(at)[0])
    inside = [
        one[0] for one in states["items"] if any(first <= state < end for first, end, *_ in one[2])
    ]
    names = [
        at.prepared.cards.columns.names[row] for row in at.prepared.cards.order[at.tiers.ranks]
    ]
    assert [name for name in inside if name in names] == names


@given(reports)
def test_states_are_never_more_than_are_said(report):
    states = split_states(splits_of(report))
    assert len(states["states"]["used"]) <= MOST_STATES
    assert max(states["state"]) == len(states["states"]["used"]) - 1
    assert len(states["items"]) <= MOST_ITEMS


def many():
    cards = [card(f"n{at}", 0.9 - at / 10_000, 7 + at % 5) for at in range(600)]
    return report_of(cards, [bucket("b", file("f", 0.9, 50))], policy(40_000))


def test_states_too_narrow_for_the_picture_are_left_out_and_the_report_says_so():
    report = many()
    states = split_states(splits_of(report))
    assert states["left_out"] > 0
    assert states["more_items"] > 0
    assert len(states["states"]["used"]) <= MOST_STATES
    page = html_report(report)
    assert f"{states['left_out']:,} narrower ones left out" in page
    assert f"{states['more_items']:,} more items not listed" in page


def named(name: str):
    return report_of([card("n0", 0.9, canonical_name=name)], [bucket("b", file("f", 0.9, 50))])


def test_the_pages_policy_lets_its_own_script_run_and_no_other():
    page = html_report(named("Plain"))
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    policies = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policies == [
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + digest + "';"
        " base-uri 'none'; form-action 'none'"
    ]


def test_a_name_cannot_end_the_data_or_begin_a_script():
    name = "</script><script>alert(1)</script>\u202e"
    page = html_report(named(name))
    assert page.count("<script") == 2
    data = re.search(r'id="split-data">(.*?)</script>', page, re.DOTALL)
    assert json.loads(data.group(1))["items"][0][0] == name


def test_without_anything_to_divide_there_is_no_script():
    page = html_report(report_of([card("n0", 0.9)]))
    assert "<script" not in page
    assert "script-src" not in page
