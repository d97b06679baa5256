"""The file as it is now decides; what cannot be read is out, and refuses when it is a target."""

import pytest

from inspector.core import BuilderConfig, build_bundle, index_project
from inspector.core.builder.report import RefusalCode
from inspector.project import Refused
from inspector.project.index import Exclusion
from tests.shared.bundle_input import (
    PlainScanner,
    built,
    calls,
    digest,
    imports,
    paths_in,
    project,
    request,
)

OLD = "def f():\n    return 1\n"
NEW = "import os\n\n\ndef f():\n    return 2\n\n\ndef g():\n" + "    x = 1\n" * 60


def test_a_file_that_changed_since_it_was_indexed_is_sent_as_it_is_now():
    report = built(request("t.py"), project({"t.py": OLD}), {"t.py": NEW})
    assert NEW in report.rendered
    included = report.manifest.selection.included_files[0]
    assert (included.hash, included.byte_size) == (digest(NEW), len(NEW))
    assert [(one.code, one.place.file) for one in report.problems] == [
        ("builder.file-changed", "t.py")
    ]


def test_regions_of_a_changed_file_are_those_of_its_present_text():
    asked = request("t.py", symbols=["f"], limit=400)
    report = built(asked, project({"t.py": OLD}), {"t.py": NEW})
    assert "return 2" in report.rendered
    assert "def g" not in report.rendered


def test_a_symbol_that_is_no_longer_there_refuses():
    report = built(request(symbols=["f"]), project({"t.py": OLD}), {"t.py": "def h(): pass\n"})
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.UNKNOWN_TARGET
    assert "the symbol f in t.py" in report.refusal.sentence


def test_a_called_definition_that_is_no_longer_there_makes_no_block():
    texts = {"t.py": OLD, "h.py": "def go():\n    return 1\n"}
    index = project(texts, [calls("t.py#f", "h.py#go")])
    report = built(request("t.py"), index, texts | {"h.py": "x = 1\n"})
    assert report.bundle is not None
    assert [block.block_type for block in report.bundle.blocks] == ["file", "diff_hint", "file"]


@pytest.mark.parametrize("exclusion", [Exclusion.BINARY, Exclusion.DENY_RULE, Exclusion.TOO_LARGE])
def test_what_cannot_be_read_now_is_out_and_refuses_as_a_target(exclusion):
    texts = {"t.py": OLD, "b.py": OLD}
    index = project(texts, [imports("t.py", "b.py")])
    gone = {"b.py": Refused("b.py", exclusion, "it changes while it is read")}
    report = built(request("t.py"), index, texts | gone)
    assert paths_in(report) == ["t.py"]
    assert [(one.path, one.reason) for one in report.manifest.selection.excluded_candidates] == [
        ("b.py", exclusion)
    ]
    refused = built(request("b.py"), index, texts | gone)
    assert refused.refusal is not None
    assert refused.refusal.code is RefusalCode.UNSUPPORTED_TARGET
    assert "it changes while it is read" in refused.refusal.sentence


def test_what_the_index_excludes_is_never_read(tmp_path):
    (tmp_path / "t.py").write_text("x = 1\n")
    (tmp_path / "Makefile").write_bytes(b"\x00\x01")
    (tmp_path / "pyproject.toml").write_text("[a]\n")
    config = BuilderConfig(deny=("pyproject.toml",))
    report = build_bundle(
        request("t.py"),
        index_project(tmp_path, config=config),
        config=config,
        scanner=PlainScanner(),
    )
    assert paths_in(report) == ["t.py"]
    assert [(one.path, one.reason) for one in report.manifest.selection.excluded_candidates] == [
        ("Makefile", Exclusion.BINARY),
        ("pyproject.toml", Exclusion.DENY_RULE),
    ]
    assert [(one.type, one.target, one.reason) for one in report.redactions.redactions] == [
        ("path_excluded", "Makefile", "binary"),
        ("path_excluded", "pyproject.toml", "deny_rule"),
    ]
    assert report.fates["pyproject.toml"].kind == "excluded"


def test_a_real_folder_is_read_by_itself(tmp_path):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "a.py").write_text("from pkg.b import g\n\n\ndef f():\n    return g()\n")
    (tmp_path / "pkg" / "b.py").write_text("def g():\n    return 1\n")
    report = build_bundle(request("pkg/a.py"), index_project(tmp_path), scanner=PlainScanner())
    assert paths_in(report) == ["pkg/a.py", "pkg/b.py"]
    assert report.estimator == "discipline@1"
