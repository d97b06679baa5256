"""Conditions that a command over many requests fails on."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.checks import Baseline, Condition, MeasuredRequest, Metric, check
from inspector.cli.main import main
from tests.shared.window_input import NOW

KNOWN = tuple(one.title for one in Metric)


def condition(text):
    return Condition.read(text, KNOWN)


def tokens(**of):
    return [MeasuredRequest(name, {Metric.TOKENS: number}) for name, number in of.items()]


@pytest.fixture
def log(tmp_path):
    chunks = [
        {
            "id": f"c{place}",
            "type": "chat_history_user",
            "content": "word " * 40,
            "timestamp": NOW + place,
        }
        for place in range(4)
    ]
    file = tmp_path / "log.json"
    file.write_text(json.dumps({"chunks": chunks, "available_tokens": 400, "max_system_prompt": 0}))
    return str(file)


def place(log, *options):
    return main(["place", log, "--no-history", *options])


@pytest.mark.parametrize(
    ("text", "measure", "most"),
    [
        ("dropped", Metric.DROPPED, 0),
        ("used>80%", Metric.USED, 0.8),
        ("used>0.8", Metric.USED, 0.8),
        ("used>1", Metric.USED, 1.0),
        ("used>2", Metric.USED, 0.02),
        ("tokens > 100,000", Metric.TOKENS, 100_000),
        ("cost>0.25", Metric.COST, 0.25),
        ("growth>10%", Metric.GROWTH, 0.1),
        ("split-pairs", Metric.SPLIT_PAIRS, 0),
    ],
)
def test_a_condition_is_a_measure_and_the_most_of_it(text, measure, most):
    read = condition(text)
    assert (read.measure, read.most) == (measure, pytest.approx(most))


@pytest.mark.parametrize("text", ["", "size>1", "tokens>", "tokens>5%", "tokens<5", "dropped!"])
def test_what_is_no_condition_is_refused_with_those_there_are(text):
    with pytest.raises(ValueError, match=r"no condition|is a number"):
        condition(text)


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 1000)), st.integers(0, 1000))
def test_who_fails_is_always_who_has_more_than_the_most(of, most):
    found = check(tokens(**of), [condition(f"tokens>{most}")], None)
    assert set(found.failed) == {name for name, number in of.items() if number > most}


@given(st.dictionaries(st.text(max_size=2), st.integers(0, 99)),
       st.dictionaries(st.text(max_size=2), st.integers(0, 99)))  # fmt: skip
def test_a_baseline_never_rises(old, new):
    baseline = Baseline(tokens=old).lowered(tokens(**new))
    assert baseline.tokens.keys() == new.keys()
    assert all(value <= old.get(name, value) for name, value in baseline.tokens.items())


def test_growth_is_measured_request_by_request():
    found = check(tokens(a=111, b=109, new=500), [condition("growth>10%")],
                  Baseline(tokens={"a": 100, "b": 100}))  # fmt: skip
    assert found.failed == ("a",)
    assert found.unknown == ("new",)
    assert [(one.request, one.by) for one in found.changes] == [("new", 500), ("a", 11), ("b", 9)]
    assert found.failures[0].reason == "11.0 % more tokens than the baseline, at most 10.0 %"


def test_a_check_that_fails_exits_with_1_and_names_request_and_reason(log, capsys):
    assert place(log) == 0
    capsys.readouterr()
    assert place(log, "--available", "100", "--fail-on", "dropped", "--json") == 1
    told = capsys.readouterr()
    checks = json.loads(told.out)["checks"]
    assert checks["failures"][0]["request"] == "log.json"
    assert checks["failures"][0]["reason"] == "3 that found no room"
    assert "log.json: dropped: 3 that found no room" in told.err
    assert "1 of 1 failed" in told.err


def test_a_check_that_holds_exits_with_0(log):
    assert place(log, "--fail-on", "dropped", "--fail-on", "used>99%") == 0


def test_a_condition_that_the_command_does_not_know_is_a_wrong_use(log, capsys):
    assert place(log, "--fail-on", "cost>1") == 2
    assert "dropped, split-pairs, used, tokens, growth" in capsys.readouterr().err
    assert place(log, "--fail-on", "growth>1%") == 2


def test_a_baseline_that_cannot_be_used_is_a_wrong_input(log, tmp_path, capsys):
    for name in ("absent.json", "log.json"):
        assert place(log, "--fail-on", "growth>1%", "--baseline", str(tmp_path / name)) == 3
    assert "is no baseline" in capsys.readouterr().err


def test_a_baseline_that_is_compared_and_written_is_made_by_the_first_run(log, tmp_path, capsys):
    file = tmp_path / "base.json"
    both = ("--fail-on", "growth>1%", "--baseline", str(file), "--write-baseline", str(file))
    assert place(log, "--fail-on", "tokens>1", *both) == 1
    assert not file.exists()
    assert "no baseline is written, as the command ends with 1" in capsys.readouterr().err
    assert [place(log, *both), place(log, *both)] == [0, 0]
    assert list(json.loads(file.read_text())["tokens"]) == ["log.json"]


def test_a_baseline_is_a_ratchet_that_failed_checks_do_not_move(log, tmp_path):
    file = tmp_path / "base.json"
    assert place(log, "--write-baseline", str(file)) == 0
    (before,) = json.loads(file.read_text())["tokens"].values()
    file.write_text(json.dumps({"schema_version": 1, "tokens": {"log.json": before / 2}}))
    grown = ("--fail-on", "growth>10%", "--baseline", str(file), "--write-baseline", str(file))
    assert place(log, *grown) == 1
    assert json.loads(file.read_text())["tokens"] == {"log.json": before / 2}
    assert place(log, "--write-baseline", str(file)) == 0
    assert json.loads(file.read_text())["tokens"] == {"log.json": before / 2}


def test_checks_are_tests_of_junit(log, tmp_path):
    file = tmp_path / "checks.xml"
    options = ("--available", "100", "--fail-on", "dropped", "--fail-on", "tokens>9000")
    assert place(log, *options, "--check-junit", str(file)) == 1
    cases = list(ET.parse(file).iter("testcase"))
    assert [case.get("name") for case in cases] == ["dropped", "tokens>9000"]
    assert [case.find("failure") is not None for case in cases] == [True, False]
