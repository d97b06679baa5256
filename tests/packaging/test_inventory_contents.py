"""Every file and module of a frozen folder belongs to a part, or the inventory refuses it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PathDistribution
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "packaging" / "inventory"
ROOT = FOLDER.parent.parent

KNOWN = {
    "licences": {"thing": "MIT"},
    "works": [
        {
            "name": "Engine",
            "by": "Somebody",
            "package": "thing",
            "files": r"thing/libengine\.so\.(\d+)",
            "licence": "LGPL-3.0-only",
            "purl": "pkg:generic/engine",
            "texts": ["LGPL-3.0.txt"],
        },
        {
            "name": "Maths",
            "by": "Somebody",
            "package": "thing",
            "files": r"thing/libmaths\.so",
            "version_inside": r"maths (\d+)",
            "licence": "MIT",
            "purl": "pkg:generic/maths",
            "package_texts": ["Thing/LICENSE"],
        },
    ],
    "inside": {"Engine": {"zlib": "Zlib"}},
}


@pytest.fixture(scope="module")
def contents() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as path:
        path.syspath_prepend(str(FOLDER))
        import contents

        yield contents


class NoSystem:
    """A system none of whose libraries was copied."""

    def package_of(self, copied: Path) -> None:
        return None


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with one installed package."""
    about = tmp_path / "packages" / "thing-2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Name: Thing\nVersion: 2\nAuthor: A <a@b>\n", "utf-8")
    (about / "LICENSE").write_text("the licence", encoding="utf-8")
    names = [
        "thing/__init__.py",
        "thing/space/deep.py",
        "thing/libengine.so.7",
        "thing/libmaths.so",
    ]
    for name in names:
        path = about.parent / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\0maths 12\0" if name.endswith("maths.so") else b"x")
    listed = [*names, "thing-2.dist-info/LICENSE", "thing-2.dist-info/METADATA"]
    (about / "RECORD").write_text("".join(f"{name},,\n" for name in listed), encoding="utf-8")
    return about.parent


@pytest.fixture
def frozen(packages: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "app"
    shutil.copytree(packages / "thing", folder / "_internal" / "thing")
    (folder / "inspector").write_bytes(b"program")
    (folder / "_internal" / "base_library.zip").write_bytes(b"zip")
    (folder / "_internal" / "libpython3.11.so.1.0").write_bytes(b"python")
    (folder / "_internal" / "link.so").symlink_to("thing/libmaths.so")
    shutil.copytree(ROOT / "resources" / "fonts", folder / "_internal" / "resources" / "fonts")
    return folder


def _read(contents: ModuleType, frozen: Path, packages: Path, *modules: str) -> dict[str, object]:
    installed = [PathDistribution(packages / "thing-2.dist-info")]
    environment = contents.Environment(installed, KNOWN, FOLDER / "texts")
    found = contents.read_contents(frozen, modules, environment, NoSystem())
    assert contents.read_contents(frozen, modules, environment, NoSystem()) == found
    return {part.name: part for part in found}


def test_files_are_told_apart_by_what_put_them_there(
    contents: ModuleType, frozen: Path, packages: Path
) -> None:
    parts = _read(contents, frozen, packages, "thing", "json", "inspector.core")
    assert sorted(parts) == ["DejaVu Sans Mono", "Engine", "Inter", "Maths", "Python", "Thing"]
    assert parts["Engine"].files == ["_internal/thing/libengine.so.7"]
    assert parts["Python"].files == ["_internal/base_library.zip", "_internal/libpython3.11.so.1.0"]
    assert all(name.startswith("_internal/resources/fonts/") for name in parts["Inter"].files)


def test_a_work_inside_a_package_has_its_own_version_licence_and_texts(
    contents: ModuleType, frozen: Path, packages: Path
) -> None:
    parts = _read(contents, frozen, packages)
    engine, maths = parts["Engine"], parts["Maths"]
    assert (engine.version, engine.licence, engine.inside) == (
        *("7", "LGPL-3.0-only"),
        {"zlib": "Zlib"},
    )
    assert list(engine.texts) == ["common/LGPL-3.0.txt"]
    assert (maths.version, maths.purl) == ("12", "pkg:generic/maths@12")
    assert maths.texts == {"Thing/LICENSE": packages / "thing-2.dist-info" / "LICENSE"}


def test_a_package_is_found_by_a_module_alone(contents: ModuleType, packages: Path) -> None:
    empty = packages.parent / "empty"
    empty.mkdir()
    for module in ("thing", "thing.space", "thing.space.deep"):
        parts = _read(contents, empty, packages, module)
        assert [(part.name, part.version, part.licence, part.by) for part in parts.values()] == [
            ("Thing", "2", "MIT", "A")
        ]


@pytest.mark.parametrize(
    "stray", ["_internal/libstray.so.1", "_internal/thing/other.so", "notes.txt"]
)
def test_a_file_of_nobody_is_refused_by_name(
    stray: str, contents: ModuleType, frozen: Path, packages: Path
) -> None:
    (frozen / stray).write_bytes(b"?")
    with pytest.raises(contents.UnlistedError) as caught:
        _read(contents, frozen, packages)
    assert caught.value.names == [stray]


def test_a_module_of_nobody_is_refused_by_name(
    contents: ModuleType, frozen: Path, packages: Path
) -> None:
    with pytest.raises(contents.UnlistedError, match="module stray"):
        _read(contents, frozen, packages, "stray")


def test_a_library_of_the_system_is_told_by_its_bytes_and_not_by_its_name(
    tmp_path: Path, contents: ModuleType
) -> None:
    import system_libraries

    system = system_libraries.SystemLibraries()
    place = next((paths[0] for name, paths in system._places.items() if "libc.so" in name), None)
    if place is None or not shutil.which("dpkg-query"):
        pytest.skip("no dpkg, or no ldconfig")
    copied = tmp_path / place.name
    shutil.copy(place, copied)
    package = system.package_of(copied)
    assert package.name == "libc6"
    assert package.version
    assert package.purl.startswith("pkg:deb/debian/libc6@")
    assert any(name == "debian/libc6.txt" for name, _ in package.texts())
    copied.write_bytes(place.read_bytes()[:-1] + b"?")
    assert system.package_of(copied) is None


def test_the_licence_of_a_library_can_be_said_besides(contents: ModuleType, tmp_path: Path) -> None:
    from system_libraries import DebianPackage

    text = tmp_path / "copyright"
    text.write_text("Files: *\nLicense: GPL-2+\n", encoding="utf-8")
    environment = contents.Environment([], {"libraries": {"libx.*": "X11"}}, tmp_path)
    for name, licence in (("libxcb1", "X11"), ("libother1", "GPL-2.0-or-later")):
        package = DebianPackage(name, "1:2", "amd64", name, text)
        part = environment.part_of_library(package)
        assert (part.licence, part.purl) == (licence, f"pkg:deb/debian/{name}@1%3A2?arch=amd64")


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("Format: x\n\nFiles: *\nCopyright: A\nLicense: Expat\n text\n", "MIT"),
        ("Files: debian/*\nLicense: GPL-2+\n\nFiles: *\nLicense: Zlib\n", "Zlib"),
        ("Files: *\nLicense: GPL-2+ or FTL\n", "GPL-2+ or FTL"),
        ("This package was made by A.\n", ""),
    ],
)
def test_a_copyright_file_names_the_licence_of_its_main_part(
    text: str, licence: str, contents: ModuleType
) -> None:
    import system_libraries

    assert system_libraries.licence_of_copyright(text) == licence


def test_everything_that_is_known_besides_has_its_text(contents: ModuleType) -> None:
    import tomllib

    known = tomllib.loads((FOLDER / "known.toml").read_text("utf-8"))
    named = [*known["texts"].values(), *(work.get("texts", ()) for work in known["works"])]
    texts = {name for names in named for name in names}
    assert texts == {path.name for path in (FOLDER / "texts").iterdir()}
    for work in known["works"]:
        assert work.get("texts") or work.get("package_texts"), work["name"]
    assert sys.modules["contents"] is contents
