"""A file as a document: its JSON, JSON lines or YAML, and the model that its values make.

Which of the three it is, its name or its contents say. Every wrong field is told at once, and
unknown fields are named.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from enum import Enum
from pathlib import PurePath
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.alias_generators import to_snake

from inspector.core.model import field_models, unknown_fields
from inspector.core.problems import Problem, Severity
from inspector.files.findings import Findings, Loaded, Parsed, Parts, Progress, gathered
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import PathLike, Source, read_source, without_packing
from inspector.plurals import count_of


class Form(Enum):
    """How a file is written."""

    JSON = "JSON"
    LINES = "JSON lines"
    YAML = "YAML"


_BY_SUFFIX = {
    ".jsonl": Form.LINES,
    ".ndjson": Form.LINES,
    ".yaml": Form.YAML,
    ".yml": Form.YAML,
}

_SPACE = b" \t\r\n\v\f"
_NO_SPACE = re.compile(rb"\S")
_AT_ONCE = 1 << 20  # bytes


def is_parquet(path: PathLike) -> bool:
    """Whether a file is told by its name to be in the one form that is no text."""
    return os.fspath(path).lower().endswith(".parquet")


def form_of(source: Source, path: PathLike) -> Form:
    """Return how a file is written: by its suffix where that says it, else by its beginning."""
    suffix = PurePath(without_packing(os.fspath(path))).suffix.lower()
    if suffix in _BY_SUFFIX:
        return _BY_SUFFIX[suffix]
    if suffix != ".json" and source.data.lstrip()[:1] not in (b"{", b"["):
        return Form.YAML
    lines = record_spans(source.data)
    first, second = next(lines, None), next(lines, None)
    if first is None or second is None or source.data[second[1]] != source.data[first[1]]:
        return Form.JSON
    try:
        json.loads(source.data[first[1] : first[2]])
    except (ValueError, RecursionError):
        return Form.JSON
    return Form.LINES


def record_spans(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Give number, start and end (byte offsets) of every line that is not blank, without space."""
    number = start = 0
    while begun := _NO_SPACE.search(data, start):  # of blank lines there may be a gigabyte
        start = begun.start()
        following = end = _line_end(data, start)
        while data[end - 1] in _SPACE:
            end -= 1
        yield number, start, end
        number += 1
        start = following + 1


def _line_end(data: bytes, start: int) -> int:
    """Return where a line ends; other threads may go on while one of a gigabyte is searched."""
    for at in range(start, len(data), _AT_ONCE):
        end = data.find(b"\n", at, at + _AT_ONCE)
        if end >= 0:
            return end
    return len(data)


def parse_document(
    source: Source,
    path: PathLike,
    found: Findings,
    progress: Progress | None = None,
    *,
    any_text: bool = False,
) -> Parsed | None:
    """Return the one value of a file, None where it cannot be read; every reason is reported.

    ``any_text`` is that of ``parse_json``.
    """
    form = form_of(source, path)
    if form is Form.YAML:
        from inspector.files.yaml_reading import parse_yaml

        return parse_yaml(source, found, progress)
    if form is Form.LINES:
        records = list(record_spans(source.data))
        if len(records) > 1:
            found.add(
                Problem(
                    Severity.ERROR,
                    "file.several-records",
                    f"The file holds {count_of(len(records), 'record')}, one a line;"
                    " one is expected.",
                    "Name a file with one of them.",
                    source.place(records[1][1]),
                )
            )
            return None
    return parse_json(JsonSpan(source, 0, len(source.data)), found, any_text=any_text)


def parse_file(path: PathLike, found: Findings, *, dash: bool = True) -> Parsed | None:
    """Return the one value of a text file, as ``parse_document``; ``dash`` as ``read_source``."""
    source = read_source(path, found, dash=dash)
    return parse_document(source, path, found) if source else None


def load_document(path: PathLike, make: Callable[[Parsed, Findings], T | None]) -> Loaded[T]:
    """Return what is made of the one value of a text file (``-`` is standard input)."""

    def work(found: Findings) -> T | None:
        parsed = parse_file(path, found)
        return make(parsed, found) if parsed else None

    return gathered(work)


T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

_LONGEST_NAME = 100  # a longer field name is no typing error, and no message repeats it

_MOST_NAMES = 100  # unknown fields of different names that are told one by one

_LIST = ("must be a list", "Put it in [ ].")
_OBJECT = ("must be an object", "Write it as { … }.")
_ONE = "Keep one of them."
_BY_TYPE = {
    "list_type": _LIST,
    "tuple_type": _LIST,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "dict_type": _OBJECT,
    "mapping_type": _OBJECT,
    "is_instance_of": _OBJECT,
    "text": ("must be text", "Put it in double quotes."),
    "string_type": ("must be text", "Put it in double quotes."),
    "int_type": ("must be an integer", "Write a whole number without quotes."),
    "bool_type": ("must be true or false", "Write true or false without quotes."),
    "integer": ("must be an integer", "Write a whole number without quotes."),
    "natural": ("must not be negative", "Write 0 or a positive whole number."),
    "number": ("must be a finite number", "Write a number without quotes."),
    "fraction": ("must be between 0 and 1", "Write a fraction such as 0.25 for 25 %."),
    "flag": ("must be true or false", "Write true or false without quotes."),
    "schema_version": ("must be 1", "Write 1; other versions are not known."),
    "datetime": ("", "Write the time in UTC, with a Z at the end."),
    "too_long": ("", "Shorten it."),
    "lone_surrogate": ("", "Write the whole pair, or the character itself."),
    "safe_integer": ("", "Write a smaller number."),
    "extra_forbidden": ("is not known", "Remove it, or check its spelling."),
}


def check(model: type[M], parsed: Parsed, found: Findings, *, what: str) -> M | None:
    """Return the model of a parsed value, None where a field is wrong; report every field.

    ``what`` names the thing in messages: a card, a policy. Unknown fields are warnings.
    """
    value, _ = _checked(model, parsed, found, what)
    return value


def check_without_wrong_fields(
    model: type[M], parsed: Parsed, found: Findings, *, what: str
) -> tuple[M | None, set[str]]:
    """Return the model of what is right in an object, and the fields that were left out.

    Every wrong field is reported. There is no model where a field that has to be there is missing
    or wrong, or the version is not known.
    """
    value, wrong = _checked(model, parsed, found, what)
    if value is not None or "schema_version" in wrong or not isinstance(parsed.value, dict):
        return value, set()
    rest, _ = _checked(model, parsed.without(*wrong), Findings(), what)
    return rest, wrong


def _checked(
    model: type[M], parsed: Parsed, found: Findings, what: str
) -> tuple[M | None, set[str]]:
    """Return the model, or None and the names of the fields that are wrong."""
    report_unknown(model, parsed, found)
    wrong = {str(way[0]) for way in parsed.spoiled if way}
    try:
        value = model.model_validate(parsed.value)
    except ValidationError as error:
        for way, messages in _errors(error, parsed.value).items():
            wrong.update(map(str, way[:1]))
            if way not in parsed.spoiled:
                _report(way, messages, parsed, found, what)
        return None, wrong
    return (None if parsed.spoiled else value), wrong


def _errors(error: ValidationError, value: Any) -> dict[Parts, list[tuple[str, str]]]:
    """Return (type, message) of all errors by the way to the part they are about."""
    by_way: dict[Parts, list[tuple[str, str]]] = {}
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        way = _way(detail["loc"], value, missing=detail["type"] == "missing")
        by_way.setdefault(way, []).append((detail["type"], detail["msg"]))
    # Where a field may be one of several types, all but the one that was meant complain about the
    # whole; what is wrong inside is the better message.
    outer = {way[:length] for way in by_way for length in range(len(way))}
    inner = {way: found for way, found in by_way.items() if way not in outer}
    return inner or by_way


def _way(location: tuple[str | int, ...], value: Any, *, missing: bool) -> Parts:
    """Keep the steps of a location that lead to a part of the value, not those naming a type."""
    way: list[str | int] = []
    for place, step in enumerate(location):
        inside = isinstance(value, list) and isinstance(step, int) and step < len(value)
        if inside or (isinstance(value, dict) and step in value):
            value = value[step]
            way.append(step)
        elif missing and place == len(location) - 1:
            way.append(step)
    return tuple(way)


def _report(
    way: Parts, messages: list[tuple[str, str]], parsed: Parsed, found: Findings, what: str
) -> None:
    name = _field(way) or f"The {what}"
    both = _other_spelling(way, parsed.value) if messages[0][0] == "extra_forbidden" else ""
    if both:
        code, fix = "field.twice", _ONE
        message = f"{way[-1]} and {both} are one field in two spellings."
    elif messages[0][0] == "missing":
        code, message, fix = "field.missing", f"{name} is missing.", f"Add it to the {what}."
    else:
        said = [_said(kind, text) for kind, text in messages]
        fixes = [_BY_TYPE.get(kind, ("", ""))[1] for kind, _ in messages]
        code = "field.invalid"
        others = (text.removeprefix("must be ") for text in dict.fromkeys(said[1:]))
        message = f"{name} {' or '.join((said[0], *others))}."
        fix = fixes[0] if len(said) == 1 else "Write one of these."
    kind = (code, what, messages[0][0], way[:1])
    found.add_many(kind, lambda: Problem(Severity.ERROR, code, message, fix, parsed.place(*way)))


def _other_spelling(way: Parts, value: Any) -> str:
    """Return the name beside a field that means the same one, "" for none."""
    for step in way[:-1]:
        value = value[step]
    others = (one for one in value if one != way[-1] and to_snake(one) == to_snake(str(way[-1])))
    return next(others, "")


def _said(kind: str, text: str) -> str:
    """Return what is wrong so that it can follow a field's name, and not in pydantic's words."""
    return _BY_TYPE.get(kind, ("", ""))[0] or text.replace("Input should be", "must be")


def said_first(error: ValidationError) -> str:
    """Return what is wrong with the first of the values, as it follows the name of its field."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return _said(first["type"], first["msg"])


def _field(way: Parts) -> str:
    """Return the name to call a part by: its field, and its place where that is in a list."""
    names = [str(step) for step in way]
    shown = ".".join(names[-2:]) if names and names[-1].isdecimal() else "".join(names[-1:])
    return shown if len(shown) <= _LONGEST_NAME else "A field"


def report_unknown(model: type[BaseModel], parsed: Parsed, found: Findings) -> None:
    """Warn of every field that the model does not have; of very many names, only count them."""
    for way, known in unknown_fields(model, parsed.value):
        names = found.names.setdefault(known, set())
        if len(names) < _MOST_NAMES:
            names.add(str(way[-1]))
        found.add_many(
            _unknown_kind(str(way[-1]) if way[-1] in names else "", known),
            lambda way=way, known=known: _unknown(way, known, parsed),  # type: ignore[misc]
            collapses=True,
        )


def count_unknown(model: type[BaseModel], times: Mapping[str, int], found: Findings) -> bool:
    """Count how often there are fields that the model does not have, and tell whether that will do.

    It does not, and nothing is counted, where one was not told so often yet that only its number
    matters.
    """
    known = tuple(field_models(model))
    names = found.names.get(known, set())
    told: Counter[Hashable] = Counter()
    for name, many in times.items():
        told[_unknown_kind(name if name in names else "", known)] += many
    return found.count_more(told)


def _unknown_kind(name: str, known: tuple[str, ...]) -> Hashable:
    return ("field.unknown", name, known)


def _unknown(way: Parts, known: tuple[str, ...], parsed: Parsed) -> Problem:
    name = str(way[-1])
    place = parsed.place(*way, key=True)
    if len(known) == 1 and to_snake(name) == to_snake(known[0]):
        message = f"{name} and {known[0]} are one field in two spellings; {known[0]} counts."
        return Problem(Severity.WARNING, "field.twice", message, _ONE, place)
    if len(name) > _LONGEST_NAME:
        long = count_of(len(name), "character")
        message = f"A field with a name of {long} is not known; it has no effect."
        close = []
    else:
        message = f"The field {name} is not known; it has no effect."
        close = difflib.get_close_matches(name.lower(), known, n=1)
    fix = f"Did you mean {close[0]}?" if close else "Remove it, or check its spelling."
    return Problem(Severity.WARNING, "field.unknown", message, fix, place)
