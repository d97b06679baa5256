"""``inspector watch``: receipts followed while they are written, each replayed from itself."""

from __future__ import annotations

import argparse
import json
import time
from collections import deque
from pathlib import Path

from inspector.cli.output import BAD_INPUT, DONE, FAILED, STANDARD, report_line, write_text
from inspector.cli.result_options import JSON, add_form_options, add_output_option, any_number


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "folder", metavar="FOLDER", help="a folder with receipts (*.jsonl), or one file of them"
    )
    parser.add_argument(
        "--once", action="store_true", help="read what is there, and end instead of waiting"
    )
    parser.add_argument(
        "--seconds", type=any_number, metavar="N", help="end after so many seconds (with Ctrl+C)"
    )
    add_form_options(parser)
    add_output_option(parser)


_PAUSE = 1.0  # seconds between two looks
_MOST_KEPT = 1_000  # looks that a file holds; of more, the newest


def run(options: argparse.Namespace) -> int:
    """Tell what is new, look for look; 1 where a receipt failed."""
    from inspector.analysis.audit.audit import Outcome
    from inspector.files.receipts import ReceiptTail
    from inspector.stages.audit.receipts import batch_lines, batch_of

    tail, failed, first = ReceiptTail(Path(options.folder)), False, True
    told: deque[str] = deque(maxlen=1 if options.output == STANDARD else _MOST_KEPT)
    end = None if options.seconds is None else time.monotonic() + options.seconds
    while True:
        try:
            batch = batch_of(tail.read())
        except OSError as error:
            report_line(f"inspector watch: {options.folder} cannot be read: {error.strerror}")
            return BAD_INPUT
        failed = failed or bool(batch.outcomes[Outcome.FAILED])
        is_new = bool(batch.receipts or batch.dropped)
        if is_new or (options.once and first):
            as_json = options.format == JSON
            told.append(json.dumps(batch.fields()) if as_json else "\n".join(batch_lines(batch)))
            write_text(options.output, "".join(f"{one}\n" for one in told))
        first = False
        if (options.once and not is_new) or (end is not None and time.monotonic() >= end):
            return FAILED if failed else DONE
        if not is_new:
            time.sleep(_PAUSE)
