"""Every help begins with examples, and each of them works on what the samples hold."""

from __future__ import annotations

import io
import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from inspector import cli
from inspector.cli.examples import Example
from inspector.cli.outline import CommandOutline, outline
from inspector.cli.output import DONE, FAILED, WARNED
from inspector.resources import resource_path

PROGRAM = outline()
EXAMPLES = [one for command in PROGRAM.everything() for one in command.examples]
WINDOW = "inspector demo"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that examples name, made of the samples, and two recorded runs."""
    made = tmp_path_factory.mktemp("examples")
    samples = resource_path("samples")
    for name in ("policy.json", "candidates.json", "request.json"):
        shutil.copy(samples / "securities-fraud" / name, made)
    session = samples / "securities-fraud" / "session.inspector.json"
    shutil.copy(session, made / "work.inspector.json")
    shutil.copy(session, made / "old.inspector.json")
    shutil.copy(samples / "discipline" / "hot-state.json", made / "state.json")
    log = samples / "timeline" / "log" / "varnholm-tides.jsonl"
    shutil.copy(log, made / "session.jsonl")
    for name in ("discipline/answer.md", "discipline/turns.jsonl", "window/chat.json"):
        shutil.copy(samples / name, made)
    request = json.loads((made / "request.json").read_text("utf-8"))
    (made / "asked.requests.jsonl").write_text(json.dumps(request) + "\n", encoding="utf-8")
    shutil.copy(made / "candidates.json", made / "asked.candidates.json")
    hit = {"id": "d1", "score": 0.9, "metadata": {"text": "Refunds within 30 days."}}
    (made / "hits.json").write_text(json.dumps({"matches": [hit]}), encoding="utf-8")
    table = "pid,passage,bm25,query\n1,Refunds within 30 days.,2.5,Can I send it back?\n"
    (made / "rows.csv").write_text(table, encoding="utf-8")
    source = made / "project" / "src"
    source.mkdir(parents=True)
    (source / "app.py").write_text("import settings\n", encoding="utf-8")
    (source / "settings.py").write_text("WIDTH = 80\n", encoding="utf-8")
    _commit(made)
    (source / "app.py").write_text("import settings\nprint(settings.WIDTH)\n", encoding="utf-8")
    (source / "settings.py").write_text("WIDTH = 96\n", encoding="utf-8")
    _commit(made)
    return made


def _commit(folder: Path) -> None:
    """Put the project below a folder into a commit."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder)]
    for words in (["init", "-q"], ["add", "project"], ["commit", "-q", "-m", "Widen it"]):
        subprocess.run([*git, *words], check=True)


@pytest.fixture(autouse=True)
def in_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    if not Path("manifest.json").exists():
        run = ["run", "work.inspector.json", "--manifest", "manifest.json"]
        assert cli.main([*run, "--bundle", "work.audit.zip"]) == DONE
        assert cli.main(["run", "sample:direct-target"]) == DONE
        capsys.readouterr()


@pytest.mark.parametrize("command", list(PROGRAM.everything()), ids=lambda one: one.words[-1])
def test_every_help_begins_with_examples_of_its_command(
    command: CommandOutline, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.examples
    cli.main([*command.words[1:], "--help"])
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "examples:"
    for one in command.examples:
        assert f"  {one.line}" in rest
        assert one.line == WINDOW or one.line.startswith(" ".join(command.words))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.line)
def test_every_example_works(
    example: Example, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))  # for what is asked things
    words = shlex.split(example.line)
    ends = [at for at, word in enumerate(words) if word in (">", "|")]
    assert words[0] == "inspector"
    assert cli.main(words[1 : min(ends, default=len(words))]) in (DONE, FAILED, WARNED)
    assert "error: " not in capsys.readouterr().err
