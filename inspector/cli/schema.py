"""``inspector schema``: the JSON Schema of a file format."""

from __future__ import annotations

import argparse
import json

from inspector.cli.output import DONE, UsageError, write_text
from inspector.cli.result_options import add_output_option
from inspector.files.session_format import format_names, schema


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("format", nargs="?", help="a file format; without one, all are listed")
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print one schema, or the names of all."""
    known = format_names()
    if options.format is None:
        write_text(options.output, "\n".join(known) + "\n")
        return DONE
    if options.format not in known:
        names = ", ".join(known)
        raise UsageError(f"there is no format {options.format!r}; there are {names}")
    text = json.dumps(schema(options.format), indent=2, ensure_ascii=False) + "\n"
    write_text(options.output, text)
    return DONE
