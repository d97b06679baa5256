"""What is named on the command line is a file, wherever and however it is written."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.__main__ import _is_for_command_line
from inspector.gui.starting import Named, named_files, path_of

FOLDER = Path("/work folder")


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("a.json", "/work folder/a.json"),
        ("./run", "/work folder/run"),
        ("/a b/ü.json", "/a b/ü.json"),
        ("file:///a%20b/%C3%BC.json", "/a b/ü.json"),
        ("file://localhost/a", "/a"),
        ("file:/a", "/a"),
        ("FILE:///a", "/a"),
        ("file:///a%23b%3Fc", "/a#b?c"),
        ("file:///a%FF", os.fsdecode(b"/a\xff")),
        ("./file:///a", "/work folder/file:/a"),
        ("a:b.json", "/work folder/a:b.json"),
        ("C://a", "/work folder/C:/a"),
        ("-", "/work folder/-"),
    ],
)
def test_a_file_is_found_where_it_is(argument: str, expected: str) -> None:
    assert named_files([argument], FOLDER) == Named((Path(expected),))


@pytest.mark.parametrize(
    "argument",
    ["", "http://x/a.json", "smb://host/a", "file://host/a", "file:a", "file:///%00", "file://[/a"],
)
def test_what_is_no_file_of_this_machine_is_refused_by_name(argument: str) -> None:
    assert named_files([argument], FOLDER) == Named(refused=(argument,))


def test_a_window_of_its_own_is_an_option_and_not_a_file() -> None:
    named = named_files(["a", "--new-window", "b"], Path("/"))
    assert named == Named((Path("/a"), Path("/b")), new_window=True)
    named = named_files(["--", "--new-window"], Path("/"))
    assert named == Named((Path("/--new-window"),))


def test_the_window_s_own_options_are_not_the_command_line_s() -> None:
    assert not _is_for_command_line("--new-window")
    assert not _is_for_command_line("--")
    assert not _is_for_command_line("./run")
    assert _is_for_command_line("run")
    assert _is_for_command_line("--help")


@given(st.binary(min_size=1, max_size=30))
def test_every_name_survives_as_the_address_that_a_file_manager_makes_of_it(name: bytes) -> None:
    path = b"/" + name.replace(b"\0", b"0").lstrip(b"/")
    expected = Path(os.fsdecode(path))
    assert path_of("file://" + quote_from_bytes(path)) == expected
