"""Secrets put where a project and a request may hold them, and every way out of a build.

Values are made when a test runs. A ``Plant`` is one file of a project with one secret; ``marks``
are what must never come out: the value, its lines, and the forms in which it stands in the file.
"""

from __future__ import annotations

import base64
import json
import random
import sqlite3
import urllib.parse
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from inspector.core.builder.report import BundleReport, FateKind
from inspector.files import build_result
from inspector.stages.builder.build_lines import build_lines, fate_lines
from tests.shared.bundle_input import everything_told
from tests.shared.labelled_secrets import SHAPED, SURROUNDINGS, labelled

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "ascii", "cp1252")
"""Every supported encoding, by Python's names; with UTF-8 and UTF-16 a byte order mark may come."""

_MARKS = {"utf-16-le": "\ufeff", "utf-16-be": "\ufeff"}
_SUFFIXES = {
    "json": ".json",
    "yaml": ".yaml",
    "toml": ".toml",
    "typescript": ".ts",
    "csharp": ".cs",
    "xml": ".xml",
    "ini": ".ini",
    "env": ".txt",
    "prose": ".md",
}
_WESTERN = (
    "# Größe und Länge der Plätze am Kai, für größere Schiffe und später auch für kleinere.\n"
    "# Die Fähre läuft täglich außer sonntags; für Räder und Gepäck müssen Gäste früh da sein.\n"
    "# Böen über Stärke sieben drücken das Schiff gegen die Mauer, dann fällt die Abfahrt aus.\n"
    "{}\n# Schöne Grüße aus Österreich, bis übermorgen. Für Rückfragen wähle man die Hörnummer.\n"
)
"""Enough words of one western language around a text for its encoding to be beyond doubt."""

_SHORTEST = 8
"""Code points of a part of a value that may not come out either."""


@dataclass(frozen=True)
class Plant:
    """A file with one secret: its path, its text, and what must never come out of it."""

    path: str
    text: str
    encoding: str
    kind: str
    marks: frozenset[str]

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return (_MARKS.get(self.encoding, "") + self.text).encode(self.encoding)


def forms(value: str) -> frozenset[str]:
    """Return a value in every spelling that some way out could give it, and its single lines."""
    plain = {value, value.strip(), *value.replace("\\n", "\n").split("\n")}
    plain |= {one.strip("\"'#/ \t\r\\") for one in plain}
    plain = {one for one in plain if len(one) >= _SHORTEST and not one.startswith("-----")}
    spelled = {json.dumps(one)[1:-1] for one in plain}
    spelled |= {repr(one)[1:-1] for one in plain}
    spelled |= {urllib.parse.quote(one, safe="") for one in plain}
    spelled |= {base64.b64encode(one.encode()).decode() for one in plain}
    return frozenset(plain | spelled)


def plants(seed: int = 7) -> tuple[Plant, ...]:
    """Return every kind in every container; surroundings and encodings take turns."""
    made = [
        (one.container, one.kind, one.text, one.text[one.start : one.end])
        for number, one in enumerate(labelled(seed=seed))
        if number % len(SURROUNDINGS) == number // len(SURROUNDINGS) % len(SURROUNDINGS)
    ]
    found = []
    for number, (container, kind, text, value) in enumerate((*made, *_written_otherwise(seed))):
        encodings = [name for name in ENCODINGS if _holds(name, text)]
        encoding = encodings[number // len(SURROUNDINGS) % len(encodings)]
        around = _WESTERN if encoding == "cp1252" else "{}"
        suffix = _SUFFIXES.get(container.split(",")[0].split()[0], ".py")
        path = f"{number:03}-{kind}{suffix}"
        found.append(Plant(path, around.format(text), encoding, kind, forms(value)))
    return tuple(found)


def _written_otherwise(seed: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield container, kind, text and the value as it is written: escaped, encoded, in pieces."""
    draw = random.Random(seed + 1)
    for kind, make in SHAPED.items():
        value = make(draw)
        first = f"\\u{ord(value[0]):04x}{value[1:]}"
        yield "json", kind, f'{{"{kind}": "{first}"}}', first
        value = make(draw)
        entity = f"&#{ord(value[0])};{value[1:]}"
        yield "xml", kind, f"<a>{entity}</a>", entity
        value = make(draw)
        half = len(value) // 2
        continued = f"{value[:half]}\\\n{value[half:]}"
        yield "python", kind, f'import os\n\nx = "{continued}"\n', value[half:]
        value = make(draw)
        half = len(value) // 2
        joined = f'{value[:half]}"\n    "{value[half:]}'
        yield "python", kind, f'import os\n\nx = (\n    "{joined}"\n)\n', value[half:]
    for name in ("password", "api_key", "token"):
        encoded = base64.b64encode(make_value(draw).encode()).decode()
        yield "yaml", name, f"{name}_base64: {encoded}\n", encoded
        quoted = urllib.parse.quote(f"{make_value(draw)}/+", safe="")
        yield "prose", name, f"https://example.org/?mode=1&{name}={quoted}&level=2\n", quoted
        for container, form in _GIVEN:
            value = make_value(draw)
            yield container, name, form.format(name=name, value=value), value


_GIVEN = (
    ("python", '"""Notes.\n\n{name}={value}\n"""\n'),
    ("python", 'QUERY = f"mode=1&{name}={value}"\n'),
    ("toml", "[a]\n{name} = '''\n{value}'''\n"),
    ("toml", '[a]\n{name} = """\n{value}"""\n'),
    ("python", 'import os\n\n{name} = """\n    {value}\n"""\n'),
    ("yaml", "a:\n  {name}: >-\n    {value}\n"),
)
"""How a value of a name is written, with the container."""


def _holds(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    # It gets words of its own around it; more of another language would raise doubts.
    return encoding != "cp1252" or text.isascii()


def make_value(draw: random.Random) -> str:
    """Return a value like a password, with letters and digits."""
    letters = "abcdefghjkmnpqrstuvwxyz"
    word = "".join(draw.choice(letters) for _ in range(9))
    return f"{word}{draw.randrange(10**5, 10**6)}"


def leaked(marks: Iterable[str], exits: Mapping[str, str | bytes]) -> list[str]:
    """Return the names of the ways out that hold a mark, with the mark's kind left out."""
    found = []
    texts = {
        name: value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
        for name, value in exits.items()
    }
    for mark in marks:
        wanted = mark.encode("utf-8", "surrogatepass")
        found += [f"{name}: {mark}" for name, value in texts.items() if wanted in value]
    return found


def exits_of(report: BundleReport) -> dict[str, str]:
    """Return everything that a report can say, by the way in which it says it."""
    why = (fate_lines(report, path) or [] for path in report.fates if _is_told(report, path))
    return {
        "report": everything_told(report),
        "repr": repr(report) + str(report),
        "json": json.dumps(build_result(report), ensure_ascii=False),
        "summary": "\n".join(build_lines(report)),
        "why": "\n".join("\n".join(lines) for lines in why),
        "blocks": repr(report.blocks),
    }


def _is_told(report: BundleReport, path: str) -> bool:
    return report.fates[path].kind is not FateKind.NO_CANDIDATE


def bytes_below(folder: Path) -> dict[str, bytes]:
    """Return the contents of every file below a folder; of a database what is packed in it, too."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix == ".vscdb":
            continue
        data = path.read_bytes()
        found[path.name] = data + b"\n".join(_unpacked(path)) if data[:6] == b"SQLite" else data
    return found


def _unpacked(path: Path) -> Iterator[bytes]:
    with closing(sqlite3.connect(path)) as database:
        tables = [
            name
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        for table in tables:
            for row in database.execute(f'SELECT * FROM "{table}"'):
                for value in row:
                    if isinstance(value, bytes):
                        yield value
                        yield from _inflated(value)


def _inflated(value: bytes) -> Iterator[bytes]:
    # A value that was kept under a key has the key before it.
    for start in {0, value.find(b"\n") + 1}:
        try:
            yield zlib.decompress(value[start:])
        except zlib.error:
            continue
