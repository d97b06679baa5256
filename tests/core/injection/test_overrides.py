"""What-if overrides: what they force, what they never do, and what they leave alone."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from inspector.analysis.injection_lint import lint_overrides, unmet_overrides
from inspector.core import Strategy, Verdict, inject
from inspector.core.injection.manifest import WhatIfManifest
from inspector.core.injection.overrides import NO_OVERRIDES, Forced, Overrides
from inspector.files import load_manifest, manifest_bytes
from tests.shared.examples import examples
from tests.shared.injection_draws import bucket_lists, card_lists, policies, targets
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

CANDIDATES = candidate_set(
    [
        card("first", 0.9, 40, lengths={"full": 90}),
        card("covered", 0.8, 30, file="b:f"),
        card("second", 0.7, 40),
        card("entity1", 0.5, 5, kind="entity", matter_id="m"),
        card("entity2", 0.5, 5, kind="entity", matter_id="m"),
        card("entity3", 0.5, 5, kind="entity", matter_id="m"),
        card("last", 0.1, 40),
    ],
    [bucket("b", file("f", 1.0, 50), file("g", 0.5, 90), background="z" * 20, matter_id="m")],
)


def run(total=400, strategy="coverage", **overrides):
    return inject(
        request(),
        CANDIDATES,
        policy(total),
        CHARACTERS,
        strategy=strategy,
        overrides=Overrides(**overrides),
    )


def row(report, subject):
    return next(entry for entry in report.ledger.entries if entry.subject == subject)


every_strategy = pytest.mark.parametrize("strategy", list(Strategy))


@every_strategy
def test_a_pinned_card_comes_before_cards_of_higher_relevance(strategy):
    without, pinned = run(130, strategy), run(130, strategy, pin=["last"])
    assert row(without, "last").verdict is Verdict.DROPPED
    assert row(pinned, "last").verdict is Verdict.INCLUDED
    assert row(pinned, "last").what_if == "pinned"
    assert row(pinned, "last").sentence.startswith("What-if (pinned). Injected")
    assert unmet_overrides(pinned) == ()


@every_strategy
def test_a_pinned_card_that_cannot_fit_is_out_and_reported(strategy):
    report = run(60, strategy, pin=["last"])
    assert row(report, "last").verdict is Verdict.DROPPED
    (problem,) = unmet_overrides(report)
    assert problem.code == "overrides.pinned-without-effect"
    assert problem.place.pointer == "/pin/0"


def test_an_excluded_card_is_out_for_no_other_reason_and_leaves_its_room_to_others():
    report = run(130, exclude=["first"])
    assert row(report, "first").reason.code == "what_if_excluded"
    assert row(report, "second").verdict is Verdict.INCLUDED
    assert row(run(130), "second").verdict is Verdict.DROPPED


def test_a_kept_card_competes_although_its_file_is_inlined():
    assert row(run(), "covered").verdict is Verdict.SUPPRESSED
    assert row(run(keep=["covered"]), "covered").verdict is Verdict.INCLUDED
    assert row(run(pin=["covered"]), "covered").verdict is Verdict.INCLUDED
    assert row(run(40, keep=["covered"]), "covered").verdict is Verdict.DROPPED


def test_a_kept_background_stays_although_cards_cover_it():
    assert row(run(), "b").verdict is Verdict.SUPPRESSED
    assert row(run(keep=["b"]), "b").verdict is Verdict.INCLUDED
    assert row(run(exclude=["b"]), "b").reason.code == "what_if_excluded"


def test_a_forced_file_comes_first_and_a_listed_one_is_never_inlined():
    without = run(260)
    assert (row(without, "b:f").verdict, row(without, "b:g").verdict) == (
        Verdict.INCLUDED,
        Verdict.REDUCED,
    )
    forced = run(260, inline=["b:g"])
    assert row(forced, "b:g").verdict is Verdict.INCLUDED
    assert row(forced, "b:f").verdict is Verdict.REDUCED
    listed = run(260, list_only=["b:f"])
    assert row(listed, "b:f").reason.code == "what_if_listed"
    assert row(listed, "covered").verdict is Verdict.INCLUDED, "its file is only listed now"
    assert row(run(260, exclude=["b:f"]), "b:f").verdict is Verdict.EXCLUDED


def test_a_forced_file_without_room_is_reported():
    (problem,) = unmet_overrides(run(120, inline=["b:g"]))
    assert problem.code == "overrides.inlined-without-effect"


def test_of_two_decisions_about_a_subject_the_stricter_one_holds():
    assert Overrides(exclude=["a"], pin=["a"]).of("a") is Forced.EXCLUDED
    assert Overrides(list_only=["a"], inline=["a"]).of("a") is Forced.LISTED
    assert Overrides(pin=["a"], keep=["a"]).of("a") is Forced.PINNED
    assert Overrides().of("a") is None
    assert Overrides(exclude=["a"], pin=["a", "b"]).count == 2


def test_what_has_no_effect_is_reported_with_its_place():
    found = lint_overrides(
        Overrides(pin=["nobody", "b:f", "first"], exclude=["first"], keep=["b"]), CANDIDATES
    )
    assert [(problem.code, problem.place.pointer) for problem in found] == [
        ("overrides.unknown-id", "/pin/0"),
        ("overrides.wrong-kind", "/pin/1"),
        ("overrides.contradiction", "/pin/2"),
    ]


def test_the_manifest_of_a_what_if_says_so_and_no_other_does():
    report = run(pin=["last"])
    assert isinstance(report.manifest, WhatIfManifest)
    assert report.manifest.model_dump(mode="json")["what_if"]["pin"] == ["last"]
    assert "what_if" not in run().manifest.model_dump(mode="json")


cards_and_buckets = ("n0", "n1", "n2", "n5", "b0", "b1", "b0:f0", "b0:f1", "b1:f0", "nothing")
subjects = st.lists(st.sampled_from(cards_and_buckets), max_size=3)
overrides = st.builds(
    Overrides, pin=subjects, exclude=subjects, keep=subjects, inline=subjects, list_only=subjects
)
inputs = st.tuples(card_lists(), bucket_lists(), policies, targets, st.sampled_from(list(Strategy)))


def injected(given, chosen):
    cards, buckets, tried, refs, strategy = given
    return inject(
        request(direct_target_refs=refs),
        candidate_set(cards, buckets),
        tried,
        CHARACTERS,
        strategy=strategy,
        overrides=chosen,
    )


@examples(100)
@given(inputs, overrides)
def test_the_ledger_always_closes_and_no_limit_is_ever_passed(given_input, chosen):
    report = injected(given_input, chosen)
    assert report.ledger.balances
    assert report.knowledge_used <= report.budget.knowledge_card_budget
    assert report.bucket_used <= report.budget.bucket_budget
    assert len(report.ledger.parts[0]) == len(given_input[0])
    manifest = report.manifest
    assert manifest.total_tokens_used == report.total_tokens_used


@given(inputs, overrides)
def test_what_is_forced_is_so_or_is_reported(given_input, chosen):
    report = injected(given_input, chosen)
    reported = {problem.place.pointer for problem in unmet_overrides(report)}
    for entry in report.ledger.entries:
        forced = chosen.of(entry.subject)
        if entry.kind == "balance":
            continue
        if forced is None:
            assert entry.what_if is None
            assert not entry.reason.code.startswith("what_if")
            continue
        assert entry.what_if == forced.value
        if forced is Forced.EXCLUDED:
            assert (entry.tokens, entry.verdict) == (0, Verdict.EXCLUDED)
        if forced is Forced.LISTED and entry.kind == "file":
            assert entry.verdict is not Verdict.INCLUDED
        if forced is Forced.KEPT and entry.kind in ("card", "background"):
            assert entry.verdict is not Verdict.SUPPRESSED
        if forced is Forced.PINNED and entry.kind == "card":
            out = entry.tokens == 0
            assert out == (f"/pin/{chosen.pin.index(entry.subject)}" in reported)
        if forced is Forced.INLINED and entry.kind == "file":
            out = entry.verdict is not Verdict.INCLUDED
            assert out == (f"/inline/{chosen.inline.index(entry.subject)}" in reported)


@given(inputs)
def test_without_overrides_nothing_is_different(given_input):
    assert (
        injected(given_input, NO_OVERRIDES).manifest
        == injected(given_input, Overrides(pin=())).manifest
    )
    nothing = injected(given_input, Overrides(pin=["nothing"], exclude=["nothing:at"]))
    plain = injected(given_input, NO_OVERRIDES)
    told = [(e.subject, e.reason, e.tokens, e.needed, e.left) for e in plain.ledger.entries]
    assert told == [
        (e.subject, e.reason, e.tokens, e.needed, e.left) for e in nothing.ledger.entries
    ]


@given(inputs, overrides, overrides)
def test_a_result_never_depends_on_the_overrides_before_it(given_input, before, chosen):
    from inspector.core.candidates.counting import count_candidates
    from inspector.core.injection.prepare import prepare
    from inspector.core.injection.step import Injector

    cards, buckets, tried, refs, strategy = given_input
    asked = request(direct_target_refs=refs)
    injector = Injector(
        prepare(asked, count_candidates(candidate_set(cards, buckets), CHARACTERS), 0)
    )
    for other in (before, chosen, NO_OVERRIDES):
        again = injector.run(tried, Strategy(strategy), overrides=other)
        assert again.manifest == injected(given_input, other).manifest


def test_the_file_of_a_what_if_manifest_is_read_as_one(tmp_path):
    path = tmp_path / "manifest.json"
    path.write_bytes(manifest_bytes(run(pin=["last"]).manifest))
    loaded = load_manifest(path)
    assert loaded.problems == ()
    assert loaded.value.what_if == Overrides(pin=["last"])


@every_strategy
@pytest.mark.parametrize(("spare", "verdict"), [(0, Verdict.INCLUDED), (-1, Verdict.DROPPED)])
def test_a_pinned_card_that_needs_all_there_is_fits_exactly(strategy, spare, verdict):
    heading, separator = len("# Knowledge\n\n"), 2
    for kind, share in (("event", 0.0), ("procedure", 1.0)):
        cards = [card("first", 0.9, 5), card("pinned", 0.1, 40, kind=kind)]
        report = inject(
            request(),
            candidate_set(cards),
            policy(heading + 40 + separator + spare, procedure_sub_budget_pct=share),
            CHARACTERS,
            strategy=strategy,
            overrides=Overrides(pin=["pinned"]),
        )
        assert row(report, "pinned").verdict is verdict
        assert (row(report, "first").verdict is Verdict.DROPPED) is (spare == 0)


@every_strategy
def test_a_pinned_card_fits_exactly_under_its_ceiling(strategy):
    for total, verdict in ((84, Verdict.INCLUDED), (83, Verdict.DROPPED)):
        report = inject(
            request(),
            candidate_set([card("pinned", 0.1, 40, kind="procedure")]),
            policy(total, procedure_sub_budget_pct=0.5),
            CHARACTERS,
            strategy=strategy,
            overrides=Overrides(pin=["pinned"]),
        )
        assert report.budget.procedure_cap == total // 2
        assert row(report, "pinned").verdict is verdict


@every_strategy
def test_a_floor_keeps_out_what_is_less_relevant_and_says_so(strategy):
    report = run(strategy=strategy, relevance_floor=0.5)
    reasons = {entry.subject: entry.reason.code for entry in report.ledger.entries}
    assert reasons["last"] == "below_relevance_floor"
    assert reasons["entity1"] != "below_relevance_floor"  # 0.5 is not below 0.5
    assert row(report, "last").verdict is Verdict.EXCLUDED
    assert row(run(relevance_floor=0.6), "b:g").reason.code == "below_relevance_floor"
    assert report.ledger.balances


@every_strategy
def test_top_k_lets_so_many_cards_and_so_many_files_compete(strategy):
    report = run(strategy=strategy, top_k=1)
    out = [e.subject for e in report.ledger.entries if e.reason.code == "beyond_top_k"]
    assert out == ["covered", "second", "entity1", "entity2", "entity3", "last", "b:g"]
    assert all(row(report, one).verdict is Verdict.EXCLUDED for one in out)


def test_what_an_override_names_is_neither_barred_nor_counted_by_the_top_k():
    report = run(top_k=1, relevance_floor=0.6, pin=["last"], exclude=["first"])
    reasons = {entry.subject: entry.reason.code for entry in report.ledger.entries}
    assert reasons["last"] == "card_injected"
    assert reasons["first"] == "what_if_excluded"
    assert reasons["covered"] == "bucket_file_overlap"
    assert reasons["second"] == "beyond_top_k"
    assert reasons["entity1"] == "below_relevance_floor"


def test_floor_and_top_k_are_on_the_mark_of_the_manifest(tmp_path):
    manifest = run(top_k=2, relevance_floor=0.25).manifest
    path = tmp_path / "m.json"
    path.write_bytes(manifest_bytes(manifest))
    read = load_manifest(path).value
    assert isinstance(read, WhatIfManifest)
    assert read.what_if == Overrides(top_k=2, relevance_floor=0.25)


def test_a_top_k_as_large_as_the_set_and_a_floor_of_the_least_change_no_choice():
    free, held = run(), run(top_k=7, relevance_floor=0.1)
    assert [e.reason for e in held.ledger.entries] == [e.reason for e in free.ledger.entries]


def test_forcing_a_subject_takes_it_out_of_what_it_was_under_and_leaves_the_others():
    before = Overrides(pin=["a", "b"], keep=["c"])
    assert before.forcing(["a"], Forced.EXCLUDED) == Overrides(pin=["b"], keep=["c"], exclude=["a"])
    assert before.forcing(["a", "c"], None) == Overrides(pin=["b"])
