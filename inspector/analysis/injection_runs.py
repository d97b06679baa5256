"""The injection step run again and again for sessions that differ a little, with what is reusable.

A change of the policy costs a thousandth of the first run: counting the set and ranking it for a
request are kept by the identity of the values they were made from. Results never depend on what
was kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from pydantic import ValidationError

from inspector.analysis.independent import IndependentRun, independent_run
from inspector.analysis.injection_lint import (
    CountDifferences,
    declared_differences,
    lint_budget,
    lint_count,
    lint_overrides,
    lint_policy,
    unmet_overrides,
)
from inspector.analysis.steps_before import StepsBefore
from inspector.analysis.watched_counter import Watch, WatchedCounter, counted_for, unwatched
from inspector.core.candidates.candidate_set import CandidateSet, without_repeats
from inspector.core.candidates.counting import CountedCandidates, count_candidates
from inspector.core.candidates.interned import ABSENT
from inspector.core.candidates.linting import lint_candidates, lint_request
from inspector.core.candidates.request import OWN_CANDIDATES, Request
from inspector.core.injection.materialization import materialize
from inspector.core.injection.policy import Strategy
from inspector.core.injection.prepare import prepare
from inspector.core.injection.rendering import JoinedCount, joined_counts
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.manifest_json import manifest_sha256
from inspector.core.problems import Place, Problem, Severity
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.core.tokens import (
    MemoCounter,
    TokenCounter,
    UncountableTextError,
    VocabularyError,
    counter_by_name,
)
from inspector.session.session import Session
from inspector.stage import Part

CARDS_RUN_AT_ONCE = 200_000  # up to so many cards, any change of the policy is quick enough
_SETS_KEPT, _REQUESTS_KEPT = 2, 8  # counted sets: to undo an opening; ranked requests of a corpus


@dataclass(frozen=True, slots=True, eq=False)
class InjectionResult:
    """What one session led to. ``report`` is None where the input could not be run.

    ``problems`` are those of linting the inputs and of the run, each with place and file.
    """

    session: Session
    report: InjectionReport | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, eq=False)
class InjectionDetails:
    """What takes longer to know about a result than the result itself.

    ``joined`` leaves out a half whose texts are not in the set.
    """

    result: InjectionResult
    independent: IndependentRun
    joined: tuple[JoinedCount, ...]
    differences: CountDifferences
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    """A candidate set counted in one encoding. Identity of ``candidates`` tells whose it is."""

    candidates: CandidateSet
    encoding: str
    tokens: TokenCounter
    errors: tuple[Problem, ...]
    counted: CountedCandidates


@dataclass(slots=True, eq=False)
class _Ready:
    """A request ranked over a counted set, and the last report made from it."""

    request: Request
    source: _Counted
    injector: Injector
    lints: tuple[Problem, ...]
    last: InjectionReport | None = None
    elsewhere: Injector | None = None

    def after(self, tokens: int) -> Injector:
        """Return what runs the request after so many tokens of the steps before."""
        for made in (self.injector, self.elsewhere):
            if made is not None and made.prepared.tokens_used_before == tokens:
                return made
        prepared = replace(self.injector.prepared, tokens_used_before=tokens, of_steps=True)
        self.elsewhere = Injector(prepared, self.source.errors)
        return self.elsewhere


class CannotRunError(Exception):
    """The input of a session cannot be run; ``problems`` say why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__("the session cannot be run")
        self.problems = tuple(problems)


def _texts_to_count(candidates: CandidateSet) -> int:
    """About how many texts counting a set looks at: titles and lines of files come on top."""
    columns = candidates.knowledge_cards
    texts = int(np.count_nonzero(columns.has_text & (columns.declared == ABSENT)))
    return texts + sum(3 * len(bucket.files) for bucket in candidates.buckets)


def _texts_with_declared(session: Session) -> int:
    columns = session.candidates.knowledge_cards
    texts = int(np.count_nonzero(columns.has_text & (columns.declared != ABSENT)))
    return texts + sum(len(bucket.files) for bucket in session.candidates.buckets)


class InjectionRuns:
    """Runs sessions. One thread at a time may run; another one may ask for facts meanwhile.

    ``counter`` makes a counter of an encoding's name and raises ``ValueError`` for a name it does
    not know.
    """

    def __init__(self, counter: Callable[[str], TokenCounter] = counter_by_name) -> None:
        self._make_counter = counter
        self._counters: dict[str, TokenCounter] = {}
        self._counted: list[_Counted] = []
        self._ready: list[_Ready] = []
        self._differences: tuple[_Counted, CountDifferences] | None = None
        self._before = StepsBefore()

    def ready(self, session: Session) -> bool:
        """Whether ``run`` takes a few milliseconds: only the policy, or as little, has changed.

        Sets of more than 200,000 cards are not ready while other files get inlined than in the
        last run, because then all cards are looked at again.
        """
        found = self._find(session)
        if found is None or session.strategy is Strategy.OPTIMAL:
            return False
        if len(found.injector.prepared.cards.order) <= CARDS_RUN_AT_ONCE:
            return True
        last = found.last
        if (
            last is None
            or last.strategy is not session.strategy
            or (last.overrides != session.overrides)
        ):
            return False
        budget = found.injector.budget(session.policy).bucket_budget
        part = session.settings.background_part
        files = materialize(last.prepared, budget, part, last.what_if)
        return files.inlined_references == last.materialization.inlined_references

    def counter(self, session: Session, watch: Watch = unwatched) -> TokenCounter:
        """Return what counts the session's tokens, its candidates being counted by then.

        Raises ``CannotRunError``, and ``StoppedError`` when ``watch`` says so.
        """
        return (self._find(session) or self._prepare(session, watch)).source.tokens

    def run(
        self, session: Session, watch: Watch = unwatched, *, tokens_before: int | None = None
    ) -> InjectionResult:
        """Run the session. Whatever is wrong with it is a problem of the result.

        ``tokens_before``: those of the steps, where they are counted. Raises ``StoppedError``.
        """
        problems = _placed(lint_policy(session.policy), session, Part.POLICY)
        try:
            ready = self._find(session) or self._prepare(session, watch)
        except CannotRunError as error:
            return InjectionResult(session, None, (*problems, *error.problems))
        before = self._before.of(session, ready.request, ready.source.tokens)
        injector = ready.after(before.tokens if tokens_before is None else tokens_before)
        try:
            report = injector.run(
                session.policy, session.strategy, session.settings, session.overrides
            )
        except SelectionTooLargeError as error:
            return InjectionResult(session, None, (*problems, error.problem))
        if injector is ready.injector:
            ready.last = report
        problems += _placed(lint_budget(report.budget, session.policy), session, Part.POLICY)
        for part, found in _by_part(report.problems):
            problems += _placed(found, session, part)
        problems += _placed((*ready.lints, *before.problems), session, Part.REQUEST)
        if report.what_if is not None:
            lints = lint_overrides(session.overrides, report.given.counted.candidates)
            problems += _placed((*lints, *unmet_overrides(report)), session, Part.OVERRIDES)
        return InjectionResult(session, report, tuple(dict.fromkeys(problems)))

    def facts(self, result: InjectionResult, watch: Watch = unwatched) -> InjectionDetails | None:
        """Work out what takes longer about a result; None for one without a report.

        Raises ``StoppedError`` when ``watch`` says so.
        """
        report = result.report
        ready = self._find(result.session)
        if report is None or ready is None:
            return None
        independent = independent_run(report)
        tokens = WatchedCounter(ready.source.tokens, watch, _texts_with_declared(result.session))
        problems: tuple[Problem, ...] = ()
        joined: tuple[JoinedCount, ...] = ()
        try:
            joined = joined_counts(report, tokens)
        except UncountableTextError as error:
            problems = (_uncountable_whole(error),)
        return InjectionDetails(
            result,
            independent,
            joined,
            self._declared_differences(ready.source, tokens),
            problems,
        )

    def counter_of(self, result: InjectionResult) -> TokenCounter | None:
        """Return what counted a result; None where another set or request has taken its place."""
        ready = self._find(result.session)
        return None if ready is None else ready.source.tokens

    def wrong_counts(self, result: InjectionResult) -> tuple[Problem, ...]:
        """Return a warning for each declared token count that is not the counted one."""
        ready = self._find(result.session)
        if ready is None:
            return ()
        differences = self._declared_differences(ready.source, ready.source.tokens)
        wrong = (lint_count(one, ready.source.encoding) for one in differences)
        return _placed(wrong, result.session, Part.CANDIDATES)

    def _declared_differences(self, source: _Counted, tokens: TokenCounter) -> CountDifferences:
        """Compare declared counts with counted ones, once for each counted set."""
        if self._differences is None or self._differences[0] is not source:
            found = declared_differences(source.counted.candidates, tokens)
            self._differences = (source, found)
        return self._differences[1]

    def _find(self, session: Session) -> _Ready | None:
        for kept in self._ready:
            if (
                kept.request is session.request
                and kept.source.candidates is session.candidates
                and kept.source.encoding == kept.request.model.encoding
            ):
                return kept
        return None

    def _prepare(self, session: Session, watch: Watch) -> _Ready:
        request = session.request
        if request is None:
            raise CannotRunError([_NO_REQUEST])
        source = self._count(session, request.model.encoding, watch)
        try:
            used_before = self._before.of(None, request, source.tokens).tokens
        except UncountableTextError as error:
            problem = Problem(
                Severity.ERROR,
                "request.uncountable",
                f"A text of the steps before has no token count: {error}",
                "Correct the text, or give the number of tokens instead.",
                Place(pointer="/tokens_used_before"),
            )
            raise CannotRunError(_placed((problem,), session, Part.REQUEST)) from error
        counted = counted_for(request, source.counted, source.tokens)
        lints = lint_request(request, session.candidates)
        injector = Injector(prepare(request, counted, used_before), source.errors)
        ready = _Ready(request, source, injector, lints)
        self._ready = [ready, *self._ready[: _REQUESTS_KEPT - 1]]
        return ready

    def _count(self, session: Session, encoding: str, watch: Watch) -> _Counted:
        candidates = session.candidates
        for kept in self._counted:
            if kept.candidates is candidates and kept.encoding == encoding:
                return kept
        tokens = self._counter(session, encoding)
        try:
            watched = WatchedCounter(tokens, watch, _texts_to_count(candidates))
            counted = count_candidates(without_repeats(candidates), watched)
        except VocabularyError as error:
            raise CannotRunError([_vocabulary(encoding, error)]) from error
        # Whoever loads a set lints it, and knows the lines; here only what costs a record counts.
        lints = lint_candidates(candidates)
        errors = tuple(one for one in lints if one.severity is Severity.ERROR)
        made = _Counted(candidates, encoding, tokens, errors, counted)
        self._counted = [made, *self._counted[: _SETS_KEPT - 1]]
        self._ready = [kept for kept in self._ready if kept.source in self._counted]
        return made

    def _counter(self, session: Session, encoding: str) -> TokenCounter:
        if encoding not in self._counters:
            try:
                self._counters[encoding] = MemoCounter(self._make_counter(encoding))
            except ValueError as error:
                problem = Problem(
                    Severity.ERROR,
                    "request.unknown-encoding",
                    str(error),
                    "Choose one of them as the model's encoding.",
                    Place(pointer="/model/encoding"),
                )
                raise CannotRunError(_placed((problem,), session, Part.REQUEST)) from error
        return self._counters[encoding]


def manifest_fingerprint(
    report: InjectionReport, going_on: Callable[[], bool] = lambda: True
) -> str | Problem:
    """Return the SHA-256 of the manifest's canonical JSON, or why there is no manifest.

    "" where ``going_on`` says to stop.
    """
    try:
        return manifest_sha256(report, going_on)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return Problem(
            Severity.ERROR,
            "manifest.invalid",
            f"The manifest cannot be made: {first['msg']}.",
            "Correct the value of the input that it is taken from.",
            Place(pointer="".join(f"/{part}" for part in first["loc"])),
        )


def _by_part(problems: tuple[Problem, ...]) -> Iterator[tuple[Part, list[Problem]]]:
    """Tell problems of the candidate set from those of the request's own candidates."""
    for part in (Part.CANDIDATES, Part.REQUEST):
        own = part is Part.REQUEST
        yield (
            part,
            [
                one
                for one in problems
                if (one.place.pointer or "").startswith(f"{OWN_CANDIDATES}/") is own
            ],
        )


def _placed(problems: Iterable[Problem], session: Session, part: Part) -> tuple[Problem, ...]:
    """Name the file of a part at every problem of it that names none."""
    source = session.source(part)
    if source is None:
        return tuple(problems)
    return tuple(
        [
            one if one.place.file is not None else one.at(replace(one.place, file=source))
            for one in problems
        ]
    )


def _vocabulary(encoding: str, error: VocabularyError) -> Problem:
    return Problem(
        Severity.ERROR,
        "tokens.vocabulary",
        f"The vocabulary of {encoding} cannot be used: {error}",
        "Install the program again, or choose an estimator as the model's encoding.",
    )


def _uncountable_whole(error: UncountableTextError) -> Problem:
    return Problem(
        Severity.WARNING,
        "injection.uncountable-whole",
        f"The injected text as a whole has no token count: {error}",
        "Correct the text that is named among the candidates' problems.",
    )


_NO_REQUEST = Problem(
    Severity.NOTE,
    "session.no-request",
    "No request is open, so nothing is injected yet.",
    "Open a request, a session or a sample.",
)
