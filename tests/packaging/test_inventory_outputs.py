"""Licences and the bill of materials of a frozen folder: whole, and the same every time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "packaging" / "inventory"
SECOND = 1_700_000_000


@pytest.fixture(scope="module", autouse=True)
def _programs() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as path:
        path.syspath_prepend(str(FOLDER))
        yield


@pytest.fixture
def licences() -> ModuleType:
    import licences

    return licences


@pytest.fixture
def sbom() -> ModuleType:
    import sbom

    return sbom


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "app"
    for name in ("inspector", "_internal/a.so", "_internal/b.so", "_internal/c.so"):
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    (made / "_internal" / "link.so").symlink_to("a.so")
    return made


@pytest.fixture
def parts(tmp_path: Path) -> list[object]:
    from contents import Part

    text = tmp_path / "terms"
    text.write_text("the terms", encoding="utf-8")
    return [
        Part(
            *("Alpha", "1.2", "MIT OR Apache-2.0"),
            purl="pkg:pypi/alpha@1.2",
            texts={"Alpha/LICENSE": text, "debian/common-licenses/GPL-3.txt": text},
            files=["_internal/a.so", "_internal/b.so"],
            inside={"zlib": "Zlib"},
        ),
        Part("beta", "", "", texts={"beta/terms.txt": text}, files=["_internal/c.so"]),
    ]


def test_every_text_and_the_list_of_parts_are_written(
    licences: ModuleType, parts: list[object], tmp_path: Path
) -> None:
    target = tmp_path / "licences"
    (target / "old").mkdir(parents=True)
    licences.write_licences(parts, target)
    assert not (target / "old").exists()
    assert (target / "Alpha" / "LICENSE").read_text("utf-8") == "the terms"
    listed = json.loads((target / "components.json").read_bytes())
    assert [part["name"] for part in listed] == ["Alpha", "beta"]
    for part in listed:
        assert all((target / name).is_file() for name in part["texts"])


def test_a_part_without_a_text_is_named_and_nothing_is_written(
    licences: ModuleType, parts: list[object], tmp_path: Path
) -> None:
    parts[1].texts = {}
    with pytest.raises(licences.NoTextError, match="beta"):
        licences.write_licences(parts, tmp_path / "licences")
    assert not (tmp_path / "licences").exists()


def test_notices_of_many_works_keep_every_text_once() -> None:
    from notices import condensed

    terms = [f"Terms {number}\n" + "line of the terms\n" * 900 for number in range(3)]
    works = [
        {
            "package_name": f"work{number}",
            "package_version": "1",
            "license": "MIT",
            "licenses": [{"license": "MIT", "text": terms[number % 3]}],
        }
        for number in range(90)
    ]
    # YAML reads JSON.
    listed = "\nthird_party_libraries: " + json.dumps(works)
    made = condensed(listed.encode()).decode()
    assert len(made) < len(listed) / 20
    for number in range(90):
        assert f"work{number} 1: MIT [{number % 3 + 1}]\n" in made
    assert [made.count(text.rstrip()) for text in terms] == [1, 1, 1]


@pytest.mark.parametrize(
    "data", [b"", b"\nthird_party_libraries:\n- short", b"terms of one work\n" * 90_000]
)
def test_other_texts_are_left_as_they_are(data: bytes) -> None:
    from notices import condensed

    assert condensed(data) is data


def test_the_overview_names_every_part_and_how_to_replace_qt(
    licences: ModuleType, parts: list[object]
) -> None:
    page = licences.overview(parts, "_internal/licences", "_internal/Qt/lib")
    assert "| Alpha | 1.2 | MIT OR Apache-2.0 | `Alpha/LICENSE` |" in page
    assert "| beta |  | as its text says | `beta/terms.txt` |" in page
    assert "`_internal/Qt/lib`. You may replace them" in page


def _bill(sbom: ModuleType, folder: Path, parts: list[object], second: int = SECOND) -> str:
    return str(sbom.bill_of_materials(folder, parts, "1.0", second))


def test_every_file_is_in_the_bill_once_with_its_hash(
    sbom: ModuleType, folder: Path, parts: list[object]
) -> None:
    bill = json.loads(_bill(sbom, folder, parts))
    files = [
        inner["name"]
        for part in [bill["metadata"]["component"], *bill["components"]]
        for inner in part.get("components", ())
        if inner["type"] == "file"
    ]
    assert sorted(files) == sbom.files_of(folder)
    assert sbom.differing(folder, _bill(sbom, folder, parts)) == []


@pytest.mark.parametrize("change", ["changed", "added", "removed"])
def test_any_change_of_the_folder_is_named(
    change: str, sbom: ModuleType, folder: Path, parts: list[object]
) -> None:
    bill = _bill(sbom, folder, parts)
    path = folder / "_internal" / ("new" if change == "added" else "b.so")
    path.unlink() if change == "removed" else path.write_text("other", encoding="utf-8")
    assert set(sbom.differing(folder, bill)) == {path.relative_to(folder).as_posix()}


def test_the_bill_depends_on_nothing_but_what_it_is_about(
    sbom: ModuleType, folder: Path, parts: list[object]
) -> None:
    first = _bill(sbom, folder, parts)
    assert _bill(sbom, folder, parts[::-1]) == first
    assert json.loads(first)["metadata"]["timestamp"] == "2023-11-14T22:13:20+00:00"
    (folder / "inspector").write_text("changed", encoding="utf-8")
    other = _bill(sbom, folder, parts)
    assert json.loads(other)["serialNumber"] != json.loads(first)["serialNumber"]


def test_parts_carry_licence_package_url_and_what_is_inside(
    sbom: ModuleType, folder: Path, parts: list[object]
) -> None:
    alpha, beta = json.loads(_bill(sbom, folder, parts))["components"]
    assert alpha["purl"] == "pkg:pypi/alpha@1.2"
    assert alpha["licenses"] == [{"expression": "MIT OR Apache-2.0"}]
    assert {"zlib"} <= {inner["name"] for inner in alpha["components"]}
    assert beta["licenses"] == [{"license": {"name": "as in beta/terms.txt"}}]


def test_what_a_package_says_is_compiled_into_it_is_taken_over(
    sbom: ModuleType, folder: Path
) -> None:
    from contents import this_environment

    part = this_environment().part_of_package("pydantic-core")
    bill = json.loads(_bill(sbom, folder, [part]))
    inside = [inner.get("purl", "") for inner in bill["components"][0]["components"]]
    assert any(purl.startswith("pkg:cargo/") for purl in inside)
    assert not any("file://" in purl for purl in inside)


def test_a_bill_that_breaks_the_schema_is_refused(
    sbom: ModuleType, folder: Path, parts: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sbom.JsonV1Dot6, "output_as_string", lambda *_, **__: '{"bomFormat": "other"}'
    )
    with pytest.raises(sbom.InvalidBillError):
        _bill(sbom, folder, parts)


def test_every_file_of_the_frozen_app_has_a_part_with_its_licence(licences: ModuleType) -> None:
    """The app in ``dist``, where one was made from these sources."""
    with pytest.MonkeyPatch.context() as path:
        path.syspath_prepend(str(ROOT / "packaging" / "app"))
        import made_from

    if made_from.made_from(made_from.APP) != made_from.made_from_now():
        pytest.skip("dist has no frozen app of these sources; ./dev build app makes one")
    parts = licences.contents_of(made_from.APP)
    assert licences.without_text(parts, made_from.APP) == []
    covered = {name for part in parts for name in part.files}
    shared = {
        path.relative_to(made_from.APP).as_posix()
        for path in made_from.APP.rglob("*.so*")
        if path.is_file() and not path.is_symlink()
    }
    assert shared - covered == set()
