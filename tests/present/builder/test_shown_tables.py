"""Tables and the tree of a build agree with the report, whatever the build came to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.builder.inputs import BuildRequest
from inspector.core.builder.report import FateKind
from inspector.present.table import TableData
from inspector.present.table.cells import cell_value
from inspector.project.index import Exclusion
from inspector.stages.builder.build_lines import fate_lines
from inspector.stages.builder.shown import Shown, TreeFilter, file_tree
from inspector.stages.builder.tables import BuilderTable, builder_table, row_count
from inspector.stages.builder.target_search import target_rows
from inspector.stages.builder.why import why_builder
from inspector.stages.builder.words import FATE_WORDS
from tests.shared.builder_shown import TEXTS, shown_build
from tests.shared.bundle_input import project, shut_out

REFUSED = {"plan_step": {"target_symbols": ["Nowhere"]}}


def cells(data: TableData, column: str) -> list[object]:
    return [cell_value(data, data.column(column), row) for row in range(data.row_count)]


@pytest.fixture(params=[{}, {"limit": 260}, {"limit": 10}, REFUSED], ids=str)
def shown(request: pytest.FixtureRequest) -> Shown:
    return shown_build("yard.py", **request.param)


@pytest.mark.parametrize("table", list(BuilderTable))
def test_every_table_has_as_many_rows_as_its_tab_says(shown: Shown, table: BuilderTable) -> None:
    data = builder_table(table, shown)
    assert data.row_count == row_count(table, shown)
    assert len(set(data.keys)) == data.row_count
    for column in data.columns:
        assert len(data.whole(column.id)) == data.row_count


@pytest.mark.parametrize("table", list(BuilderTable))
def test_what_is_worked_out_for_some_rows_is_what_all_rows_have(
    shown: Shown, table: BuilderTable
) -> None:
    some, whole = builder_table(table, shown), builder_table(table, shown)
    for column in some.columns:
        whole.whole(column.id)
        assert cells(some, column.id) == cells(whole, column.id)


@pytest.mark.parametrize("table", list(BuilderTable))
def test_every_row_of_every_table_is_explained(shown: Shown, table: BuilderTable) -> None:
    for key in builder_table(table, shown).keys:
        why = why_builder(shown, key)
        assert why is not None, key
        assert why.sentence


def test_the_ledger_adds_up_to_the_hard_limit(shown: Shown) -> None:
    tokens = cells(builder_table(BuilderTable.LEDGER, shown), "tokens")
    assert sum(tokens) == shown.report.budget.hard_limit_tokens  # type: ignore[arg-type]


def test_the_points_of_a_candidate_add_up_to_its_score() -> None:
    shown = shown_build("yard.py")
    data = builder_table(BuilderTable.RANKING, shown)
    for row, file in enumerate(shown.report.ranking):
        counted = {term.kind.value: term.points for term in file.terms if term.counted}
        told = {name: cell_value(data, data.column(name), row) for name in counted}
        assert told == counted
        assert sum(counted.values()) == file.score


def test_blocks_stand_in_the_order_of_the_bundle() -> None:
    shown = shown_build("yard.py", system="Be brief.")
    data = builder_table(BuilderTable.BLOCKS, shown)
    bundle = shown.report.bundle
    assert bundle is not None
    assert cells(data, "block") == [block.title for block in bundle.blocks]
    assert data.keys[-1] == "file:hull.py"


def test_files_that_were_not_looked_for_are_not_said_to_lead_nowhere() -> None:
    early = shown_build(**REFUSED)
    said = early.sentence("hull.py")
    assert "refused before files were chosen (UnknownTarget)" in said
    assert fate_lines(early.report, "hull.py")[1].strip() == said
    assert "leads to it" not in "".join(fate_lines(early.report, "yard.py"))
    assert shown_build("yard.py").sentence("notes.txt") == "Nothing in the request leads to it."
    why = why_builder(early, "file:hull.py")
    assert why is not None
    assert (why.kind, why.remedies) == ("not chosen", ())
    late = why_builder(shown_build("yard.py"), "file:notes.txt")
    assert late is not None
    assert late.kind == "not referenced"


def test_a_target_is_in_the_project_however_it_is_spelled_and_below_a_folder_that_is_out() -> None:
    index = project(TEXTS, (), out=[shut_out("app", Exclusion.DENY_RULE, "app/**")])
    paths = ("hull.py", "./hull.py", "app/deck.py", "apple/deck.py", "gone.py")
    asked = BuildRequest.model_validate({"plan_step": {"target_files": paths}})
    missing = [row.missing for row in target_rows(asked, index)]
    assert missing == [False, False, False, True, True]


def test_the_tree_counts_every_file_once() -> None:
    texts = {f"a/{path}": text for path, text in TEXTS.items()}
    out = [shut_out("a/b/c/key.pem", Exclusion.DENY_RULE, "**/*.pem")]
    shown = shown_build("a/yard.py", texts=texts, index=project(texts, (), out=out))
    tree = shown.tree
    assert tree.files == len(shown.fates) == 4
    assert sum(tree.nodes[0].counts.values()) == 4
    assert tree.nodes[tree.places["a/b/c"]].counts == {FateKind.EXCLUDED: 1}
    names = [tree.nodes[number].name for number in tree.nodes[tree.places["a"]].below]
    assert names == ["b", "hull.py", "notes.txt", "yard.py"]


def test_the_tree_opens_folders_that_lead_to_what_was_asked_for() -> None:
    texts = {"a/yard.py": TEXTS["yard.py"], "b/notes.txt": ""}
    tree = shown_build("a/yard.py", texts=texts, relations=()).tree
    assert [tree.nodes[number].path for number in tree.to_open(10)] == ["a"]


_PATHS = st.lists(
    st.lists(st.sampled_from(["a", "b", "Cd", "e.py"]), min_size=1, max_size=4).map("/".join),
    unique=True,
    max_size=12,
)


def _files_only(paths: list[str]) -> list[str]:
    """Paths of which none is a folder of another."""
    return [one for one in paths if not any(other.startswith(f"{one}/") for other in paths)]


@given(
    _PATHS.map(_files_only), st.sampled_from(list(TreeFilter)), st.sampled_from(["", "A", "e.p"])
)
def test_a_tree_always_has_exactly_the_files_that_pass(
    paths: list[str], wanted: TreeFilter, text: str
) -> None:
    kinds = list(FateKind)
    fates = {path: kinds[place % len(kinds)] for place, path in enumerate(paths)}
    tree = file_tree(fates, wanted, text)
    found = {node.path: node.fate for node in tree.nodes if node.fate is not None}
    whole = file_tree(fates)
    allowed = {node.path for node in file_tree(fates, wanted).nodes if node.fate is not None}
    assert found == {
        path: kind
        for path, kind in fates.items()
        if path in allowed and text.casefold() in path.casefold()
    }
    assert {node.path for node in whole.nodes if node.fate is not None} == set(paths)
    for number, node in enumerate(tree.nodes):
        assert all(tree.nodes[below].above == number for below in node.below)
        assert [tree.nodes[below].row for below in node.below] == list(range(len(node.below)))


def test_fates_are_told_in_the_same_words_everywhere() -> None:
    shown = shown_build("yard.py")
    data = builder_table(BuilderTable.FILES, shown)
    words = np.array(cells(data, "fate"))
    assert words.tolist() == [FATE_WORDS[kind] for kind in shown.fates.values()]
