"""The artifacts of a build on the disk: whole, telling the same, and never a stale bundle."""

import json

import pytest

from inspector.core.builder.outputs import (
    BudgetReport,
    ContextBundle,
    ContextManifest,
    RedactionReport,
)
from inspector.files import build_result, context_bytes, save_artifacts
from inspector.stages.builder.results import BuildResult
from inspector.stages.builder.runs import BuilderRuns
from tests.shared.builder_input import about, written_project
from tests.shared.bundle_input import PlainScanner

FORMATS = {
    "bundle.json": ContextBundle,
    "manifest.json": ContextManifest,
    "redactions.json": RedactionReport,
    "budget.json": BudgetReport,
}


@pytest.fixture
def root(tmp_path):
    return written_project(tmp_path / "project")


def built(root, *targets, **more):
    return BuilderRuns(scanner=PlainScanner()).run(about(root, *targets, **more)).report


def read(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_four_artifacts_are_written_that_read_back_as_they_were(root, tmp_path):
    report = built(root, "app/desk.py")
    assert save_artifacts(report, tmp_path / "deep" / "out") == ()
    files = read(tmp_path / "deep" / "out")
    assert files.keys() == FORMATS.keys()
    values = {name: FORMATS[name].model_validate_json(data) for name, data in files.items()}
    assert values == {
        "bundle.json": report.bundle,
        "manifest.json": report.manifest,
        "redactions.json": report.redactions,
        "budget.json": report.budget,
    }
    assert len({value.bundle_id for value in values.values()}) == 1


def test_the_context_is_what_a_model_gets_to_the_letter(root, tmp_path):
    report = built(root, "app/desk.py", system="Grüße ⚓")
    save_artifacts(report, tmp_path / "out", context=True)
    assert (tmp_path / "out" / "context.txt").read_text("utf-8") == report.rendered
    assert context_bytes(report).decode() == report.rendered


def test_the_same_build_writes_the_same_bytes(root, tmp_path):
    for name in ("a", "b"):
        save_artifacts(built(root, "app/desk.py"), tmp_path / name, context=True)
    assert read(tmp_path / "a") == read(tmp_path / "b")


def test_a_refused_build_leaves_no_bundle_behind(root, tmp_path):
    out = tmp_path / "out"
    save_artifacts(built(root, "app/desk.py"), out, context=True)
    (out / "notes.md").write_text("mine")
    refused = built(root, "app/mail.py")
    assert refused.refused
    assert save_artifacts(refused, out, context=True) == ()
    files = read(out)
    assert files.keys() == FORMATS.keys() - {"bundle.json"} | {"notes.md"}
    assert json.loads(files["manifest.json"])["selection"]["included_files"] == []


def test_a_context_of_another_build_does_not_stay_beside_a_bundle(root, tmp_path):
    out = tmp_path / "out"
    save_artifacts(built(root, "app/desk.py"), out, context=True)
    assert "context.txt" in read(out)
    save_artifacts(built(root, "app/quay.py"), out)
    assert "context.txt" not in read(out)


def test_a_link_is_replaced_and_what_it_leads_to_is_kept(root, tmp_path):
    out, kept = tmp_path / "out", tmp_path / "kept.json"
    out.mkdir()
    kept.write_text("mine")
    (out / "bundle.json").symlink_to(kept)
    save_artifacts(built(root, "app/desk.py"), out)
    assert kept.read_text() == "mine"
    assert not (out / "bundle.json").is_symlink()


@pytest.mark.parametrize("name", ["file", "nul\0byte"])
def test_a_folder_that_cannot_be_made_is_a_problem(root, tmp_path, name):
    (tmp_path / "file").write_text("x")
    problems = save_artifacts(built(root, "app/desk.py"), tmp_path / name)
    assert [one.code for one in problems] == ["file.not-written"]
    assert problems[0].message.endswith(".")


def test_an_artifact_that_cannot_be_written_is_a_problem_and_leaves_no_bundle(root, tmp_path):
    out = tmp_path / "out"
    (out / "manifest.json").mkdir(parents=True)
    problems = save_artifacts(built(root, "app/desk.py"), out)
    assert [one.code for one in problems] == ["file.not-written"]
    assert not (out / "bundle.json").exists()


@pytest.mark.parametrize("targets", [("app/desk.py",), ("app/mail.py",), ("gone.py",), ()])
def test_the_result_is_what_its_schema_describes_and_holds_no_contents(root, targets):
    plain = build_result(built(root, *targets))
    again = BuildResult.model_validate(plain).model_dump(mode="json")
    assert json.loads(json.dumps(plain)) == again
    assert plain["balances"]
    text = json.dumps(plain)
    assert "KEY_ABCDEFGH12" not in text
    assert "Say what there is" not in text


def test_every_file_is_listed_or_counted_once(root):
    report = built(root, "app/desk.py")
    plain = build_result(report)
    paths = [one["path"] for one in plain["files"]]
    assert len(set(paths)) == len(paths)
    assert len(paths) + plain["index"]["files_without_relation"] == len(report.index.files)
    assert {one["path"]: one["fate"] for one in plain["files"]} == {
        "app/desk.py": "included",
        "app/mail.py": "redacted",
        "app/quay.py": "included",
        "secrets.env": "excluded",
    }
