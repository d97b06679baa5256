"""A bundle that is too large loses P3, P2, bodies of P1, bodies of targets, or is refused.

What the first pass leaves free is given out again in order of rank.
"""

import re
from dataclasses import replace
from functools import cache

import pytest

from inspector.core import BuilderConfig
from inspector.core.builder.forms import _MOST_NAMES as MOST
from inspector.core.builder.forms import summary_of
from inspector.core.builder.outputs import BudgetDecision
from inspector.core.builder.report import FateKind, FitAction, FitStep, RefusalCode, Remedy
from inspector.core.reasons import Reason
from inspector.core.tokens import estimator
from inspector.project.code import SliceLevel
from tests.shared.bundle_input import (
    built,
    calls,
    imports,
    paths_in,
    project,
    request,
    simple,
)

BODY = "    value = 1\n" * 20
TEXTS = {
    "t.py": f"import dep\n\n\ndef f():\n{BODY}    return dep.g()\n\n\ndef other():\n{BODY}",
    "dep.py": f"def g():\n{BODY}    return value\n",
    "dep2.py": f"def g2():\n{BODY}{BODY}    return value\n",
    "user.py": f"from t import f\n\n\ndef use():\n{BODY}    return f()\n",
    "user2.py": f"from t import f\n\n\ndef use():\n{BODY}{BODY}    return f()\n",
    "far.py": f"def far():\n{BODY}    return 0\n",
}
RELATIONS = [
    imports("t.py", "dep.py"),
    imports("t.py", "dep2.py"),
    calls("user.py#use", "t.py#f"),
    calls("user2.py#use", "t.py#f"),
    imports("dep.py", "far.py"),
]
ALL = BuilderConfig(include_optional=True)


def build(limit=100_000, symbols=(), config=ALL, texts=TEXTS):
    return simple(texts, "t.py", symbols=symbols, limit=limit, relations=RELATIONS, config=config)


SECOND_PASS = {FitAction.MAKE_ROOM, FitAction.BRING_BACK, FitAction.NAME_LEFT_OUT}


def actions(report):
    """What the first pass did, which is the document's."""
    steps = [step for step in report.fit_steps if step.action not in SECOND_PASS]
    return [(step.action, step.path) for step in steps]


@cache
def whole():
    return build().budget.estimated_input_tokens


def test_a_step_that_comes_to_the_hard_limit_fits():
    step = FitStep(1, FitAction.ESTIMATE, "", "", "", 12, 10, soft_limit=8, hard_limit=10)
    assert (step.fits, step.saved) == (True, 2)
    assert not replace(step, tokens_after=11).fits


def test_what_goes_again_for_what_ranks_above_it_is_named():
    said = set()
    for limit in range(300, 2_400, 25):
        for step in build(limit=limit).fit_steps:
            if step.sentence.startswith("Took ") and step.action is FitAction.MAKE_ROOM:
                said.add(step.sentence == f"Took {step.title} out again, for what ranks above it.")
                assert step.title
    assert said == {True}


def test_what_fits_is_sent_whole_and_nothing_is_done_to_it():
    report = build(limit=whole())
    assert actions(report) == [(FitAction.ESTIMATE, "")]
    assert len(paths_in(report)) == 6
    assert report.budget.decision is BudgetDecision.WARN_SOFT_LIMIT
    assert report.redactions.redactions == ()


def test_one_token_less_takes_out_optional_context_first_and_brings_its_signatures_back():
    report = build(limit=whole() - 1)
    assert actions(report) == [(FitAction.ESTIMATE, ""), (FitAction.REMOVE_OPTIONAL, "")]
    assert report.fates["far.py"].level is SliceLevel.SIGNATURES_ONLY
    assert len(paths_in(report)) == 6


def test_optional_context_for_which_there_is_room_comes_back_whole():
    texts = TEXTS | {"near.py": "def near():\n    value = 1\n    return value\n"}
    relations = [*RELATIONS, imports("dep.py", "near.py")]
    whole = simple(texts, "t.py", relations=relations, config=ALL).budget.estimated_input_tokens
    report = simple(texts, "t.py", relations=relations, config=ALL, limit=whole - 1)
    assert report.fates["far.py"].level is SliceLevel.SIGNATURES_ONLY
    assert report.fates["near.py"].level is SliceLevel.FULL_FILE


def test_the_names_of_what_is_out_never_take_a_bundle_over_its_limit():
    texts = {"t.py": "def f():\n    return 1\n"}
    texts |= {f"d{number}.txt": "words and more " * 30 for number in range(3)}
    relations = [imports("t.py", path) for path in texts if path != "t.py"]
    named = 0
    for limit in range(40, 70):
        report = built(
            request("t.py", limit=limit),
            project(texts, relations),
            texts,
            tokens=estimator("discipline"),
        )
        assert report.budget.estimated_input_tokens <= limit
        named += "Left out to fit" in report.rendered
    assert 0 < named < 30


def test_every_file_that_is_out_is_named_or_counted_and_no_other():
    texts = {"t.py": "import d0\n"} | {f"d{n}.txt": "words and more " * 30 for n in range(30)}
    relations = [imports("t.py", path) for path in texts if path != "t.py"]
    counted = 0
    for limit in (*range(150, 4_000, 90), *range(11_000, 14_000, 150)):
        report = simple(texts, "t.py", relations=relations, limit=limit)
        _, found, listing = report.rendered.partition("Left out to fit")
        if not found:
            continue
        told = re.findall(r"^- (?!and )(\S+) \(\d+ tokens\)$", listing, re.MULTILINE)
        more = [int(one) for one in re.findall(r"^- and (\d+) files? more$", listing, re.MULTILINE)]
        out = [path for path in texts if path not in paths_in(report)]
        assert set(told) <= set(out)
        assert len(told) + sum(more) == len(out)
        assert 0 not in more
        counted += bool(more)
    assert counted > 3


def test_a_summary_names_what_stands_at_the_top_of_a_file():
    texts = {
        "a.py": "class Book:\n    def write(self):\n        pass\n\n\ndef read():\n    pass\n",
        "b.py": "".join(f"def f{number}():\n    pass\n\n\n" for number in range(MOST)),
        "c.py": "".join(f"def f{number}():\n    pass\n\n\n" for number in range(MOST + 2)),
        "d.txt": "words\n",
    }
    found = {path: summary_of(path, one.symbols) for path, one in project(texts).files.items()}
    names = ", ".join(f"f{number}" for number in range(MOST))
    assert found == {
        "a.py": "a.py: Book, read",
        "b.py": f"b.py: {names}",
        "c.py": f"c.py: {names}, and 2 more",
        "d.txt": "d.txt",
    }


class Sticky:
    """Counts more for several files in one text than for each by itself."""

    name = "sticky"

    def count(self, text):
        return len(text) + 40 * max(0, text.count("## File") - 1)

    def count_many(self, texts):
        return [self.count(text) for text in texts]


def test_what_takes_more_when_joined_gives_way_in_turn_until_it_fits():
    index, back = project(TEXTS, RELATIONS), 0
    for limit in range(500, 2_600, 35):
        report = built(request("t.py", limit=limit), index, TEXTS, config=ALL, tokens=Sticky())
        assert report.ledger.balances
        # What the second pass put in goes again before anything is refused.
        assert not report.refused
        assert Sticky().count(report.rendered) <= report.budget.estimated_input_tokens <= limit
        whole = sum(fate.level is SliceLevel.FULL_FILE for fate in report.fates.values())
        back += 0 < whole < len(TEXTS)
    assert back > 5


def test_optional_context_is_no_part_of_a_bundle_unless_asked_for():
    report = build(config=BuilderConfig())
    assert "far.py" not in paths_in(report)
    assert report.fates["far.py"].kind is FateKind.OPTIONAL
    assert report.manifest.selection.excluded_candidates == ()
    assert [(one.target, one.reason) for one in report.redactions.redactions] == [
        ("optional context", "policy")
    ]


def first_passes(*, symbols=(), config=ALL):
    """What the first pass does as the limit goes down, and the last report, which is refused."""
    low, high = 0, whole()
    while high - low > 1:  # the smallest limit that is not refused
        limit = (low + high) // 2
        low, high = (limit, high) if build(limit, symbols, config).refused else (low, limit)
    return actions(build(high, symbols, config)), build(low, symbols, config)


def test_secondary_blocks_go_from_the_last_rank_up_until_it_fits():
    full = build(config=BuilderConfig()).budget.estimated_input_tokens
    report = build(limit=full - 1, config=BuilderConfig())
    assert actions(report)[1:] == [(FitAction.REMOVE_SECONDARY, "user2.py")]
    assert paths_in(report) == ["t.py", "dep.py", "dep2.py", "user.py", "user2.py"]
    assert report.fates["user2.py"].level is SliceLevel.SIGNATURES_ONLY


def test_related_files_go_down_in_steps_and_only_then_the_target():
    done, refused = first_passes(symbols=["f"])
    assert done == [
        (FitAction.ESTIMATE, ""),
        (FitAction.REMOVE_OPTIONAL, ""),
        (FitAction.REMOVE_SECONDARY, "user2.py"),
        (FitAction.REMOVE_SECONDARY, "user.py"),
        (FitAction.SLICE_RELATED, "dep2.py"),
        (FitAction.SLICE_RELATED, "dep.py"),
        (FitAction.SLICE_RELATED, "dep2.py"),
        (FitAction.SLICE_RELATED, "dep.py"),
        (FitAction.SUMMARISE_RELATED, "dep2.py"),
        (FitAction.SUMMARISE_RELATED, "dep.py"),
        (FitAction.REMOVE_RELATED, "dep2.py"),
        (FitAction.REMOVE_RELATED, "dep.py"),
        (FitAction.SLICE_TARGET, "t.py"),
    ]
    assert refused.refusal is not None
    assert refused.refusal.code is RefusalCode.CONTEXT_TOO_LARGE


def test_a_target_with_named_symbols_is_cut_down_to_their_region():
    report = build(limit=650, symbols=["f"])
    fate = report.fates["t.py"]
    assert (fate.kind, fate.level) == (FateKind.SLICED, SliceLevel.TARGET_REGION_ONLY)
    assert "def f():" in report.rendered
    assert "return dep.g()" in report.rendered
    assert "def other" not in report.rendered
    assert report.fates["dep.py"].level is SliceLevel.SIGNATURES_ONLY
    sliced = [one for one in report.redactions.redactions if one.type == "content_sliced"]
    assert [one.target for one in sliced] == ["dep.py", "dep2.py", "t.py"]
    assert {one.reason for one in sliced} == {"budget"}
    assert sliced[0].details.startswith("SIGNATURES_ONLY: the signature of line 1 is there;")


def test_a_target_without_named_symbols_is_cut_down_to_signatures():
    report = build(limit=700)
    assert report.fates["t.py"].level is SliceLevel.SIGNATURES_ONLY
    assert "def other" in report.rendered


def test_a_sliced_file_is_shown_whole_with_its_cuts():
    view = build(limit=1_000, symbols=["f"]).source_views["dep.py"]
    assert view.text == TEXTS["dep.py"]
    assert [(cut.first_line, cut.last_line) for cut in view.cuts] == [(2, 22)]


@pytest.mark.parametrize(("path", "begins"), [("dep2.py", "def g2(:\n"), ("dep2.cfg", "words\n")])
def test_a_related_file_without_reliable_boundaries_is_whole_or_out(path, begins):
    texts = {name: text for name, text in TEXTS.items() if name != "dep2.py"}
    texts[path] = begins + BODY + BODY
    relations = [imports("t.py", "dep.py"), imports("t.py", path)]
    kinds = set()
    for limit in range(500, 1_700, 50):
        report = built(request("t.py", limit=limit), project(texts, relations), texts)
        if not report.refused:
            kinds.add(report.fates[path].kind)
            assert (FitAction.SUMMARISE_RELATED, path) not in actions(report)
    assert kinds == {FateKind.REMOVED, FateKind.INCLUDED}


def test_a_target_that_cannot_be_sliced_is_kept_whole_and_refused():
    texts = {"t.txt": "words\n" * 100}
    report = simple(texts, "t.txt", limit=500)
    assert report.refusal is not None
    assert report.refusal.code is RefusalCode.CONTEXT_TOO_LARGE
    assert [step.action for step in report.fit_steps] == [
        FitAction.ESTIMATE,
        FitAction.KEEP_TARGET,
        FitAction.REFUSE,
    ]


def test_what_does_not_fit_after_all_is_refused_with_numbers_and_advice():
    report = build(limit=100)
    refusal, needed = report.refusal, report.budget.estimated_input_tokens
    assert refusal is not None
    assert f"takes {needed:,} tokens, and the hard limit is 100" in refusal.sentence
    assert [advice.remedy for advice in refusal.advice] == [Remedy.NAME_SYMBOL, Remedy.RAISE_LIMIT]
    assert refusal.advice[0].sentence.endswith("; none of them fits by itself.")
    assert report.budget.decision is BudgetDecision.REFUSE_HARD_LIMIT
    assert report.bundle is None
    assert report.rendered == ""
    assert report.manifest.selection.included_files == ()
    over = report.ledger.entries[-1]
    assert (over.reason, over.tokens) == (Reason.BUNDLE_OVER, 100 - needed)
    assert report.ledger.balances


def test_a_symbol_is_offered_only_where_sending_it_alone_fits():
    text = "".join(f"def f{number:02}(x):\n    return x\n\n\n" for number in range(40))
    for limit in (60, 500):
        refusal = simple({"t.py": text}, "t.py", limit=limit).refusal
        assert refusal is not None
        named = [one for one in refusal.advice if one.remedy is Remedy.NAME_SYMBOL and one.symbol]
        fits = simple({"t.py": text}, "t.py", symbols=["f07"], limit=limit).refusal is None
        assert bool(named) == fits == (limit > 60), limit


def test_the_model_that_would_do_takes_the_context_and_the_reserve_of_the_answer():
    model = {"max_input_tokens": 150, "response_token_reserve": 40}
    refusal = simple({"t.txt": "words\n" * 100}, "t.txt", model=model).refusal
    needed = simple({"t.txt": "words\n" * 100}, "t.txt").budget.estimated_input_tokens
    assert refusal is not None
    assert refusal.advice[-1].sentence == f"Use a model that takes {needed + 40:,} tokens or more."


def test_a_target_that_slicing_does_not_make_smaller_is_kept_for_that_reason():
    texts = {"t.py": "a = 1\n" * 100, "u.txt": "words\n" * 100}
    kept = {
        step.path: step.sentence
        for step in simple(texts, *texts, limit=500).fit_steps
        if step.action is FitAction.KEEP_TARGET
    }
    assert kept == {
        "t.py": "Kept t.py whole: leaving bodies out would not make it smaller.",
        "u.txt": "Kept u.txt whole: it has no reliable boundaries to slice at.",
    }


@pytest.mark.parametrize(("count", "limit", "advised"), [(1, 100, 0), (2, 100, 0), (2, 1_000, 1)])
def test_of_several_targets_that_do_not_fit_fewer_is_an_advice_where_one_fits(
    count, limit, advised
):
    texts = {f"t{number}.txt": "words\n" * 100 for number in range(count)}
    refusal = simple(texts, *texts, limit=limit).refusal
    said = [one.sentence for one in refusal.advice if one.remedy is Remedy.NAME_FEWER_TARGETS]
    assert said == ["Work on fewer than 2 targets at a time."] * advised


def test_the_limits_are_those_of_the_model():
    model = {
        "max_input_tokens": 10_001,
        "response_token_reserve": 2_000,
        "soft_limit_threshold_pct": 33,
    }
    budget = simple({"t.py": "x\n"}, "t.py", model=model).budget
    assert (budget.hard_limit_tokens, budget.soft_limit_tokens) == (8_001, 2_640)
    assert budget.reserve_output_tokens == 2_000


def test_a_reserve_above_the_limit_refuses_everything():
    model = {"max_input_tokens": 100, "response_token_reserve": 200}
    report = simple({"t.py": "x\n"}, "t.py", model=model)
    assert report.budget.hard_limit_tokens == 0
    assert report.refused
    assert "builder.reserve-over-limit" in {problem.code for problem in report.problems}


def test_called_definitions_bring_their_signatures_along_when_their_file_has_to_go():
    texts = {
        "Target.cs": "class Target { void F() { Helper.Go(1); } }\n",
        "Helper.cs": "class Helper { public static int Go(int a) { " + "a++; " * 300 + "} }\n",
    }
    relations = [calls("Target.cs#Target.F", "Helper.cs#Helper.Go")]
    report = simple(texts, "Target.cs", relations=relations, limit=250)
    assert report.bundle is not None
    symbols = [block for block in report.bundle.blocks if block.block_type == "symbol"]
    assert [(block.priority, block.meta.symbol, block.meta.path) for block in symbols] == [
        ("P1", "Helper.Go", "Helper.cs")
    ]
    assert "Go(int a)" in symbols[0].content
    gone = report.fates["Helper.cs"]
    assert (gone.kind, gone.tokens) == (FateKind.REMOVED, 0)
    (row,) = (one for one in report.ledger.entries if one.reason is Reason.BLOCK_REMOVED)
    assert (row.subject, row.tokens) == ("Helper.cs", 0)
    told = [(one.type, one.target, one.reason) for one in report.redactions.redactions]
    assert ("block_removed", "Helper.cs", "budget") in told
    assert [file.path for file in report.manifest.selection.included_files] == [
        "Helper.cs",
        "Target.cs",
    ]
    assert report.manifest.selection.excluded_candidates == ()
    less = simple(texts, "Target.cs", relations=relations, limit=200)
    assert [one.target for one in less.redactions.redactions] == [
        "Helper.Go in Helper.cs",
        "Helper.cs",
    ]
    assert report.ranking[1].score == 35  # 40, less 5 for what the signature says already
