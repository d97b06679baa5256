"""What is imported from above the folder that was opened."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from inspector.analysis.builder_cache import index_cache_path
from inspector.project import IndexCache, index_project
from inspector.project.code.facts import Outside, imports_outside
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.stages.builder.part import add_target_file
from inspector.stages.builder.runs import BuilderRuns
from tests.shared.bundle_input import PlainScanner

PROJECT = {
    "shop/__init__.py": "",
    "shop/tills/__init__.py": "from shop.money import price\n",
    "shop/tills/drawer.py": "import json\nfrom shop.tills import lock\nfrom ..money import price\n",
    "shop/tills/deep/lock.py": "from .. import drawer\nfrom ..drawer import shut\n",
    "shop/money.py": "def price():\n    pass\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def outside(folder: Path) -> Outside | None:
    return imports_outside(index_project(folder))


def test_an_inner_folder_misses_what_the_packages_around_it_hold(project: Path) -> None:
    assert outside(project / "shop/tills") == Outside(3, "__init__.py", "shop.money", "../..")


def test_a_package_alone_misses_what_is_imported_by_its_own_name(project: Path) -> None:
    assert outside(project / "shop") == Outside(2, "tills/__init__.py", "shop.money", "..")


def test_a_whole_project_misses_nothing(project: Path) -> None:
    (project / "shop/web.py").write_text("import flask\nfrom requests.adapters import Retry\n")
    assert outside(project) is None


def test_something_of_the_packages_name_inside_is_what_is_imported(project: Path) -> None:
    (project / "shop/tills/drawer.py").write_text("import shop\n")
    (project / "shop/tills/shop.py").write_text("")
    assert outside(project / "shop/tills") is None


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("a.js", 'import x from "../up.js";\n', Outside(1, "a.js", "../up.js", "..")),
        ("in/a.ts", 'import x from "../up";\n', None),
        (
            "in/a.ts",
            'import x from "../../../up";\n',
            Outside(1, "in/a.ts", "../../../up", "../.."),
        ),
        ("a.ts", 'import x from "./near";\n', None),
        ("a.c", '#include "../up.h"\n', Outside(1, "a.c", "../up.h", "..")),
        ("a.go", 'package a\n\nimport "fmt"\n', None),
    ],
)
def test_a_relative_import_leads_out_where_it_goes_above_the_root(
    tmp_path: Path, path: str, text: str, found: Outside | None
) -> None:
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(text)
    assert outside(tmp_path) == found


def test_a_cache_that_knows_the_files_says_the_same(project: Path, tmp_path: Path) -> None:
    root = project / "shop/tills"
    cache = IndexCache(index_cache_path(tmp_path / "cache", str(root)))
    first, again = (index_project(root, cache=cache) for _ in range(2))
    assert again.statistics.files_reused
    assert imports_outside(first) == imports_outside(again) == outside(root)


def test_a_build_says_which_folder_to_open_and_sends_the_same(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def built(folder: Path) -> tuple[list[str | None], str]:
        session = add_target_file("deep/lock.py")(set_at("builder", "root", str(folder))(Session()))
        session = set_at("builder", "request.plan_step.description", "Lock the drawer.")(session)
        result = BuilderRuns(scanner=PlainScanner()).run(session)
        assert result.report is not None
        told = [one for one in result.problems if one.code == "builder.imports-outside"]
        return [one.fix for one in told], result.report.rendered

    (project / "shop/tills/drawer.py").write_text("from shop.money import price\n")
    alone = shutil.copytree(project / "shop/tills", tmp_path_factory.mktemp("alone") / "tills")
    told, sent = built(project / "shop/tills")
    assert told == ["Open the folder that holds it all: ../.."]
    assert built(alone) == ([], sent)
    assert "drawer" in sent
