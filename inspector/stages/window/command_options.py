"""The options of ``inspector place``."""

from __future__ import annotations

import argparse
from typing import Any

from inspector.cli.checks import add_check_options
from inspector.cli.recording import add_history_options
from inspector.cli.result_options import (
    CSV,
    add_chart_option,
    add_form_options,
    add_output_option,
    add_table_options,
    whole_number,
)
from inspector.core.text import json_value

REQUEST_OPTIONS = ("session_id", "user_id", "business_context", "pxyz")
"""What of a request may be given as an option of the same name."""

TABLES = ("chunks", "conflicts", "optimum", "events", "limits", "ledger")


def add_placement_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a chat payload, a list of chunks, a session or sample:NAME; - reads standard input",
    )
    parser.add_argument(
        "--request",
        metavar="NAME",
        help="of a file with several requests, the one to place (all, one row each)",
    )
    parser.add_argument(
        "--available",
        type=whole_number(),
        metavar="N",
        help="tokens available, the reserve included",
    )
    parser.add_argument(
        "--reserve",
        type=whole_number(),
        metavar="N",
        help="tokens kept for the system prompt (2,000)",
    )
    parser.add_argument(
        "--now",
        type=_instant,
        metavar="TIME",
        help="the time of the request, as ISO 8601 or milliseconds since 1970-01-01 UTC"
        " (the newest time of any chunk)",
    )
    parser.add_argument(
        "--config", metavar="FILE", help='limits, priorities and boosts: {"contextWindow": …}'
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a choice of the placement, such as allow_partial_fill=off; may be repeated",
    )
    for name in ("session-id", "user-id"):
        parser.add_argument(f"--{name}", metavar="TEXT", help="of the request; kept in the record")
    parser.add_argument(
        "--business-context",
        type=_json,
        metavar="JSON",
        help='facts that count for chunks without their own: \'{"client_tier": "enterprise"}\'',
    )
    parser.add_argument(
        "--pxyz", type=_json, metavar="JSON", help="coordinates of the trace; handed through"
    )
    parser.add_argument(
        "--optimum", action="store_true", help="also find the best choice, and the gap to it"
    )
    parser.add_argument("--events", action="store_true", help="also print the log of the placement")
    add_form_options(parser, CSV)
    add_table_options(parser, TABLES, "state:dropped tokens>500")
    add_chart_option(parser, "the ruler")
    parser.add_argument(
        "--optimization",
        metavar="FILE",
        help="write result, record and log under the specification's names, with the chosen texts",
    )
    parser.add_argument(
        "--text", metavar="FILE", help="write the text of the window: what was placed, as sent"
    )
    parser.add_argument(
        "--text-of",
        choices=("llm", "business", "rag"),
        help="the whole window, its business chunks, or what was retrieved (llm)",
    )
    add_output_option(parser)
    add_check_options(parser, "dropped", "split-pairs", "used", "tokens", "growth")
    add_history_options(parser)


def _json(text: str) -> Any:
    try:
        return json_value(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no JSON") from None


def _instant(text: str) -> int:
    from inspector.core.window.chunk import read_instant

    try:
        return read_instant(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
