"""What a user can change about the builder, as named functions from one session to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from inspector.core.builder.config import (
    AllowedFinding,
    BuilderConfig,
    DenyOverride,
    IgnoredOverride,
)
from inspector.core.builder.request import (
    BuildRequest,
    Constraints,
    ModelLimits,
    PlanStep,
    SelectedTarget,
)
from inspector.session.builder_stage import BuilderStage
from inspector.session.edits import with_source
from inspector.session.session import Part, Session
from inspector.session.store import Edit


def open_builder(stage: BuilderStage, source: str | None) -> Edit:
    """Use what was read from ``source``. What it does not say, such as the project, stays."""
    changes = {name: getattr(stage, name) for name in stage.model_fields_set}
    return lambda session: with_source(_with_stage(session, **changes), Part.BUILDER, source)


def set_root(root: str) -> Edit:
    """Look at another project folder. Targets stay as they are: the next build says which fail."""
    return lambda session: _with_stage(session, root=root)


def set_estimator(name: str) -> Edit:
    """Count tokens with another encoding, or guess them with an estimator."""
    return lambda session: _with_stage(session, estimator=name)


def set_build_field(field: str, value: Any) -> Edit:
    """Change one field of the request. Raises ``ValidationError`` for a value that is not valid."""
    return _with_request(lambda _: {field: value})


def set_step_field(field: str, value: Any) -> Edit:
    """Change one field of the plan step, which is made where there is none; errors as above."""

    def change(request: BuildRequest) -> dict[str, Any]:
        step = request.plan_step or PlanStep()
        return {"plan_step": PlanStep.model_validate(_said(step) | {field: value})}

    return _with_request(change)


def set_limit(field: str, value: Any) -> Edit:
    """Change one of the model's limits. Raises ``ValidationError`` for a value not valid."""
    return _with_request(
        lambda request: {"model": ModelLimits.model_validate(_said(request.model) | {field: value})}
    )


def set_constraints(level: str, rules: Sequence[str]) -> Edit:
    """Change the rules of one level: ``system``, ``project``, ``session`` or ``user``."""

    def change(request: BuildRequest) -> dict[str, Any]:
        fields = _said(request.constraints) | {level: tuple(rules)}
        return {"constraints": Constraints.model_validate(fields)}

    return _with_request(change)


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
    return _with_request(
        lambda request: {"user_selected_targets": _with_item(request.user_selected_targets, chosen)}
    )


def unselect_target(path: str, symbol: str | None = None) -> Edit:
    """Take a choice back."""
    chosen = SelectedTarget(path=path, symbol=symbol)
    return _with_request(
        lambda request: {
            "user_selected_targets": _without_item(request.user_selected_targets, chosen)
        }
    )


def set_builder_config_field(field: str, value: Any) -> Edit:
    """Change one of the project's rules. Raises ``ValidationError`` for a value not valid."""
    return _with_config(lambda _: {field: value})


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
        return session if changed == present else set_step_field(field, changed)(session)

    return edit


def _with_item(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    return items if item in items else (*items, item)


def _without_item(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    return tuple(one for one in items if one != item)


def _with_request(change: Callable[[BuildRequest], dict[str, Any]]) -> Edit:
    def edit(session: Session) -> Session:
        request = session.builder.request
        changed = BuildRequest.model_validate(_said(request) | change(request))
        return session if changed == request else _with_stage(session, request=changed)

    return edit


def _with_config(change: Callable[[BuilderConfig], dict[str, Any]]) -> Edit:
    def edit(session: Session) -> Session:
        config = session.builder.config
        changed = BuilderConfig.model_validate(_said(config) | change(config))
        return session if changed == config else _with_stage(session, config=changed)

    return edit


def _with_stage(session: Session, **changes: Any) -> Session:
    stage = BuilderStage.model_validate(_said(session.builder) | changes)
    return session.having(builder=stage)


def _said(value: Any) -> dict[str, Any]:
    """Return what was set of a value, so that what a file did not say is not said by an edit."""
    return {
        name: getattr(value, name)
        for name in value.__class__.model_fields
        if name in value.model_fields_set
    }
