"""``inspector assemble``: the eight steps in order, laid out in the model's window."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    InputError,
    UsageError,
    report_line,
    report_problems,
    usable,
    write_result,
    write_text,
)
from inspector.cli.recording import add_history_options, record_result
from inspector.cli.result_options import (
    CSV,
    JSON,
    FieldOption,
    add_chart_option,
    add_field_options,
    add_form_options,
    add_output_option,
    add_table_options,
    field_edits,
    table_asked,
    table_written,
)
from inspector.cli.session_options import (
    add_session_options,
    has_unusable_part,
    require_session,
    session_from,
    unread_relevance,
)

if TYPE_CHECKING:
    from inspector.core.assembly import Assembly


TABLES = ("items", "steps", "ledger")
_LIMITS = (
    FieldOption(
        "--reserve", "response_token_reserve", "tokens of the window kept for the model's answer"
    ),
    FieldOption(
        "--soft", "soft_limit_threshold_pct", "percentage of the hard limit above which to warn"
    ),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_session_options(parser)
    add_field_options(parser, "assembly", _LIMITS)
    add_form_options(parser, CSV)
    add_table_options(parser, TABLES, "verdict:dropped tokens>500")
    parser.add_argument("--text", metavar="FILE", help="write the prompt as the model would get it")
    parser.add_argument(
        "--manifest", metavar="FILE", help="write the manifest of its injection, as run does"
    )
    add_chart_option(parser, "the eight bands")
    add_output_option(parser)
    add_history_options(parser)


def run(options: argparse.Namespace) -> int:
    """Assemble a session; 1 stands for a prompt that is refused."""
    _check_usage(options)
    require_session(options)
    session, problems = session_from(options)
    session = usable(session, problems)
    for edit in field_edits(options, "assembly", _LIMITS):
        session = edit(session)

    from inspector.stages.assembly.runs import AssemblyRuns

    result = AssemblyRuns().run(session)
    report_problems(result.problems)
    record_result(options, result)
    if result.assembly is None or not _write_all(options, result.assembly):
        return BAD_INPUT
    if result.assembly.refused:
        for entry in result.assembly.judgements:
            report_line(f"inspector assemble: {entry.sentence}")
    if result.assembly.refused:
        return FAILED
    if has_unusable_part((*problems, *result.problems), session):
        return BAD_INPUT
    if unread_relevance((*problems, *result.problems), session):
        return FAILED
    return DONE if result.assembly.ledger.balances else FAILED


def _check_usage(options: argparse.Namespace) -> None:
    if [options.text, options.chart, options.manifest].count(STANDARD) > 1:
        raise UsageError("only one of --text, --chart and --manifest can go to standard output")


def _write_all(options: argparse.Namespace, assembly: Assembly) -> bool:
    """Write what was asked for; return whether there was all of it."""
    had_text = not options.text or _write_text(options.text, assembly)
    if options.chart:
        from inspector.stages.assembly.bands import bands_of
        from inspector.stages.assembly.bands_items import bands_svg

        write_text(options.chart, bands_svg(bands_of(assembly)))
    if options.manifest:
        from inspector.files import manifest_bytes

        write_result(options.manifest, manifest_bytes(assembly.injection))
    asked = (options.text, options.chart, options.manifest)
    if STANDARD not in asked or options.output != STANDARD:
        write_text(options.output, _result(options, assembly))
    return had_text


def _write_text(path: str, assembly: Assembly) -> bool:
    """Write the prompt; a refused one, or one with a text that is not there, is not written."""
    from inspector.core.assembly import prompt_text, texts_left_out

    if assembly.refused:
        return True
    text = prompt_text(assembly)
    if text is None:
        missing = ", ".join(texts_left_out(assembly))
        report_line(f"inspector assemble: --text: these texts are not in the session: {missing}")
        return False
    write_result(path, text.encode("utf-8", "backslashreplace"))  # the very bytes of the model
    return True


def _result(options: argparse.Namespace, assembly: Assembly) -> str:
    table = table_asked(options, TABLES)
    if table is not None:
        from inspector.present.table.spec import ledger_table
        from inspector.stages.assembly.tables import item_table, step_table

        if table == "ledger":
            return table_written(ledger_table(assembly.ledger), options, refusal=InputError)
        data = item_table(assembly) if table == "items" else step_table(assembly)
        return table_written(data, options, refusal=InputError)
    if options.format == JSON:
        import json

        from inspector.files import assembly_result

        text = json.dumps(assembly_result(assembly), indent=2, ensure_ascii=False)
    else:
        from inspector.stages.assembly.words import assembly_lines

        text = "\n".join(assembly_lines(assembly))
    return f"{text}\n"
