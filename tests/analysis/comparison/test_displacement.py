"""Who took a subject's room is established by runs without them."""

from dataclasses import replace

from hypothesis import given

from inspector.analysis.comparison import TakenHow, compare, displacement
from inspector.core.injection.overrides import Forced
from inspector.session.edits import force
from tests.analysis.comparison.test_attribution import CARDS, run, session, sessions
from tests.shared.examples import examples
from tests.shared.injection_input import bucket, candidate_set, card, file, policy


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


def test_nobody_displaced_a_card_for_which_the_budget_shrank():
    a = session(CARDS, total=150)
    assert displaced(a, replace(a, policy=policy(110)), "c") is None


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


@examples(25)
@given(sessions, sessions)
def test_without_those_who_are_named_the_subject_is_always_back(a, b):
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
