"""One build: the bundle or why it was refused, the other artifacts, and the numbers behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from inspector.core.builder.fates import FileFate, SourceView
from inspector.core.builder.fit_steps import FitStep
from inspector.core.builder.outputs import (
    BudgetReport,
    ContextBlock,
    ContextBundle,
    ContextManifest,
    RedactionReport,
)
from inspector.core.builder.ranked import RankedFile
from inspector.core.builder.refusal import Refusal
from inspector.core.ledger import Ledger
from inspector.core.problems import Problem
from inspector.project.findings import NamedFinding
from inspector.project.index import ProjectIndex


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
