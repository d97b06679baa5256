"""The catalogues hold just the texts of the program, all translated, with the right places."""

from __future__ import annotations

import subprocess
import sys

import polib
import pytest

from tests.shared.texts_seen import ROOT, collecting

PROGRAM = ROOT / "packaging" / "languages.py"


def test_catalogues_are_in_step_and_everything_is_translated() -> None:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "--check"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def catalogue(*entries: polib.POEntry) -> polib.POFile:
    made = polib.POFile()
    made.extend(entries)
    return made


@pytest.mark.parametrize(
    ("english", "said", "complaint"),
    [
        ("Open {name}", "", "not translated"),
        ("Open {name}", "{nam} öffnen", "other places"),
        ("Open {name}", "Öffnen", "other places"),
        ("{n:,} rows", "{n} Zeilen", "other places"),
    ],
)
def test_a_translation_with_other_places_for_values_is_told(
    english: str, said: str, complaint: str
) -> None:
    (told,) = collecting().complaints(catalogue(polib.POEntry(msgid=english, msgstr=said)))
    assert told.startswith(complaint)


def test_the_form_for_one_thing_may_leave_the_number_out() -> None:
    entry = polib.POEntry(
        msgid="1 row",
        msgid_plural="{rows:,} rows",
        msgstr_plural={0: "eine Zeile", 1: "{rows:,} Zeilen"},
    )
    assert not list(collecting().complaints(catalogue(entry)))


def test_a_text_for_one_thing_has_one_partner_only() -> None:
    clashes = collecting().clashes
    assert list(clashes([("1 card", "{a} cards"), ("1 card", "{b} cards")]))
    assert list(clashes([("1 card", "{a} cards"), "1 card"]))
    assert not list(clashes([("1 card", "{a} cards"), ("1 file", "{a} files"), "cards"]))


def test_texts_of_templates_are_collected() -> None:
    texts = collecting().texts()
    assert texts["How the budget came about"] == ["resources/report/report.html.j2"]
