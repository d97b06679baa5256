"""A build becomes a record that knows its inputs and holds no contents and no secrets."""

import json

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.builder.build import build_bundle
from inspector.core.tokens import estimator
from inspector.files.recording import record_of
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.stages.builder.runs import BuilderResult, BuilderRuns
from tests.shared.builder_input import about, written_project
from tests.shared.bundle_input import MemoryReader, PlainScanner, imports, project
from tests.shared.examples import examples

NOON = "2026-04-03T12:00:00Z"


def record(root, *targets, **more):
    return record_of(BuilderRuns(scanner=PlainScanner()).run(about(root, *targets, **more)), NOON)


def every_byte(found):
    rest = (found.title, found.inputs, found.metrics, found.verdicts, found.series)
    return found.configuration + found.result + json.dumps(rest, ensure_ascii=False).encode()


def test_a_record_has_the_numbers_that_runs_are_found_by(tmp_path):
    found = record(written_project(tmp_path / "berths"), "app/desk.py", purpose="diff")
    assert (found.stage, found.title, found.recorded_at) == ("builder", "berths", NOON)
    assert found.metrics["decision"] == "ok"
    assert found.metrics["files_included"] == 3
    assert found.metrics["balances"] == 1
    assert found.result_value["redactions"] == [
        {"type": "pattern_redacted", "reason": "secret", "count": 1}
    ]


def test_a_refused_build_is_recorded_with_its_reason(tmp_path):
    found = record(written_project(tmp_path), "app/mail.py")
    assert found.metrics["decision"] == "refused"
    assert found.metrics["refusal"] == "SecretRisk"
    assert found.result_value["refusal"] == "secret_risk"


def test_a_session_without_a_project_has_nothing_to_record():
    assert record_of(BuilderResult(Session(), None, None, ()), NOON) is None


def test_the_same_build_has_the_same_identity_and_other_inputs_another(tmp_path):
    root = written_project(tmp_path / "p")
    runs = BuilderRuns(scanner=PlainScanner())
    session = about(root, "app/desk.py")
    first, again = (record_of(runs.run(session), time) for time in (NOON, "2027-01-01T00:00:00Z"))
    other = record_of(
        runs.run(set_at("builder", "request.model.max_input_tokens", 9_000)(session)), NOON
    )
    assert first.identity == again.identity != other.identity
    (root / "notes.txt").write_text("Something else.\n")
    runs.forget_index()
    assert record_of(runs.run(session), NOON).inputs["index"] != first.inputs["index"]


@examples(10)
@given(st.text("qzQZ", min_size=12, max_size=40), st.sampled_from([200, 4_300, 100_000]))
def test_no_content_of_any_input_is_in_a_record(text, limit):
    """Neither what files hold, nor what the request says, nor a secret."""
    secret = "KEY_" + text.upper()
    index_of = {
        "a.py": f"# {text}\nimport b\n\n\ndef f():\n    return '{text}'\n",
        "b.py": f"WORD = '{secret}'\n# {text}\n",
    }
    session = about(
        "/nowhere",
        "a.py",
        intent={"what": text},
        system=text,
        last_error=text,
        constraints={"user": [text]},
        model={"max_input_tokens": limit},
    )
    stage = session.builder
    index = project(index_of, [imports("a.py", "b.py")])
    report = build_bundle(
        stage.request,
        index,
        tokens=estimator("discipline"),
        scanner=PlainScanner(),
        reader=MemoryReader(index_of),
    )
    assert "b.py" in report.source_views
    found = record_of(BuilderResult(session, index, report, ()), NOON)
    assert text.encode() not in every_byte(found)
    assert secret.encode() not in every_byte(found)
