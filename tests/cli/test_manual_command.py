"""The man page names what the program has, and roff lays it out without a complaint."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import __version__
from inspector.analysis import builder_cache
from inspector.cli import COMMANDS, main, manual, output
from inspector.cli.outline import outline
from inspector.files.history.opening import default_history_path
from inspector.gui.settings import preferences_path

PROGRAM = outline()
PAGE = manual.manual(PROGRAM, "1.2.3", 1_700_000_000)
PLAIN = re.sub(r"\\f[BIR]|\\:", "", PAGE.replace("\\-", "-").replace("\\ ", " "))


def test_the_page_has_a_section_for_every_command_and_every_action() -> None:
    sections = re.findall(r"^\.SS (.+)$", PLAIN, re.MULTILINE)
    assert sections == [" ".join(one.words) for one in PROGRAM.everything()][1:]
    assert {name.split()[1] for name in sections} == set(COMMANDS)


def test_the_section_of_a_command_has_every_argument_with_what_it_means() -> None:
    parts = re.split(r"^\.SS (.+)$", PLAIN, flags=re.MULTILINE)
    texts = dict(zip(parts[1::2], parts[2::2], strict=True))
    for command in list(PROGRAM.everything())[1:]:
        text = texts[" ".join(command.words)]
        for argument in command.arguments():
            if "--help" in argument.names:
                continue
            term = ", ".join(argument.names) or argument.values.replace("…", "...")
            entry = text[text.index(f".TP 8n\n{term}") :].splitlines()
            assert entry[2].strip(), f"{command.words} {term} has no meaning"


def test_the_page_has_the_options_of_the_program_itself() -> None:
    assert "--version" in PLAIN
    assert '.BR -h ", " --help' in PLAIN


def test_the_page_has_the_version_and_the_day() -> None:
    assert '.TH INSPECTOR 1 "2023-11-14" "inspector 1.2.3"' in PAGE


def test_nothing_is_left_to_be_filled_in() -> None:
    assert re.findall(r"@[A-Z]+@", PAGE) == []


def test_the_page_has_every_example() -> None:
    for command in PROGRAM.everything():
        for example in command.examples:
            shown = PLAIN.replace("\\(ti", "~").replace("\\(aq", "'")
            assert f"\n{example.line}\n{example.meaning}\n" in shown


def test_the_command_prints_the_page_without_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    assert capsys.readouterr().out == manual.manual(PROGRAM, __version__)


def test_the_page_has_every_exit_code() -> None:
    text = PAGE[PAGE.index(".SH EXIT STATUS") : PAGE.index(".SH ENVIRONMENT")]
    named = {int(code) for code in re.findall(r"^\.B (\d+)$", text, re.MULTILINE)}
    known = {output.DONE, output.FAILED, output.BAD_USAGE, output.BAD_INPUT}
    known |= {output.WARNED, output.BROKEN}
    assert named == known | {130}


def test_the_page_names_the_files_where_the_program_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = Path("/home/somebody")
    for name, value in (("CONFIG", ".config"), ("DATA", ".local/share"), ("CACHE", ".cache")):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
        assert f"~/{value}/context-budget-inspector" in PLAIN
    monkeypatch.setenv("HOME", str(home))
    assert str(default_history_path()).replace(str(home), "~") in PLAIN
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    assert preferences_path().name in PLAIN
    assert builder_cache.default_cache_folder().is_relative_to(
        home / ".cache" / "context-budget-inspector"
    )


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_man_lays_the_page_out_without_a_warning(tmp_path: Path) -> None:
    page = tmp_path / "inspector.1"
    page.write_text(PAGE, "utf-8")
    done = subprocess.run(
        ["man", "--warnings", "--local-file", str(page)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
    )
    if "has been minimized" in done.stdout:
        pytest.skip("man is there in name only")
    assert (done.returncode, done.stderr) == (0, "")
    assert "EXIT STATUS" in done.stdout


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=40))
def test_no_text_is_ever_a_command_to_roff(text: str) -> None:
    made = manual._sentence(text)
    assert not made.startswith((".", "'"))
    assert re.sub(r"\\(?:e|-|&|\(aq|\(ha|\(ti|\(ga)", "", made).count("\\") == 0
