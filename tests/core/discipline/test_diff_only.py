"""Deciding whether an executor's output is a change, in strict mode."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inspector.core.discipline import diff_paths, is_code_modification_task, validate_diff_only
from inspector.core.discipline.task_kind import TaskKind, task_kind
from tests.core.discipline import answer_texts
from tests.core.discipline.diffs import unified_diffs
from tests.core.discipline.labelled_outputs import LABELLED, Labelled

TASK = "modify the handler function"
DIFF = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
PATCH = '[{"op":"remove","path":"/a"}]'
CODE = "".join(f"const a{number} = {number};\n" for number in range(20))

TASKS = ["fix the bug", "handler.py", "Can you fix the login?", "Behebe den Fehler", "login", " "]
FILES = [
    answer_texts.PYTHON,
    answer_texts.TYPESCRIPT,
    answer_texts.GO,
    answer_texts.RUST,
    answer_texts.JAVA,
    answer_texts.RUBY,
    answer_texts.YAML,
    answer_texts.JSON,
    answer_texts.TOML,
    answer_texts.INI,
    answer_texts.ENVIRONMENT,
    answer_texts.SQL,
    answer_texts.SQL_WORDS,
    answer_texts.MARKDOWN,
    answer_texts.HTML,
    answer_texts.CSS,
    answer_texts.DOCKERFILE,
    answer_texts.CSV,
    answer_texts.GHERKIN,
    answer_texts.REQUIREMENTS,
    answer_texts.NGINX,
    answer_texts.HCL,
]
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
    "A sentence of words.\n" * 10: "not_a_diff",
    "\n".join(["a line of words"] * 10): "full_file_rewrite",
    "\n".join(["a line of words"] * 16): "full_file_rewrite",
    "\n".join(["name: value"] * 5): "full_file_rewrite",
    "\n\n".join(["name: value"] * 5): "full_file_rewrite",
    CODE: "full_file_rewrite",
    f"```js\n{CODE}```": "full_file_rewrite",
    "Here it is:\n```\nx\n```": "full_file_rewrite",
    "~~~\nx\n~~~": "full_file_rewrite",
    "```\nnever closed": "full_file_rewrite",
}


@pytest.mark.parametrize("output", WORDS)
@pytest.mark.parametrize("task", [None, "handler.py"])
def test_a_few_words_are_an_answer_where_no_change_is_demanded(
    output: str, task: str | None
) -> None:
    check = validate_diff_only(output, task_description=task)
    assert (check.valid, check.format, check.reason) == (True, "prose", None)


@pytest.mark.parametrize("output", [*WORDS, "", " \n\t", "\ufeff\n", "[]", " [ ]\n"])
@pytest.mark.parametrize("force", [False, True])
def test_executors_must_return_a_diff_or_a_patch_for_a_modification(
    output: str, force: bool
) -> None:
    task = None if force else TASK
    check = validate_diff_only(output, task_description=task, force_check=force)
    assert (check.valid, check.reason_kind) == (False, "nothing_changed")
    assert (check.reason or "").startswith("Nothing was changed")


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


def test_a_question_may_be_answered_with_examples_unless_a_check_is_forced() -> None:
    task = "How do I declare constants?"
    answer = f"Declare them one by one, like this:\n\n{CODE}"
    check = validate_diff_only(answer, task_description=task)
    assert (check.valid, check.format) == (True, "unchecked")
    assert not validate_diff_only(answer, task_description=task, force_check=True).valid
    assert not validate_diff_only(CODE, task_description=task).valid


@pytest.mark.parametrize("case", LABELLED, ids=lambda case: case.name)
def test_strict_mode_decides_as_the_label_says(case: Labelled) -> None:
    check = validate_diff_only(case.output, task_description=case.task)
    assert check.valid is case.valid, (check.format, check.reason_kind)


@given(st.sampled_from(TASKS), st.sampled_from(FILES), st.data())
def test_a_part_of_a_file_is_refused_however_it_is_wrapped(
    task: str, content: str, data: st.DataObject
) -> None:
    lines = [line for line in content.split("\n") if line.strip()]
    first = data.draw(st.integers(0, len(lines) - 5))
    part = "\n".join(lines[first : data.draw(st.integers(first + 5, len(lines)))])
    # Words, one heading and a list are what an answer may look like, too.
    assume(part.startswith("#") or part.count("\n## ") != 1)
    wrap = data.draw(st.sampled_from(["{}", "```\n{}\n```", "Here you are:\n\n{}", "{}\n"]))
    output = wrap.replace("{}", part)
    for text in (output, output.replace("\n", "\r\n")):
        assert not validate_diff_only(text, task_description=task).valid


@pytest.mark.parametrize("task", [None, "", " \t"])
def test_without_a_description_the_output_is_checked(task: str | None) -> None:
    assert not validate_diff_only(CODE, task_description=task).valid


@pytest.mark.parametrize("output", ["", " \n\t", "\ufeff\n"])
def test_an_empty_output_is_valid_for_a_question_alone(output: str) -> None:
    assert validate_diff_only(output, task_description="What does f do?").format == "empty"
    assert validate_diff_only(output, task_description=TASK, mode="heuristic").format == "empty"
    assert not validate_diff_only(output).valid


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


QUESTIONS = [
    "How do I find it and fix it?",
    "Why does it fail and change the color?",
    "What is the purpose of the retry decorator?",
    "what does this regex match",
    "Why do we get a 502 from the gateway sometimes?",
    "How would you implement login with OAuth?",
    "How would I go about fixing the bug in the parser?",
    "Explain what this function does",
    "Can you explain how update_config works?",
    "Would you explain why we need to change the handler?",
    "Tell me what this code does",
    "Is there a bug in the handler?",
    "Do we need to update the config file?",
    "Should we rewrite the module in Rust?",
    "Can I replace the list with a set?",
    "Summarize the changes in the last release",
    "Give me an overview of the module",
    "Show me an example of a Dockerfile for Flask",
    "I'd like to understand the code in handler.py",
    "I don't understand this function. What does it do?",
    "What would happen if I removed the lock?",
    "Review this function and tell me what you think",
    "How can the handler be made faster?",
    "Explain the steps to update the config file.",
    "In handler.py, why is the lock taken twice?",
    "We changed the handler yesterday. Since then it is slow. What could be the reason?",
    "If I change the timeout, does the client reconnect?",
    "When the user logs in, what happens to the old session?",
    "Just curious, how does garbage collection work in Go?",
    "Thanks! And how does the second function work?",
    "Could you walk me through the deploy script?",
    "Which approach is better, rewriting the class or adding a wrapper?",
    "Why does it crash, and how can I fix it?",
    "What do I have to change to support Python 3.13?",
    "Wie kann ich den Handler schneller machen?",
    "Könnten Sie bitte beschreiben, wie die Konfiguration gelesen wird?",
    "Ich verstehe nicht, warum der Handler langsam ist.",
    "Pourquoi le test échoue-t-il ?",
    "¿Qué hace esta función?",
]
NO_QUESTIONS = [
    "fix the bug",
    "implement login",
    "make the handler faster",
    "update the config file",
    "Can you add logging?",
    "I want you to rewrite the module in Rust",
    "The login should accept emails with a plus.",
    "handler.py is slow",
    "TypeError: 'NoneType' object is not subscriptable in handler.py",
    "Why is the handler slow? Please speed it up.",
    "Explain the problem and provide a fix",
    "Can you find the bug and fix it?",
    "Is the config correct? If not, correct it.",
    "What about adding an index?",
    "Why don't you cache the result?",
    "Could the handler be faster?",
    "Can this be simplified?",
    "The page is slow, why is it slow and fix it?",
    "Explain it and fix it?",
    "Do the migration",
    "Describe the endpoint in README.md",
    "Show me the fixed version of handler.py",
    "Don't log passwords",
    "The port must be 8080. What else is there to say?",
    "When the date is empty, return None",
    "Implement login and explain how it works",
    "Tell the handler to stop after 3 retries",
    "I'd like a faster handler",
    "Is it possible for you to fix this?",
    "What we need: login with SSO",
    "Where possible, use f-strings",
    "Which is why you should update the config",
    "Könntest du den Port ändern?",
    "Erkläre den Fehler und behebe ihn",
    "Warum ist das langsam? Mach es schneller.",
    "Wie wäre es mit einem Cache?",
    "Peux-tu corriger le bug ?",
    "¿Puedes arreglar el error?",
    "修复错误",
]


@pytest.mark.parametrize("task", QUESTIONS)
def test_a_question_is_recognised(task: str) -> None:
    assert task_kind(task) is TaskKind.QUESTION
    assert not is_code_modification_task(task)
    assert task_kind(f"{task}\n```python\nfix(the=bug)\n```") is TaskKind.QUESTION


@pytest.mark.parametrize("task", [*NO_QUESTIONS, "", "1. Update it\n2. Explain what you did"])
def test_whatever_is_not_recognised_as_a_question_is_taken_for_a_change(task: str) -> None:
    assert task_kind(task) is not TaskKind.QUESTION
    assert is_code_modification_task(task)


@given(st.sampled_from(QUESTIONS), st.sampled_from(NO_QUESTIONS))
def test_a_question_beside_a_demand_is_taken_for_a_change(question: str, other: str) -> None:
    assert task_kind(f"{question}\n\n{other}") is not TaskKind.QUESTION
    assert task_kind(f"{other}\n\n{question}") is not TaskKind.QUESTION


def test_a_long_answer_in_words_is_refused_only_where_a_change_is_demanded() -> None:
    words = "The harbour has twelve berths, and most of them are taken in June.\n" * 12
    assert validate_diff_only(words, task_description="The harbour in June").format == "prose"
    assert validate_diff_only(words, task_description="fix the bug").reason_kind == "not_a_diff"


def test_the_heuristic_finds_letters_anywhere() -> None:
    assert is_code_modification_task("credit class", mode="heuristic")
    assert not is_code_modification_task("add logging to the class", mode="heuristic")
