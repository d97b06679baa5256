"""What the request expects is a table of its own."""

from inspector.analysis.expectations import checked
from inspector.core import inject
from inspector.present.table import TableQuery, to_csv, visible_rows
from inspector.stages.injection.tables import (
    expectation_table,
    expectations_text,
    subject_of_expectation,
)
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)


def run(**expect):
    candidates = candidate_set([card("a", 0.9, 20)], [bucket("b", file("f", 1.0, 50))])
    asked = request(expect=expect) if expect else request()
    return inject(asked, candidates, policy(300), CHARACTERS)


def test_each_expectation_is_a_row_that_leads_to_its_subject():
    report = run(must_include=[["nobody", "b:f"]], must_exclude=["a"], limits=["nonsense < 1"])
    data = expectation_table(report)
    text = to_csv(data, visible_rows(data, TableQuery()), ["expectation", "result"])
    assert text.split("\r\n")[1:4] == [
        "in: nobody or b:f,met",
        "out: a,not met",
        "nonsense < 1,unreadable",
    ]
    assert [subject_of_expectation(key) for key in data.keys] == ["file:b:f", "card:a", ""]


def test_words_say_how_many_are_met():
    assert expectations_text(checked(run())) == ""
    assert expectations_text(checked(run(must_include=["a"]))) == "expectation met"
    assert expectations_text(checked(run(must_include=["a", "b:f"]))) == "all 2 expectations met"
    assert (
        expectations_text(checked(run(must_exclude=["a"], limits=["x"])))
        == "2 of 2 expectations NOT MET"
    )
