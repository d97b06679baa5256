"""Where a card's words stand in a file."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.present.why import (
    LONGEST_PARAGRAPH,
    SHOWN_CHARACTERS,
    most_similar,
    paragraphs,
    shown_text,
)

FILE = """The parties met in March.

Voss sold shares before the announcement, and the log recorded it.

The court sits in Larkmoor."""


def found(card: str, file: str = FILE) -> str:
    match = most_similar(card, file)
    return "" if match is None else file[match.start : match.end]


def test_the_paragraph_that_shares_most_words_is_found():
    assert found("The log recorded that Voss sold.").startswith("Voss sold shares")


def test_upper_and_lower_case_do_not_matter():
    assert found("LARKMOOR").endswith("Larkmoor.")


def test_rare_words_count_more_than_common_ones():
    file = "alpha beta\n\nalpha gamma\n\nalpha delta"
    assert found("alpha delta", file) == "alpha delta"


def test_of_equally_similar_paragraphs_the_first_is_taken():
    assert most_similar("same words", "same words\n\nsame words").start == 0


def test_nothing_is_found_where_no_word_is_shared():
    assert most_similar("zebra", FILE) is None
    assert most_similar("", FILE) is None
    assert most_similar("an it of", "an it of") is None


def test_likeness_is_the_part_of_the_cards_words_that_is_there():
    assert most_similar("sold shares quickly abroad", FILE).likeness == 0.5


def test_a_paragraph_ends_at_a_line_without_anything_to_read():
    text = "one\ntwo\n \t\nthree\n\n\n  four"
    assert [text[start:end] for start, end in paragraphs(text)] == ["one\ntwo", "three", "four"]


def test_a_stretch_without_blank_lines_is_cut_into_pieces_at_line_ends():
    text = "\n".join(["word " * 20] * 200)
    pieces = paragraphs(text)
    assert len(pieces) > 1
    assert all(end - start <= LONGEST_PARAGRAPH for start, end in pieces)
    assert all(text[end] == "\n" for _, end in pieces[:-1])


@given(st.text(), st.text())
def test_what_is_found_always_lies_in_the_file(card, file):
    match = most_similar(card, file)
    if match is not None:
        assert 0 <= match.start < match.end <= len(file)
        assert 0 < match.likeness <= 1


def test_no_text_takes_for_ever():
    # With work that grows with the square of a length, this would not end today.
    for hard in ("\n " * 200_000, "a" * 500_000, "\n" * 500_000, "word " * 100_000):
        found = most_similar("word " * 100_000, hard)
        assert (found is not None) == hard.startswith("word")


def test_what_comes_after_what_is_shown_is_not_looked_at():
    assert most_similar("needle", "x" * SHOWN_CHARACTERS + "\n\nneedle") is None


def test_texts_are_shown_with_one_character_for_a_line_end():
    assert shown_text("a\r\nb\rc\ud800") == "a\nb\nc\ufffd"
