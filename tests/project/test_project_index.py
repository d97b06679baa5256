"""An index as a whole: what it holds, and what it depends on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from inspector.project import ProjectReader, SourceText, index_project, paths, reindexed
from inspector.project.index import (
    Encoding,
    Exclusion,
    IndexedFile,
    ParseState,
    ProjectIndex,
    Relation,
    RelationKind,
    SymbolKind,
)
from inspector.project.rules import ProjectRules

FILES = {
    "base.py": "class Base:\n    def run(self):\n        return 1\n",
    "app/main.py": "from base import Base\n\nclass App(Base):\n    def go(self): self.run()\n",
    "app/readme.md": "# App\n",
    "web/util.ts": "export function twice(x: number): number {\n  return x * 2;\n}\n",
    ".env": "SECRET=1\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    place = tmp_path / "project"
    for name, text in FILES.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return place


def test_a_file_is_in_the_index_with_all_that_is_known_of_it(root: Path) -> None:
    index = index_project(root)
    file = index.files["base.py"]
    assert (file.byte_size, file.line_count, file.encoding) == (48, 3, Encoding.ASCII)
    assert (file.language, file.parse, file.exclusion) == ("python", ParseState.CLEAN, None)
    names = [(s.qualified_name, s.kind, s.start_line, s.end_line) for s in file.symbols]
    assert names == [("Base", SymbolKind.CLASS, 1, 3), ("Base.run", SymbolKind.METHOD, 2, 3)]
    plain = index.files["app/readme.md"]
    assert (plain.language, plain.parse, plain.symbols) == (None, ParseState.NO_GRAMMAR, ())
    denied = index.files[".env"]
    assert (denied.hash, denied.byte_size, denied.exclusion) == (None, 0, Exclusion.DENY_RULE)


def test_relations_lead_from_file_to_file(root: Path) -> None:
    found = index_project(root).relations
    assert Relation("app/main.py", "App", RelationKind.BASE_TYPE, "base.py", "Base") in found


def test_what_the_reader_gives_is_what_the_index_says(root: Path) -> None:
    (root / "wide.cs").write_bytes("\ufeffclass A { }\r\n".encode("utf-16-le"))
    index, reader = index_project(root), ProjectReader(root)
    for path, file in index.files.items():
        source = reader.read(path)
        if isinstance(source, SourceText):
            known = (file.hash, file.encoding, file.byte_size, file.line_count)
            assert known == (source.hash, source.encoding, source.byte_size, source.line_count)
        else:
            assert (file.exclusion, file.detail) == (source.exclusion, source.detail)


def test_a_copy_elsewhere_has_the_same_index(root: Path, tmp_path: Path) -> None:
    (root / "link").symlink_to("base.py")
    shutil.copytree(root, tmp_path / "elsewhere/copy", symlinks=True)
    first, second = index_project(root), index_project(tmp_path / "elsewhere/copy")
    assert first.root != second.root
    assert replace(first, root="") == replace(second, root="")
    assert first.fingerprint == second.fingerprint


def test_another_process_with_another_seed_and_locale_makes_the_same_index(root: Path) -> None:
    (root / "n\u00e4me \u6587.py").write_text("def f(): ...\n", encoding="utf-8")
    (root / "link").symlink_to("n\u00e4me \u6587.py")
    code = (
        "import sys\nfrom inspector.project import index_project\n"
        "index = index_project(sys.argv[1])\nprint(index.fingerprint)"
    )
    prints = {index_project(root).fingerprint}
    run = subprocess.run(
        [sys.executable, "-c", code, str(root)],
        env=os.environ
        | {"PYTHONHASHSEED": "77", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        cwd=Path(__file__).parents[4],
        capture_output=True,
        text=True,
        check=True,
    )
    prints.add(run.stdout.strip())
    assert len(prints) == 1


def test_without_relative_opening_the_index_is_the_same(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "in").symlink_to("base.py")
    (root / "out").symlink_to("../..")
    first = index_project(root)
    monkeypatch.setattr(paths, "_HAS_RELATIVE_OPEN", False)
    assert index_project(root) == first


CHANGES = {
    "contents": lambda root: (root / "base.py").write_text("class Base: ...\n"),
    "a comment": lambda root: (root / "app/readme.md").write_text("# Bpp\n"),
    "a name": lambda root: (root / "base.py").rename(root / "basic.py"),
    "a new file": lambda root: (root / "new").write_text(""),
    "a file less": lambda root: (root / "web/util.ts").unlink(),
    "a denied file less": lambda root: (root / ".env").unlink(),
    "an encoding": lambda root: (root / "base.py").write_bytes(
        b"\xef\xbb\xbf" + FILES["base.py"].encode()
    ),
    "a link": lambda root: (root / "link").symlink_to("base.py"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_fingerprint_changes_with_the_project(root: Path, change: str) -> None:
    before = index_project(root).fingerprint
    CHANGES[change](root)
    assert index_project(root).fingerprint != before


def test_the_fingerprint_stays_when_only_times_and_permissions_change(root: Path) -> None:
    before = index_project(root).fingerprint
    os.utime(root / "base.py", (1, 1))
    (root / "base.py").chmod(0o600)
    assert index_project(root).fingerprint == before


def test_the_fingerprint_changes_with_every_part_of_the_index(root: Path) -> None:
    index = index_project(root)
    file = index.files["base.py"]
    symbol = file.symbols[0]
    changed_symbols = [
        replace(symbol, **change)
        for change in (
            {"qualified_name": "X"},
            {"kind": SymbolKind.ENUM},
            {"start_line": 2},
            {"end_line": 9},
            {"signature": "x"},
            {"parsed_cleanly": False},
        )
    ]
    changed_files = [replace(file, symbols=(one, *file.symbols[1:])) for one in changed_symbols]
    changed_files += [replace(file, hash="0"), replace(file, exclusion=Exclusion.SECRET_RISK)]
    changed_files += [replace(file, language="c"), replace(file, parse=ParseState.PARTIAL)]
    changed_files += [replace(file, detail="x"), replace(file, encoding=Encoding.UNKNOWN)]
    changed = [replace(index, files=dict(index.files) | {"base.py": one}) for one in changed_files]
    changed.append(replace(index, relations=()))
    prints = {one.fingerprint for one in changed}
    assert len(prints) == len(changed)
    assert index.fingerprint not in prints


def read(root: Path, path: str) -> SourceText:
    source = ProjectReader(root).read(path)
    assert isinstance(source, SourceText)
    return source


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("base.py", "class Base:\n    def walk(self):\n        return 1\n"),
        ("base.py", "# only lower down\n" + FILES["base.py"]),
        ("app/main.py", "x = 1\n"),
        ("app/readme.md", "changed\n"),
        ("brand/new.py", "from base import Base\nclass New(Base): ...\n"),
    ],
)
def test_reindexing_one_file_equals_indexing_all(root: Path, path: str, text: str) -> None:
    before = index_project(root)
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text(text)
    after = reindexed(before, path, read(root, path))
    fresh = index_project(root)
    assert (after.files, after.relations) == (fresh.files, fresh.relations)
    assert after.facts == fresh.facts
    assert after.fingerprint == fresh.fingerprint != before.fingerprint
    assert list(after.files) == list(fresh.files)


def test_reindexing_what_did_not_change_gives_the_same_index(root: Path) -> None:
    index = index_project(root)
    assert reindexed(index, "base.py", read(root, "base.py")) is index


def test_reindexing_a_file_that_became_binary_takes_its_symbols_out(root: Path) -> None:
    before = index_project(root)
    (root / "base.py").write_bytes(b"\0")
    source = ProjectReader(root).read("base.py")
    assert not isinstance(source, SourceText)
    after = reindexed(before, "base.py", source)
    assert after.files["base.py"].exclusion is Exclusion.BINARY
    assert "Base" not in after.symbols
    assert after.relations == index_project(root).relations


ARCHIVES = {
    "a.zip": b"PK\x03\x04\x14\0\0\0",
    "a.gz": b"\x1f\x8b\x08\0\0\0\0\0",
    "a.tar": b"name" + b"\0" * 508,
    "a.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "a.7z": b"7z\xbc\xaf\x27\x1c\0\x04",
}


def test_archives_are_binary_and_read_no_further_than_their_first_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, data in ARCHIVES.items():
        (tmp_path / name).write_bytes(data + b"x" * 100_000)
    sizes: list[int] = []
    read_some = os.read

    def watched(descriptor: int, size: int) -> bytes:
        sizes.append(size)
        return read_some(descriptor, size)

    monkeypatch.setattr("inspector.project.contents.os.read", watched)
    index = index_project(tmp_path)
    assert {(file.exclusion, file.detail) for file in index.files.values()} == {
        (Exclusion.BINARY, "binary")
    }
    assert sum(sizes) <= len(ARCHIVES) * 8192


def test_a_huge_file_is_too_large_and_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "huge.py").open("wb") as file:
        file.truncate(1 << 40)
    monkeypatch.setattr(paths._OpenFolder, "open_file", None)
    (entry,) = index_project(tmp_path).files.values()
    assert entry == IndexedFile(
        "huge.py",
        1 << 40,
        None,
        Encoding.UNKNOWN,
        0,
        exclusion=Exclusion.TOO_LARGE,
        detail="larger than the limit",
    )


def test_a_deny_rule_that_cannot_be_understood_leaves_nothing_to_send(root: Path) -> None:
    index = index_project(root, config=ProjectRules(deny=("[z-a]",)))
    assert {file.exclusion for file in index.files.values()} == {Exclusion.DENY_RULE}
    assert [problem.code for problem in index.problems] == ["builder.deny-rule-not-understood"]


def test_a_file_that_may_not_be_read_is_an_entry_and_a_problem(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_file = paths._OpenFolder.open_file

    def refusing(folder: paths._OpenFolder, name: str) -> int:
        if name == "base.py":
            raise PermissionError(13, "no")
        return open_file(folder, name)

    monkeypatch.setattr(paths._OpenFolder, "open_file", refusing)
    index: ProjectIndex = index_project(root)
    assert index.files["base.py"].exclusion is Exclusion.BINARY
    assert index.files["base.py"].detail == "it may not be read"
    assert [(p.code, p.place.file) for p in index.problems] == [("builder.not-readable", "base.py")]


def test_reindexing_a_file_that_is_gone_leaves_an_entry_that_says_so(root: Path) -> None:
    before = index_project(root)
    (root / "base.py").unlink()
    after = reindexed(before, "base.py", ProjectReader(root).read("base.py"))
    assert after.files["base.py"].detail == "there is nothing there"
    assert after.files["base.py"].exclusion is Exclusion.GONE
    assert after.relations == index_project(root).relations
