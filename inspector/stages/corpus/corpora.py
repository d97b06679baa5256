"""What is run: corpora, loaded from files that belong together by name, and policies of a grid.

What of a session there is to run as a corpus, and whether that is done without being asked.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from pydantic import ValidationError

from inspector.analysis.corpus.packed import PackedSequence
from inspector.analysis.corpus.workload import Corpus, usual_range
from inspector.analysis.tuning.axes import Axis, policy_at
from inspector.core.candidates.candidate_set import CandidateSet, references_by_id
from inspector.core.candidates.counting import CountedCandidates
from inspector.core.candidates.request import Request, naming
from inspector.core.injection.policy import Strategy, UnifiedContextBudgetPolicy
from inspector.core.problems import Place, Problem, Severity
from inspector.core.receipts.receipt import Receipt, policy_of, prepared_of, settings_of
from inspector.files.candidates import load_candidates
from inspector.files.findings import Loaded, gathered
from inspector.files.importers import is_foreign_folder, read_foreign, without
from inspector.files.importers.values import Better
from inspector.files.kinds import FileKind, detect_kind
from inspector.files.receipts import receipt_lines, unusable_receipt
from inspector.files.requests import requests_in
from inspector.files.source import PathLike, read_source
from inspector.language import tr, tr_n
from inspector.session.audit_edits import receipts_of
from inspector.session.session import Session

MOST_STEPS = 10
_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class GridAxis:
    """So many values of an axis of the policy, evenly from the first to the last."""

    axis: Axis
    first: float
    last: float
    steps: int

    @property
    def values(self) -> tuple[float, ...]:
        """The values, ascending; whole on an axis of tokens."""
        low, high = sorted((self.first, self.last))
        parts = [place / max(1, self.steps - 1) for place in range(self.steps)]
        numbers = (low + part * (high - low) for part in parts)
        whole = self.axis.whole
        return tuple(
            dict.fromkeys(round(one) if whole else round(one, _DECIMALS) for one in numbers)
        )


GridPoint = tuple[tuple[Axis, float], ...]
"""A value on each axis of a grid."""


def grid_policies(
    policy: UnifiedContextBudgetPolicy, axes: Sequence[GridAxis]
) -> Iterator[tuple[GridPoint, UnifiedContextBudgetPolicy]]:
    """Yield every point of a grid with its policy, but for the policy as it is."""
    seen = {policy}
    for values in product(*(one.values for one in axes)):
        point = tuple(zip((one.axis for one in axes), values, strict=True))
        made = policy
        for axis, value in point:
            made = policy_at(made, axis, value)
        if made not in seen:
            seen.add(made)
            yield point, made


_REQUESTS, _CANDIDATES = ".requests", ".candidates"
_FORMS = (".json", ".jsonl", ".yaml", ".yml")


def load_corpora(
    paths: Iterable[PathLike], candidates: PathLike | None = None, *, better: Better | None = None
) -> Loaded[tuple[Corpus, ...]]:
    """Return the corpora of files of requests, and of folders that hold some.

    ``NAME.requests.jsonl`` goes with ``NAME.candidates.json`` beside it, unless ``candidates``
    names one set for all, or a single one is among the paths. In a folder every such pair is a
    corpus, in order of name. None means that there is no good one; whatever is bad is reported, and
    the rest still loads. ``better`` says how the scores of files of other programs are read.
    """
    problems: list[Problem] = []
    shared: CandidateSet | None = None
    given = [Path(os.fspath(path)) for path in paths]
    files = [one for one in given if os.path.isfile(one)]  # noqa: PTH113  # accepts a closed folder
    sets = [one for one in files if detect_kind(one).value is FileKind.CANDIDATES]
    if sets and len(sets) == len(given):
        told = "This is a candidate set, and there are no requests."
        problem = _problem("no-requests", told, sets[0], "Name the requests (JSONL) beside it.")
        return Loaded(None, (problem,))
    asked = [one for one in given if one not in sets]
    candidates = candidates or (sets[0] if len(sets) == 1 else None)
    if candidates is not None:
        loaded = load_candidates(candidates, better=better)
        problems.extend(loaded.problems)
        shared = loaded.value
        if shared is None:
            return Loaded(None, tuple(problems))
    corpora: list[Corpus] = []
    for path in asked:
        if is_foreign_folder(path):
            corpora += _foreign(path, problems, better)
            continue
        if path in files and detect_kind(path).value is FileKind.RECEIPTS:
            corpora += _receipts(path, problems)
            continue
        for file in _request_files(path, problems):
            kind = detect_kind(file)
            if shared is None and kind.value is FileKind.FOREIGN:
                corpora += _foreign(file, problems, better)
                continue
            if kind.value is None and _stem(file, _REQUESTS) is None:
                problems.extend(kind.problems)
                continue
            corpus = _corpus(file, shared, problems)
            if corpus is not None:
                corpora.append(corpus)
    return Loaded(tuple(corpora) or None, tuple(problems))


def _request_files(path: Path, problems: list[Problem]) -> Sequence[Path]:
    if not os.path.isdir(path):  # noqa: PTH112  # accepts a closed folder
        return (path,)
    try:
        found = sorted(
            (one for one in path.iterdir() if _stem(one, _REQUESTS) is not None),
            key=lambda one: os.fsencode(one.name),
        )
    except OSError as error:
        problems.append(
            _problem("unreadable", f"The folder cannot be read: {error.strerror}.", path)
        )
        return ()
    if not found:
        problems.append(
            _problem(
                "none",
                "There is no file of requests in the folder.",
                path,
                "Name them NAME.requests.jsonl, each beside its NAME.candidates.json.",
            )
        )
    return found


def _stem(path: Path, ending: str) -> str | None:
    """Return the name that a file shares with its other half, None for another kind of file."""
    rest, form = os.path.splitext(path.name)  # noqa: PTH122  # a name, not a path
    if form not in _FORMS or not rest.endswith(ending):
        return None
    return rest.removesuffix(ending)


def _receipts(path: Path, problems: list[Problem]) -> list[Corpus]:
    """Return the corpus of a file of receipts: each request chooses from what was recorded."""
    loaded = gathered(lambda found: read_source(path, found))
    problems.extend(loaded.problems)
    data = loaded.value.data if loaded.value is not None else b""
    places = ((Place(str(path), line=number), line) for number, line in receipt_lines(data))
    corpus = _recorded(path.stem, places, problems)
    if corpus is None:
        problems.append(_problem("no-receipts", "There is no receipt that can be used.", path))
    return [] if corpus is None else [corpus]


def has_corpus(session: Session) -> bool:
    """Whether a session has a request, or receipts under audit."""
    return bool(session.all_requests or receipts_of(session))


def inbox_corpus(session: Session, problems: list[Problem]) -> Corpus | None:
    """Return the corpus of the receipts that a session has under audit, None without any."""
    lines = (
        (Place(one.source or "receipts", line=one.receipt_line), one.manifest.encode())
        for one in receipts_of(session)
    )
    return _recorded("receipts", lines, problems)


def _recorded(
    name: str, lines: Iterable[tuple[Place, bytes]], problems: list[Problem]
) -> Corpus | None:
    """Return receipts as a corpus; one that cannot be used is reported, and left out."""
    requests: list[Request] = []
    counted: list[CountedCandidates] = []
    used: list[int | None] = []
    held: dict[tuple[str, str | None], Receipt] = {}
    for where, line in lines:
        try:
            receipt = Receipt.model_validate_json(line)
            if not receipt.cards and not receipt.files:
                continue  # a line that says how many were not written
            prepared = prepared_of(receipt)
        except (ValidationError, ValueError, TypeError, LookupError) as error:
            problems.append(unusable_receipt(line, error, where))
            continue
        requests.append(prepared.request)
        counted.append(prepared.counted)
        used.append(receipt.budget.used)
        held.setdefault((json.dumps(receipt.policy, sort_keys=True), receipt.strategy), receipt)
    if not requests:
        return None
    policy = strategy = None
    if len(held) == 1:
        (one,) = held.values()
        with contextlib.suppress(ValidationError, ValueError):
            policy, (strategy, _, _) = policy_of(one), settings_of(one)
    packed, own = PackedSequence(requests), PackedSequence(counted)
    candidates = CandidateSet(set_id=name)
    return Corpus(
        name, candidates, packed, counted=own, used_then=used, policy=policy, strategy=strategy
    )


def _foreign(path: Path, problems: list[Problem], better: Better | None) -> list[Corpus]:
    """Return the corpus of a file or folder that another program wrote; none, reported, if none."""
    loaded = gathered(lambda found: read_foreign(path, found, better=better))
    problems.extend(loaded.problems)
    imported = loaded.value
    if imported is None or not imported.becomes:
        return []
    if imported.candidates is None or not imported.requests:
        problems.append(without("corpus", path, imported))
        return []
    return [Corpus(imported.candidates.set_id, imported.candidates, imported.requests)]


def _corpus(file: Path, shared: CandidateSet | None, problems: list[Problem]) -> Corpus | None:
    name = _stem(file, _REQUESTS)
    candidates = shared
    requests = gathered(lambda found: PackedSequence(requests_in(file, found)) or None)
    problems.extend(requests.problems)
    own = requests.value is not None and all(one.candidates for one in requests.value)
    if candidates is None:
        beside = [file.with_name(f"{name}{_CANDIDATES}{form}") for form in _FORMS]
        there = next((one for one in beside if name is not None and one.is_file()), None)
        if there is None and own:
            return Corpus(name or file.stem, CandidateSet(set_id=file.stem), requests.value or ())
        if there is None:
            problems.append(
                _problem(
                    "no-candidates",
                    "There is no candidate set for these requests.",
                    file,
                    f"Put it beside as {beside[0].name if name else 'NAME.candidates.json'}, with"
                    " the requests as NAME.requests.jsonl, or name it with --candidates.",
                )
            )
            return None
        loaded = load_candidates(there)
        problems.extend(loaded.problems)
        candidates = loaded.value
    if candidates is None or requests.value is None:
        return None
    references = references_by_id(candidates)
    named = PackedSequence(naming(one, references) for one in requests.value)
    return Corpus(name or file.stem, candidates, named)


def _problem(code: str, message: str, path: Path, fix: str = "") -> Problem:
    return Problem(Severity.ERROR, f"corpus.{code}", message, fix, Place(file=str(path)))


_BY_ITSELF = 200_000
"""Candidates that are decided over, for all requests along an axis, without being asked."""

_OF_THE_OPTIMUM = 20  # times what another strategy takes for a candidate, along most axes more

_OF_A_RECEIPT = 100  # characters for a candidate, about


def is_small(session: Session, axis: Axis) -> bool:
    """Whether an axis of a session is worked out by itself: in seconds, not minutes."""
    shared = _count(session)
    count = sum(
        shared if one.candidates is None else shared + len(one.candidates.knowledge_cards)
        for one in session.all_requests
    )
    count += sum(len(one.manifest) for one in receipts_of(session)) // _OF_A_RECEIPT
    corpus = Corpus(session.title, session.candidates, session.all_requests, session)
    span = usual_range(axis, session.policy, session.overrides, (corpus,))
    choices = span.high - span.low if span.axis.limits_candidates else 1
    if session.strategy is Strategy.OPTIMAL:
        choices *= _OF_THE_OPTIMUM
    return count * choices <= _BY_ITSELF


def missing(session: Session) -> str:
    """Say what is loaded and what is missing beside it; "" where nothing is."""
    requests, candidates = session.all_requests, session.candidates
    if receipts_of(session):
        return ""
    if requests and (_count(session) or any(one.candidates is not None for one in requests)):
        return ""
    if requests:
        count = len(requests)
        loaded = tr_n("1 request is loaded", "{count:,} requests are loaded", count, count=count)
        return tr("{loaded}. Open or drop the cards and files they choose from.", loaded=loaded)
    if not _count(session):
        return tr("Open or drop candidates, and requests with ground truth.")
    return tr(
        "Loaded: {cards:,} cards and {files:,} files. Open or drop requests with ground truth"
        " to see which policy finds most of it.",
        cards=len(candidates.knowledge_cards),
        files=sum(len(one.files) for one in candidates.buckets),
    )


def too_many(session: Session) -> str:
    """Say that what is loaded takes long."""
    return tr(
        "Loaded: {requests:,} requests over {candidates:,} candidates, which takes minutes."
        " Choose Run.",
        requests=len(session.all_requests),
        candidates=_count(session),
    )


def _count(session: Session) -> int:
    """Count the cards and files that requests share."""
    files = sum(len(one.files) for one in session.candidates.buckets)
    return len(session.candidates.knowledge_cards) + files
