"""Values planted in the texts of a session are looked for in everything that commands leave.

What is allowed: what a person asks for with its contents (a prompt, an audit bundle, a story) has
them, and the command warns of that. Records, logs, errors, tables, manifests and bundles without
contents have none.
"""

from __future__ import annotations

import io
import json
import logging
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector import cli
from inspector.analysis import secret_lint
from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
from inspector.resources import resource_path
from tests.shared.labelled_secrets import SHAPED
from tests.shared.planted_secrets import bytes_below, forms, leaked, make_value

Run = Callable[..., tuple[int, dict[str, str | bytes]]]
TEXTS = {"compact", "standard", "full", "text", "content", "summary", "background", "objective"}
"""Names under which samples have texts; ids, titles and kinds name things and are shown."""


@pytest.fixture
def secrets() -> list[str]:
    draw = random.Random(23)
    return [SHAPED["github-token"](draw), SHAPED["sk-key"](draw), f"password={make_value(draw)}"]


@pytest.fixture
def marks(secrets: list[str]) -> list[str]:
    return [mark for one in secrets for mark in sorted(forms(one.removeprefix("password=")))]


@pytest.fixture
def folder(tmp_path: Path, secrets: list[str]) -> Path:
    """The samples, with a secret at the end of every text in them."""
    samples = tmp_path / "samples"
    turn = iter(secrets * 10_000)
    for path in sorted(resource_path("samples").rglob("*.json")):
        target = samples / path.relative_to(resource_path("samples"))
        target.parent.mkdir(parents=True, exist_ok=True)
        value = json.loads(path.read_text("utf-8"))
        shown = path.name in ("chat.json", "manifest.json") or "project" in path.parts
        planted = value if shown else _planted(value, turn)
        target.write_text(json.dumps(planted), encoding="utf-8")
    held = {path.parent.name for path in samples.rglob("*.json") if secrets[0] in path.read_text()}
    assert {"securities-fraud", "starved-budget", "window", "assembly", "relevance"} <= held
    return samples


def _planted(value: object, turn: object, name: str = "") -> object:
    if isinstance(value, dict):
        return {
            key: one if key == "notes" else _planted(one, turn, key) for key, one in value.items()
        }
    if isinstance(value, list):
        return [_planted(one, turn, name) for one in value]
    if isinstance(value, str) and name in TEXTS:
        return f"{value}\n{next(turn)}\n"  # type: ignore[call-overload]
    return value


@pytest.fixture
def run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    expected_logs: object,
) -> Run:
    """Return a function that runs a command and gives its code and all that came out of it."""
    # Compiling the rules of secrets anew for every test takes seconds each time.
    rules = scanner_cache_folder(default_cache_folder())
    monkeypatch.setattr(secret_lint, "scanner_cache_folder", lambda _cache: rules)
    for kind in ("DATA", "CACHE", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "kept" / kind.lower()))
    caplog.set_level(logging.DEBUG)
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.chdir(out)

    def ran(*command: str) -> tuple[int, dict[str, str | bytes]]:
        capfd.readouterr()
        code = cli.main(list(command))
        said = capfd.readouterr()
        exits: dict[str, str | bytes] = {"standard output": said.out, "standard error": said.err}
        exits["log"] = caplog.text
        kept = tmp_path / "kept"
        return code, exits | bytes_below(out) | (bytes_below(kept) if kept.exists() else {})

    return ran


COMMANDS = {
    "run": ["run", "securities-fraud", "--manifest", "m.json", "--ledger", "csv"],
    "run as JSON": ["run", "securities-fraud", "--format", "json"],
    "run, overlap": ["run", "starved-budget", "--ledger", "json", "--junit", "j.xml"],
    "run with problems": ["run", "with-problems"],
    "place": ["place", "window", "--events", "--chart", "c.svg"],
    "place as JSON": ["place", "window", "--json"],
    "assemble": ["assemble", "assembly", "--chart", "c.svg"],
    "assemble as JSON": ["assemble", "assembly", "--json"],
    "relevance": ["relevance", "relevance", "--flips"],
    "relevance as JSON": ["relevance", "relevance", "--json"],
    "sweep": ["sweep", "securities-fraud", "--chart", "c.svg"],
    "sweep as JSON": ["sweep", "securities-fraud", "--json"],
    "compare": ["compare", "securities-fraud", "--set", "max_injection_tokens_absolute=4500"],
    "compare as JSON": ["compare", "securities-fraud", "starved-budget", "--json"],
    "corpus": ["corpus", "--session", "securities-fraud", "--processes", "1", "--chart", "c.svg"],
    "verify": ["verify", "audit", "--json"],
    "lint": ["lint", "securities-fraud", "--secrets"],
    "lint as JSON": ["lint", "window", "--secrets", "--json"],
    "discipline": ["discipline", "discipline", "--log", "turns.jsonl"],
}


def _command(name: str, folder: Path) -> list[str]:
    sessions = {path.parent.name: str(path) for path in folder.rglob("session.inspector.json")}
    first, *rest = COMMANDS[name]
    return [first, *(sessions.get(word, word) for word in rest)]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_text_of_a_session_comes_out_of_a_command_that_shows_none(
    name: str, folder: Path, run: Run, marks: list[str]
) -> None:
    code, exits = run(*_command(name, folder))
    assert code in (0, 1, 3, 4), exits["standard error"]
    assert leaked(marks, exits) == []


def test_a_note_with_a_secret_is_warned_of_in_every_bundle(
    folder: Path, run: Run, secrets: list[str]
) -> None:
    path = folder / "securities-fraud" / "session.inspector.json"
    session = json.loads(path.read_text("utf-8"))
    session["notes"] = [{"subject": "ent-harbor-letters", "text": secrets[0]}]
    path.write_text(json.dumps(session), encoding="utf-8")
    run("run", str(path), "--manifest", "m.json")
    bundle = ["--bundle", "b.audit.zip", "--without-contents"]
    _, exits = run("verify", "m.json", "--inputs", str(path), *bundle)
    assert "warning: 1 item may hold a secret, and so may the bundle" in str(
        exits["standard error"]
    )
    assert leaked(forms(secrets[0]), {"error": exits["standard error"]}) == []


def test_a_bundle_without_contents_and_the_history_hold_no_text(
    folder: Path, run: Run, marks: list[str]
) -> None:
    session = str(folder / "securities-fraud" / "session.inspector.json")
    run("run", session, "--manifest", "m.json")
    _, exits = run(
        "verify", "m.json", "--inputs", session, "--bundle", "b.audit.zip", "--without-contents"
    )
    shutil.unpack_archive("b.audit.zip", "unpacked", "zip")
    exits = {path.name: path.read_bytes() for path in Path("unpacked").rglob("*") if path.is_file()}
    assert {"index.json", "manifest.json"} <= exits.keys()
    assert leaked(marks, exits) == []
    _, exits = run("history", "--json")
    assert "history.sqlite3" in exits
    assert leaked(marks, exits) == []
    _, exits = run("history", "show", "1", "--json")
    assert leaked(marks, exits) == []


@pytest.mark.parametrize("form", ["broken", "wrong kind", "stdin"])
def test_an_error_about_a_file_repeats_nothing_of_it(
    form: str,
    folder: Path,
    run: Run,
    marks: list[str],
    secrets: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = folder / "securities-fraud" / "candidates.json"
    text = path.read_text("utf-8")
    value = json.loads(text)
    for card in value["knowledge_cards"]:
        card["renderings"] = secrets
    text = json.dumps(value) if form == "wrong kind" else text[: text.index(secrets[1]) + 60]
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    given = "-" if form == "stdin" else str(path)
    for command in (["lint", given, "--json"], ["run", "--candidates", given], ["import", given]):
        _, exits = run(*command)
        assert leaked(marks, exits) == []


def test_a_failure_of_the_program_says_where_and_never_what_it_held(
    folder: Path, run: Run, marks: list[str], secrets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_arguments: object, **_named: object) -> None:
        raise ValueError(" ".join(secrets))

    monkeypatch.setattr("inspector.analysis.injection_runs.InjectionRuns.run", fails)
    code, exits = run(*_command("run", folder))
    assert code == 70
    assert leaked(marks, exits) == []
