"""What is found below a root, and what is left out without being looked at."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.problems import Severity
from inspector.project import index_project, paths
from inspector.project.index import Exclusion, ProjectIndex
from inspector.project.rules import DenyOverride, ProjectRules


def out(index: ProjectIndex) -> dict[str, tuple[Exclusion | None, str]]:
    return {path: (file.exclusion, file.detail) for path, file in index.files.items()}


def sendable(index: ProjectIndex) -> list[str]:
    return [path for path, file in index.files.items() if file.exclusion is None]


def write(root: Path, *paths: str, text: str = "x\n") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def test_files_are_listed_in_bytewise_order_of_path(tmp_path: Path) -> None:
    write(tmp_path, "b/a.txt", "a.txt", "b.txt", "é.txt", "Z.txt", "b-c.txt")
    assert sendable(index_project(tmp_path)) == [
        "Z.txt",
        "a.txt",
        "b-c.txt",
        "b.txt",
        "b/a.txt",
        "é.txt",
    ]


@given(order=st.permutations(["a.txt", "b/c.txt", "b/d.txt", ".env", "e/f/g.py"]))
def test_the_order_in_which_a_system_lists_names_changes_nothing(
    order: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("project")
    write(root, *order)
    names = os.listdir

    def shuffled(where: int) -> list[str]:
        return sorted(names(where), key=lambda name: order[0] + name[::-1], reverse=True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths.os, "listdir", shuffled)
        index = index_project(root)
    assert list(index.files) == [".env", "a.txt", "b/c.txt", "b/d.txt", "e/f/g.py"]
    assert index.fingerprint == index_project(root).fingerprint


def test_a_denied_folder_is_one_entry_and_never_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "node_modules/left/index.js", "src/node_modules/right/a.js", "src/a.js")
    write(tmp_path, ".git/config", "src/bin/tool.py", "main.py")
    opened: list[str] = []
    open_folder = os.open

    def watched(path: str, flags: int, **more: int) -> int:
        opened.append(os.fspath(path))
        return open_folder(path, flags, **more)

    monkeypatch.setattr(paths.os, "open", watched)
    index = index_project(tmp_path)
    assert out(index) == {
        ".git": (Exclusion.DENY_RULE, ".git/**"),
        "main.py": (None, ""),
        "node_modules": (Exclusion.DENY_RULE, "node_modules/**"),
        "src/a.js": (None, ""),
        "src/bin": (Exclusion.DENY_RULE, "**/bin/**"),
        "src/node_modules": (Exclusion.DENY_RULE, "node_modules/**"),
    }
    assert index.files["src/bin"].is_folder
    assert not index.files["src/a.js"].is_folder
    assert not {"node_modules", ".git", "bin"} & set(opened)


def test_denied_files_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, ".env", "a/prod.env", ".env.local", "a/server.PEM", "id.key", "c.pfx", "a.py")
    opened: list[str] = []
    open_file = paths._OpenFolder.open_file

    def watched(folder: paths._OpenFolder, name: str) -> int:
        opened.append(name)
        return open_file(folder, name)

    monkeypatch.setattr(paths._OpenFolder, "open_file", watched)
    index = index_project(tmp_path)
    assert sendable(index) == ["a.py"]
    assert opened == ["a.py"]
    assert {file.hash for file in index.files.values() if file.exclusion} == {None}


def test_a_link_that_leaves_the_root_is_outside_the_sandbox(tmp_path: Path) -> None:
    write(tmp_path, "outside/secret.txt", "project/a.txt")
    root = tmp_path / "project"
    (root / "up").symlink_to("../outside/secret.txt")
    (root / "folder").symlink_to("../outside")
    (root / "absolute").symlink_to(tmp_path / "outside/secret.txt")
    (root / "home").symlink_to(root / "a.txt")
    (root / "nowhere").symlink_to("missing")
    (root / "circle").symlink_to("circle")
    (root / "etc").symlink_to("/etc/passwd")
    index = index_project(root)
    assert sendable(index) == ["a.txt"]
    assert {file.exclusion for path, file in index.files.items() if path != "a.txt"} == {
        Exclusion.OUTSIDE_SANDBOX
    }
    assert out(index)["home"][1] == "a link with an absolute path"
    assert out(index)["up"][1] == "a link that leads outside the root"
    assert out(index)["circle"][1] == "a link that leads in a circle"


def test_a_link_inside_the_root_is_a_duplicate_and_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "src/a.txt", "src/b/c.txt")
    (tmp_path / "again").symlink_to("src")
    (tmp_path / "src/b/up").symlink_to("../..")
    (tmp_path / "src/b/chain").symlink_to("../../again/a.txt")
    index = index_project(tmp_path)
    assert sendable(index) == ["src/a.txt", "src/b/c.txt"]
    assert out(index)["again"] == (Exclusion.DUPLICATE, "a link to src")
    assert out(index)["src/b/up"] == (Exclusion.DUPLICATE, "a link to the root")
    assert out(index)["src/b/chain"] == (Exclusion.DUPLICATE, "a link to src/a.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_pipes_and_sockets_are_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    monkeypatch.chdir(tmp_path)  # the path of a socket has to be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.py")
        index = index_project(tmp_path)
    special = (Exclusion.BINARY, "a device, a pipe or a socket")
    assert out(index) == {"pipe.py": special, "socket.py": special}


def test_a_name_that_is_no_path_is_shown_on_one_line_and_left_out(tmp_path: Path) -> None:
    for name in (b"new\nline.py", b"raw\xff.py", b"back\\slash.py", b"esc\x1b.py", b"C:x.py"):
        (tmp_path / os.fsdecode(name)).write_bytes(b"x = 1\n")
    write(tmp_path, "rtl\u202e.py", "sub\u2028/a.py", "ok.py", "d/C:x.py")
    index = index_project(tmp_path)
    assert sendable(index) == ["d/C:x.py", "ok.py"]
    assert {file.exclusion for file in index.files.values()} == {None, Exclusion.OUTSIDE_SANDBOX}
    assert {"new\\nline.py", "raw\\udcff.py", "back\\\\slash.py", "sub\\u2028"} <= set(index.files)
    assert all(path.isprintable() for path in index.files)


def test_names_that_differ_only_in_case_or_composition_are_all_left_out(tmp_path: Path) -> None:
    write(
        tmp_path, "Makefile.txt", "makefile.TXT", "caf\u00e9.py", "cafe\u0301.py", "Src/a", "src/b"
    )
    write(tmp_path, "one.py")
    index = index_project(tmp_path)
    if len(list(tmp_path.iterdir())) < 7:
        pytest.skip("the file system takes them for the same names")
    assert sendable(index) == ["one.py"]
    assert {file.exclusion for file in index.files.values()} == {None, Exclusion.DUPLICATE}
    assert {p.code for p in index.problems} == {"builder.ambiguous-name"}


def test_a_decomposed_name_has_a_composed_path(tmp_path: Path) -> None:
    write(tmp_path, "cafe\u0301/re\u0301sume\u0301.txt")
    assert sendable(index_project(tmp_path)) == ["caf\u00e9/r\u00e9sum\u00e9.txt"]


def test_an_override_opens_a_default_rule_and_is_recorded(tmp_path: Path) -> None:
    write(tmp_path, "packages/a/index.ts", ".env")
    override = DenyOverride(pattern="packages/**", reason="our own sources")
    index = index_project(tmp_path, config=ProjectRules(deny_overrides=(override,)))
    assert sendable(index) == ["packages/a/index.ts"]
    (note,) = index.problems
    assert (note.severity, note.code) == (Severity.NOTE, "builder.deny-rule-taken-back")
    assert "our own sources" in note.message


def test_a_root_that_cannot_be_listed_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path, "file.txt")
    for root in (tmp_path / "missing", tmp_path / "file.txt", str(tmp_path) + "\0"):
        index = index_project(root)
        assert not index.files
        assert [p.code for p in index.problems] == ["builder.root-not-readable"]


def test_a_folder_that_cannot_be_listed_is_an_entry_and_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "locked/a.py", "open/a.py")
    open_folder = paths._OpenFolder.open_folder

    def refusing(folder: paths._OpenFolder, name: str) -> paths.Folder:
        if name == "locked":
            raise PermissionError(13, "no")
        return open_folder(folder, name)

    monkeypatch.setattr(paths._OpenFolder, "open_folder", refusing)
    index = index_project(tmp_path)
    assert out(index) == {
        "locked": (Exclusion.BINARY, "it may not be read"),
        "open/a.py": (None, ""),
    }
    assert [(p.code, p.place.file) for p in index.problems] == [("builder.not-readable", "locked")]


def test_a_tree_deeper_than_descriptors_reach_is_walked(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    here = os.open(root, os.O_RDONLY)
    for _ in range(300):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("end.txt", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    assert sendable(index_project(root)) == ["d/" * 300 + "end.txt"]
