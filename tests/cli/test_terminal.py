"""How much commands say, and in which colours."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from inspector import cli
from inspector.cli.main import ended
from inspector.cli.output import BAD_USAGE, BROKEN
from inspector.cli.terminal import MANNER

ESCAPE = "\x1b["
SILENT = "--no-history"


class Terminal(io.TextIOWrapper):
    """A stream that says of itself that it is a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    """A policy with one warning."""
    path = tmp_path / "policy.json"
    path.write_text(
        json.dumps({"max_injection_tokens_absolute": 4000, "unknown_field": 1}), encoding="utf-8"
    )
    return str(path)


@pytest.fixture
def on_a_terminal(monkeypatch: pytest.MonkeyPatch):
    """Runs a command on a terminal; returns what it shows, on standard output and error."""

    def ran(*command: str) -> tuple[str, str]:
        out, err = Terminal(), Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            cli.main(command)
        return out.shown(), err.shown()

    return ran


def test_a_terminal_shows_how_bad_a_problem_is_in_colour(on_a_terminal, faulty):
    shown, _ = on_a_terminal("lint", faulty)
    assert "\x1b[33mwarning\x1b[0m: " in shown
    _, told = on_a_terminal("run", "sample:with-problems", SILENT)
    assert "\x1b[33mwarning\x1b[0m: " in told


@pytest.mark.parametrize(
    ("name", "value", "command"),
    [
        ("NO_COLOR", "1", []),
        ("TERM", "dumb", []),
        ("TERM", "xterm", ["--color", "never"]),
        ("NO_COLOR", "1", ["--color", "auto"]),
    ],
)
def test_a_person_can_do_without_colours(on_a_terminal, faulty, monkeypatch, name, value, command):
    monkeypatch.setenv(name, value)
    assert ESCAPE not in "".join(on_a_terminal("lint", faulty, *command))


def test_nothing_is_coloured_in_a_pipe(faulty, capsys):
    for command in (["lint", faulty], ["run", "sample:with-problems", SILENT], ["run", "--help"]):
        cli.main(command)
        assert ESCAPE not in "".join(capsys.readouterr())


def test_colour_that_is_asked_for_is_given_and_stays_out_of_json_and_files(
    faulty, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("NO_COLOR", "1")
    cli.main(["--color", "always", "lint", faulty])
    assert ESCAPE in capsys.readouterr().out
    cli.main(["lint", "--color", "always", "--json", faulty])
    assert ESCAPE not in capsys.readouterr().out
    target = tmp_path / "result.txt"
    cli.main(["run", "sample:with-problems", SILENT, "--color=always", "--output", str(target)])
    assert ESCAPE not in target.read_text("utf-8")
    assert ESCAPE in capsys.readouterr().err


def test_help_on_a_terminal_has_no_escapes(on_a_terminal):
    shown, _ = on_a_terminal("run", "--help")
    assert ESCAPE not in shown
    assert "\\u001b" not in shown


def test_quiet_leaves_errors_only(faulty, capsys):
    cli.main(["run", "sample:with-problems", SILENT])
    usual = capsys.readouterr()
    assert ": warning: " in usual.err
    cli.main(["run", "sample:with-problems", SILENT, "--quiet"])
    quiet = capsys.readouterr()
    assert quiet.out == usual.out
    errors = [line for line in usual.err.splitlines() if ": error: " in line]
    assert quiet.err.splitlines() == errors
    cli.main(["--quiet", "run", "missing.json", SILENT])
    assert "missing.json: error: " in capsys.readouterr().err


def test_verbose_gives_every_problem_a_line_and_says_what_was_written(tmp_path, capsys):
    rows = "\n".join(json.dumps({"timestamp": "never", "turn": turn}) for turn in range(9))
    series = tmp_path / "turns.jsonl"
    series.write_text(rows, encoding="utf-8")
    cli.main(["metrics", str(series)])
    assert "more" in capsys.readouterr().err
    cli.main(["metrics", str(series), "--verbose"])
    told = capsys.readouterr().err
    assert "more" not in told
    assert sum(f"{series}:{line}" in told for line in range(1, 10)) == 9
    target = tmp_path / "policy.schema.json"
    cli.main(["schema", "policy", "--output", str(target), "-v"])
    assert capsys.readouterr().err == f"inspector schema: written: {target}\n"


def test_what_one_command_was_told_holds_for_no_other(faulty, capsys):
    cli.main(["lint", "--quiet", "--color", "always", faulty])
    cli.main(["schema"])
    assert (MANNER.quiet, MANNER.color) == (False, "auto")


def test_quiet_and_verbose_exclude_each_other(capsys):
    assert cli.main(["schema", "-q", "-v"]) == 2
    assert "not allowed with" in capsys.readouterr().err


def test_a_package_that_is_not_installed_is_named_and_is_a_wrong_use(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def lacking() -> int:
        raise ModuleNotFoundError(name="msgspec")

    def broken() -> int:
        raise ModuleNotFoundError(name="inspector.gone")

    assert ended("inspector verify", lacking) == BAD_USAGE
    assert "inspector verify: msgspec is not installed" in capsys.readouterr().err
    assert ended("inspector verify", broken) == BROKEN
