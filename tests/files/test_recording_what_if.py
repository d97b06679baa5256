"""A recorded run says whether overrides held."""

from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.injection.overrides import Overrides
from inspector.stages.injection.results import injection_record
from tests.shared.injection_input import CHARACTERS
from tests.shared.injection_window import small_session


def record(**fields):
    return injection_record(run(**fields), "2026-04-03T12:00:00Z")


def run(**fields):
    return InjectionRuns(lambda _: CHARACTERS).run(small_session(**fields))


def test_a_run_under_overrides_is_recorded_as_one():
    overrides = Overrides(exclude=["alpha"])
    made = record(overrides=overrides)
    assert made.title == "What-if: Small"
    assert made.configuration_value["overrides"] == {"schema_version": 1, "exclude": ["alpha"]}
    manifest = run(overrides=overrides).report.manifest
    assert made.result_value["manifest"] == manifest.model_dump(mode="json")
    assert manifest.what_if.exclude == ("alpha",)
    assert dict(made.verdicts)["excluded"] == 1


def test_a_run_by_the_rules_alone_does_not_mention_them():
    made = record()
    assert made.title == "Small"
    assert "overrides" not in made.configuration_value
    assert "overrides" not in made.inputs
    assert "what_if" not in made.result_value["manifest"]
