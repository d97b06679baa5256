"""Why one file is in, cut or out, as lines of text with the arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from inspector.core.builder.fates import FateKind, FileFate
from inspector.core.builder.ranked import RankedFile
from inspector.core.builder.report import BundleReport
from inspector.present.builder.fate_sentence import fate_sentence
from inspector.present.builder.names import FATE_WORDS, LEVEL_WORDS, TERM_WORDS, TIE_WORDS
from inspector.project.code.slices import Cut
from inspector.project.index import ParseState, Relation

MOST_CUTS = 40  # lines of them; --json has them all


def fate_lines(report: BundleReport, path: str) -> list[str] | None:
    """Return why a file is in, cut or out; None for a path that is neither indexed nor asked for.

    What is below a folder that is out as a whole is out with it. Contents are not among the lines.
    """
    fate = report.fates.get(path)
    if fate is None:
        return _below_excluded(report, path)
    word = FATE_WORDS[fate.kind]
    lines = [f"{fate.path}: {word}", f"  {fate_sentence(report, fate)}"]
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
    facts = [f"{file.byte_size:,} bytes"]
    if file.hash is not None:
        facts += [f"{file.line_count:,} lines", file.encoding.value]
    if file.language is not None:
        broken = " with errors" if file.parse is ParseState.PARTIAL else ""
        facts.append(f"{file.language}{broken}, {len(file.symbols):,} definitions")
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
                f" {step.tokens_after:,} tokens, hard limit {step.hard_limit:,}"
            )


def _taken_out(fate: FileFate) -> Iterator[str]:
    if fate.level is not None and fate.cuts:
        yield f"  sent as    {LEVEL_WORDS[fate.level]}"
    for cut in fate.cuts[:MOST_CUTS]:
        yield f"  cut        {_lines(cut)}"
    if len(fate.cuts) > MOST_CUTS:
        yield f"  cut        {len(fate.cuts) - MOST_CUTS:,} more places"
    for span in fate.redactions:
        yield f"  redacted   line {span.first_line:,}: {span.kind}"


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
        f"  bundle     {budget.estimated_input_tokens:,} of {budget.hard_limit_tokens:,} tokens"
        f" (soft limit {budget.soft_limit_tokens:,})"
    )
