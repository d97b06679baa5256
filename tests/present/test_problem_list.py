"""Problems of files and of runs become one list in which each stands once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.problems import Place, Problem, Severity
from inspector.present.problem_list import grouped, joined_problems


def problem(code: str, pointer: str = "/x", line: int | None = None) -> Problem:
    return Problem(Severity.WARNING, code, code, "", Place("f.json", line, None, pointer))


def test_a_lint_of_the_policy_that_no_longer_holds_is_left_out() -> None:
    assert joined_problems([problem("policy.odd", line=3)], []) == ()


def test_a_lint_that_still_holds_keeps_its_line() -> None:
    in_file = problem("policy.odd", line=3)
    assert joined_problems([in_file], [problem("policy.odd")]) == (in_file,)


def test_a_lint_at_another_place_is_another_problem() -> None:
    live = problem("policy.odd", "/y")
    assert joined_problems([problem("policy.odd", line=3)], [live]) == (live,)


def test_a_lint_that_came_with_an_edit_is_listed() -> None:
    live = problem("request.odd")
    assert joined_problems([], [live]) == (live,)


def test_what_loading_says_about_candidates_is_not_said_again() -> None:
    in_file = problem("candidates.colon-in-id", line=9)
    again = problem("candidates.colon-in-id", "/elsewhere")
    assert joined_problems([in_file], [again]) == (in_file,)


def test_what_only_a_run_can_say_about_candidates_is_listed() -> None:
    in_file, live = problem("candidates.colon-in-id", line=9), problem("candidates.uncountable")
    assert joined_problems([in_file], [live]) == (in_file, live)


PROBLEMS = st.lists(
    st.builds(
        problem,
        st.sampled_from(["policy.a", "request.a", "candidates.a", "field.missing", "run.stopped"]),
        st.sampled_from(["/a", "/b"]),
        st.sampled_from([None, 1, 2]),
    ),
    max_size=8,
)


@given(PROBLEMS, PROBLEMS)
def test_no_problem_is_listed_twice_and_none_of_loading_itself_is_lost(
    of_files: list[Problem], of_runs: list[Problem]
) -> None:
    joined = joined_problems(of_files, of_runs)
    assert len(set(joined)) == len(joined)
    assert {one for one in of_files if one.code == "field.missing"} <= set(joined)


@given(PROBLEMS, PROBLEMS)
def test_every_problem_of_a_run_is_told_at_some_place(
    of_files: list[Problem], of_runs: list[Problem]
) -> None:
    told = {one.code for one in joined_problems(of_files, of_runs)}
    assert {one.code for one in of_runs} <= told


@given(PROBLEMS)
def test_grouping_loses_no_problem_and_puts_each_into_one_group(found: list[Problem]) -> None:
    groups = grouped(found)
    members = [one for group in groups for one in group.problems]
    assert sorted(map(str, members)) == sorted(map(str, found))
    for group in groups:
        assert len({(one.severity, one.code, one.place.file) for one in group.problems}) == 1
    firsts = [found.index(group.first) for group in groups]
    assert firsts == sorted(firsts)


def unknown(kind: str, number: int) -> Problem:
    place = Place("request.json", pointer=f"/relevance/{kind}/{number}")
    message = f"This {kind} is not in the set."
    return Problem(Severity.WARNING, "request.unknown-id", message, "Check it.", place)


def test_scores_of_unknown_items_are_one_row_with_their_kinds_counted() -> None:
    found = [unknown("cards", one) for one in range(51)]
    found += [unknown("files", one) for one in range(44)]
    (group,) = grouped(found)
    assert group.message == "95 scores name unknown items: 51 cards, 44 files"
    assert str(group.place) == "request.json"
    lines = group.lines(3)
    assert lines[0].startswith("request.json: warning: 95 scores name unknown items")
    assert lines[1:] == tuple(
        f"  {line}"
        for line in (
            "/relevance/cards/0",
            "/relevance/cards/1",
            "/relevance/cards/2",
            "… and 92 more",
        )
    )


def test_a_direct_target_among_unknown_ids_is_no_score() -> None:
    place = Place("request.json", pointer="/direct_target_refs/0")
    found = [unknown("cards", 1), unknown("cards", 2), unknown("cards", 3).at(place)]
    (group,) = grouped(found)
    assert group.message == "3 ids are not in the candidate set: 2 cards, 1 direct target"


def test_two_problems_of_one_kind_that_say_different_things_stay_two() -> None:
    found = [Problem(Severity.ERROR, "field.missing", text) for text in ("No id.", "No title.")]
    assert [group.problems for group in grouped(found)] == [(found[0],), (found[1],)]
    assert [group.lines(5) for group in grouped(found)] == [(str(one),) for one in found]


def test_the_same_problem_in_two_files_is_two_groups() -> None:
    one = problem("card.bad")
    other = one.at(Place("other.json"))
    assert [group.problems for group in grouped([one, other])] == [(one,), (other,)]


def test_equal_problems_say_in_how_many_places_they_are() -> None:
    (group,) = grouped([problem("card.bad", "/1"), problem("card.bad", "/2")])
    assert group.message == "card.bad (2 places)"


def test_a_place_is_told_without_the_folder_of_its_file_and_with_all_else() -> None:
    place = Place(file="/home/somebody/cards.json", line=2, column=3, pointer="/cards/0")
    assert str(place.without_folder) == "cards.json:2:3 /cards/0"
    assert str(Place(pointer="/cards/0").without_folder) == "/cards/0"
    assert str(Place().without_folder) == ""
