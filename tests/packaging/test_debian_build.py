"""A package is made from a frozen program, and the same program gives the same bytes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import __version__
from tests.shared.debian_package import module, program

shared_objects = module("shared_objects")
control = module("control")
EPOCH = 1_700_000_000


def _binary(name: str, *needed: str, glibc: tuple[int, int] = (2, 17)) -> object:
    return shared_objects.SharedObject(
        Path(name), name, needed, (("GLIBC", glibc), ("GLIBCXX", (3, 4, 29)))
    )


def test_what_binaries_need_of_one_another_is_no_dependency() -> None:
    found = shared_objects.dependencies(
        [_binary("liba.so.1", "libb.so.2", "libc.so.6"), _binary("libb.so.2", "libGL.so.1")]
    )
    assert found == ["libc6 (>= 2.17)", "libgl1"]


def test_the_newest_symbols_decide_which_c_libraries_are_needed() -> None:
    found = shared_objects.dependencies(
        [
            _binary("one", "libc.so.6", glibc=(2, 4)),
            _binary("two", "libc.so.6", "libstdc++.so.6", glibc=(2, 36)),
        ]
    )
    assert found == ["libc6 (>= 2.36)", "libstdc++6 (>= 11)"]


def test_a_library_that_nobody_knows_ends_the_build() -> None:
    with pytest.raises(shared_objects.UnknownLibraryError, match=r"libnew\.so\.3"):
        shared_objects.dependencies([_binary("one", "libnew.so.3")])


def test_the_fields_say_what_apt_needs() -> None:
    text = control.control("1.2.0rc1", ["libc6 (>= 2.36)", "libgl1"], 2048)
    fields = dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith(" "))
    assert fields["Version"] == "1.2.0~rc1"
    assert fields["Architecture"] == "amd64"
    assert fields["Installed-Size"] == "2048"
    depends = fields["Depends"].split(", ")
    assert depends == ["fontconfig-config", "libc6 (>= 2.36)", "libgl1", "xkb-data"]
    assert "python" not in text.lower().replace("no python is needed", "")


@given(st.sets(st.sampled_from(sorted(shared_objects.PACKAGES)), min_size=1))
def test_every_library_of_the_system_always_becomes_a_package(names: set[str]) -> None:
    found = shared_objects.dependencies([_binary("one", *sorted(names))])
    wanted = {shared_objects.PACKAGES[name] for name in names}
    assert {entry.split(" ")[0] for entry in found} == wanted


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """What looks like a frozen program: a real binary, a folder, data and a link."""
    folder = tmp_path / "app"
    (folder / "_internal/qt").mkdir(parents=True)
    (folder / "_internal/licences").mkdir()
    (folder / "_internal/licences/components.json").write_text("[]\n", "utf-8")
    (folder / "_internal/qt/libQt6Core.so.6").write_bytes(b"no binary")
    (folder / "_internal/libQt6Core.so.6").symlink_to("qt/libQt6Core.so.6")
    (folder / "inspector").write_text("#!/bin/sh\n", "utf-8")
    (folder / "inspector").chmod(0o700)
    return folder


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg is not installed")
def test_the_same_program_gives_the_same_package_with_everything_in_its_place(
    app: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = program("build")
    monkeypatch.setattr(build.tree.copyrights, "components_of", lambda app: [])
    monkeypatch.setattr(build, "dependencies", lambda objects: ["libc6"])
    made = [
        build.make_package(app, tmp_path / name, __version__, EPOCH, "zstd") for name in ("a", "b")
    ]
    assert made[0].read_bytes() == made[1].read_bytes()
    assert made[0].name.startswith("context-budget-inspector_")
    assert made[0].name.endswith("_amd64.deb")

    listed = subprocess.run(
        ["dpkg-deb", "--contents", str(made[0])],
        check=True,
        capture_output=True,
        text=True,
        env={"TZ": "UTC", "PATH": "/usr/bin:/bin"},
    ).stdout.splitlines()
    assert {line.split()[1] for line in listed} == {"root/root"}
    assert {" ".join(line.split()[3:5]) for line in listed} == {"2023-11-14 22:13"}
    entries = {line.split()[5].removeprefix("./"): line for line in listed}
    runs = {name for name, line in entries.items() if line.startswith("-rwxr-xr-x")}
    assert runs == {"usr/bin/inspector", "usr/lib/context-budget-inspector/inspector"}
    assert {line[:10] for line in listed} == {
        "drwxr-xr-x",
        "-rwxr-xr-x",
        "-rw-r--r--",
        "lrwxrwxrwx",
    }
    wanted = {
        "usr/share/applications/context-budget-inspector.desktop",
        "usr/share/bash-completion/completions/inspector",
        "usr/share/doc/context-budget-inspector/changelog.gz",
        "usr/share/doc/context-budget-inspector/copyright",
        "usr/share/fish/vendor_completions.d/inspector.fish",
        "usr/share/icons/hicolor/scalable/apps/context-budget-inspector.svg",
        "usr/share/man/man1/inspector.1.gz",
        "usr/share/metainfo/context-budget-inspector.metainfo.xml",
        "usr/share/mime/packages/context-budget-inspector.xml",
        "usr/share/zsh/vendor-completions/_inspector",
    }
    assert wanted <= entries.keys()
