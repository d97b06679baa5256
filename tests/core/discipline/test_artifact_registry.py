"""The artifact registry on disk, and the one in memory."""

from __future__ import annotations

import errno
import hashlib
import json
import multiprocessing
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.discipline import (
    DEFAULT_MAX_BYTES,
    ArtifactAlias,
    ArtifactCorruptError,
    ArtifactError,
    ArtifactNotFoundError,
    ArtifactRegistry,
    ArtifactTooLargeError,
    InvalidArtifactIdError,
    MemoryArtifactStore,
    UnstorableContentError,
)

STORES = ["disk", "memory"]


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> ArtifactRegistry | MemoryArtifactStore:
    return (
        ArtifactRegistry(tmp_path / "a" / "b") if request.param == "disk" else MemoryArtifactStore()
    )


def _files(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def _folder(root: Path, artifact_id: str) -> Path:
    return root / artifact_id[:2] / artifact_id


@pytest.mark.parametrize("store", STORES, indirect=True)
@pytest.mark.parametrize("content", ["", "a\r\nb\n", "é漢😀\0\x85\u2028", "\ufeffx"])
def test_a_content_comes_back_byte_for_byte_under_its_hash(store, content) -> None:
    meta = store.store_text(content)
    assert meta.id == hashlib.sha256(content.encode()).hexdigest()
    assert meta.size_bytes == len(content.encode())
    assert store.get(meta.id).content == content


@pytest.mark.parametrize("store", STORES, indirect=True)
def test_what_is_said_later_about_a_content_is_an_alias(store) -> None:
    first = store.store_text("x", mime="text/markdown", label="a", created_at="2026-01-01")
    again = store.store_text("x", label="b")
    store.store_text("x", label="b")
    store.store_text("x", mime="text/markdown", label="a", created_at="2026-01-01")
    stored = store.get(first.id)
    assert again == first == stored.meta
    assert (first.mime, first.label, first.created_at) == ("text/markdown", "a", "2026-01-01")
    assert stored.aliases == (ArtifactAlias("text/plain", "b"),)


@pytest.mark.parametrize("store", STORES, indirect=True)
def test_a_content_has_every_alias_once(store) -> None:
    first, *_ = [store.store_text("x", label=label) for label in ("a", "b", "c", "b", "d")]
    aliases = store.get(first.id).aliases
    assert sorted(one.label for one in aliases) == ["b", "c", "d"]


def test_what_was_stored_is_on_the_disk_with_every_folder_that_leads_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []

    def fsync(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink())

    monkeypatch.setattr(os, "fsync", fsync)
    open_before = len(list(Path("/proc/self/fd").iterdir()))
    meta = ArtifactRegistry(tmp_path).store_text("x")
    assert len(list(Path("/proc/self/fd").iterdir())) == open_before
    folder = _folder(tmp_path, meta.id)
    assert {folder, folder.parent, tmp_path} <= set(synced)
    assert sum(path.parent == folder for path in synced) == 2


@pytest.mark.parametrize("value", ["1", 1.0, None])
def test_a_description_with_a_value_of_another_type_is_corrupt(
    value: object, tmp_path: Path
) -> None:
    store = ArtifactRegistry(tmp_path)
    meta = store.store_text("x")
    path = _folder(tmp_path, meta.id) / "meta.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"size_bytes": value}))
    with pytest.raises(ArtifactCorruptError, match="cannot be read"):
        store.get(meta.id)


@pytest.mark.parametrize("store", STORES, indirect=True)
@pytest.mark.parametrize(
    "artifact_id",
    ["", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 64 + "\n", "../" * 21 + "a", None, 5],
)
def test_an_id_that_is_not_64_hex_digits_is_refused(store, artifact_id) -> None:
    with pytest.raises(InvalidArtifactIdError):
        store.get(artifact_id)


def test_no_path_is_made_from_an_id_that_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "meta.json").write_text("{}")
    with pytest.raises(InvalidArtifactIdError):
        ArtifactRegistry(tmp_path / "root").get("../../outside")
    with pytest.raises(InvalidArtifactIdError):
        ArtifactRegistry(tmp_path / "root").get(str(outside))


@pytest.mark.parametrize("store", STORES, indirect=True)
def test_an_id_under_which_nothing_is_stored_is_not_found(store) -> None:
    with pytest.raises(ArtifactNotFoundError):
        store.get("a" * 64)


@pytest.mark.parametrize("store", STORES, indirect=True)
def test_a_content_over_its_limit_is_refused_with_both_sizes(store) -> None:
    assert store.store_text("x" * DEFAULT_MAX_BYTES).size_bytes == 512 * 1024
    with pytest.raises(ArtifactTooLargeError) as error:
        store.store_text("x" * (DEFAULT_MAX_BYTES + 1))
    assert (error.value.size_bytes, error.value.max_bytes) == (524_289, 524_288)
    assert str(error.value) == "the artifact has 524,289 bytes, at most 524,288 are allowed"
    with pytest.raises(ArtifactTooLargeError) as error:
        store.store_text("ééé", max_bytes=5.9)
    assert (error.value.size_bytes, error.value.max_bytes) == (6, 5)
    with pytest.raises(ValueError, match="not a number"):
        store.store_text("x", max_bytes=float("nan"))


@pytest.mark.parametrize("store", STORES, indirect=True)
def test_text_that_utf_8_cannot_carry_is_refused(store) -> None:
    with pytest.raises(UnstorableContentError):
        store.store_text("\ud800")
    with pytest.raises(UnstorableContentError):
        store.store_text("x", label="\udfff")


@pytest.mark.parametrize("value", [float("nan"), {1: 2}, {"a": {1, 2}}, b"x", [float("inf")]])
def test_a_value_that_json_cannot_carry_is_refused(tmp_path: Path, value: object) -> None:
    with pytest.raises(UnstorableContentError):
        ArtifactRegistry(tmp_path).store_json(value)
    assert _files(tmp_path) == []


def test_a_content_that_was_changed_on_disk_is_never_returned(tmp_path: Path) -> None:
    registry = ArtifactRegistry(tmp_path)
    for content, changed in [("abc", "abd"), ("abc", "abcd"), ("abc", ""), ("", "x")]:
        meta = registry.store_text(content)
        (_folder(tmp_path, meta.id) / "content.txt").write_text(changed)
        with pytest.raises(ArtifactCorruptError) as error:
            registry.get(meta.id)
        assert changed not in str(error.value) or not changed.strip("x")
        registry.store_text(content)
        assert registry.get(meta.id).content == content


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"id": 1}',
        json.dumps({"id": "b" * 64, "sha256": "b" * 64, "mime": "text/plain", "size_bytes": 3}),
        "[" * 100_000,
    ],
)
def test_a_description_that_was_changed_is_an_error_until_the_content_is_stored_again(
    tmp_path: Path, text: str
) -> None:
    registry = ArtifactRegistry(tmp_path)
    meta = registry.store_text("abc")
    (_folder(tmp_path, meta.id) / "meta.json").write_text(text)
    with pytest.raises(ArtifactCorruptError):
        registry.get(meta.id)
    assert registry.store_text("abc") == meta
    assert registry.get(meta.id).content == "abc"


def test_a_description_with_another_size_is_replaced(tmp_path: Path) -> None:
    registry = ArtifactRegistry(tmp_path)
    meta = registry.store_text("abc")
    path = _folder(tmp_path, meta.id) / "meta.json"
    path.write_text(path.read_text().replace('"size_bytes":3', '"size_bytes":4'))
    with pytest.raises(ArtifactCorruptError):
        registry.get(meta.id)
    assert registry.store_text("abc").size_bytes == 3


def test_a_content_without_its_description_is_not_found_until_it_is_stored(tmp_path: Path) -> None:
    registry = ArtifactRegistry(tmp_path)
    meta = registry.store_text("abc")
    (_folder(tmp_path, meta.id) / "meta.json").unlink()
    with pytest.raises(ArtifactNotFoundError):
        registry.get(meta.id)
    assert registry.store_text("abc", label="later").label == "later"


def test_nothing_is_left_behind_when_a_write_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        ArtifactRegistry(tmp_path).store_text("abc")
    assert _files(tmp_path) == []


def test_every_file_is_complete_and_synced_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str] = []
    sync, link, replace = os.fsync, os.link, Path.replace

    def note_sync(handle: int) -> None:
        events.append("sync")
        sync(handle)

    def note_link(source: Path, target: Path) -> None:
        events.append(f"{Path(target).name} {Path(source).stat().st_size}")
        link(source, target)

    def note_replace(source: Path, target: Path) -> Path:
        events.append(f"{Path(target).name} {source.stat().st_size}")
        return replace(source, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "link", note_link)
    monkeypatch.setattr(Path, "replace", note_replace)
    meta = ArtifactRegistry(tmp_path).store_text("abc")
    named = [event for event in events if event != "sync"]
    size = (_folder(tmp_path, meta.id) / "meta.json").stat().st_size
    assert named == ["content.txt 3", f"meta.json {size}"]
    assert all(events[events.index(event) - 1] == "sync" for event in named)


def test_a_file_system_without_hard_links_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "not supported")

    monkeypatch.setattr(os, "link", refuse)
    registry = ArtifactRegistry(tmp_path)
    meta = registry.store_text("abc", label="a")
    registry.store_text("abc", label="b")
    assert registry.get(meta.id).meta.label == "a"
    assert registry.get(meta.id).aliases == (ArtifactAlias("text/plain", "b"),)


def _store_many(root: str, process: int, barrier) -> None:
    registry = ArtifactRegistry(root)
    barrier.wait()
    for number in range(30):
        registry.store_text(f"content {number}", label=f"process {process}")
        registry.get(hashlib.sha256(f"content {number}".encode()).hexdigest())


def test_two_processes_that_store_the_same_contents_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(2)
    workers = [
        context.Process(target=_store_many, args=(str(tmp_path), number, barrier))
        for number in range(2)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0]
    registry = ArtifactRegistry(tmp_path)
    for number in range(30):
        text = f"content {number}"
        stored = registry.get(hashlib.sha256(text.encode()).hexdigest())
        labels = {stored.meta.label, *(alias.label for alias in stored.aliases)}
        assert (stored.content, labels) == (text, {"process 0", "process 1"})
    assert not [name for name in _files(tmp_path) if ".new-" in name]


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(st.lists(st.tuples(TEXT, st.sampled_from(["text/plain", "text/markdown"])), max_size=5))
def test_memory_and_disk_agree(tmp_path_factory: pytest.TempPathFactory, contents) -> None:
    disk, memory = ArtifactRegistry(tmp_path_factory.mktemp("r")), MemoryArtifactStore()
    for content, mime in contents:
        assert disk.store_text(content, mime=mime) == memory.store_text(content, mime=mime)
    for content, _ in contents:
        artifact_id = hashlib.sha256(content.encode()).hexdigest()
        assert disk.get(artifact_id) == memory.get(artifact_id)


@given(st.text(max_size=70))
def test_no_id_raises_anything_but_an_artifact_error(artifact_id: str) -> None:
    with pytest.raises(ArtifactError):
        ArtifactRegistry("nowhere").get(artifact_id)
