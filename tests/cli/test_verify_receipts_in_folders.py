"""``inspector verify FOLDER`` sees the receipts that ``inspector watch FOLDER`` sees."""

import json

import pytest

from inspector.analysis.injection_runs import InjectionRuns
from inspector.cli.main import main
from inspector.recorder import Recorder
from inspector.stages.audit.results import FolderResult
from tests.shared.samples import sample_session


@pytest.fixture
def folder(tmp_path):
    """A folder with a receipt that is right, one of another engine, and lines of other kinds."""
    place = tmp_path / "receipts"
    with Recorder(place / "day.jsonl") as recorder:
        assert recorder.record(InjectionRuns().run(sample_session("direct-target")).report)
        assert recorder.record_decision([{"id": "a"}], trace_id="theirs")
    (place / "other.jsonl").write_text('{"a": 1}\n')
    (place / "package.json").write_text('{"name": "x"}')
    return place


def test_receipts_of_a_folder_are_verified_as_they_are_when_followed(folder, capsys):
    assert main(["watch", str(folder), "--once", "--json"]) == 1
    followed = json.loads(capsys.readouterr().out.splitlines()[0])
    assert main(["verify", str(folder), "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert FolderResult.model_validate(result).model_dump(mode="json") == result
    (read,) = result["receipts"]
    assert read["counts"] == {"verified": 1, "not replayed": 1}
    assert {name: followed["outcomes"][name] for name in read["counts"]} == read["counts"]
    assert (result["results"], result["unread"]) == ([], [])
    assert main(["verify", str(folder), "--allow-unreplayed"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "day.jsonl:2 theirs: Not replayed: no policy, strategy, settings, tokenizer.",
        "day.jsonl  2 receipts: 1 verified, 0 failed, 1 not replayed.",
    ]


def test_the_report_of_a_folder_has_its_receipts(folder, tmp_path):
    report = tmp_path / "all.html"
    assert main(["verify", str(folder), "--allow-unreplayed", "--report", str(report)]) == 0
    assert "2 receipts: 1 verified, 0 failed, 1 not replayed." in report.read_text()


def test_conditions_hold_for_receipts_in_a_folder(folder, capsys):
    assert main(["verify", str(folder), "--allow-unreplayed", "--fail-on", "tokens>10"]) == 1
    assert "tokens" in capsys.readouterr().err
