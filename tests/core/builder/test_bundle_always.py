"""What holds for every project, request and limit."""

import random
from itertools import pairwise
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core import BuilderConfig, BundleReport, ProjectIndex, Verdict
from inspector.core.builder.layout import SEPARATOR
from inspector.core.builder.outputs import BudgetDecision
from inspector.core.builder.report import FateKind, FitAction, RefusalCode
from inspector.project.index import Exclusion, Relation
from inspector.project.secrets import PatternScanner
from tests.shared.bundle_input import (
    built,
    calls,
    everything_told,
    extends,
    implements,
    imports,
    project,
    request,
    shut_out,
)

NAMES = ("a.py", "b.py", "lib/c.py", "lib/d.cs", "e.txt", "Makefile", "lib/setup.cfg")
PLANTED = ("KEY_PLANTED12345", "planted-word-in-doubt")
PIECES = (
    "def f():\n    x = 1\n    return x\n\n\n",
    "class C:\n    def g(self):\n        return 2\n\n\n",
    "def broken(:\n",
    "class K { int H() { return 1; } }\n",
    "words and ```` ticks\n",
    f"key = '{PLANTED[0]}'\n",
    f"maybe={PLANTED[1]}\n",
)

texts_of_projects = st.fixed_dictionaries(
    {name: st.lists(st.sampled_from(PIECES[:5]), max_size=4).map("".join) for name in NAMES}
)
planted_texts = st.fixed_dictionaries(
    {name: st.lists(st.sampled_from(PIECES), max_size=4).map("".join) for name in NAMES}
)
links = st.lists(
    st.builds(
        lambda make, source, target: make(source, target),
        st.sampled_from([imports, calls, extends, implements]),
        st.sampled_from(NAMES),
        st.sampled_from([*NAMES, "a.py#f", "lib/c.py#C.g", "lib/d.cs#K.H"]),
    ).filter(lambda relation: "#" not in relation.target_path),
    max_size=12,
)
targets = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True)
requests = st.fixed_dictionaries(
    {
        "purpose": st.sampled_from(["plan", "diff"]),
        "limit": st.integers(0, 1500),
        "symbols": st.lists(st.sampled_from(["f", "C.g", "nothing"]), max_size=1),
        "intent": st.none() | st.just("Do it."),
        "active_file": st.none() | st.sampled_from(NAMES),
    }
)
PHASES = {
    FitAction.ESTIMATE: 0,
    FitAction.REMOVE_OPTIONAL: 1,
    FitAction.REMOVE_SECONDARY: 2,
    FitAction.SLICE_RELATED: 3,
    FitAction.SUMMARISE_RELATED: 3,
    FitAction.REMOVE_RELATED: 3,
    FitAction.KEEP_RELATED: 3,
    FitAction.SLICE_TARGET: 4,
    FitAction.KEEP_TARGET: 4,
    FitAction.REFUSE: 5,
}
SECOND_PASS = {FitAction.MAKE_ROOM: 0, FitAction.BRING_BACK: 1, FitAction.NAME_LEFT_OUT: 1}
OUT = (shut_out("lib/Makefile", Exclusion.DENY_RULE, "lib/Makefile"),)


def build(
    texts: dict[str, str], relations: list[Relation], files: list[str], fields: dict[str, Any]
) -> BundleReport:
    config = BuilderConfig(include_optional=fields["limit"] % 2 == 0)
    asked = request(*files, **fields)
    return built(asked, project(texts, relations, out=OUT), texts, config=config)


@given(texts_of_projects, links, targets, requests)
def test_the_ledger_always_closes_to_the_hard_limit(texts, relations, files, fields):
    report = build(texts, relations, files, fields)
    assert report.ledger.budget == report.budget.hard_limit_tokens
    assert report.ledger.balances
    rows = [entry for entry in report.ledger.entries if entry.kind != "balance"]
    assert len({(entry.kind, entry.subject) for entry in rows}) == len(rows)
    assert all(entry.tokens >= 0 for entry in rows)
    assert all(entry.sentence for entry in report.ledger.entries)
    if report.bundle is None:
        assert not {entry.verdict for entry in rows} & {Verdict.INCLUDED, Verdict.REDUCED}


@given(texts_of_projects, links, targets, requests)
def test_a_bundle_is_never_over_the_hard_limit_and_decisions_are_those_of_the_limits(
    texts, relations, files, fields
):
    report = build(texts, relations, files, fields)
    budget = report.budget
    tokens = budget.estimated_input_tokens
    if report.bundle is not None:
        assert report.refusal is None
        assert len(report.rendered) <= tokens <= budget.hard_limit_tokens
    assert (budget.decision is BudgetDecision.OK) == (tokens <= budget.soft_limit_tokens)
    refused = budget.decision is BudgetDecision.REFUSE_HARD_LIMIT
    assert refused == (tokens > budget.hard_limit_tokens)
    assert not (refused and report.bundle)


@given(texts_of_projects, links, targets, requests)
def test_the_first_pass_never_goes_back_and_the_second_is_never_over(
    texts, relations, files, fields
):
    steps = build(texts, relations, files, fields).fit_steps
    first = [step for step in steps if step.action not in SECOND_PASS]
    second = steps[len(first) :]
    phases = [PHASES[step.action] for step in first]
    assert phases == sorted(phases)
    assert not any(step.fits for step in first[:-1])
    assert all(step.fits for step in second)
    later = [SECOND_PASS[step.action] for step in second]
    assert later == sorted(later)
    for before, after in pairwise(steps):
        assert before.tokens_after == after.tokens_before
    for before, after in pairwise(first):
        assert before.tokens_after >= after.tokens_after


@given(texts_of_projects, links, targets, requests)
def test_only_what_is_required_refuses_for_its_size(texts, relations, files, fields):
    report = build(texts, relations, files, fields)
    alone = build(texts, [], files, fields | {"active_file": None})
    size = RefusalCode.CONTEXT_TOO_LARGE
    if report.refusal is None or report.refusal.code is not size:
        return
    required = [one for one in report.ledger.entries if one.account == "P0" and one.tokens]
    assert sum(one.tokens for one in required) + 2 * (len(required) - 1) > fields["limit"]
    assert alone.refusal is not None


@example(  # there is no room for the names, for which some was kept
    dict.fromkeys(NAMES, ""),
    [],
    ["a.py"],
    {"purpose": "plan", "limit": 156, "symbols": ["f"], "intent": None, "active_file": None},
)
@example(  # a file without names has no line, though one would fit to the token
    dict.fromkeys(NAMES, "") | {"b.py": 4 * PIECES[0], "lib/setup.cfg": 3 * PIECES[0]},
    [],
    ["lib/c.py"],
    {"purpose": "plan", "limit": 445, "symbols": ["f"], "intent": None, "active_file": None},
)
@given(texts_of_projects, links, targets, requests)
def test_no_file_is_left_out_whose_one_line_would_fit(texts, relations, files, fields):
    report = build(texts, relations, files, fields)
    if report.bundle is None:
        return
    free = report.budget.hard_limit_tokens - report.budget.estimated_input_tokens
    for path, fate in report.fates.items():
        if fate.kind is FateKind.REMOVED:
            names = [one.name for one in report.index.files[path].symbols]
            line = f"## File: {path} (one line)\n```\n{path}: {', '.join(names)}\n```"
            whole = fate.needed or 0
            least = min(len(line), whole) if names else whole  # without names there is no such line
            assert least + len(SEPARATOR) > free


@given(texts_of_projects, links, targets, requests)
def test_every_file_of_the_index_has_exactly_one_fate(texts, relations, files, fields):
    report = build(texts, relations, files, fields)
    assert list(report.fates) == sorted([*NAMES, "lib/Makefile"], key=str.encode)
    included = {file.path for file in report.manifest.selection.included_files}
    kept = {p for p, fate in report.fates.items() if fate.kind in {"included", "sliced"}}
    excluded = {one.path for one in report.manifest.selection.excluded_candidates}
    assert kept <= included
    assert not included & excluded


@given(texts_of_projects, links, targets, requests, st.randoms(use_true_random=False))
def test_the_same_inputs_in_any_order_are_the_same_artifacts(
    texts, relations, files, fields, chance: random.Random
):
    config = BuilderConfig(include_optional=True)
    index = project(texts, relations, out=OUT)
    mixed, shuffled = list(index.files.items()), list(index.relations)
    chance.shuffle(mixed)
    chance.shuffle(shuffled)
    other = ProjectIndex("/elsewhere", dict(mixed), tuple(shuffled))
    asked = request(*files, **fields)
    one = built(asked, index, texts, config=config)
    two = built(asked, other, texts, config=config)
    assert one.rendered == two.rendered
    assert one.bundle == two.bundle
    first, second = one.manifest.fingerprints, two.manifest.fingerprints
    assert first.bundle_fingerprint == second.bundle_fingerprint
    assert first.config_fingerprint == second.config_fingerprint
    assert one.redactions == two.redactions
    assert one.budget == two.budget
    assert one.manifest.selection == two.manifest.selection


@given(planted_texts, links, targets, requests)
def test_no_planted_secret_gets_out_by_any_way(texts, relations, files, fields):
    told = everything_told(build(texts, relations, files, fields))
    assert not [secret for secret in PLANTED if secret in told]


REAL = ("AKIAQ3EGVXW2M5KTRPLD", "correct-horse-battery", "hunter2hunter2")
REAL_PIECES = (
    *PIECES[:5],
    f'aws_access_key_id = "{REAL[0]}"\n',
    f'DB_PASSWORD = "{REAL[1]}"\n',
    f"api_key = '{REAL[2]}'\n",
    f'log("Authorization: Bearer {REAL[2]}")\n',
)
really_planted = st.fixed_dictionaries(
    {name: st.lists(st.sampled_from(REAL_PIECES), max_size=4).map("".join) for name in NAMES}
)


@given(really_planted, links, targets, requests)
def test_no_secret_that_the_real_patterns_know_gets_out_by_any_way(texts, relations, files, fields):
    report = built(
        request(*files, **fields),
        project(texts, relations, out=OUT),
        texts,
        scanner=PatternScanner(),
    )
    told = everything_told(report)
    assert not [secret for secret in REAL if secret in told]
