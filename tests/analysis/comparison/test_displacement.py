"""Who took a subject's room is established by runs without them."""

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from inspector.analysis.comparison import TakenHow, compare, compare_manifests, displacement
from inspector.core import Strategy, Verdict
from inspector.core.injection.overrides import Forced
from inspector.core.injection.policy import InjectionSettings
from inspector.session.edits import force
from tests.analysis.comparison.test_attribution import CARDS, run, session, sessions
from tests.shared.examples import examples
from tests.shared.injection_input import bucket, candidate_set, card, file, policy

LISTED, INLINED = [bucket("b", file("f", 1, 300))], [bucket("b", file("f", 1, 20))]


def displaced(a, b, subject, kind="card"):
    comparison = compare(run(a), run(b))
    found = displacement(comparison, comparison.index_of(kind, subject), b, run)
    return found and (found.how, [one.id for one in found.subjects])


def with_cards(base, *cards):
    return replace(base, candidates=candidate_set([*CARDS, *cards]))


def test_a_card_that_came_before_and_took_the_room_is_named():
    a = session(CARDS, total=150)
    b = with_cards(a, card("new", 1.0, 40), card("tiny", 0.0, 1))
    assert displaced(a, b, "c") == (TakenHow.ALONE, ["new"])


def test_several_small_cards_took_the_room_together():
    a = session(CARDS, total=156)
    b = with_cards(a, *(card(f"new{one}", 1.0, 10) for one in range(3)))
    assert displaced(a, b, "c") == (TakenHow.TOGETHER, ["new0", "new1"])
    five = [f"new{one}" for one in range(5)]
    with_five = candidate_set([*(card(one, 1.0, 10) for one in five), *CARDS], INLINED)
    for total, needed in ((352, 2), (332, 3), (312, 4)):
        a = session(CARDS, LISTED, total=total)
        taken = displaced(a, replace(a, candidates=with_five), "c")
        assert taken == (TakenHow.TOGETHER, five[:needed])


def test_the_first_sixty_rivals_are_tried_one_by_one():
    a = session(CARDS[2:], total=240)
    loaf, crumbs = card("loaf", 0.9, 40), [card(f"crumb{one}", 1.0, 1) for one in range(60)]
    b = replace(a, candidates=candidate_set([*crumbs[1:], loaf, CARDS[2]]))
    assert displaced(a, b, "c") == (TakenHow.ALONE, ["loaf"])
    b = replace(a, candidates=candidate_set([*crumbs, loaf, CARDS[2]]))
    how, _ = displaced(a, b, "c")
    assert how is TakenHow.TOGETHER, "the loaf is the sixty-first"


def test_nobody_displaced_a_card_for_which_the_budget_shrank():
    a = session(CARDS, total=150)
    assert displaced(a, replace(a, policy=policy(110)), "c") is None


def test_nobody_displaced_a_card_that_was_out_before_or_that_a_manifest_tells_of():
    a = session(CARDS, total=110)
    b = with_cards(a, card("new", 1.0, 40))
    assert displaced(a, replace(b, policy=policy(150)), "c") is None
    comparison = compare_manifests(run(a).manifest, run(b).manifest)
    index = comparison.index_of("card", "b")
    assert comparison.change(index).after.verdict is Verdict.DROPPED
    assert displacement(comparison, index, b, run) is None


def test_under_a_ceiling_only_cards_of_the_kind_took_the_room():
    cards = [card("p", 0.5, 40, kind="procedure")]
    a = session(cards, total=200, procedure_sub_budget_pct=0.25)
    cards += [card("q", 0.9, 40, kind="procedure"), card("e", 0.95, 20)]
    assert displaced(a, replace(a, candidates=candidate_set(cards)), "p") == (TakenHow.ALONE, ["q"])


def test_in_the_best_selection_cards_of_less_relevance_can_take_the_room():
    cards = [card("large", 0.9, 90)]
    a = session(cards, total=120, strategy=Strategy.OPTIMAL)
    cards += [card("one", 0.6, 40), card("two", 0.6, 40)]
    b = replace(a, candidates=candidate_set(cards))
    assert displaced(a, b, "large") == (TakenHow.ALONE, ["one", "two"])


def test_a_file_that_is_inlined_now_covers_its_cards():
    cards = [card("a", 0.9, 20, file="b:f")]
    a = session(cards, [bucket("b", file("f", 1, 100))], total=100)
    b = replace(a, policy=policy(400))
    assert displaced(a, b, "a") == (TakenHow.COVERED, ["b:f"])


def test_a_file_is_displaced_by_a_file_that_comes_first_now():
    a = session([], [bucket("b", file("f", 1, 60), file("g", 0.5, 60))], total=100)
    b = replace(
        a,
        candidates=candidate_set([], [bucket("b", file("f", 1, 60), file("g", 2, 95))]),
        policy=policy(106),
    )
    assert displaced(a, b, "b:f", "file") is None, "it is still listed"
    assert displaced(a, a, "b:f", "file") is None


def test_a_file_that_is_not_even_listed_made_way_for_a_file_or_a_background():
    tiny = file("f", 0.5, 1)
    a = session([], [bucket("b", tiny), bucket("c", file("g", 1, 200))], total=28)
    shorter = [bucket("b", tiny), bucket("c", file("g", 1, 10), file("h", 0.9, 1))]
    b = replace(a, candidates=candidate_set([], shorter))
    assert displaced(a, b, "b:f", "file") == (TakenHow.ALONE, ["c:g"])
    small = file("f", 0.5, 20)
    a = session([], [bucket("b", small), bucket("c")], total=30)
    b = replace(
        a,
        candidates=candidate_set([], [bucket("b", small), bucket("c", background="z" * 20)]),
        settings=InjectionSettings(background_part=1.0),
    )
    assert displaced(a, b, "b:f", "file") == (TakenHow.ALONE, ["c"])


def test_a_file_is_back_where_one_of_two_with_its_reference_is():
    both = [bucket("b", file("x:f", 0.5, 1)), bucket("b:x", file("f", 0.4, 60))]
    a = session([], [*both, bucket("c")], total=15)
    b = replace(a, candidates=candidate_set([], [*both, bucket("c", file("g", 1, 10))]))
    assert displaced(a, b, "b:x:f", "file") == (TakenHow.ALONE, ["c:g"])


@examples(25)
@given(st.integers(60, 300), st.lists(st.integers(1, 60), min_size=1, max_size=5))
@example(150, [40, 1])  # one alone takes the room
@example(156, [10, 10, 10])  # two of them together
def test_without_those_who_are_named_the_subject_is_always_back(total, sizes):
    a = session(CARDS, total=total)
    b = with_cards(a, *(card(f"new{one}", 1.0, size) for one, size in enumerate(sizes)))
    without_those_who_are_named(a, b)


@examples(12)
@given(sessions, sessions)
def test_without_those_who_are_named_the_subject_is_back_whatever_else_is_different(a, b):
    without_those_who_are_named(a, b)


def without_those_who_are_named(a, b):
    """Run the second session without whoever displaced something: it is in then."""
    comparison = compare(run(a), run(b))
    for change in list(comparison.changes)[:4]:
        found = displacement(comparison, change.index, b, run)
        if found is None or found.how is TakenHow.COVERED:
            continue
        trials = (
            [[one] for one in found.subjects]
            if found.how is TakenHow.ALONE
            else [list(found.subjects)]
        )
        for some in trials:
            without = run(force([one.id for one in some], Forced.EXCLUDED)(b))
            entries = without.ledger.entries
            key = (change.subject.kind, change.subject.id)
            assert any(e.tokens for e in entries if (e.kind, e.subject) == key)
