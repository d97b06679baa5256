"""What reads as words, and what as the content of a file, at the edges."""

from __future__ import annotations

import pytest

from inspector.core.discipline.text_signs import has_words, is_prose, is_short_prose

SENTENCE = "The change was made as asked."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # Nine lines and 2,000 characters are short, and a line more or a character are not.
        ("\n".join([SENTENCE] * 9), True),
        ("\n\n".join([SENTENCE] * 9), True),
        ("\n".join([SENTENCE] * 10), False),
        ("a " * 999 + "b.", True),
        ("a " * 999 + "bc.", False),
        (f"{'a ' * 499}b.\n  {'a ' * 499}b.", True),
        # What stands between braces is an object.
        ("{ these are words }", False),
        ("{ these are words", True),
        ("these are words.", True),
    ],
)
def test_an_answer_in_words_is_short(text: str, words: bool) -> None:
    assert is_short_prose(text.split("\n")) is words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # Four lines may be anything; five that do not read as sentences are a file.
        ("one\ntwo\nthree\nfour", True),
        ("one\ntwo\nthree\nfour\nfive", False),
        # Items of a list are words once a sentence introduced them, unless they are values.
        ("What I did:\n" + "- a step was made\n" * 5, True),
        ("- a step was made\n" * 5, False),
        ("- a step was made\n" * 4, True),
        ("key: value\n" + "- a step was made\n" * 5, False),
        ("What I did:\n" + "- value\n" * 5, False),
        ("What I did:\n" + "- value\n" * 4, True),
        ("What I did:\n" + "- two words\n" * 5, True),
        ("What I did:\n" + "- key: value\n" * 5, False),
        ("What I did:\n" + "- key: it is a sentence.\n" * 5, True),
        # A title above, several headings or an underlined line make a document of five lines.
        (f"# Title\n{SENTENCE}\n{SENTENCE}\n{SENTENCE}\n{SENTENCE}", False),
        (f"{SENTENCE}\n\n# Title\n\n{SENTENCE}\n{SENTENCE}\n{SENTENCE}", True),
        (f"{SENTENCE}\n\n# One\n\n{SENTENCE}\n\n# Two\n\n{SENTENCE}", False),
        (f"Title\n=====\n{SENTENCE}\n{SENTENCE}\n{SENTENCE}", False),
        (f"# Title\n{SENTENCE}\n{SENTENCE}\n{SENTENCE}", True),
        # One line of code is enough.
        (f"{SENTENCE}\nreturn value;", False),
    ],
)
def test_words_are_no_file(text: str, words: bool) -> None:
    assert is_prose(text.strip("\n").split("\n")) is words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # A sentence has two words a line, and a sign in twenty characters at most.
        ("word\nand word.", False),
        ("one word\nand another.", True),
        ("a = b and c < d, which is a long story.", False),
        ("a = b and c < d, which is a longer story.", True),
        # One line need not come to an end, two have to.
        ("one line without an end", True),
        ("two lines\nwithout an end", False),
        # A key with nothing behind it introduces what follows; a heading and a setting do not.
        ("Steps:", True),
        ("# Steps to take:", False),
        ("name: value", False),
        # A point of a list says something in three words.
        ("- it is done\n- all", True),
        ("- is done\n- all", False),
        ("- key: value of it", False),
        ("It was moved there.\nplace = there;\nThat is all.", False),
        # What is indented or stands in a docstring is a file's.
        ("    it was moved.", False),
        ("It was moved\n    as you said.", False),
        ('"""It was moved."""', False),
    ],
)
def test_a_paragraph_or_a_point_can_be_words(text: str, words: bool) -> None:
    assert has_words(text.split("\n")) is words
