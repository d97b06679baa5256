"""Compressed files are unpacked up to a bound, or named as what they are."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import lzma
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from inspector.files import source as sources
from inspector.files.findings import Findings
from inspector.files.importers import read_foreign
from inspector.files.packing import is_packed, packing_of, unpacked

HITS = b'{"documents": [{"page_content": "North.", "id": "n", "score": 0.5}]}'
ZSTD = b"\x28\xb5\x2f\xfd and what follows"
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
}


@pytest.fixture(params=PACKERS)
def kind(request: pytest.FixtureRequest) -> str:
    return cast("str", request.param)


def codes(found: Findings) -> list[str]:
    return [one.code for one in found.problems()]


@pytest.mark.parametrize("name", ["hits.json", "hits.json.gz", "hits.xyz", "hits"])
def test_a_compressed_file_opens_as_what_is_in_it_whatever_it_is_called(
    tmp_path: Path, kind: str, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(PACKERS[kind](HITS))
    imported = read_foreign(path, Findings())
    assert imported is not None
    assert imported.counts == {"files": 1}


def test_several_members_of_a_stream_are_all_read(kind: str) -> None:
    data = PACKERS[kind](b"one ") + PACKERS[kind](b"two")
    assert unpacked("a", data, 100, Findings()) == b"one two"


def test_a_file_is_unpacked_up_to_its_bound_and_not_beyond(kind: str) -> None:
    data = PACKERS[kind](b"x" * 5_000_000)
    found = Findings()
    assert unpacked("a", data, 5_000_000, found) == b"x" * 5_000_000
    assert codes(found) == []
    assert unpacked("a", data, 4_999_999, found) is None
    assert codes(found) == ["file.too-large"]


def test_a_small_file_that_unpacks_to_more_than_the_bound_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    assert sources.MOST_UNPACKED == 512 << 20
    monkeypatch.setattr(sources, "MOST_UNPACKED", 1 << 20)
    path = tmp_path / "bomb"
    path.write_bytes(PACKERS[kind](bytes(2 << 20)))
    found = Findings()
    assert sources.read_source(path, found) is None
    (problem,) = found.problems()
    assert problem.message == "The file unpacks to more than 1 MB; it was not read."


def test_what_is_cut_or_damaged_is_named_as_that(kind: str) -> None:
    whole = PACKERS[kind](bytes(range(256)) * 64)
    middle = len(whole) // 2
    for data in (whole[:-4], whole[:middle] + bytes(8) + whole[middle + 8 :]):
        found = Findings()
        assert unpacked("a", data, 1 << 20, found) is None
        assert codes(found) == ["file.packed-damaged"]


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let only one module that reads Zstandard be there, or none."""

    def only(name: str = "", **members: Any) -> None:
        for one in ("compression.zstd", "backports.zstd", "pyzstd"):
            there = cast("ModuleType", SimpleNamespace(**members)) if one == name else None
            monkeypatch.setitem(sys.modules, one, cast("ModuleType", there))

    return only


@pytest.mark.parametrize("name", ["compression.zstd", "backports.zstd", "pyzstd"])
def test_zstandard_is_read_where_a_module_does(modules: Callable[..., None], name: str) -> None:
    modules(name, ZstdFile=lambda _stream: io.BytesIO(HITS))
    assert unpacked("a", ZSTD, 1_000, Findings()) == HITS


WHOLE = base64.b64decode(
    "KLUv/QBoDQIAwoMNEaBvRcrW7BpZ34Ka/clJqBo199wRBJN2CdX85ZpBh0YlLM2k6Tt9qJCzFNsaJj3p+6sKrrYBAgAu"
    "ITrBLAM="
)
"""``HITS`` as a frame of Zstandard."""


def test_a_frame_of_zstandard_is_read_to_its_end_where_something_here_reads_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hits.json.zst"
    path.write_bytes(WHOLE)
    found = Findings()
    imported = read_foreign(path, found)
    if codes(found) == ["file.packed"]:  # by nothing here
        return
    assert imported is not None
    assert imported.counts == {"files": 1}
    assert unpacked("a", WHOLE * 2, 1_000, Findings()) == HITS * 2
    assert unpacked("a", WHOLE[:-8], 1_000, found) is None
    assert codes(found) == ["file.packed-damaged"]


def test_damage_that_a_module_for_zstandard_tells_is_told(modules: Callable[..., None]) -> None:
    class ZstdError(Exception):
        pass

    def broken(_stream: object) -> io.BytesIO:
        raise ZstdError

    modules("pyzstd", ZstdFile=broken)
    found = Findings()
    assert unpacked("a", ZSTD, 1_000, found) is None
    assert codes(found) == ["file.packed-damaged"]


def test_without_such_a_module_zstandard_is_named_with_what_unpacks_it(
    modules: Callable[..., None], tmp_path: Path
) -> None:
    modules()
    path = tmp_path / "a.jsonl"
    path.write_bytes(ZSTD)
    found = Findings()
    assert read_foreign(path, found) is None
    (problem,) = found.problems()
    assert problem.message == "The file is a Zstandard file; it was not opened."
    assert problem.fix == "Unpack it (zstd -d FILE), or install the package backports.zstd."


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"PK\x03\x04..", "ZIP archive"),
        (b"%PDF-1.7", "PDF"),
        (b"PAR1\x15\x04", "Parquet"),
        (b"SQLite format 3\x00", "SQLite database"),
        (b"\x04\x22\x4d\x18..", "LZ4"),
    ],
)
def test_what_cannot_be_unpacked_is_named(data: bytes, name: str) -> None:
    found = Findings()
    assert packing_of(data) == name
    assert unpacked("a", data, 100, found) is None
    (problem,) = found.problems()
    assert (problem.code, name in problem.message) == ("file.packed", True)


@pytest.mark.parametrize("data", [b"", b"BZ", b"{}", zlib.compress(b"x"), b"\x1f\x8b"])
def test_a_text_is_not_packed(data: bytes) -> None:
    assert not is_packed(data)
