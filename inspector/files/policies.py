"""Loading a policy.

Loading and saving what-if overrides: a patch that can be given to somebody else.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from inspector.analysis.injection_lint import lint_policy
from inspector.core.arguments import require
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.problems import Problem
from inspector.files.checking import check
from inspector.files.documents import parse_document
from inspector.files.findings import Findings, Loaded, Parsed, add_lint, gathered
from inspector.files.source import PathLike, Source, read_source


def load_policy(path: PathLike) -> Loaded[UnifiedContextBudgetPolicy]:
    """Return the policy of a JSON or YAML file (``-`` is standard input).

    A wrong field means that there is no policy, because any other value would be a guess.
    """

    def work(found: Findings) -> UnifiedContextBudgetPolicy | None:
        source = read_source(path, found)
        return read_policy(source, path, found) if source else None

    return gathered(work)


def read_policy(
    source: Source, path: PathLike, found: Findings
) -> UnifiedContextBudgetPolicy | None:
    """Return the policy of a text file, None where a field is wrong."""
    parsed = parse_document(source, path, found)
    return check_policy(parsed, found) if parsed else None


def check_policy(parsed: Parsed, found: Findings) -> UnifiedContextBudgetPolicy | None:
    """Return the policy of a parsed value, None where a field is wrong; lint it."""
    policy = check(UnifiedContextBudgetPolicy, parsed, found, what="policy")
    if policy is not None:
        add_lint(lint_policy(policy), parsed, found)
    return policy


def policy_storage_path(folder: PathLike) -> Path:
    """Return where the policy is stored beneath a production folder (Injection §2.1)."""
    require(str | os.PathLike, folder=folder)
    return Path(folder) / "system" / "delivery" / "unified_context_budget.json"


def load_overrides(path: PathLike) -> Loaded[Overrides]:
    """Return the overrides of a JSON or YAML file (``-`` is standard input).

    What they name is looked for when they are run, in whatever candidate set is open then.
    """

    def work(found: Findings) -> Overrides | None:
        source = read_source(path, found)
        return read_overrides(source, path, found) if source else None

    return gathered(work)


def read_overrides(source: Source, path: PathLike, found: Findings) -> Overrides | None:
    """Return the overrides of a text file, None where a field is wrong."""
    parsed = parse_document(source, path, found)
    return check_overrides(parsed, found) if parsed else None


def check_overrides(parsed: Parsed, found: Findings) -> Overrides | None:
    """Return the overrides of a parsed value, None where a field is wrong."""
    return check(Overrides, parsed, found, what="what-if patch")


def save_overrides(overrides: Overrides, path: PathLike) -> tuple[Problem, ...]:
    """Write overrides as a patch; return the problems, none when it is written."""
    from inspector.files.saving import json_bytes, save_bytes

    require(Overrides, overrides=overrides)
    return save_bytes(json_bytes(overrides_fields(overrides)), path)


def overrides_fields(overrides: Overrides) -> dict[str, Any]:
    """Return overrides as JSON, what is not overridden left out."""
    given = overrides.model_dump(mode="json", exclude_defaults=True)
    return {"schema_version": overrides.schema_version, **given}
