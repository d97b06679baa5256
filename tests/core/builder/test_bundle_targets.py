"""What a step and a user name is found in the index, or refuses the call."""

import re

import pytest

from inspector.core.builder.refusals import listed
from inspector.core.builder.report import RefusalCode, Remedy
from inspector.core.reasons import Reason
from inspector.project import Refused
from inspector.project.index import Exclusion
from tests.shared.bundle_input import (
    built,
    calls,
    everything_told,
    imports,
    paths_in,
    project,
    request,
    shut_out,
    simple,
)

TWO = {
    "a.py": "class A:\n    def run(self):\n        return 1\n",
    "b.py": "class B:\n    def run(self):\n        return 2\n",
}


def test_a_named_file_is_a_target_and_sent_whole():
    report = simple(TWO, "a.py")
    assert paths_in(report) == ["a.py"]
    assert report.manifest.selection.target_files == ("a.py",)
    assert [(file.path, file.reason) for file in report.manifest.selection.included_files] == [
        ("a.py", "target")
    ]


@pytest.mark.parametrize(
    ("named", "symbol", "target", "score"),
    [
        pytest.param([], "A", "a.py", 90, id="the file that defines it"),
        pytest.param(["b.py"], "run", "b.py", 100, id="the definition in a file that is named"),
    ],
)
def test_the_file_of_a_named_symbol_is_a_target(named, symbol, target, score):
    report = simple(TWO, *named, symbols=[symbol])
    assert paths_in(report) == [target]
    assert report.ranking[0].score == score


def test_a_name_with_two_definitions_refuses_and_lists_both_places():
    report = simple(TWO, symbols=["run"])
    refusal = report.refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.AMBIGUOUS_TARGET
    assert [(place.path, place.line, place.name) for place in refusal.places] == [
        ("a.py", 2, "A.run"),
        ("b.py", 2, "B.run"),
    ]
    assert [(advice.remedy, advice.path, advice.symbol) for advice in refusal.advice] == [
        (Remedy.CHOOSE_DEFINITION, "a.py", "A.run"),
        (Remedy.CHOOSE_DEFINITION, "b.py", "B.run"),
    ]
    assert report.bundle is None


def test_a_qualified_name_is_not_ambiguous():
    assert paths_in(simple(TWO, symbols=["B.run"])) == ["b.py"]


def test_a_name_may_be_qualified_in_part():
    text = "class Out:\n    class In:\n        def go(self):\n            return 1\n"
    assert paths_in(simple({"n.py": text}, symbols=["In.go"])) == ["n.py"]


def test_a_selection_settles_which_definition_is_meant():
    selected = [{"path": "b.py", "symbol": "B.run"}]
    report = simple(TWO, symbols=["run"], user_selected_targets=selected)
    assert paths_in(report) == ["b.py"]
    assert report.manifest.selection.included_files[0].reason == "target"


def test_a_name_that_two_named_files_define_is_ambiguous_still():
    refusal = simple(TWO, "a.py", "b.py", symbols=["run"]).refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.AMBIGUOUS_TARGET


def test_a_selected_name_with_two_definitions_in_its_file_is_ambiguous_too():
    texts = {"a.py": TWO["a.py"] + TWO["b.py"], "c.py": "x = 1\n"}
    selected = [{"path": "a.py", "symbol": "run"}]
    refusal = simple(texts, "c.py", user_selected_targets=selected).refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.AMBIGUOUS_TARGET
    assert [place.name for place in refusal.places] == ["A.run", "B.run"]


def test_overloads_of_one_name_in_one_file_are_one_target():
    text = "class C { int f(int a) { return 1; } int f(long a) { return 2; } }\n"
    assert paths_in(simple({"C.java": text}, symbols=["f"])) == ["C.java"]


@pytest.mark.parametrize("symbol", [{}, {"symbol": "B.run"}], ids=["file", "definition"])
def test_what_the_user_selects_beside_the_step_is_a_target_too(symbol):
    report = simple(TWO, "a.py", user_selected_targets=[{"path": "b.py", **symbol}])
    reasons = {file.path: file.reason for file in report.manifest.selection.included_files}
    assert reasons == {"a.py": "target", "b.py": "user_selected"}


@pytest.mark.parametrize(
    ("targets", "fields", "named"),
    [
        (["lib"], {}, "the file lib"),
        (["a.py"], {"user_selected_targets": [{"path": "nope.py"}]}, "the file nope.py"),
        ([], {"symbols": ["nothing"]}, "the symbol nothing"),
        (["a.py"], {"user_selected_targets": [{"path": "b.py", "symbol": "C"}]}, "the symbol C in"),
    ],
)
def test_what_the_index_does_not_have_refuses(targets, fields, named):
    refusal = simple(TWO | {"lib/d.py": ""}, *targets, **fields).refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.UNKNOWN_TARGET
    assert named in refusal.sentence


@pytest.mark.parametrize("path", ["../a.py", "/etc/passwd", "C:\\x.py", "sub/../../a.py"])
def test_a_target_outside_the_project_refuses_and_is_listed(path):
    report = simple(TWO, path)
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.UNSUPPORTED_TARGET
    assert [one.reason for one in report.manifest.selection.excluded_candidates] == [
        Exclusion.OUTSIDE_SANDBOX
    ]


def test_two_spellings_of_a_path_are_one_candidate_and_one_duplicate():
    report = simple(TWO, "a.py", "./a.py")
    assert paths_in(report) == ["a.py"]
    assert [(one.path, one.reason) for one in report.manifest.selection.excluded_candidates] == [
        ("./a.py", Exclusion.DUPLICATE)
    ]
    assert [entry.reason for entry in report.ledger.entries].count(Reason.CANDIDATE_DUPLICATE) == 1


def test_decomposed_and_composed_spellings_are_one_path():
    texts = {"caf\u00e9.py": "x = 1\n"}
    assert paths_in(simple(texts, "cafe\u0301.py")) == ["caf\u00e9.py"]


@pytest.mark.parametrize("exclusion", [Exclusion.DENY_RULE, Exclusion.BINARY, Exclusion.TOO_LARGE])
def test_a_target_that_a_hard_rule_excludes_refuses_with_the_rule(exclusion):
    index = project(TWO, out=[shut_out("x.key", exclusion, "**/*.key")])
    report = built(request("x.key"), index, TWO)
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.UNSUPPORTED_TARGET
    assert "**/*.key" in report.refusal.sentence
    assert [(one.path, one.reason) for one in report.manifest.selection.excluded_candidates] == [
        ("x.key", exclusion)
    ]
    assert report.redactions.redactions[0].type == "path_excluded"


def test_a_diff_without_a_step_or_without_a_target_refuses():
    missing_step = simple(TWO, plan_step=None).refusal
    missing_target = simple(TWO).refusal
    assert missing_step is not None
    assert missing_step.code is RefusalCode.MISSING_STEP
    assert missing_target is not None
    assert missing_target.code is RefusalCode.MISSING_TARGET


def test_a_target_below_a_folder_that_is_never_sent_refuses_with_the_rule():
    index = project(TWO, out=[shut_out("node_modules", Exclusion.DENY_RULE, "node_modules/**")])
    report = built(request("node_modules/x/y.js"), index, TWO)
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.UNSUPPORTED_TARGET
    assert "below node_modules: node_modules/**" in report.refusal.sentence
    assert [(one.path, one.reason) for one in report.manifest.selection.excluded_candidates] == [
        ("node_modules/x/y.js", Exclusion.DENY_RULE)
    ]
    assert report.manifest.selection.target_files == ("node_modules/x/y.js",)
    advice = report.refusal.advice[-1]
    assert (advice.remedy, advice.rule) == (Remedy.OVERRIDE_RULE, "node_modules/**")
    elsewhere = project(TWO, out=[shut_out("etc", Exclusion.OUTSIDE_SANDBOX, "a link")])
    excluded = built(request("etc/y.js"), elsewhere, TWO).manifest.selection.excluded_candidates
    assert ("etc/y.js", Exclusion.OUTSIDE_SANDBOX) in [(one.path, one.reason) for one in excluded]


def test_a_rule_of_the_project_is_changed_and_not_taken_back():
    index = project(TWO, out=[shut_out("own", Exclusion.DENY_RULE, "own/**")])
    report = built(request("own/y.js"), index, TWO)
    assert report.refusal is not None
    assert report.refusal.advice[-1].remedy is Remedy.CHANGE_RULES


def test_a_file_to_be_created_that_is_there_by_now_is_no_new_file():
    """The index does not know it; an empty block for it would be false."""
    report = built(request("late.py"), project(TWO), TWO | {"late.py": "x = 1\n"})
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.UNKNOWN_TARGET
    assert "late.py, which is newer than the index" in report.refusal.sentence
    assert Remedy.INDEX_AGAIN in [one.remedy for one in report.refusal.advice]


def test_a_file_to_be_created_where_nothing_may_be_sent_is_refused():
    texts = {**TWO, "keys.env": Refused("keys.env", Exclusion.DENY_RULE, "**/*.env")}
    report = built(request("keys.env"), project(TWO), texts)
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.UNSUPPORTED_TARGET
    assert report.refusal.advice[-1].rule == "**/*.env"


def test_a_link_that_leads_out_of_the_project_is_told_although_nothing_leads_to_it():
    out = [shut_out("etc", Exclusion.OUTSIDE_SANDBOX, "a link with an absolute path")]
    report = built(request("a.py"), project(TWO, out=out), TWO)
    assert [(one.path, one.reason) for one in report.manifest.selection.excluded_candidates] == [
        ("etc", Exclusion.OUTSIDE_SANDBOX)
    ]
    assert report.ledger.balances


def test_everything_that_is_wrong_with_the_targets_is_told_at_once():
    report = simple(TWO | {"lib/d.py": ""}, "../x", "lib", symbols=["run"])
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.UNSUPPORTED_TARGET
    assert [problem.code for problem in report.problems] == [
        "builder.unknown-target",
        "builder.ambiguous-target",
    ]


def test_a_file_that_is_not_there_yet_is_an_empty_required_block_with_its_neighbours():
    texts = TWO | {"lib/near.py": "def near():\n    pass\n", "lib/notes.txt": "words\n"}
    report = simple(texts, "lib/new.py")
    assert report.bundle is not None
    blocks = [(one.title, one.priority, one.content) for one in report.bundle.blocks]
    assert [blocks[0], *blocks[2:]] == [
        ("lib/new.py (to be created)", "P0", ""),
        ("lib/near.py", "P2", texts["lib/near.py"]),
    ]
    assert report.manifest.selection.target_files == ("lib/new.py",)
    assert [one.path for one in report.manifest.selection.included_files] == ["lib/near.py"]
    assert report.ledger.balances


def test_a_symbol_that_is_not_there_yet_leaves_its_file_whole_and_is_told():
    report = simple(TWO, "a.py", symbols=["A.stop"])
    assert paths_in(report) == ["a.py"]
    assert report.fates["a.py"].sentence.startswith("In, whole")
    assert [problem.code for problem in report.problems] == ["builder.new-symbol"]


def test_a_file_that_is_not_there_yet_may_not_have_a_secret_for_a_name():
    report = simple(TWO, "KEY_ABCDEFGH12.py")
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.SECRET_RISK
    assert "ABCDEFGH12" not in everything_told(report)


def test_what_is_below_a_denied_folder_is_no_new_file():
    index = project(TWO, out=[shut_out("node_modules", Exclusion.DENY_RULE, "node_modules/**")])
    refusal = built(request("node_modules/new.js"), index, TWO).refusal
    assert refusal is not None
    assert refusal.code is RefusalCode.UNSUPPORTED_TARGET


@pytest.mark.parametrize(("rule", "told"), [("*.env", True), ("", False)])
def test_a_row_of_what_is_excluded_says_by_which_rule(rule, told):
    out = shut_out("k.env", Exclusion.DENY_RULE, rule)
    index = project(TWO, [imports("a.py", "k.env")], out=[out])
    report = built(request("a.py"), index, TWO)
    (row,) = (one for one in report.ledger.entries if one.subject == "k.env")
    assert ("(*.env)" in row.sentence, "(" in row.sentence) == (told, told)


def test_an_open_file_that_the_project_does_not_have_is_no_candidate():
    assert paths_in(simple(TWO, "a.py", active_file="nope.py")) == ["a.py"]


def test_names_in_a_sentence_are_the_first_few_and_the_number_of_the_others():
    names = [f"n{number}" for number in range(40)]
    assert [listed(names[:count]) for count in range(4)] == ["", "n0", "n0 and n1", "n0, n1 and n2"]
    many = re.fullmatch(r"(n0, .*n\d+) and (\d+) others", listed(names))
    assert many is not None
    assert many[1].count("n") + int(many[2]) == len(names)


def test_of_several_named_definitions_each_brings_what_calls_it():
    texts = TWO | {"f.py": "A().run()\n", "g.py": "B().run()\n", "h.py": "A().stop()\n"}
    texts["a.py"] += (
        "    def stop(self):\n        return 3\n    def rest(self):\n        return 4\n"
    )
    texts["i.py"] = "A().rest()\n"
    relations = [calls("f.py#", "a.py#A.run"), calls("h.py#", "a.py#A.stop")]
    relations.append(calls("i.py#", "a.py#A.rest"))
    report = simple(texts, symbols=["A.run", "A.stop"], relations=relations)
    assert paths_in(report) == ["a.py", "f.py", "h.py"]


def test_one_other_spelling_of_a_path_is_no_duplicate_of_anything():
    for asked in (["./a.py"], ["a.py", "a.py"]):
        report = simple(TWO, *asked)
        assert paths_in(report) == ["a.py"]
        assert report.manifest.selection.excluded_candidates == ()


def test_a_name_selected_in_a_file_that_is_not_there_is_unknown_and_creates_none():
    report = simple(TWO, "a.py", user_selected_targets=[{"path": "new.py", "symbol": "C"}])
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.UNKNOWN_TARGET
    assert "the file new.py" in report.refusal.sentence
    assert "new.py" not in report.fates


def test_a_definition_that_both_step_and_user_name_is_one_target():
    selected = [{"path": "a.py", "symbol": "A.run"}]
    report = simple(TWO, symbols=["run"], user_selected_targets=selected)
    assert paths_in(report) == ["a.py"]
    assert report.manifest.selection.target_symbols == ("run", "A.run")
    assert len(report.ranking) == 1
