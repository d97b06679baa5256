"""What a user can change about the builder, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.core.builder.inputs import BuilderConfig, PlanStep, SelectedTarget
from inspector.project.rules import AllowedFinding, DenyOverride, IgnoredOverride
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Edit


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
