"""One build: the bundle or why it was refused, what to do, and the numbers behind all of it.

Among these: what became of every file of an index, and what fitting did, step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from inspector.core.builder.outputs import (
    BudgetReport,
    ContextBlock,
    ContextBundle,
    ContextManifest,
    Priority,
    RedactionReport,
)
from inspector.core.builder.ranking import RankedFile
from inspector.core.ledger import Ledger
from inspector.core.problems import Problem
from inspector.core.reasons import Reason
from inspector.plurals import count_of
from inspector.project.code.slices import Cut, SliceLevel
from inspector.project.findings import NamedFinding
from inspector.project.index import Exclusion, IndexedFile, ProjectIndex


class RefusalCode(StrEnum):
    """Why there is no bundle (Builder, failure modes). Every refusal fails closed."""

    CONTEXT_TOO_LARGE = "ContextTooLarge"
    SECRET_RISK = "SecretRisk"  # noqa: S105  # a reason, no password
    AMBIGUOUS_TARGET = "AmbiguousTarget"
    UNSUPPORTED_TARGET = "UnsupportedTarget"  # excluded, unreadable, or of an unknown encoding
    UNKNOWN_TARGET = "UnknownTarget"  # no such file or symbol in the index
    MISSING_STEP = "MissingStep"  # a diff without a plan step
    MISSING_TARGET = "MissingTarget"  # a diff whose step names nothing to work on
    UNCOUNTABLE_TEXT = "UncountableText"  # a text that has no token count


class Remedy(StrEnum):
    """What a person can do about a refusal or an exclusion, for programs that offer it."""

    CHOOSE_DEFINITION = "choose_definition"  # select one of the places
    NAME_SYMBOL = "name_symbol"  # send a part of the file instead of all of it
    NAME_FEWER_TARGETS = "name_fewer_targets"
    RAISE_LIMIT = "raise_limit"
    MOVE_SECRET = "move_secret"  # noqa: S105  # a remedy, no password
    ADD_DENY_RULE = "add_deny_rule"
    CHANGE_REQUEST = "change_request"  # what the request itself says
    CHANGE_RULES = "change_rules"  # a rule of the project, or a larger limit of size
    OVERRIDE_RULE = "override_rule"  # take a default rule back, with a reason
    INDEX_AGAIN = "index_again"
    GIVE_STEP = "give_step"
    GIVE_TARGET = "give_target"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to do: a sentence, and what a program needs to offer it as an action."""

    remedy: Remedy
    sentence: str
    path: str | None = None
    symbol: str | None = None
    rule: str = ""
    """The default pattern that an override would take back, "" for none."""


@dataclass(frozen=True, slots=True)
class RefusedPlace:
    """Where the cause of a refusal is.

    ``path`` is a file's path, or the title of a block that is no file. ``line`` counts from 1, None
    where the cause has no line. ``name`` is the qualified name of a definition, "" for none.
    ``kind`` is a kind of symbol, of secret, or of exclusion; never a value.
    """

    path: str
    line: int | None = None
    name: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no bundle.

    ``sentence`` says it in plain words with the numbers and places of this run, never a secret.
    ``places`` are in order of path and line; for an ambiguous target they are what to choose from.
    """

    code: RefusalCode
    reason: Reason
    sentence: str
    places: tuple[RefusedPlace, ...] = ()
    advice: tuple[Advice, ...] = ()


class FateKind(StrEnum):
    """What became of a file."""

    INCLUDED = "included"  # whole and unchanged
    SLICED = "sliced"  # parts of it, to fit; redacted as well where there were secrets
    REDACTED = "redacted"  # whole, with secrets taken out
    REMOVED = "removed"  # a candidate that was taken out to fit
    OPTIONAL = "optional"  # of priority P3, and these are off
    EXCLUDED = "excluded"  # by a hard rule, whether it was a candidate or not
    REFUSED = "refused"  # would be in, but the whole bundle was refused
    NO_CANDIDATE = "no_candidate"  # nothing asks for it


@dataclass(frozen=True, slots=True, order=True)
class RedactedSpan:
    """A secret that was taken out: where and what kind, never the value.

    ``start`` and ``end`` (exclusive) are code points of the shown text and cover the mark
    ``[REDACTED:kind]``. Lines count from 1 in the file as it was read, both ends included.
    """

    start: int
    end: int
    kind: str
    first_line: int
    last_line: int


def span_text(span: RedactedSpan) -> str:
    """A place and a kind, as in ``line 3: openai-key``."""
    if span.first_line == span.last_line:
        return f"line {span.first_line}: {span.kind}"
    return f"lines {span.first_line} to {span.last_line}: {span.kind}"


@dataclass(frozen=True, slots=True)
class SourceView:
    """What a viewer may show of a file: its text with every secret replaced by a mark.

    ``text`` is the whole file. ``cuts`` are in its code points and lines: what was left out of the
    bundle. It is kept in memory only, and is no part of any artifact.
    """

    path: str
    level: SliceLevel
    text: str
    cuts: tuple[Cut, ...] = ()
    redactions: tuple[RedactedSpan, ...] = ()

    def __repr__(self) -> str:
        return f"SourceView({self.path!r}, {self.level})"


@dataclass(frozen=True, slots=True)
class FileFate:
    """What became of one file, and why. ``path`` is as it may be told: without secrets.

    ``tokens`` is what its block takes from the budget, 0 for what is out; ``needed`` is what the
    whole file would take, None where it was not counted. ``reason`` is None where nothing asked
    for the file. ``sentence`` says it with this run's numbers.
    """

    path: str
    kind: FateKind
    sentence: str
    reason: Reason | None = None
    tokens: int = 0
    needed: int | None = None
    priority: Priority | None = None
    level: SliceLevel | None = None
    exclusion: Exclusion | None = None
    cuts: tuple[Cut, ...] = ()
    redactions: tuple[RedactedSpan, ...] = ()


class FileFates(Mapping[str, FileFate]):
    """The fate of every file by its path; that of a file which is no candidate is made on demand.

    Iterates over the paths of the index in bytewise order. ``shown`` says how paths and
    details are told that hold a secret.
    """

    def __init__(
        self,
        files: Mapping[str, IndexedFile],
        candidates: Mapping[str, FileFate],
        shown: Mapping[str, str],
    ) -> None:
        self._files = files
        self._candidates = candidates
        self._shown = shown

    def __getitem__(self, path: str) -> FileFate:
        known = self._candidates.get(path)
        return known or _fate_of_other(self._files[path], self._shown)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return f"Fates of {count_of(len(self), 'file')}"


def _fate_of_other(file: IndexedFile, shown: Mapping[str, str]) -> FileFate:
    path, told = shown.get(file.path, file.path), shown.get(file.detail, file.detail)
    if file.exclusion is None:
        return FileFate(path, FateKind.NO_CANDIDATE, "Nothing in the request leads to it.")
    detail = f": {told}" if told else ""
    return FileFate(
        path,
        FateKind.EXCLUDED,
        f"Never sent ({file.exclusion}{detail}).",
        exclusion=file.exclusion,
    )


class FitAction(StrEnum):
    """A step of fitting, in the order in which they are tried (Builder, step 4)."""

    ESTIMATE = "estimate"  # everything that was asked for, before anything is done
    REMOVE_OPTIONAL = "remove_optional"  # all blocks of P3 at once
    REMOVE_SECONDARY = "remove_secondary"  # one block of P2
    SLICE_RELATED = "slice_related"  # one block of P1
    SUMMARISE_RELATED = "summarise_related"  # one block of P1 becomes one line
    REMOVE_RELATED = "remove_related"  # one block of P1
    KEEP_RELATED = "keep_related"  # one block of P1 that is no smaller without bodies
    SLICE_TARGET = "slice_target"  # one target
    KEEP_TARGET = "keep_target"  # one target that cannot be sliced, or would not get smaller
    REFUSE = "refuse"  # nothing is left to do
    MAKE_ROOM = "make_room"  # second pass: one block gives room to files that were out
    BRING_BACK = "bring_back"  # second pass: one block comes back, or gets longer
    NAME_LEFT_OUT = "name_left_out"  # second pass: what is out is listed by name


@dataclass(frozen=True, slots=True)
class FitStep:
    """One step: what was done to what, and the estimate before and after, in tokens.

    ``path`` is the file that the block is about, "" for none or for several; ``title`` is the
    block's title. ``fits`` says whether the estimate is within the hard limit, which ends fitting.
    """

    number: int
    action: FitAction
    path: str
    title: str
    sentence: str
    tokens_before: int
    tokens_after: int
    soft_limit: int
    hard_limit: int
    level: SliceLevel | None = None

    @property
    def fits(self) -> bool:
        """Whether the estimate after the step is within the hard limit."""
        return self.tokens_after <= self.hard_limit

    @property
    def saved(self) -> int:
        """Tokens that the step saved."""
        return self.tokens_before - self.tokens_after


@dataclass(frozen=True, slots=True)
class BlockTokens:
    """A block of the bundle with what it takes from the budget, heading and fence included."""

    block: ContextBlock = field(repr=False)
    tokens: int
    start: int
    """Where it starts in the rendered text, in code points."""

    end: int
    """Where it ends there (exclusive)."""


@dataclass(frozen=True, eq=False)
class BundleReport:
    """The result of one build. No part of it holds the value of a secret that was found.

    ``bundle`` is None where the call was refused; the other three artifacts are always there.
    ``ranking`` holds the candidates that no hard rule excluded before they were read, the highest
    first; ``fates`` every file of the index. ``ledger`` closes to the hard limit. ``source_views``
    holds, by path, what a viewer may show of files that were read. ``rendered`` is exactly the text
    that a model gets, "" for a refused call, and ``rendered_tokens`` its count; it and the views
    are kept in memory only.
    """

    index: ProjectIndex = field(repr=False)
    bundle: ContextBundle | None = field(repr=False)
    manifest: ContextManifest = field(repr=False)
    redactions: RedactionReport = field(repr=False)
    budget: BudgetReport
    refusal: Refusal | None
    ranking: tuple[RankedFile, ...] = field(repr=False)
    fates: Mapping[str, FileFate] = field(repr=False)
    fit_steps: tuple[FitStep, ...] = field(repr=False)
    ledger: Ledger = field(repr=False)
    problems: tuple[Problem, ...] = ()
    blocks: tuple[BlockTokens, ...] = field(default=(), repr=False)
    source_views: Mapping[str, SourceView] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    rendered: str = field(default="", repr=False)
    rendered_tokens: int = 0
    estimator: str = ""
    scanner: str = ""
    findings: tuple[NamedFinding, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether there is no bundle."""
        return self.bundle is None
