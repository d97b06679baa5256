"""What is said of a candidate set and of a request: each problem where it stands, and no other."""

import pytest

from inspector.core.candidates.linting import lint_candidates, lint_request
from tests.shared.injection_input import bucket, candidate_set, card, file, request


def said(problems):
    return [(one.code.partition(".")[2], one.place.pointer) for one in problems]


def test_a_set_in_order_has_nothing_to_be_said():
    shelves = [bucket("b", file("f", 1)), bucket("c", file("f", 1))]
    assert lint_candidates(candidate_set([card("a", 1), card("b", 1)], shelves)) == ()


def test_what_repeats_names_the_first_one():
    given = candidate_set(
        [card("x", 1), card("a", 1), card("b", 1), card("a", 1)],
        [bucket("b", file("e", 1), file("f", 1), file("f", 1)), bucket("b", file("f", 1))],
    )
    problems = lint_candidates(given)
    assert said(problems) == [
        ("duplicate-card", "/knowledge_cards/3/node_id"),
        ("duplicate-file", "/buckets/0/files/2/file_id"),
        ("duplicate-bucket", "/buckets/1/bucket_id"),
    ]
    firsts = ("/knowledge_cards/1;", "/buckets/0/files/1;", "/buckets/0;")
    for problem, first in zip(problems, firsts, strict=True):
        assert f" as {first}" in problem.message


def test_ids_with_colons_can_spell_one_reference():
    shelves = [bucket("a", file("x", 1), file("b:c", 1)), bucket("a:b", file("c", 1))]
    problems = lint_candidates(candidate_set((), shelves))
    assert said(problems) == [
        ("colon-in-id", "/buckets/0/files/1/file_id"),
        ("colon-in-id", "/buckets/1/bucket_id"),
        ("ambiguous-reference", "/buckets/1/files/0/file_id"),
    ]
    assert "/buckets/0/files/1:" in problems[-1].message


def test_a_card_without_rendering_and_count_is_told_by_its_row():
    given = candidate_set(
        [card("a", 1), card("b", 1, 0), card("c", 1, 0, token_counts={"full": 1})]
    )
    assert said(lint_candidates(given)) == [("no-rendering", "/knowledge_cards/1")]


def test_ids_that_a_request_names_in_vain_are_told_by_their_place():
    given = candidate_set([card("a", 1)], [bucket("b", file("f", 1))])
    asked = request(
        direct_target_refs=["b", "b:f", "gone"],
        relevance={"cards": {"a": 1, "no": 1}, "files": {"b:f": 1, "b:no": 1}},
    )
    problems = lint_request(asked, given)
    assert said(problems) == [
        ("unknown-id", "/direct_target_refs/2"),
        ("unknown-id", "/relevance/cards/no"),
        ("unknown-id", "/relevance/files/b:no"),
    ]
    assert all("not in the candidate set 's'" in one.message for one in problems)


def test_a_request_that_chooses_is_asked_about_what_it_chooses_from():
    given = candidate_set([card("a", 1), card("z", 1)], [bucket("b", file("f", 1), file("g", 1))])
    own = {
        "only": ["a", "b:f", "gone"],
        "knowledge_cards": [card("a", 1), card("z", 1), card("own", 1, 0)],
        "buckets": [bucket("c"), bucket("b"), bucket("d")],
    }
    asked = request(relevance={"files": {"b:g": 1}}, candidates=own)
    problems = lint_request(asked, given)
    assert said(problems) == [
        ("unknown-id", "/relevance/files/b:g"),
        ("unknown-id", "/candidates/only/2"),
        ("no-rendering", "/candidates/knowledge_cards/2"),
        ("duplicate-card", "/candidates/knowledge_cards/0/node_id"),
        ("duplicate-bucket", "/candidates/buckets/1/bucket_id"),
    ]
    assert "among the request's candidates" in problems[0].message
    assert said(lint_request(request(candidates={"buckets": [bucket("b")]}), given)) == []


@pytest.mark.parametrize(
    ("used", "code"),
    [
        (-1, "negative-tokens"),
        (0, None),
        (1, None),
        (999, None),
        (1000, "window-full"),
        (1001, "window-full"),
        (["x" * 2000], None),
    ],
)
def test_tokens_used_before_leave_a_part_of_the_window(used, code):
    model = {"name": "m", "context_window": 1000}
    problems = lint_request(request(model=model, tokens_used_before=used), candidate_set())
    assert said(problems) == ([(code, "/tokens_used_before")] if code else [])
