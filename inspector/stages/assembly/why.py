"""Why a piece is where it is, a step has its size, or the whole is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.analysis.audit.finding import Working
from inspector.core.assembly import Assembly, Decision, PieceKind, Step
from inspector.core.discipline import StepName
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.language import localized, tr, tr_n
from inspector.present.why import Passage, Why, budget_steps, explanation, passage
from inspector.stages.assembly.bands import LEFT_OUT, ItemRow, item_rows
from inspector.stages.assembly.words import (
    KIND_TITLES,
    LENS_TITLES,
    deciding_lens,
    entry_key,
    step_name,
    step_of_key,
)
from inspector.stages.injection.why import why_injection

WHOLE = "assembly:whole"
_STEP_TITLES = {
    StepName.CHECK: tr("As it was given"),
    StepName.COMPRESS: tr("Compressed"),
    StepName.REFERENCE: tr("Referenced"),
    StepName.MINIMAL: tr("Minimal"),
}


def explained(assembly: Assembly, subject: str) -> tuple[Why, str] | None:
    """Explain what is selected, else the whole; the link leads to the lens that decided."""
    found = why_assembly(assembly, subject) or why_assembly(assembly, WHOLE)
    if found is None:
        return None
    lens, _ = lens_of(assembly, found.key)
    return found, tr("Show it in {lens_titles}", lens_titles=LENS_TITLES[lens]) if lens else ""


def why_assembly(assembly: Assembly, key: str) -> Why | None:
    """Explain the key of a row, of a step or of the whole; None where there is no such one."""
    if key == WHOLE:
        return _why_whole(assembly)
    step = step_of_key(key)
    if step is not None:
        return _why_step(assembly, step)
    row = next((row for row in item_rows(assembly) if row.key == key), None)
    if row is None:
        injected = _injectable(key)
        return why_injection(assembly.injection, key) if injected else _why_closing(assembly, key)
    if row.entry is None:
        return _why_summed(assembly, row)
    steps = (*_deciding_steps(assembly, row), *_place_steps(row))
    if row.step is None:
        steps = tuple(_limit_steps(assembly))
    why = explanation(
        key, row.entry, steps, tuple(_texts(assembly, row)), tuple(_remedies(assembly, row.entry))
    )
    return replace(why, kind=KIND_TITLES[row.kind])


def _why_closing(assembly: Assembly, key: str) -> Why | None:
    """Explain a row that closes the sum and has no place of its own in the prompt."""
    for entry in assembly.ledger.entries if key.startswith("balance:") else ():
        if key == entry_key(entry):
            return explanation(key, entry, tuple(_limit_steps(assembly)))
    return None


def lens_of(assembly: Assembly, key: str) -> tuple[str, str]:
    """Return the lens that decided about a key and the subject to show there; "" for none."""
    if step_of_key(key) is Step.INJECTION or key == LEFT_OUT:
        return "injection", ""
    for row in item_rows(assembly):
        if row.key == key:
            if row.entry is None:
                return "injection", ""
            lens = deciding_lens(row.entry)
            return lens, _subject_in(assembly, lens, row)
    return ("injection", key) if _injectable(key) else ("", "")


def _injectable(key: str) -> bool:
    """Whether a key is one of a candidate, which need not be in the prompt."""
    return key.partition(":")[0] in (PieceKind.CARD, PieceKind.FILE, PieceKind.BACKGROUND)


def _subject_in(assembly: Assembly, lens: str, row: ItemRow) -> str:
    """Return the key by which a lens knows the subject of a row."""
    if lens != "relevance":
        return row.key if lens == "injection" else ""
    subject = row.key.partition(":")[2]
    node = next(
        (item.node for item in assembly.inputs.stage.items if item.item_id == subject), None
    )
    return f"node:{node}" if node else ""


def _why_whole(assembly: Assembly) -> Why:
    first, *others = assembly.judgements
    why = explanation(
        WHOLE, first, tuple(_limit_steps(assembly)), remedies=tuple(_whole_remedies(assembly))
    )
    sentence = " ".join([why.sentence, *(entry.sentence for entry in others)])
    return replace(why, kind="", sentence=sentence, tokens=assembly.used, whole=True)


def _why_step(assembly: Assembly, step: Step) -> Why:
    band = assembly.bands[step - 1]
    layout = sum(span.piece.overhead for span in band.spans)
    steps = [
        Working(tr("Starts at"), tr("where the step before ends"), localized(band.start)),
        Working(
            tr("Content"),
            tr_n("1 piece", "{count:,} pieces", len(band.spans), count=len(band.spans)),
            localized(band.tokens - layout),
        ),
        Working(tr("Layout"), tr("headings and separators"), localized(layout)),
        Working(tr("Ends at"), "", localized(band.end)),
    ]
    if step is Step.INJECTION:
        steps = [
            Working(
                tr("Already in context"),
                tr("tokens of steps 1 to 5"),
                localized(assembly.tokens_used_before),
            )
        ]
        steps += [*budget_steps(assembly.injection)]
        steps.append(Working(tr("Injected"), tr("layout included"), localized(band.tokens)))
    out = [
        entry.name
        for entry in assembly.around.rows
        if entry.account == step.account and not entry.tokens and entry.needed
    ]
    if step.before_injection and assembly.steps_before_given:
        sentence = tr(
            "Steps 1 to 5 together take {tokens:,} tokens, as the request states, of the window's",
            tokens=assembly.tokens_used_before,
        )
    else:
        sentence = tr(
            "Step {step} takes {tokens:,} of the window's", step=int(step), tokens=band.tokens
        )
    sentence += tr(" {window:,} tokens.", window=assembly.limits.window)
    if out:
        sentence += tr(" Left out of it: {names}.", names=", ".join(out))
    return Why(
        key=f"step:{int(step)}",
        name=step_name(assembly, step).title,
        kind="step",
        rule="Injection §4",
        sentence=sentence,
        help=step_name(assembly, step).help,
        tokens=band.tokens,
        steps=tuple(steps),
    )


def _why_summed(assembly: Assembly, row: ItemRow) -> Why:
    """Explain a heading, or the candidates that the injection left out."""
    left_out = row.key == LEFT_OUT
    sentence = (
        tr("These candidates are not in the prompt. Each has its own reason in the injection.")
        if left_out
        else tr("The injection's layout: {layout:,} tokens of heading.", layout=row.layout)
    )
    return Why(
        key=row.key,
        name=row.name,
        kind="left out" if left_out else "heading",
        rule="Injection §4.6",
        sentence=sentence,
        tokens=row.size,
        steps=tuple(budget_steps(assembly.injection)) if left_out else tuple(_place_steps(row)),
    )


def _place_steps(row: ItemRow) -> Iterator[Working]:
    if row.start is None:
        return
    yield Working(tr("Starts at"), tr("where the piece before ends"), localized(row.start))
    yield Working(tr("Content"), "", localized(row.tokens))
    if row.layout:
        yield Working(tr("Layout"), tr("headings and separators"), localized(row.layout))
    yield Working(tr("Ends at"), "", localized(row.start + row.size))


def _deciding_steps(assembly: Assembly, row: ItemRow) -> Iterator[Working]:
    """Yield how discipline came to the size of the hot state."""
    report = assembly.discipline
    if row.kind != PieceKind.HOT_STATE or report is None:
        return
    yield Working(
        tr("Limit"),
        tr("working-state limit"),
        localized(assembly.inputs.hot_state.limits.max_hot_state_tokens),
    )
    for step in report.steps:
        if step.tried:
            yield Working(
                _STEP_TITLES[step.name], tr("by its estimate"), localized(step.tokens_after)
            )
    if report.counted_tokens is not None:
        yield Working(
            tr("Counted"),
            tr("by {counter}", counter=report.counter),
            localized(report.counted_tokens),
        )


def _limit_steps(assembly: Assembly) -> Iterator[Working]:
    limits = assembly.limits
    given = tr("{window:,} − {reserve:,} reserve", window=limits.window, reserve=limits.reserve)
    yield Working(
        tr("Hard limit"), f"max(0, {given})" if limits.no_room else given, localized(limits.hard)
    )
    yield Working(
        tr("Soft limit"),
        f"⌊{localized(limits.hard)} × {limits.soft_pct} %⌋",
        localized(limits.soft),
    )
    yield Working(tr("Used"), tr("all eight steps"), localized(assembly.used))
    if assembly.over:
        yield Working(
            tr("Over the window"), tr("used + reserve − window"), localized(assembly.over)
        )
    else:
        yield Working(tr("Unused"), tr("hard limit − used"), localized(assembly.unused))


def _texts(assembly: Assembly, row: ItemRow) -> Iterator[Passage]:
    subject = row.key.partition(":")[2]
    for span in assembly.spans:
        piece = span.piece
        if piece.step is row.step is not Step.INJECTION and piece.subject == subject:
            if piece.text or piece.tokens:
                yield passage(row.name, piece.text)
            return
    for item in assembly.inputs.stage.items:
        text = item.text or assembly.inputs.nodes.texts.get(item.node or "")
        if item.item_id == subject and text and row.kind == PieceKind.ITEM:
            yield passage(row.name, text, tr("not in the prompt"))
            return


def _remedies(assembly: Assembly, entry: LedgerEntry) -> Iterator[str]:
    lens = deciding_lens(entry)
    if entry.reason is Reason.ASSEMBLY_OVER:
        yield from _whole_remedies(assembly)
    elif entry.verdict is Verdict.REFUSED:
        yield tr("the hot state is brought within its limits, or rejecting is switched off")
    elif entry.reason is Reason.ITEM_IN_INJECTION:
        yield tr("it is given another step, or becomes a card or a file of the candidate set")
    elif entry.verdict is Verdict.BALANCE or entry.tokens:
        return
    elif lens:
        yield tr(
            "another fact flips the rule: the {lens_titles} lens shows which",
            lens_titles=LENS_TITLES[lens],
        )


def _whole_remedies(assembly: Assembly) -> Iterator[str]:
    limits = assembly.limits
    decision = assembly.decision
    reasons = {entry.reason for entry in assembly.judgements}
    if decision is Decision.WARN_SOFT_LIMIT:
        yield tr(
            "no warning: {used:,} tokens less in all steps together",
            used=assembly.used - limits.soft,
        )
    if Reason.ASSEMBLY_STATE_REFUSED in reasons:
        yield tr("the hot state is brought within its limits, or rejecting is switched off")
    if Reason.ASSEMBLY_UNCOUNTED in reasons:
        yield tr("the texts that cannot be counted are corrected")
    if Reason.ASSEMBLY_OVER_LIMIT in reasons:
        if assembly.over <= assembly.used:
            yield tr("{over:,} tokens less in all steps together", over=assembly.over)
        if assembly.used <= limits.window:
            yield tr(
                "an output reserve of at most {window:,}",
                window=limits.window - assembly.used,
            )
        yield tr(
            "a window of at least {window:,} tokens, with these {used:,} in it",
            window=assembly.used + limits.reserve,
            used=assembly.used,
        )
