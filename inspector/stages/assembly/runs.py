"""The assembly run again and again for sessions that differ a little, with what is reusable.

And how the session's part is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from inspector.analysis.injection_runs import CannotRunError, InjectionResult, InjectionRuns
from inspector.analysis.secret_lint import HeldText, SecretHolder
from inspector.analysis.steps_before import assembly_inputs
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.assembly import Assembly, assemble
from inspector.core.assembly.pieces import AssemblyItem, AssemblyStage
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.core.tokens import TokenCounter, counter_by_name
from inspector.files.documents import check
from inspector.files.findings import Findings, Parsed
from inspector.files.stage_reading import check_items
from inspector.session.edits import set_at, with_source
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.stage import Part

CHARACTERS_COUNTED_AT_ONCE = 50_000

_PARTS = {
    "assembly": Part.ASSEMBLY,
    "request": Part.REQUEST,
    "relevance": Part.RELEVANCE,
    "discipline": Part.DISCIPLINE,
    "hot-state": Part.DISCIPLINE,
}


@dataclass(frozen=True, slots=True, eq=False)
class AssemblyRun:
    """What one session led to. ``assembly`` is None where the input could not be run.

    ``problems`` are those of every step, each with its place; the file is named where the part of
    the session came from one.
    """

    session: Session
    assembly: Assembly | None
    problems: tuple[Problem, ...]


def inputs_of(session: Session) -> tuple[object, ...]:
    """Return what an assembly depends on; large values by identity."""
    return (
        session.policy,
        id(session.candidates),
        id(session.request),
        session.strategy,
        session.settings,
        id(session.relevance),
        id(session.discipline),
        id(session.assembly),
        session.sources,
    )


class AssemblyRuns:
    """Runs sessions, on one thread at a time. Results never depend on what was kept.

    ``counter`` makes a counter of an encoding's name and raises ``ValueError`` for a name it does
    not know.
    """

    def __init__(self, counter: Callable[[str], TokenCounter] = counter_by_name) -> None:
        self._injections = InjectionRuns(counter)
        self._counted: Session | None = None

    def ready(self, session: Session) -> bool:
        """Whether ``run`` takes a few milliseconds: everything large has been counted before."""
        if not self._injections.ready(session):
            return False
        last = self._counted
        same_texts = last is not None and (
            last.assembly.items == session.assembly.items
            and last.relevance.node_texts == session.relevance.node_texts
        )
        return same_texts or _characters(session) <= CHARACTERS_COUNTED_AT_ONCE

    def run(self, session: Session, watch: Watch = unwatched) -> AssemblyRun:
        """Run the session. Whatever is wrong with it is a problem of the result.

        Raises ``StoppedError`` when ``watch`` says so.
        """
        try:
            tokens = self._injections.counter(session, watch)
        except CannotRunError as error:
            return AssemblyRun(session, None, error.problems)
        request = session.request
        if request is None:  # without one there would have been no counter
            return AssemblyRun(session, None, ())
        injected: list[InjectionResult] = []

        def inject_after(tokens_before: int) -> InjectionReport:
            result = self._injections.run(session, watch, tokens_before=tokens_before)
            if result.report is None:
                raise CannotRunError(result.problems)
            injected.append(result)
            return result.report

        try:
            assembly = assemble(assembly_inputs(session, request), tokens, injection=inject_after)
        except CannotRunError as error:
            return AssemblyRun(session, None, error.problems)
        self._counted = session
        nodes, state = assembly.relevance, assembly.discipline
        found = (
            *_placed(assembly.problems, session),
            *_placed(nodes.problems if nodes else (), session),
            *_placed(state.problems if state else (), session),
            *(problem for result in injected for problem in result.problems),
        )
        return AssemblyRun(session, assembly, tuple(dict.fromkeys(found)))


def _characters(session: Session) -> int:
    texts = [item.text or "" for item in session.assembly.items]
    return sum(map(len, (*texts, *session.relevance.node_texts.values())))


def _placed(problems: Iterable[Problem], session: Session) -> tuple[Problem, ...]:
    """Name the file of the part that a problem is about, where the part came from one."""
    placed: list[Problem] = []
    for one in problems:
        part = _PARTS.get(one.code.partition(".")[0])
        placed += [one] if part is None else session.placed(part, (one,))
    return tuple(placed)


def assembly_part(parsed: Parsed, found: Findings, _folder: str) -> AssemblyStage | None:
    """Return the stage of a parsed value, with the good ones of its items."""
    has_list = isinstance(parsed.value, dict) and isinstance(parsed.value.get("items"), list)
    rest = parsed.without("items") if has_list else parsed
    stage = check(AssemblyStage, rest, found, what="assembly stage")
    if not has_list:
        return stage
    items, _ = check_items(AssemblyItem, parsed.child("items"), found, what="item")
    return None if stage is None else stage.model_copy(update={"items": tuple(items)})


def texts(session: Session) -> Iterator[SecretHolder]:
    """Yield the items."""
    for at, item in enumerate(session.assembly.items):
        held = HeldText("text", item.text or "", ("items", at, "text"))
        yield "item", item.item_id, (held,)


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that takes an item out of the session."""
    return remove_item(subject)


def open_assembly(stage: AssemblyStage, source: str | None) -> Edit:
    """Use pieces and limits that were read from ``source``."""
    return lambda session: with_source(session.having(assembly=stage), Part.ASSEMBLY, source)


def add_item(step: int, title: str = "") -> Edit:
    """Add an item without a text at the end of a step, with an id of its own."""

    def change(stage: AssemblyStage) -> tuple[AssemblyItem, ...]:
        taken = {item.item_id for item in stage.items}
        number = next(n for n in range(1, len(taken) + 2) if f"item-{n}" not in taken)
        item = AssemblyItem(step=step, item_id=f"item-{number}", title=title, text="")
        return (*stage.items, item)

    return _with_items(change)


def remove_item(item_id: str) -> Edit:
    """Take an item out."""
    return _with_items(lambda stage: tuple(item for item in stage.items if item.item_id != item_id))


def set_item_field(item_id: str, field: str, value: Any) -> Edit:
    """Change one field of an item. Raises ``ValidationError`` for a value that is not valid.

    A text takes the place of declared tokens, and tokens that of a text: an item has one of them.
    """
    other = {"text": {"tokens": None}, "tokens": {"text": None}}.get(field, {})
    changes = {field: value} | (other if value is not None else {})

    def change(stage: AssemblyStage) -> tuple[AssemblyItem, ...]:
        return tuple(
            AssemblyItem.model_validate(dict(item) | changes) if item.item_id == item_id else item
            for item in stage.items
        )

    return _with_items(change)


def move_item(item_id: str, by: int) -> Edit:
    """Move an item up (negative) or down within its step."""

    def change(stage: AssemblyStage) -> tuple[AssemblyItem, ...]:
        items = list(stage.items)
        at = next((n for n, item in enumerate(items) if item.item_id == item_id), None)
        if at is None:
            return stage.items
        same = [n for n, item in enumerate(items) if item.step == items[at].step]
        to = same.index(at) + by
        if not 0 <= to < len(same):
            return stage.items
        items[at], items[same[to]] = items[same[to]], items[at]
        return tuple(items)

    return _with_items(change)


def _with_items(change: Callable[[AssemblyStage], tuple[AssemblyItem, ...]]) -> Edit:
    return lambda session: set_at("assembly", "items", change(session.assembly))(session)
