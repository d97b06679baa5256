"""What is known of a model by its name: window, output limit, encoding, prices, and from where.

The table that ships is a constant, as the vocabularies are, and like them read through
``inspector.resources``. One of the user stands in front of it. A name that neither lists has no
facts: no family is guessed from a prefix where sizes differ within it; only the marks of a
snapshot (a date, ``-latest``, a version of a platform) make no difference.
How a number is known, stated or counted or assumed, is said of every number that comes of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from pydantic import Field

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural
from inspector.core.tokens.counter import encoding_for_model
from inspector.resources import read_text


class Known(Enum):
    """How a number is known, from the strongest to the weakest."""

    RECORDED = "recorded"  # the file states it
    DERIVED = "derived"  # a difference of recorded numbers
    COUNTED = "counted"  # by a tokenizer that is known for the model
    ESTIMATED = "estimated"  # by an estimate that is named
    ASSUMED = "assumed"  # a default


_ORDER = tuple(Known)


def weakest(kinds: Iterable[Known]) -> Known | None:
    """Return how a total of numbers of these kinds is known; None where there are none."""
    return max(kinds, key=_ORDER.index, default=None)


ASSUMED_WINDOW = 128_000
"""Tokens that a model is assumed to take where nothing is known of it."""


class ModelPrices(Document):
    """Prices in US dollars a million tokens; None where there is none of its own."""

    input: float | None = None
    """Input that is neither written to a cache nor read from one."""

    cache_write: float | None = None
    """Input written to a cache for the shortest time there is."""

    cache_write_1h: float | None = None
    """Input written to a cache for an hour."""

    cache_read: float | None = None
    """Input read from a cache."""

    output: float | None = None
    """Output, reasoning included."""


class LongerPrices(ModelPrices):
    """Prices of a request whose input is longer than so many tokens."""

    over: Natural
    """Tokens of input beyond which they hold, for the whole request."""


class KnownModel(Document):
    """What is known of a model; None where it is not."""

    names: tuple[AnyText, ...] = Field(min_length=1)
    """The names that it goes by, as its vendor spells them; the first is its own."""

    begins: tuple[AnyText, ...] = ()
    """What its names begin with where a date or a version follows."""

    vendor: AnyText = ""
    """Who makes or runs it."""

    window: Natural | None = None
    """Tokens of input and output together that it takes at most."""

    output: Natural | None = None
    """Tokens of output that it gives at most."""

    encoding: AnyText | None = None
    """The encoding that counts its texts, where that ships."""

    prices: ModelPrices | None = None
    """What a million tokens cost."""

    longer: tuple[LongerPrices, ...] = ()
    """What they cost for longer inputs, from the shortest on."""

    source: AnyText = ""
    """Who states these facts."""

    date: AnyText = ""
    """The day on which they were taken over, as ISO 8601."""

    def prices_at(self, input_tokens: int) -> ModelPrices | None:
        """Return the prices of a request with an input of so many tokens."""
        held = self.prices
        for one in self.longer:
            if input_tokens > one.over:
                held = one
        return held


class ModelTable(Document):
    """A file of models. Facts without a source and a date of their own have those of the file."""

    schema_version: Natural = 1
    """The version of the format."""

    source: AnyText = ""
    """Who states the facts."""

    date: AnyText = ""
    """The day on which they were taken over, as ISO 8601."""

    makers: tuple[AnyText, ...] = ()
    """Vendors whose entries come before those of others that run the same model."""

    models: tuple[KnownModel, ...] = ()
    """The models."""


@dataclass(frozen=True, slots=True)
class ModelIndex:
    """The models of a table by their plain names, and by what their names begin with."""

    table: ModelTable
    by_name: dict[str, list[KnownModel]] = field(default_factory=dict)
    by_beginning: dict[str, list[KnownModel]] = field(default_factory=dict)

    @classmethod
    def of(cls, table: ModelTable) -> ModelIndex:
        """Return the index of a table."""
        index = cls(table)
        for facts in table.models:
            for name in facts.names:
                for plain in _spellings(name):
                    index.by_name.setdefault(plain, []).append(facts)
            for beginning in facts.begins:
                index.by_beginning.setdefault(beginning.lower(), []).append(facts)
        return index

    def find(self, model: str) -> KnownModel | None:
        """Return the facts of a model, None where the table does not have it.

        A platform's own entry comes first where the name says which platform it is; else the
        maker's; else what those who run it agree on.
        """
        first = model.strip().lower().partition("/")[0]
        platform = _PLATFORMS.get(first) or ("aws" if _BEDROCK.match(first) else None)
        found = [one for plain in _spellings(model) for one in self._entries(plain)]
        own = [one for one in found if one.vendor == platform]
        made = [one for one in found if one.vendor in self.table.makers]
        chosen = next(iter(own or made or found), None)
        if chosen is None:
            return None
        said: dict[str, Any] = {
            "source": chosen.source or self.table.source,
            "date": chosen.date or self.table.date,
        }
        if not own and not made and len({one.window for one in found}) > 1:
            said |= {"window": None, "prices": None, "longer": ()}
        return chosen.model_copy(update=said)

    def _entries(self, plain: str) -> list[KnownModel]:
        found = list(self.by_name.get(plain, ()))
        for end in range(len(plain), 1, -1):
            begun = self.by_beginning.get(plain[:end])
            if begun and _SNAPSHOT.fullmatch(plain, end):
                return found + begun
        return found


# What may follow a name without making another model of it: a date, a version, "latest".
_SNAPSHOT = re.compile(
    r"(?:[-@:]?(?:latest|default|preview|exp|v\d+(?::\d+)?|00\d|\d{4}|\d{6,8}|\d\d-\d{2,4}"
    r"|\d{4}-\d\d-\d\d))*"
)
_DATED = re.compile(
    r"[-@](?:latest|default|00\d|\d{8}|\d{4}-\d\d-\d\d)(?:-v\d+(?::\d+)?)?$|-v\d+(?::\d+)?$"
)
_PREFIX = re.compile(r"(?:ft:)?(?:(?:us-gov|[a-z]+)\.)*")
# As Amazon spells models: a region, then who made it.
_BEDROCK = re.compile(r"(?:(?:us-gov|[a-z]+)\.)*(?:anthropic|amazon|meta|mistral|cohere)\.")
_PLATFORMS: Mapping[str, str] = {
    "bedrock": "aws",
    "bedrock_converse": "aws",
    "amazon-bedrock": "aws",
    "aws": "aws",
    "azure": "azure",
    "azure_ai": "azure",
    "groq": "groq",
    "cerebras": "cerebras",
    "fireworks": "fireworks",
    "fireworks_ai": "fireworks",
    "together": "together",
    "together_ai": "together",
    "openrouter": "openrouter",
}
# A million tokens of window, as coding agents write it behind the name of a model.
_MILLION = "[1m]"


def _spellings(model: str) -> Iterator[str]:
    """Give the plain names under which a model may stand, from the most to the least exact.

    Without provider, region and case; a size that a runner sets off (``gpt-oss:120b``) as part of
    the name; then without the marks of a snapshot.
    """
    whole = model.strip().lower().removesuffix(_MILLION).strip()
    last = whole.rpartition("/")[2]
    tuned = last.startswith("ft:")
    plain = _PREFIX.sub("", last, count=1)
    if tuned:
        plain = plain.partition(":")[0]
    given = dict.fromkeys((plain, plain.replace(":", "-")))
    given |= dict.fromkeys(_DATED.sub("", one) for one in tuple(given))
    yield from (one for one in given if one)


@cache
def shipped_models() -> ModelIndex:
    """Return the table that ships with the program."""
    return ModelIndex.of(ModelTable.model_validate(json.loads(read_text("models.json"))))


_own: list[ModelIndex] = []


def use_own_models(table: ModelTable | None) -> None:
    """Let a table of the user's stand in front of the shipped one, or none.

    Said once when the program starts, or its preferences change: what is decided with it (the
    window of a request that is opened) is then part of the session.
    """
    _own[:] = [] if table is None else [ModelIndex.of(table)]


def model_facts(name: str, own_file: ModelTable | None = None) -> KnownModel | None:
    """Return what is known of a model, None where nothing is.

    ``own_file`` is a table of the user's that was read (``inspector.files.models``); without one it
    is that of ``use_own_models``. It decides whatever it states, the shipped table the rest.
    """
    own = _own if own_file is None else [ModelIndex.of(own_file)]
    found = [facts for one in (*own, shipped_models()) if (facts := one.find(name)) is not None]
    if not found:
        return None
    facts = found[0]
    if found[1:]:
        stated = found[0].model_dump(exclude_none=True, exclude_defaults=True)
        facts = found[1].model_copy(update={one: getattr(found[0], one) for one in stated})
    said: dict[str, Any] = {}
    if name.strip().lower().endswith(_MILLION):
        said["window"] = 1_000_000
    if name.strip().lower().startswith("ft:"):
        said |= {"prices": None, "longer": ()}  # a tuned model has a price of its own
    return facts.model_copy(update=said) if said else facts


class WindowSize(NamedTuple):
    """The size of a model's window in tokens, how it is known, and from whom."""

    tokens: int
    known: Known
    how: str


def window_of(model: str | None, recorded: int | None = None) -> WindowSize:
    """Return the window of a model that nobody declares.

    That is what its log records, else what the table lists; of an unknown model it is assumed.
    """
    if recorded:
        return WindowSize(recorded, Known.RECORDED, "recorded in the file")
    facts = model_facts(model) if model else None
    if facts is not None and facts.window is not None:
        listed = f"of {facts.names[0]}, from {facts.source or 'your models'} {facts.date}".strip()
        return WindowSize(facts.window, Known.RECORDED, listed)
    why = f"the window of {model} is not known" if model else "no model is named"
    return WindowSize(ASSUMED_WINDOW, Known.ASSUMED, f"assumed: {why}")


def encoding_of_model(name: str) -> str | None:
    """Return the encoding that counts a model's texts, None where that is not known."""
    facts = model_facts(name)
    return facts.encoding if facts is not None and facts.encoding else encoding_for_model(name)
