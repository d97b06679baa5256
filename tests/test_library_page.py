"""What the page about the library shows is run as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from inspector.core import (
    CandidateSet,
    Request,
    UnifiedContextBudgetPolicy,
    estimator,
    inject,
)

PAGE = Path(__file__).parent.parent / "docs" / "library.md"


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


def test_the_engine_runs_without_what_draws_reads_code_or_reads_yaml() -> None:
    blocked = ("PySide6", "pyqtgraph", "tree_sitter", "yaml", "chardet", "pathspec", "jinja2")
    blocked += ("rich", "lark", "msgspec", "junitparser", "kingfisher_secret_scanner")
    blocking = f"import sys\nfor name in {blocked!r}:\n    sys.modules[name] = None\n"
    first = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]
    done = subprocess.run(
        [sys.executable, "-c", blocking + first], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0
