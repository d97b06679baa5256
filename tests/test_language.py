"""Choosing a language, and what texts become in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.reasons import Reason
from inspector.language import (
    ENGLISH,
    best_language,
    capitalized,
    in_sentence_case,
    languages,
    spoken,
    tr,
    tr_n,
    use,
)
from inspector.plurals import of_one
from inspector.present.table import decimals, percent
from inspector.resources import MissingResourceError


@pytest.fixture
def german() -> Iterator[None]:
    """German is spoken, and English again after the test."""
    use("de")
    yield
    use(ENGLISH)


def test_there_are_english_and_german() -> None:
    assert languages() == ("en", "de")


@pytest.mark.parametrize(
    ("wanted", "best"),
    [
        (["de-AT", "en"], "de"),
        (["de_CH"], "de"),
        (["fr-FR", "de-DE", "en-US"], "de"),
        (["en-GB", "de"], "en"),
        (["tlh"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_that_there_is_is_the_best(wanted: list[str], best: str) -> None:
    assert best_language(wanted) == best


@given(st.lists(st.text(max_size=8), max_size=5))
def test_the_best_language_is_always_one_that_there_is(wanted: list[str]) -> None:
    assert best_language(wanted) in languages()


def test_a_language_that_there_is_not_is_refused_and_english_stays() -> None:
    with pytest.raises(MissingResourceError):
        use("tlh")
    assert spoken() == ENGLISH


@pytest.mark.usefixtures("german")
def test_a_text_of_the_catalogue_is_translated_with_its_values() -> None:
    assert tr("Open…") == "Öffnen…"
    assert tr("{shown:,} of {total:,}", shown=1234, total=5000) == "1.234 von 5.000"


@pytest.mark.usefixtures("german")
def test_the_form_fits_the_number() -> None:
    said = [tr_n("1 row", "{rows:,} rows", rows, rows=rows) for rows in (0, 1, 2, 1000)]
    assert said == ["0 Zeilen", "1 Zeile", "2 Zeilen", "1.000 Zeilen"]


@given(st.text().filter(lambda text: text != "Open…"))
def test_in_english_a_text_without_values_stays_as_it_is_with_its_braces(text: str) -> None:
    assert tr(text) == text


@pytest.mark.usefixtures("german")
@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("{n:,}", {"n": 1234567}, "1.234.567"),
        ("{n:,.1f}", {"n": 1234.5}, "1.234,5"),
        ("{n:.1%}", {"n": 0.125}, "12,5 %"),
        ("{n}", {"n": 0.5}, "0,5"),
        ("{n:,}", {"n": np.int64(6410)}, "6.410"),
        ("{n}, {text}.", {"n": 2, "text": "v1.0, a"}, "2, v1.0, a."),
    ],
)
def test_german_numbers_have_german_signs_and_texts_keep_theirs(
    text: str, values: dict[str, object], said: str
) -> None:
    assert tr(text, **values) == said
    assert tr_n(text, text, 2, **values) == said


def test_english_numbers_have_english_signs() -> None:
    assert tr("{n:,.1f}", n=1234.5) == "1,234.5"


def test_nothing_is_said_for_an_empty_text() -> None:
    assert tr("") == ""  # the catalogue keeps its head under this name


def test_english_writes_titles_small_inside_a_sentence() -> None:
    assert in_sentence_case("Breakpoints") == "breakpoints"


@pytest.mark.usefixtures("german")
def test_german_keeps_the_large_letters_of_its_nouns() -> None:
    assert in_sentence_case("Umschlagpunkte") == "Umschlagpunkte"
    assert capitalized("weiche Grenze der Daten") == "Weiche Grenze der Daten"


@given(st.text())
def test_a_beginning_changes_nothing_but_its_first_letter(text: str) -> None:
    assert capitalized(text)[len(text[:1].upper()) :] == text[1:]


@pytest.mark.usefixtures("german")
def test_numbers_with_decimals_in_tables_are_written_as_german_writes_them() -> None:
    assert decimals(3)(1234.5) == "1.234,500"
    assert percent(1)(0.125) == "12,5 %"


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        ("{a:,} tokens of the {b:,} tokens allowed", {"a": 1, "b": 2}, "1 token of the 2 tokens"),
        ("{a:,} tokens of the {b:,} tokens allowed", {"a": 2, "b": 1}, "2 tokens of the 1 token"),
        ("{a} included nodes, {b} entries", {"a": "1", "b": "1"}, "1 included node, 1 entry"),
        ("{a} tokens are left", {"a": 1}, "1 token is left"),
        ("{a} tokens belong to neither", {"a": 1}, "1 token belongs to neither"),
        ("{a} tokens belong to neither", {"a": 2}, "2 tokens belong to neither"),
        ("{a} mismatches, {b} fetches", {"a": 1, "b": 1}, "1 mismatch, 1 fetch"),
        ("{a} tokens", {"a": 11}, "11 tokens"),
        ("0–{a} tokens", {"a": 1}, "0–1 tokens"),
        ("{a}", {"a": "1 tokens"}, "1 tokens"),
        ("{name}: {a} tokens", {"name": "{a} tokens", "a": 1}, "{a} tokens: 1 token"),
    ],
)
def test_one_of_something_is_not_said_in_the_plural(template, values, said) -> None:
    assert tr(template, **values).startswith(said)


def test_no_reason_says_one_tokens() -> None:
    fields = {name: "1" for reason in Reason for name in re.findall(r"{(\w+)}", reason.template)}
    for reason in Reason:
        assert "1 tokens" not in of_one(reason.template, fields).format(**fields), reason
