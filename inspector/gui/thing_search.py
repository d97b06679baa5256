"""Finding things by a few letters of their names: cards, files and requests, beside commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from inspector.core.injection.card_rows import card_entry
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.gui.actions import Actions
from inspector.gui.command_palette import CommandPalette, PaletteEntry, entries_of, matching
from inspector.gui.commands import Command
from inspector.gui.controls import (
    Control,
    controls_of,
    go_to_named,
    known_controls,
    other_words,
)
from inspector.gui.lens_row import LensRow
from inspector.gui.runner import Runner
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.reason_text import entry_sentence
from inspector.session.edits import choose_request
from inspector.session.store import Store

FOUND = 8  # of each kind; who wants more types more
_LEAST = 2  # letters
_BETWEEN = "\0"
_HOW = tr("Moves the split as little as it takes; where no split does, overrides the rule.")
_QUESTION = re.compile(r"\s*(?:why\s+not|why|warum\s+nicht|warum)\s+", re.IGNORECASE)


def palette_of(
    actions: Actions, things: ThingSearch, theme: Theme, parent: QWidget
) -> CommandPalette:
    """Return the palette of a window: its commands, and what is open in it."""

    def in_reach() -> Iterator[Command]:
        # Those of other lenses are found by the list of all, and lead there.
        return (one for one in actions.commands if not one.lens or one.in_reach())

    return CommandPalette(
        lambda: entries_of(in_reach(), actions.choices, actions.run),
        things.find,
        theme,
        parent,
    )


class ThingSearch:
    """Finds cards and files of the result that is shown, and requests of the open corpus."""

    def __init__(self, runner: Runner, lenses: LensRow, store: Store, actions: Actions) -> None:
        self._runner = runner
        self._actions = actions
        self._lenses = lenses
        self._store = store
        self._names: tuple[object, str] = (None, "")

    def find(self, query: str) -> tuple[str, Sequence[PaletteEntry]]:
        """Return what is looked for without the question around it, and what has such a name.

        "why not Harbor" asks for "Harbor": the entry says verdict and rule, and for what is not
        included another one makes the nearest change that lets it in.
        """
        wanted = _QUESTION.sub("", query, count=1) if _QUESTION.match(query) else query
        words = wanted.casefold().split()
        if not words:
            return wanted, ()
        if sum(map(len, words)) < _LEAST:  # which is the name of a few controls
            same = [one for one in self._controls(words) if one.title.casefold() == words[0]]
            return wanted, same
        good = self._runner.good
        report = None if good is None else good.report
        found = [*self._controls(words), *self._requests(words)]
        if report is not None:
            found += self._cards(report, words)
            found += self._files(report, words)
        return wanted, found

    def _controls(self, words: list[str]) -> Iterator[PaletteEntry]:
        """Yield lines that lead to fields, buttons and tabs, of the lens in front first.

        What another lens has, its commands too, leads to that lens.
        """
        lenses = self._lenses
        lens, here, elsewhere = lenses.widget, [], []
        told_already: set[tuple[str, str]] = set()  # what is called the same is told once
        for control, name, label in () if lens is None else controls_of(lens):
            if lens is not None and _has(label, words) and ("", label) not in told_already:
                told_already.add(("", label))
                told = control.toolTip() or tr("Goes to this field or button.")
                go = partial(go_to_named, lens, name)
                here.append(_line(f"control.{name}", label, tr("This page"), told, go))
        titles = {one.id: one.full_title for one in lenses.records}
        for one in sorted(known_controls(), key=lambda one: one.help is None):  # commands first
            label, help_text = tr(one.label).rstrip("…"), tr(one.help or "")
            if one.lens not in titles or one.lens == lenses.current:
                continue
            if _has(label, words, help_text) and (one.lens, label) not in told_already:
                told_already.add((one.lens, label))
                do = partial(self._do_elsewhere, one)
                told = help_text or tr(
                    "Goes to this field or button of {lens}.", lens=titles[one.lens]
                )
                name = f"control.{one.lens}.{one.name}"
                elsewhere.append(_line(name, label, titles[one.lens], told, do))
        query = " ".join(words)
        yield from matching(here, query)[:FOUND]
        yield from matching(elsewhere, query)[: 3 * FOUND]

    def _do_elsewhere(self, one: Control) -> None:
        """Show another lens, and go to its control or do its command there."""
        self._lenses.open(one.lens, "")
        lens = self._lenses.widget
        if one.help is None and lens is not None:
            go_to_named(lens, one.name)
        command = next((own for own in self._actions.commands if own.id == one.name), None)
        if command is not None and command.run is not None:
            self._actions.run(command)

    def _cards(self, report: InjectionReport, words: list[str]) -> Iterator[PaletteEntry]:
        cards = report.prepared.cards
        columns = cards.columns
        if self._names[0] is not columns:
            self._names = columns, _BETWEEN.join(columns.names).casefold()
        for row in _rows_with(self._names[1], words):
            rank = int(cards.rank_of_row[row])
            if rank >= 0:
                key = f"card:{columns.node_ids[row]}"
                yield from self._entries(key, tr("Card"), card_entry(report, rank))

    def _files(self, report: InjectionReport, words: list[str]) -> Iterator[PaletteEntry]:
        names = _BETWEEN.join(file.counted.file.title for file in report.prepared.files).casefold()
        entries = list(report.ledger.parts[1])
        for row in _rows_with(names, words):
            subject = report.prepared.files[row].counted.subject
            entry = next((one for one in entries if one.subject == subject), None)
            if entry is not None:
                yield from self._entries(f"file:{subject}", tr("File"), entry)

    def _entries(self, key: str, kind: str, entry: LedgerEntry) -> Iterator[PaletteEntry]:
        """Yield a line that leads to a thing and, where it is out, one that lets it in."""
        told = f"{entry.verdict}: {entry_sentence(entry)} {entry.rule}"
        show = partial(self._lenses.open, "injection", key)
        yield _line(key, entry.name, f"{kind} · {entry.verdict}", told, show)
        if not entry.tokens:
            title = tr("{name}: include by the nearest change", name=entry.name)
            yield _line(f"include.{key}", title, kind, _HOW, partial(self._include, key))

    def _include(self, key: str) -> None:
        self._lenses.open("injection", key)
        lens = self._lenses.widget
        if lens is not None:
            lens.include(key)

    def _requests(self, words: list[str]) -> Iterator[PaletteEntry]:
        store = self._store
        requests = store.session.requests
        names = [f"{one.trace_id} {one.user_message or ''}" for one in requests]
        for place in _rows_with(_BETWEEN.join(names).casefold(), words):
            told = tr("Request {place:,} of {count:,}", place=place + 1, count=len(requests))
            choose = partial(store.commit, tr("Choose a request"), choose_request(place))
            yield _line(f"request:{place}", names[place], tr("Request"), told, choose)


def _has(label: str, words: list[str], help_text: str = "") -> bool:
    """Whether all words are in a label, in what it is also called, or in the help to it."""
    told = f"{label} {other_words(label)} {help_text}".casefold()
    return all(one in told for one in words)


def _line(name: str, title: str, place: str, told: str, run: Callable[[], object]) -> PaletteEntry:
    return PaletteEntry(name, title, place, key="", help=told, enabled=True, run=run)


def _rows_with(names: str, words: list[str]) -> Iterator[int]:
    """Yield the places of the first names that have all words, in a text of joined names."""
    first, at, row, found = max(words, key=len), 0, 0, 0
    while found < FOUND:
        hit = names.find(first, at)
        if hit < 0:
            return
        row += names.count(_BETWEEN, at, hit)
        start = names.rfind(_BETWEEN, 0, hit) + 1
        end = names.find(_BETWEEN, hit)
        end = len(names) if end < 0 else end
        name = names[start:end]
        if all(word in name for word in words):
            found += 1
            yield row
        at = end
