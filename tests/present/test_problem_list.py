"""Problems of files and of runs become one list in which each stands once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.problems import Place, Problem, Severity
from inspector.present.problem_list import joined_problems


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
