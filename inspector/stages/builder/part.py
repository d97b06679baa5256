"""The builder's part of a session: how it is read, and what a user can change about it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel

from inspector.core.builder.inputs import (
    BuilderConfig,
    BuilderStage,
    BuildRequest,
    PlanStep,
    SelectedTarget,
)
from inspector.files.documents import check, load_document
from inspector.files.findings import Findings, Loaded, Parsed
from inspector.files.kinds import CONFIG_MARKS, REQUEST_MARKS
from inspector.files.source import PathLike
from inspector.project.rules import AllowedFinding, DenyOverride, IgnoredOverride
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Edit

M = TypeVar("M", bound=BaseModel)


def load_build_request(path: PathLike) -> Loaded[BuildRequest]:
    """Return the request of a JSON or YAML file (``-`` is standard input), None for a wrong one."""
    return _load(BuildRequest, path, "build request")


def load_builder_config(path: PathLike) -> Loaded[BuilderConfig]:
    """Return the project's rules of a JSON or YAML file, None where a field of them is wrong."""
    return _load(BuilderConfig, path, "builder configuration")


def builder_part(parsed: Parsed, found: Findings, folder: str) -> BuilderStage | None:
    """Return the stage of a parsed value, None where it cannot be used.

    The value may also be a request for a bundle or the rules of a project alone. A relative root
    starts at ``folder``, that of the file.
    """
    fields = parsed.value.keys() if isinstance(parsed.value, dict) else ()
    if not any(name in fields for name in BuilderStage.model_fields):
        if any(name in fields for name in REQUEST_MARKS):
            request = check(BuildRequest, parsed, found, what="build request")
            return None if request is None else BuilderStage(request=request)
        if any(name in fields for name in CONFIG_MARKS):
            config = check(BuilderConfig, parsed, found, what="builder configuration")
            return None if config is None else BuilderStage(config=config)
    stage = check(BuilderStage, parsed, found, what="builder stage")
    if stage is None or not stage.root:
        return stage
    root = os.path.normpath(os.path.join(folder, stage.root))  # noqa: PTH118
    return stage.model_copy(update={"root": root})


def _load(model: type[M], path: PathLike, what: str) -> Loaded[M]:
    return load_document(path, lambda parsed, found: check(model, parsed, found, what=what))


def add_target_file(path: str) -> Edit:
    """Make a file a target of the step, as the last one; one that is a target stays it once."""
    return _change_step("target_files", lambda paths: _with_item(paths, path))


def remove_target_file(path: str) -> Edit:
    """Take a file out of the step's targets."""
    return _change_step("target_files", lambda paths: _without_item(paths, path))


def add_target_symbol(name: str) -> Edit:
    """Make a symbol a target of the step, as the last one."""
    return _change_step("target_symbols", lambda names: _with_item(names, name))


def remove_target_symbol(name: str) -> Edit:
    """Take a symbol out of the step's targets."""
    return _change_step("target_symbols", lambda names: _without_item(names, name))


def select_target(path: str, symbol: str | None = None) -> Edit:
    """Choose a file, or one definition in it, as somebody does where a name has several."""
    chosen = SelectedTarget(path=path, symbol=symbol)
    return _change_selected(lambda present: _with_item(present, chosen))


def unselect_target(path: str, symbol: str | None = None) -> Edit:
    """Take a choice back."""
    chosen = SelectedTarget(path=path, symbol=symbol)
    return _change_selected(lambda present: _without_item(present, chosen))


def add_deny_pattern(pattern: str) -> Edit:
    """Never send the paths that a pattern, as in a .gitignore file, matches."""
    return _with_config(lambda config: {"deny": _with_item(config.deny, pattern)})


def remove_deny_pattern(pattern: str) -> Edit:
    """Take one of the project's own patterns out; the default ones need an override."""
    return _with_config(lambda config: {"deny": _without_item(config.deny, pattern)})


def override_default_pattern(pattern: str, reason: str) -> Edit:
    """Take a default pattern back, for a reason that every report repeats."""
    own = DenyOverride(pattern=pattern, reason=reason)

    def change(config: BuilderConfig) -> dict[str, Any]:
        others = tuple(one for one in config.deny_overrides if one.pattern != pattern)
        return {"deny_overrides": (*others, own)}

    return _with_config(change)


def allow_ignored(path: str, reason: str) -> Edit:
    """Let a file or folder in that a .gitignore file ignores, for a reason that is recorded."""
    own = IgnoredOverride(path=path, reason=reason)

    def change(config: BuilderConfig) -> dict[str, Any]:
        others = tuple(one for one in config.ignored_overrides if one.path != path)
        return {"ignored_overrides": (*others, own)}

    return _with_config(change)


def allow_finding(finding: str, reason: str) -> Edit:
    """Take a finding for text, by its id and for a reason that is recorded."""
    own = AllowedFinding(id=finding, reason=reason)

    def change(config: BuilderConfig) -> dict[str, Any]:
        others = tuple(one for one in config.allowed_findings if one.id != finding)
        return {"allowed_findings": (*others, own)}

    return _with_config(change)


def no_longer(let_in: IgnoredOverride | AllowedFinding) -> Edit:
    """Take back what a person let in: an ignored path, or a finding."""
    field = "ignored_overrides" if isinstance(let_in, IgnoredOverride) else "allowed_findings"
    return _with_config(lambda config: {field: _without_item(getattr(config, field), let_in)})


def restore_default_pattern(pattern: str) -> Edit:
    """Let a default pattern hold again."""

    def change(config: BuilderConfig) -> dict[str, Any]:
        others = tuple(one for one in config.deny_overrides if one.pattern != pattern)
        return {"deny_overrides": others}

    return _with_config(change)


def _change_step(field: str, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Edit:
    def edit(session: Session) -> Session:
        step = session.builder.request.plan_step or PlanStep()
        present = getattr(step, field)
        changed = change(present)
        if changed == present:
            return session
        return set_at("builder", ("request", "plan_step", field), changed)(session)

    return edit


def _with_item(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    return items if item in items else (*items, item)


def _without_item(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    return tuple(one for one in items if one != item)


def _change_selected(
    change: Callable[[tuple[SelectedTarget, ...]], tuple[SelectedTarget, ...]],
) -> Edit:
    def edit(session: Session) -> Session:
        chosen = change(session.builder.request.user_selected_targets)
        return set_at("builder", "request.user_selected_targets", chosen)(session)

    return edit


def _with_config(change: Callable[[BuilderConfig], dict[str, Any]]) -> Edit:
    def edit(session: Session) -> Session:
        for field, value in change(session.builder.config).items():
            session = set_at("builder", ("config", field), value)(session)
        return session

    return edit
