"""The eight steps in order, one result (Injection §4).

The injection as pieces of the prompt, in the order in which its text is laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inspector.core.arguments import require
from inspector.core.assembly.inputs import AssemblyInputs
from inspector.core.assembly.pieces import SEPARATOR, Piece, PieceKind, Step
from inspector.core.assembly.report import Assembly, PromptLimits, judge
from inspector.core.assembly.surroundings import surroundings
from inspector.core.candidates.candidate_set import without_repeats
from inspector.core.candidates.counting import count_candidates
from inspector.core.candidates.linting import lint_candidates
from inspector.core.injection.materialization import ChosenMode, Mode
from inspector.core.injection.prepare import prepare
from inspector.core.injection.rendering import render_buckets, render_knowledge
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.problems import Severity
from inspector.core.reasons import Verdict
from inspector.core.tokens.counter import TokenCounter

KNOWLEDGE = "knowledge"
BUCKET = "bucket:"


def injected_pieces(report: InjectionReport) -> tuple[Piece, ...]:
    """Return the heading and the cards, then each bucket: heading, background, files, lines.

    Their sizes add up to the tokens that the injection uses.
    """
    pieces = [*_knowledge(report)]
    for index in range(len(report.prepared.counted.buckets)):
        pieces += _bucket(report, index)
    return tuple(pieces)


def _piece(kind: PieceKind, subject: str, title: str, tokens: int, more: int, group: str) -> Piece:
    return Piece(Step.INJECTION, kind, subject, title, tokens, more, group)


def _knowledge(report: InjectionReport) -> Iterator[Piece]:
    chosen, cards = report.tiers, report.prepared.cards
    if not len(chosen.ranks):
        return
    separators = report.prepared.counted.separators
    heading = separators.knowledge_heading
    yield _piece(
        PieceKind.HEADING, "knowledge.heading", "Heading of the cards", 0, heading, KNOWLEDGE
    )
    for rank, tier in zip(chosen.ranks.tolist(), chosen.tiers.tolist(), strict=True):
        row = int(cards.order[rank])
        yield _piece(
            PieceKind.CARD,
            cards.columns.node_ids[row],
            cards.columns.names[row],
            int(cards.costs[rank, tier]),
            separators.card,
            KNOWLEDGE,
        )


def _bucket(report: InjectionReport, index: int) -> Iterator[Piece]:
    """Yield one bucket. Its heading is a piece of its own, whoever paid for it."""
    counted = report.prepared.counted
    bucket = counted.buckets[index].bucket
    group = BUCKET + bucket.bucket_id
    backgrounds = [one for one in report.backgrounds if one.bucket_index == index]
    inlined, listed = report.files_of(index, Mode.INLINED), report.files_of(index, Mode.LISTED)
    paid = sum(one.overhead for one in backgrounds)
    paid += sum(one.overhead for one in (*inlined, *listed))
    within = [one for one in backgrounds if one.verdict is Verdict.INCLUDED]
    own = len(within) * counted.separators.background + len(listed) * counted.separators.line
    own += sum(one.file.counted.heading for one in inlined)
    if paid > own:
        title = f"Heading of {bucket.bucket_title}"
        subject = f"{bucket.bucket_id}.heading"
        yield _piece(PieceKind.HEADING, subject, title, 0, paid - own, group)
    for one in within:
        title = f"Background of {bucket.bucket_title}"
        more = counted.separators.background
        yield _piece(PieceKind.BACKGROUND, bucket.bucket_id, title, one.tokens, more, group)
    yield from (_file(choice, choice.file.counted.heading, group) for choice in inlined)
    yield from (_file(choice, counted.separators.line, group) for choice in listed)


def _file(choice: ChosenMode, overhead: int, group: str) -> Piece:
    counted = choice.file.counted
    title = counted.file.title
    return _piece(PieceKind.FILE, counted.reference, title, choice.tokens, overhead, group)


Inject = Callable[[int], InjectionReport]
"""Runs the injection after so many tokens of the steps before it."""


def assemble(
    inputs: AssemblyInputs, tokens: TokenCounter, *, injection: Inject | None = None
) -> Assembly:
    """Go through the eight steps and lay them out in the model's window.

    Relevance decides about the pieces that are context nodes, discipline about the hot state. What
    steps 1 to 5 take is used before the injection; steps 7 and 8 follow it. A prompt over the hard
    limit, one whose hot state is refused and one that cannot be measured are refused; nothing is
    cut. ``injection`` is for whoever keeps counted candidates; without it they are counted here.
    Raises ``TypeError`` for an argument of another type.
    """
    require(AssemblyInputs, inputs=inputs)
    require(TokenCounter, tokens=tokens)
    require(Callable | None, injection=injection)
    around = surroundings(inputs, tokens)
    injected = (injection or _injection(inputs, tokens))(around.tokens_before)
    pieces = (
        *(piece for piece in around.pieces if piece.step.before_injection),
        *injected_pieces(injected),
        *(piece for piece in around.pieces if piece.step > Step.INJECTION),
    )
    limits = PromptLimits(
        window=inputs.request.model.context_window,
        reserve=inputs.stage.response_token_reserve,
        soft_pct=inputs.stage.soft_limit_threshold_pct,
    )
    used = sum(piece.size for piece in pieces)
    return Assembly(
        inputs=inputs,
        around=around,
        injection=injected,
        pieces=pieces,
        limits=limits,
        judgements=judge(limits, used, around),
    )


def _injection(inputs: AssemblyInputs, tokens: TokenCounter) -> Inject:
    def inject_after(tokens_before: int) -> InjectionReport:
        chosen = inputs.request.choices(inputs.candidates)
        found = lint_candidates(chosen)
        errors = tuple(problem for problem in found if problem.severity is Severity.ERROR)
        counted = count_candidates(without_repeats(chosen), tokens)
        injector = Injector(prepare(inputs.request, counted, tokens_before), errors)
        return injector.run(inputs.policy, inputs.strategy, inputs.settings)

    return inject_after


def prompt_text(assembly: Assembly) -> str | None:
    """Return the text of all eight steps; None where a text of a piece that is in is not there.

    ``texts_left_out`` names what is missing. A refused prompt has a text, too: it is for reading.
    """
    if texts_left_out(assembly):
        return None
    parts = []
    for band in assembly.bands:
        if band.step is Step.INJECTION:
            parts += [
                render_knowledge(assembly.injection) or "",
                render_buckets(assembly.injection) or "",
            ]
        for span in band.spans:
            if span.piece.text:
                parts += [span.piece.text, SEPARATOR if span.piece.overhead else ""]
    return "".join(parts)


def texts_left_out(assembly: Assembly) -> tuple[str, ...]:
    """Return the titles of the pieces that are in but whose text is not among the inputs."""
    missing = [
        piece.title
        for piece in assembly.pieces
        if piece.step is not Step.INJECTION and piece.text is None and piece.tokens
    ]
    if render_knowledge(assembly.injection) is None:
        missing.append("knowledge cards")
    if render_buckets(assembly.injection) is None:
        missing.append("bucket files")
    return tuple(missing)
