"""What a command writes the window exports, and the other way round: a walk over all of both."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from inspector.cli.main import COMMANDS, parser_with
from inspector.gui.lenses import LENSES
from inspector.gui.unattended import unattended_window
from inspector.stage import stages

TABLES = {
    "run": {"ledger": "injection.ledger.csv", "expectations": "injection.expectations.csv"},
    "discipline": {"ledger": "discipline.discipline-ledger.csv"},
}
"""Tables of a command whose export is called neither after the lens nor after the table alone."""
STAGE_OF = {"build": "builder", "place": "window", "assemble": "assembly"}

FILES = {
    ("build", "--chart"): "builder.budget-bar.svg",
    ("build", "--out"): "builder.bundle.json",
    ("build", "--text"): "builder.context.txt",
    ("build", "--report"): "builder.report.html",
    ("run", "--chart"): "injection.budget-bar.svg",
    ("run", "--manifest"): "injection.manifest.json",
    ("run", "--ledger-file"): "injection.ledger.csv",
    ("run", "--report"): "injection.report.html",
    ("run", "--bundle"): "audit.bundle.audit.zip",
    ("place", "--chart"): "window.ruler.svg",
    ("place", "--optimization"): "window.optimization.json",
    ("place", "--text"): "window.window.txt",
    ("relevance", "--chart"): "relevance.relevance-grid.svg",
    ("discipline", "--chart"): "discipline.steps-chart.svg",
    ("discipline", "--state"): "discipline.hot-state.json",
    ("discipline", "--log"): "discipline.turns.jsonl",
    ("assemble", "--chart"): "assembly.bands.svg",
    ("assemble", "--text"): "assembly.prompt.txt",
    ("assemble", "--manifest"): "injection.manifest.json",
    ("timeline", "--chart"): "timeline.timeline.svg",
    ("timeline", "--report"): "timeline.timeline.html",
    ("sweep", "--chart"): "tuning.sweep-chart.svg",
    ("corpus", "--chart"): "corpus.corpus-chart.svg",
    ("corpus", "--requests"): "corpus.corpus-requests.csv",
    ("corpus", "--losses"): "corpus.corpus-lost.csv",
    ("corpus", "--front"): "corpus.corpus-front.csv",
    ("compare", "--chart"): "compare.comparison.svg",
    ("verify", "--report"): "audit.report.html",
    ("verify", "--bundle"): "audit.bundle.audit.zip",
    ("story", "--output"): "story",
}
"""The file that an option writes, and the export of the window that is the same."""

RESULTS = {
    "run": "injection.manifest.json",
    "place": "window.placement.json",
    "relevance": "relevance.relevance-run.json",
    "discipline": "discipline.discipline.json",
    "diff-check": "discipline.diff-check.json",
    "metrics": "discipline.regressions.json",
    "assemble": "assembly.assembly.json",
    "build": "builder.build.json",
    "timeline": "timeline.timeline.json",
    "sweep": "tuning.sweep.json",
    "corpus": "corpus.corpus.json",
    "compare": "compare.comparison.json",
    "verify": "audit.audit.json",
    "watch": "audit.audit.json",
    "replay": "a dialog of the Code lens tells it",
    "import": "the dialog of an import tells it",
    "lint": "the list of problems",
    "history": "the sides of Compare, and the runs of Audit",
}
"""What ``--json`` prints, and the export that is the same; else where the window tells it."""

NO_OPTION = {
    "assembly.assembly-items.csv": "--table items",
    "audit.audit-buckets.csv": "verify --json",
    "audit.audit-cards.csv": "verify --json",
    "audit.audit-findings.csv": "verify --json",
    "audit.audit-rows.csv": "verify --json",
    "audit.bundle-without-contents.audit.zip": "verify --bundle --without-contents",
    "audit.report-pdf.pdf": "verify --report, printed",
    "builder.budget.json": "build --out",
    "builder.fitting.svg": "build --table fit",
    "builder.manifest.json": "build --out",
    "builder.prompt.md": "build --format markdown",
    "builder.prompt.xml": "build --format xml",
    "builder.redactions.json": "build --out",
    "compare.changes.csv": "compare --json",
    "corpus.corpus-front.svg": "corpus --format html",
    "corpus.corpus-losses.csv": "corpus --json",
    "corpus.corpus-losses.svg": "corpus --format html",
    "corpus.corpus-policies.csv": "corpus --json",
    "corpus.corpus-regrets.csv": "corpus --json",
    "corpus.corpus-stretches.csv": "corpus --json",
    "corpus.corpus.html": "corpus --format html",
    "discipline.series-chart.svg": "metrics",
    "discipline.turn-table.csv": "metrics --json",
    "injection.budget-bar.png": "run --chart, as pixels",
    "injection.ledger.json": "run --table ledger --json",
    "relevance.relevance-requests.csv": "relevance --requests",
    "slides": "story, a picture for each step",
    "tuning.breakpoints.csv": "sweep --format csv",
    "tuning.map.svg": "sweep --chart, for one row of the map at a time",
    "tuning.next-in.csv": "sweep --json",
    "tuning.next-out.csv": "sweep --json",
    "tuning.tuning-optimum.csv": "sweep --json",
    "window.window-business.txt": "place --text --text-of business",
    "window.window-rag.txt": "place --text --text-of rag",
}
"""Exports that are the file of no single option: how the command line gives the same."""


def below(title: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from below(title, inner)
        else:
            yield title, action


def options() -> Iterator[tuple[str, argparse.Action]]:
    for name in COMMANDS:
        for commands in parser_with({name})._actions:
            if isinstance(commands, argparse._SubParsersAction):
                yield from below(name, commands.choices[name])


OPTIONS = tuple(options())


def named(option: str) -> dict[str, argparse.Action]:
    return {title: one for title, one in OPTIONS if option in one.option_strings}


@pytest.fixture(scope="module")
def exports(qapp) -> set[str]:
    with unattended_window() as workspace:
        for record in LENSES:
            workspace.show_lens(record.id)
        return set(workspace.exports._exporters)


def tables() -> set[tuple[str, str, str]]:
    """Command, table, and the export that is the same."""
    found = set()
    for title, action in named("--table").items():
        stage = STAGE_OF.get(title, title)
        for one in action.choices or ():
            names = (f"{stage}.{stage}-{one}.csv", f"{stage}.{one}.csv")
            known = TABLES.get(title, {}).get(one)
            found.add((title, one, known or names[title in ("discipline", "run")]))
    return found


def test_every_table_of_a_command_is_an_export_of_the_window(exports):
    assert [one for one in sorted(tables()) if one[2] not in exports] == []


def test_every_file_that_a_command_writes_is_an_export_of_the_window(exports):
    assert set(FILES.values()) <= exports
    known = {(title, name) for title, one in OPTIONS for name in one.option_strings}
    assert FILES.keys() <= known
    charts = {(title, "--chart") for title in named("--chart")}
    assert charts <= FILES.keys()


def test_every_result_of_a_command_is_an_export_or_told_in_the_window(exports):
    made = set(named("--json"))
    assert made == RESULTS.keys()
    assert {one for one in RESULTS.values() if " " not in one} <= exports


def test_every_export_of_the_window_is_what_a_command_writes(exports):
    same = {*FILES.values(), *RESULTS.values(), *(one for _, _, one in tables())}
    assert exports - same - NO_OPTION.keys() == set()
    assert NO_OPTION.keys() - same <= exports


@pytest.mark.parametrize("how", sorted({*NO_OPTION.values()}))
def test_what_is_said_of_the_command_line_is_so(how):
    words = how.partition(",")[0].split()
    known = {name for _, one in OPTIONS for name in one.option_strings}
    assert {one for one in words if one.startswith("--")} <= known
    assert words[0] in COMMANDS or words[0].startswith("--")


def test_every_stage_with_a_command_has_exports(exports):
    commanded = {one.id for one in stages() if one.commands}
    assert {one for one in commanded if not any(e.startswith(f"{one}.") for e in exports)} == set()
