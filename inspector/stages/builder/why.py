"""Why a file is in, cut or out, what a step of fitting did, what was decided about the whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.analysis.audit.finding import Working
from inspector.core.builder.outputs import BudgetDecision
from inspector.core.builder.ranking import RankedFile
from inspector.core.builder.report import FateKind, FileFate, FitAction, FitStep, Remedy
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.language import capitalized, localized, tr, tr_n
from inspector.present.reason_text import reason_help
from inspector.present.why import Why, difference, explanation, numbered, passage
from inspector.project.code.slices import Cut
from inspector.project.index import Relation
from inspector.stages.builder.build_lines import fate_word, refused_before
from inspector.stages.builder.shown import WHOLE, Shown, path_of
from inspector.stages.builder.words import (
    DECISIONS,
    FIT_WORDS,
    LEVEL_WORDS,
    TERM_WORDS,
    TIE_WORDS,
    definitions_text,
    lines_text,
)

_MOST_LINES = 12  # of cuts, and of redactions
_FATE_VERDICTS = {FateKind.EXCLUDED: Verdict.EXCLUDED, FateKind.NO_CANDIDATE: None}
_RELATIONS = {
    "imports": tr("imports"),
    "base_type": tr("has the base type"),
    "implements": tr("implements"),
    "calls": tr("calls"),
}


def why_builder(shown: Shown, key: str) -> Why | None:
    """Explain a file, block, step, redaction or the whole; None where there is no such one."""
    kind, _, rest = key.partition(":")
    if key == WHOLE:
        return _why_whole(shown)
    if kind == "fit":
        return _why_step(shown, key, rest)
    if kind == "redaction":
        return _why_redaction(shown, key, rest)
    entry = shown.entries.get(key)
    path = path_of(key)
    fate = shown.fate(path) if kind == "file" else None
    if fate is not None:
        return _why_file(shown, key, fate, entry)
    if entry is None:
        return None
    return explanation(key, entry, tuple(_room(shown, entry)))


# Files -----------------------------------------------------------------------------------


def _why_file(shown: Shown, key: str, fate: FileFate, entry: LedgerEntry | None) -> Why:
    path = path_of(key)
    ranked = shown.ranks.get(path)
    steps = [
        *(_ranking(shown, ranked) if ranked is not None else ()),
        *_fitting(shown, path),
        *_taken_out(fate),
        *(_room(shown, entry) if entry is not None else ()),
        *_facts(shown, path),
    ]
    remedies = tuple(_remedies(shown, fate, ranked))
    if entry is not None:
        why = explanation(key, entry, steps, remedies=remedies)
        return replace(why, name=path, kind=fate_word(shown.report, fate))
    excluded = fate.kind is FateKind.EXCLUDED
    return Why(
        key=key,
        name=path,
        kind=fate_word(shown.report, fate),
        verdict=_FATE_VERDICTS.get(fate.kind),
        reason="" if fate.exclusion is None else fate.exclusion.value,
        rule="Builder step 1" if excluded else "Builder step 0",
        sentence=shown.sentence(path),
        help=tr("Hard rules hold for every file, whether something asks for it or not.")
        if excluded
        else tr(
            "Candidates are the targets, what they import, extend, call or are called by, and what"
            " configures their folders."
        ),
        steps=tuple(steps),
        remedies=remedies,
    )


def _ranking(shown: Shown, file: RankedFile) -> Iterator[Working]:
    for term in file.terms:
        label = capitalized(tr(TERM_WORDS[term.kind]))
        sentence = (
            term.sentence
            if term.counted
            else tr("{sentence} A higher weight counts.", sentence=term.sentence)
        )
        yield Working(
            label,
            sentence,
            localized(term.points, "+,") if term.counted else f"({localized(term.points, '+,')})",
        )
    sums = " ".join(localized(term.points, "+,") for term in file.terms if term.counted)
    yield Working(
        tr("Score"), sums.replace("+", "+ ").replace("-", "− ").lstrip("+ "), localized(file.score)
    )
    place = tr("{rank:,} of {ranking:,}", rank=file.rank, ranking=len(shown.report.ranking))
    yield Working(tr("Rank"), TIE_WORDS[file.tie_break], place)
    for number, relation in enumerate(file.via, 1):
        yield Working(tr("Hop {number}", number=number), relation_text(relation), "")


def relation_text(relation: Relation) -> str:
    """Return a relation in words."""
    source = _end(relation.source_path, relation.source_symbol)
    target = _end(relation.target_path, relation.target_symbol)
    return f"{source} {_RELATIONS[relation.kind.value]} {target}"


def _end(path: str, symbol: str) -> str:
    return f"{symbol} ({path})" if symbol else path


def _fitting(shown: Shown, path: str) -> Iterator[Working]:
    for step in shown.steps_of.get(path, ()):
        before, after = localized(step.tokens_before), localized(step.tokens_after)
        working = f"{tr(FIT_WORDS[step.action])}: {before} → {after}"
        yield Working(
            tr("Fit step {number:,}", number=step.number),
            working,
            f"−{localized(step.saved)}" if step.saved else "0",
        )


def _taken_out(fate: FileFate) -> Iterator[Working]:
    if fate.cuts and fate.level is not None:
        lines = sum(cut.last_line - cut.first_line + 1 for cut in fate.cuts)
        places = ", ".join(_lines(cut) for cut in fate.cuts[:_MOST_LINES])
        more = len(fate.cuts) - _MOST_LINES
        if more > 0:
            places += tr(" and {more:,} more", more=more)
        yield Working(
            tr("Cut"),
            tr("{level_words}: lines {places}", level_words=LEVEL_WORDS[fate.level], places=places),
            lines_text(lines),
        )
    found = tr("Found") if fate.kind is FateKind.REFUSED else tr("Redacted")
    for span in fate.redactions[:_MOST_LINES]:
        yield Working(
            found, tr("line {first_line:,}: {kind}", first_line=span.first_line, kind=span.kind), ""
        )
    if len(fate.redactions) > _MOST_LINES:
        yield Working(
            found,
            tr("{redactions:,} more places", redactions=len(fate.redactions) - _MOST_LINES),
            "",
        )


def _lines(cut: Cut) -> str:
    first, last = cut.first_line, cut.last_line
    return localized(first) if first == last else f"{localized(first)}–{localized(last)}"


def _room(shown: Shown, entry: LedgerEntry) -> Iterator[Working]:
    if entry.needed is not None and entry.needed != entry.tokens:
        yield Working(tr("Whole"), tr("tokens of the whole block"), localized(entry.needed))
    if entry.tokens or entry.verdict is Verdict.BALANCE:
        hard = shown.report.budget.hard_limit_tokens
        yield Working(
            tr("Takes"), tr("of the hard limit of {hard:,}", hard=hard), localized(entry.tokens)
        )


def _facts(shown: Shown, path: str) -> Iterator[Working]:
    file = shown.file(path)
    if file is None:
        return
    facts = []
    if file.hash is not None:
        facts = [lines_text(file.line_count), file.encoding.value]
    if file.language:
        facts += [file.language, definitions_text(len(file.symbols))]
    yield Working(
        tr("Indexed"), ", ".join(facts), tr("{byte_size:,} bytes", byte_size=file.byte_size)
    )


def _remedies(shown: Shown, fate: FileFate, ranked: RankedFile | None) -> Iterator[str]:
    budget = shown.report.budget
    match fate.kind:
        case FateKind.NO_CANDIDATE if not refused_before(shown.report, fate):
            yield tr("A target, or a relation from one, leads to it.")
        case FateKind.OPTIONAL:
            yield tr("Optional context is sent, or it is made a target.")
        case FateKind.REMOVED | FateKind.SLICED:
            needed = shown.report.fit_steps[0].tokens_before if shown.report.fit_steps else 0
            over = needed - budget.hard_limit_tokens
            if over > 0:
                yield tr(
                    "{over:,} tokens more would hold everything that was asked for.", over=over
                )
            if fate.kind is FateKind.REMOVED and ranked is not None:
                yield tr("A higher score: a relation nearer to a target, or being one.")
        case FateKind.EXCLUDED:
            yield tr("The hard rule above is changed, if the file may be sent.")
        case FateKind.REFUSED:
            yield tr("What refuses the call is put right; the page in the middle says how.")
        case _:
            return


# Steps, redactions, the whole ------------------------------------------------------------


def _why_step(shown: Shown, key: str, number: str) -> Why | None:
    steps = shown.report.fit_steps
    step = next((one for one in steps if str(one.number) == number), None)
    if step is None:
        return None
    return Why(
        key=key,
        name=tr("Step {number:,}: {what}", number=step.number, what=tr(FIT_WORDS[step.action])),
        kind="fit step",
        verdict=Verdict.REFUSED if step.action is FitAction.REFUSE else None,
        reason=step.action.value,
        rule="Builder step 4",
        sentence=step.sentence,
        help=tr(
            "P3 goes first, then P2 from the lowest rank up; then P1 is sliced, the targets last."
            " After each step the estimate is taken again, and the first that fits ends it."
        ),
        tokens=step.tokens_after,
        steps=tuple(_step_steps(step)),
    )


def _step_steps(step: FitStep) -> Iterator[Working]:
    yield Working(tr("Before"), "", localized(step.tokens_before))
    yield Working(tr("Saved"), "", localized(step.saved))
    yield Working(tr("After"), "", localized(step.tokens_after))
    yield Working(tr("Hard limit"), "", localized(step.hard_limit))
    yield _against(step.tokens_after, step.hard_limit)


def _against(tokens: int, hard: int) -> Working:
    """Return what of the hard limit is left, or how much it is exceeded by."""
    if tokens > hard:
        return difference(tr("Over by"), tokens, hard)
    return difference(tr("Headroom"), hard, tokens)


def _why_redaction(shown: Shown, key: str, place: str) -> Why | None:
    one = numbered(shown.report.redactions.redactions, place)
    if one is None:
        return None
    return Why(
        key=key,
        name=one.target,
        kind=one.type.value.replace("_", " "),
        verdict=Verdict.REDUCED
        if one.type.value.startswith(("pattern", "content"))
        else Verdict.EXCLUDED,
        reason=one.reason.value,
        rule="Builder, RedactionReport",
        sentence=one.details,
        help=tr(
            "Everything that is taken out is written down: paths, blocks, slices and secrets."
            " Values of secrets never are."
        ),
    )


def _why_whole(shown: Shown) -> Why:
    report = shown.report
    budget, refusal = report.budget, report.refusal
    prints = report.manifest.fingerprints
    closes = tr("closes") if report.ledger.balances else tr("does NOT close")
    if refusal is not None:
        sentence = refusal.sentence
    else:
        sentence = tr(
            "{blocks:,} blocks go to the model. The balance {closes}: all rows"
            " together are {budget:,} tokens.",
            blocks=len(report.blocks),
            closes=closes,
            budget=report.ledger.budget,
        )
    paths = len(shown.index.files)
    steps = (
        *_limit_steps(shown),
        Working(
            tr("Index"),
            tr_n("{files:,} path", "{files:,} paths", paths, files=paths),
            f"{prints.project_index_fingerprint[:8]}…",
        ),
        Working(
            tr("Rules"),
            tr("configuration, scanner, estimator"),
            f"{prints.config_fingerprint[:8]}…",
        ),
        Working(tr("Call"), tr("correlation id"), f"{report.manifest.correlation_id[:8]}…"),
        Working(tr("Bundle"), tr("without ids and times"), f"{prints.bundle_fingerprint[:8]}…"),
        Working(tr("Counted by"), report.estimator, ""),
        Working(tr("Scanned by"), report.scanner, ""),
    )
    return Why(
        key=WHOLE,
        whole=True,
        name=tr("This bundle")
        if refusal is None
        else tr("Refused: {code}", code=refusal.code.value),
        kind=DECISIONS[budget.decision] if refusal is None else "refusal",
        verdict=None if refusal is None else Verdict.REFUSED,
        reason="" if refusal is None else refusal.reason.code,
        rule="Builder budgeting rules" if refusal is None else refusal.reason.rule,
        sentence=sentence,
        help=tr("Select a file, a block or a step to see why it is as it is.")
        if refusal is None
        else reason_help(refusal.reason),
        tokens=budget.estimated_input_tokens,
        steps=steps,
        passages=(passage(tr("Notes of the budget report"), "\n".join(budget.notes)),),
        remedies=tuple(_whole_remedies(shown)),
    )


def _limit_steps(shown: Shown) -> Iterator[Working]:
    budget, model = shown.report.budget, shown.session.builder.request.model
    hard, soft = budget.hard_limit_tokens, budget.soft_limit_tokens
    working = tr(
        "{max_input_tokens:,} − {reserve_output_tokens:,} reserve",
        max_input_tokens=budget.max_input_tokens,
        reserve_output_tokens=budget.reserve_output_tokens,
    )
    yield Working(tr("Hard limit"), working, localized(hard))
    pct = model.soft_limit_threshold_pct
    yield Working(tr("Soft limit"), f"⌊{localized(hard)} × {pct} %⌋", localized(soft))
    tokens = budget.estimated_input_tokens
    yield Working(tr("Estimate"), tr("all blocks and what is between them"), localized(tokens))
    yield _against(tokens, hard)


def _whole_remedies(shown: Shown) -> Iterator[str]:
    budget, refusal = shown.report.budget, shown.report.refusal
    if refusal is not None:
        yield from dict.fromkeys(
            tr("Choose {symbol} in {path}", symbol=one.symbol, path=one.path)
            if one.remedy is Remedy.CHOOSE_DEFINITION
            else one.sentence
            for one in refusal.advice
        )
    elif budget.decision is BudgetDecision.WARN_SOFT_LIMIT:
        over = budget.estimated_input_tokens - budget.soft_limit_tokens
        yield tr("No warning: {over:,} tokens less, or a higher soft limit.", over=over)
