"""Expectations as JUnit XML: what a CI reads is what was checked, whatever the texts hold."""

import hypothesis.strategies as st
from hypothesis import given
from junitparser import JUnitXml

from inspector.analysis.expectations import CheckedRun, ExpectationOutcome
from inspector.core.problems import Place, Problem, Severity
from inspector.files.junit import junit_bytes

outcomes = st.builds(ExpectationOutcome, st.text(), st.text(), st.booleans(), st.text())
problems = st.builds(
    lambda message, pointer: Problem(
        Severity.ERROR, "request.unreadable-limit", message, "", Place(pointer=pointer)
    ),
    st.text(),
    st.text(),
)
runs = st.lists(
    st.builds(
        CheckedRun,
        st.text(),
        st.lists(outcomes, max_size=3).map(tuple),
        st.lists(problems, max_size=2).map(tuple),
        st.booleans(),
    ),
    max_size=3,
)


@given(runs)
def test_whatever_the_texts_hold_the_file_is_read_again_with_the_same_counts(checked):
    document = JUnitXml.fromstring(junit_bytes(checked))
    unmet = sum(not outcome.met for run in checked for outcome in run.outcomes)
    assert document.failures == unmet + sum(not run.balances for run in checked)
    assert document.errors == sum(len(run.problems) for run in checked)
    assert document.tests == sum(len(run.outcomes) + len(run.problems) + 1 for run in checked)
    assert junit_bytes(checked) == junit_bytes(list(checked)), "no clock is in it"


def test_a_failure_says_what_was_found_and_where_it_was_expected():
    unmet = ExpectationOutcome("/expect/limits/0", "procedures < 5%", met=False, found="9.0 %")
    run = CheckedRun("t1", (unmet,), (), balances=True)
    text = junit_bytes((run,)).decode()
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n')
    assert 'name="procedures &lt; 5%"' in text
    assert 'message="9.0 % (/expect/limits/0)"' in text
    assert not run.passed
