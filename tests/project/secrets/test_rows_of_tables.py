"""Each row of each table of the scanner does what it says; the rows are the tables' own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from unittest.mock import patch

import pytest

from inspector.project.findings import Confidence
from inspector.project.secrets import (
    PatternScanner,
    forms,
    issuers,
    lone,
    names,
    public,
    takers,
    tokens,
    whole,
    worth,
)
from inspector.project.secrets.names import ANY_KEY, PUBLIC, meaning
from inspector.project.secrets.patterns import _PROSE
from tests.shared.matching_text import matching

SCANNER = PatternScanner()
WEAK = "T1g3r-Copper85"
HEX = "8f2a55c949038a9610f5" + "0fb23b5883af"
DRAWN = "kq7Zt0bYh3WcR9" + "dM2sLx8vGp4uNj"
CODE = "import os\n\n\ndef f(x):\n    return os.stat(x)\n\n{}\n"
PAIRS = ":".join(HEX[at : at + 2] for at in range(0, len(HEX), 2))
NUMBERS = ",".join(str(one * 37 % 256) for one in range(64))
VALUES = (WEAK, HEX, HEX * 2, PAIRS, NUMBERS)
AMONG_OTHERS = {
    # Rows whose sign stands outside their form.
    "chpasswd": f"echo 'bob:{WEAK}' | chpasswd",
    **dict.fromkeys((" ~", " +@"), f"user bob on >{WEAK} ~* +@all"),
    **{f"{sign} ": f"{sign} 10.1.2.3 1080 bob {WEAK}" for sign in ("socks5", "socks4", "http")},
    " using ": f"connect to shelf user bob using {WEAK}",
    "` / `": f"Log in as `bob` / `{WEAK}`",
    "` and `": f"Log in as `bob` and `{WEAK}`",
    ":25": f"[relay.example.org]:25 bob:{WEAK}",
    ":465": f"[relay.example.org]:465 bob:{WEAK}",
    ":587": f"[relay.example.org]:587 bob:{WEAK}",
    " -u": f"tool -u bob -p {WEAK}",
    " sha": f"snmp-server user bob ops v3 auth sha {WEAK}",
    " aes": f"snmp-server user bob ops v3 priv aes 128 {WEAK}",
    "usmUser": f"usmUser 1 3 0x80 bob NULL .1.3.6.1.6.3.10.1.1.3 0x{HEX}",
    **{f" {kind}": f"7 {kind}128 {WEAK}" for kind in ("SHA", "AES")},
    **{f" {kind} ": f"7 {kind} {WEAK}" for kind in ("md5", "MD5", "M")},
    "solana": f"echo '[{NUMBERS}]' > solana/shelf.json",
    "id.json": f"echo '[{NUMBERS}]' > id.json",
    "IDENTIFIED WITH": f"create user bob IDENTIFIED WITH plain BY '{WEAK}'",
    "identified with": f"create user bob identified with plain by '{WEAK}'",
    "sed -": f"sed -i 's/@DB_PASSWORD@/{WEAK}/' shelf.ini",
    "@//": f"bob/{WEAK}@//host/shelf",
    "rman ": f"rman target bob/{WEAK}@shelf",
    "CONNECT ": f"CONNECT bob/{WEAK}@shelf",
    "connect ": f"connect bob/{WEAK}@shelf",
    ":1521": f"bob/{WEAK}@host:1521",
    "racle": f"oracle bob/{WEAK}@shelf",
    **{tool: f"{tool} bob/{WEAK}@shelf" for tool in ("sqlplus", "impdp", "expdp", "sqlldr")},
    ":5432:": f"host:5432:shelf:bob:{WEAK}",
}
OPEN_RUNS = ("folder-0aeb6ea3-6yo4i", "HSPLokhttp3/internal/http2/Settings")
Row = tuple[object, bool]
"""A row, and whether it does what it says."""


def found(text: str, value: str, told: str = "") -> bool:
    """Whether a value is found in a text, and Why names what led to it."""
    at = text.index(value)
    return any(
        one.start <= at and at + len(value) <= one.end and told.lower() in one.names.lower()
        for one in SCANNER.scan(text)
    )


def telling_names() -> Iterator[Row]:
    """Each name finds what is given to it, and says so; a public one keeps what was drawn."""
    for name, kind in names.NAMES.items():
        written = name.replace(" ", "_")
        value = {ANY_KEY: HEX, PUBLIC: DRAWN}.get(kind, WEAK)
        told = written.partition("'")[0]
        is_found = found(f'{written}: "{value}"\n', value, told)
        yield name, is_found is (kind != PUBLIC) and meaning(written) == kind


def words_around_names() -> Iterator[Row]:
    """A suffix changes nothing, a word before takes the meaning, the others make a password."""
    for word in names._SUFFIXES - {""}:
        yield word, meaning(f"secret_{word}") == "secret"
    for word in names._NOT_BEFORE:
        yield word, meaning(f"{word}_secret") == ""
    for word in names._LOGINS:
        yield word, meaning(f"{word}pass") == "password"
    for word in names._FIRST:
        yield word, meaning(f"{word}_zebra") == "password"


def functions() -> Iterator[Row]:
    """Each function finds the argument at its place; a common one only where a name is near."""
    for function, place in takers.PLACES.items():
        before = "".join(f"a{number}, " for number in range(max(place, 1) - 1))
        near = "// the password\n" if function in takers._COMMON else ""
        yield function, found(f'{near}{function}({before}"{WEAK}");\n', WEAK, function)


def issued() -> Iterator[Row]:
    """Each prefix makes what has its shape certain, and of its kind."""
    for kind, prefix, shape in (row for rows in issuers.RULES.values() for row in rows):
        rest = (matching(shape, Random(seed)) for seed in range(50))
        yield prefix, certain(prefix + next(one for one in rest if _TOKEN.fullmatch(one)), kind)
    shaped = [row for rows in issuers.SHAPES.values() for row in rows]
    for kind, needle, shape in (*shaped, *(row for _, row in issuers.KEYED)):
        token = matching(shape, Random(1))
        if needle not in token:  # what must stand before it is only a part of what is looked for
            token = needle + matching(re.compile(shape.pattern.partition(")")[2]), Random(1))
        yield needle, certain(token, kind)


_TOKEN = re.compile(r"[^=]*\d[^=]*")


def certain(token: str, kind: str) -> bool:
    """Whether a token is found as certain and of a kind."""
    return any(
        one.kind == kind and one.confidence is Confidence.HIGH
        for one in SCANNER.scan(f"x {token}\n")
    )


def commands_and_files() -> Iterator[Row]:
    """Each option of a command and line of a known file finds what stands at its place."""
    for row in lone.ALONE + lone.IN_LINES:
        text = AMONG_OTHERS.get(row.needle) or next(texts_of(row.needle, row.form), WEAK)
        yield row.needle, len(text) > len(WEAK) and found(f"{text}\n", value_in(text))


def texts_of(needle: str, form: re.Pattern[str]) -> Iterator[str]:
    """Yield texts with a sign and a form in which a value stands."""
    for value, seed in product(VALUES, range(20)):
        text = matching(form, Random(seed), value)
        one = form.search(text) if needle.lower() in text.lower() else None
        if one and one["value"] == value:
            yield text


def value_in(text: str) -> str:
    """Return the longest of the values that a text holds."""
    return max((value for value in VALUES if value in text), key=len)


def forms_behind_a_name() -> Iterator[Row]:
    """Each form finds a value behind a name of a password, and Why says how it stands."""
    for form, role, _ in forms.BEHIND:
        name = "--db_password" if form is forms.ARGUMENT else "db_password"
        given = [
            name + matching(form, Random(seed), value)
            for value, seed in product((WEAK, "hunter2"), range(8))
        ]
        texts = [around.format(text) for text in given for around in ("{}\n", CODE)]
        told = (one.names for text in texts for one in SCANNER.scan(text))
        yield form.pattern, f"{role} {name.strip('-')}" in told


def what_stands_for_a_value() -> Iterator[Row]:
    """Each word for nothing, a type, a secret, or of examples is no value by itself."""
    for kind, words in worth._LISTED.items():
        for word in words:
            text = f"{word}-password" if kind == "example" else word
            yield word, worth.is_placeholder(text, "db_login") or worth.is_type(text)
    yield from ((word, not SCANNER.scan(f"Authorization: Bearer {word}\n")) for word in _PROSE)


def marks_of_tests() -> Iterator[Row]:
    """Each mark makes a text a test, in which what looks weak is none."""
    for word, form in whole._TESTS:
        text = f"{matching(form, Random(1))} x\npassword = 'sunflower'\n"
        yield word, word in text.lower() and SCANNER.scan(text) == ()
    for block in whole._BLOCKS:
        quote = "'" if block.endswith("(") else ""
        yield block, SCANNER.scan(f"  {block}{quote}x\npassword = 'sunflower'\n") == ()


def without(rows: list[str], row: str, flags: re.RegexFlag, end: str = "") -> re.Pattern[str]:
    """Return what some rows are joined to where one of them is out."""
    return re.compile(f"(?:{'|'.join(one for one in rows if one != row)}){end}", flags)


def is_kept_open_by(name: str, less: re.Pattern[str], text: str) -> bool:
    """Whether nothing is found in a text, and something is with less of an expression."""
    tokens._DULL.clear()
    kept = SCANNER.scan(text) == ()
    tokens._DULL.clear()
    with patch.object(tokens, name, less):
        return kept and SCANNER.scan(text) != ()


def what_a_public_run_stands_behind() -> Iterator[Row]:
    """Each row keeps what was drawn open, and no other row would."""
    rows = public.HASHED_ROWS
    for row in rows:
        less = without(rows, row, re.IGNORECASE, r"\Z")
        texts = (f" {matching(re.compile(row), Random(seed))}{DRAWN}\n" for seed in range(60))
        yield row, any(is_kept_open_by("HASHED", less, text) for text in texts)


def forms_of_public_runs() -> Iterator[Row]:
    """Each form keeps a run open that was drawn, and no other form would."""
    rows = public.OPEN_ROWS
    for row in rows:
        less = without(rows, row, re.NOFLAG)
        rest = "" if row.endswith("Z") else DRAWN
        runs = (matching(re.compile(row), Random(seed)) + rest for seed in range(60))
        texts = (f"x {run}\n" for run in (*OPEN_RUNS, *runs))
        yield row, any(is_kept_open_by("OPEN_FORM", less, text) for text in texts)


def what_is_said_of_a_public_run() -> Iterator[Row]:
    """Each word, and each mark of a line, keeps what was drawn open."""
    for row in public.SAID_ROWS:
        said = matching(re.compile(row), Random(1))
        yield row, SCANNER.scan(f"the {said} 3 8 {DRAWN}\n") == ()
    for mark in public.LINE_MARKS:
        yield mark, SCANNER.scan(f"x {mark} of this one: {DRAWN}\n") == ()
    yield "no mark", SCANNER.scan(f"the shelf 3 8 {DRAWN}\n") != ()


TABLES = (
    telling_names, words_around_names, functions, issued, commands_and_files, forms_behind_a_name,
    what_stands_for_a_value, marks_of_tests, what_a_public_run_stands_behind,
    what_is_said_of_a_public_run, forms_of_public_runs,
)  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_each_row_of_a_table_does_what_it_says(table: Callable[[], Iterator[Row]]) -> None:
    rows = list(table())
    assert len(rows) > 10
    assert [row for row, holds in rows if not holds] == []


def test_the_values_tell_nothing_without_a_row() -> None:
    assert not any(found(f'animal: "{value}"\n', value) for value in (WEAK, HEX))
    assert found(f'animal: "{DRAWN}"\n', DRAWN)
    assert found("password = 'sunflower'\n", "sunflower")


@pytest.mark.parametrize("table", [names._TABLE, names._AROUND, takers._TAKERS, worth._TABLE])
def test_no_row_is_said_twice(table: str) -> None:
    lines = [line for line in table.strip().splitlines() if not line.startswith("#")]
    pairs = [row for line in lines if ";" in line for row in line.split(";")] or [
        f"{line.split()[0]} {word}" for line in lines for word in line.split()[1:]
    ]
    assert len(pairs) == len(set(pairs))
