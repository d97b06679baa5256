"""Weights, penalties, ties and priorities of candidates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core import BuilderConfig
from inspector.core.builder.candidates import TermKind
from inspector.core.builder.ranking import TieBreak
from inspector.project.index import ProjectIndex
from tests.shared.bundle_input import (
    built,
    calls,
    extends,
    implements,
    imports,
    project,
    request,
    simple,
)


def files(*names: str) -> dict[str, str]:
    return {f"{name}.py": f"# {name}\n" for name in names}


def ranks(report):
    return [(one.path, one.score, one.priority.value, one.reason.value) for one in report.ranking]


def test_each_relation_has_its_weight_priority_and_reason():
    texts = files("t", "imported", "base", "interface", "callee", "caller", "importer")
    report = simple(
        texts,
        "t.py",
        relations=[
            imports("t.py", "imported.py"),
            extends("t.py#T", "base.py#B"),
            implements("t.py#T", "interface.py#I"),
            calls("t.py#f", "callee.py"),
            calls("caller.py#g", "t.py#f"),
            imports("importer.py", "t.py"),
        ],
    )
    assert ranks(report) == [
        ("t.py", 100, "P0", "target"),
        ("imported.py", 60, "P1", "dependency"),
        ("base.py", 55, "P1", "base_type"),
        ("interface.py", 55, "P1", "interface"),
        ("callee.py", 40, "P2", "dependency"),
        ("caller.py", 40, "P2", "caller"),
        ("importer.py", 0, "P3", "caller"),
    ]
    assert [one.hops for one in report.ranking] == [0, 1, 1, 1, 1, 1, 1]


def test_what_one_target_imports_is_a_dependency_whoever_imports_another_target():
    report = simple(
        files("t", "u", "both"),
        "t.py",
        "u.py",
        relations=[imports("both.py", "t.py"), imports("u.py", "both.py")],
    )
    assert ranks(report)[-1] == ("both.py", 60, "P1", "dependency")


def test_the_highest_of_several_base_weights_counts_and_the_others_are_told():
    report = simple(
        files("t", "b"),
        "t.py",
        relations=[calls("t.py#f", "b.py#g"), imports("t.py", "b.py"), extends("t.py#T", "b.py#B")],
    )
    ranked = report.ranking[1]
    assert [(term.kind, term.points, term.counted) for term in ranked.terms] == [
        (TermKind.DIRECT_DEPENDENCY, 60, True),
        (TermKind.BASE_TYPE, 55, False),
        (TermKind.CALLER_OR_CALLEE, 40, False),
    ]
    assert ranked.score == 60


@pytest.mark.parametrize(
    ("size", "points"),
    [(199_999, 0), (200_000, 1), (1_999_999, 9), (6_000_000, 30), (60_000_000, 30)],
)
def test_every_full_200000_bytes_cost_a_point_and_never_more_than_30(size, points):
    texts = files("t", "b")
    index = project(texts, [imports("t.py", "b.py")], sizes={"b.py": size})
    assert built(request("t.py"), index, texts).ranking[1].score == 60 - points


def test_a_dependency_of_a_dependency_is_optional_context_ten_points_down():
    report = simple(
        files("t", "b", "c"), "t.py", relations=[imports("t.py", "b.py"), imports("b.py", "c.py")]
    )
    last = report.ranking[2]
    assert (last.path, last.score, last.hops, last.priority) == ("c.py", -10, 2, "P3")
    assert [(step.source_path, step.target_path) for step in last.via] == [
        ("t.py", "b.py"),
        ("b.py", "c.py"),
    ]


def test_the_base_of_a_base_is_a_base_type_ten_points_down():
    relations = [extends("t.py#T", "b.py#B"), extends("b.py#B", "c.py#C")]
    report = simple(files("t", "b", "c"), "t.py", relations=relations)
    assert ranks(report)[1:] == [
        ("b.py", 55, "P1", "base_type"),
        ("c.py", 45, "P1", "base_type"),
    ]


def test_the_base_of_another_class_in_a_base_file_is_no_base_type():
    relations = [extends("t.py#T", "b.py#B"), extends("b.py#Other", "c.py#C")]
    report = simple(files("t", "b", "c"), "t.py", relations=relations)
    assert ranks(report)[2] == ("c.py", -10, "P3", "dependency")


def test_no_candidate_is_further_than_the_configured_hops():
    chain = [imports(f"{n}.py", f"{n + 1}.py") for n in range(5)]
    texts = files(*map(str, range(6)))
    for hops in range(5):
        config = BuilderConfig(max_hops=hops)
        report = simple(texts, "0.py", relations=chain, config=config)
        assert len(report.ranking) == hops + 1


def test_relations_of_other_definitions_in_the_target_file_do_not_count():
    text = "class T:\n    def f(self):\n        pass\n\n    def g(self):\n        pass\n"
    report = simple(
        {"t.py": text} | files("wanted", "other", "enclosing"),
        "t.py",
        symbols=["T.f"],
        relations=[
            calls("t.py#T.f", "wanted.py"),
            calls("t.py#T.g", "other.py"),
            extends("t.py#T", "enclosing.py#E"),
        ],
    )
    assert [one.path for one in report.ranking] == ["t.py", "enclosing.py", "wanted.py"]


def test_configuration_beside_and_above_a_target_counts_and_below_does_not():
    texts = {
        "src/app/t.py": "",
        "src/app/setup.cfg": "1",
        "src/Makefile": "22",
        "pyproject.toml": "333",
        "src/app/deep/setup.py": "4444",
        "other/package.json": "55555",
    }
    report = simple(texts, "src/app/t.py")
    assert [(one.path, one.score, one.reason) for one in report.ranking[1:]] == [
        ("src/app/setup.cfg", 30, "config"),
        ("src/Makefile", 30, "config"),
        ("pyproject.toml", 30, "config"),
    ]


def test_the_open_file_is_optional_context_where_nothing_leads_to_it():
    report = simple(files("t", "open"), "t.py", active_file="open.py")
    assert ranks(report)[1] == ("open.py", 0, "P3", "user_selected")
    assert report.ranking[1].hops is None


def test_bytes_that_a_higher_candidate_has_already_cost_five_points():
    texts = {"t.py": "t\n", "one.py": "same\n", "two.py": "same\n"}
    report = simple(texts, "t.py", relations=[imports("t.py", "one.py"), imports("t.py", "two.py")])
    assert [(one.path, one.score) for one in report.ranking[1:]] == [("one.py", 60), ("two.py", 55)]
    assert report.ranking[2].terms[-1].sentence == "Its bytes are those of one.py."


def test_of_two_files_of_the_same_bytes_the_lower_ranked_pays_whatever_its_name():
    texts = {"t.py": "# t\n", "a.py": "# same\n", "z.py": "# same\n"}
    relations = [calls("t.py#f", "a.py"), imports("t.py", "z.py")]
    scores = {one.path: one.score for one in simple(texts, "t.py", relations=relations).ranking}
    assert scores == {"t.py": 100, "z.py": 60, "a.py": 35}


def test_ties_fall_to_hops_then_size_then_path():
    texts = files("t", "a", "b", "c") | {"big.py": "# a longer text\n"}
    relations = [calls(f"{name}.py#x", "t.py") for name in ("a", "b", "big")]
    relations += [extends("t.py#T", "c.py#C")]
    report = simple(texts, "t.py", relations=relations)
    assert [(one.path, one.tie_break) for one in report.ranking] == [
        ("t.py", TieBreak.FIRST),
        ("c.py", TieBreak.SCORE),
        ("a.py", TieBreak.SCORE),
        ("b.py", TieBreak.PATH),
        ("big.py", TieBreak.SIZE),
    ]


def test_a_nearer_file_wins_a_tie():
    texts = {"t/t.py": "t\n", "t/callers.py": "# x\n", "t/setup.cfg": "\n"}
    index = project(texts, [calls("t/callers.py#x", "t/t.py")], sizes={"t/callers.py": 2_000_000})
    report = built(request("t/t.py"), index, texts)
    assert [(one.path, one.score, one.tie_break) for one in report.ranking[1:]] == [
        ("t/callers.py", 30, TieBreak.SCORE),
        ("t/setup.cfg", 30, TieBreak.HOPS),
    ]


def test_fewer_hops_win_a_tie_against_a_smaller_file():
    texts = files("t", "large", "b", "c")
    relations = [extends("t.py#T", "large.py#L"), extends("t.py#T", "b.py#B")]
    relations.append(extends("b.py#B", "c.py#C"))
    index = project(texts, relations, sizes={"large.py": 2_000_000})
    report = built(request("t.py"), index, texts)
    assert [(one.path, one.score, one.tie_break) for one in report.ranking[2:]] == [
        ("large.py", 45, TieBreak.SCORE),
        ("c.py", 45, TieBreak.HOPS),
    ]


names = st.sampled_from(["a.py", "b.py", "c.py", "d.py", "e.py", "pyproject.toml"])
relations = st.lists(
    st.builds(
        lambda make, source, target: make(source, target),
        st.sampled_from([imports, calls, extends, implements]),
        names,
        names,
    ),
    max_size=14,
)


@given(relations, st.integers(0, 3))
def test_ranks_never_depend_on_the_order_of_files_or_relations(links, hops):
    texts = {name: name for name in ["a.py", "b.py", "c.py", "d.py", "e.py", "pyproject.toml"]}
    index = project(texts, links)
    turned = ProjectIndex(
        "/elsewhere", dict(reversed(index.files.items())), tuple(reversed(index.relations))
    )
    config = BuilderConfig(max_hops=hops)
    first = built(request("a.py"), index, texts, config=config)
    again = built(request("a.py"), turned, texts, config=config)
    assert first.ranking == again.ranking
    assert first.rendered == again.rendered


@given(relations)
def test_a_score_is_always_the_sum_of_its_counted_terms_and_ranks_descend(links):
    texts = {name: name for name in ["a.py", "b.py", "c.py", "d.py", "e.py", "pyproject.toml"]}
    ranking = simple(texts, "a.py", relations=links).ranking
    for one in ranking:
        assert one.score == sum(term.points for term in one.terms if term.counted)
        weights = [term for term in one.terms if not term.kind.endswith(("_penalty", "signals"))]
        assert [term.counted for term in weights] == [True] + [False] * (len(weights) - 1)
        assert weights[0].points == max(term.points for term in weights)
    assert [one.rank for one in ranking] == list(range(1, len(ranking) + 1))
    assert [one.score for one in ranking] == sorted((one.score for one in ranking), reverse=True)
