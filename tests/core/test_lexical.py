"""Scores of words are BM25 with its usual constants, as a part of the best a query could get."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.lexical import LexicalIndex, words

TEXTS = ("berth berth tide", "berth crane quay rope mast", "tide", "")
TEXT = st.lists(st.sampled_from(["berth", "tide", "crane", "rope"]), max_size=6).map(" ".join)


def plainly(texts, query, place):
    """The score of one text, word by word."""
    split = [text.split() for text in texts]
    mean = sum(map(len, split)) / len(split)
    score = best = 0.0
    for word in sorted(set(query.split())):
        holding = sum(word in text for text in split)
        rarity = math.log(1 + (len(split) - holding + 0.5) / (holding + 0.5))
        count = split[place].count(word)
        score += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * len(split[place]) / mean))
        best += rarity * 2.2
    return score / best


@given(st.lists(TEXT, min_size=1, max_size=5).filter(any), TEXT.filter(bool))
def test_each_text_that_shares_a_word_has_its_score_and_no_other(texts, query):
    shares = [set(text.split()) & set(query.split()) for text in texts]
    expected = {
        place: pytest.approx(plainly(texts, query, place), abs=1e-9)
        for place, shared in enumerate(shares)
        if shared
    }
    assert LexicalIndex(texts).scores(query) == expected


def test_a_shorter_text_a_rarer_word_and_a_word_that_stands_twice_count_more():
    index = LexicalIndex(TEXTS)
    tide, crane = index.scores("tide"), index.scores("berth crane")
    assert tide[2] > tide[0] > 0
    assert tide.keys() == {0, 2}
    assert crane[1] > crane[0]
    assert index.scores("berth")[0] > index.scores("berth")[1]


def test_weights_count_words_otherwise_and_only_those_that_are_asked_about_are_scored():
    index = LexicalIndex(TEXTS)
    assert index.scores("tide crane", {"crane": 0.0}) == index.scores("tide") | {1: 0.0}
    assert index.scores("tide", among=(2, 3)) == {2: index.scores("tide")[2]}
    assert index.scores("tide", {"tide": 0.0}) == {}
    assert index.scores("unknown") == {}
    assert LexicalIndex(()).scores("tide") == {}


def test_names_are_taken_apart_and_case_is_folded():
    assert words("loadFile, HTTPServer: Straße") == [
        *("loadfile", "load", "file"),
        *("httpserver", "http", "server"),
        "strasse",
    ]
