"""The command lines of the golden net, and how each is run.

A case is one command line or several, run one after the other in a folder of its own. Its artefacts
are the files that are left there, and ``said``: what went to standard output and standard error,
and the exit code. ``{s}`` stands for the session, the sample or the file that a group is about;
``../inputs`` holds the files of that group (see ``inputs.py``).
"""

from __future__ import annotations

import io
import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from inspector.analysis.tuning.axes import Axis

Cases = Mapping[str, tuple[str, ...]]

_OF_REPLAY = ("--commits", "--budget", "--config", "--signals", "--tune", "--estimator")
_OF_REPLAY += ("--json", "--format", "--output")
_OF_REPLAY += ("--optional",)
_OF_SESSIONS = ("--policy", "--production", "--candidates", "--request", "--strategy", "--what-if")
_OF_SESSIONS += ("--scores", "--overrides", "--relevance-floor", "--top-k", "--set")
NOT_IN_THE_NET = {
    ("*", "--debug"): "shows a traceback, which names lines of the program",
    ("*", "--quiet"): "the same code for every command: see the case `said-less`",
    ("*", "--verbose"): "as for --quiet",
    ("*", "--color"): "as for --quiet",
    ("*", "--models"): "the same code for every command: see the case `own-models`",
    ("*", "--max-input-mb"): "changes no result: without it a large input is refused",
    **{("replay", option): "needs the history of a checkout" for option in _OF_REPLAY},
    ("build", "--signals"): "needs the history of a checkout",
    ("build", "--copy"): "needs a clipboard",
    ("verify", "--key"): "a signature is another one each time",
    **{("mcp", option): "the options of `run`; it answers a client" for option in _OF_SESSIONS},
    ("corpus", "--scheduler"): "needs a cluster",
    ("corpus", "--journal"): "a note for going on after a kill, which ends with the command",
}
"""Options that no case has, with the reason."""

_PARTS = (
    "--policy ../inputs/policy.json --candidates ../inputs/candidates.json"
    " --request ../inputs/request.json --overrides ../inputs/overrides.json"
    " --strategy coverage --set max_injection_tokens_absolute=4000"
)
CORPUS = "--no-history --no-journal --processes 1"
TIME = "2026-03-01T12:00:00Z"

FOR_EACH: Cases = {
    "run-text": (
        "run {s} --no-history --ledger table --ledger-file ledger.txt --manifest manifest.json"
        " --report report.html --bundle bundle.zip --junit junit.xml --output summary.txt",
    ),
    "run-json": ("run {s} --no-history --format json --ledger csv --ledger-file ledger.csv",),
    "run-filter": (
        "run {s} --no-history --trust-counts --ledger json --filter 'tokens>50'",
        "run {s} --no-history --trust-counts --format csv --chart bar.svg",
        *(
            f"run {{s}} --no-history --trust-counts --json --table {table}"
            for table in ("ledger", "expectations")
        ),
    ),
    "run-depth": ("run {s} --no-history --strategy depth --manifest manifest.json",),
    "run-optimal": ("run {s} --no-history --strategy optimal --manifest manifest.json",),
    "run-parts": (f"run --no-history {_PARTS} --manifest manifest.json --ledger csv",),
    **{
        f"run-corpus-{form}": (
            "run {s} --no-history --corpus ../inputs/requests.jsonl --manifest manifests.jsonl"
            f" --format {form} --output rows.{form}",
        )
        for form in ("json", "csv")
    },
    "assemble-text": (
        "assemble {s} --no-history --text prompt.txt --chart bands.svg --output result.txt",
    ),
    "assemble-json": (
        "assemble {s} --no-history --json --reserve 1000 --soft 50",
        "assemble {s} --no-history --table items --filter verdict:dropped --format csv",
        "assemble {s} --no-history --table steps --format json",
        "assemble {s} --no-history --table ledger --format csv",
    ),
    "assemble-parts": (f"assemble --no-history {_PARTS} --manifest own.json --output r.txt",),
    **{
        f"sweep-{axis}": (
            f"sweep {{s}} --axis {axis} --chart chart.svg --output result.txt",
            f"sweep {{s}} --axis {axis} --format csv --output result.csv",
        )
        for axis in Axis
    },
    "sweep-json": ("sweep {s} --json --optimum --from 500 --to 5000 --item ent-motion",),
    "sweep-checks": (
        "sweep {s} --format text --optimum --keep-in ent-motion --steady-within 50 --max-gap 0.1",
    ),
    "sweep-formats": ("sweep {s} --format json --output result.json",),
    "sweep-parts": (f"sweep {_PARTS} --strategy depth",),
    "compare-text": (
        "compare {s} --set max_injection_tokens_absolute=2500 --chart flows.svg --fail-on any"
        " --fail-on flip --fail-on lost --fail-on gained --fail-on more-tokens"
        " --fail-on expectation",
    ),
    "compare-json": (
        "compare {s} --strategy depth --format json --no-causes --displaced 3 --output result.json",
    ),
    "compare-parts": (f"compare {{s}} {_PARTS}", "compare {s} --json"),
    **{
        f"corpus-{form}": (
            f"corpus --session {{s}} {CORPUS} --format {form} --output result.{form}"
            " --requests requests.csv --front front.csv --chart chart.svg",
        )
        for form in ("text", "json", "csv", "html")
    },
    "corpus-files": (
        f"corpus ../inputs/asked.requests.jsonl {CORPUS} --json --axis total --from 500 --to 4000"
        " --vary min_knowledge_card_tokens=0,200 --seed 2 --min-recall 0.5 --output result.json",
    ),
    "verify-own": (
        "run {s} --no-history --manifest manifest.json --output summary.txt",
        "verify manifest.json --inputs {s} --output verdict.txt --report report.html"
        " --bundle bundle.zip",
        "verify bundle.zip --strict --json --output verdict.json",
        "verify manifest.json --inputs {s} --bundle signed.zip --without-contents"
        " --sign 'A Reviewer' --verdict 'accepted with remarks' --remark 'Looked at.'",
        "verify signed.zip",
        "verify manifest.json --allow-unreplayed --beside --sign 'A' --verdict rejected",
    ),
    "verify-parts": (
        f"run --no-history {_PARTS} --manifest manifest.json --output summary.txt",
        f"verify manifest.json {_PARTS}",
    ),
    "verify-it": ("verify {file} --json", "verify {file} --format json"),
    "lint-text": ("lint {file} --secrets", "lint {file} --format json --output problems.json"),
    "lint-json": ("lint {file} --json --strict",),
    "story": ("story {file} -o story.html",),
    "place-text": ("place {s} --no-history --optimum --events --chart ruler.svg",),
    "place-json": ("place {s} --no-history --json --optimum --output result.json",),
    "place-options": (
        "place {s} --no-history --available 3000 --reserve 500 --now 2026-03-01T12:00:00Z"
        " --option allow_partial_fill=off --filter state:dropped",
    ),
    "relevance-text": ("relevance {s} --no-history --flips --chart grid.svg",),
    "relevance-json": ("relevance {s} --no-history --flips --json --output result.json",),
    "relevance-options": (
        "relevance {s} --no-history --signal turn_count=3 --urgency high --silence --budget 900"
        " --log",
        "relevance {s} --no-history --no-silence --request ../inputs/request.json",
    ),
    "discipline-text": (
        f"discipline {{s}} --no-history --now {TIME} --state state.json --chart steps.svg",
    ),
    "discipline-json": (
        f"discipline {{s}} --no-history --now {TIME} --json --log turns.jsonl"
        " --artifacts artifacts",
    ),
    "diff-check": (
        "diff-check {file}",
        "diff-check {file} --mode heuristic --format json --output outcome.json",
    ),
    "metrics": ("metrics {file} --json", "metrics {file} --format json --output warnings.json"),
    "build-text": (
        f"build {{s}} --no-history --no-cache --created-at {TIME} --text prompt.txt"
        " --chart bundle.svg --report build.html",
    ),
    "build-json": (f"build {{s}} --no-history --no-cache --created-at {TIME} --json --out out",),
    "history": (
        "run {s} --history runs.sqlite --output summary.txt",
        "run {s} --history runs.sqlite --strategy depth --output summary.txt",
        "place {s} --history runs.sqlite --output placed.txt",
        "relevance {s} --history runs.sqlite --output relevance.txt",
        f"discipline {{s}} --history runs.sqlite --now {TIME}",
        "assemble {s} --history runs.sqlite --output assembled.txt",
        "corpus --session {s} --history runs.sqlite --no-journal --processes 1"
        " --output studied.txt",
        "history --history runs.sqlite",
        "history --history runs.sqlite --json",
        f"history --history runs.sqlite --limit 2 --stage injection --since {TIME}",
        f"history --history runs.sqlite --until {TIME} --verdict included --text motion",
        "history --history runs.sqlite --fingerprint 0 --policy ../inputs/policy.json",
        "history show 1 --history runs.sqlite",
        "history show 2 --history runs.sqlite --json",
        "history show 2 --history runs.sqlite --format json --output run.json",
        "history compare 1 2 --history runs.sqlite --format text",
        "history compare 1 2 --history runs.sqlite --json",
        "history manifest 1 --history runs.sqlite --output manifest.json",
        "history prune --history runs.sqlite --keep 2",
        f"history prune --history runs.sqlite --older-than {TIME}",
    ),
}


def cases_of(*, of_parts: bool) -> Cases:
    """Return the cases of a subject; those that only need a policy and so on for one of parts."""
    return {
        name: lines
        for name, lines in FOR_EACH.items()
        if of_parts or any("{" in line for line in lines[:1])
    }


def run_cases(cases: Cases, folder: Path, names: Mapping[str, str]) -> None:
    """Run cases, each in a folder of its own below ``folder``."""
    for case, lines in cases.items():
        place = folder / case
        place.mkdir(parents=True)
        filled = [line.format_map(names) for line in lines]
        said = [f"$ {line}\n".encode() + _run(shlex.split(line), place) for line in filled]
        (place / "said").write_bytes(b"".join(said))


def words_of(cases: Iterable[Cases]) -> Iterator[list[str]]:
    """Give the words of every command line."""
    for some in cases:
        for lines in some.values():
            yield from map(shlex.split, lines)


def _run(arguments: list[str], folder: Path) -> bytes:
    from inspector.cli.main import main

    with _inside(folder), _captured() as (out, err):
        try:
            code: object = main(arguments)
        except Exception as error:  # noqa: BLE001  # what fails today is an artefact too
            code = f"{type(error).__name__}: {error}"
        sys.stdout.flush()
        sys.stderr.flush()
        parts = (out.getvalue(), err.getvalue(), f"{code}\n".encode())
    titles = (b"-- standard output\n", b"-- standard error\n", b"-- exit code ")
    return b"".join(part for pair in zip(titles, parts, strict=True) for part in pair)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _captured() -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    out, err = io.BytesIO(), io.BytesIO()
    streams = [io.TextIOWrapper(raw, encoding="utf-8", newline="\n") for raw in (out, err)]
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    try:
        with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
            yield out, err
    finally:
        sys.stdin = stdin
