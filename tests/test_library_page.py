"""What the page about the library shows is run as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from inspector.core import (
    CandidateSet,
    Request,
    UnifiedContextBudgetPolicy,
    estimator,
    inject,
)

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "library.md"


def test_the_examples_of_the_page_run() -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(examples) >= 3
    program = (
        "\n".join(examples) + "\nimport sys\nprint(any('PySide6' in name for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout == "False\n"


def test_the_examples_of_the_page_are_typed_as_their_readers_would_write_them(tmp_path) -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (tmp_path / "handler.py").write_text("\n".join(examples), "utf-8")
    # With what the check of all types has kept: it is the same program, read as strictly.
    wait_for_checks()
    command = [sys.executable, "-m", "mypy", "--strict", tmp_path / "handler.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stdout == "Success: no issues found in 1 source file\n"


def wait_for_checks() -> None:
    """Let a check of all types that is under way keep what it finds: it would be found twice."""
    if place := os.environ.get("INSPECTOR_CHECKS"):
        while not Path(place, "failed").exists():
            time.sleep(0.2)


def test_what_a_notebook_shows_is_escaped_and_has_no_script() -> None:
    wicked = "<script>alert(1)</script>"
    card = {
        "node_id": wicked,
        "node_kind": "entity",
        "canonical_name": wicked,
        "relevance_score": 0.9,
        "renderings": {"compact": wicked},
    }
    request = Request(
        trace_id="<b>r</b>",
        timestamp="2026-05-01T09:00:00Z",
        model={"name": "m", "context_window": 128_000},
    )
    candidates = CandidateSet(set_id="s", knowledge_cards=[card])
    report = inject(request, candidates, UnifiedContextBudgetPolicy(), estimator("chars"))
    for shown in (report._repr_html_(), report.manifest._repr_html_()):
        assert "<script" not in shown
        assert "<b>" not in shown
        assert f"<td>{report.total_tokens_used}</td>" in shown
    assert "&lt;script&gt;" in report.manifest._repr_html_()
    assert "_repr" not in str(report.manifest.model_dump())


def test_the_engine_runs_with_what_the_page_installs_for_it_and_nothing_else() -> None:
    page = PAGE.read_text("utf-8")
    installed = set(re.findall(r"^pip install ([a-z ]+)$", page, re.MULTILINE)[0].split())
    project = tomllib.loads((PAGE.parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    named = {re.split(r"[<>=;]", line)[0].strip().lower() for line in project["dependencies"]}
    assert installed < named
    blocked = sorted(
        module
        for module, sources in packages_distributions().items()
        if {one.lower().replace("_", "-") for one in sources} & (named - installed)
    )
    assert {"PySide6", "pyqtgraph", "tree_sitter", "kingfisher_sdk", "yaml"} <= set(blocked)
    examples = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    program = f"import sys\nfor name in {blocked!r}:\n    sys.modules[name] = None\n"
    done = subprocess.run(
        [sys.executable, "-c", program + "\n".join(examples[:-1])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
