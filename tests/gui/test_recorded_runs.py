"""Recorded runs of every stage are listed, and stand against each other."""

from inspector.analysis.injection_runs import InjectionRuns
from inspector.files.history import open_history
from inspector.stages.compare.view.inputs import recorded_runs, recorded_side
from inspector.stages.injection.results import injection_record
from tests.shared.injection_input import CHARACTERS
from tests.shared.injection_window import small_session


def test_nothing_is_listed_before_anything_is_recorded(tmp_path):
    assert recorded_runs(tmp_path / "none.sqlite") == ((), ())
    assert not (tmp_path / "none.sqlite").exists()


def test_the_manifest_of_a_recorded_run_is_the_one_that_was_made(tmp_path):
    result = InjectionRuns(lambda _: CHARACTERS).run(small_session())
    path = tmp_path / "history.sqlite"
    with open_history(path).value as history:
        number = history.add(injection_record(result, "2026-04-03T12:00:00Z"))
    (runs, problems) = recorded_runs(path)
    assert problems == ()
    (one,) = runs
    assert (one.number, one.title) == (number, f"{number}  Budget  Small  2026-04-03 12:00")
    assert recorded_side(number, path) == (result.report.manifest, ())


def test_a_run_that_is_not_there_is_a_problem(tmp_path):
    path = tmp_path / "history.sqlite"
    open_history(path).value.close()
    manifest, problems = recorded_side(99, path)
    assert manifest is None
    assert [problem.code for problem in problems] == ["history.no-manifest"]
