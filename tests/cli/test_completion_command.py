"""The shells complete what the program has."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from inspector import cli
from inspector.cli.completion import SHELLS, completion
from inspector.cli.outline import outline
from inspector.files.session_format import format_names
from inspector.resources import sample_sessions

PROGRAM = outline()
SCRIPTS = {shell: completion(shell) for shell in SHELLS}

# Completes each of its arguments, a line without the program's name, and prints what comes of it.
BASH = """
source "$1"; shift
compopt() { :; }
for line; do
    read -ra words <<<"$line"
    COMP_WORDS=(inspector "${words[@]}")
    [[ $line == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
    _shtab_inspector
    (IFS='|'; echo "${COMPREPLY[*]}")
done
"""


def _in_bash(folder: Path, *lines: str) -> list[list[str]]:
    script = folder / "inspector"
    script.write_text(SCRIPTS["bash"], "utf-8")
    done = subprocess.run(
        ["bash", "--norc", "-c", BASH, "bash", str(script), *lines],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.stderr == ""
    return [line.split("|") if line else [] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("shell", list(SCRIPTS))
def test_every_command_and_every_option_is_in_the_script(shell: str) -> None:
    script = SCRIPTS[shell]
    for command in PROGRAM.everything():
        assert command.words[-1] in script
        for argument in command.arguments():
            for name in argument.names:
                wanted = f" -l {name[2:]}" if shell == "fish" and name.startswith("--") else name
                if shell == "fish" and not name.startswith("--"):
                    wanted = f" -s {name[1:]}"
                assert wanted in script, f"{shell}: {command.words} {name}"


@pytest.mark.parametrize("shell", list(SCRIPTS))
def test_the_shell_can_read_the_script(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    path = tmp_path / "script"
    path.write_text(SCRIPTS[shell], "utf-8")
    done = subprocess.run(
        [shell, "-n", str(path)], check=False, capture_output=True, text=True, timeout=600
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_commands_actions_options_choices_samples_formats_and_files(
    tmp_path: Path,
) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.json").touch()
    (files / "folder").mkdir()
    found = _in_bash(
        files,
        "re",
        "history s",
        "run --st",
        "run --strategy ",
        "demo se",
        "schema re",
        "run --policy a",
        "build f",
        "verify x --verdict ",
        "history show --j",
    )
    assert found == [
        ["relevance", "replay"],
        ["show"],
        ["--strategy"],
        ["coverage", "depth", "optimal"],
        [name for name in sample_sessions() if name.startswith("se")],
        [name for name in format_names() if name.startswith("re")],
        ["a.json"],
        ["folder"],
        ["accepted", r"accepted\ with\ remarks", "rejected"],
        ["--json"],
    ]


def test_files_are_completed_where_a_command_may_stand() -> None:
    assert "complete -o bashdefault -o default -F" in SCRIPTS["bash"]
    assert "_commands\n  _files" in SCRIPTS["zsh"]
    assert SCRIPTS["fish"].rstrip().endswith("-ka '(__fish_complete_path)'")


def test_completing_starts_no_program() -> None:
    for script in SCRIPTS.values():
        assert "inspector --" not in script
        assert "python" not in script


def test_the_same_parsers_give_the_same_scripts() -> None:
    assert {shell: completion(shell) for shell in SHELLS} == SCRIPTS


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == 0
    assert capsys.readouterr().out == SCRIPTS[shell]
