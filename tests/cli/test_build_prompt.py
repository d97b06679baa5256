"""``inspector build --format`` and ``--copy``: a prompt to paste, on paper and on the clipboard."""

import re
import sys
from functools import partial

import pytest

from inspector.core.tokens import counter_by_name
from tests.shared.builder_input import written_project
from tests.shared.bundle_input import PlainScanner


@pytest.fixture(autouse=True)
def plain_scanner(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("inspector.project.secrets.secret_scanner", lambda **_: PlainScanner())


@pytest.fixture
def build(inspector, tmp_path):
    """Return a function that builds for a target and gives its exit code, output and errors."""
    root = written_project(tmp_path / "project")
    return partial(inspector, "build", root, "--target", "app/desk.py")


@pytest.mark.parametrize("form", ["plain", "markdown", "xml"])
def test_the_count_that_is_told_is_that_of_what_is_printed(build, form):
    code, out, err = build("--format", form)
    assert code == 0
    told = re.match(r"([\d,]+) tokens by o200k_base", err)
    assert told
    assert int(told[1].replace(",", "")) == counter_by_name("o200k_base").count(out)


def test_a_prompt_goes_to_a_file_beside_the_summary(build, tmp_path):
    code, out, _ = build("--format", "xml", "--line-numbers", "--text", tmp_path / "prompt.xml")
    assert (code, out[:7]) == (0, "Ready: ")
    assert (tmp_path / "prompt.xml").read_text("utf-8").startswith("<prompt>\n")


def test_the_last_form_that_is_named_holds(build):
    code, out, _ = build("--format", "xml", "--json")
    assert (code, out[:1]) == (0, "{")


def fake_program(folder, name, line):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{line}\n")
    (folder / name).chmod(0o755)


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="has a clipboard of its own")
def test_a_prompt_is_copied_by_the_program_of_the_display(build, tmp_path, monkeypatch):
    fake_program(tmp_path / "bin", "xclip", f"/bin/cat > {tmp_path}/copied")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    code, out, err = build("--copy")
    assert (code, out[:7]) == (0, "Ready: ")
    copied = (tmp_path / "copied").read_text("utf-8")
    assert copied.startswith("# Context\n")
    assert f"{counter_by_name('o200k_base').count(copied):,} tokens" in err


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="has a clipboard of its own")
@pytest.mark.parametrize(
    ("displays", "told"),
    [
        ({}, "there is no display, and so no clipboard; write it to a file with --text FILE"),
        ({"DISPLAY": ":99"}, "install xclip or xsel, or write it"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "install wl-copy, or write it"),
    ],
)
def test_without_a_clipboard_it_says_what_would_help(build, tmp_path, monkeypatch, displays, told):
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in displays.items():
        monkeypatch.setenv(name, value)
    code, _, err = build("--copy")
    assert code == 3
    assert told in err


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="has a clipboard of its own")
def test_a_program_that_fails_is_named(build, tmp_path, monkeypatch):
    fake_program(tmp_path / "bin", "xclip", "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    code, _, err = build("--copy")
    assert code == 3
    assert "xclip did not take the text" in err
