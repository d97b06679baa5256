"""Every stage gives the same bytes, wherever and under whatever settings it runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.__main__ import main as program

ROOT = Path(__file__).parent.parent
SESSION = "session.inspector.json"
# Of each stage: the sample, and what prints its result.
STAGES = {
    "injection": ("securities-fraud", ["run", SESSION, "--manifest", "-"]),
    "ledger": ("securities-fraud", ["run", SESSION, "--ledger", "json"]),
    "relevance": ("relevance", ["relevance", SESSION, "--json", "--flips"]),
    "discipline": ("discipline", ["discipline", SESSION, "--json"]),
    "window": ("window", ["place", SESSION, "--json", "--events", "--optimum"]),
    "assembly": ("assembly", ["assemble", SESSION, "--json"]),
    # The index is kept for a folder, so none is used again; the compiled rules of secrets are.
    "builder": ("builder", ["build", SESSION, "--json"]),
    "audit": ("audit", ["verify", SESSION, "--json"]),
    "comparison": (
        "securities-fraud",
        ["compare", SESSION, "--set", "max_injection_tokens_absolute=900", "--json"],
    ),
    "sweep": ("securities-fraud", ["sweep", SESSION, "--json"]),
    "corpus": ("securities-fraud", ["corpus", "--session", SESSION, "--json", "--processes", "1"]),
    "story": ("securities-fraud", ["story", SESSION, "--output", "-"]),
}
# Objects whose order says something: nodes, rules and signals are told in the one they were given.
ORDERED = {"signals", "template_masks", "signal_rules", "when"}
# Where in its text something stands, a manifest with its members in another order says otherwise.
PLACES = re.compile(rb'"(?:line|column)": \d+')
RECORDING = {"run", "relevance", "discipline", "place", "assemble", "build", "corpus"}


def whole(command: list[str]) -> list[str]:
    return [*command, "--no-history"] if command[0] in RECORDING else command


def printed_elsewhere(folder: Path, command: list[str]) -> bytes:
    """Return what a process prints under another hash seed, language and time zone."""
    settings = {"PYTHONHASHSEED": "4711", "LC_ALL": "C", "TZ": "Pacific/Chatham"}
    run = subprocess.run(
        [sys.executable, "-m", "inspector", *whole(command)],
        cwd=folder,
        env=os.environ | settings | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert run.returncode in (0, 1, 4), run.stderr.decode()
    return run.stdout


def reordered(value: object, name: str = "") -> object:
    """Return a JSON value whose members stand in the other order, where that says nothing."""
    if isinstance(value, dict):
        names = list(value) if name in ORDERED else list(reversed(value))
        return {one: reordered(value[one], one) for one in names}
    if isinstance(value, list):
        return [reordered(one) for one in value]
    return value


def written_anew(folder: Path) -> None:
    """Write every file again, so that folders list them, and JSON its members, in another order."""
    for path in sorted((one for one in folder.rglob("*") if one.is_file()), reverse=True):
        data = path.read_bytes()
        if path.suffix == ".json" and "project" not in path.parts:
            data = json.dumps(reordered(json.loads(data)), indent=1).encode()
        path.unlink()
        path.write_bytes(data)


@pytest.mark.parametrize("stage", STAGES)
def test_hash_seed_locale_time_zone_order_and_folder_change_no_byte(
    stage, tmp_path, monkeypatch, capfdbinary
):
    sample, command = STAGES[stage]
    here, there = tmp_path / "here" / sample, tmp_path / "a folder" / "far" / sample
    known = ROOT / "resources" / "samples"
    for folder in (here, there):
        for each in known.iterdir():  # a sample may refer to another one
            shutil.copytree(each, folder.parent / each.name)
    written_anew(there)
    monkeypatch.chdir(here)
    assert program(whole(command)) in (0, 1, 4)
    first = capfdbinary.readouterr().out
    assert len(first) > 200
    second = printed_elsewhere(there, command)
    if stage == "audit":
        first, second = (PLACES.sub(b"", one) for one in (first, second))
    assert second == first
