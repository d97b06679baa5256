"""What an importer is, what it is given, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.problems import Place, Problem, Severity
from inspector.core.window.chunk import Chunk
from inspector.files.account import Account, AccountDraft
from inspector.files.bounds import exceeds, most, or_more
from inspector.files.findings import Findings, Parsed
from inspector.files.json_reading import separates
from inspector.files.source import PathLike, shown

if TYPE_CHECKING:
    from inspector.files.importers.values import Better

Record = Mapping[str, Any]

LOOKED_AT = 12
"""Records of a file that are looked at to tell what it is."""

_COMMON = """id _id name title type kind text content body value data input output query question
prompt messages response model timestamp time payload score label limit info documents ids metadatas
context contents uuid fact memory node object found attributes history role trajectory session path
user conversations records items results inputs runs source action"""
ANYBODYS = frozenset(_COMMON.split())
"""Members that anything may have; none of them tells a format."""


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a file, from which importers tell whether it is theirs.

    ``records`` are the first records: the lines of a file of lines, the items of a list, or the one
    object that the file is. ``name`` is the file's name without its folder.
    """

    name: str
    records: tuple[Any, ...]
    is_list: bool

    @property
    def first(self) -> Record:
        """The first record that is an object; empty where there is none."""
        return next((one for one in self.records if isinstance(one, Mapping)), {})

    def has(self, *ways: str) -> bool:
        """Whether one of the records has a member at every one of these ways (``a/b``)."""
        return any(all(member(one, way) is not None for way in ways) for one in self.records)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A file as its records, each with its places, and where problems with them are collected.

    ``head`` is what was looked at; ``records`` are given anew with every call. A reader says in the
    ``account`` what it met and what became of it; ``better`` is how scores are read where whoever
    opens the file says so.
    """

    path: PathLike
    head: Head
    records: Callable[[], Iterator[Parsed]]
    found: Findings
    account: AccountDraft = field(default_factory=AccountDraft)
    better: Better | None = None

    def leave_out(
        self,
        parsed: Parsed,
        what: str,
        fix: str,
        *way: str | int,
        reason: str = "",
        part: bool = False,
    ) -> None:
        """Report a record that cannot be used, and enter it into the account.

        ``reason`` is what the account says, as a phrase; without one it is ``what``. A ``part`` of
        a record that is taken is reported alone: the record is in the account already.
        """
        if not part:
            self.account.left(reason or what[:1].lower() + what[1:], parsed.place(*way))
        self.found.add_many(
            ("import.left-out", what),
            lambda: Problem(
                Severity.ERROR,
                "import.left-out",
                f"{what}; it was left out.",
                fix,
                parsed.place(*way),
            ),
        )

    def no_number(self, name: str, parsed: Parsed) -> None:
        """Report a field that holds no number where one is needed; the record is taken without."""
        self.account.ignored(name)
        self.found.add_many(
            ("import.no-number", name),
            lambda: Problem(
                Severity.WARNING,
                "import.no-number",
                f"{name} is no number here; it was not used.",
                "Export it as a number.",
                parsed.place(),
            ),
            collapses=True,
        )

    def note(self, code: str, message: str, fix: str = "") -> None:
        """Say something about the whole file once."""
        place = Place(shown(self.path))
        self.found.add_many(
            (code, message), lambda: Problem(Severity.NOTE, f"import.{code}", message, fix, place)
        )


@dataclass(frozen=True, slots=True)
class Payload:
    """One request to a model as the chunks it was made of, in their original order.

    ``name`` tells it from the others of its file; ``model`` is the model's name and ``window`` its
    size, where the file records them.
    """

    name: str
    chunks: tuple[Chunk, ...]
    model: str | None = None
    window: int | None = None
    record: Parsed | None = None
    """The record that it stands in, with what else that says of it."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a file that another program wrote.

    ``requests`` with ``candidates`` are a corpus: each request names those that it competes with.
    ``labelled`` says that the requests carry evidence; ``account`` what became of every record.
    """

    format: str
    candidates: CandidateSet | None = None
    requests: tuple[Request, ...] = ()
    payloads: tuple[Payload, ...] = ()
    account: Account = field(default_factory=Account)

    @property
    def labelled(self) -> bool:
        """Whether a request says what must be in."""
        return any(request.expect and request.expect.must_include for request in self.requests)

    @property
    def is_session(self) -> bool:
        """Whether it is the log of a session: requests of which each goes on from another."""
        return bool(self.payloads[1:]) or self.format.startswith("session of")

    @property
    def becomes(self) -> tuple[str, ...]:
        """What can be opened of it: candidates, request or requests, corpus, chunks."""
        several = len(self.requests) > 1
        corpus = bool(self.requests) and self.candidates is not None and (several or self.labelled)
        kinds = (
            ("candidates", self.candidates is not None),
            ("request", len(self.requests) == 1),
            ("requests", several),
            ("corpus", corpus),
            ("chunks", any(payload.chunks for payload in self.payloads)),
        )
        return tuple(name for name, there in kinds if there)

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each."""
        files = self.candidates.buckets if self.candidates else ()
        evidence = sum(
            len(request.expect.must_include) for request in self.requests if request.expect
        )
        every = {
            "cards": len(self.candidates.knowledge_cards) if self.candidates else 0,
            "files": sum(len(bucket.files) for bucket in files),
            "requests": len(self.requests),
            "evidence": evidence,
            "payloads": len(self.payloads),
            "chunks": sum(len(payload.chunks) for payload in self.payloads),
        }
        return {name: count for name, count in every.items() if count}


@dataclass(frozen=True, slots=True)
class Importer:
    """A format of another program.

    ``marks`` are alternatives of members (``a/b``) that records of the format have; ``sniff`` says
    how sure it is, from 0 to 1, of a file that may lack some of them.
    """

    name: str
    title: str
    marks: tuple[tuple[str, ...], ...]
    sniff: Callable[[Head], float]
    read: Callable[[Foreign], Imported | None]


def nothing_in(title: str, path: PathLike) -> Problem:
    """Return the problem of a file of a format of which nothing can be taken."""
    message = f"Nothing was retrieved or sent in this file. It was recognised as {title}."
    fix = "Export it with the texts, or name another format (--as)."
    return Problem(Severity.ERROR, "import.nothing", message, fix, Place(shown(path)))


def member(value: Any, way: str) -> Any:
    """Return the member at a way (``a/b``, numbers for places in lists), None if there is none."""
    for step in way.split("/"):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def first_at(value: Any, ways: Iterable[str]) -> Any:
    """Return the first member at one of several ways that is not empty, None where none is."""
    return next(filter(None, (member(value, way) for way in ways)), None)


def listed(value: Any, way: str) -> list[Any]:
    """Return the list at a way, an empty one where there is none."""
    found = member(value, way)
    return found if isinstance(found, list) else []


def text_at(value: Any, *ways: str) -> str | None:
    """Return the first text that is not empty at one of several ways."""
    for way in ways:
        found = member(value, way)
        if isinstance(found, str) and found:
            return found
    return None


def text_of(value: Any) -> str | None:
    """Return a text, the texts of a list one below the other, or the text of a part."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, list):
        texts = [one for part in value if (one := text_of(part))]
        return "\n".join(texts) or None
    for name in ("text", "Text"):
        if isinstance(value, Mapping) and isinstance(value.get(name), str):
            return value[name] or None
    return None


def ways_of_text(way: str) -> tuple[str, ...]:
    """Return the ways below one at which ``text_of`` finds a text."""
    return tuple(f"{way}{inner}" for inner in ("", "/*", "/text", "/Text", "/*/text", "/*/Text"))


def by_marks(*marks: tuple[str, ...], sure: float = 0.9) -> Callable[[Head], float]:
    """Return a sniffer that is sure where a record has all members of one of the alternatives."""
    return lambda head: sure if any(head.has(*ways) for ways in marks) else 0.0


TOO_MANY = "file.too-many-records"
MOST_RECORDS = 75_000
"""Lines or rows of one file of another program: each becomes an object or several, whose texts are
counted; a run of so many short ones takes some 15 seconds."""

MOST_CELLS = 5_000_000
"""Cells or values of all its rows or lines: half a gigabyte once they are texts."""

MOST_COLUMNS = 10_000

MOST_REQUESTS = 10_000
"""Requests with conversations of their own in one file: each is placed for itself."""

MOST_OWN = 30_000
"""Requests with candidates of their own in one file: each is checked, ranked and kept for itself,
which takes a second for some 2,000 of two passages."""


MOST_SENT = 4_000_000
"""Blocks that the requests of one conversation send together: 400 in each of 10,000. A million take
some two seconds; one that goes on for ever without compactions has any number."""


class TooManyRequestsError(ValueError):
    """A file has more than ``MOST_OWN`` requests with candidates of their own."""


class TooMuchSentError(ValueError):
    """The requests of a file send more than ``MOST_SENT`` blocks together."""


class TooWideError(ValueError):
    """A row of a table has more than ``MOST_COLUMNS`` cells."""


def bounded(records: Iterator[Parsed], name: str, found: Findings) -> list[Parsed]:
    """Return the records of a file; none, reported, where there are more than are read."""
    try:
        read = list(islice(records, most(MOST_RECORDS) + 1))
    except TooWideError:
        too_many(MOST_COLUMNS, "columns", name, found)
        return []
    if not exceeds(len(read), MOST_RECORDS):
        return read
    too_many(MOST_RECORDS, "records", name, found)
    return []


def bounded_lines(
    data: bytes, records: Iterator[Parsed], name: str, found: Findings
) -> list[Parsed]:
    """Return the records of lines, as ``bounded``; also a line that is no record takes time."""
    if exceeds(data.count(b"\n"), MOST_RECORDS):
        too_many(MOST_RECORDS, "lines", name, found)
        return []
    return bounded_cells(data, b",", records, name, found)


def bounded_cells(
    data: bytes, separators: bytes, records: Iterator[Parsed], name: str, found: Findings
) -> list[Parsed]:
    """Return the records of a text, as ``bounded``, where what they hold together is not more."""
    if separates(data, 0, len(data), most(MOST_CELLS), separators):
        too_many(MOST_CELLS, "values", name, found)
        return []
    return bounded(records, name, found)


def too_many(usual: int, what: str, name: str, found: Findings) -> None:
    """Report that a file has more of something than is read."""
    fix = or_more("Leave columns out" if what == "columns" else "Split it into smaller files")
    message = f"The file has more than {most(usual):,} {what}; it was not read."
    found.add(Problem(Severity.ERROR, TOO_MANY, message, fix, Place(name)))


def has_too_many_requests(count: int, foreign: Foreign) -> bool:
    """Whether there are more requests than are placed, each for itself; that is reported."""
    if not exceeds(count, MOST_REQUESTS):
        return False
    too_many(MOST_REQUESTS, "requests", shown(foreign.path), foreign.found)
    return True


Read = TypeVar("Read")


def within_bounds(read: Callable[[], Read], foreign: Foreign) -> Read | None:
    """Return what is read of a file; None, reported, where it has too many requests."""
    try:
        return read()
    except TooManyRequestsError:
        what = "requests with candidates of their own"
        too_many(MOST_OWN, what, shown(foreign.path), foreign.found)
        return None
    except TooMuchSentError:
        what = "blocks that its requests send over and over"
        too_many(MOST_SENT, what, shown(foreign.path), foreign.found)
        return None
