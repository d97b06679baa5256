"""Reading unified diffs strictly."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.discipline import validate_diff_only
from inspector.core.discipline.diff_header import unquoted
from inspector.core.discipline.unified_diff import read_unified_diff
from tests.core.discipline.diffs import unified_diffs

HEADER = "--- a/x\n+++ b/x\n"
HUNK = "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"

VALID = {
    "plain": (HEADER + HUNK, ["x"]),
    "no line end at the end of the text": ((HEADER + HUNK).removesuffix("\n"), ["x"]),
    "CRLF": ((HEADER + HUNK).replace("\n", "\r\n"), ["x"]),
    "counts left out": (HEADER + "@@ -1 +1 @@\n-a\n+b\n", ["x"]),
    "section heading": (HEADER + "@@ -1 +1 @@ def f(x):\n-a\n+b\n", ["x"]),
    "blank context without its blank": (HEADER + "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", ["x"]),
    "two hunks": (HEADER + HUNK + "@@ -10,0 +11 @@\n+new\n", ["x"]),
    "two files": (HEADER + HUNK + "--- y\n+++ y\n" + HUNK, ["x", "y"]),
    "removed line that begins with dashes": (HEADER + "@@ -1 +0,0 @@\n--- a/q\n", ["x"]),
    "missing line ends": (
        HEADER
        + "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
        ["x"],
    ),
    "missing line end of context": (
        HEADER + "@@ -1,2 +1,2 @@\n-a\n+b\n c\n\\ No newline at end of file\n",
        ["x"],
    ),
    "new file": ("--- /dev/null\n+++ b/new\n@@ -0,0 +1,2 @@\n+a\n+b\n", ["new"]),
    "deleted file": ("--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", ["old"]),
    "timestamps": (
        "--- x.py\t2026-01-01 00:00:00\n+++ x.py\t2026-01-02 00:00:00\n" + HUNK,
        ["x.py"],
    ),
    "blanks in a name": ("--- a/my file\t\n+++ b/my file\t\n" + HUNK, ["my file"]),
    "quoted name": (
        '--- "a/\\303\\251 \\"q\\".t"\n+++ "b/\\303\\251 \\"q\\".t"\n' + HUNK,
        ['é "q".t'],
    ),
    "quoted blank": (
        '--- "a/\\tb\\\\"\n+++ "b/\\tb\\\\"\n' + HUNK,
        ["\tb\\"],
    ),
    "files with blank lines between": (
        HEADER + HUNK + "\n\n--- a/y\n+++ b/y\n" + HUNK,
        ["x", "y"],
    ),
    "hunks that touch": (HEADER + "@@ -1 +1 @@\n-a\n+b\n@@ -2 +2 @@\n-c\n+d\n", ["x"]),
    "names under a and b": ("--- a/a/x\n+++ b/b/x\n" + HUNK, ["a/x", "b/x"]),
    "other prefixes of git": ("--- i/x\n+++ w/x\n" + HUNK, ["x"]),
    "one letter on both sides is a folder": ("--- w/x\n+++ w/x\n" + HUNK, ["w/x"]),
    "git": ("diff --git a/x b/x\nindex 1..2 100644\n" + HEADER + HUNK, ["x"]),
    "git with its own prefixes": (
        "diff --git c/x w/x\nnew file mode 100644\nindex 0..2\n"
        "--- /dev/null\n+++ w/x\n@@ -0,0 +1 @@\n+a\n",
        ["x"],
    ),
    "rename alone": (
        "diff --git a/p b/q\nsimilarity index 100%\nrename from p\nrename to q\n",
        ["p", "q"],
    ),
    "rename with a change": (
        "diff --git a/p b/q\nsimilarity index 90%\nrename from p\nrename to q\n"
        "--- a/p\n+++ b/q\n" + HUNK,
        ["p", "q"],
    ),
    "copy alone": ("diff --git a/p b/q\ncopy from p\ncopy to q\n", ["p", "q"]),
    "mode alone": ("diff --git a/my f b/my f\nold mode 100644\nnew mode 100755\n", ["my f"]),
    "empty new file": ("diff --git a/e b/e\nnew file mode 100644\nindex 0..e69de29\n", ["e"]),
    "empty deleted file": ("diff --git a/e b/e\ndeleted file mode 100644\n", ["e"]),
    "Subversion": ("Index: x\n" + "=" * 67 + "\n" + HEADER + HUNK, ["x"]),
    "mail": (
        f"From {'a' * 40} Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nDate: now\nSubject: [PATCH] x\n"
        "\n---\n x | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n"
        f"{HEADER}{HUNK}-- \n2.39.5\n",
        ["x"],
    ),
}

INVALID = {
    "too few lines": HEADER + "@@ -1,3 +1,3 @@\n a\n-b\n+B\n",
    "too many added lines": HEADER + HUNK + "+more\n",
    "too many lines of context": HEADER + HUNK + " more\n",
    "too many lines after a blank": HEADER + HUNK + "\n+more\n",
    "too many lines after two blanks": HEADER + HUNK + "\n\n+more\n",
    "a line too many that could stand in a mail": HEADER + HUNK + "---\n",
    "a line too many that could be a diffstat": HEADER + HUNK + "\n x | 2 +-\n",
    "one side too long": HEADER + "@@ -1,2 +1,2 @@\n-a\n-b\n-c\n+d\n",
    "a line without a prefix": HEADER + "@@ -1,3 +1,3 @@\n a\nb\n+B\n c\n",
    "no hunk": HEADER,
    "no hunk in git": "diff --git a/x b/x\nindex 1..2\n",
    "half a rename": "diff --git a/p b/q\nrename from p\n",
    "hunk without a header": HUNK,
    "only one header line": "+++ b/x\n" + HUNK,
    "unreadable hunk header": HEADER + "@@ -1,3 +1,3\n a\n-b\n+B\n c\n",
    "huge hunk header": HEADER + f"@@ -1,{'9' * 5000} +1 @@\n-a\n+b\n",
    "combined diff": HEADER + "@@@ -1,1 -1,1 +1,1 @@@\n--a\n++b\n",
    "nothing in a hunk": HEADER + "@@ -0,0 +0,0 @@\n",
    "no change in a hunk": HEADER + "@@ -1 +1 @@\n a\n",
    "no file at all": "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n",
    "no name": "--- \n+++ \n@@ -1 +1 @@\n-a\n+b\n",
    "no name in quotes": '--- ""\n+++ ""\n' + HUNK,
    "old lines of a new file": "--- /dev/null\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
    "second hunk of a new file": ("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n@@ -0,0 +2 @@\n+b\n"),
    "new lines of a deleted file": "--- a/x\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n",
    "before the first line": HEADER + "@@ -0 +1 @@\n-a\n+b\n",
    "overlapping hunks": HEADER + HUNK + "@@ -3 +3 @@\n-c\n+d\n",
    "marker without a line": HEADER + "@@ -1 +1 @@\n\\ No newline at end of file\n-a\n+b\n",
    "marker twice": HEADER + "@@ -1 +0,0 @@\n-a\n\\ No newline\n\\ No newline\n",
    "a line after the last one": HEADER + "@@ -1,2 +1 @@\n-a\n\\ No newline\n-b\n+c\n",
    "binary": "diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n",
    "git binary patch": "diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 3\nKcmZQ\n\n",
    "binary beside a diff": HEADER + HUNK + "Binary files p and q differ\n",
    "a spoilt header of a later hunk": HEADER + HUNK + "@ -10 +10 @@\n-x\n+y\n",
    "empty": "",
}


@pytest.mark.parametrize("name", VALID)
def test_a_diff_is_read_with_its_paths(name: str) -> None:
    text, paths = VALID[name]
    reading = read_unified_diff(text)
    assert [str(problem) for problem in reading.problems] == []
    assert reading.paths == paths
    assert validate_diff_only(text, force_check=True).format == "unified_diff"


@pytest.mark.parametrize("name", INVALID)
def test_what_is_no_diff_is_a_problem_with_its_line(name: str) -> None:
    reading = read_unified_diff(INVALID[name])
    assert reading.problems
    assert all(problem.place.line is not None and problem.fix for problem in reading.problems)


# All others are told of the hunk in line 3, the first of these diffs.
TOLD = {
    "no hunk": ("no-hunks", 1),
    "no hunk in git": ("no-change", 1),
    "half a rename": ("no-change", 1),
    "hunk without a header": ("hunk-without-file", 1),
    "only one header line": ("half-header", 1),
    "unreadable hunk header": ("hunk-header", 3),
    "huge hunk header": ("hunk-header", 3),
    "combined diff": ("hunk-header", 3),
    "no file at all": ("no-file", 1),
    "no name": ("no-file", 1),
    "no name in quotes": ("no-file", 1),
    "second hunk of a new file": ("hunk", 5),
    "overlapping hunks": ("hunk", 8),
    "binary": ("binary", 3),
    "git binary patch": ("binary", 3),
    "binary beside a diff": ("binary", 8),
    "a spoilt header of a later hunk": ("stray-line", 8),
    "empty": ("no-file", 1),
}


@pytest.mark.parametrize("name", INVALID)
def test_a_diff_that_is_wrong_has_one_problem_where_it_is_wrong(name: str) -> None:
    (problem,) = read_unified_diff(INVALID[name]).problems
    code, line = TOLD.get(name, ("hunk", 3))
    assert (problem.code, problem.place.line) == (f"diff.{code}", line)


@pytest.mark.parametrize("name", sorted(set(INVALID) - {"empty"}))
def test_what_looks_like_a_diff_and_is_none_is_refused(name: str) -> None:
    check = validate_diff_only(INVALID[name], force_check=True)
    assert (check.valid, check.reason_kind) == (False, "broken_diff")
    assert check.problems[0].message in check.reason


def test_a_problem_names_the_hunk_and_reading_goes_on_with_the_next_file() -> None:
    broken = HEADER + "@@ -1,3 +1,3 @@\n a\n-b\n"
    reading = read_unified_diff(broken + "--- a/y\n+++ b/y\n" + HUNK + broken)
    assert [problem.place.line for problem in reading.problems] == [3, 15]
    assert reading.paths == ["x", "y"]


def test_every_file_has_the_line_where_its_header_begins() -> None:
    renamed = "diff --git a/p b/q\nsimilarity index 100%\nrename from p\nrename to q\n"
    reading = read_unified_diff("Done:\n" + renamed + HEADER + HUNK + HEADER + renamed)
    assert [(one.line, one.new_path) for one in reading.files] == [
        (6, "x"),  # of the first renamed file, whose contents change, too
        (6 + (HEADER + HUNK).count("\n"), "x"),
        (6 + (HEADER + HUNK + HEADER).count("\n"), "q"),
    ]
    assert [problem.code for problem in reading.problems] == ["diff.no-hunks"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x y", "x y"),
        ('"x', '"x'),
        ('x"', 'x"'),
        ('"', '"'),
        ('"x"', "x"),
        (r'"\a\b\t\n\v\f\r"', "\a\b\t\n\v\f\r"),
        (r'"\"\\"', '"\\'),
        (r'"\303\251x\101"', "éxA"),
        (r'"é\z"', "éz"),
        (r'"\377"', "\ufffd"),
    ],
)
def test_a_name_that_git_quoted_is_told_as_it_is(name: str, told: str) -> None:
    assert unquoted(name) == told


def test_contents_are_not_repeated_in_problems() -> None:
    reading = read_unified_diff(HEADER + "@@ -1,3 +1,3 @@\nsecret\n")
    assert reading.problems
    assert "secret" not in repr(reading)


@given(unified_diffs())
def test_every_diff_that_difflib_writes_is_read_and_nothing_is_left_over(text: str) -> None:
    reading = read_unified_diff(text)
    assert reading.problems == ()
    assert reading.around == ()
    assert len(reading.files) == len(reading.paths)
    _add_up_or_are_refused(text)


@given(unified_diffs())
def test_line_ends_do_not_matter(text: str) -> None:
    one, other = read_unified_diff(text), read_unified_diff(text.replace("\n", "\r\n"))
    assert one == other


@given(unified_diffs(), st.data())
def test_a_diff_whose_counts_do_not_add_up_is_never_accepted(
    text: str, data: st.DataObject
) -> None:
    assert _is_accepted(text)
    _add_up_or_are_refused(text)
    lines = text.splitlines(keepends=True)
    # A line of content has a prefix before it, so these are headers of hunks.
    at = data.draw(st.sampled_from([n for n, line in enumerate(lines) if line.startswith("@@")]))
    counts = data.draw(st.tuples(st.integers(0, 16), st.integers(0, 16)))
    starts = re.findall(r"[-+](\d+)", lines[at])
    lines[at] = f"@@ -{starts[0]},{counts[0]} +{starts[1]},{counts[1]} @@\n"
    _add_up_or_are_refused("".join(lines))


@given(unified_diffs(), st.data())
def test_a_diff_with_a_line_too_many_or_too_few_is_never_accepted(
    text: str, data: st.DataObject
) -> None:
    lines = text.splitlines(keepends=True)
    more = data.draw(st.sampled_from([[], [" x\n"], ["+x\n"], ["-x\n"], ["@@ -1 +1 @@\n"]]))
    # Before the first header, a line is a word beside the diff.
    at = data.draw(st.integers(2 if more else 0, len(lines) - 1))
    _add_up_or_are_refused("".join([*lines[:at], *more, *lines[at + (not more) :]]))


def _is_accepted(text: str) -> bool:
    valid = validate_diff_only(text, force_check=True).valid
    return valid and not read_unified_diff(text).problems


def _add_up_or_are_refused(text: str) -> None:
    """Count the lines of the whole text by their prefixes, knowing nothing of hunks."""
    if not _is_accepted(text):
        return
    reading = read_unified_diff(text)
    first = [line[0] for line in text.splitlines()]
    hunks = [hunk for file in reading.files for hunk in file.hunks]
    headers = len(reading.files)
    assert len(hunks) == first.count("@")
    assert sum(hunk.old_count for hunk in hunks) == first.count(" ") + first.count("-") - headers
    assert sum(hunk.new_count for hunk in hunks) == first.count(" ") + first.count("+") - headers


@given(st.text(alphabet=st.sampled_from('ab-+@ \\\n\r\t,01/"')), st.text(max_size=20))
def test_no_text_raises(text: str, more: str) -> None:
    for one in (
        text,
        more,
        "diff --git " + text,
        HEADER + "@@ " + text,
        "--- " + more + "\n+++ " + text,
    ):
        reading = read_unified_diff(one)
        assert reading.problems or reading.files


def test_long_texts_take_no_longer_than_reading_them() -> None:
    for line in (
        "\n",
        "--- a\n",
        "+++ b\n",
        "@@ -1 +1 @@\n",
        HEADER,
        "diff --git a/x b/x\n",
        "-\n",
    ):
        text = HEADER + HUNK + line * 20_000
        assert read_unified_diff(text).files
