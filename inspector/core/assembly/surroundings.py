"""The steps around the injection: which pieces are in, and what decided (Injection §4).

Relevance decides about context nodes, discipline about the hot state; everything else is in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inspector.core.assembly.inputs import AssemblyInputs, ItemPlacing, decide_nodes
from inspector.core.assembly.pieces import Piece, PieceKind, Step, TextMeasure
from inspector.core.discipline import (
    DisciplineAction,
    DisciplineReport,
    MemoryArtifactStore,
    discipline,
)
from inspector.core.ledger import LedgerEntry
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.reasons import Reason
from inspector.core.relevance import RelevanceReport
from inspector.core.tokens.counter import TokenCounter
from inspector.plurals import count_of

HOT_STATE = "hot_state"
USER_MESSAGE = "user_message"
TOKENS_BEFORE = "tokens_used_before"


@dataclass(frozen=True)
class Surroundings:
    """Steps 1 to 5, 7 and 8.

    ``relevance`` is None where it is not asked, ``discipline`` without a hot state. ``rows`` has
    one ledger row for every piece, in or out, in the order of the steps; ``pieces`` holds what is
    in. ``uncounted`` names what could not be measured.
    """

    relevance: RelevanceReport | None
    discipline: DisciplineReport | None
    pieces: tuple[Piece, ...]
    rows: tuple[LedgerEntry, ...]
    problems: tuple[Problem, ...]
    uncounted: tuple[str, ...]

    @property
    def tokens_before(self) -> int:
        """Tokens of steps 1 to 5, layout included: what the injection finds used."""
        return sum(piece.size for piece in self.pieces if piece.step.before_injection)


def surroundings(inputs: AssemblyInputs, tokens: TokenCounter) -> Surroundings:
    """Decide and measure everything but the injection."""
    measured = TextMeasure(tokens)
    nodes = decide_nodes(inputs, measured)
    state = _discipline(inputs, tokens)
    placing = ItemPlacing(inputs, nodes, measured)
    for step in Step:
        if step is Step.SYSTEM and not has_own_steps_before(inputs):
            _place_given(inputs, placing)
        placing.place_step(step)
        if step is Step.SESSION and state is not None:
            _place_hot_state(state, placing)
        if step is Step.MESSAGE:
            _place_message(inputs, placing)
    problems = [*measured.problems, *placing.problems, *_nodes_without_piece(inputs, nodes.report)]
    before = sum(piece.size for piece in placing.pieces if piece.step.before_injection)
    given = inputs.request.tokens_used_before
    if has_own_steps_before(inputs) and isinstance(given, int) and given not in (0, before):
        problems.append(_disagreeing(given, before))
    return Surroundings(
        relevance=nodes.report,
        discipline=state,
        pieces=tuple(placing.pieces),
        rows=tuple(placing.rows),
        problems=tuple(problems),
        uncounted=tuple(placing.uncounted),
    )


def has_own_steps_before(inputs: AssemblyInputs) -> bool:
    """Whether pieces or a hot state are given for steps 1 to 5."""
    items = (item for item in inputs.stage.items if Step(item.step).before_injection)
    return inputs.hot_state.value is not None or any(True for _ in items)


def _discipline(inputs: AssemblyInputs, tokens: TokenCounter) -> DisciplineReport | None:
    given = inputs.hot_state
    if given.value is None:
        return None
    return discipline(
        given.value,
        limits=given.limits,
        enable_compression=given.enable_compression,
        enable_reference_extraction=given.enable_reference_extraction,
        reject_on_persistent_overflow=given.reject_on_persistent_overflow,
        keep_pointers=given.keep_pointers,
        # Nothing is kept here: the report itself holds what was taken out.
        registry=MemoryArtifactStore(),
        counter=tokens,
    )


def _place_hot_state(report: DisciplineReport, placing: ItemPlacing) -> None:
    """Place what discipline left of the hot state; nothing of a refused one goes in."""
    title = "Hot state"
    if report.type is DisciplineAction.REJECT or report.json is None:
        placing.keep_out(
            Step.SESSION,
            PieceKind.HOT_STATE,
            HOT_STATE,
            title,
            Reason.HOT_STATE_REFUSED,
            needed=report.original_tokens,
            detail={"why": report.reason or "no reason was given"},
        )
        return
    counted = report.tokens if report.counted_tokens is None else report.counted_tokens
    kept = report.type is DisciplineAction.PASS
    placing.put_in(
        Piece(Step.SESSION, PieceKind.HOT_STATE, HOT_STATE, title, counted or 0, text=report.json),
        Reason.HOT_STATE_KEPT if kept else Reason.HOT_STATE_REDUCED,
        detail={
            "action": report.type.value,
            "before": f"{report.original_tokens or 0:,}",
            "after": f"{report.tokens or 0:,}",
            "moved": len(report.moved),
        },
    )


def _place_message(inputs: AssemblyInputs, placing: ItemPlacing) -> None:
    message = inputs.request.user_message
    if message:
        placing.put_text(
            Step.MESSAGE,
            PieceKind.MESSAGE,
            USER_MESSAGE,
            "The user's message",
            message,
            place="/user_message",
        )


def _place_given(inputs: AssemblyInputs, placing: ItemPlacing) -> None:
    """Let the request's own number, or its texts, stand for steps 1 to 5."""
    given = inputs.request.tokens_used_before
    if isinstance(given, int):
        if given > 0:
            title = "Steps 1 to 5, as the request gives them"
            piece = Piece(Step.SYSTEM, PieceKind.ITEM, TOKENS_BEFORE, title, given)
            placing.put_in(piece, Reason.TOKENS_GIVEN)
        return
    named = given.items() if isinstance(given, Mapping) else enumerate(given, start=1)
    for key, text in named:
        place = pointer(TOKENS_BEFORE, key - 1 if isinstance(key, int) else key)
        title = f"Text {key}" if isinstance(key, int) else key
        subject = f"{TOKENS_BEFORE}:{key}"
        # The request counts its texts one by one, so nothing stands between them.
        placing.put_text(Step.SYSTEM, PieceKind.ITEM, subject, title, text, place=place)


def _nodes_without_piece(
    inputs: AssemblyInputs, nodes: RelevanceReport | None
) -> Iterator[Problem]:
    """Note the included context nodes that no item stands for, where items stand for others."""
    placed = {item.node for item in inputs.stage.items if item.node is not None}
    if nodes is None or not placed:
        return
    missing = [node for node, is_in in nodes.inclusion_map.items() if is_in and node not in placed]
    if missing:
        yield Problem(
            Severity.NOTE,
            "assembly.nodes-without-item",
            f"Relevance includes context nodes that no item stands for: {', '.join(missing)}. They"
            " take no tokens here.",
            "Add an item for each that names it as its node.",
            Place(pointer="/items"),
        )


def _disagreeing(given: int, counted: int) -> Problem:
    return Problem(
        Severity.WARNING,
        "request.tokens-before",
        f"The request states {count_of(given, 'token')} used before the injection; the pieces of"
        f" steps 1 to 5 take {counted:,}, and these count.",
        f"Set tokens_used_before of the request to {counted}.",
        Place(pointer="/tokens_used_before"),
    )
