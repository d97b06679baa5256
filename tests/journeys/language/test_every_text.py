"""Every text of the window goes through the catalogue: a walk in a language of brackets."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache

from inspector.core.injection.policy import InjectionSettings
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance.config import RelevanceConfig
from inspector.core.tokens.counter import ESTIMATORS
from inspector.core.window.config import DEFAULT_CONFIG
from inspector.present.form_fields import form_fields
from tests.shared.texts_seen import ROOT, collecting, untranslated

KEYS = (
    "F1 F2 F5 F6 F7 F8 F9 F11 Ctrl Alt Shift Esc Space Right Left Up Down Home Backspace Return"
    " PgDown PgUp"
)
DATA = {
    *KEYS.split(),
    *["Deutsch", "English"],  # a language is called as in itself
    *["Scroll", "Left", "Right", "Export", "Export..."],  # Qt's own, which Qt translates
    # Of files and of the scanner, and a sentence of the core, whose findings are English.
    *["ascii", "python", "patterns", "kingfisher", "medium", "A", "target", "imports", "it"],
    *["Context", "Budget", "Inspector", "SHA-256", "JSON", "CSV", "SVG", "HTML", "UTC"],
}
PLACES = (
    # What a lens says of one subject holds sentences of findings, which are English everywhere,
    # codes, ids, and names out of the session.
    "why.",
    "status.text",
    "problem",
    # Texts out of files: stories, pieces of prompts, patterns, places in projects, facts.
    "story.",
    "pieces.list",
    "deny.list",
    "refusal.",
    "discipline.diff.detail",
    "start.sample.",
    "open-sample.",
    "overview.",
    "injection.bar",
    "discipline.series",
    "compare.differ",
    "policy.knowledge_card_share",
    # Words of configurations, and choices whose words stand in files.
    "boosts.",
    "strategy",
    "check.mode",
    "options.recency",
    "manifest.facts",
)
"""Beginnings of the names of widgets that show words of the data."""

WORDS_OF_TABLES = {"document part", "Hot state"}
"""Words of the data that are texts of sentences, too."""

Shown = tuple[str, str, str, str]


def seen() -> list[Shown]:
    """What the walk found outside of brackets: shot, kind, name of the widget, text.

    What cells show is drawn, and its words are those of filters.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.shared.texts_seen", *SHOTS, "--said"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(shot, kind, name, text) for shot, kind, name, text in json.loads(done.stdout)]


SHOTS = (
    "start-light",
    "injection-suppressed-light",
    "presentation-light",
    "relevance-light",
    "window-light",
    "builder-light",
    "builder-refused-light",
    "discipline-light",
    "discipline-turns-light",
    "problems-light",
    "palette-light",
    "assembly-light",
    "compare-light",
    "tuning-light",
    "audit-light",
    "timeline-light",
    "timeline-compaction-light",
)


@cache
def words_of_data() -> frozenset[str]:
    """Return the words of the samples, and of the values that are typed into filters."""
    texts = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in (ROOT / "resources" / "samples").rglob("*")
        if path.is_file()
    ]
    texts += [one.value for one in Verdict] + [f"{one.code} {one.rule}" for one in Reason]
    texts += [str(path) for path in (ROOT / "resources" / "samples").rglob("*")]
    texts += [*ESTIMATORS, DEFAULT_CONFIG.model_dump_json(), RelevanceConfig().model_dump_json()]
    texts += [choice for field in form_fields(InjectionSettings) for choice in field.choices]
    return frozenset(re.findall(r"[^\W\d_][\w'-]+", "\n".join(texts)))


def is_data(name: str, text: str) -> bool:
    """Whether what a widget shows outside of brackets is made of words of the data."""
    # Long ids are given places where they may break.
    said = untranslated(re.sub(r"\b[0-9a-f]{6,}\b", "", text.replace("\N{ZERO WIDTH SPACE}", "")))
    words = re.findall(r"[^\W\d_][\w'-]+", said)
    return name.startswith(PLACES) or all(word in DATA or word in words_of_data() for word in words)


def test_what_widgets_say_is_translated_but_for_words_of_the_data() -> None:
    shown = seen()
    assert {shot for shot, *_ in shown} == set(SHOTS)  # each has words of its data at least
    assert not [one for one in shown if not is_data(one[2], one[3])]

    texts = {one for one in collecting().texts() if isinstance(one, str) and " " in one}
    as_they_are = [
        one
        for one in shown
        if one[3] in texts and one[3] not in WORDS_OF_TABLES and not one[2].startswith(PLACES)
    ]
    assert not as_they_are


def test_a_text_that_is_not_marked_is_found() -> None:
    assert untranslated("⟦Open {names}⟧") == ""
    assert untranslated("⟦{a} of ⟦b⟧⟧ · 12") == ""
    assert untranslated("Unmarked words") == "Unmarked words"
    assert not is_data("lens.title", "Unmarkedly said")
