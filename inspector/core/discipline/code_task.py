"""Whether a task asks for code or documents to be changed (Discipline C5)."""

from __future__ import annotations

import re
from typing import Literal

DiffMode = Literal["strict", "heuristic"]

_VERBS = (
    "modify",
    "update",
    "change",
    "edit",
    "fix",
    "refactor",
    "patch",
    "rewrite",
    "rename",
    "move",
    "replace",
    "insert",
    "append",
    "prepend",
)
_VERBS_WITH_PREPOSITION = (("add", "to"), ("remove", "from"), ("delete", "from"))
_NOUNS = (
    "code",
    "file",
    "function",
    "class",
    "method",
    "module",
    "component",
    "script",
    "source",
    "implementation",
)
_EXTENSIONS = (
    ".ts",
    ".js",
    ".py",
    ".go",
    ".rs",
    ".java",
    ".tsx",
    ".jsx",
    ".css",
    ".html",
    ".md",
    ".json",
    ".yaml",
    ".yml",
    ".toml",
)

_EXTENSION = re.compile("(?:" + "|".join(map(re.escape, _EXTENSIONS)) + r")(?!\w)")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n\s*\n")
_WORD = re.compile(r"\w+")


def is_code_modification_task(task_description: str, *, mode: DiffMode = "strict") -> bool:
    """Say whether a task both asks for a change and names something that code is made of.

    ``strict`` looks for whole words, in any of their regular forms (fix, fixes, fixed, fixing),
    and for file name extensions. ``heuristic`` looks for the letters anywhere, so that it finds
    an edit in a credit.
    """
    text = task_description.lower()
    if mode == "heuristic":
        pairs = (f"{verb} {preposition}" for verb, preposition in _VERBS_WITH_PREPOSITION)
        changes = any(verb in text for verb in (*_VERBS, *pairs))
        return changes and any(noun in text for noun in (*_NOUNS, *_EXTENSIONS))
    sentences = [_WORD.findall(sentence) for sentence in _SENTENCE_END.split(text)]
    names_code = _EXTENSION.search(text) is not None or any(
        not _NOUN_FORMS.isdisjoint(words) for words in sentences
    )
    return names_code and any(_asks_for_change(words) for words in sentences)


def _asks_for_change(words: list[str]) -> bool:
    """Look for a verb among the words of one sentence, its preposition anywhere after it."""
    if not _VERB_FORMS.isdisjoint(words):
        return True
    for forms, preposition in _PAIR_FORMS:
        first = next((place for place, word in enumerate(words) if word in forms), None)
        if first is not None and preposition in words[first + 1 :]:
            return True
    return False


def _verb_forms(verb: str) -> frozenset[str]:
    """Return the regular forms of a verb: fix, fixes, fixed, fixing."""
    if verb.endswith("y"):
        stem = verb[:-1]
        return frozenset({verb, f"{stem}ies", f"{stem}ied", f"{verb}ing"})
    stem = verb.removesuffix("e")
    return frozenset({verb, f"{verb}s", f"{stem}es", f"{stem}ed", f"{stem}ing"})


_VERB_FORMS = frozenset({"rewritten", "rewrote"}).union(*map(_verb_forms, _VERBS))
_PAIR_FORMS = tuple((_verb_forms(verb), word) for verb, word in _VERBS_WITH_PREPOSITION)
_NOUN_FORMS = frozenset(form for noun in _NOUNS for form in (noun, f"{noun}s", f"{noun}es"))
