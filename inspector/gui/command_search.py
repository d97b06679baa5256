"""Finding commands by a few letters: what the command palette lists, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.gui.commands import Choice, Command


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette. ``id`` is the object name of the action it stands for."""

    id: str
    title: str
    place: str
    key: str
    help: str
    enabled: bool
    run: Callable[[], object]


def entries_of(
    commands: Iterable[Command],
    choices: Callable[[Command], Sequence[Choice]],
    run: Callable[[Command], object],
) -> tuple[Entry, ...]:
    """Return a line for each command, and for each choice of those that have choices.

    ``run`` does a command, or says why that is not possible.
    """
    found: list[Entry] = []
    for command in commands:
        title = command.title.rstrip("…")
        place = command.menu.title.replace("&", "") if command.menu else ""
        if command.run is not None:
            shown = command.title_now() if command.title_now else command.title
            key = command.keys[0] if command.keys else ""
            enabled = command.enabled()
            doing = partial(run, command)
            found.append(Entry(command.id, shown, place, key, command.help, enabled, doing))
        found += [
            Entry(
                id=f"{command.id}.{choice.id}",
                title=f"{title}: {choice.title}",
                place=place,
                key=choice.key or "",
                help=choice.help or command.help,
                enabled=True,
                run=choice.run,
            )
            for choice in choices(command)
        ]
    return tuple(found)


def matching(entries: Iterable[Entry], query: str) -> list[Entry]:
    """Return the entries in which every word of the query is found, the best first.

    A word may begin the title, begin a word of it, stand anywhere in it, or have its letters there
    in this order; it may also stand in the place or the help. What cannot be done now comes last.
    """
    words = query.casefold().split()
    ranked: list[tuple[int, bool, int, Entry]] = []
    for number, entry in enumerate(entries):
        scores = [_score(word, entry) for word in words]
        if None not in scores:
            total = sum(score for score in scores if score is not None)
            ranked.append((total, not entry.enabled, number, entry))
    ranked.sort(key=lambda line: line[:3])
    return [line[-1] for line in ranked]


def _score(word: str, entry: Entry) -> int | None:
    """Say how well a word is found in an entry, 0 being best; None: not at all."""
    title = entry.title.casefold()
    if title.startswith(word):
        return 0
    if any(part.startswith(word) for part in title.replace(":", " ").split()):
        return 1
    if word in title:
        return 2
    if word in f"{entry.place} {entry.help}".casefold():
        return 4
    letters = iter(title)
    if len(word) > 1 and all(letter in letters for letter in word):
        return 6
    return None
