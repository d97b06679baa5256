"""What a person can do about a file or a refusal, as edits of the session or as places to go to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.builder.report import (
    Advice,
    FateKind,
    FileFate,
    Refusal,
    RefusalCode,
    RefusedPlace,
    Remedy,
)
from inspector.language import tr
from inspector.project.index import Exclusion
from inspector.project.rules import NEVER_SENT, is_ignoring
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.stages.builder.part import (
    add_deny_pattern,
    add_target_file,
    remove_deny_pattern,
    remove_target_file,
    remove_target_symbol,
    select_target,
    unselect_target,
)
from inspector.stages.builder.shown import Shown

_SPECIAL = re.compile(r"([\\*?\[\]])")
_A_SYMBOL = "the symbol "
_MOST_ACTIONS = 12  # of one refusal


class GoTo(StrEnum):
    """A place of the window to go to."""

    FOLDER = "folder"
    TARGETS = "targets"  # with what is searched for
    STEP = "step"
    CALL = "call"
    INTENT = "intent"
    RULES = "rules"  # with a pattern
    INDEX = "index"  # the project is indexed again
    SOURCE = "source"  # the text of a file
    FINDING = "finding"  # why it is no secret is asked for
    IGNORED = "ignored"  # why it may be sent although it is ignored is asked for


@dataclass(frozen=True, slots=True)
class Action:
    """Something to do. It has either an ``edit``, whose ``label`` is that of its undo step, or a
    place to go to (``goes``, with ``what`` is to be found there).
    """

    id: str
    title: str
    label: str = ""
    edit: Edit | None = None
    goes: GoTo | None = None
    what: str = ""


SEND_OPTIONAL = Action(
    "optional",
    tr("Send optional context"),
    tr("Send optional context"),
    set_at("builder", "config.include_optional", value=True),
)


def file_actions(shown: Shown, path: str) -> tuple[Action, ...]:
    """Return what can be done about a file, the likeliest first.

    Nothing is offered for a path that cannot be shown: it would become a part of the session.
    """
    fate = shown.fate(path)
    if fate is None or shown.is_hidden(path):
        return ()
    return tuple(_file_actions(shown, path, fate))


def _file_actions(shown: Shown, path: str, fate: FileFate) -> Iterator[Action]:
    is_target = path in shown.targets
    if shown.view(path) is not None:
        yield Action("source", tr("Show its text"), goes=GoTo.SOURCE, what=path)
    if is_target:
        yield Action(
            "untarget",
            tr("Take out of the targets"),
            tr("Remove a target"),
            _no_target(shown, path),
        )
        if not _selects_symbol(shown, path) and _symbols(shown, path):
            yield Action("symbols", tr("Name a symbol in it…"), goes=GoTo.TARGETS, what=f"{path} ")
    elif fate.kind is not FateKind.EXCLUDED:
        yield Action("target", tr("Add as a target"), tr("Add a target"), add_target_file(path))
    if fate.kind is FateKind.OPTIONAL:
        yield SEND_OPTIONAL
    if fate.kind in (FateKind.REMOVED, FateKind.SLICED):
        yield raise_limit(shown, shown.report.fit_steps[0].tokens_before, tr("hold everything"))
    yield from _about_findings(shown, fate)
    yield from _about_rules(shown, path, fate)
    if fate.kind is not FateKind.EXCLUDED:
        yield Action(
            "deny", tr("Never send it"), tr("Add a deny rule"), add_deny_pattern(pattern_of(path))
        )


def _about_findings(shown: Shown, fate: FileFate) -> Iterator[Action]:
    """What can be done about what may be a secret in a file: a person may say that it is none."""
    for one in shown.report.findings:
        if one.path == fate.path and not one.reason:
            kind = f"{one.kind} ({one.names})" if one.names else one.kind
            title = tr("Allow the {kind} in line {line:,}…", kind=kind, line=one.line)
            yield Action(f"allow.{one.id}", title, goes=GoTo.FINDING, what=one.id)


def _about_rules(shown: Shown, path: str, fate: FileFate) -> Iterator[Action]:
    """What can be done about the hard rule that keeps a file out."""
    file = shown.file(path)
    if fate.exclusion is Exclusion.DENY_RULE and file is not None:
        config = shown.session.builder.config
        pattern = next((one for one in config.deny if one == file.detail), None)
        if pattern is not None:
            yield Action(
                "undeny",
                tr("Take the rule {pattern} away", pattern=pattern),
                tr("Remove a deny rule"),
                remove_deny_pattern(pattern),
            )
        elif file.detail in NEVER_SENT:
            title = tr("Override {detail}…", detail=file.detail)
            yield Action("override", title, goes=GoTo.RULES, what=file.detail)
        elif is_ignoring(file.detail):
            title = tr("Send it although it is ignored…")
            yield Action("ignored", title, goes=GoTo.IGNORED, what=path)
        else:
            yield Action("rules", tr("Look at the rules"), goes=GoTo.RULES)
    if fate.exclusion is Exclusion.TOO_LARGE and file is not None:
        yield Action(
            "larger",
            tr("Read files of up to {byte_size:,} bytes", byte_size=file.byte_size),
            tr("Change the largest file"),
            set_at("builder", "config.max_file_bytes", file.byte_size),
        )


def raise_limit(shown: Shown, tokens: int, what: str) -> Action:
    """Return what makes room for so many tokens, the reserve beside them."""
    limits = shown.session.builder.request.model
    needed = tokens + limits.response_token_reserve
    return Action(
        "raise",
        tr("Raise the input limit to {needed:,}, to {what}", needed=needed, what=what),
        tr("Raise the input limit"),
        set_at("builder", "request.model.max_input_tokens", max(needed, limits.max_input_tokens)),
    )


def pattern_of(path: str) -> str:
    """Return the pattern of a .gitignore file that matches exactly this path."""
    escaped = _SPECIAL.sub(r"\\\1", path)
    if escaped.endswith(" "):
        escaped = escaped[:-1] + "\\ "
    return f"/{escaped}"


def refusal_actions(shown: Shown, refusal: Refusal) -> tuple[Action, ...]:
    """Return what can be done about a refusal, each thing once."""
    found = dict[str, Action]()
    for place, advice in enumerate(refusal.advice):
        for action in _for_advice(shown, refusal, advice, place):
            found.setdefault(action.id, action)
    return tuple(found.values())[:_MOST_ACTIONS]


def _for_advice(shown: Shown, refusal: Refusal, advice: Advice, place: int) -> Iterator[Action]:
    path, symbol = advice.path or "", advice.symbol
    match advice.remedy:
        case Remedy.CHOOSE_DEFINITION:
            yield choose_action(place, path, symbol)
        case Remedy.NAME_SYMBOL if symbol is not None:
            yield Action(
                f"symbol-{path}-{symbol}",
                tr("Send only {symbol} of {path}", symbol=symbol, path=path),
                tr("Select a definition"),
                select_target(path, symbol),
            )
        case Remedy.NAME_SYMBOL:
            title = tr("Name a symbol in {path}…", path=path)
            yield Action(f"symbols-{path}", title, goes=GoTo.TARGETS, what=f"{path} ")
        case Remedy.NAME_FEWER_TARGETS:
            for one in refusal.places:
                yield _untarget(shown, one)
        case Remedy.RAISE_LIMIT:
            yield raise_limit(shown, shown.report.budget.estimated_input_tokens, tr("hold this"))
        case Remedy.ADD_DENY_RULE:
            deny, drop = add_deny_pattern(pattern_of(path)), _no_target(shown, path)
            title = tr("Never send {path}, and take it out of the targets", path=path)
            yield Action(
                f"deny-{path}", title, tr("Deny a target"), lambda session: drop(deny(session))
            )
        case Remedy.GIVE_TARGET:
            if refusal.code is not RefusalCode.MISSING_TARGET:
                for one in refusal.places:
                    yield _untarget(shown, one)
            yield Action("targets", tr("Choose a target…"), goes=GoTo.TARGETS)
        case Remedy.OVERRIDE_RULE:
            title = tr("Override {detail}…", detail=advice.rule)
            yield Action("override", title, goes=GoTo.RULES, what=advice.rule)
        case other:
            yield from _place_for(shown, other, path)


def _place_for(shown: Shown, remedy: Remedy, path: str) -> Iterator[Action]:
    """Return where somebody can do what no edit does alone; moving a secret is done elsewhere."""
    if remedy is Remedy.GIVE_STEP:
        yield Action("step", tr("Write the step"), goes=GoTo.STEP)
    elif remedy is Remedy.CHANGE_REQUEST:
        yield Action("call", tr("Go to the call's texts"), goes=GoTo.CALL)
    elif remedy is Remedy.CHANGE_RULES:
        yield Action("rules", tr("Go to the rules"), goes=GoTo.RULES, what=_rule_of(shown, path))
    elif remedy is Remedy.INDEX_AGAIN:
        yield Action("index", tr("Index again"), goes=GoTo.INDEX)


def filling_actions(shown: Shown) -> Iterator[tuple[str, Action]]:
    """Give what a call about files does not say yet, and what fills it; a target comes first."""
    request = shown.session.builder.request
    step = request.plan_step
    if not (request.user_selected_targets or (step and (step.target_files or step.target_symbols))):
        yield (
            tr("A target: the file or definition that the change is about."),
            Action("targets", tr("Choose a target…"), goes=GoTo.TARGETS),
        )
    if step is None or not step.description:
        yield (
            tr("The step: what is to be done. Its words speak for files as well."),
            Action("step", tr("Write the step"), goes=GoTo.STEP),
        )
    if not request.intent:
        yield (
            tr("The intent: what all of it is for."),
            Action("intent", tr("Write the intent"), goes=GoTo.INTENT),
        )


def choose_action(place: int, path: str, symbol: str | None) -> Action:
    """Return what chooses one of several definitions of a name."""
    return Action(
        f"choose-{place}",
        tr("Choose {symbol} in {path}", symbol=symbol, path=path),
        tr("Choose a definition"),
        select_target(path, symbol),
    )


def _untarget(shown: Shown, place: RefusedPlace) -> Action:
    """Return what takes the cause of a refusal out of the targets.

    The places of targets that are not there name them in words, as "the symbol reserve".
    """
    symbol = place.name.removeprefix(_A_SYMBOL).removesuffix(f" in {place.path}")
    if not place.path:
        told, edit = symbol, remove_target_symbol(symbol)
    elif place.name.startswith(_A_SYMBOL):
        told, edit = symbol, unselect_target(place.path, symbol)
    else:
        told, edit = place.path, _no_target(shown, place.path)
    return Action(
        f"untarget-{told}",
        tr("Take {told} out of the targets", told=told),
        tr("Remove a target"),
        edit,
    )


def _rule_of(shown: Shown, path: str) -> str:
    file = shown.file(path)
    return "" if file is None or file.exclusion is not Exclusion.DENY_RULE else file.detail


def _no_target(shown: Shown, path: str) -> Edit:
    """Take a file out of the targets, and every name that means nothing but what is in it."""
    index = shown.index

    def edit(session: Session) -> Session:
        request = session.builder.request
        step = request.plan_step
        for asked in step.target_files if step else ():
            if asked == path or asked.removeprefix("./") == path:
                session = remove_target_file(asked)(session)
        for name in step.target_symbols if step else ():
            places = {symbol.path for symbol in index.symbols.get(name, ())}
            if places == {path}:
                session = remove_target_symbol(name)(session)
        for one in request.user_selected_targets:
            if one.path == path:
                session = unselect_target(one.path, one.symbol)(session)
        return session

    return edit


def _selects_symbol(shown: Shown, path: str) -> bool:
    chosen = shown.session.builder.request.user_selected_targets
    return any(one.path == path and one.symbol is not None for one in chosen)


def _symbols(shown: Shown, path: str) -> bool:
    file = shown.file(path)
    return file is not None and bool(file.symbols)
