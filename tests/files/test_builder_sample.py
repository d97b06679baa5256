"""The sample of the builder shows everything that can become of a file."""

import json
import re

import pytest

from inspector.core.builder.outputs import BudgetDecision
from inspector.core.builder.report import FateKind, RefusalCode
from inspector.files import load_session, save_session
from inspector.project.code.slices import SliceLevel
from inspector.project.index import Encoding, Exclusion
from inspector.project.secrets import PatternScanner
from inspector.resources import resource_path
from inspector.session.edits import set_at
from inspector.stage import Part
from inspector.stages.builder.part import unselect_target
from inspector.stages.builder.runs import BuilderRuns

FOLDER = resource_path("samples/builder")
SECRETS = (
    "sk-FAKE-not-a-real-key-FAKE-0000-FAKE-0000",
    "fake-password-for-the-board",
    "not-a-real-password-only-an-example",
)


@pytest.fixture(scope="module")
def session():
    loaded = load_session(FOLDER / "session.inspector.json")
    assert loaded.problems == ()
    return loaded.value


@pytest.fixture(scope="module")
def runs():
    return BuilderRuns(scanner=PatternScanner())


@pytest.fixture(scope="module")
def report(runs, session):
    result = runs.run(session)
    assert result.problems == ()
    return result.report


def paths(report, kind):
    return {path for path, fate in report.fates.items() if fate.kind is kind}


def test_hidden_and_denied_files_of_the_project_are_there(report):
    assert (FOLDER / "project" / ".env").is_file()
    out = {path: file.exclusion for path, file in report.index.files.items() if file.exclusion}
    assert out == {
        ".env": Exclusion.DENY_RULE,
        "assets/board.png": Exclusion.BINARY,
        "bin": Exclusion.DENY_RULE,
        "certs/gate.pem": Exclusion.DENY_RULE,
        "data/low-water.csv": Exclusion.TOO_LARGE,
        "schema.sql": Exclusion.DENY_RULE,
    }


def test_a_text_of_1252_is_read_as_that(report):
    assert report.index.files["notices/2019-storm.txt"].encoding is Encoding.WINDOWS_1252


def test_every_fate_of_a_candidate_is_in_it(report):
    whole = {"planner/desk.py", "planner/harbour.py", "planner/model.py", "planner/quay.py"}
    assert paths(report, FateKind.INCLUDED) >= whole
    assert paths(report, FateKind.REDACTED) == {"planner/letters.py"}
    assert paths(report, FateKind.SLICED) == {"planner/rules.py"}
    assert "planner/tides.py" in paths(report, FateKind.OPTIONAL)
    assert report.fates["planner/settings.py"].exclusion is Exclusion.SECRET_RISK
    assert report.fates["planner/rules.py"].level is SliceLevel.SIGNATURES_ONLY


def test_it_fits_with_a_warning_and_balances(report):
    assert report.budget.decision is BudgetDecision.WARN_SOFT_LIMIT
    assert report.ledger.balances


def test_no_secret_of_the_project_leaves_it(report):
    artifacts = (report.bundle, report.manifest, report.redactions, report.budget)
    sent = report.rendered + "".join(one.model_dump_json() for one in artifacts)
    assert [secret for secret in SECRETS if secret in sent] == []
    assert "[REDACTED:sk-api-key]" in report.rendered
    everything = b"".join(p.read_bytes() for p in FOLDER.rglob("*") if p.is_file()).decode("latin1")
    assert all(secret in everything for secret in SECRETS)


def test_what_looks_like_a_secret_says_that_it_is_none():
    assert all(re.search("fake|not-a-real", secret, re.IGNORECASE) for secret in SECRETS)


def test_without_the_choice_the_name_is_refused_with_its_three_places(runs, session):
    undecided = unselect_target("planner/quay.py", "Quay.reserve")(session)
    refusal = runs.run(undecided).report.refusal
    assert refusal.code is RefusalCode.AMBIGUOUS_TARGET
    assert [(place.path, place.name) for place in refusal.places] == [
        ("planner/quay.py", "Quay.reserve"),
        ("web/src/berths.ts", "BerthSource.reserve"),
        ("web/src/berths.ts", "Service.reserve"),
    ]


def test_with_room_nothing_is_cut_and_without_it_is_refused(runs, session):
    wide = runs.run(set_at("builder", "request.model.max_input_tokens", 9_000)(session)).report
    assert not paths(wide, FateKind.SLICED)
    assert wide.budget.decision is BudgetDecision.OK
    close = runs.run(set_at("builder", "request.model.max_input_tokens", 1_500)(session)).report
    assert {"planner/rules.py"} <= paths(close, FateKind.REMOVED)
    assert "Left out to fit" in close.rendered
    narrow = runs.run(set_at("builder", "request.model.max_input_tokens", 1_200)(session)).report
    assert narrow.refusal.code is RefusalCode.CONTEXT_TOO_LARGE


def test_notes_and_steps_point_at_files_of_the_project(report, session):
    pointed = {note.subject for note in session.notes}
    pointed |= {step.select for step in session.story if step.select}
    assert pointed <= report.fates.keys()
    assert sum(len(step.text.split()) for step in session.story) <= 300


def test_a_copy_of_the_session_finds_the_same_project(session, tmp_path):
    copy = tmp_path / "copy.inspector.json"
    assert save_session(session, copy) == ()
    again = load_session(copy).value
    assert again.builder == session.builder
    assert again.source(Part.BUILDER).endswith("builder.json")


def test_the_files_of_the_sample_are_small_and_readable():
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 40_000
    stage = json.loads((FOLDER / "builder.json").read_text("utf-8"))
    assert stage.keys() == {"root", "request", "config", "estimator"}
