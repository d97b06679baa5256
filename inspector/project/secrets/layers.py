"""The scanner that bundles and lints use: the specification's patterns, with Kingfisher beside.

Kingfisher's rules work offline; no service is asked whether a secret lives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from inspector.project.findings import Confidence, SecretFinding, SecretScanner, merged_findings
from inspector.project.secrets.patterns import PatternScanner
from inspector.project.secrets.views import findings_of_view
from inspector.project.secrets.worth import is_placeholder

if TYPE_CHECKING:
    from kingfisher_sdk import Scanner

CONFIDENCE: Final = "medium"
"""Least confidence of a rule, in Kingfisher's words, that is used."""

BY_NAME = ("(?:=|>|:{1,3}=", "(?:.|[\\n\\r]){0,", "[\\s\\S]{0,", "(?s:.{0,", "(?s:.){0,", ".*")
"""What the expression of a rule holds that knows a value by a name somewhere before it."""

_NOT_KEBAB = re.compile(r"[^a-z0-9]+")
_LOADING = Lock()
_NUMBERED = re.compile(r"\.\d+$")


class KingfisherScanner:
    """Scans with Kingfisher's rules. Threads may share it; nothing is loaded before it is needed.

    Compiling the rules takes some seconds; with ``cache_dir`` the next start takes a fraction of
    one. ``warm_up`` does it ahead of time, in whatever thread it is called from.
    """

    def __init__(self, cache_dir: Path | None = None) -> None:
        self._cache_dir = cache_dir
        self._scanner: Scanner | None = None
        self._certain: dict[str, Confidence] = {}

    @property
    def name(self) -> str:
        """The package with its version, and the rules that are used."""
        return f"kingfisher {version('kingfisher-secret-scanner')} ({CONFIDENCE})"

    def warm_up(self) -> None:
        """Load the rules, compiling and storing them where they are not in the cache yet."""
        self._loaded()

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return the findings of a text, in order of place; spans are code points."""
        if not text:
            return ()
        return tuple(sorted({*self._found(text), *findings_of_view(text, self._found)}))

    def _found(self, text: str) -> Iterator[SecretFinding]:
        scanner = self._loaded()
        # A lone surrogate is no UTF-8; a question mark keeps its place.
        data = text.encode("utf-8", "replace")
        found = [
            (finding.location["start_offset"], finding.location["end_offset"], finding.rule_id)
            for finding in scanner.scan(data)
            if finding.visible
        ]
        places = code_points(data, {place for start, end, _ in found for place in (start, end)})
        for first, last, rule in found:
            start, end = places[first], places[last]
            sure = self._confidence(scanner, rule)
            if sure is Confidence.HIGH or not is_placeholder(text[start:end], ""):
                yield SecretFinding(start, end, kind_of(rule), f"kingfisher:{rule}", sure)

    def _loaded(self) -> Scanner:
        if self._scanner is None:
            # Whoever scans at the same time waits for the rules instead of compiling them, too.
            with _LOADING:
                self._scanner = _scanner(self._cache_dir)
        return self._scanner

    def _confidence(self, scanner: Scanner, rule: str) -> Confidence:
        """Return how sure a rule is: the name before a value alone makes nothing certain."""
        if rule not in self._certain:
            detail = scanner.rules.detail(rule)
            by_shape = not any(sign in detail["detection_regex"] for sign in BY_NAME)
            sure = by_shape and detail["confidence"] == "high"
            self._certain[rule] = Confidence.HIGH if sure else Confidence.UNCERTAIN
        return self._certain[rule]


@cache
def _scanner(cache_dir: Path | None) -> Scanner:
    """Return the one scanner of this process for a folder: a second compiling gives the same."""
    from kingfisher_sdk import Rules, Scanner

    return Scanner(Rules(confidence=CONFIDENCE, cache=cache_dir is not None, cache_dir=cache_dir))


def kind_of(rule: str) -> str:
    """Return the kind of secret that a rule finds: ``betterleaks.github-pat`` is github-pat."""
    name = _NUMBERED.sub("", rule).replace("/", ".").split(".", 1)[-1].removeprefix("secrets.")
    return _NOT_KEBAB.sub("-", name.lower()).strip("-") or "secret"


def code_points(data: bytes, offsets: Iterable[int]) -> Mapping[int, int]:
    """Return, for offsets into UTF-8, how many code points stand before each."""
    if data.isascii():
        return {offset: offset for offset in offsets}
    found: dict[int, int] = {}
    at = passed = 0
    for offset in sorted(offsets):
        passed += len(data[at:offset].decode("utf-8", "ignore"))
        found[offset] = passed
        at = offset
    return found


@dataclass(frozen=True)
class LayeredScanner:
    """Several scanners as one; what they find is joined where it overlaps."""

    layers: tuple[SecretScanner, ...]

    @property
    def name(self) -> str:
        """The names of all layers."""
        return " + ".join(layer.name for layer in self.layers)

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return every finding of any layer, joined, in order of place."""
        return merged_findings(chain.from_iterable(layer.scan(text) for layer in self.layers))

    def warm_up(self) -> None:
        """Load what layers load when they are first used. Takes seconds without a cache."""
        for layer in self.layers:
            if isinstance(layer, KingfisherScanner):
                layer.warm_up()


def secret_scanner(*, cache_dir: Path | None = None) -> LayeredScanner:
    """Return the scanner with both layers; ``cache_dir`` keeps compiled rules between starts."""
    return LayeredScanner((PatternScanner(), KingfisherScanner(cache_dir)))
