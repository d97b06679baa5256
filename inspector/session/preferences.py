"""What the program remembers about its user: theme, recent files, layout. Pure values.

Nothing of this decides what a result is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

VERSION = 1
MOST_RECENT = 12
MOST_TABLES = 50
TEXT_SIZES = (90, 200)
"""The smallest and the largest size of texts, in percent."""


class ThemeChoice(StrEnum):
    """Which theme is put on."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything that is kept from one start of the program to the next.

    ``memory_root`` is the folder in which a production system keeps its policy. ``recent`` are
    paths, the latest first, at most 12. ``lens`` is the id of the lens last shown. ``keep_history``
    says whether results are recorded in the history of runs, ``keep_unsaved`` whether a copy of
    what is not saved is kept for the case of a crash. ``text_size`` is the size of texts in
    percent, from 90 to 200, ``language`` the code of that of the window, such as ``de``; None means
    those of the system. ``window`` and ``lenses`` (by lens id)
    are layouts as plain JSON values; who wrote them checks them. ``tables`` are the columns that
    were chosen to hold id, text and so on, by the columns of the table, joined with tabs.
    """

    theme: ThemeChoice = ThemeChoice.SYSTEM
    text_size: int | None = None
    language: str | None = None
    memory_root: str | None = None
    recent: tuple[str, ...] = ()
    lens: str | None = None
    keep_history: bool = True
    keep_unsaved: bool = True
    window: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    lenses: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))


class UnusableValue(NamedTuple):
    """A value that could not be used, and its JSON pointer; the default is used instead."""

    pointer: str
    expected: str


def with_recent(preferences: Preferences, path: str) -> Preferences:
    """Put a path in front of the recent ones."""
    others = tuple(known for known in preferences.recent if known != path)
    return replace(preferences, recent=(path, *others)[:MOST_RECENT])


def without_recent(preferences: Preferences, path: str) -> Preferences:
    """Forget a recent path."""
    return replace(preferences, recent=tuple(one for one in preferences.recent if one != path))


def with_table(preferences: Preferences, columns: str, chosen: Mapping[str, Any]) -> Preferences:
    """Remember the columns that were chosen of a table; the oldest of too many are forgotten."""
    others = [(known, one) for known, one in preferences.tables.items() if known != columns]
    return replace(preferences, tables=dict([*others, (columns, chosen)][-MOST_TABLES:]))


def to_plain(preferences: Preferences) -> dict[str, Any]:
    """Return preferences as plain JSON values."""
    return {
        "version": VERSION,
        "theme": preferences.theme.value,
        "text_size": preferences.text_size,
        "language": preferences.language,
        "memory_root": preferences.memory_root,
        "recent": list(preferences.recent),
        "lens": preferences.lens,
        "keep_history": preferences.keep_history,
        "keep_unsaved": preferences.keep_unsaved,
        "window": dict(preferences.window),
        "lenses": {lens: dict(state) for lens, state in preferences.lenses.items()},
        "tables": {columns: dict(chosen) for columns, chosen in preferences.tables.items()},
    }


def from_plain(plain: object) -> tuple[Preferences, tuple[UnusableValue, ...]]:
    """Read preferences from plain JSON values.

    What cannot be used keeps its default and is reported. What a newer version of the program has
    added is left out.
    """
    if not isinstance(plain, Mapping):
        return Preferences(), (UnusableValue("", "an object"),)
    reading = _Reading(plain)
    preferences = Preferences(
        theme=ThemeChoice(
            reading.value(
                "theme",
                ThemeChoice.SYSTEM.value,
                _THEMES.__contains__,
                f"one of {', '.join(_THEMES)}",
            )
        ),
        text_size=reading.value("text_size", None, _is_size, _SIZE),
        language=reading.text("language"),
        memory_root=reading.text("memory_root"),
        recent=tuple(dict.fromkeys(reading.value("recent", (), _are_texts, "a list of texts"))),
        lens=reading.text("lens"),
        keep_history=reading.flag("keep_history"),
        keep_unsaved=reading.flag("keep_unsaved"),
        window=reading.mapping("window"),
        lenses=reading.mappings("lenses"),
        tables=reading.mappings("tables"),
    )
    return replace(preferences, recent=preferences.recent[:MOST_RECENT]), tuple(reading.unusable)


_THEMES = [choice.value for choice in ThemeChoice]
_SIZE = f"a whole number from {TEXT_SIZES[0]} to {TEXT_SIZES[1]}"


def _is_size(value: object) -> bool:
    return type(value) is int and TEXT_SIZES[0] <= value <= TEXT_SIZES[1]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(map(_is_text, value))


class _Reading:
    """Reads fields one by one and collects what is wrong with them."""

    def __init__(self, plain: Mapping[str, Any]) -> None:
        self._plain = plain
        self.unusable: list[UnusableValue] = []

    def value(self, name: str, default: Any, fits: Callable[[Any], bool], expected: str) -> Any:
        found = self._plain.get(name, default)
        if found is default or fits(found):
            return found
        self.unusable.append(UnusableValue(f"/{name}", expected))
        return default

    def flag(self, name: str) -> bool:
        default = True
        return bool(self.value(name, default, lambda one: isinstance(one, bool), "true or false"))

    def text(self, name: str) -> str | None:
        found: str | None = self.value(name, None, _is_text, "a text")
        return found

    def mapping(self, name: str) -> Mapping[str, Any]:
        found = self.value(name, {}, lambda value: isinstance(value, Mapping), "an object")
        return MappingProxyType({str(key): one for key, one in found.items()})

    def mappings(self, name: str) -> Mapping[str, Mapping[str, Any]]:
        return {key: one for key, one in self.mapping(name).items() if isinstance(one, Mapping)}
