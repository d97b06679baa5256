"""Deciding whether an executor's output is a change, in strict mode."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.discipline import diff_paths, is_code_modification_task, validate_diff_only
from tests.core.discipline.diffs import unified_diffs

TASK = "modify the handler function"
DIFF = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
PATCH = '[{"op":"remove","path":"/a"}]'
CODE = "".join(f"const a{number} = {number};\n" for number in range(20))

WORDS = [
    "Done.",
    "Renamed `foo` to `bar` in src/a.ts.",
    "I could not find the file; please name it.",
    "Changes:\n- the import errors are fixed\n- 5 tests pass\n* the class Foo stays",
    "[WIP] not finished [yet]",
    "import errors are fixed",
    "See https://example.org/a?b=c for why.",
    "---\nnothing to change\n---",
]
NOT_WORDS = {
    "const a = 1;": "not_a_diff",
    "x = 3": "not_a_diff",
    "def f(x):\n    return x": "not_a_diff",
    "class A:\n    pass": "not_a_diff",
    "import os": "not_a_diff",
    "from a import b": "not_a_diff",
    "export function f() {\n}": "not_a_diff",
    "#include <stdio.h>": "not_a_diff",
    "<div class='a'>b</div>": "not_a_diff",
    "print('x')": "not_a_diff",
    '{"a": 1}': "not_a_diff",
    "+added": "not_a_diff",
    "[1,\n2]": "broken_json_patch",
    "word " * 500: "not_a_diff",
    "\n".join(["a line of words"] * 10): "not_a_diff",
    "\n".join(["a line of words"] * 16): "full_file_rewrite",
    CODE: "full_file_rewrite",
    f"```js\n{CODE}```": "full_file_rewrite",
    "Here it is:\n```\nx\n```": "full_file_rewrite",
    "~~~\nx\n~~~": "full_file_rewrite",
    "```\nnever closed": "full_file_rewrite",
}


@pytest.mark.parametrize("output", WORDS)
def test_a_few_words_are_an_answer(output: str) -> None:
    check = validate_diff_only(output, task_description=TASK)
    assert (check.valid, check.format, check.reason) == (True, "prose", None)


@pytest.mark.parametrize("output", NOT_WORDS, ids=range(len(NOT_WORDS)))
def test_code_and_long_texts_without_a_diff_are_refused(output: str) -> None:
    check = validate_diff_only(output, task_description=TASK)
    assert (check.valid, check.format, check.reason_kind) == (False, None, NOT_WORDS[output])
    assert check.reason
    assert check.suggestion


@pytest.mark.parametrize("change", [DIFF, PATCH])
@pytest.mark.parametrize("fence", ["```diff\n{}\n```", "Fixed it:\n\n~~~\n{}\n~~~\nThat is all."])
def test_a_change_may_stand_in_a_fence_with_a_few_words_beside_it(change: str, fence: str) -> None:
    check = validate_diff_only(fence.format(change), task_description=TASK)
    assert check.valid
    assert check.format == ("unified_diff" if change is DIFF else "json_patch")


def test_each_of_several_fences_holds_a_change() -> None:
    block = f"```\n{DIFF}```\n"
    assert validate_diff_only(f"First:\n{block}Then:\n{block}", task_description=TASK).valid
    check = validate_diff_only(f"{block}```\n{CODE}```\n", task_description=TASK)
    assert check.reason_kind == "full_file_rewrite"


def test_a_few_words_may_stand_before_a_diff() -> None:
    assert validate_diff_only(f"Fixed the handler.\n\n{DIFF}", task_description=TASK).valid


@pytest.mark.parametrize(
    "output",
    [
        CODE + DIFF,
        DIFF + CODE,
        "\n".join(["words"] * 10) + "\n" + DIFF,
        f"{CODE}\n```diff\n{DIFF}```\n",
    ],
)
def test_a_diff_does_not_excuse_what_stands_beside_it(output: str) -> None:
    check = validate_diff_only(output, task_description=TASK)
    assert (check.valid, check.reason_kind) == (False, "too_much_beside")


def test_words_inside_a_fence_are_no_part_of_a_diff() -> None:
    check = validate_diff_only(f"```\nHere:\n{DIFF}```", task_description=TASK)
    assert check.reason_kind == "too_much_beside"


def test_a_diff_of_a_text_with_fences_is_a_diff() -> None:
    output = "--- a/x.md\n+++ b/x.md\n@@ -1,4 +1,4 @@\n ```\n-a\n+b\n ```\n words\n"
    assert validate_diff_only(output, task_description=TASK).format == "unified_diff"
    fenced = validate_diff_only(f"```diff\n{output}```", task_description=TASK)
    assert fenced.format == "unified_diff"


def test_a_task_that_changes_no_code_is_not_checked_unless_forced() -> None:
    task = "summarize the meeting"
    check = validate_diff_only(CODE, task_description=task)
    assert (check.valid, check.format) == (True, "unchecked")
    assert not validate_diff_only(CODE, task_description=task, force_check=True).valid


@pytest.mark.parametrize("task", [None, "", " \t"])
def test_without_a_description_the_output_is_checked(task: str | None) -> None:
    assert not validate_diff_only(CODE, task_description=task).valid


@pytest.mark.parametrize("output", ["", " \n\t", "\ufeff\n"])
def test_an_empty_output_is_valid(output: str) -> None:
    assert validate_diff_only(output, task_description=TASK).format == "empty"


def test_the_two_modes_differ_where_signs_deceive() -> None:
    deceiving = "--- a/x\n+++ b/x\n" + CODE
    assert validate_diff_only(deceiving, mode="heuristic").valid
    assert not validate_diff_only(deceiving, mode="strict").valid
    assert validate_diff_only("const a = 1;", mode="heuristic").valid
    assert not validate_diff_only("const a = 1;").valid


def test_paths_come_from_the_parsed_diff() -> None:
    output = "--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n--- a/removed\r\n+++ b/added\r\n"
    assert diff_paths(output) == ["x"]
    assert validate_diff_only(output, task_description=TASK).paths == ["x"]
    assert diff_paths("+++ b/y") == []
    assert diff_paths("+++ b/y", mode="heuristic") == ["y"]


@given(unified_diffs())
def test_every_diff_is_accepted_alone_and_fenced(text: str) -> None:
    assert validate_diff_only(text, task_description=TASK).format == "unified_diff"
    fenced = validate_diff_only(f"Done:\n```diff\n{text}```\n", task_description=TASK)
    assert fenced.format == "unified_diff"
    assert fenced.paths == diff_paths(text)


@given(st.text(), st.text(alphabet='`~[]{}+-@ \nab"\\:,'), st.booleans())
def test_no_output_raises_and_a_refusal_says_why(text: str, odd: str, heuristic: bool) -> None:
    for output in (text, odd, f"```\n{text}\n```", "[" + odd):
        mode = "heuristic" if heuristic else "strict"
        check = validate_diff_only(output, task_description=text, mode=mode)
        assert check.valid == (check.reason is None) == (check.format is not None)


# Tasks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "task",
    [
        TASK,
        "Fix the file.",
        "Fixing two modules",
        "the files were renamed, please check",
        "append .md",
        "Update handler.test.ts",
        "add logging to the class",
        "Remove the unused import from that module",
        "UPDATE THE SOURCES",
        "modify\nclass",
    ],
)
def test_a_task_that_changes_code_is_found(task: str) -> None:
    assert is_code_modification_task(task)


@pytest.mark.parametrize(
    "task",
    [
        "",
        "credit class",
        "exchange code with a partner",
        "the fixture has a hidden encoding",
        "update the plan",
        "describe the function",
        "remove from cart",
        "add the function. Go to the next page",
        "go to the function and add one",
        "profile of the editor",
        "update the .mdx",
    ],
)
def test_letters_inside_other_words_do_not_make_a_task_change_code(task: str) -> None:
    assert not is_code_modification_task(task)
    assert not is_code_modification_task("")


def test_the_heuristic_finds_letters_anywhere() -> None:
    assert is_code_modification_task("credit class", mode="heuristic")
    assert not is_code_modification_task("add logging to the class", mode="heuristic")
