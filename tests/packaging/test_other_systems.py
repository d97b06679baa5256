"""What was written for Windows and macOS, as far as it can be checked without them."""

from __future__ import annotations

import plistlib
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath
from types import ModuleType

import pytest
from PySide6.QtGui import QImage, QImageReader

from inspector import __version__
from tests.shared.file_modules import ROOT, module_at

PACKAGING = ROOT / "packaging"
WINDOWS, MACOS = PACKAGING / "windows", PACKAGING / "macos"
INSTALLER = (WINDOWS / "installer.iss").read_text("utf-8")


@pytest.fixture(scope="module")
def icon_files() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as path:
        path.setattr(sys, "path", list(sys.path))
        yield module_at(PACKAGING / "icon_files.py")


@pytest.fixture(scope="module")
def icons(icon_files: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    icon_files.write_icons(folder)
    return folder


@pytest.fixture(scope="module")
def version_info() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as path:
        path.setattr(sys, "path", list(sys.path))
        yield module_at(WINDOWS / "version_info.py")


@pytest.mark.parametrize("name", ["context-budget-inspector", "session-file", "audit-bundle"])
def test_an_icon_for_windows_is_read_back_in_every_size(
    name: str, icons: Path, icon_files: ModuleType
) -> None:
    reader = QImageReader(str(icons / f"{name}.ico"))
    sizes = []
    for number in range(reader.imageCount()):
        assert reader.jumpToImage(number)
        sizes.append(reader.read().width())
    assert sizes == list(icon_files.ICO_SIZES)


@pytest.mark.parametrize("name", ["context-budget-inspector", "session-file", "audit-bundle"])
def test_an_icon_for_macos_holds_a_picture_of_each_size(
    name: str, icons: Path, icon_files: ModuleType
) -> None:
    data = (icons / f"{name}.icns").read_bytes()
    kind, length = struct.unpack(">4sI", data[:8])
    assert (kind, length) == (b"icns", len(data))
    found, place = {}, 8
    while place < len(data):
        code, length = struct.unpack(">4sI", data[place : place + 8])
        found[code] = QImage.fromData(data[place + 8 : place + length]).width()
        place += length
    assert found == {code: size for size, code in icon_files.ICNS_CODES.items()}
    assert not QImage(str(icons / f"{name}.icns")).isNull()


def test_the_property_lists_can_be_read_and_say_that_they_were_not_run() -> None:
    lists = sorted(MACOS.glob("*.plist"))
    assert MACOS / "Info.plist" in lists
    for path in lists:
        assert plistlib.loads(path.read_bytes())
        assert "NOT RUN" in path.read_text("utf-8")


def test_every_document_of_ours_is_a_declared_type_with_its_icon(icons: Path) -> None:
    info = plistlib.loads((MACOS / "Info.plist").read_bytes())
    declared = {one["UTTypeIdentifier"]: one for one in info["UTExportedTypeDeclarations"]}
    claimed = {
        name
        for kind in info["CFBundleDocumentTypes"]
        if kind["LSHandlerRank"] == "Owner"
        for name in kind["LSItemContentTypes"]
    }
    assert claimed == declared.keys()
    for one in declared.values():
        assert (icons / one["UTTypeIconFile"]).is_file()
    # The version has one place, which is not here.
    assert not {"CFBundleVersion", "CFBundleShortVersionString"} & info.keys()


def test_types_are_called_the_same_on_linux_and_macos() -> None:
    info = plistlib.loads((MACOS / "Info.plist").read_bytes())
    linux = (PACKAGING / "deb" / "files" / "context-budget-inspector.xml").read_text("utf-8")
    tags = [one["UTTypeTagSpecification"] for one in info["UTExportedTypeDeclarations"]]
    assert {name for tag in tags for name in tag["public.mime-type"]} == set(
        re.findall(r'<mime-type type="([^"]+)"', linux)
    )
    assert {f"*.{end}" for tag in tags for end in tag["public.filename-extension"]} == set(
        re.findall(r'<glob pattern="([^"]+)"', linux)
    )


def test_the_installer_names_only_files_that_exist_or_are_made(icons: Path) -> None:
    text = INSTALLER.replace("{#Icons}", r"..\..\build\icons")
    text = text.replace("{#Folder}", r"..\..\dist\context-budget-inspector")
    named = re.findall(
        r'(?:^(?:LicenseFile|SetupIconFile)=|Source: ")([^"\n]+)', text, re.MULTILINE
    )
    assert len(named) == 5
    for name in named:
        parts = PureWindowsPath(name).parts[2:]
        if parts[:2] == ("build", "icons"):
            assert (icons / parts[2]).is_file(), name
        elif parts[0] != "dist":
            assert ROOT.joinpath(*parts).is_file(), name


def test_the_installer_uses_only_what_it_declares() -> None:
    defined = {*re.findall(r"^#define (\w+)", INSTALLER, re.MULTILINE), "Version"}
    assert set(re.findall(r"\{#(\w+)\}", INSTALLER)) == defined
    tasks = set(re.findall(r'^Name: "(\w+)"; Description', INSTALLER, re.MULTILINE))
    assert set(re.findall(r"Tasks: (\w+)", INSTALLER)) == tasks
    messages = set(re.findall(r"^en\.(\w+)=", INSTALLER, re.MULTILINE))
    assert messages == set(re.findall(r"^de\.(\w+)=", INSTALLER, re.MULTILINE))
    standard = {"CreateDesktopIcon", "LaunchProgram"}
    assert set(re.findall(r"\{cm:(\w+)", INSTALLER)) == messages | standard
    assert "NOT RUN" in INSTALLER


def test_the_installer_starts_a_program_that_the_app_has_on_windows() -> None:
    spec = (PACKAGING / "app" / "inspector.spec").read_text("utf-8")
    for name in set(re.findall(r"\{app\}\\([\w-]+)\.exe", INSTALLER)):
        assert f'program("{name}"' in spec


@pytest.mark.parametrize(
    ("version", "numbers"),
    [("1.0.0", (1, 0, 0, 0)), ("2.13", (2, 13, 0, 0)), ("1.2.0rc1", (1, 2, 0, 0))],
)
def test_versions_are_four_numbers_on_windows(
    version: str, numbers: tuple[int, ...], version_info: ModuleType
) -> None:
    assert version_info.four_numbers(version) == numbers


def test_the_version_resource_is_one_that_the_freezer_reads(version_info: ModuleType) -> None:
    names = ("FixedFileInfo", "StringFileInfo", "StringStruct", "StringTable", "VarFileInfo")
    made = {name: lambda *args, name=name, **more: (name, args, more) for name in names}
    made |= {name: lambda *args, **more: (args, more) for name in ("VarStruct", "VSVersionInfo")}
    text = version_info.version_info(__version__)
    assert eval(text, {"__builtins__": {}}, made)
    assert text.count(repr(__version__)) == 2
