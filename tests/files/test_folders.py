"""A folder of text files is a candidate set with one bucket."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector.core.candidates.candidate_set import BucketFile
from inspector.core.problems import Severity
from inspector.files import Loaded, load_candidates
from inspector.files.folder import set_name
from inspector.files.opening import files_of_folder, load_any
from inspector.resources import resource_path
from tests.shared.problem_lists import codes


def files_of(loaded: Loaded) -> dict[str, BucketFile]:
    assert loaded.value is not None
    (bucket,) = loaded.value.buckets
    return {file.file_id: file for file in bucket.files}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "matter"
    made.mkdir()
    return made


def test_every_text_file_is_a_file_of_the_bucket_sorted_bytewise(folder: Path) -> None:
    (folder / "sub").mkdir()
    for name in ("b.txt", "a.txt", "B.txt", "sub/z.txt", "sub.txt", "é.txt", "~.txt"):
        (folder / name).write_text(f"text of {name}", encoding="utf-8")
    loaded = load_candidates(folder)
    assert loaded.problems == ()
    found = files_of(loaded)
    assert list(found) == ["B.txt", "a.txt", "b.txt", "sub.txt", "sub/z.txt", "~.txt", "é.txt"]
    assert found["sub/z.txt"].text == "text of sub/z.txt"
    assert found["sub/z.txt"].title == "z.txt"
    assert loaded.value is not None
    assert loaded.value.set_id == loaded.value.buckets[0].bucket_id == "matter"
    assert loaded.value.skipped_records == 0


def test_text_is_kept_as_it_is(folder: Path) -> None:
    (folder / "a.txt").write_bytes(b" one\r\ntwo \n\n")
    (folder / "empty.txt").write_bytes(b"")
    assert files_of(load_candidates(folder))["a.txt"].text == " one\r\ntwo \n\n"
    assert files_of(load_candidates(folder))["empty.txt"].text == ""


def test_a_byte_order_mark_decides_the_encoding(folder: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        (folder / encoding).write_text("naïve 😀", encoding=encoding)
    loaded = load_candidates(folder)
    assert loaded.problems == ()
    assert {file.text for file in files_of(loaded).values()} == {"naïve 😀"}


def test_hidden_files_are_left_out_with_a_note(folder: Path) -> None:
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    (folder / ".env").write_text("x")
    (folder / "a.txt").write_text("x")
    loaded = load_candidates(folder)
    assert list(files_of(loaded)) == ["a.txt"]
    assert codes(loaded) == ["folder.hidden"] * 2
    assert all(one.severity is Severity.NOTE for one in loaded.problems)
    assert loaded.value is not None
    assert loaded.value.skipped_records == 0


def test_what_is_no_text_is_told_and_counted(folder: Path) -> None:
    (folder / "a.txt").write_text("x")
    (folder / "image.png").write_bytes(b"\x89PNG\0\0")
    (folder / "latin.txt").write_bytes(b"caf\xe9")
    (folder / "cut.txt").write_bytes(b"\xff\xfea")
    os.mkfifo(folder / "pipe")
    loaded = load_candidates(folder)
    assert list(files_of(loaded)) == ["a.txt"]
    assert sorted(codes(loaded)) == [
        "file.not-regular",
        "folder.binary",
        "folder.not-utf8",
        "folder.not-utf8",
    ]
    assert loaded.value is not None
    assert loaded.value.skipped_records == 4


def test_links_are_followed_only_to_files_of_the_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("secret")
    (tmp_path / "matter2").mkdir()
    (folder / "sub").mkdir()
    (folder / "sub" / "a.txt").write_text("inside")
    (folder / "link.txt").symlink_to("sub/a.txt")
    (folder / "outside.txt").symlink_to("../outside.txt")
    (folder / "absolute.txt").symlink_to(tmp_path / "outside.txt")
    (folder / "sibling").symlink_to("../matter2")
    (folder / "loop").symlink_to(".")
    (folder / "dangling.txt").symlink_to("nothing.txt")
    (folder / "zz").mkdir()
    (folder / "zz" / "loop").symlink_to(".")
    loaded = load_candidates(folder)
    assert {name: file.text for name, file in files_of(loaded).items()} == {
        "link.txt": "inside",
        "sub/a.txt": "inside",
    }
    assert sorted(codes(loaded)) == [
        "file.missing",
        "folder.link-leaves-folder",
        "folder.link-leaves-folder",
        "folder.link-leaves-folder",
        "folder.link-to-folder",
        "folder.link-to-folder",
    ]
    assert loaded.value is not None
    assert loaded.value.skipped_records == 4
    told = {one.code: (one.severity, one.message, one.fix) for one in loaded.problems}
    left = "This symbolic link leaves the folder; it was not followed."
    assert told["folder.link-leaves-folder"] == (Severity.ERROR, left, "Copy the file.")
    there = "This links to a folder whose files are read there."
    assert told["folder.link-to-folder"] == (Severity.NOTE, there, "")


def test_names_that_can_be_no_id_are_told(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/bad\xff.txt")).write_text("x")
    (folder / ("n" * 121)).write_text("x")
    (folder / ("n" * 120)).write_text("x")
    (folder / "line\nbreak:colon.txt").write_text("x")
    loaded = load_candidates(folder)
    assert list(files_of(loaded)) == ["line\nbreak:colon.txt", "n" * 120]
    assert sorted(codes(loaded)) == [
        "candidates.colon-in-id",
        "folder.name-not-utf8",
        "folder.name-too-long",
    ]
    colon = next(one for one in loaded.problems if one.code == "candidates.colon-in-id")
    assert colon.place.file == f"{folder}/line\\nbreak:colon.txt"


def test_an_empty_folder_is_an_empty_bucket(folder: Path) -> None:
    loaded = load_candidates(folder)
    assert files_of(loaded) == {}
    assert loaded.problems == ()


def test_a_name_that_is_too_long_for_a_bucket_gives_way(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 81)
    long.mkdir()
    loaded = load_candidates(long)
    assert loaded.value is not None
    assert loaded.value.set_id == "candidates"


def test_reading_a_folder_can_be_cancelled(folder: Path) -> None:
    (folder / "a.txt").write_text("x")
    loaded = load_candidates(folder, lambda *_: False)
    assert loaded.value is None
    assert codes(loaded) == ["file.cancelled"]


def opened_as(folder: Path) -> list[str]:
    return [Path(one).name for one in files_of_folder(folder)]


def test_a_folder_of_this_programs_files_stands_for_them(folder: Path) -> None:
    (folder / "notes.md").write_text("a text")
    (folder / "policy.json").write_text("{}")
    assert opened_as(folder) == []  # nothing to choose from but its texts
    (folder / "harbour.candidates.json").write_text("{}")
    assert opened_as(folder) == ["harbour.candidates.json", "policy.json"]
    (folder / "more.candidates.json").write_text("{}")
    assert opened_as(folder) == ["harbour.candidates.json", "more.candidates.json", "policy.json"]
    (folder / "one.inspector.json").write_text("{}")
    assert opened_as(folder) == ["one.inspector.json"]
    assert files_of_folder(folder / "policy.json") == files_of_folder(folder / "nowhere") == ()


def test_the_manifests_in_their_folder_go_with_a_session_as_with_inputs(folder: Path) -> None:
    manifest = resource_path("samples/audit/manifest.json").read_text()
    (folder / "manifests").mkdir()
    (folder / "manifests" / "notes.json").write_text("{}")
    for name in ("manifest.json", "manifests/run.json"):
        (folder / name).write_text(manifest)
    (folder / "candidates.json").write_text("{}")
    assert opened_as(folder) == ["candidates.json", "manifest.json", "run.json"]
    (folder / "own.inspector.json").write_text("{}")
    assert opened_as(folder) == ["own.inspector.json", "run.json"]


@pytest.mark.parametrize(
    "names",
    [
        ("one.inspector.json", "two.inspector.json"),
        ("candidates.json", "a.policy.json", "b.policy.json"),
        ("candidates.json", "a.requests.jsonl", "b.requests.jsonl"),
    ],
)
def test_which_of_several_is_meant_is_for_a_person_to_say(
    folder: Path, names: tuple[str, ...]
) -> None:
    for name in (*names, "notes.md"):
        (folder / name).write_text("{}")
    assert opened_as(folder) == []
    loaded = load_any(folder)
    assert loaded.value is None
    assert codes(loaded) == ["folder.several"]
    assert all(name in loaded.problems[0].message for name in names[-2:])


def test_a_folder_of_nothing_but_data_stands_for_its_files(folder: Path) -> None:
    names = ["hits.json", "log.jsonl", "rows.CSV"]
    for name in (*names, "README.md", ".hidden"):
        (folder / name).write_text("{}")
    assert opened_as(folder) == names
    (folder / "inner").mkdir()
    assert opened_as(folder) == []  # a folder of texts, some of which are data


def test_many_files_of_data_are_the_texts_of_one_set(folder: Path) -> None:
    for number in range(17):
        (folder / f"{number}.json").write_text("{}")
    assert opened_as(folder) == []
    (folder / "0.json").unlink()
    assert len(opened_as(folder)) == 16


def test_a_folder_in_it_that_cannot_be_looked_into_is_told_and_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "closed").mkdir()
    (folder / "closed" / "a.txt").write_text("x")
    (folder / "open").mkdir()
    (folder / "open" / "b.txt").write_text("x")
    listed = os.listdir

    def refuse(path: Path) -> list[str]:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(os, "listdir", refuse)
    loaded = load_candidates(folder)
    assert list(files_of(loaded)) == ["open/b.txt"]
    assert codes(loaded) == ["file.no-permission"]
    assert loaded.problems[0].place.file == str(folder / "closed")
    assert loaded.value is not None
    assert loaded.value.skipped_records == 1


def test_why_a_file_is_left_out_is_said_in_words(folder: Path) -> None:
    (folder / "binary").write_bytes(b"\0")
    (folder / "latin").write_bytes(b"caf\xe9")
    (folder / ("n" * 121)).write_text("x")
    (folder / ".env").write_text("x")
    said = {one.code: (one.message, one.fix) for one in load_candidates(folder).problems}
    assert said == {
        "folder.binary": ("This is a binary file.", "Move it elsewhere."),
        "folder.not-utf8": (
            "The file is not UTF-8, and no byte order mark says what it is.",
            "Save it as UTF-8.",
        ),
        "folder.name-too-long": (
            "The path in the folder has more than 120 UTF-16 units.",
            "Shorten the path.",
        ),
        "folder.hidden": ("Hidden files are left out.", ""),
    }


@pytest.mark.parametrize(("name", "set_id"), [("x" * 80, "x" * 80), ("x" * 81, "candidates")])
def test_a_set_is_called_as_its_folder_where_that_can_be_a_title(
    tmp_path: Path, name: str, set_id: str
) -> None:
    for called, expected in ((name, set_id), ("a\nb", "candidates"), ("a.b", "a.b")):
        (tmp_path / called).mkdir()
        assert set_name(tmp_path / called) == expected
    assert set_name("-") == "standard-input"
    assert set_name("/nowhere/a.b.json") == "a.b"


def test_how_far_reading_a_folder_is_is_told_by_files(folder: Path) -> None:
    for name in "abc":
        (folder / name).write_text("x")
    told: list[tuple[int, int]] = []
    load_candidates(folder, lambda done, total: bool(told.append((done, total))) or True)
    assert told == [(0, 3), (1, 3), (2, 3)]
