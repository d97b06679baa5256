"""``inspector verify``: exit codes fit for a pipeline, JSON with a schema, bundles."""

import json
from pathlib import Path

import pytest

from inspector.cli.main import main
from inspector.files.session_format import schema
from inspector.stages.audit import folder as folder_audit
from inspector.stages.audit.results import AuditResult, FolderResult
from tests.shared.samples import FOLDER

SAMPLE = "sample:direct-target"


@pytest.fixture
def manifest(tmp_path):
    path = tmp_path / "manifest.json"
    ran = ["run", SAMPLE, "--no-history", "--manifest", str(path), "--output"]
    assert main([*ran, str(tmp_path / "summary.txt")]) == 0
    return path


def altered(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


def verify(*arguments):
    return main(["verify", *map(str, arguments)])


def test_a_right_manifest_is_verified_by_a_replay_and_by_nothing_else(manifest, capsys):
    assert verify(manifest) == 1
    told = capsys.readouterr().out
    assert told.startswith("Not replayed (no inputs): 39 rows without an inconsistency")
    assert "Not checked without inputs:" in told
    assert verify(manifest, "--allow-unreplayed") == 0
    assert capsys.readouterr().out == told
    assert verify(manifest, "--inputs", SAMPLE) == 0
    assert capsys.readouterr().out.startswith("Verified: all 39 rows equal the replay.")


def test_a_wrong_one_ends_with_1_and_every_finding_has_line_and_rule(manifest, capsys):
    altered(manifest, '"overlap_detections": 6', '"overlap_detections": 7')
    assert verify(manifest) == 1
    told = capsys.readouterr().out
    line = manifest.read_text()[: manifest.read_text().index('"overlap_detections"')].count("\n")
    assert f"manifest.json:{line + 1}:" in told
    assert "/overlap_detections: error: 7 overlaps counted" in told


def test_parts_can_be_named_one_by_one(manifest):
    folder = FOLDER / "direct-target"
    parts = [
        argument
        for name in ("policy", "candidates", "request")
        for argument in (f"--{name}", folder / f"{name}.json")
    ]
    assert verify(manifest, *parts) == 0
    assert verify(manifest, *parts, "--strategy", "depth") == 1


def test_strict_fails_where_nothing_was_replayed(manifest):
    assert verify(manifest, "--strict") == 1
    assert verify(manifest, "--strict", "--allow-unreplayed") == 2
    assert verify(manifest, "--inputs", SAMPLE, "--strict") == 0


def test_what_cannot_be_read_ends_with_3(manifest, tmp_path, capsys):
    assert verify(tmp_path / "missing.json") == 3
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    assert verify(broken) == 3
    assert verify(manifest, "--inputs", tmp_path / "missing.json") == 3
    assert verify(manifest, "--inputs", SAMPLE, "--policy", broken) == 3
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"set_id": "s"}, "read as: candidates. (inspector run FILE takes it.)"),
        ({"max_injection_tokens_absolute": 10}, "inspector run SESSION --policy FILE takes it."),
        ({"chunks": []}, "inspector place FILE takes it."),
        ([{"text": "one", "score": 1}, {"text": "two", "score": 2}], "inspector import FILE takes"),
        ({"trace_id": "t"}, "of no other kind that is known"),
        ([], "of no other kind that is known"),
    ],
)
def test_of_what_is_no_manifest_it_is_said_what_it_is(value, said, tmp_path, capsys):
    path = tmp_path / "other.json"
    path.write_text(json.dumps(value))
    assert verify(path) == 3
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err


def test_a_manifest_without_one_of_its_fields_is_audited_as_one(manifest, capsys):
    value = json.loads(manifest.read_text())
    for field in ("trace_id", "total_budget_tokens"):
        rest = {name: one for name, one in value.items() if name != field}
        manifest.write_text(json.dumps(rest))
        assert verify(manifest) == 1
        assert capsys.readouterr().out.startswith("Failed: 1 format error.")


@pytest.mark.parametrize(
    "options",
    [
        ["--sign", "R. V."],
        ["--verdict", "accepted"],
        ["--sign", "R. V.", "--verdict", "accepted"],
        ["--without-contents"],
        ["--report", "-"],
    ],
)
def test_options_that_need_each_other_end_with_2_alone(manifest, options):
    assert verify(manifest, *options) == 2


def test_the_json_is_as_its_schema_says_and_names_causes(manifest, capsys):
    assert verify(manifest, "--inputs", SAMPLE, "--strategy", "depth", "--json") == 1
    result = json.loads(capsys.readouterr().out)
    assert AuditResult.model_validate(result).model_dump(mode="json") == result
    assert result.keys() == schema("audit")["properties"].keys()
    assert result["outcome"] == "not comparable"
    assert result["counts"]["warning"] == len(result["findings"]) == len(result["differences"])
    assert {tuple(one["causes"]) for one in result["differences"]} == {("strategy",)}


def test_a_bundle_is_written_signed_and_verified_again(manifest, tmp_path, capsys):
    bundle = tmp_path / "case.audit.zip"
    signed = ["--sign", "R. V.", "--verdict", "accepted", "--remark", "As agreed."]
    written = verify(manifest, "--inputs", SAMPLE, "--bundle", bundle, *signed)
    assert written == 0
    capsys.readouterr()
    assert verify(bundle) == 0
    told = capsys.readouterr().out
    assert "Verified" in told
    assert "Accepted by R. V., " in told
    assert verify(bundle, "--json") == 0
    assert json.loads(capsys.readouterr().out)["sign_off"]["name"] == "R. V."


def test_a_bundle_with_one_changed_byte_ends_with_1(manifest, tmp_path, capsys):
    bundle = tmp_path / "case.audit.zip"
    assert verify(manifest, "--inputs", SAMPLE, "--bundle", bundle) == 0
    data = bytearray(bundle.read_bytes())
    data[data.index(b"Messaging runbooks")] ^= 1
    bundle.write_bytes(data)
    assert verify(bundle) == 1
    assert "case.audit.zip#" in capsys.readouterr().err


def test_contents_can_be_left_out_of_a_bundle(manifest, tmp_path, capsys):
    bundle = tmp_path / "case.audit.zip"
    options = ["--inputs", SAMPLE, "--bundle", bundle, "--without-contents"]
    assert verify(manifest, *options) == 0
    assert verify(bundle) == 0
    assert "texts left out" in capsys.readouterr().err


def test_a_run_can_be_kept_as_a_bundle(tmp_path):
    bundle = tmp_path / "run.audit.zip"
    out = str(tmp_path / "summary.txt")
    assert main(["run", SAMPLE, "--no-history", "--output", out, "--bundle", str(bundle)]) == 0
    assert verify(bundle, "--strict") == 0


def test_the_report_holds_findings_reasons_notes_and_fingerprints(manifest, tmp_path):
    altered(manifest, '"rendering_tier": "compact"', '"rendering_tier": "full"')
    report = tmp_path / "report.html"
    assert verify(manifest, "--inputs", SAMPLE, "--report", report) == 1
    page = report.read_text()
    for text in (
        "Failed: Crane telemetry bridge · included as full, the replay has compact.",
        "rendering tier is full, the replay has compact.",
        "bucket_file_overlap",
        "knowledge_budget",
        "SHA-256",
        "Not signed off.",
        "runbooks:queue-failover",
    ):
        assert text in page
    assert "<script" not in page
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_standard_input_can_be_verified(manifest, monkeypatch, capsys):
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(manifest.read_bytes())))
    assert verify("-", "--allow-unreplayed") == 0
    assert "standard input" in capsys.readouterr().out


def test_a_session_with_a_manifest_under_audit_is_verified_with_its_own_inputs(capsys):
    assert verify("sample:audit") == 1
    told = capsys.readouterr().out
    assert told.startswith("Failed: 1 inconsistency, 5 mismatches with replay.")
    assert "manifest.json:" in told
    assert verify(SAMPLE) == 3
    assert "holds no manifest" in capsys.readouterr().err


def test_a_folder_is_verified_in_one_table(manifest, tmp_path, capsys):
    folder = tmp_path / "production"
    (folder / "later").mkdir(parents=True)
    (folder / "a.json").write_text(manifest.read_text())
    altered = json.loads(manifest.read_text())
    altered["knowledge_cards"][0]["token_count"] += 5
    (folder / "b.json").write_text(json.dumps(altered))
    other = json.loads(manifest.read_text()) | {"trace_id": "another"}
    (folder / "later" / "c.json").write_text(json.dumps(other))
    (folder / "policy.json").write_text('{"max_injection_tokens_absolute": 10}')
    assert verify(folder, "--inputs", SAMPLE) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:3]] == [
        ["a.json", "Verified:"],
        ["b.json", "Failed:"],
        [str(Path("later", "c.json")), "Not"],
    ]
    assert lines[3] == (
        "3 manifests: 1 verified, 1 failed, 1 not comparable, 0 not replayed, 0 not read."
    )
    assert verify(folder, "--inputs", SAMPLE, "--json") == 1
    result = json.loads(capsys.readouterr().out)
    assert FolderResult.model_validate(result).model_dump(mode="json") == result
    assert result["counts"] == {"verified": 1, "failed": 1, "not comparable": 1}
    (folder / "half.json").write_text('{"trace_id": "t"')
    assert verify(folder, "--inputs", SAMPLE) == 3
    assert "half.json" in capsys.readouterr().err
    assert verify(folder, "--bundle", tmp_path / "x.zip") == 2


@pytest.mark.parametrize("more", [(), ("--json",), ("--output", "all.txt")])
def test_a_folder_that_is_interrupted_has_a_table_of_what_was_audited_and_no_half_file(
    more, manifest, tmp_path, capsys, monkeypatch
):
    folder = tmp_path / "production"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.json").write_text(manifest.read_text())
    audited = folder_audit.viewed

    def until_the_second(one, runs):
        if one.name.endswith("b.json"):
            raise KeyboardInterrupt
        return audited(one, runs)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(folder_audit, "viewed", until_the_second)
    assert verify(folder, "--inputs", SAMPLE, *more) == 130
    told = capsys.readouterr()
    assert not Path("all.txt").exists()
    if more:
        assert (told.out, told.err) == ("", "inspector: interrupted\n")
        return
    assert told.err == "inspector verify: interrupted; 2 files not looked at\n"
    assert [line.split()[0] for line in told.out.splitlines()] == ["a.json", "1"]


def test_accepting_errors_takes_a_remark(manifest, tmp_path, capsys):
    altered = json.loads(manifest.read_text())
    altered["knowledge_cards"][0]["token_count"] += 5
    path = tmp_path / "altered.json"
    path.write_text(json.dumps(altered))
    bundle = tmp_path / "case.audit.zip"
    signed = ["--inputs", SAMPLE, "--bundle", bundle, "--sign", "R. V.", "--verdict", "accepted"]
    assert verify(path, *signed) == 2
    assert "--remark" in capsys.readouterr().err
    assert not bundle.exists()
    assert verify(path, *signed, "--remark", "Known.") == 1
    told = capsys.readouterr().out
    assert "Remark (not signed): Accepted by R. V." in told
    assert verify(bundle) == 1
    assert "Bundle SHA-256: " in capsys.readouterr().out


def test_a_sign_off_can_be_kept_beside_its_manifest_and_is_of_no_other(manifest, tmp_path, capsys):
    signed = ["--inputs", SAMPLE, "--sign", "R. V.", "--verdict", "rejected", "--beside"]
    assert verify(manifest, *signed) == 0
    assert (tmp_path / "manifest.sign-off.json").exists()
    other = tmp_path / "other.json"
    other.write_text(manifest.read_text().replace("6", "6", 1))
    capsys.readouterr()
    assert verify(manifest, "--inputs", SAMPLE) == 0
    told = capsys.readouterr().out
    assert "Remark (not signed): Rejected by R. V." in told
    assert "Stale" not in told
    verify(other, "--inputs", SAMPLE)
    assert "Rejected" not in capsys.readouterr().out
    manifest.write_text(manifest.read_text() + "\n")
    verify(manifest, "--inputs", SAMPLE)
    told = capsys.readouterr()
    assert "Rejected" not in told.out
    assert "given for another text" in told.err


def test_a_folder_has_one_report_and_signs_beside_are_no_manifests(manifest, tmp_path, capsys):
    folder = tmp_path / "production"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.json").write_text(manifest.read_text())
    altered(folder / "b.json", '"rendering_tier": "compact"', '"rendering_tier": "full"')
    signed = ["--sign", "R. V.", "--verdict", "rejected", "--beside"]
    assert verify(folder / "b.json", "--inputs", SAMPLE, *signed) == 1
    report = tmp_path / "all.html"
    capsys.readouterr()
    assert verify(folder, "--inputs", SAMPLE, "--report", report) == 1
    assert "2 manifests: 1 verified, 1 failed" in capsys.readouterr().out
    page = report.read_text()
    for text in (
        "1 failed, 0 not comparable, 0 not replayed, 1 verified.",
        "1 of 2 decided.",
        "Crane telemetry bridge · included as full, the replay has compact",
        "Rejected by R. V.",
    ):
        assert text in page


def test_the_report_of_a_folder_names_it_however_it_was_given(manifest, tmp_path, monkeypatch):
    folder = tmp_path / "production"
    folder.mkdir()
    (folder / "a.json").write_text(manifest.read_text())
    report = tmp_path / "all.html"
    monkeypatch.chdir(folder)
    for given in (".", "../production", folder):
        assert verify(given, "--inputs", SAMPLE, "--report", report) == 0
        assert "Audit of production" in report.read_text()
