"""A comparison as rows, matrix, bars and sentences says what the comparison says."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.comparison import CauseSearch, Compared, CompareRuns, compare
from inspector.analysis.injection_runs import InjectionResult
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.present.drawing import Words
from inspector.present.drawing_svg import measured
from inspector.present.table import TableQuery, to_json, visible_rows
from inspector.stages.compare.picture import compare_picture, mirrored_bars
from inspector.stages.compare.why import why_changed, why_whole
from inspector.stages.compare.words import change_table, transition_matrix
from tests.analysis.comparison.test_attribution import CARDS, run, session, sessions
from tests.shared.examples import examples
from tests.shared.injection_input import CHARACTERS, bucket, candidate_set, card, file, policy


def runs():
    return CompareRuns(lambda _: CHARACTERS)


@given(sessions, sessions)
def test_matrix_and_bars_account_for_every_subject_and_token(a, b):
    comparison = compare(run(a), run(b))
    matrix = transition_matrix(comparison)
    assert sum(cell.count for row in matrix.cells for cell in row) == len(comparison)
    bars = mirrored_bars(comparison)
    assert sum(bar.before for bar in bars.bars) == int(comparison.before.tokens.sum())
    assert sum(bar.after for bar in bars.bars) == int(comparison.after.tokens.sum())
    assert all(bar.kept + bar.gained == bar.after for bar in bars.bars)


@examples(20)
@given(sessions, sessions)
def test_the_filter_of_a_cell_keeps_exactly_its_subjects(a, b):
    comparison = compare(run(a), run(b))
    data = change_table(comparison, {})
    for row in transition_matrix(comparison).cells:
        for cell in row:
            rows = visible_rows(data, TableQuery(filter=cell.filter))
            if cell.stayed:
                assert len(rows) <= cell.count
            else:
                assert len(rows) == cell.count


def test_the_table_has_flips_first_and_their_causes():
    a = session([*CARDS, card("d", 0.1, 5, lengths={"full": 60})], total=180)
    b = replace(a, policy=policy(130))
    compared = runs().compared(a, b)
    data = change_table(compared.comparison, runs().causes(compared))
    told = to_json(data, visible_rows(data, TableQuery()), ["id", "before", "after", "cause"])
    assert '"id": "c"' in told.split("}")[0]
    assert "Max injected tokens" in told


def test_causes_of_flips_come_first_up_to_so_many():
    d = card("d", 0.95, 5, lengths={"standard": 60, "full": 900})
    a = session([d, *CARDS], total=240)
    compared = runs().compared(a, replace(a, policy=policy(130)))
    assert compared.comparison.flips.tolist() == [3]
    assert list(runs().causes(compared)) == [3, 0]
    assert list(runs().causes(compared, most=1)) == [3]


def test_the_causes_of_two_thousand_changes_are_found_at_once():
    a = session([card(f"n{number}", 0.5, 1) for number in range(2_001)], total=10_000)
    compared = runs().compared(a, replace(a, policy=policy(0)))
    assert len(compared.comparison.changes) == 2_001
    assert len(runs().causes(compared)) == 2_000


def test_of_differences_that_concern_all_alike_no_part_is_a_subjects_own():
    a = session(CARDS, total=110)
    for b, own in (
        (replace(a, policy=policy(60)), []),
        (replace(a, candidates=candidate_set([card("a", 0.1, 40), *CARDS[1:]])), [True]),
    ):
        compared = runs().compared(a, b)
        index = compared.comparison.index_of("card", "a" if own else "b")
        assert [mine for _, mine in runs().explained(compared, index).own] == own


def explained(a, b, subject):
    found = runs()
    compared = found.compared(a, b)
    kind, _, name = subject.partition(":")
    index = compared.comparison.index_of(kind, name)
    return compared, why_changed(compared, subject, found.explained(compared, index))


def test_why_tells_the_cause_the_trials_and_who_took_the_room():
    a = session(CARDS, total=150)
    b = replace(
        a,
        candidates=candidate_set([*CARDS, card("new", 1.0, 40)]),
        policy=policy(150, procedure_sub_budget_pct=0.5),
    )
    _, why = explained(a, b, "card:c")
    assert why.sentence.startswith("Taken over alone, this changes it so")
    labels = [step.label for step in why.steps]
    assert labels[:2] == ["In A", "In B"]
    assert "A, but B's cards in the set" in labels
    assert "B, but A's cards in the set" in labels
    assert why.remedies[0] == "“New” took its room: without it, this one is in."


def test_why_of_what_stayed_says_so_and_of_nobody_is_none():
    a = session(CARDS, [bucket("b", file("f", 1, 20))])
    compared, why = explained(a, replace(a, policy=policy(380)), "card:a")
    assert why.sentence.startswith("The same on both sides: included")
    assert why_changed(compared, "card:nobody", None) is None
    assert "differ in 1 thing" in why_whole(compared).sentence


def test_a_manifest_has_no_causes_and_why_says_so():
    a = session(CARDS, total=150)
    found = runs()
    manifest = run(replace(a, policy=policy(90))).manifest
    assert isinstance(manifest, UnifiedInjectionManifest)
    compared = found.compared(a, manifest)
    assert found.causes(compared) == {}
    assert found.explained(compared, 0) is None
    assert found.explained(found.compared(manifest, a), 0) is None
    assert "manifest" in why_whole(compared).sentence
    assert "does not tell the inputs" in why_changed(compared, "card:c", None).sentence


def test_results_that_are_there_already_are_not_run_again():
    a = session(CARDS, total=150)
    results = [InjectionResult(one, run(one), ()) for one in (a, replace(a, policy=policy(90)))]
    compared = runs().compared(*results)
    assert isinstance(compared, Compared)
    assert isinstance(compared.attribution, CauseSearch)
    assert compared.comparison.a.report is results[0].report


@examples(20)
@given(sessions, sessions, st.integers(300, 1_400))
def test_no_text_of_the_matrix_leaves_the_picture_and_none_asks_for_a_cell_that_is_not_there(
    a, b, width
):
    picture = compare_picture(compare(run(a), run(b)))
    drawn = picture.drawing(width, measured, "")
    texts = [one for one in drawn.items if isinstance(one, Words) and one.anchor == "start"]
    hints = [one for one in texts if one.text.startswith("Choose a")]
    assert len(hints) == min(1, len(picture.matrix.verdicts))
    for one in hints:
        assert one.x + measured(one.text) <= width
