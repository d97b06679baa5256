"""A build as lines of text, for terminals: what is in, what is out and why, what to do.

What became of a file of the project, in a sentence.

Why one file is in, cut or out, as lines of text with the arithmetic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from inspector.core.builder.outputs import BlockType, BudgetDecision, RedactionReason
from inspector.core.builder.ranking import RankedFile
from inspector.core.builder.report import BundleReport, FateKind, FileFate, Refusal
from inspector.language import tr
from inspector.plurals import count_of
from inspector.present.shares import reconciled_text, share_text
from inspector.project.code.slices import Cut
from inspector.project.index import ParseState, Relation
from inspector.stages.builder.words import FATE_WORDS, LEVEL_WORDS, TERM_WORDS, TIE_WORDS

_IN = (FateKind.INCLUDED, FateKind.SLICED, FateKind.REDACTED)
MOST_PLACES = 20  # of a refusal; --json has them all
MOST_ROWS = 40  # of a group; --json has them all


def headline(report: BundleReport) -> str:
    """Return the outcome in one line."""
    if report.refusal is not None:
        return f"Refused ({report.refusal.code}): {_bare(report.refusal.sentence)}"
    budget = report.budget
    if budget.decision is BudgetDecision.OK:
        return f"Ready: {count_of(budget.estimated_input_tokens, 'token')}, within the soft limit."
    return (
        f"Ready, with a warning: {count_of(budget.estimated_input_tokens, 'token')}, more than the"
        f" soft limit of {budget.soft_limit_tokens:,}."
    )


def build_lines(report: BundleReport) -> list[str]:
    """Return a build as lines of text."""
    candidates = [fate for fate in report.fates.values() if fate.reason is not None]
    groups = (
        ("In the bundle", _ranked(report, candidates, _IN)),
        ("Would be in", _ranked(report, candidates, (FateKind.REFUSED,))),
        ("Removed to fit", _ranked(report, candidates, (FateKind.REMOVED,))),
        (
            "Optional, which the rules do not send",
            _ranked(report, candidates, (FateKind.OPTIONAL,)),
        ),
        ("Out by a hard rule", [one for one in candidates if one.kind is FateKind.EXCLUDED]),
    )
    lines = [headline(report), *_what_to_do(report.refusal), "", *_limits(report)]
    reasons = {file.path: file.reason.value.replace("_", " ") for file in report.ranking}
    for title, fates in groups:
        if fates:
            rows = [_row(fate, reasons.get(fate.path, "")) for fate in fates[:MOST_ROWS]]
            lines += ["", f"{title} ({len(fates):,})", *_table(rows), *_beyond(fates, MOST_ROWS)]
    if created := _to_be_created(report):
        title = f"To be created ({len(created):,})"
        lines += ["", title, *_table(created[:MOST_ROWS]), *_beyond(created, MOST_ROWS)]
    lines += ["", *_ends(report)]
    return lines


def _to_be_created(report: BundleReport) -> list[tuple[str, ...]]:
    """Return targets that the project does not have yet: empty blocks of the bundle."""
    files = report.index.files
    return [
        (placed.block.priority, f"{placed.tokens:,}".rjust(7), path)
        for placed in report.blocks
        if placed.block.block_type is BlockType.FILE
        and (path := placed.block.meta.path) is not None
        and path not in files
    ]


def _what_to_do(refusal: Refusal | None) -> list[str]:
    """Return the places of a refusal, and what a person can do."""
    if refusal is None:
        return []
    rows = [
        (f"{place.path}{f':{place.line}' if place.line else ''}", place.kind, place.name)
        for place in refusal.places[:MOST_PLACES]
    ]
    advice = [
        f"  → {one.sentence}"
        + (f" (--allow-denied '{one.rule}' --reason TEXT)" if one.rule else "")
        for one in refusal.advice
    ]
    return [*_table(rows), *_beyond(refusal.places, MOST_PLACES), *advice]


def _beyond(items: Sequence[object], most: int) -> list[str]:
    """Say how many are not listed here."""
    beyond = len(items) - most
    return [f"  and {beyond:,} more, which --json lists"] if beyond > 0 else []


def _limits(report: BundleReport) -> list[str]:
    budget = report.budget
    hard = budget.hard_limit_tokens
    share = f" ({share_text(budget.estimated_input_tokens / hard)})" if hard else ""
    rows = (
        ("tokens", f"{budget.estimated_input_tokens:,}{share}", f"by {report.estimator}"),
        ("soft limit", f"{budget.soft_limit_tokens:,}", "above it, a warning"),
        (
            "hard limit",
            f"{hard:,}",
            f"{budget.max_input_tokens:,} less {budget.reserve_output_tokens:,} for the response",
        ),
    )
    return [f"{name:<12}{value:>16}  {words}".rstrip() for name, value, words in rows]


def _ranked(
    report: BundleReport, fates: Iterable[FileFate], kinds: Sequence[FateKind]
) -> list[FileFate]:
    """Return the fates of these kinds, the highest rank first."""
    ranks = {file.path: file.rank for file in report.ranking}
    chosen = [fate for fate in fates if fate.kind in kinds]
    return sorted(chosen, key=lambda fate: ranks.get(fate.path, len(ranks) + 1))


def _row(fate: FileFate, asked_as: str) -> tuple[str, ...]:
    """Return priority, tokens, what was done, path, and why it is a candidate or out."""
    sent = fate.kind in _IN
    tokens = fate.tokens if sent else fate.needed
    shown = "" if tokens is None else f"{tokens:,}"
    word = LEVEL_WORDS[fate.level] if sent and fate.level else ""
    if fate.redactions:
        word += f", {len(fate.redactions):,} redacted"
    why = asked_as if sent or fate.exclusion is None else _bare(fate.sentence)
    return (fate.priority or "", shown.rjust(7), *((word,) if sent else ()), fate.path, why)


def _ends(report: BundleReport) -> list[str]:
    files = report.index.files.values()
    excluded = Counter(file.exclusion for file in files if file.exclusion is not None)
    kinds = ", ".join(f"{count:,} {kind.value}" for kind, count in sorted(excluded.items()))
    secrets = [one for one in report.redactions.redactions if one.reason is RedactionReason.SECRET]
    ledger = report.ledger
    prints = report.manifest.fingerprints
    return [
        f"Index: {count_of(len(files), 'file')}, of which blocked: {kinds or 'none'}.",
        f"Secrets: {count_of(len(secrets), 'entry')} in the redaction report, by {report.scanner}.",
        *(
            f"Finding {one.id}: {one.kind} in {one.path}, line {one.line:,}"
            + (f", {one.names}" if one.names else "")
            for one in [one for one in report.findings if not one.reason][:MOST_ROWS]
        ),
        f"{reconciled_text(ledger.total_tokens, ledger.budget)}.",
        *(f"Note: {note}" for note in report.budget.notes[:MOST_ROWS]),
        *_beyond(report.budget.notes, MOST_ROWS),
        f"Bundle {prints.bundle_fingerprint[:16]}…  index {prints.project_index_fingerprint[:16]}…"
        f"  rules {prints.config_fingerprint[:16]}…",
    ]


def _table(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows with their columns aligned, each behind two spaces."""
    table = [tuple(row) for row in rows]
    if not table:
        return []
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  "
        + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]


def _bare(sentence: str) -> str:
    """Return a sentence without the word that its heading has said already."""
    for start in ("Refused: ", "Out: ", "In, whole: "):
        sentence = sentence.removeprefix(start)
    return sentence


def refused_before(report: BundleReport, fate: FileFate) -> str:
    """Return the code by which a call was refused before it came to a file, "" where it did.

    A call that is refused before files are ranked has no candidates: that nothing leads to a file
    would then be said of its targets, too.
    """
    if fate.kind is not FateKind.NO_CANDIDATE or report.refusal is None or report.ranking:
        return ""
    return report.refusal.code


def fate_word(report: BundleReport, fate: FileFate) -> str:
    """Return what became of a file in a word or two."""
    return tr("not chosen") if refused_before(report, fate) else FATE_WORDS[fate.kind]


def fate_sentence(report: BundleReport, fate: FileFate) -> str:
    """Say what became of a file and why."""
    code = refused_before(report, fate)
    if code:
        return tr("The call was refused before files were chosen ({code}).", code=code)
    return fate.sentence


MOST_CUTS = 40  # lines of them; --json has them all


def fate_lines(report: BundleReport, path: str) -> list[str] | None:
    """Return why a file is in, cut or out; None for a path that is neither indexed nor asked for.

    What is below a folder that is out as a whole is out with it. Contents are not among the lines.
    """
    fate = report.fates.get(path)
    if fate is None:
        return _below_excluded(report, path)
    lines = [f"{fate.path}: {fate_word(report, fate)}", f"  {fate_sentence(report, fate)}"]
    if fate.reason is not None:
        lines.append(f"  rule       {fate.reason.rule} [{fate.reason.code}]")
    lines += _file(report, path)
    ranked = next((file for file in report.ranking if file.path == path), None)
    if ranked is not None:
        lines += _ranking(report, ranked)
    lines += _fitting(report, path)
    lines += _taken_out(fate)
    lines += _room(report, fate)
    return lines


def _below_excluded(report: BundleReport, path: str) -> list[str] | None:
    for folder in PurePosixPath(path).parents:
        above = report.fates.get(str(folder))
        if above is not None and above.exclusion is not None:
            return [
                f"{path}: {FATE_WORDS[FateKind.EXCLUDED]}",
                f"  The folder {above.path} is never looked into. {above.sentence}",
            ]
    return None


def _file(report: BundleReport, path: str) -> Iterator[str]:
    file = report.index.files.get(path)
    if file is None:
        return
    facts = [f"{count_of(file.byte_size, 'byte')}"]
    if file.hash is not None:
        facts += [count_of(file.line_count, "line"), file.encoding.value]
    if file.language is not None:
        broken = " with errors" if file.parse is ParseState.PARTIAL else ""
        facts.append(f"{file.language}{broken}, {count_of(len(file.symbols), 'definition')}")
    yield f"  file       {', '.join(facts)}"


def _ranking(report: BundleReport, file: RankedFile) -> Iterator[str]:
    for term in file.terms:
        counted = "" if term.counted else "  (a higher weight counts)"
        yield f"  {term.points:>+5}      {TERM_WORDS[term.kind]}: {term.sentence}{counted}"
    yield (
        f"  = {file.score:<9}rank {file.rank:,} of {len(report.ranking):,}, priority"
        f" {file.priority}: {TIE_WORDS[file.tie_break]}"
    )
    for step in file.via:
        yield f"  by way of  {_step(step)}"


def _step(step: Relation) -> str:
    verb = step.kind.value.replace("_", " ")
    return f"{_end(step.source_path, step.source_symbol)} {verb} " + _end(
        step.target_path, step.target_symbol
    )


def _end(path: str, symbol: str) -> str:
    return f"{path}#{symbol}" if symbol else path


def _fitting(report: BundleReport, path: str) -> Iterator[str]:
    for step in report.fit_steps:
        if step.path == path:
            yield (
                f"  step {step.number:<6,}{step.sentence} {step.tokens_before:,} →"
                f" {count_of(step.tokens_after, 'token')}, hard limit {step.hard_limit:,}"
            )


def _taken_out(fate: FileFate) -> Iterator[str]:
    if fate.level is not None and fate.cuts:
        yield f"  sent as    {LEVEL_WORDS[fate.level]}"
    for cut in fate.cuts[:MOST_CUTS]:
        yield f"  cut        {_lines(cut)}"
    if len(fate.cuts) > MOST_CUTS:
        yield f"  cut        {count_of(len(fate.cuts) - MOST_CUTS, 'more place')}"
    done = "found   " if fate.kind is FateKind.REFUSED else "redacted"
    for span in fate.redactions:
        yield f"  {done}   line {span.first_line:,}: {span.kind}"


def _lines(cut: Cut) -> str:
    if cut.first_line == cut.last_line:
        return f"line {cut.first_line:,}"
    return f"lines {cut.first_line:,} to {cut.last_line:,}"


def _room(report: BundleReport, fate: FileFate) -> Iterator[str]:
    if fate.kind is FateKind.NO_CANDIDATE:
        return
    budget = report.budget
    if fate.needed is not None:
        yield f"  tokens     {fate.tokens:,} of {fate.needed:,} for the whole file"
    yield (
        f"  bundle     {budget.estimated_input_tokens:,} of"
        f" {count_of(budget.hard_limit_tokens, 'token')} (soft limit {budget.soft_limit_tokens:,})"
    )
