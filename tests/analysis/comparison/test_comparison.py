"""Two runs side by side: every subject in one cell, every change with both its states."""

from collections import Counter
from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given

from inspector.analysis.comparison import (
    ManifestOutcomes,
    ReportOutcomes,
    SubjectState,
    compare,
    compare_manifests,
)
from inspector.core import Strategy, Verdict, inject
from tests.shared.injection_draws import bucket_lists, card_lists, policies
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

CARDS = [
    card("first", 0.9, 20, kind="procedure"),
    card("covered", 0.8, 30, file="b:f"),
    card("second", 0.7, 40, lengths={"standard": 60}),
    card("large", 0.1, 150),
]
FORMS = {("file", Verdict.INCLUDED): "inlined", ("file", Verdict.REDUCED): "listed"}
FILES = [bucket("b", file("f", 1.0, 50), file("g", 0.5, 90), background="z" * 10)]


def run(total, cards=CARDS, buckets=FILES, **fields):
    return inject(request(), candidate_set(cards, buckets), policy(total, **fields), CHARACTERS)


def drawn(cards, buckets, chosen, strategy):
    candidates = candidate_set(cards, buckets)
    return inject(request(), candidates, chosen, CHARACTERS, strategy=strategy)


runs = st.builds(drawn, card_lists(), bucket_lists(), policies, st.sampled_from(list(Strategy)[:2]))


@given(runs)
def test_outcomes_say_of_every_subject_what_the_ledger_says(report):
    outcomes = ReportOutcomes(report)
    comparison = compare(report, report)
    entries = {(e.kind, e.subject): e for e in report.ledger.entries if e.kind != "balance"}
    assert len(comparison) == len(entries)
    for index in range(len(comparison)):
        change = comparison.change(index)
        entry = entries[change.subject.kind, change.subject.id]
        assert change.before == change.after
        assert change.before.verdict is entry.verdict
        assert change.before.reason == entry.reason.code
        assert change.before.tokens == entry.tokens
        assert change.subject.name == entry.name
        if change.subject.kind != "card":
            assert change.before.form == FORMS.get((change.subject.kind, entry.verdict), "")
    assert outcomes.totals.used == report.total_tokens_used


@given(runs)
def test_a_run_beside_itself_has_no_changes(report):
    comparison = compare(report, report)
    assert not len(comparison.changes)
    assert all(before is after for before, after in comparison.matrix)


@given(runs, runs)
def test_every_subject_is_in_exactly_one_cell_and_tokens_add_up(a, b):
    comparison = compare(a, b)
    everybody = Counter((e.kind, e.subject) for e in a.ledger.entries if e.kind != "balance")
    everybody |= Counter((e.kind, e.subject) for e in b.ledger.entries if e.kind != "balance")
    assert sum(comparison.matrix.values()) == len(comparison) == sum(everybody.values())
    changes = list(comparison.changes)
    for report, mine in ((a, "before"), (b, "after")):
        rows = [e for e in report.ledger.entries if e.kind != "balance"]
        taken = sum(entry.tokens for entry in rows)
        assert sum(getattr(group, mine) for group in comparison.groups) == taken
    for group in comparison.groups:
        assert group.after - group.before == group.gained - group.lost
    assert sum(change.gained for change in changes) == sum(
        group.gained - group.lost for group in comparison.groups
    )
    assert len(comparison.flips) == sum(change.flipped for change in changes)


@given(runs, runs)
def test_the_other_way_round_is_the_mirror_image(a, b):
    there, back = compare(a, b), compare(b, a)
    assert back.matrix == {(y, x): count for (x, y), count in there.matrix.items()}
    changed = {(c.subject.kind, c.subject.id): (c.before, c.after) for c in there.changes}
    mirrored = {(c.subject.kind, c.subject.id): (c.after, c.before) for c in back.changes}
    assert changed == mirrored


def test_a_subject_of_one_side_only_went_to_or_came_from_nowhere():
    fewer = [one for one in CARDS if one["node_id"] != "second"]
    comparison = compare(run(400), run(400, fewer))
    change = comparison.change(comparison.index_of("card", "second"))
    assert change.before == SubjectState(Verdict.INCLUDED, "standard", 60, "card_injected")
    assert change.after == SubjectState(None, "", 0, None)
    assert change.gained == -60
    assert comparison.index_of("card", "nobody") is None
    back = compare(run(400, fewer), run(400))
    assert back.change(back.index_of("card", "second")).before.verdict is None


def test_a_smaller_budget_shows_who_lost_what():
    comparison = compare(run(400), run(100))
    changes = {change.subject.id: change for change in comparison.changes}
    assert changes["b:f"].after.form == "listed"
    assert changes["b:f"].after.reason == "file_listed"
    assert changes["covered"].before.verdict is Verdict.SUPPRESSED
    assert {group.group for group in comparison.groups} >= {"procedure", "event", "file"}


def test_manifests_compare_like_the_runs_that_they_came_from():
    a, b = run(400), run(160)
    from_runs, from_files = compare(a, b), compare_manifests(a.manifest, b.manifest, a)
    cards = {
        change.subject.id: change for change in from_runs.changes if change.subject.kind == "card"
    }
    told = {
        change.subject.id: change for change in from_files.changes if change.subject.kind == "card"
    }
    assert {one: change.after.verdict for one, change in cards.items()} == {
        one: change.after.verdict for one, change in told.items()
    }
    assert [change.subject.kind for change in from_files.changes][-1] == "bucket"
    assert from_files.totals[0].used == a.total_tokens_used


@given(runs)
def test_a_manifest_tells_the_same_of_every_card_as_its_run(report):
    both = (compare_manifests(report.manifest, report.manifest, report), compare(report, report))
    for node_id in ReportOutcomes(report).cards.keys:
        told, known = (one.change(one.index_of("card", node_id)).before for one in both)
        assert told == replace(known, reason=told.reason)


def test_a_manifest_alone_does_not_tell_whether_a_smaller_rendering_is_the_largest():
    cards = [
        card("compact", 0.9, 20),
        card("standard", 0.8, 20, lengths={"standard": 40}),
        card("full", 0.7, 20, lengths={"standard": 40, "full": 60}),
        card("more", 0.6, 20, lengths={"standard": 40, "full": 600}),
    ]
    report = run(500, cards, [])
    included, reduced = Verdict.INCLUDED, Verdict.REDUCED
    for known, verdicts in (
        (report, [included, included, included, reduced]),
        (None, [reduced, reduced, included, reduced]),
    ):
        told = compare_manifests(report.manifest, report.manifest, known)
        assert [told.change(place).after.verdict for place in range(4)] == verdicts


def test_a_bucket_of_a_manifest_is_in_as_less_without_an_inlined_file_and_out_without_tokens():
    buckets = [run(total, []).manifest for total in (200, 60, 2)]
    states = [compare_manifests(one, one).change(0).before for one in buckets]
    assert states == [
        SubjectState(Verdict.INCLUDED, "inlined", 173, None),
        SubjectState(Verdict.REDUCED, "listed", 25, None),
        SubjectState(Verdict.DROPPED, "", 0, None),
    ]


def test_a_manifest_tells_the_totals_of_its_run_but_for_what_goes_around_contents():
    report = run(100)
    totals = ReportOutcomes(report).totals
    assert (totals.used, totals.knowledge_used, totals.bucket_used) == (60, 35, 25)
    assert totals.overhead == 24
    assert ManifestOutcomes(report.manifest).totals == replace(totals, overhead=None)
