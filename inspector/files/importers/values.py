"""Values of other programs as this one has them: scores, distances, moments, ids and titles.

Higher is better in the program. Whether a number of a file is a similarity or a distance is
told by a metric that the file declares; by the name of its field, unless the order of the hits
contradicts it; by the order in which hits stand. The reading is said, and can be turned.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from itertools import pairwise

from inspector.core.scalars import SAFE_INTEGER
from inspector.core.text import utf16_length, utf16_prefix, writable
from inspector.plurals import count_of

ID_UNITS = 120


def finite(value: object) -> float | None:
    """Return a finite number, also one written as text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def is_not_finite(value: object) -> bool:
    """Whether a value is written as a number that is none, such as NaN; a word is no number."""
    try:
        return isinstance(value, float | str) and not math.isfinite(float(value))
    except ValueError:
        return False


def utc_timestamp(value: object) -> str | None:
    """Return a moment as UTC with a ``Z``: from ISO 8601, or seconds, ms, µs or ns since 1970."""
    try:
        if isinstance(value, str) and not value.strip().lstrip("-").isdecimal():
            moment = datetime.fromisoformat(value.strip())
            moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
        else:
            number = finite(value)
            if number is None or abs(number) > SAFE_INTEGER * 1000:
                return None
            while abs(number) > 1e11:  # past the year 5138 in seconds, so it is in smaller units
                number /= 1000
            moment = datetime.fromtimestamp(number, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds").replace(".000", "") + "Z"


def text_id(value: object) -> str:
    """Return a value as an id; empty where it is none."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = writable(str(value).strip())
    if utf16_length(text) <= ID_UNITS:
        return text
    return f"{utf16_prefix(text, ID_UNITS - 17)}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def hash_id(text: str) -> str:
    """Return the id of a text that has none: the beginning of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def shortened(text: str, units: int) -> str:
    """Return the first line of a text, within so many UTF-16 units."""
    line = writable(text.strip().partition("\n")[0].strip())
    if utf16_length(line) <= units:
        return line
    return utf16_prefix(line, units - 1) + "…"


class NumberedIds:
    """Ids of texts: the wanted one, numbered where it stands for another text.

    Whatever is passed on the way to a number is remembered, so that none is tried twice.
    """

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], str] = {}
        self._named: dict[tuple[str, str, str], str] = {}
        self._numbers: dict[tuple[str, str], int] = {}

    def given(self, kind: str, wanted: str, text: str) -> str:
        """Return the id of a text among those of a kind."""
        found = self._named.get((kind, wanted, text))
        if found is not None:
            return found
        number = self._numbers.get((kind, wanted), 1)
        base = shortened(wanted, ID_UNITS - 8)
        while True:
            candidate = wanted if number == 1 else f"{base}#{number}"
            known = self._texts.setdefault((kind, candidate), text)
            self._named[kind, wanted, known] = candidate
            if known == text:
                return candidate
            number += 1
            self._numbers[kind, wanted] = number


class Better(Enum):
    """Which of two numbers of hits is the better one."""

    HIGHER = "higher is better"
    LOWER = "lower is better"


_FAR, _NEAR = ("distance", "dist", "_dist"), ("similarity", "score", "relevance", "certainty")
_METRICS: Mapping[str, Better] = {
    **dict.fromkeys(
        ("l2", "l2-squared", "l2_distance", "euclid", "euclidean", "manhattan", "l1", "hamming"),
        Better.LOWER,
    ),
    **dict.fromkeys(("chebyshev", "cosine_distance", "jaccard"), Better.LOWER),
    **dict.fromkeys(
        ("ip", "dot", "dotproduct", "dot_product", "inner_product", "cosine_similarity", "bm25"),
        Better.HIGHER,
    ),
}
_CHANCE = 0.05
"""How likely an order may come about by itself and still say something of unranked rows."""


@dataclass(frozen=True, slots=True)
class HitScore:
    """A number that a file gives for a hit: the name of its field, the value as it stands there.

    ``metric`` is what the file declares the number to be.
    """

    field: str
    value: object
    metric: str | None = None


@dataclass(frozen=True, slots=True)
class Direction:
    """How the numbers of a field are read, and from what that was told.

    ``odd`` says that it is not as the field's name suggests, or that nothing suggests it.
    """

    better: Better
    why: str
    odd: bool = False

    def __str__(self) -> str:
        return f"{self.better.value}: {self.why}"


def by_name(name: str) -> Better | None:
    """Return what the name of a field suggests, None where it suggests nothing."""
    plain = name.casefold()
    if any(one in plain for one in _NEAR):
        return Better.HIGHER
    return Better.LOWER if any(one in plain for one in _FAR) else None


def direction(
    name: str, lists: Sequence[Sequence[float]], metric: str | None = None, *, ranked: bool = True
) -> Direction:
    """Return how the numbers of a field are read.

    ``lists`` are its numbers, each in the order in which the hits stand; ``ranked`` says that this
    is the order of a retriever, which that of a table's rows may not be. Where the name suggests
    nothing there is nothing but their order.
    """
    declared = metric.strip().casefold().replace(" ", "_") if metric else ""
    named = by_name(name)
    if declared in _METRICS:
        known = _METRICS[declared]
        return Direction(known, f"the file declares {metric}", odd=known is not named)
    ordered, agreeing, told = _order(lists, ranked=ranked or named is None)
    standing = f"the hits stand in that order in {agreeing:,} of {count_of(told, 'list')}"
    if named is None and ordered is None:
        return Direction(Better.HIGHER, "nothing says otherwise", odd=True)
    if named is None or (ordered is not None and ordered is not named):
        better = ordered or Better.HIGHER
        though = f", although the field is called {name}" if named else ""
        return Direction(better, f"{standing}{though}", odd=True)
    return Direction(named, f"the field is called {name}" + (f"; {standing}" if ordered else ""))


def _order(lists: Sequence[Sequence[float]], *, ranked: bool) -> tuple[Better | None, int, int]:
    """Return in which direction lists stand, how many do, and how many stand in any.

    Nine steps of ten have to go one way. Of rows that nobody says are ranked it says nothing where
    that might well be chance.
    """
    steps = [_steps(one) for one in lists]
    told = [one for one in steps if any(one)]
    rising, falling = sum(up for up, _ in told), sum(down for _, down in told)
    if not told or min(rising, falling) * 10 > rising + falling:
        return None, 0, len(told)
    better = Better.LOWER if rising > falling else Better.HIGHER
    agreeing = sum((up > down) == (better is Better.LOWER) and up != down for up, down in told)
    chance = math.prod(1 / math.factorial(min(up + down + 1, 20)) for up, down in told)
    return (better if ranked or chance <= _CHANCE else None), agreeing, len(told)


def _steps(numbers: Sequence[float]) -> tuple[int, int]:
    """Return at how many steps numbers rise and fall from one to the next."""
    pairs = list(pairwise(numbers))
    return sum(one < after for one, after in pairs), sum(one > after for one, after in pairs)


def closeness(distance: float) -> float:
    """Return a score from 0 to 1 that falls as a distance grows, whatever its sign."""
    return 0.5 - distance / (2 * (1 + abs(distance)))


@dataclass(slots=True)
class _Hit:
    subject: str
    field: str | None
    number: float | None


@dataclass(slots=True)
class Scores:
    """The numbers of all hits of a file, and what they are read as once all are known.

    ``better`` is how whoever opens the file says that they are read; ``ranked`` that hits stand in
    the order of a retriever. ``settled`` says of every list and subject its score, higher is
    better: of several the best; None where no hit of the list has a number. ``placed`` are hits
    that had none among hits with one: each comes right behind the one before it, at the beginning
    right behind the one after it.
    """

    ranked: bool = True
    better: Better | None = None
    declared: dict[str, Better] = field(default_factory=dict)
    directions: dict[str, Direction] = field(default_factory=dict)
    settled: dict[tuple[str, str], float | None] = field(default_factory=dict)
    placed: list[tuple[str, str]] = field(default_factory=list)
    distances: dict[str, dict[str, float]] = field(default_factory=dict)
    _lists: dict[str, list[_Hit]] = field(default_factory=dict)
    _metrics: dict[str, str] = field(default_factory=dict)

    def add(
        self, list_name: str, subject: str, measure: HitScore | None, number: float | None
    ) -> None:
        """Take the next hit of a list; ``number`` is the value of the measure, None for none."""
        name = measure.field if measure is not None and number is not None else None
        self._lists.setdefault(list_name, []).append(_Hit(subject, name, number))
        if measure is not None and measure.metric is not None:
            self._metrics.setdefault(measure.field, measure.metric)

    def settle(self) -> None:
        """Read all numbers; done once."""
        by_field: dict[str, list[list[float]]] = defaultdict(list)
        for hits in self._lists.values():
            mine: dict[str, list[float]] = defaultdict(list)
            for hit in hits:
                if hit.field is not None and hit.number is not None:
                    mine[hit.field].append(hit.number)
            for name, numbers in mine.items():
                by_field[name].append(numbers)
        for name, lists in by_field.items():
            asked = self.better or self.declared.get(name)
            self.directions[name] = (
                direction(name, lists, self._metrics.get(name), ranked=self.ranked)
                if asked is None
                else Direction(asked, "as it was asked for")
            )
        for list_name, hits in self._lists.items():
            self._settle(list_name, hits)
        self._lists.clear()

    def _settle(self, list_name: str, hits: list[_Hit]) -> None:
        scores = [self._score(one) for one in hits]
        before = next((one for one in scores if one is not None), None)
        lacking: dict[tuple[str, str], None] = {}
        for hit, score in zip(hits, scores, strict=True):
            key = (list_name, hit.subject)
            if score is not None:
                before = score
            elif before is not None:
                before = math.nextafter(before, -math.inf)
                lacking[key] = None
            known = self.settled.get(key)
            best = before if known is None or (before is not None and before > known) else known
            self.settled[key] = best
        scored = {hit.subject for hit, score in zip(hits, scores, strict=True) if score is not None}
        self.placed += (key for key in lacking if key[1] not in scored)

    def _score(self, hit: _Hit) -> float | None:
        if hit.number is None or hit.field is None:
            return None
        if self.directions[hit.field].better is Better.HIGHER:
            return hit.number
        self.distances.setdefault(hit.field, {})[hit.subject] = hit.number
        return closeness(hit.number)
