"""Bundles built again and again for sessions that differ a little.

Indexing a project costs far more than a build, so the index is kept for as long as the project and
its rules are the same. A build reads every file that it sends from the disk, whatever the index is.

What indexes, scans and builds is loaded by the first run, which the window leaves to a worker: the
lens is shown without it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING

from inspector.analysis.builder_cache import (
    default_cache_folder,
    index_cache_path,
    rules_not_kept,
    scanner_cache_folder,
    user_finding_key,
)
from inspector.analysis.watched_counter import StoppedError
from inspector.core.builder.inputs import BuilderConfig
from inspector.core.builder.layout import PLAIN, Layout
from inspector.core.builder.report import BundleReport
from inspector.core.problems import Place, Problem, Severity
from inspector.core.tokens import MemoCounter, TokenCounter, VocabularyError, counter_by_name
from inspector.plurals import count_of
from inspector.project.code.facts import imports_outside
from inspector.project.commits import CommitError, ProjectHistory, read_history
from inspector.project.findings import RememberingScanner, SecretFinding, SecretScanner
from inspector.project.index import IndexCancelledError, ProjectIndex
from inspector.project.paths import shown_path
from inspector.project.secrets.redaction import problem_without_secrets
from inspector.session.session import Session
from inspector.stage import Part

if TYPE_CHECKING:
    from inspector.analysis.replay import CommitReplay


class BuildPhase(StrEnum):
    """What a run is doing."""

    INDEXING = "indexing"  # counted in files; not yet while folders are walked
    LOADING_RULES = "loading rules"  # that find secrets; seconds the first time, not counted
    BUILDING = "building"  # counted in texts that were scanned for secrets


class ReplayPhase(StrEnum):
    """What a replay is doing, counted in commits."""

    READING = "reading commits"
    REPLAYING = "replaying commits"


_MOST_PROCESSES = 8  # that parse a project; more would wait for the one that reads its files

ReplayWatch = Callable[[ReplayPhase, int, int], bool]
"""Told (phase, done, in all); returning False ends the replay there."""

BuildWatch = Callable[[BuildPhase, int, int], bool]
"""Told (phase, done, in all or 0) now and then; returning False stops the run."""


def unwatched(_phase: BuildPhase, _done: int, _total: int) -> bool:
    """Let a run go on to its end."""
    return True


@dataclass(frozen=True, slots=True, eq=False)
class BuilderResult:
    """What one session led to.

    ``index`` is None where there is no project to look at; ``report`` is None, too, where nothing
    could be built. A refused bundle has a report. ``problems`` are those of the index, then those
    of the build; the file is named where the stage came from one.
    """

    session: Session
    index: ProjectIndex | None
    report: BundleReport | None
    problems: tuple[Problem, ...]


class BuilderRuns:
    """Runs sessions, on one thread at a time. Results never depend on what was kept.

    ``cache`` is a folder for what can be made again, None for no folder. ``scanner`` is one
    that others use as well; where none is given, one is made that finds secrets by all rules.
    ``counter`` makes a counter of an encoding's name and raises ``ValueError`` for a name it does
    not know. ``finding_key`` gives the key of this user's ids of findings. ``processes`` is how
    many may parse a large project.
    """

    def __init__(
        self,
        *,
        cache: Path | None = None,
        scanner: SecretScanner | None = None,
        counter: Callable[[str], TokenCounter] = counter_by_name,
        finding_key: Callable[[], bytes | Problem | None] = lambda: None,
        processes: int = 1,
    ) -> None:
        self._cache = cache
        self._processes = processes
        self._scanner = scanner
        self._has_own_rules = scanner is None
        self._remembering: RememberingScanner | None = None
        self._finding_key = finding_key
        self._lock = Lock()
        self._make_counter = counter
        self._counters: dict[str, TokenCounter] = {}
        self._indexed: tuple[str, BuilderConfig, ProjectIndex] | None = None

    @classmethod
    def with_user_cache(cls, scanner: SecretScanner | None = None) -> BuilderRuns:
        """Return runs that keep facts of projects, and compiled rules, in this user's cache."""
        return cls(
            cache=default_cache_folder(),
            scanner=scanner,
            finding_key=user_finding_key,
            processes=min(os.cpu_count() or 1, _MOST_PROCESSES),
        )

    def forget_index(self) -> None:
        """Index anew in the next run; with a cache, only what changed is read again."""
        self._indexed = None

    def warm_up(self) -> None:
        """Load the rules that find secrets, which takes seconds the first time.

        May be called in a thread of its own beside a run.
        """
        self._rules().scan(" ")

    def run(
        self, session: Session, watch: BuildWatch = unwatched, layout: Layout = PLAIN
    ) -> BuilderResult:
        """Index the project where that is needed, and build. What is wrong becomes a problem.

        Rules are loaded while files are indexed. Raises ``StoppedError`` when ``watch`` says so.
        """
        from inspector.core.builder.build import build_bundle

        stage = session.builder
        problem = _unusable(stage.root)
        if problem is not None:
            return BuilderResult(session, None, None, _placed((problem,), session))
        index = self._known_index(session) or self._index(session, watch)
        try:
            tokens = self._counter(stage.estimator)
        except (ValueError, VocabularyError) as error:
            problems = (*index.problems, _no_counter(error))
            return BuilderResult(session, index, None, _placed(problems, session))
        if not watch(BuildPhase.LOADING_RULES, 0, 0):
            raise StoppedError
        self.warm_up()
        history, untold = _history(stage.root, stage.config)
        if self._cache is not None and self._has_own_rules:
            untold += rules_not_kept(self._cache)
        key = self._finding_key()
        if isinstance(key, Problem):
            untold, key = (*untold, key), None
        report = build_bundle(
            stage.request,
            index,
            config=stage.config,
            tokens=tokens,
            scanner=_WatchedScanner(self._remembered(), watch),
            finding_key=key,
            history=history,
            layout=layout,
        )
        told = (*index.problems, *_outside(index), *untold, *report.problems)
        problems = tuple(dict.fromkeys(told))
        return BuilderResult(session, index, report, _placed(problems, session))

    def replayed(
        self, session: Session, budgets: Sequence[int], commits: int, watch: ReplayWatch
    ) -> CommitReplay:
        """Replay the newest commits of a session's folder by its rules, as a build has them.

        Where ``watch`` ends it, what was done until then is the result. Raises ``CommitError`` for
        a folder that is no checkout, ``ValueError`` and ``VocabularyError`` as ``_counter``.
        """
        from inspector.analysis.replay import replay
        from inspector.analysis.replay_cases import read_cases

        stage = session.builder
        config = stage.config
        tokens = self._counter(stage.estimator)

        def told(phase: ReplayPhase) -> Callable[[int], bool]:
            return lambda done: watch(phase, done, commits)

        cases = read_cases(stage.root, config, commits, told(ReplayPhase.READING))
        return replay(cases, budgets, config, tokens, self._rules(), told(ReplayPhase.REPLAYING))

    def _known_index(self, session: Session) -> ProjectIndex | None:
        if self._indexed is None:
            return None
        root, config, index = self._indexed
        known = (root, config) == (session.builder.root, session.builder.config)
        return index if known else None

    def _index(self, session: Session, watch: BuildWatch) -> ProjectIndex:
        from inspector.project import IndexCache, index_project

        stage = session.builder
        done = total = 0

        def progress(files: int, of_all: int, _path: str) -> None:
            nonlocal done, total
            done, total = files, of_all

        def cancelled() -> bool:
            return not watch(BuildPhase.INDEXING, done, total)

        Thread(target=self._warm_up_quietly, name="rules of secrets", daemon=True).start()
        cache = None
        if self._cache is not None:
            cache = IndexCache(index_cache_path(self._cache, stage.root))
        try:
            index = index_project(
                stage.root,
                config=stage.config,
                cache=cache,
                progress=progress,
                cancelled=cancelled,
                processes=self._processes,
            )
        except IndexCancelledError:
            raise StoppedError from None
        self._indexed = (stage.root, stage.config, index)
        return index

    def _warm_up_quietly(self) -> None:
        with suppress(Exception):  # the run meets it again, and tells
            self.warm_up()

    def _rules(self) -> SecretScanner:
        with self._lock:
            if self._scanner is None:
                self._scanner = self._own_scanner()
            return self._scanner

    def _remembered(self) -> SecretScanner:
        """The rules with what they found in the runs before."""
        if self._remembering is None:
            self._remembering = RememberingScanner(self._rules())
        return self._remembering

    def _own_scanner(self) -> SecretScanner:
        from inspector.project.secrets import secret_scanner

        folder = None if self._cache is None else scanner_cache_folder(self._cache)
        return secret_scanner(cache_dir=folder)

    def _counter(self, name: str) -> TokenCounter:
        if name not in self._counters:
            self._counters[name] = MemoCounter(self._make_counter(name))
        return self._counters[name]


class _WatchedScanner:
    """Scans as another scanner does, tells how many texts, and stops when it is told to."""

    def __init__(self, scanner: SecretScanner, watch: BuildWatch) -> None:
        self._scanner = scanner
        self._watch = watch
        self._done = 0

    @property
    def name(self) -> str:
        return self._scanner.name

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        if not self._watch(BuildPhase.BUILDING, self._done, 0):
            raise StoppedError
        self._done += 1
        return self._scanner.scan(text)


def _history(root: str, config: BuilderConfig) -> tuple[ProjectHistory | None, tuple[Problem, ...]]:
    """Read the changes of a project where its signals ask for them."""
    if config.signals is None or not config.signals.co_change:
        return None, ()
    try:
        return read_history(root, config.signals.most_changes), ()
    except CommitError as error:
        problem = Problem(
            Severity.NOTE,
            "builder.no-history",
            f"Files that change together are not known: {error}.",
            "Open a git checkout, or set the weight of co_change to 0.",
        )
        return None, (problem,)


def _outside(index: ProjectIndex) -> Iterator[Problem]:
    """Say where imports lead out of the folder: their relations are missing."""
    found = imports_outside(index)
    if found is not None:
        yield Problem(
            Severity.NOTE,
            "builder.imports-outside",
            f"{count_of(found.count, 'import')} of what is outside this folder, such as"
            f" {found.module} in {shown_path(found.path)}; what they name is not known here.",
            f"Open the folder that holds it all: {found.folder}",
        )


def _unusable(root: str) -> Problem | None:
    """Return why a folder cannot be looked at, None where it can."""
    if not root:
        return _NO_PROJECT
    if os.path.isdir(root):  # noqa: PTH112  # accepts what is no valid Path, too
        return None
    there = os.path.lexists(root)
    return Problem(
        Severity.ERROR,
        "builder.no-folder",
        "The project is not a folder." if there else "The project's folder is not there.",
        "Choose the folder that holds the project.",
        Place(shown_path(root)),
    )


_NO_PROJECT = Problem(
    Severity.NOTE, "builder.no-project", "No project is open.", "Choose the folder that holds one."
)


def _no_counter(error: Exception) -> Problem:
    return Problem(
        Severity.ERROR,
        "builder.no-counter",
        f"Tokens cannot be counted: {error}",
        "Choose another encoding or estimator.",
        Place(pointer="/estimator"),
    )


def _placed(problems: tuple[Problem, ...], session: Session) -> tuple[Problem, ...]:
    """Name the file of the stage where a problem points into it, and no file is named.

    Names of files and messages of the system are told without secrets.
    """
    return session.placed(Part.BUILDER, map(problem_without_secrets, problems))
