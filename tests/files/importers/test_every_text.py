"""No text of a file is in neither account: it was taken, left out with its place, or is named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core.problems import Place
from inspector.files.account import AccountDraft
from inspector.files.findings import Findings, Line, Parsed
from inspector.files.importers import Imported, foreign_of, read_as, tables
from tests.files.importers.shapes import SHAPES
from tests.files.importers.test_import_cases import CASES
from tests.shared.examples import examples

Way = tuple[str | int, ...]


class Marks:
    """Gives texts that occur once, and values that hold some."""

    def __init__(self) -> None:
        self.count = 0

    def text(self) -> str:
        self.count += 1
        return f"text-{self.count}."

    def on(self, value: Any) -> Any:
        """Return a value with a mark in every sentence of it; a word says what a record is."""
        if isinstance(value, dict):
            return {name: self.on(one) for name, one in value.items()}
        if isinstance(value, list):
            return [self.on(one) for one in value]
        inner = held(value)
        if inner is not value:
            return json.dumps(self.on(inner))
        return f"{value} {self.text()}" if self.is_sentence(value) else value

    @staticmethod
    def is_sentence(value: Any) -> bool:
        """Whether a value is something said, and no word that says what a record is."""
        return isinstance(value, str) and re.search(r"[a-z][ .?]", value) is not None

    def odd(self, kind: str) -> Any:
        """Return what belongs nowhere."""
        return {
            "text": self.text(),
            "list": [self.text()],
            "object": {"zy": {"er": self.text()}},
            "none": None,
            "number": 7,
        }[kind]


def held(value: Any) -> Any:
    """Return the object or list that a text holds as JSON, any other value as it is."""
    if not isinstance(value, str) or value[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def sites(value: Any) -> Iterator[tuple[Any, str | int]]:
    """Give every place in a value, as what holds it and its member there."""
    for name in value if isinstance(value, dict) else range(len(value)):
        yield value, name
        if isinstance(value[name], dict | list):
            yield from sites(value[name])


CHANGES = ("add", "add", "insert", "odd", "odd", "double", "drop")
ODD = ("text", "list", "object", "none", "number")


@dataclass(frozen=True)
class Change:
    what: str
    odd: str
    site: int

    def on(self, whole: list[Any], marks: Marks) -> None:
        holder, name = (every := list(sites(whole)))[self.site % len(every)]
        inside = holder[name]
        if self.what == "add" and isinstance(inside, dict):
            inside["zz"] = marks.odd(self.odd)
        elif self.what == "insert" and isinstance(inside, list):
            inside.insert(self.site % (len(inside) + 1), marks.odd(self.odd))
        elif self.what == "double" and isinstance(inside, list) and inside:
            inside.append(deepcopy(inside[self.site % len(inside)]))
        elif self.what == "drop" and isinstance(holder, dict):
            del holder[name]
        else:
            is_word = isinstance(inside, str | int | float | None) and not marks.is_sentence(inside)
            holder[name] = marks.odd("list" if is_word and self.odd == "text" else self.odd)


Changes = st.lists(
    st.builds(Change, st.sampled_from(CHANGES), st.sampled_from(ODD), st.integers(0, 499)),
    max_size=3,
)


def texts_in(value: Any, way: Way = (), steps: tuple[str, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the texts of a value, each with its way and the words that an account has for its way.

    Places in a list are ``*``; attributes have the names of their keys, cut at dots.
    """
    inner = held(value)
    if inner is not value:
        for _, below, text in texts_in(inner, way, steps):
            yield way, below, text
    elif isinstance(value, dict):
        key = value.get("key")
        if isinstance(key, str) and isinstance(value.get("value"), dict) and len(value) == 2:
            for name, one in value["value"].items():
                yield from texts_in(one, (*way, "value", name), (*steps[:-1], *words(key)))
            return
        for name, one in value.items():
            yield from texts_in(one, (*way, name), (*steps, *words(name)))
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from texts_in(one, (*way, place), (*steps, "*"))
    elif isinstance(value, str):
        yield way, steps, value


def words(name: str) -> list[str]:
    return ["*" if one.isdecimal() else one for one in name.replace("/", ".").split(".")]


def is_named(steps: tuple[str, ...], names: set[str]) -> bool:
    """Whether a name in the account is a part of a way: its end, or what it goes through."""
    own = [one for one in steps if one != "*"]
    parts = {
        tuple(own[start:end]) for start in range(len(own)) for end in range(start + 1, len(own) + 1)
    }
    return not parts.isdisjoint(
        tuple(one for one in words(name) if one not in ("*", "")) for name in names
    )


def taken_of(imported: Imported) -> str:
    """Return all that was taken, as one text."""
    parts = [json.dumps(one.model_dump(mode="json")) for one in imported.requests]
    if imported.candidates is not None:
        parts.append(imported.candidates.model_dump_json())
    for one in imported.payloads:
        parts += [one.name, one.model or ""]
        parts += [f"{chunk.id} {chunk.content} {chunk.metadata}" for chunk in one.chunks]
    return "\n".join(parts)


def spot(place: Place) -> tuple[object, ...]:
    return place.line, place.pointer or ""


_ID_LISTS = (("forgotten_event_ids",), ("retrieved_context_ids",))
"""Ends of ways to lists of nothing but ids, of which any may name nothing."""

_WHAT_IT_IS = (
    "id",
    "name",
    "type",
    "__type__",
    "parentUuid",
    "sessionId",
    "agent",
    "schema_version",
)
"""Members whose values, also of another type, say which record it is and of what kind."""


def check(path: Path, rows: list[Any] | None = None, kind: str | None = None) -> None:
    """Assert that every marked text of a file is somewhere in its account."""
    left: set[tuple[object, ...]] = set()
    keep = AccountDraft.left

    def noted(draft: AccountDraft, reason: str, place: Place, count: int = 1) -> None:
        left.add(spot(place))
        keep(draft, reason, place, count)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(AccountDraft, "left", noted)
        if rows is not None:
            parsed = [Parsed(one, Line("a", at)) for at, one in enumerate(rows)]
            patched.setattr(tables, "parquet_rows", lambda _path: iter(parsed))
        foreign = foreign_of(path, found := Findings(), None)
        if foreign is None:
            assert found.has_errors
            return
        records = list(foreign.records())
        imported = read_as(foreign, kind)
    account = imported.account
    assert account.balances, account
    if not imported.becomes:
        assert found.has_errors
        assert not account.taken
        assert account.left_out_in_all or not records
        return
    taken = taken_of(imported)
    for record in records:
        for way, steps, text in texts_in(record.value):
            if next((one for one in reversed(way) if isinstance(one, str)), "") in _WHAT_IT_IS:
                continue
            for mark in re.findall(r"text-\d+\.", text) if way[-2:-1] not in _ID_LISTS else ():
                above = {spot(record.place(*way[:end])) for end in range(len(way) + 1)}
                assert (
                    mark in taken
                    or is_named(steps, set(account.unused))
                    or not left.isdisjoint(above)
                ), (imported.format, way, text, account)


def files() -> dict[str, tuple[str, Any, str | None]]:
    """Return the files to change: each with its name, its value or lines, and its kind."""
    found: dict[str, tuple[str, Any, str | None]] = {}
    for name, (file, text, *_) in SHAPES.items():
        if file.endswith(("jsonl", "lhar")):
            found[name] = file, [json.loads(one) for one in text.splitlines()], None
        elif text[:1] in ("{", "["):
            found[name] = file, json.loads(text), None
    for case in CASES:
        if not isinstance(case["given"], str) and "map" not in case:
            found[case["says"]] = case["file"], case["given"], case.get("as")
    return found


FILES = files()


def check_file(name: str, changes: list[Change], folder: Path, *, parquet: bool = False) -> None:
    """Write a file with marks and changes in it, and check what becomes of every mark."""
    file, given, kind = FILES[name]
    marks = Marks()
    whole = marks.on([given])
    for change in changes:
        change.on(whole, marks)
    (value,) = whole
    lines = value if file.endswith(("jsonl", "lhar")) and isinstance(value, list) else [value]
    if parquet:
        check(folder / "a.parquet", lines if isinstance(value, dict) else value, kind)
        return
    path = folder / file
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), "utf-8")
    check(path, None, kind)


SPANS = "Spans stand under their resources and scopes, whatever these are called"
EVENTS = "Messages may be events of a span, each with its role in its name, the choice left out"


@example(name=SPANS, changes=[Change("add", "text", 1)])
@example(name=SPANS, changes=[Change("add", "text", 4)])
@example(name=SPANS, changes=[Change("add", "list", 2)])
@example(name=EVENTS, changes=[Change("add", "text", 174)])
@example(name=EVENTS, changes=[Change("insert", "text", 406)])
@example(
    name="A stored index holds its nodes by key, with and without their data inside",
    changes=[Change("add", "text", 301)],
)
@example(name="conversations for training", changes=[Change("add", "text", 133)])
@examples(150)
@given(name=st.sampled_from(sorted(FILES)), changes=Changes)
def test_every_text_was_taken_or_left_out_or_is_named(
    tmp_path_factory: pytest.TempPathFactory, name: str, changes: list[Change]
) -> None:
    check_file(name, changes, tmp_path_factory.mktemp("any"))
