"""The budgeting core: values and pure functions. No Qt, no clock, no randomness.

The names below are the program's public interface; they stay put wherever the code lives.
"""

from inspector.core.canonical import canonical_json, fingerprint
from inspector.core.injection.budget import InjectionBudget, compute_unified_budget
from inspector.core.injection.candidates import Bucket, BucketFile, CandidateSet
from inspector.core.injection.card import Card
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.core.injection.overlap import Overlap, detect_bucket_overlap
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.request import Request
from inspector.core.injection.settings import InjectionSettings, Strategy
from inspector.core.injection.step import inject
from inspector.core.ledger import Ledger, LedgerEntry
from inspector.core.problems import Place, Problem, Severity
from inspector.core.reasons import Reason, Verdict
from inspector.core.tokens.counter import TokenCounter, UncountableTextError

__all__ = [
    "Bucket",
    "BucketFile",
    "CandidateSet",
    "Card",
    "InjectionBudget",
    "InjectionReport",
    "InjectionSettings",
    "Ledger",
    "LedgerEntry",
    "Overlap",
    "Place",
    "Problem",
    "Reason",
    "Request",
    "Severity",
    "Strategy",
    "TokenCounter",
    "UncountableTextError",
    "UnifiedContextBudgetPolicy",
    "UnifiedInjectionManifest",
    "Verdict",
    "canonical_json",
    "compute_unified_budget",
    "detect_bucket_overlap",
    "fingerprint",
    "inject",
]
