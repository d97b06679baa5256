"""Labels that were replaced by the words of the field do not come back, in any language."""

import gettext
import io

import pytest

from inspector.language import languages
from inspector.resources import read_bytes

RETIRED = {
    "Total, at most": "Gesamt, höchstens",
    "Part of the window": "Teil des Fensters",
    "Procedures, at most": "Prozeduren, höchstens",
    "Interaction policies, at most": "Interaktionsrichtlinien, höchstens",
    "Used before": "Vorher verbraucht",
    "Division (both shares)": "Teilung (beide Anteile)",
    "Change both shares together": "Beide Anteile koppeln",
    "Backgrounds": "Hintergründe",
    "Clear the what-if": "Was-wäre-wenn aufheben",
    "Spent by then": "Bis dahin ausgegeben",
    "Short by": "Es fehlen",
    "A, before": "A, vorher",
    "B, after": "B, nachher",
    "Out, hard": "Draußen, hart",
    "Out, soft": "Draußen, weich",
    "Left beside the nodes": "Neben den Knoten übrig",
    "Hot state, at most": "Hot State, höchstens",
    "Reject what stays too large": "Ablehnen, was zu groß bleibt",
    "P0 needed": "P0 nötig",
    "P1 direct": "P1 direkt",
    "Reserve for the answer": "Reserve für die Antwort",
    "System text": "Systemtext",
    "Save the four artifacts…": "Die vier Artefakte speichern…",
    "Begin with the smallest": "Mit dem kleinsten beginnen",
    "Do not sort": "Nicht sortieren",
    "Knowledge half": "Wissenshälfte",
    "Bucket half": "Behälterhälfte",
    "Of neither half": "Zu keiner Hälfte",
    "Released": "Freigegeben",
    "With two independent budgets": "Mit zwei unabhängigen Budgets",
    "Spent twice": "Doppelt ausgegeben",
    "Fewer tokens now": "Weniger Token als jetzt",
    "Counted as one text": "Als ein Text gezählt",
    "beside": "daneben",
    "filled": "gefüllt",
    "rest of the window": "Rest des Fensters",
    "Everything that came in could be used.": "Alles, was hereinkam, konnte verwendet werden.",
    "The sum closes": "Die Summe geht auf",
    "An older result": "Ein älteres Ergebnis",
    "Weight": "Gewicht",
    "Swept": "Durchlaufen",
    "Looked at": "Betrachtet",
    "Usual range": "Üblicher Bereich",
    "No second axis": "Keine zweite Achse",
    "Comes in": "Kommt hinein",
    "Goes out": "Kommt hinaus",
    "Gets another form": "Bekommt andere Fassung",
    "Next in": "Nächste hinein",
    "Next out": "Nächste hinaus",
    "Optimum": "Optimum",
    "Evidence recall": "Trefferquote",
    "Cards starved": "Karten ausgehungert",
    "Files starved": "Dateien ausgehungert",
    "Asked": "Verlangt",
    "Met now": "Jetzt erfüllt",
    "Met": "Erfüllt",
    "put out": "hinausgenommen",
    "in already": "schon drin",
    "brought in": "hereingeholt",
    "Differs": "Unterschiede",
    "looked at": "betrachtet",
    "balance closes": "Die Bilanz geht auf",
    "Apply": "Anwenden",
}
"""Whole labels as they were, in English and in German."""


def labels(language: str) -> set[str]:
    """Return every text of the window in a language, as a whole."""
    german = gettext.GNUTranslations(io.BytesIO(read_bytes("languages/de.mo")))
    catalogue = german._catalog  # type: ignore[attr-defined]  # it has no public list
    keys = [key[0] if isinstance(key, tuple) else key for key in catalogue]
    return set(keys) if language == "en" else {str(one) for one in catalogue.values()}


def test_every_language_is_looked_at():
    assert set(languages()) == {"en", "de"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_retired_label_is_no_label_any_more(language):
    retired = set(RETIRED) if language == "en" else set(RETIRED.values())
    there = labels(language)
    assert len(there) > 3000
    assert sorted(retired & there) == []
