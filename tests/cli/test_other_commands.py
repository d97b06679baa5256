"""Help, lint, schema and demo."""

import io
import json
import subprocess
import sys

import pytest

from inspector import __main__ as program
from inspector import cli, resources


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_and_version_are_printed(arguments, capsys):
    assert cli.main(arguments) == 0
    assert "inspector" in capsys.readouterr().out


@pytest.mark.parametrize("command", list(cli.COMMANDS))
def test_every_command_has_help_with_the_exit_codes(command, capsys):
    assert cli.main([command, "--help"]) == 0
    assert "exit codes:" in capsys.readouterr().out


def test_importing_the_command_line_loads_no_qt():
    program = (
        "import sys, inspector.stages.injection.command, inspector.cli.lint;"
        "print([name for name in sys.modules if 'PySide' in name or 'pyqtgraph' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_schemas_are_listed_and_printed(capsys):
    assert cli.main(["schema"]) == 0
    names = capsys.readouterr().out.split()
    assert {"policy", "candidates", "request", "session", "manifest"} <= set(names)
    for name in names:
        assert cli.main(["schema", name]) == 0
        assert json.loads(capsys.readouterr().out)["$schema"]


def test_an_unknown_format_is_wrong_usage(capsys):
    assert cli.main(["schema", "recipe"]) == 2
    assert "policy" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "history prune"])
def test_an_option_that_a_command_does_not_know_is_told_with_the_options_of_that_command(
    command, capsys
):
    assert cli.main([*command.split(), "--recipe=x"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"usage: inspector {command} ")
    assert told.endswith(f"inspector {command}: error: unrecognized arguments: --recipe=x\n")


def test_lint_passes_a_good_sample_and_fails_one_with_problems(capsys):
    samples = resources.resource_path("samples")
    assert cli.main(["lint", str(samples / "securities-fraud/session.inspector.json")]) == 0
    capsys.readouterr()
    assert cli.main(["lint", "--json", str(samples / "with-problems/candidates.json")]) == 3
    problems = json.loads(capsys.readouterr().out)
    assert all(problem["line"] and problem["fix"] for problem in problems)
    assert {problem["severity"] for problem in problems} >= {"error", "warning"}


def test_a_policy_with_lints_only_fails_when_strict(tmp_path):
    path = tmp_path / "policy.json"
    path.write_text('{"schema_version": 1, "knowledge_card_share_default": 0.9}')
    assert cli.main(["lint", str(path)]) == 0
    assert cli.main(["lint", "--strict", str(path)]) == 1


def test_the_demo_leaves_its_files(tmp_path, capsys):
    folder = tmp_path / "out"
    assert cli.main(["demo", "--output", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "budget.svg",
        "ledger.csv",
        "manifest.json",
        "report.html",
    ]
    assert "Reconciled" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "opened"),
    [
        ([], "securities-fraud"),
        (["starved-budget"], "starved-budget"),
        (["--output", "made"], None),
        (["starved-budget", "--output", "made"], None),
    ],
)
def test_with_a_display_the_demo_opens_a_window_unless_a_folder_is_named(
    arguments, opened, tmp_path, monkeypatch
):
    windows = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(program, "_window", lambda files: windows.append(files) or 0)
    assert program.main(["demo", *arguments]) == 0
    samples = resources.sample_sessions()
    expected = [] if opened is None else [[str(resources.resource_path(samples[opened]))]]
    assert windows == expected
    assert (tmp_path / "made" / "manifest.json").exists() is (opened is None)


def test_a_demo_of_a_sample_that_does_not_exist_is_refused(tmp_path, capsys):
    assert cli.main(["demo", "nothing", "--output", str(tmp_path)]) == 3
    assert "no sample 'nothing'; there are assembly, audit" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ("run",),
        ("sweep",),
        ("compare", "sample:with-problems"),
        ("assemble",),
        ("corpus", "--no-journal", "--processes", "1", "--session"),
    ],
    ids=lambda command: command[0],
)
def test_records_that_were_left_out_are_told_and_are_no_bad_input(command, capsys, tmp_path):
    assert cli.main([*command, "sample:with-problems"]) == 0
    assert "[candidates.duplicate-" in capsys.readouterr().err
    (tmp_path / "policy.json").write_text('{"max_injection_tokens_absolute": "many"}')
    wrong = ["--policy", str(tmp_path / "policy.json")]
    assert cli.main([*command, "sample:with-problems", *wrong]) == 3


def test_what_is_read_from_standard_input_is_called_so_in_every_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'[{"text": "a", "score": "x"}]')))
    assert cli.main(["import", "-"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("standard input: table\n")
    assert all(line.startswith("standard input:") for line in shown.err.splitlines())


def test_what_is_said_of_a_whole_foreign_file_names_its_folder(tmp_path, capsys):
    paths = [tmp_path / folder / "rows.csv" for folder in ("monday", "tuesday")]
    for path in paths:
        path.parent.mkdir()
        path.write_text("id,text,score\n1,a,0.5\n2,b,0.25\n")
    assert cli.main(["import", *map(str, paths)]) == 0
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(": note: ")[0] for line in told] == list(map(str, paths))
