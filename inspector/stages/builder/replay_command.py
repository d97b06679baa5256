"""``inspector replay``: what the builder would have sent for commits that were really made."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    INTERRUPTED,
    STANDARD,
    InputError,
    UsageError,
    has_errors,
    report_line,
    report_problems,
    write_result,
    write_text,
)
from inspector.cli.result_options import JSON, add_form_options, add_output_option, whole_number
from inspector.cli.terminal import PhaseLine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from inspector.analysis.replay import ReplayedCase
    from inspector.analysis.replay_cases import ReplayCase
    from inspector.core.builder.inputs import BuilderConfig

REPLAYED_COMMITS = 40
BUDGETS = (4_000, 8_000, 16_000, 32_000)
"""The hard limits, in tokens, that are looked at unless others are named."""
_positive = whole_number(1, 2**31 - 1)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("folder", metavar="FOLDER", help="a git checkout; only objects are read")
    parser.add_argument(
        "--commits",
        type=_positive,
        default=REPLAYED_COMMITS,
        metavar="N",
        help=f"how many commits to replay, the newest first ({REPLAYED_COMMITS})",
    )
    parser.add_argument(
        "--budget",
        type=_budgets,
        default=BUDGETS,
        metavar="N,…",
        help="hard limits in tokens ({})".format(",".join(map(str, BUDGETS))),
    )
    parser.add_argument(
        "--config", metavar="FILE", help="the project's rules (those of a build without any)"
    )
    parser.add_argument(
        "--optional", action="store_true", help="send optional context (P3) where it fits"
    )
    parser.add_argument(
        "--signals", action="store_true", help="add signals to the score, by their usual weights"
    )
    parser.add_argument(
        "--tune",
        metavar="FILE",
        help="choose weights on the older half of the commits, judge them on the newer, and write"
        " rules with them",
    )
    parser.add_argument("--estimator", metavar="NAME", help="what counts tokens (o200k_base)")
    add_form_options(parser)
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Replay, and print the figures with Why for every file that was missed.

    Where it is interrupted, the figures are those of the commits that are done; a file is written
    of all or not at all.
    """
    from inspector.analysis.replay_cases import read_cases
    from inspector.core.tokens import VocabularyError
    from inspector.project.commits import CommitError

    config = _config(options)
    if config is None:
        return BAD_INPUT
    cases: Iterable[ReplayCase] = read_cases(options.folder, config, options.commits)
    try:
        if options.tune is not None:
            cases = chosen_on = _all_read(options, cases)
            if chosen_on:
                config = _tuned(options, chosen_on, config)
        return _replayed(options, cases, config)
    except CommitError as error:
        raise InputError(
            f"{options.folder}: {error}; name the checkout of a project (git clone)"
        ) from None
    except VocabularyError as error:
        raise InputError(f"tokens cannot be counted: {error}") from None
    except ValueError as error:
        raise UsageError(str(error)) from None


def _config(options: argparse.Namespace) -> BuilderConfig | None:
    from inspector.core.builder.inputs import BuilderConfig, SignalWeights

    config = BuilderConfig()
    if options.config is not None:
        from inspector.files import load_builder_config

        loaded = load_builder_config(options.config)
        report_problems(loaded.problems)
        if loaded.value is None or has_errors(loaded.problems):
            return None
        config = loaded.value
    if options.optional:
        config = config.model_copy(update={"include_optional": True})
    if options.signals and config.signals is None:
        config = config.model_copy(update={"signals": SignalWeights()})
    return config


def _all_read(options: argparse.Namespace, cases: Iterable[ReplayCase]) -> list[ReplayCase]:
    found = []
    with PhaseLine() as line:
        for read, case in enumerate(cases, 1):
            found.append(case)
            line.watch("reading commits", read, options.commits)
    return found


def _tuned(
    options: argparse.Namespace, cases: Sequence[ReplayCase], config: BuilderConfig
) -> BuilderConfig:
    from inspector.analysis.replay import tuned
    from inspector.core.builder.inputs import SignalWeights
    from inspector.stages.builder.replay_lines import tuned_lines

    found = tuned(cases, config.signals or SignalWeights())
    config = config.model_copy(update={"signals": found.weights})
    write_result(options.tune, (config.model_dump_json(indent=2) + "\n").encode())
    for line in tuned_lines(found):
        report_line(line)
    return config


def _replayed(
    options: argparse.Namespace, cases: Iterable[ReplayCase], config: BuilderConfig
) -> int:
    done: list[ReplayedCase] = []
    code = DONE
    try:
        with PhaseLine() as line:
            line.watch("reading the project", 0, 0)
            for one in _each(options, cases, config):
                done.append(one)
                line.watch("replaying commits", len(done), options.commits)
    except KeyboardInterrupt:
        if not done or options.format == JSON or options.output != STANDARD:
            raise
        report_line("inspector replay: interrupted; the figures are those of what was done")
        code = INTERRUPTED
    if not done:
        raise InputError("no commit touches two source files; there is nothing to replay")
    _told(options, done)
    return code


def _each(
    options: argparse.Namespace, cases: Iterable[ReplayCase], config: BuilderConfig
) -> Iterator[ReplayedCase]:
    """Replay one case after the other; each is read only when it is asked for."""
    from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
    from inspector.analysis.replay import replayed
    from inspector.core.builder.inputs import BuilderStage
    from inspector.core.tokens import MemoCounter, counter_by_name
    from inspector.project.findings import RememberingScanner
    from inspector.project.secrets import secret_scanner

    counter = MemoCounter(counter_by_name(options.estimator or BuilderStage().estimator))
    cache = scanner_cache_folder(default_cache_folder())
    scanner = RememberingScanner(secret_scanner(cache_dir=cache))
    for case in cases:
        yield replayed(case, options.budget, config, counter, scanner)


def _told(options: argparse.Namespace, done: Sequence[ReplayedCase]) -> None:
    from inspector.analysis.replay import replay_of
    from inspector.project.secrets.redaction import without_secrets
    from inspector.stages.builder.replay_lines import replay_lines, replay_result

    result = replay_of(done, options.budget)
    if options.format == JSON:
        write_text(options.output, json.dumps(replay_result(result), indent=2) + "\n")
    else:
        lines = (without_secrets(one) + "\n" for one in replay_lines(result))
        write_text(options.output, "".join(lines))


def _budgets(text: str) -> tuple[int, ...]:
    return tuple(sorted({_positive(part) for part in text.split(",")}))
