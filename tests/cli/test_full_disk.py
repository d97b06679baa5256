"""What commands write on a disk of 2 MB that is full: one sentence, and nothing half written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from inspector import cli, resources
from inspector.analysis import builder_cache
from inspector.cli.output import BAD_INPUT, BROKEN, FAILED
from inspector.core import inject, tiktoken_counter
from inspector.files import load_candidates, load_request
from inspector.recorder import Recorder
from inspector.stages.builder import runs
from tests.shared.driven_window import private_environment
from tests.shared.git_history import written_history

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="a disk of one's own takes a mount"
)

RUN = ["sample:starved-budget", "--no-history"]
TIMELINE = ["timeline", "sample:timeline", "--no-history"]
BUILD = ["build", "sample:builder", "--no-history", "--no-cache"]
DISCIPLINE = ["discipline", "sample:discipline", "--no-history"]
SAMPLES = Path(str(resources.resource_path("samples")))
DISK = "DISK"  # stands for the folder that the disk is
BESIDE = "BESIDE"  # for one on another disk: a checkout, receipts, and a history of one run
RUNS = ["--history", f"{BESIDE}/runs"]

WRITTEN = {
    "run": ["run", *RUN, "--output", f"{DISK}/out"],
    "run --json": ["run", *RUN, "--json", "--output", f"{DISK}/out"],
    "run --manifest": ["run", *RUN, "--manifest", f"{DISK}/out"],
    "run --report": ["run", *RUN, "--report", f"{DISK}/out"],
    "run --chart": ["run", *RUN, "--chart", f"{DISK}/out"],
    "demo": ["demo", "starved-budget", "--output", f"{DISK}/demo"],
    "timeline": [*TIMELINE, "--json", "-o", f"{DISK}/out"],
    "timeline --report": [*TIMELINE, "--report", f"{DISK}/out"],
    "timeline --chart": [*TIMELINE, "--chart", f"{DISK}/out"],
    "relevance": ["relevance", "sample:relevance", "--no-history", "-o", f"{DISK}/out"],
    "discipline": [*DISCIPLINE, "-o", f"{DISK}/out"],
    "discipline --state": [*DISCIPLINE, "--state", f"{DISK}/out"],
    "discipline --log": [*DISCIPLINE, "--log", f"{DISK}/out"],
    "diff-check": ["diff-check", str(SAMPLES / "discipline/answer.md"), "-o", f"{DISK}/out"],
    "metrics": ["metrics", str(SAMPLES / "discipline/turns.jsonl"), "-o", f"{DISK}/out"],
    "place": ["place", "sample:window", "--no-history", "--json", "-o", f"{DISK}/out"],
    "assemble": ["assemble", "sample:assembly", "--no-history", "--json", "-o", f"{DISK}/out"],
    "build": [*BUILD, "--json", "-o", f"{DISK}/out"],
    "build --out": [*BUILD, "--out", f"{DISK}/out"],
    "build --text": [*BUILD, "--text", f"{DISK}/out"],
    "sweep": ["sweep", "sample:starved-budget", "-o", f"{DISK}/out"],
    "sweep --chart": ["sweep", "sample:starved-budget", "--chart", f"{DISK}/out"],
    "replay": ["replay", f"{BESIDE}/checkout", "--budget", "1000", "-o", f"{DISK}/out"],
    "watch": ["watch", f"{BESIDE}/receipts", "--once", "-o", f"{DISK}/out"],
    "history": ["history", *RUNS, "--json", "-o", f"{DISK}/out"],
    "history manifest": ["history", *RUNS, "manifest", "1", "-o", f"{DISK}/out"],
    "compare": ["compare", "sample:starved-budget", "--json", "-o", f"{DISK}/out"],
    "verify": ["verify", "sample:audit", "--json", "-o", f"{DISK}/out"],
    "verify --report": ["verify", "sample:audit", "--report", f"{DISK}/out"],
    "verify --bundle": ["verify", "sample:audit", "--bundle", f"{DISK}/out"],
    "timeline --write-baseline": [*TIMELINE, "--write-baseline", f"{DISK}/out"],
    "import": ["import", str(SAMPLES / "window/chat.json"), "--output", f"{DISK}/made"],
    "lint": ["lint", str(SAMPLES / "with-problems/policy.json"), "-o", f"{DISK}/out"],
    "schema": ["schema", "policy", "-o", f"{DISK}/out"],
    "story": ["story", "sample:securities-fraud", "-o", f"{DISK}/out"],
    "corpus": ["corpus", "--session", "sample:starved-budget", "--processes", "1", "--no-history",
               "--no-journal", "-o", f"{DISK}/out"],
}  # fmt: skip
"""What is asked for and cannot be written: the command fails."""

ADDS = ("discipline --log", "build --out")
"""What adds to a file, and what takes a folder."""

KEPT = {
    "history": ["run", "sample:starved-budget", "--output", os.devnull],
    "cache and finding key": ["build", "sample:builder", "--no-history", "--output", os.devnull],
    "journal": ["corpus", "--session", "sample:starved-budget", "--processes", "1",
                "--no-history", "--output", os.devnull],
}  # fmt: skip
"""What the program keeps for itself, below a home on the full disk: it does its work all the same,
or says what to do."""


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file system of 2 MB of which nothing is left."""
    folder = tmp_path_factory.mktemp("disk")
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system may be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def _fill(path: Path) -> None:
    """Make a file so large that nothing more fits on its disk."""
    with path.open("ab", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            with suppress(OSError):
                while file.write(b"x" * size) == size:
                    pass


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is on another disk, with room."""
    folder = tmp_path_factory.mktemp("beside")
    cli.main(["run", "sample:starved-budget", "--history", str(folder / "runs"), "-q"])
    files: dict[str, str | None] = dict.fromkeys(("a.py", "b.py"), "def f():\n    pass\n")
    then: dict[str, str | None] = {name: f"{text}# end\n" for name, text in files.items()}
    written_history(folder / "checkout", [("Begin", files), ("Change both", then)])
    (folder / "receipts").mkdir()
    request = load_request(SAMPLES / "starved-budget/request.json").value
    candidates = load_candidates(SAMPLES / "starved-budget/candidates.json").value
    assert request is not None
    assert candidates is not None
    with Recorder(folder / "receipts/day.jsonl") as recorder:
        recorder.record(inject(request, candidates, {}, tiktoken_counter("o200k_base")))
    return folder


def _words(name: str, disk: Path, beside: Path) -> list[str]:
    return [one.replace(DISK, str(disk)).replace(BESIDE, str(beside)) for one in WRITTEN[name]]


@pytest.fixture
def full(disk: Path) -> Iterator[Path]:
    _fill(disk / "filler")
    yield disk
    subprocess.run(["find", str(disk), "-mindepth", "1", "-delete"], check=True)


def _files(folder: Path) -> list[Path]:
    return [one for one in folder.rglob("*") if one.is_file() and one.name != "filler"]


@pytest.mark.parametrize("name", WRITTEN)
def test_what_cannot_be_written_is_told_with_its_name_and_a_way_out(
    name: str, full: Path, beside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(_words(name, full, beside)) == BAD_INPUT
    told = [one for one in capsys.readouterr().err.splitlines() if str(full) in one]
    assert len(told) == 1 or name == "build --out", told  # of which each file is named
    for line in told:
        assert "No space left on device" in line or "The disk is full" in line
        assert "(" in line, "there is no way out"
    assert not [one for one in _files(full) if one.stat().st_size]


@pytest.mark.parametrize(
    "name", [one for one in WRITTEN if WRITTEN[one][-1] == f"{DISK}/out" and one not in ADDS]
)
def test_what_stood_there_before_is_there_still(name: str, full: Path, beside: Path) -> None:
    filler = full / "filler"
    os.truncate(filler, 1 << 20)
    (full / "out").write_bytes(b"as it was\n")
    _fill(filler)
    cli.main(_words(name, full, beside))
    assert (full / "out").read_bytes() == b"as it was\n"
    assert _files(full) == [full / "out"]


def test_what_an_artifact_cannot_be_kept_for_is_rejected_and_says_which(
    full: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*DISCIPLINE, "--artifacts", str(full / "kept")]) == FAILED
    assert f"could not keep accepted_decisions: {full / 'kept'}" in capsys.readouterr().out


@pytest.mark.parametrize("name", KEPT)
def test_what_the_program_keeps_for_itself_is_told_where_it_cannot_be(
    name: str, full: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = builder_cache.scanner_cache_folder(builder_cache.default_cache_folder())
    for key, value in private_environment(full).items():
        monkeypatch.setenv(key, value)
    for place in (builder_cache, runs):  # which has it under its own name
        monkeypatch.setattr(place, "scanner_cache_folder", lambda _cache: rules)
    assert cli.main(KEPT[name]) != BROKEN
    told = capsys.readouterr().err
    assert str(full) in told
    assert "full" in told or "No space left" in told, told
