"""What the cache of an index goes by beside the bytes of the files."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from inspector.project import records
from inspector.project.code.languages import grammar_modules
from inspector.resources import MissingResourceError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room of one source, in place of the real one."""
    (tmp_path / "code" / "inner").mkdir(parents=True)
    (tmp_path / "code" / "inner" / "rules.py").write_text("PART = 'code'\n")
    monkeypatch.setattr(records.resources, "files", lambda _name: tmp_path)
    return tmp_path


def key() -> str:
    return records.facts_version.__wrapped__()


@pytest.mark.usefixtures("package")
def test_the_key_stays_while_nothing_changes() -> None:
    assert key() == key()


def test_another_source_makes_another_key(package: Path) -> None:
    before = key()
    (package / "code" / "inner" / "rules.py").write_text("PART = 'other'\n")
    assert key() != before


def test_compiled_files_do_not_count(package: Path) -> None:
    before = key()
    (package / "code" / "rules.cpython-311.pyc").write_bytes(b"any")
    assert key() == before


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("package_name", records.PACKAGES)
def test_another_version_of_a_package_makes_another_key(
    package_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, told = key(), metadata.version
    monkeypatch.setattr(
        metadata, "version", lambda name: "0" if name == package_name else told(name)
    )
    assert key() != before


def test_without_the_sources_there_is_no_key(package: Path) -> None:
    (package / "code" / "inner" / "rules.py").unlink()
    with pytest.raises(MissingResourceError, match="sources"):
        key()


@pytest.mark.usefixtures("package")
def test_without_the_version_of_a_grammar_there_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_version(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", no_version)
    with pytest.raises(MissingResourceError, match="chardet"):
        key()


def test_the_versions_of_all_grammars_count() -> None:
    packages = {name.replace("_", "-") for name in grammar_modules()}
    assert packages <= set(records.PACKAGES)
