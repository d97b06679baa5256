"""Loading candidate sets: JSON, YAML, cards as JSON lines, or a folder of text files.

Reading buckets: a wrong file costs that file, a wrong bucket costs the bucket.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from inspector.core.arguments import require
from inspector.core.candidates.candidate_set import (
    Bucket,
    BucketFile,
    CandidateSet,
    without_repeats,
)
from inspector.core.candidates.linting import lint_candidates
from inspector.core.problems import Place
from inspector.files.bounds import is_too_large
from inspector.files.card_collecting import CardCollector
from inspector.files.documents import (
    Form,
    check,
    check_without_wrong_fields,
    form_of,
    is_parquet,
    record_spans,
)
from inspector.files.findings import (
    Findings,
    Loaded,
    Parsed,
    Progress,
    add_set_lint,
    gathered,
    parts_of,
)
from inspector.files.importers import (
    candidates_in,
    is_foreign,
    is_foreign_folder,
    read_foreign,
)
from inspector.files.json_reading import JsonSpan, parse_json, parse_members
from inspector.files.json_scan import Member, elements, list_named, members_around
from inspector.files.source import PathLike, Source, read_source

if TYPE_CHECKING:
    from inspector.files.importers.values import Better


class BucketCollector:
    """Takes one bucket after another; what is bad is reported, counted and left out."""

    def __init__(self, found: Findings) -> None:
        self.skipped = 0
        self._found = found
        self._buckets: list[Bucket] = []
        self._read: list[tuple[Parsed, list[int]]] = []

    def add(self, parsed: Parsed) -> None:
        """Take a parsed bucket."""
        files = parsed.value.get("files") if isinstance(parsed.value, dict) else None
        if not isinstance(files, list):
            self._keep(parsed, check(Bucket, parsed, self._found, what="bucket"), [])
            return
        taken: dict[int, BucketFile] = {}
        for place in range(len(files)):
            file = check(BucketFile, parsed.child("files", place), self._found, what="file")
            if file is not None:
                taken[place] = file
        bucket = check(Bucket, parsed.without("files"), self._found, what="bucket")
        if bucket is not None:
            self.skipped += len(files) - len(taken)
            bucket = bucket.model_copy(update={"files": tuple(taken.values())})
        self._keep(parsed, bucket, list(taken))

    def buckets(self) -> tuple[Bucket, ...]:
        """Return the buckets that were taken."""
        return tuple(self._buckets)

    def origin(self, row: int) -> Parsed:
        """Return what a row was read from, for its places."""
        return self._read[row][0]

    def file_number(self, row: int, file: int) -> int:
        """Return which file of the list in the document became a file of a row."""
        return self._read[row][1][file]

    def _keep(self, parsed: Parsed, bucket: Bucket | None, files: list[int]) -> None:
        if bucket is None:
            self.skipped += 1
            return
        self._buckets.append(bucket)
        self._read.append((parsed, files))


CARDS, BUCKETS = "knowledge_cards", "buckets"


def load_candidates(
    path: PathLike, progress: Progress | None = None, *, better: Better | None = None
) -> Loaded[CandidateSet]:
    """Return the candidate set of a file or a folder (``-`` is standard input).

    JSON or YAML is a set, JSON lines are its cards, and a folder of text files is a bucket. A bad
    card, file or bucket is left out, reported and counted in ``skipped_records``; there is no set
    only if the whole cannot be read or has no id. ``better`` says how the scores of a file of
    another program are read.
    """
    require(str | os.PathLike, path=path)

    return gathered(lambda found: read_any_candidates(path, found, progress, better=better))


def read_any_candidates(
    path: PathLike,
    found: Findings,
    progress: Progress | None,
    *,
    dash: bool = True,
    better: Better | None = None,
) -> CandidateSet | None:
    """Return the candidate set of a file or a folder; ``-`` is a file unless ``dash`` is true."""
    if os.path.isdir(path):  # noqa: PTH112  # accepts what is no valid Path, too
        if is_foreign_folder(path):
            return candidates_in(read_foreign(path, found, progress, better=better), path, found)
        from inspector.files.folder import read_folder

        return read_folder(path, found, progress)
    if is_parquet(path):
        return candidates_in(read_foreign(path, found, progress, better=better), path, found)
    source = read_source(path, found, progress, dash=dash)
    return read_candidates(source, path, found, progress, better=better) if source else None


def read_candidates(
    source: Source,
    path: PathLike,
    found: Findings,
    progress: Progress | None = None,
    *,
    better: Better | None = None,
) -> CandidateSet | None:
    """Return the candidate set of a text file, also of one that another program wrote."""
    if is_too_large(len(source.data), lambda: Place(source.name), found):
        return None
    form = form_of(source, path)
    reader = _SetReader(source, found, progress)
    span, met = JsonSpan(source, 0, len(source.data)), Findings()
    if form is Form.JSON and (evenly := reader.read_evenly(span)) is not None:
        return reader.read_members(span, evenly)
    # What the members are is found once, which takes a tenth of the reading, unless it is reported.
    members = parse_members(span, met) if form is Form.JSON else None
    if not _is_own(source, form, members) and is_foreign(source, path):
        imported = read_foreign(path, found, progress, source=source, better=better)
        return candidates_in(imported, path, found)
    if form is Form.LINES:
        return reader.read_lines(path)
    if form is Form.JSON:
        if members is None or met.kinds:
            return reader.read_json(span)
        return reader.read_members(span, members)
    from inspector.files.yaml_reading import parse_yaml

    parsed = parse_yaml(source, found, progress)
    return reader.read_parsed(parsed) if parsed else None


_OWN_FIELDS = frozenset({"set_id", CARDS, BUCKETS, "node_id", "canonical_name"})


def _is_own(source: Source, form: Form, members: list[Member] | None) -> bool:
    """Whether a file has a field of a candidate set or a card, told from as little as possible.

    ``members`` are those of a JSON document, where it is one.
    """
    data = source.data
    if form is Form.YAML:
        return not data.lstrip()[:1].isalnum() or any(
            data.startswith(f"{name}:".encode()) or f"\n{name}:".encode() in data
            for name in _OWN_FIELDS
        )
    if form is Form.LINES:
        _, start, end = next(record_spans(data), (0, 0, len(data)))
        members = parse_members(JsonSpan(source, start, end), Findings())
    return any(member.name in _OWN_FIELDS for member in members or ())


def read_inline_candidates(
    value: JsonSpan | Parsed, found: Findings, progress: Progress | None
) -> CandidateSet | None:
    """Return a candidate set that is a part of another document."""
    if isinstance(value, JsonSpan):
        if is_too_large(value.end - value.start, value.place, found):
            return None
        return _SetReader(value.source, found, progress).read_json(value)
    return _SetReader(Source("", b""), found, progress).read_parsed(value)


class _SetReader:
    """Reads one set: first its cards and buckets, one by one, then what they are part of."""

    def __init__(self, source: Source, found: Findings, progress: Progress | None) -> None:
        self._source = source
        self._found = found
        self._progress = progress
        self._cards = CardCollector(source, found, None)
        self._buckets = BucketCollector(found)
        self._skipped = 0

    def read_json(self, span: JsonSpan) -> CandidateSet | None:
        members = parse_members(span, self._found)
        return None if members is None else self.read_members(span, members)

    def read_evenly(self, span: JsonSpan) -> list[Member] | None:
        """Take the cards of a set in JSON and return its members, with one look at its bytes.

        None, with nothing taken or reported, where the text is not so even that this can be.
        """
        data, met = self._source.data, Findings()
        start = list_named(CARDS, data, span.start)
        if start is None:
            return None
        cards = CardCollector(self._source, met, (*span.prefix, CARDS))
        end = cards.add_even_list(start, self._progress)
        if end is None:
            return None
        members = members_around(data, (span.start, span.end), CARDS, (start, end))
        if members is None:
            return None
        self._cards = cards
        self._found.take(met)
        return [member for member in members if member.name != CARDS]

    def read_members(self, span: JsonSpan, members: list[Member]) -> CandidateSet | None:
        """Read a set in JSON of which the members are known."""
        head: dict[str, Any] = {}
        spoiled: list[tuple[str | int, ...]] = []
        data = self._source.data
        for member in members:
            inner = JsonSpan(self._source, member.start, member.end, (*span.prefix, member.name))
            is_list = data[member.start] == 0x5B
            if member.name == CARDS and is_list:
                self._cards = CardCollector(self._source, self._found, inner.prefix)
                spans = enumerate(elements(data, member.start, member.end))
                self._cards.add_list(
                    ((number, start, end) for number, (start, end) in spans), self._progress
                )
            elif member.name == BUCKETS and is_list:
                self._add_buckets(self._bucket_spans(inner))
            else:
                parsed = parse_json(inner, self._found)
                head[member.name] = parsed.value if parsed else None
                if parsed is None or parsed.spoiled:
                    spoiled.append((member.name,))
        return self._joined(Parsed(head, span, (), tuple(spoiled)))

    def read_parsed(self, parsed: Parsed) -> CandidateSet | None:
        value = parsed.value
        if not isinstance(value, dict):
            check(CandidateSet, parsed, self._found, what="candidate set")
            return None
        lists = [name for name in (CARDS, BUCKETS) if isinstance(value.get(name), list)]
        if CARDS in lists:
            places = range(len(value[CARDS]))
            self._cards.add_parsed(parsed.child(CARDS, place) for place in places)
        if BUCKETS in lists:
            places = range(len(value[BUCKETS]))
            self._add_buckets(parsed.child(BUCKETS, place) for place in places)
        return self._joined(parsed.without(*lists))

    def read_lines(self, path: PathLike) -> CandidateSet | None:
        self._cards.add_lines(record_spans(self._source.data), self._progress)
        from inspector.files.folder import set_name

        name = set_name(path)
        return self._finished(CandidateSet(set_id=name, title=name))

    def _bucket_spans(self, span: JsonSpan) -> Iterator[Parsed]:
        for number, (start, end) in enumerate(elements(span.source.data, span.start, span.end)):
            parsed = parse_json(
                JsonSpan(span.source, start, end, (*span.prefix, number)), self._found
            )
            if parsed is None:
                self._skipped += 1
            else:
                yield parsed

    def _add_buckets(self, buckets: Iterable[Parsed]) -> None:
        for bucket in buckets:
            self._buckets.add(bucket)

    def _joined(self, head: Parsed) -> CandidateSet | None:
        """Put the set together; a wrong optional field costs that field only."""
        candidates, dropped = check_without_wrong_fields(
            CandidateSet, head, self._found, what="candidate set"
        )
        self._skipped += len(dropped)
        return None if candidates is None else self._finished(candidates)

    def _finished(self, head: CandidateSet) -> CandidateSet:
        """Return the set as the step is given it: from here on it is the core's."""
        skipped = self._skipped + self._cards.skipped + self._buckets.skipped
        rest = {
            "buckets": self._buckets.buckets(),
            "skipped_records": head.skipped_records + skipped,
        }
        cards = self._cards.columns()
        candidates = head.model_copy(update={"knowledge_cards": cards, **rest})
        odd, once = lint_candidates(candidates), without_repeats(candidates)
        if odd:
            add_set_lint(odd, self._place, self._found)
        return once

    def _place(self, pointer: str) -> Place:
        """Return where a row of the set, or a part of it, stands in the file."""
        kind, row, *rest = parts_of(pointer)
        if kind == CARDS:
            return self._cards.origin(int(row)).place(*rest)
        if rest[:1] == ["files"]:
            rest[1] = str(self._buckets.file_number(int(row), int(rest[1])))
        return self._buckets.origin(int(row)).place(*rest)
