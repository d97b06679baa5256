"""The relevance pre-parser run again and again for sessions that differ a little.

Checking a configuration and counting the texts of its nodes cost more than a run; both are kept.

The signals that can be set: those the rules ask about, and those a request brings besides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.relevance import (
    FactKind,
    Flip,
    Operator,
    Predicate,
    RelevanceConfig,
    RelevanceReport,
    check_relevance_config,
    flips,
    readable_node_table,
    relevance,
)
from inspector.core.relevance.vocabulary import show_value
from inspector.core.tokens import (
    MemoCounter,
    TokenCounter,
    UncountableTextError,
    VocabularyError,
    counter_by_name,
)
from inspector.session.session import Session
from inspector.stage import Part

CHARACTERS_COUNTED_AT_ONCE = 50_000
COMPARISONS_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class RunFacts:
    """The facts of a run as a session has them.

    ``mode`` is the configuration's first where the request names none; ``mode_given`` tells.
    ``budget`` is in tokens; ``budget_given`` tells whether anybody said it.
    """

    mode: str
    mode_given: bool
    signals: Mapping[str, object]
    classification: Mapping[str, object]
    silence: bool
    budget: int
    budget_given: bool

    @property
    def urgency(self) -> object:
        """The urgency of the classification as it was given, None without one."""
        return self.classification.get("urgency")


@dataclass(frozen=True, eq=False)
class RelevanceResult:
    """What one session led to. ``report`` is None while no configuration is open.

    ``config`` is None, too, where it cannot be read: every node is then included. ``counter`` names
    what counted the nodes' texts. Problems of the configuration name its file where it came from
    one.
    """

    session: Session
    config: RelevanceConfig | None
    facts: RunFacts
    report: RelevanceReport | None
    counter: str
    config_problems: tuple[Problem, ...]
    run_problems: tuple[Problem, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the configuration, then what this run met."""
        return self.config_problems + self.run_problems

    @property
    def mode_assumed(self) -> bool:
        """Whether the mode is the configuration's first one, because the request names none."""
        return not self.facts.mode_given and bool(self.config and self.config.template_masks)

    @cached_property
    def flips(self) -> tuple[Flip, ...]:
        """What would flip if one fact were another; worked out when it is first asked for.

        A session cannot have less than no budget, so what only that would flip is left out.
        """
        if self.report is None:
            return ()
        found = flips(
            self.config,
            mode=self.facts.mode,
            signals=self.facts.signals,
            classification=self.facts.classification,
            returning_from_silence=self.facts.silence,
            token_budget_remaining=self.facts.budget,
            node_tokens=self.report.node_tokens,
        )
        return tuple(
            flip
            for flip in found
            if not (flip.kind is FactKind.BUDGET and isinstance(flip.value, int) and flip.value < 0)
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Checked:
    """A configuration's value, known by its identity, and what came of checking it."""

    value: object
    config: RelevanceConfig | None
    problems: tuple[Problem, ...]
    nodes: Mapping[str, int]  # as far as they could be read


class RelevanceRuns:
    """Runs sessions, on one thread at a time. Results never depend on what was kept.

    ``counter`` makes a counter of an encoding's name and raises ``ValueError`` for a name it does
    not know.
    """

    def __init__(self, counter: Callable[[str], TokenCounter] = counter_by_name) -> None:
        self._make_counter = counter
        self._counters: dict[str, TokenCounter] = {}
        self._checked: _Checked | None = None
        self._counted: tuple[Mapping[str, str], str] | None = None

    def quick(self, session: Session) -> bool:
        """Whether a run, its flips included, takes a few hundredths of a second at most."""
        stage = session.relevance
        new_texts = self._counted != (stage.node_texts, session.encoding)
        characters = sum(map(len, stage.node_texts.values())) if new_texts else 0
        if characters > CHARACTERS_COUNTED_AT_ONCE:
            return False
        config = self._check(session).config
        if config is None:
            return True
        tables = config.compiled
        return len(tables.questions) * len(tables.names) <= COMPARISONS_AT_ONCE

    def run(self, session: Session) -> RelevanceResult:
        """Run the session. Whatever is wrong with it is a problem of the result."""
        stage = session.relevance
        encoding = session.encoding
        if stage.config is None:
            facts = facts_of(session, None)
            nothing = (_NO_CONFIGURATION,)
            return RelevanceResult(session, None, facts, None, encoding, (), nothing)
        checked = self._check(session)
        facts = facts_of(session, checked.config)
        counts, count_problems = self._count(session, encoding)
        report = relevance(
            checked.config,
            mode=facts.mode,
            signals=facts.signals,
            classification=facts.classification,
            returning_from_silence=facts.silence,
            token_budget_remaining=facts.budget,
            node_tokens=counts,
            config_problems=checked.problems,
            node_table=checked.nodes,
        )
        own = [*session.placed(Part.RELEVANCE, report.run_problems), *count_problems]
        if not facts.mode_given and checked.config is not None and checked.config.enabled:
            own.append(_no_mode(facts.mode, checked.config))
        return RelevanceResult(
            session,
            checked.config,
            facts,
            report,
            encoding,
            session.placed(Part.RELEVANCE, checked.problems),
            tuple(own),
        )

    def run_all(self, session: Session, watch: Watch = unwatched) -> tuple[RelevanceResult, ...]:
        """Run each request of the session in order; what is open counts where it has none.

        Raises ``StoppedError`` when ``watch`` says so.
        """
        requests = session.requests or (session.request,)
        results = []
        for done, request in enumerate(requests):
            if not watch(done, len(requests)):
                raise StoppedError
            results.append(self.run(replace(session, request=request)))
        return tuple(results)

    def _check(self, session: Session) -> _Checked:
        value = session.relevance.config
        if self._checked is None or self._checked.value is not value:
            config, problems = check_relevance_config(value)
            nodes = readable_node_table(value)
            self._checked = _Checked(value, config, problems, nodes)
        return self._checked

    def _count(self, session: Session, encoding: str) -> tuple[dict[str, int], list[Problem]]:
        texts = session.relevance.node_texts
        if not texts:
            return {}, []
        try:
            if encoding not in self._counters:
                self._counters[encoding] = MemoCounter(self._make_counter(encoding))
            tokens = self._counters[encoding]
        except ValueError as error:
            return {}, [_uncounted(str(error), Place(pointer="/model/encoding"))]
        counts: dict[str, int] = {}
        problems = []
        for node, text in texts.items():
            try:
                counts[node] = tokens.count(text)
            except VocabularyError as error:
                return {}, [_uncounted(f"the vocabulary cannot be used: {error}", Place())]
            except UncountableTextError as error:
                place = Place(pointer=pointer("node_texts", node))
                problems.append(_uncounted(f'the text of "{node}" has no count: {error}', place))
        self._counted = (texts, encoding)
        return counts, problems


def facts_of(session: Session, config: RelevanceConfig | None) -> RunFacts:
    """Return the facts of a session's run."""
    request = session.request
    mode = request.mode if request is not None else None
    first = next(iter(config.template_masks), "") if config is not None else ""
    return RunFacts(
        mode=first if mode is None else mode,
        mode_given=mode is not None,
        signals=(request and request.signals) or {},
        classification=(request and request.classification) or {},
        silence=request is not None and request.returning_from_silence,
        budget=session.relevance.token_budget_remaining,
        budget_given="token_budget_remaining" in session.relevance.model_fields_set,
    )


def _no_mode(mode: str, config: RelevanceConfig) -> Problem:
    said = (
        f'the request names no mode, so the first one of the configuration is used: "{mode}"'
        if config.template_masks
        else "neither the request nor the configuration names a mode"
    )
    return Problem(Severity.NOTE, "relevance.no-mode", said, "choose a mode")


def _uncounted(reason: str, place: Place) -> Problem:
    message = f"a node's tokens are estimated although there is a text: {reason}"
    fix = "correct the text, or choose another encoding for the model"
    return Problem(Severity.WARNING, "relevance.uncounted-text", message, fix, place)


_NO_CONFIGURATION = Problem(
    Severity.NOTE,
    "relevance.no-configuration",
    "no relevance configuration is open, so no layer acts yet",
    "open a configuration, or the sample about relevance",
)


class SignalEditor(Enum):
    """How a signal's value is edited."""

    FLAG = "flag"
    NUMBER = "number"
    TEXT = "text"
    VALUE = "value"  # any JSON value, written out


@dataclass(frozen=True, slots=True)
class SignalRow:
    """One signal. ``value`` None means missing.

    ``asked`` says what rules ask of it, "" for nothing. ``whole`` tells that only whole numbers
    were seen.
    """

    name: str
    kind: SignalEditor
    value: object
    asked: str
    whole: bool = True


def signal_rows(result: RelevanceResult) -> tuple[SignalRow, ...]:
    """Return the signals in the order in which rules first ask for them, then all others."""
    signals = result.facts.signals
    asked: dict[str, list[Predicate]] = {}
    if result.config is not None:
        for question in result.config.compiled.questions:
            if question.operator is not Operator.SILENCE:
                asked.setdefault(question.signal, []).append(question)
    others = [name for name in signals if name not in asked]
    return tuple(_row(name, asked.get(name, ()), signals.get(name)) for name in (*asked, *others))


def _row(name: str, predicates: Sequence[Predicate], value: object) -> SignalRow:
    expected = [predicate.expected for predicate in predicates]
    kind = _kind(expected)
    if value is not None and (not predicates or not _fits(value, kind)):
        kind = _kind([value])
    numbers = [one for one in (*expected, value) if isinstance(one, int | float)]
    return SignalRow(
        name=name,
        kind=kind,
        value=value,
        asked=", ".join(f"{one.operator.symbol} {show_value(one.expected)}" for one in predicates),
        whole=not any(isinstance(number, float) for number in numbers),
    )


def _kind(values: Sequence[object]) -> SignalEditor:
    """Return the one kind of all values but null, ``VALUE`` where there is none."""
    kinds = set()
    for value in values:
        match value:
            case None:
                continue
            case bool():
                kinds.add(SignalEditor.FLAG)
            case int() | float():
                kinds.add(SignalEditor.NUMBER)
            case str():
                kinds.add(SignalEditor.TEXT)
            case _:
                kinds.add(SignalEditor.VALUE)
    return kinds.pop() if len(kinds) == 1 else SignalEditor.VALUE


def _fits(value: object, kind: SignalEditor) -> bool:
    return kind is SignalEditor.VALUE or _kind([value]) is kind
