"""No value of a secret is in anything that is shown or written of a build."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.files import build_result
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.strips import strips_drawing
from inspector.present.table import ExportFormat, ExportRequest
from inspector.project.index import Exclusion
from inspector.stages.builder.actions import file_actions, refusal_actions
from inspector.stages.builder.charts import budget_bar, fit_drawing
from inspector.stages.builder.pages import refusal_page, source_text, why_nothing
from inspector.stages.builder.recording import artifact_files
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.tables import BuilderTable, builder_table
from inspector.stages.builder.target_search import TargetSearch
from inspector.stages.builder.why import why_builder
from inspector.stages.builder.words import banner, status_line
from tests.shared.builder_shown import RELATIONS, TEXTS, shown_build
from tests.shared.bundle_input import project, shut_out

SURE = "KEY_ABCDEFGH12"
DOUBTFUL = "sesame-street-9"
IN_PATH = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"


def everything_told(shown: Shown) -> Iterator[str]:
    """Give every text that a widget, an export or the clipboard can get of a build."""
    for table in BuilderTable:
        data = builder_table(table, shown)
        columns = tuple(column.id for column in data.columns)
        for form in ExportFormat:
            yield ExportRequest(form, data, np.arange(data.row_count), columns).text()
        for key in data.keys:
            yield repr(why_builder(shown, key))
    for path in shown.fates:
        yield path
        yield repr(source_text(shown, path))
        yield why_nothing(shown, path)
        yield repr([(one.title, one.what) for one in file_actions(shown, path)])
    yield from (node.path for node in shown.tree.nodes)
    yield repr(why_builder(shown, "bundle:whole"))
    yield repr(refusal_page(shown))
    if shown.report.refusal is not None:
        yield repr([one.title for one in refusal_actions(shown, shown.report.refusal)])
    yield banner(shown.report) + status_line(shown.report)
    yield drawing_svg(strips_drawing(budget_bar(shown), 900, measured))
    yield repr(strips_drawing(budget_bar(shown), 900, measured))
    yield repr(fit_drawing(shown.report.fit_steps, 900, 300, measured))
    yield json.dumps(build_result(shown.report))
    yield from (content.decode() for content in artifact_files(shown.report).values())
    yield shown.report.rendered
    search = TargetSearch(shown.index, shown.hidden)
    for word in ("a", "e", "py", "ghp", "key"):
        yield repr([(one.text, one.place) for one in search.find(word)])
    yield repr(shown.result.problems)


def planted(where: str, value: str, **fields: Any) -> Shown:
    texts = TEXTS | {where: f"{TEXTS[where]}\nWORD = 'maybe={value}'\nAGAIN = '{value}'\n"}
    if value == SURE:
        texts[where] = texts[where].replace("maybe=", "")
    return shown_build("yard.py", texts=texts, **fields)


@pytest.mark.parametrize("value", [SURE, DOUBTFUL])
@pytest.mark.parametrize("where", ["yard.py", "hull.py"])
@pytest.mark.parametrize("limit", [100_000, 300, 40])
def test_a_planted_secret_is_in_nothing_that_is_told(where: str, value: str, limit: int) -> None:
    shown = planted(where, value, limit=limit)
    for text in everything_told(shown):
        assert value not in text


def test_a_secret_in_a_target_is_masked_in_the_text_of_the_refused_call() -> None:
    shown = planted("yard.py", SURE)
    assert shown.report.refusal is not None
    text = source_text(shown, "yard.py")
    assert text is not None
    assert [line.text for line in text.lines if line.marks] == [
        "WORD = '[REDACTED:test-key]'",
        "AGAIN = '[REDACTED:test-key]'",
    ]
    line = next(line for line in text.lines if line.marks)
    assert [line.text[start:end] for start, end in line.marks] == ["[REDACTED:test-key]"]


def test_a_secret_in_the_name_of_a_file_is_told_in_another_way() -> None:
    texts = TEXTS | {f"keys/{IN_PATH}.txt": "x"}
    out = [shut_out(f"old/{IN_PATH}.bin", Exclusion.BINARY)]
    shown = shown_build("yard.py", texts=texts, index=project(texts, RELATIONS, out=out))
    assert len(shown.fates) == 5
    hidden = [path for path in shown.fates if shown.is_hidden(path)]
    assert len(hidden) == 2
    assert all(shown.fate(path) is not None for path in hidden)
    for path in shown.fates:
        assert IN_PATH not in path
        assert IN_PATH not in repr(why_builder(shown, f"file:{path}"))
        assert shown.is_hidden(path) <= (file_actions(shown, path) == ())
    data = builder_table(BuilderTable.FILES, shown)
    columns = tuple(column.id for column in data.columns)
    told = ExportRequest(ExportFormat.CSV, data, np.arange(data.row_count), columns).text()
    assert IN_PATH not in told
    found = TargetSearch(shown.index, shown.hidden).find("keys")
    assert found == ()


_LINES = st.lists(
    st.sampled_from(
        ["x = 1", "def f() -> int:", "    return 2", f"K = '{SURE}'", "# maybe=hush-hush"]
    ),
    min_size=1,
    max_size=8,
)


@settings(deadline=None, max_examples=25)
@given(_LINES, _LINES, st.sampled_from([100_000, 400, 120]))
def test_wherever_secrets_stand_none_is_told(
    first: list[str], second: list[str], limit: int
) -> None:
    texts = {"hull.py": "\n".join(first), "yard.py": "\n".join(["import hull", *second])}
    shown = shown_build("yard.py", texts=texts, limit=limit)
    for text in everything_told(shown):
        assert SURE not in text
        assert "hush-hush" not in text
