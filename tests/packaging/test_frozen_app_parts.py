"""What goes into the frozen app and how two of them are compared, told without making one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared.file_modules import ROOT, module_at

FOLDER = ROOT / "packaging" / "app"


def load(name: str) -> ModuleType:
    return module_at(FOLDER / f"{name}.py")


@pytest.fixture(autouse=True)
def _clean_path() -> Iterator[None]:
    before = list(sys.path)
    yield
    sys.path[:] = before


trim = load("trim")


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6/Qt/plugins/wayland-shell-integration/libxdg-shell.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/QtOpenGL.abi3.so",
        "numpy.libs/libscipy_openblas64_-32a4b2a6.so",
        "resources/samples/builder/project/tests/test_desk.py",
        "tree_sitter_c-0.24.2.dist-info/METADATA",
    ],
)
def test_what_the_program_uses_is_kept(name: str) -> None:
    assert trim.keeps(name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "PySide6/Qt/plugins/sqldrivers/libqsqlite.so",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "PySide6/Qt/qml/QtQuick/qmldir",
        "numpy/tests/test_matlib.py",
        "anything/__pycache__/module.pyc",
        "resources/samples/builder/project/__pycache__/desk.pyc",
        "pydantic-2.14.3.dist-info/RECORD",
        "kingfisher_secret_scanner-1.5.0.dist-info/sboms/x.json",
        "libstdc++.so.6",
    ],
)
def test_what_it_does_not_use_is_left_out(name: str) -> None:
    assert not trim.keeps(name)


@given(
    st.dictionaries(st.integers(0, 20), st.lists(st.integers(0, 20)), max_size=20),
    st.lists(st.integers(0, 20)),
)
def test_libraries_are_kept_exactly_when_something_kept_needs_them(
    needs: dict[int, list[int]], loaded: list[int]
) -> None:
    found = trim.needed_libraries(loaded, lambda one: needs.get(one, []))
    assert set(loaded) <= found
    for one in found:
        assert set(needs.get(one, [])) <= found
        needed_by = [other for other in found if one in needs.get(other, [])]
        assert one in loaded or needed_by


def test_no_excluded_module_is_one_that_the_program_imports() -> None:
    lines = [
        line.split()
        for path in (ROOT / "inspector").rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
    ]
    # Of the extras that the app comes without, the program asks by import_module.
    imported = {words[1] for words in lines if len(words) > 1 and words[0] in ("import", "from")}
    assert {"json", "pydantic", "PySide6.QtCore"} <= imported
    assert not imported & set(trim.EXCLUDED_MODULES)


def test_two_equal_folders_have_no_difference(tmp_path: Path) -> None:
    compare = load("compare_builds")
    for name in ("a", "b"):
        folder_with(tmp_path / name, {"x/y": b"1", "z": b"2"})
    assert compare.main([str(tmp_path / "a"), str(tmp_path / "b")]) == 0


@pytest.mark.parametrize("other", [{"x/y": b"3", "z": b"2"}, {"z": b"2"}, {"x": b"1", "z": b"2"}])
def test_a_difference_between_two_folders_is_named(
    other: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compare = load("compare_builds")
    folder_with(tmp_path / "a", {"x/y": b"1", "z": b"2"})
    folder_with(tmp_path / "b", other)
    assert compare.main([str(tmp_path / "a"), str(tmp_path / "b")]) == 1
    assert "differs: x" in capsys.readouterr().out


def test_an_app_of_other_sources_is_not_taken_for_one_of_these(tmp_path: Path) -> None:
    made_from = load("made_from")
    for name in ("inspector", "resources", "packaging/app"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "requirements.lock").write_text("x==1\n")
    (tmp_path / "inspector" / "__init__.py").write_text('__version__ = "1.2"\n')
    before = made_from.made_from_now(tmp_path)
    assert before["version"] == "1.2"
    (tmp_path / "resources" / "new.svg").write_text("<svg/>")
    after = made_from.made_from_now(tmp_path)
    assert after["version"] == "1.2"
    assert after["sources"] != before["sources"]


def test_what_an_app_was_made_from_can_be_read_from_it(tmp_path: Path) -> None:
    made_from = load("made_from")
    assert made_from.made_from(tmp_path) is None
    (tmp_path / made_from.LIBRARIES).mkdir()
    said = {"version": "1", "sources": "ab"}
    made_from.write_mark(tmp_path, said)
    assert made_from.made_from(tmp_path) == said


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("libQt6Core.so.6", "Qt and PySide6"),
        ("PySide6/Qt/lib/libicudata.so.73", "Qt and PySide6"),
        ("numpy.libs/libscipy_openblas64_-32a4b2a6.so", "numpy"),
        ("libX11.so.6", "libraries of the system"),
        ("libpython3.11.so.1.0", "Python"),
        ("tree_sitter_go/_binding.abi3.so", "tree_sitter_go"),
    ],
)
def test_sizes_are_told_by_part(name: str, part: str) -> None:
    assert load("sizes").part_of(name) == part


def folder_with(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / PurePosixPath(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (1, 1))
    for path in folder.rglob("*"):
        if path.is_dir():
            os.utime(path, (1, 1))


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ({"LD_LIBRARY_PATH": "/app"}, {}),
        ({"LD_LIBRARY_PATH": "/app", "LD_LIBRARY_PATH_ORIG": "/own"}, {"LD_LIBRARY_PATH": "/own"}),
        ({}, {}),
    ],
)
def test_other_programs_look_for_libraries_where_the_user_said(
    found: dict[str, str], left: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", dict(found))
    load("surroundings")
    assert os.environ == left | {"PYINSTALLER_RESET_ENVIRONMENT": "1"}
