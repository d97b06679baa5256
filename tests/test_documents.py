"""The documents: what they begin with, what they list, and that their links lead somewhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from inspector.gui.lenses import LENSES
from tests.shared.file_modules import ROOT, module_at


@pytest.fixture(scope="module")
def site() -> ModuleType:
    """The program that makes the site."""
    return module_at(ROOT / "packaging/site/build.py")


@pytest.mark.parametrize("page", ["README.md", "docs/user-guide.md"])
def test_a_page_lists_each_lens_once(page: str) -> None:
    rows = re.findall(r"^\| ([\w: ]+) \|", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    titles = {lens.full_title for lens in LENSES}
    listed = [row for row in rows if row in titles]
    here = [lens.full_title for lens in LENSES if page == "README.md" or lens.id != "injection"]
    assert sorted(listed) == sorted(here)


def test_the_guide_begins_with_your_data() -> None:
    sections = re.findall(
        r"^## (.+)$", (ROOT / "docs/user-guide.md").read_text("utf-8"), re.MULTILINE
    )
    assert sections[0] == "Your data"


def test_the_site_has_every_page_and_what_they_show(site: ModuleType, tmp_path: Path) -> None:
    assert site.build(ROOT, tmp_path / "site") == []
    for page in (ROOT / "docs").glob("*.md"):
        made = (tmp_path / "site" / "docs" / f"{page.stem}.html").read_text("utf-8")
        assert f">{page.read_text('utf-8').splitlines()[0].removeprefix('# ')}</h1>" in made
        assert re.findall(r'src="(?!pictures/)|<(?:script|link|iframe)\b', made) == []
    first = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert 'href="docs/user-guide.html"' in first
    for picture in re.findall(r'<img src="([^"]+)"', first):
        assert (tmp_path / "site" / picture).is_file()


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("[a](missing.md)", "leads to no file"),
        ("[a](docs/b.md#nowhere)", "leads to no heading"),
        ("[a](../outside.md)", "is outside of the project"),
        ("![a](docs/missing.png)", "leads to no file"),
        ("[a](docs/b.md#two-words-1)", ""),
        ("[a](#here)", ""),
        ("[a](https://example.org/a.md)", ""),
    ],
)
def test_a_link_that_leads_nowhere_is_told(
    site: ModuleType, tmp_path: Path, link: str, wrong: str
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "b.md").write_text("# B\n\n## Two words\n\n## Two words\n", "utf-8")
    (tmp_path / "README.md").write_text(f"# Here\n\n{link}\n", "utf-8")
    told = site.build(tmp_path, None)
    assert [line.endswith(wrong) for line in told] == ([True] if wrong else [])


def test_a_site_that_is_made_again_keeps_nothing_of_the_last(
    site: ModuleType, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "CONTRIBUTING.md", tmp_path / "old.html")
    (tmp_path / "README.md").write_text("# Here\n", "utf-8")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "old.html").touch()
    assert site.build(tmp_path, tmp_path / "site") == []
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["index.html"]
