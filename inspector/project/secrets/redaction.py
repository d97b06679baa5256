"""Secrets taken out of a text, and the proof that they are out (Builder INV-CONTEXT-4).

And texts of people and systems as messages and records may repeat them: names of files, options,
rules. A build knows more than a single text does, and screens its own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from inspector.core.problems import Problem
from inspector.project.findings import SecretFinding, SecretScanner

if TYPE_CHECKING:
    from inspector.project.secrets.patterns import PatternScanner

EVERYWHERE = 8
"""Code points from which a value is taken out wherever it stands, also inside words."""

WHOLE_WORDS = 4
"""Code points from which a value is taken out wherever it stands as a word of its own."""

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, order=True)
class Replacement:
    """One span that was replaced. Never holds what stood there.

    ``start`` and ``end`` are code points of the text before, ``at`` and ``until`` those of the
    marker in the text after; lines count from 1 and are the same before and after.
    """

    start: int
    end: int
    kind: str
    first_line: int
    last_line: int
    at: int
    until: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without the secrets that were found in it."""

    text: str
    replaced: tuple[Replacement, ...]


def marker(kind: str) -> str:
    """Return what stands in the place of a secret."""
    return f"[REDACTED:{kind}]"


def redact(text: str, findings: Iterable[SecretFinding]) -> Redacted:
    """Replace every finding, and every place where the same value stands again.

    A value under eight code points is taken out again only where it is a word of its own, and one
    under four only where it was found: otherwise a password of "on" would take the text apart.
    Line ends inside a span stay behind its marker, so that every line keeps its number; those
    around a value are no part of it.
    """
    spans = _joined(_every_place(text, sorted(findings)))
    line_ends = [found.end() for found in _LINE_ENDS.finditer(text)]
    parts: list[str] = []
    replaced: list[Replacement] = []
    done = length = 0
    for start, end, kind in spans:
        kept, mark = text[done:start], marker(kind)
        at = length + len(kept)
        ends = _kept_ends(text, start, end)
        first, last = (bisect_right(line_ends, place) + 1 for place in (start, end - 1))
        replaced.append(Replacement(start, end, kind, first, last, at, at + len(mark)))
        parts += (kept, mark, ends)
        length = at + len(mark) + len(ends)
        done = end
    parts.append(text[done:])
    return Redacted("".join(parts), tuple(replaced))


def rescan(redacted: Redacted, scanner: SecretScanner) -> tuple[SecretFinding, ...]:
    """Return what a scanner still finds, apart from the markers that the redaction set itself.

    A marker that stood in the text before is no marker of ours and is not excused.
    """
    return tuple(
        finding for finding in scanner.scan(redacted.text) if not _is_marker(redacted, finding)
    )


def _is_marker(redacted: Redacted, finding: SecretFinding) -> bool:
    """Whether nothing but our own markers holds a letter or a digit of what was found."""
    at = finding.start
    left = ""
    first = bisect_right(redacted.replaced, finding.start, key=lambda one: one.until)
    for one in islice(redacted.replaced, first, None):
        if one.at >= finding.end:
            break
        left += redacted.text[at : max(at, one.at)]
        at = max(at, one.until)
    left += redacted.text[at : finding.end]
    return not any(character.isalnum() for character in left)


def _kept_ends(text: str, start: int, end: int) -> str:
    """Return the line ends of a span, so that with what stands around them they count the same."""
    if text[start - 1 : start] == "\r" and text[start] == "\n":
        start += 1
    follows = text[end : end + 1] == "\n" and text[end - 1] != "\r"
    kept, after = [], "\n" if follows else ""
    for one in reversed(_LINE_ENDS.findall(text, start, end)):
        # Two line ends that only a secret kept apart would become one.
        after = "\n" if one == "\r" and after == "\n" else one
        kept.append(after)
    return "".join(reversed(kept))


def _every_place(text: str, findings: list[SecretFinding]) -> Iterator[tuple[int, int, str]]:
    seen: set[str] = set()
    for finding in findings:
        yield finding.start, finding.end, finding.kind
        value = text[finding.start : finding.end].strip("\r\n")
        if value in seen or len(value) < WHOLE_WORDS:
            continue
        seen.add(value)
        for start in _places(text, value):
            yield start, start + len(value), finding.kind


def _places(text: str, value: str) -> Iterator[int]:
    at = text.find(value)
    while at >= 0:
        end = at + len(value)
        if len(value) >= EVERYWHERE or _stands_alone(text, at, end):
            yield at
            at = text.find(value, end)
        else:
            at = text.find(value, at + 1)


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isalnum() or after.isalnum() or "_" in (before, after))


def _joined(places: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    spans: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(places):
        if spans and start < spans[-1][1]:
            first, last, told = spans[-1]
            spans[-1] = (first, max(last, end), told)
        elif end > start:
            spans.append((start, end, kind))
    return spans


@cache
def _scanner() -> PatternScanner:
    # With the first text, which mostly a worker tells: the patterns are compiled when they load.
    from inspector.project.secrets.patterns import PatternScanner

    return PatternScanner()


def without_secrets(text: str) -> str:
    """Return a text with every secret replaced that the specification's patterns find."""
    findings = _scanner().scan(text)
    if not findings:
        return text
    redacted = redact(text, findings)
    return marker("secret") if rescan(redacted, _scanner()) else redacted.text


def plain_without_secrets(value: Any) -> Any:
    """Return a JSON value with every text in it, names of members included, without secrets."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, dict):
        return {without_secrets(name): plain_without_secrets(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_without_secrets(one) for one in value]
    return value


def problem_without_secrets(problem: Problem) -> Problem:
    """Return a problem that repeats no secret: not in its words, nor in the name of a file."""
    place = problem.place
    return replace(
        problem,
        message=without_secrets(problem.message),
        fix=without_secrets(problem.fix),
        place=replace(
            place,
            file=None if place.file is None else without_secrets(place.file),
            pointer=None if place.pointer is None else without_secrets(place.pointer),
        ),
    )
