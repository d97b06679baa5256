"""Everything that one assembly is made from, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from inspector.core.assembly.model import AssemblyStage
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.discipline import DEFAULT_LIMITS, DisciplineLimits
from inspector.core.injection.policy import (
    DEFAULT_POLICY,
    DEFAULT_SETTINGS,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)


@dataclass(frozen=True, slots=True)
class NodeInputs:
    """Context nodes: what decides about them, the texts that are there, tokens that remain.

    ``config`` is a ``RelevanceConfig``, or its JSON value, usable or not; None when none is open.
    """

    config: object = None
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    token_budget_remaining: int = 4_000


@dataclass(frozen=True, slots=True)
class HotStateInputs:
    """The hot state's JSON value, valid or not (None: there is none), and its discipline."""

    value: Mapping[str, Any] | None = None
    limits: DisciplineLimits = DEFAULT_LIMITS
    enable_compression: bool = True
    enable_reference_extraction: bool = True
    reject_on_persistent_overflow: bool = True
    keep_pointers: bool = False


@dataclass(frozen=True, slots=True)
class AssemblyInputs:
    """The inputs of all eight steps and the limits of the whole."""

    request: Request
    stage: AssemblyStage = field(default_factory=AssemblyStage)
    nodes: NodeInputs = field(default_factory=NodeInputs)
    hot_state: HotStateInputs = field(default_factory=HotStateInputs)
    candidates: CandidateSet = field(default_factory=lambda: CandidateSet(set_id="empty"))
    policy: UnifiedContextBudgetPolicy = DEFAULT_POLICY
    strategy: Strategy = Strategy.COVERAGE
    settings: InjectionSettings = DEFAULT_SETTINGS
