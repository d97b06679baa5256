"""Reading by path: whatever is asked for, nothing outside the root and nothing denied comes out."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.project import ProjectReader, Refused, SourceText, Unread, paths
from inspector.project.contents import stamp_of
from inspector.project.index import Encoding, Exclusion
from inspector.project.rules import ProjectRules

INSIDE = "inside\n"
OUTSIDE = "OUTSIDE\n"
DENIED = "DENIED\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with something to steal beside it and in it."""
    place = tmp_path_factory.mktemp("jail")
    project = place / "project"
    files = {"src/a.py": INSIDE, "src/deep/b.py": INSIDE, "caf\u00e9.txt": INSIDE}
    files |= {".env": DENIED, ".git/config": DENIED, "node_modules/m/i.js": DENIED}
    files |= {"keys/x.PEM": DENIED, "../beside.py": OUTSIDE, "../beside/c.py": OUTSIDE}
    for name, text in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (project / "out").symlink_to("../beside")
    (project / "out.py").symlink_to("../beside.py")
    (project / "src/up").symlink_to("..")
    (project / "src/env").symlink_to("../.env")
    (project / "abs").symlink_to("/")
    os.mkfifo(project / "pipe")
    return project


def refusal(root: Path, path: str) -> tuple[Exclusion, str]:
    found = ProjectReader(root).read(path)
    assert isinstance(found, Refused)
    return found.exclusion, found.detail


def test_a_file_is_read_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbfa = 1\r\nb = 2"
    (tmp_path / "a.py").write_bytes(data)
    assert ProjectReader(tmp_path).read("a.py") == SourceText(
        "a.py", "a = 1\r\nb = 2", Encoding.UTF_8, 15, 2, hashlib.sha256(data).hexdigest()
    )


@pytest.mark.parametrize("path", ["src/a.py", "./src/a.py", "src//a.py", "src/./a.py"])
def test_spellings_of_one_path_give_the_same_text(root: Path, path: str) -> None:
    found = ProjectReader(root).read(path)
    assert isinstance(found, SourceText)
    assert (found.path, found.text) == ("src/a.py", INSIDE)


def test_composed_and_decomposed_requests_are_the_same(root: Path) -> None:
    reader = ProjectReader(root)
    assert reader.read("caf\u00e9.txt") == reader.read("cafe\u0301.txt")
    assert isinstance(reader.read("caf\u00e9.txt"), SourceText)


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("", "the path is empty"),
        (".", "the path is the root itself"),
        ("/etc/passwd", "the path is absolute"),
        ("//server/share", "the path is absolute"),
        ("../beside.py", "the path has .."),
        ("src/../src/a.py", "the path has .."),
        ("src/../../beside.py", "the path has .."),
        ("C:/Windows/win.ini", "the path starts with a drive"),
        ("c:src/a.py", "the path starts with a drive"),
        (".//C:x.py", "the path starts with a drive"),
        ("\\\\server\\share\\a", "the path has a backslash"),
        ("src\\a.py", "the path has a backslash"),
        ("..\\beside.py", "the path has a backslash"),
        ("src/a.py\0", "the name has control, invisible or undecodable characters"),
        ("src/a\n.py", "the name has control, invisible or undecodable characters"),
        ("src/a\u200b.py", "the name has control, invisible or undecodable characters"),
        ("src/\udcff.py", "the name has control, invisible or undecodable characters"),
        ("n" * 300, "the name has more than 255 bytes"),
        ("é" * 128, "the name has more than 255 bytes"),
        ("d/" * 2100 + "a", "the path has more than 4,096 bytes"),
        ("out/c.py", "a link that leads outside the root"),
        ("out.py", "a link that leads outside the root"),
        ("abs/etc/passwd", "a link with an absolute path"),
    ],
)
def test_a_path_that_is_none_of_the_project_is_outside_the_sandbox(
    root: Path, path: str, detail: str
) -> None:
    assert refusal(root, path) == (Exclusion.OUTSIDE_SANDBOX, detail)


@pytest.mark.parametrize(
    "path",
    [
        "missing.py",
        "src/a.py/b",
        "SRC/A.PY",
        "~/elsewhere/id",
        "%2e%2e/beside.py",
        "file:///etc/passwd",
    ],
)
def test_a_path_with_nothing_at_its_end_is_gone(root: Path, path: str) -> None:
    assert refusal(root, path) == (Exclusion.GONE, "there is nothing there")


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (".env", "**/*.env"),
        (".ENV", "**/*.env"),
        (".env.local", "**/*.env"),
        ("src/.git", ".git/**"),
        (".git/config", ".git/**"),
        (".GIT/config", ".git/**"),
        (".git./config", ".git/**"),
        (".git /config", ".git/**"),
        (".git::$INDEX_ALLOCATION/config", ".git/**"),
        ("\uff0egit/config", ".git/**"),
        ("node_modules/m/i.js", "node_modules/**"),
        ("keys/x.PEM", "**/*.pem"),
        ("keys/x.pem.", "**/*.pem"),
        ("keys/x.pem:stream", "**/*.pem"),
    ],
)
def test_a_denied_path_is_refused_by_its_rule_before_it_is_looked_at(
    root: Path, path: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths.os, "open", None)
    assert refusal(root, path) == (Exclusion.DENY_RULE, rule)


def test_what_is_no_regular_file_is_not_opened(root: Path) -> None:
    assert refusal(root, "pipe") == (Exclusion.BINARY, "a device, a pipe or a socket")
    assert refusal(root, "src") == (Exclusion.BINARY, "a folder")
    assert refusal(Path("/dev"), "zero") == (Exclusion.BINARY, "a device, a pipe or a socket")


def test_a_link_to_a_file_of_the_project_is_its_duplicate(root: Path) -> None:
    assert refusal(root, "src/env") == (Exclusion.DUPLICATE, "a link to .env")
    assert refusal(root, "src/up/src/a.py") == (Exclusion.DUPLICATE, "a link to the root")


PIECES = ["..", ".", "", "src", "a.py", "deep", "b.py", "out", "out.py", "up", "env", "abs", "etc"]
PIECES += ["passwd", "beside", "beside.py", "c.py", ".env", ".git", "config", "keys", "x.PEM", "C:"]
PIECES += ["\\", "\0", "~", "\u2025", "\uff0e\uff0e", "\uff0f", "pipe", "node_modules", "project"]
SPELLED = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=7).map("/".join)


@given(path=SPELLED | st.text(st.characters(exclude_categories=())) | SPELLED.map("/".__add__))
@example(path="src/deep/b.py")
def test_no_request_reads_outside_the_root_or_what_is_denied(root: Path, path: str) -> None:
    found = ProjectReader(root).read(path)
    if isinstance(found, SourceText):
        assert found.text == INSIDE
    assert len(found.path.encode().splitlines()) <= 1


def test_a_large_file_is_refused_without_being_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(1 << 40)
    monkeypatch.setattr(paths._OpenFolder, "open_file", None)
    found = ProjectReader(tmp_path).read("huge.txt")
    assert found == Refused(
        "huge.txt", Exclusion.TOO_LARGE, "larger than the limit", Unread.TOO_LARGE, 1 << 40
    )


def test_the_limit_of_the_configuration_is_the_last_size_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x" * 10)
    (tmp_path / "b.txt").write_text("x" * 11)
    reader = ProjectReader(tmp_path, ProjectRules(max_file_bytes=10))
    assert isinstance(reader.read("a.txt"), SourceText)
    assert isinstance(reader.read("b.txt"), Refused)


def test_a_link_put_in_the_place_of_a_folder_while_reading_leads_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.py").write_text(OUTSIDE)
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    (root / "src/a.py").write_text(INSIDE)
    status = paths._OpenFolder.status

    def swapping(folder: paths._OpenFolder, name: str) -> os.stat_result:
        found = status(folder, name)
        if name == "src" and not (root / "src").is_symlink():
            (root / "src").rename(root / "moved")
            (root / "src").symlink_to("../outside")
        return found

    monkeypatch.setattr(paths._OpenFolder, "status", swapping)
    assert isinstance(ProjectReader(root).read("src/a.py"), Refused)
    assert (root / "src/a.py").read_text() == OUTSIDE


def test_a_link_put_in_the_place_of_a_file_while_reading_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "outside.py").write_text(OUTSIDE)
    (root / "a.py").write_text(INSIDE)
    open_file = paths._OpenFolder.open_file

    def swapping(folder: paths._OpenFolder, name: str) -> int:
        (root / "a.py").unlink()
        (root / "a.py").symlink_to("../outside.py")
        return open_file(folder, name)

    monkeypatch.setattr(paths._OpenFolder, "open_file", swapping)
    assert isinstance(ProjectReader(root).read("a.py"), Refused)


def changing(
    path: Path, versions: list[str], monkeypatch: pytest.MonkeyPatch
) -> SourceText | Refused:
    """Read a file that is written anew, with the next version, each time it has been opened."""
    open_file = paths._OpenFolder.open_file

    def writing(folder: paths._OpenFolder, name: str) -> int:
        descriptor = open_file(folder, name)
        if versions:
            path.write_text(versions.pop(0))
        return descriptor

    monkeypatch.setattr(paths._OpenFolder, "open_file", writing)
    return ProjectReader(path.parent).read(path.name)


def test_a_file_that_changed_once_while_it_was_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("old")
    found = changing(tmp_path / "a.txt", ["the new one"], monkeypatch)
    assert isinstance(found, SourceText)
    assert found.text == "the new one"


def test_a_file_that_never_stays_the_same_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("")
    found = changing(tmp_path / "a.txt", ["x" * size for size in range(1, 99)], monkeypatch)
    assert isinstance(found, Refused)
    assert (found.exclusion, found.cause) == (Exclusion.BINARY, Unread.CHANGING)


def test_a_file_that_may_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(folder: paths._OpenFolder, name: str) -> int:
        raise PermissionError(13, "no")

    (tmp_path / "a.txt").write_text("x")
    monkeypatch.setattr(paths._OpenFolder, "open_file", refusing)
    assert refusal(tmp_path, "a.txt") == (Exclusion.BINARY, "it may not be read")


def test_without_relative_opening_the_same_is_read_and_refused(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["src/a.py", "caf\u00e9.txt", "out/c.py", "out.py", "src/up/src/a.py", "pipe", ".env"]
    names += ["missing", "src", "src/deep/b.py", "abs/etc/passwd", "../beside.py"]
    reader = ProjectReader(root)
    before = [reader.read(path) for path in names]
    monkeypatch.setattr(paths, "_HAS_RELATIVE_OPEN", False)
    assert [reader.read(path) for path in names] == before


def test_a_stamp_tells_a_file_from_its_copy_of_the_same_size_and_time(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for path in (first, second):
        path.write_text("same")
        os.utime(path, ns=(10**18, 10**18))
    assert stamp_of(first.stat()) != stamp_of(second.stat())
