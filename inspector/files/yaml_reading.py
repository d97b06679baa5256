"""Reading YAML as another way to write JSON: the same types, and a place for every part.

YAML 1.1 reads ``yes`` as true, ``012`` as ten and a date as a date. Here only what JSON writes as
a number, true, false or null is one; everything else stays the text that it is, and a field that
wants another type says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import yaml

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.scalars import SAFE_INTEGER
from inspector.files.bounds import YAML_TOO_LARGE, exceeds, most, or_more
from inspector.files.findings import Findings, Parsed, Parts, Progress, report_progress
from inspector.files.json_reading import MOST_LEVELS, repeated_key
from inspector.files.source import Source

MOST_BYTES = 64 << 20
MOST_PARTS = 1_000_000  # keys, values, beginnings and ends; each takes far longer than one of JSON
MOST_ALIASED = 1_000_000  # values that aliases may stand for, together

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?", re.ASCII)
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_REFUSED = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_TEXT_TAGS = ("!", "tag:yaml.org,2002:str")
_PLAIN_TAGS = (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")

Spot = tuple[int, int]


@dataclass(slots=True)
class YamlNode:
    """Where a value stands, where its key does, and the same of its parts."""

    spot: Spot
    key: Spot | None = None
    parts: dict[str, YamlNode] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class YamlPlaces:
    """Where the parts of a YAML document stand."""

    name: str
    root: YamlNode

    def place(self, parts: Parts = (), *, key: bool = False) -> Place:
        """Return the place of a part of the document, or of its key."""
        node = self.root
        for depth, part in enumerate(parts):
            if str(part) not in node.parts:
                break
            node = node.parts[str(part)]
            if key and node.key and depth == len(parts) - 1:
                return Place(self.name, *node.key, pointer(*parts))
        return Place(self.name, *node.spot, pointer(*parts))


class _UnreadableError(Exception):
    def __init__(self, spot: Spot, code: str, message: str, fix: str) -> None:
        super().__init__(message)
        self.spot = spot
        self.code = code
        self.message = message
        self.fix = fix


def parse_yaml(source: Source, found: Findings, progress: Progress | None = None) -> Parsed | None:
    """Return the value of a YAML document, None where there is none; every reason is reported."""
    try:
        value, root = _Reader(source, found, progress).read()
        return Parsed(value, YamlPlaces(source.name, root))
    except _UnreadableError as error:
        place = Place(source.name, *error.spot)
        found.add(Problem(Severity.ERROR, error.code, error.message, error.fix, place))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(source.name, mark.line + 1, mark.column + 1) if mark else Place(source.name)
        message = f"This is not YAML: {error.problem or 'it cannot be read'}."
        found.add(Problem(Severity.ERROR, "yaml.syntax", message, "Correct it.", place))
    return None


@dataclass(slots=True)
class _Open:
    """A list or an object whose end has not been read."""

    value: list[Any] | dict[str, Any]
    node: YamlNode
    anchor: str | None
    size_before: int
    name: str | None = None  # the key that waits for its value, and where it stands
    key: Spot | None = None

    @property
    def wants_key(self) -> bool:
        """Whether the next value is a key."""
        return isinstance(self.value, dict) and self.name is None


@dataclass(slots=True)
class _Reader:
    """Builds values from events with a stack of its own, so depth is bounded by choice."""

    source: Source
    found: Findings
    progress: Progress | None
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, tuple[Any, YamlNode, int]] = field(default_factory=dict)
    size: int = 0  # values so far, those behind aliases counted again
    aliased: int = 0
    documents: int = 0
    value: Any = None
    root: YamlNode = field(default_factory=lambda: YamlNode((1, 1)))

    def read(self) -> tuple[Any, YamlNode]:
        for event in self.events():
            spot = (event.start_mark.line + 1, event.start_mark.column + 1)
            if isinstance(event, yaml.DocumentStartEvent):
                self.documents += 1
                if self.documents > 1:
                    raise _UnreadableError(
                        spot, "yaml.documents", "A second document starts here.", "Keep one a file."
                    )
            elif isinstance(event, yaml.ScalarEvent):
                self.scalar(event, spot)
            elif isinstance(event, yaml.AliasEvent):
                self.alias(event, spot)
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                self.open(event, spot)
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self.close()
        return self.value, self.root

    def events(self) -> Iterator[Any]:
        text = self.source.data.decode()
        if exceeds(len(text), MOST_BYTES):
            raise _UnreadableError(
                (1, 1),
                YAML_TOO_LARGE,
                f"YAML of more than {most(MOST_BYTES) >> 20} MB takes too long to read.",
                or_more("Save the file as JSON"),
            )
        refused = _REFUSED.search(text)
        if refused:
            spot = self.source.lines.at(len(text[: refused.start()].encode()))
            raise _UnreadableError(
                spot, "yaml.syntax", "YAML does not allow this character.", "Escape or remove it."
            )
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        at_most = most(MOST_PARTS)
        for count, event in enumerate(yaml.parse(text, Loader=loader)):
            if count > at_most:
                raise _UnreadableError(
                    (1, 1),
                    YAML_TOO_LARGE,
                    f"YAML of more than {most(MOST_PARTS):,} keys and values takes too long to"
                    " read.",
                    or_more("Save the file as JSON"),
                )
            if count % 4096 == 0 and event.start_mark:
                report_progress(self.progress, event.start_mark.index, len(text))
            yield event

    def scalar(self, event: yaml.ScalarEvent, spot: Spot) -> None:
        if self.stack and self.stack[-1].wants_key:
            self.name(event.value, spot)
            return
        value: Any = event.value
        if event.tag is None and event.implicit[0]:
            value = self.plain(event.value, spot)
        elif event.tag is not None and event.tag not in _TEXT_TAGS:
            raise _foreign_tag(spot)
        self.put(value, YamlNode(spot), event.anchor, 1)

    def plain(self, text: str, spot: Spot) -> Any:
        if text in _WORDS:
            return _WORDS[text]
        if not _NUMBER.fullmatch(text):
            return text
        number = float(text)
        if not isfinite(number):
            return text  # no double holds it, so it is none of the numbers that a field can have
        if not text.lstrip("-").isdecimal():
            return number
        if abs(number) <= SAFE_INTEGER:
            return int(text)
        self.found.add_many(
            "yaml.big-integer",
            lambda: Problem(
                Severity.WARNING,
                "yaml.big-integer",
                "This integer is beyond 2^53 - 1; it is read as the nearest double.",
                "Use a smaller number, or a text in quotes.",
                Place(self.source.name, *spot),
            ),
        )
        return number

    def name(self, name: str, spot: Spot) -> None:
        top = self.stack[-1]
        earlier = top.node.parts.get(name)
        if earlier is not None and earlier.key is not None:
            outer = (
                len(above.value) if above.name is None else above.name for above in self.stack[:-1]
            )
            way = (*outer, name)
            first = Place(self.source.name, *earlier.key)
            last = Place(self.source.name, *spot, pointer(*way))
            self.found.add_many("file.repeated-key", lambda: repeated_key(2, first, last))
        top.name, top.key = name, spot

    def open(self, event: yaml.CollectionStartEvent, spot: Spot) -> None:
        if event.tag not in _PLAIN_TAGS:
            raise _foreign_tag(spot)
        self.refuse_as_key(spot)
        if len(self.stack) >= MOST_LEVELS:
            raise _UnreadableError(
                spot,
                "yaml.too-deep",
                f"Lists and objects are nested more than {MOST_LEVELS} levels deep here.",
                "Flatten the structure.",
            )
        if event.anchor:
            self.anchors.pop(event.anchor, None)  # not to be used inside itself
        empty: list[Any] | dict[str, Any] = {}
        if isinstance(event, yaml.SequenceStartEvent):
            empty = []
        self.stack.append(_Open(empty, YamlNode(spot), event.anchor, self.size))

    def close(self) -> None:
        done = self.stack.pop()
        self.put(done.value, done.node, done.anchor, self.size - done.size_before + 1)

    def alias(self, event: yaml.AliasEvent, spot: Spot) -> None:
        self.refuse_as_key(spot)
        if event.anchor not in self.anchors:
            raise _UnreadableError(
                spot, "yaml.unknown-alias", "This alias names nothing before it.", "Correct it."
            )
        value, node, size = self.anchors[event.anchor]
        self.size += size - 1
        self.aliased += size
        if exceeds(self.aliased, MOST_ALIASED):
            raise _UnreadableError(
                spot,
                "yaml.too-many-aliases",
                f"The aliases stand for more than {most(MOST_ALIASED):,} values.",
                or_more("Write less with aliases"),
            )
        self.put(value, YamlNode(spot, parts=node.parts), None, size)

    def refuse_as_key(self, spot: Spot) -> None:
        if self.stack and self.stack[-1].wants_key:
            raise _UnreadableError(spot, "yaml.key", "A key has to be a text.", "Write a name.")

    def put(self, value: Any, node: YamlNode, anchor: str | None, size: int) -> None:
        """Place a finished value where it belongs."""
        if anchor:
            self.anchors[anchor] = (value, node, size)
        self.size += 1
        if not self.stack:
            self.value, self.root = value, node
            return
        top = self.stack[-1]
        if isinstance(top.value, list):
            top.node.parts[str(len(top.value))] = node
            top.value.append(value)
        elif top.name is not None:
            node.key = top.key
            top.node.parts[top.name] = node
            top.value[top.name] = value
            top.name = top.key = None


def _foreign_tag(spot: Spot) -> _UnreadableError:
    return _UnreadableError(
        spot,
        "yaml.tag",
        "Only the types of JSON can be used; this tag names another.",
        "Remove it.",
    )
