"""What the program knows of a stage: one description, from which everything else follows.

Its texts are English, and translated where they are shown.

A description stands in its stage's package (``inspector.stages.<id>``) and imports nothing of it:
what is only needed when somebody asks for it is named (``.view.lens:WindowLens``) and loaded then.
That is why every room may read descriptions, although stages stand above all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from inspector.language import marked, tr

STAGES = (
    "timeline",
    "relevance",
    "discipline",
    "builder",
    "injection",
    "window",
    "assembly",
    "tuning",
    "corpus",
    "compare",
    "audit",
)
"""The packages of the stages in the order of a prompt, then those of the instruments."""


class Part(StrEnum):
    """The parts of a session that come from files of their own."""

    POLICY = "policy"
    CANDIDATES = "candidates"
    REQUEST = "request"
    RELEVANCE = "relevance"
    DISCIPLINE = "discipline"
    WINDOW = "window"
    ASSEMBLY = "assembly"
    OVERRIDES = "overrides"
    BUILDER = "builder"
    AUDIT = "audit"
    TIMELINE = "timeline"


class Door(Enum):
    """A question that somebody has, and so a part of the window."""

    INSPECT = "inspect"
    OPTIMISE = "optimise"
    COMPARE = "compare"
    AUDIT = "audit"

    @property
    def title(self) -> str:
        """What the window calls it."""
        return tr(_DOORS[self][0])

    @property
    def help(self) -> str:
        """The question that it answers."""
        return tr(_DOORS[self][1])

    @property
    def key(self) -> str:
        """The keys that lead to it, as Qt writes them in English."""
        return f"Ctrl+{list(Door).index(self) + 1}"


_DOORS = {
    Door.INSPECT: (marked("Inspect"), marked("What the model gets, stage by stage, and why.")),
    Door.OPTIMISE: (
        marked("Optimise"),
        marked("Which policy would be better, for this request or for all requests."),
    ),
    Door.COMPARE: (
        marked("Compare"),
        marked("What changed between two runs, and which input did it."),
    ),
    Door.AUDIT: (
        marked("Audit"),
        marked("Whether a manifest is right: in itself, and against the inputs it came from."),
    ),
}


class Format(NamedTuple):
    """A file format: its name, its title, and its model (``module:name``)."""

    name: str
    title: str
    model: str


class CommandLine(NamedTuple):
    """A command: its name, what has its ``add_options`` and ``run``, and what it does.

    They are in a module, or in what a ``module:name`` is.
    """

    name: str
    home: str
    summary: str


class Sample(NamedTuple):
    """A built-in sample: its folder, what it teaches, what it is about, and its size."""

    folder: str
    lesson: str
    name: str
    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A stage, or an instrument over stages.

    What is named as ``module:name`` is found from the stage's own package where it begins with a
    dot. ``load`` returns it.
    """

    id: str
    title: str
    help: str
    """What its lens shows, in a sentence."""
    key: str
    """The keys that lead to its lens, as Qt writes them in English."""
    door: Door = Door.INSPECT
    specified: str = ""
    """What the specification calls it, where that is another name than the title."""
    needs: str = ""
    """What a session without input for it would take; "" where that is never said."""
    inputs: tuple[str, ...] = ("policy", "candidates", "request")
    """The parts of the session that it goes by, as ``Part`` spells them."""

    input_title: str = ""
    """What its part of a session is called."""
    part: str = ""
    """The model of its part of a session; "" where the session has nothing that is its own."""
    opened: str = ""
    """Makes the edit that opens its part where that is more than to use what the file says:
    ``(part, source) -> edit``."""
    holds: str = ""
    """What of its part, or of a session where it has none, is there where there is input for it."""
    about: int = 0
    """Of several stages that a session holds something for, it is about that with the greatest."""
    subject: str = ""
    """The kind of what a story names while it is told through this stage; "" for various kinds."""
    holders: tuple[tuple[str, str], ...] = ()
    """What of its input may hold a secret: each sort, and what a sentence calls one of it."""
    texts: str = ""
    """Yields what of a session is looked at for secrets: ``session -> subjects``. "" is every
    text among the fields of its part, of its first sort; such a one is emptied to keep it out."""
    exclude: str = ""
    """Makes the edit that keeps a subject out: ``(holder, subject) -> edit | None``."""

    kinds: tuple[str, ...] = ()
    """The kinds of files that are read as its part of a session, as ``Kind`` spells them."""
    read: str = ""
    """Makes its part of a parsed value where that is more than to check it:
    ``(parsed, found, folder) -> part | None``."""
    read_file: str = ""
    """Makes it of a file of another form: ``(source, path, found) -> (is one, part | None)``."""
    unreadable: str = ""
    """Makes the part that stands for a file which cannot be read; without it there is no part."""
    formats: tuple[Format, ...] = ()
    commands: tuple[CommandLine, ...] = ()
    samples: tuple[Sample, ...] = ()

    answers: str = ""
    """Gives what a model may ask about a session: ``session -> functions``, each documented."""
    result: str = ""
    """The type of its results."""
    record: str = ""
    """Makes the record of a result for the history; "" keeps the numbers among its fields."""
    tokens: str = ""
    """Tells the tokens of a result, in and out."""
    picture: str = ""
    """Makes what draws a step of a story, from the width of its bars in pixels."""
    slides: str = ""
    """Makes the slides that a story begins with: ``(session, width) -> slides``."""
    telling: str = ""
    """Makes a story of a session that has none: ``session -> steps``."""

    lens: str = ""
    lens_commands: str = ""
    """What has the commands and files of its lens, made with it; "" is the lens itself."""

    def load(self, named: str) -> Any:
        """Return what a ``module:name`` of this description names."""
        module, _, name = named.partition(":")
        return getattr(import_module(self.module_of(module)), name)

    def module_of(self, named: str) -> str:
        """Return the whole name of a module that this description names."""
        return f"{__package__}.stages.{self.id}{named}" if named.startswith(".") else named


@cache
def stages() -> tuple[Stage, ...]:
    """Return the descriptions of all stages, in the order of ``STAGES``."""
    return tuple(import_module(f"{__package__}.stages.{one}").STAGE for one in STAGES)


def stage_named(stage_id: str) -> Stage:
    """Return the description of a stage. Raises ``StopIteration`` where there is no such stage."""
    return next(one for one in stages() if one.id == stage_id)


def stage_of_kind(kind: str) -> Stage | None:
    """Return the stage that reads files of a kind as its part; None where there is none."""
    return next((one for one in stages() if kind in one.kinds), None)


def stage_of_type(field: str, made: type) -> Stage | None:
    """Return the stage of which one field names a type; None where there is none."""
    said = f"{made.__module__}:{made.__name__}"
    return next((one for one in stages() if one.module_of(getattr(one, field)) == said), None)


def flow(before: int, after: int) -> str:
    """Say how many tokens go into a stage, and how many come out."""
    return tr("{before:,} → {after:,} tokens", before=before, after=after)


def filled(used: int, limit: int) -> str:
    """Say how many of the tokens that there may be are taken."""
    return tr("{used:,} of {limit:,} tokens", used=used, limit=limit)
