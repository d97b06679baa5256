"""What the package tells a desktop: its entry, its types of files, and what a store shows."""

from __future__ import annotations

import configparser
import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector import __version__
from inspector.files.audit_bundle.container import packed
from inspector.files.audit_bundle.index import INDEX, SUFFIX, BundleIndex
from inspector.files.session_format import SUFFIX as SESSION_SUFFIX
from tests.shared.debian_package import DEB, module

releases = module("releases")
icons = module("icons")
checks = module("checks")

FILES = DEB / "files"
NAME = "context-budget-inspector"
NAMESPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
TYPES = ET.parse(FILES / f"{NAME}.xml").getroot()


def _entry() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str
    parser.read(FILES / f"{NAME}.desktop", "utf-8")
    return parser


def _type(suffix: str) -> ET.Element:
    found = [
        one
        for one in TYPES
        if [glob.get("pattern") for glob in one.iter(f"{NAMESPACE}glob")] == [f"*{suffix}"]
    ]
    assert len(found) == 1
    return found[0]


def _metainfo() -> ET.Element:
    text = (FILES / "metainfo.xml.in").read_text("utf-8")
    return ET.fromstring(text.replace("@RELEASES@", "<releases/>"))


def _magic(data: bytes, match: ET.Element) -> bool:
    """Whether some bytes match as the specification of shared types says."""
    first, _, last = match.get("offset", "").partition(":")
    value = match.get("value", "").encode().decode("unicode_escape").encode("latin-1")
    at = data.find(value, int(first), int(last or first) + len(value))
    inner = match.findall(f"{NAMESPACE}match")
    return at >= 0 and (not inner or any(_magic(data, one) for one in inner))


def test_the_entry_starts_the_command_with_files() -> None:
    entry = _entry()["Desktop Entry"]
    assert entry["Exec"] == "inspector %F"
    assert entry["Terminal"] == "false"
    assert entry["Icon"] == NAME
    for action in entry["Actions"].rstrip(";").split(";"):
        assert _entry()[f"Desktop Action {action}"]["Exec"].split()[0] == "inspector"


def test_the_window_has_the_name_of_the_entry(qapp: object) -> None:
    from PySide6.QtGui import QGuiApplication

    from inspector.gui.app import make_application

    before = QGuiApplication.desktopFileName()
    try:
        make_application()
        assert QGuiApplication.desktopFileName() == NAME
    finally:
        QGuiApplication.setDesktopFileName(before)


def test_whoever_opens_the_entry_in_german_reads_german() -> None:
    entry = _entry()["Desktop Entry"]
    for key in ("GenericName", "Comment", "Keywords"):
        assert entry[f"{key}[de]"] != entry[key]


def test_the_entry_takes_exactly_the_types_that_are_defined() -> None:
    taken = _entry()["Desktop Entry"]["MimeType"].rstrip(";").split(";")
    assert sorted(taken) == sorted(one.get("type") for one in TYPES)
    provided = [one.text for one in _metainfo().iter("mediatype")]
    assert sorted(provided) == sorted(taken)


def test_the_types_have_the_suffixes_that_the_program_writes() -> None:
    session, bundle = _type(SESSION_SUFFIX), _type(SUFFIX)
    for one, parent in ((session, "application/json"), (bundle, "application/zip")):
        assert [up.get("type") for up in one.iter(f"{NAMESPACE}sub-class-of")] == [parent]
        comments = list(one.iter(f"{NAMESPACE}comment"))
        assert len(comments) == 2


def test_each_type_has_a_drawing_of_its_own() -> None:
    names = {one.get("type").replace("/", "-") for one in TYPES}
    assert {name.split("/")[1] for name in icons.DRAWINGS if name.startswith("mimetypes/")} == names


def _bundle() -> bytes:
    index = BundleIndex(core_version="9.9.9", signed_over="0" * 64, parts=())
    return packed({INDEX: index.model_dump_json(indent=2).encode(), "manifest.json": b"{}"})


def _other_zip() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("index.json", '{"format": "another"}')
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "wanted"), [(_bundle, True), (_other_zip, False), (lambda: b"PK\3\4", False)]
)
def test_a_bundle_is_known_by_its_contents_and_another_zip_file_is_none(
    data: Callable[[], bytes], wanted: bool
) -> None:
    rules = _type(SUFFIX).findall(f"{NAMESPACE}magic/{NAMESPACE}match")
    assert any(_magic(data(), rule) for rule in rules) is wanted


def test_no_type_claims_a_suffix_that_others_use() -> None:
    for glob in TYPES.iter(f"{NAMESPACE}glob"):
        assert len(re.findall(r"\.\w+", glob.get("pattern"))) == 2


def test_the_store_page_leads_to_the_entry_and_names_the_command() -> None:
    about = _metainfo()
    assert about.findtext("launchable") == f"{NAME}.desktop"
    assert about.findtext("provides/binary") == "inspector"
    assert about.findtext("project_license") == "MIT"
    summary = about.findtext("summary")
    assert len(summary) < 80
    assert not summary.endswith(".")


def test_the_store_page_names_no_host() -> None:
    page = (FILES / "metainfo.xml.in").read_text("utf-8")
    assert "<launchable" in page
    assert "http" not in page


@pytest.mark.skipif(
    shutil.which("desktop-file-validate") is None, reason="desktop-file-utils is not installed"
)
def test_the_entry_is_valid() -> None:
    path = FILES / f"{NAME}.desktop"
    done = subprocess.run(["desktop-file-validate", path], check=False, capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstream is not installed")
def test_the_store_page_is_valid(tmp_path: Path) -> None:
    text = (FILES / "metainfo.xml.in").read_text("utf-8")
    release = releases.Release(__version__, "2026-01-02", "All of it.", ())
    path = tmp_path / f"{NAME}.metainfo.xml"
    path.write_text(text.replace("@RELEASES@", releases.appstream_releases([release])), "utf-8")
    done = subprocess.run(
        [*checks.APPSTREAM, str(path)], check=False, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(
    shutil.which("xmllint") is None
    or not Path("/usr/share/mime/packages/freedesktop.org.xml").exists(),
    reason="xmllint or shared-mime-info is not installed",
)
def test_the_types_follow_the_definition_of_shared_types() -> None:
    assert list(checks.check_types(FILES / f"{NAME}.xml")) == []
