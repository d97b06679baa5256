"""Files of version 1 open unchanged, for ever: one of each was kept when that version wrote it.

The files in ``version_1`` are never made anew. What the present version writes for the same inputs
may say more; a name that version 1 had stays for one release after another took its place.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis.injection_runs import InjectionRuns
from inspector.cli import main
from inspector.files import load_manifest, load_session, manifest_bytes, save_session
from inspector.files.history import open_history
from inspector.files.session_format import schema

OLD = Path(__file__).parent / "version_1"
RESULTS = {
    "assembly-result": "assembly-result.json",
    "audit": "audit.json",
    "build-result": "build-result.json",
    "comparison": "comparison.json",
    "diff-check": "diff-check.json",
    "discipline": "discipline.json",
    "placement": "placement.json",
    "relevance-run": "relevance-run.json",
}
STAGES = {"injection", "relevance", "assembly", "window", "discipline"}


def value_of(name: str) -> Any:
    return json.loads((OLD / name).read_text("utf-8"))


def unknown_names(value: Any, schema: Any, whole: Any, place: str = "") -> Iterator[str]:
    """Names of a value that its schema does not have, as places."""
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    if isinstance(value, dict) and "properties" in schema:
        for name, one in value.items():
            if name not in schema["properties"]:
                yield f"{place}/{name}"
            else:
                yield from unknown_names(one, schema["properties"][name], whole, f"{place}/{name}")
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for one in value:
            yield from unknown_names(one, schema["items"], whole, f"{place}/*")
    elif "anyOf" in schema:
        yield from min(
            (list(unknown_names(value, one, whole, place)) for one in schema["anyOf"]), key=len
        )


@pytest.fixture
def history(tmp_path: Path) -> Path:
    path = tmp_path / "history.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((OLD / "history.sql").read_text("utf-8"))
    return path


def test_a_session_opens_and_leads_to_the_manifest_that_it_led_to() -> None:
    loaded = load_session(OLD / "session.inspector.json")
    assert loaded.problems == ()
    session = loaded.value
    assert session is not None
    assert session.overrides.pin
    assert session.notes
    assert session.window.chunks
    report = InjectionRuns().run(session).report
    assert report is not None
    assert manifest_bytes(report.manifest) == (OLD / "manifest.json").read_bytes()


def test_a_session_that_is_saved_again_is_the_same(tmp_path: Path) -> None:
    session = load_session(OLD / "session.inspector.json").value
    assert session is not None
    assert save_session(session, tmp_path / "session.inspector.json") == ()
    kept = json.loads((tmp_path / "session.inspector.json").read_text("utf-8"))
    assert kept == value_of("session.inspector.json")


def test_a_manifest_opens() -> None:
    loaded = load_manifest(OLD / "manifest.json")
    assert loaded.problems == ()
    assert loaded.value is not None


@pytest.mark.parametrize("name", ["bundle.zip", "signed.zip"])
def test_a_bundle_is_verified_and_its_sign_off_holds(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(OLD / name), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["replayed"]) == ("verified", True)
    assert [one["code"] for one in told["findings"]] == ["what-if"]
    if name == "signed.zip":
        assert told["sign_off"]["fingerprint"] == told["covers_sha256"]


def test_a_history_opens_with_every_run_in_it(history: Path) -> None:
    loaded = open_history(history)
    assert loaded.problems == ()
    assert loaded.value is not None
    with loaded.value as found:
        runs = found.search()
        assert {run.stage for run in runs} == STAGES
        for run in runs:
            stored = found.get(run.id)
            assert stored is not None
            assert stored.record.result_fingerprint == run.result_fingerprint


def test_runs_of_a_history_are_shown_and_written_as_manifests(
    history: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(history, copy)
    main(["history", "--history", str(copy), "--json", "--stage", "injection"])
    (run,) = json.loads(capsys.readouterr().out)
    place = tmp_path / "manifest.json"
    words = ["history", "manifest", str(run["id"]), "--history", str(copy), "-o", str(place)]
    assert main(words) == 0
    assert load_manifest(place).value == load_manifest(OLD / "manifest.json").value


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_has_no_name_that_the_present_format_lacks(name: str) -> None:
    known = schema(name)
    assert sorted(set(unknown_names(value_of(RESULTS[name]), known, known))) == []


def test_the_names_of_the_injections_ledger_are_still_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = str(OLD / "session.inspector.json")
    main(["run", session, "--no-history", "--ledger", "json", "--quiet"])
    rows = json.loads(capsys.readouterr().out)
    for row, old in zip(rows, value_of("injection-ledger.json"), strict=True):
        assert row.pop("why")  # a sentence for people, which may be worded anew
        assert old.pop("why")
        if row["kind"] == "balance":  # no input names it: words for people, too, beside its id
            assert row.pop("name")
            assert old.pop("name")
        assert {name: row[name] for name in old} == old
